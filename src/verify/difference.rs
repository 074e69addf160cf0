//! How an answer differs from what is wanted, as data.

use std::fmt;

use super::content_coding;
use super::exchange::{Request, Response, TransportError};
use super::expected_response::{Body, ExpectedResponse, Field, Status};
use super::expected_site::ExpectedSite;
use crate::error::Result;
use serde_json::Value as Json;

/// One way in which an answer differs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Difference {
    /// There is no answer.
    NoAnswer {
        /// What was wanted.
        wanted: Status,
        /// What came instead.
        failure: TransportError,
    },
    /// The status is another one.
    Status {
        /// What was wanted.
        wanted: Status,
        /// What came.
        got: u16,
    },
    /// A field is missing, has another value, or is there more than once.
    Field {
        /// Its name in lower case.
        name: String,
        /// What was wanted.
        wanted: Field,
        /// The value it was compared with, if that came from another answer.
        reference: Option<String>,
        /// All its values.
        got: Vec<String>,
    },
    /// There is a content coding that was not asked for, or that the content does not have.
    Coding(String),
    /// The content is another one.
    Body {
        /// What was wanted.
        wanted: Body,
        /// How many bytes came, out of their content coding.
        got: usize,
    },
    /// The content does not fit its schema: how, without a value of it.
    Shape(String),
}

/// Answers to further requests, which some are compared with.
pub(super) trait References {
    fn fetch(&self, request: &Request) -> std::result::Result<Response, TransportError>;
}

/// How what came differs from what is wanted; empty if it does not.
///
/// # Errors
/// When a published file cannot be made.
pub(super) fn differences(
    wanted: &ExpectedResponse,
    request: &Request,
    outcome: &std::result::Result<Response, TransportError>,
    expectation: &ExpectedSite,
    references: &dyn References,
) -> Result<Vec<Difference>> {
    let response = match (outcome, &wanted.status) {
        (Err(TransportError::NoAnswer), Status::NoAnswer) => return Ok(Vec::new()),
        (Err(failure), status) => {
            return Ok(vec![Difference::NoAnswer {
                wanted: status.clone(),
                failure: failure.clone(),
            }]);
        }
        (Ok(response), _) => response,
    };
    let mut differences = Vec::new();
    if !wanted.status.allows(response.status) {
        differences.push(Difference::Status {
            wanted: wanted.status.clone(),
            got: response.status,
        });
    }
    let compared = Compared {
        request,
        response,
        expectation,
        references,
    };
    for (name, field) in &wanted.fields {
        differences.extend(compared.field(name, field)?);
    }
    differences.extend(compared.content(&wanted.body)?);
    Ok(differences)
}

/// An answer, and what it is compared with.
struct Compared<'a> {
    request: &'a Request,
    response: &'a Response,
    expectation: &'a ExpectedSite,
    references: &'a dyn References,
}

impl Compared<'_> {
    fn field(&self, name: &str, wanted: &Field) -> Result<Option<Difference>> {
        let got = self.response.values(name);
        let mut reference = None;
        let allowed = match (wanted, &got[..]) {
            (Field::Nothing | Field::NothingBut(_) | Field::LengthOf(_), []) => true,
            (Field::Is(value) | Field::NothingBut(value), [got]) => got == value,
            (Field::LengthOf(path), [got]) => {
                *got == self.expectation.file(path)?.len().to_string()
            }
            (Field::MediaType(wanted), [got]) => {
                got.split(';').next().map(str::trim) == Some(*wanted)
            }
            (Field::Utf8(wanted), [got]) => {
                let plain = got.replace([' ', '"'], "").to_ascii_lowercase();
                plain.split_once(';') == Some((*wanted, "charset=utf-8"))
            }
            (Field::Lists(members), got) => members.iter().all(|member| lists(got, member)),
            (Field::VaryIfCoded, got) => {
                content_coding::of(self.response).is_none()
                    || lists(got, "accept-encoding")
                    || lists(got, "*")
            }
            (Field::Tag, [got]) => is_tag(got),
            (Field::TagOfCoding(requests), [got]) => {
                let own = content_coding::of(self.response);
                let is_others = |request: &Request| {
                    let other = self.references.fetch(request).ok()?;
                    let tag = other.value("etag")?.to_owned();
                    (content_coding::of(&other) != own && tag == *got).then_some(tag)
                };
                if !got.starts_with("W/") {
                    reference = requests.iter().find_map(is_others);
                }
                is_tag(got) && reference.is_none()
            }
            (Field::SameAs(request), [got]) => {
                reference = self.reference(request, name);
                reference.as_deref() == Some(*got)
            }
            (Field::OtherThan(request), [got]) => {
                reference = self.reference(request, name);
                is_tag(got) && reference.as_deref().is_some_and(|other| other != *got)
            }
            (Field::RangeOf(path, part), [got]) => {
                *got == part.content_range(self.expectation.file(path)?.len())
            }
            (Field::RangeOfCoded(request, part), [got]) => self
                .references
                .fetch(request)
                .is_ok_and(|whole| *got == part.content_range(whole.body.len())),
            _ => false,
        };
        Ok((!allowed).then(|| Difference::Field {
            name: name.to_owned(),
            wanted: wanted.clone(),
            reference,
            got: got.into_iter().map(str::to_owned).collect(),
        }))
    }

    fn reference(&self, request: &Request, name: &str) -> Option<String> {
        let response = self.references.fetch(request).ok()?;
        response.value(name).map(str::to_owned)
    }

    fn content(&self, wanted: &Body) -> Result<Vec<Difference>> {
        let other = content_coding::of(self.response)
            .filter(|coding| !content_coding::is_accepted(coding, self.request));
        if let Some(coding) = other {
            let words = format!("`{coding}` was not asked for");
            return Ok(vec![Difference::Coding(words)]);
        }
        // Some bytes of a coded document can only be compared as they are.
        let raw = &self.response.body[..];
        if let Body::PartOfCoded(request, part) = wanted {
            let allowed = self
                .references
                .fetch(request)
                .is_ok_and(|whole| whole.body.get(part.range(whole.body.len())) == Some(raw));
            return Ok(self.other_content(allowed, wanted, raw));
        }
        let got = match content_coding::decoded(self.response) {
            Ok(got) => got,
            Err(words) => return Ok(vec![Difference::Coding(words)]),
        };
        let allowed = match wanted {
            Body::File(path) => *got == *self.expectation.file(path)?,
            Body::Part(path, part) => {
                let whole = self.expectation.file(path)?;
                *got == whole[part.range(whole.len())]
            }
            Body::Text(text) => *got == *text.as_bytes(),
            Body::HeadOf(_) | Body::Empty => got.is_empty(),
            Body::Error => is_error(&got),
            Body::ErrorOf(target) => {
                let same = self.references.fetch(&Request::get(target));
                is_error(&got) && same.is_ok_and(|response| response.body == *got)
            }
            Body::Unknown | Body::PartOfCoded(..) => true,
        };
        Ok(self.other_content(allowed, wanted, &got))
    }

    /// That the content is another one, and whether a consumer could read it all the same.
    fn other_content(&self, is_same: bool, wanted: &Body, got: &[u8]) -> Vec<Difference> {
        if is_same {
            return Vec::new();
        }
        let mut differences = vec![Difference::Body {
            wanted: wanted.clone(),
            got: got.len(),
        }];
        // An answer of another status is no such document.
        if let (Body::File(path), 200) = (wanted, self.response.status) {
            let mistake = self.expectation.mistake(path, got);
            differences.extend(mistake.map(Difference::Shape));
        }
        differences
    }
}

/// Whether a member is in a list, in any letter case.
fn lists(values: &[&str], member: &str) -> bool {
    let mut members = values.iter().flat_map(|value| value.split(','));
    members.any(|other| other.trim().eq_ignore_ascii_case(member))
}

/// Whether it is an entity tag (RFC 9110, §8.8.3).
pub(super) fn is_tag(value: &str) -> bool {
    let opaque = value.strip_prefix("W/").unwrap_or(value);
    opaque.len() > 2 && opaque.starts_with('"') && opaque.ends_with('"')
}

/// Whether it is what the interface, "Errors", says: an object with a message, and nothing else.
fn is_error(body: &[u8]) -> bool {
    let Ok(Json::Object(members)) = serde_json::from_slice(body) else {
        return false;
    };
    let has_message = |message: &Json| message.as_str().is_some_and(|text| !text.is_empty());
    members.len() == 1 && members.get("error").is_some_and(has_message)
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoAnswer { wanted, failure } => write!(f, "wanted {wanted}, but {failure}"),
            Self::Status { wanted, got } => write!(f, "status: wanted {wanted}, got {got}"),
            Self::Field {
                name,
                wanted,
                reference,
                got,
            } => {
                write!(f, "{name}: wanted {wanted}")?;
                if let Some(reference) = reference {
                    write!(f, " (there `{reference}`)")?;
                }
                match &got[..] {
                    [] => f.write_str(", it is missing"),
                    [got] => write!(f, ", got `{got}`"),
                    several => write!(f, ", got it {} times: {several:?}", several.len()),
                }
            }
            Self::Coding(words) => write!(f, "content-encoding: {words}"),
            Self::Shape(words) => write!(f, "body: {words}"),
            Self::Body { wanted, got } => write!(f, "body: wanted {wanted}, got {got} other bytes"),
        }
    }
}

#[test]
fn only_a_message_in_an_object_is_an_error() {
    assert!(is_error(br#"{"error": "Not found"}"#));
    for other in [
        r#"{"error": ""}"#,
        r#"{"error": null}"#,
        r#"{"error": "Not found", "id": "x"}"#,
        r#"["error"]"#,
        "Not found",
        "",
    ] {
        assert!(!is_error(other.as_bytes()), "{other}");
    }
}
