//! The comparison of a response with an expected one, and their differences.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use super::cause::HeaderProblem;
use super::content_coding::{CodingError, coding, decode, is_accepted};
use super::exchange::{Request, Response, TransportError};
use super::expected_response::{Body, ExpectedHeader, ExpectedResponse, Status, Whole};
use super::expected_site::ExpectedSite;
use super::limits::max_length;
use super::schema_conformance::SchemaViolation;
use crate::error::Result;

/// One way in which a response differs from the expected one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Difference {
    /// No response arrived.
    NoResponse(TransportError),
    /// The status is another one.
    Status {
        /// The expected status.
        expected: Status,
        /// The status of the response.
        got: u16,
    },
    /// A header is not as expected.
    Header {
        /// The name in lower case.
        name: String,
        /// How the values differ.
        problem: HeaderProblem,
        /// All values of the response.
        got: Vec<String>,
    },
    /// The body cannot be decoded, or must not be coded.
    Coding(CodingError),
    /// The body is longer than this many bytes, which is far more than expected.
    TooLong(usize),
    /// The body is not this one.
    Body(Body),
    /// The body is another one, and violates its schema.
    Schema(SchemaViolation),
}

/// Compares outcomes of a request with expected responses.
pub(super) struct Comparison<'a> {
    pub(super) request: &'a Request,
    pub(super) site: &'a ExpectedSite,
    /// Fetches a response that another one is compared with.
    pub(super) fetch: &'a dyn Fn(&Request) -> Option<Arc<Response>>,
}

impl Comparison<'_> {
    /// Compares an outcome with an expected response. Returns no differences if it is as expected.
    ///
    /// # Errors
    /// If a published file cannot be rendered.
    pub(super) fn differences(
        &self,
        expected: &ExpectedResponse,
        outcome: &std::result::Result<Response, TransportError>,
    ) -> Result<Vec<Difference>> {
        let response = match outcome {
            Err(TransportError::NoResponse) if expected.status == Status::NoResponse => {
                return Ok(Vec::new());
            }
            Err(error) => return Ok(vec![Difference::NoResponse(error.clone())]),
            Ok(response) => response,
        };
        let mut differences = Vec::new();
        if !expected.status.allows(response.status) {
            let (expected, got) = (expected.status.clone(), response.status);
            differences.push(Difference::Status { expected, got });
        }
        for (name, header) in &expected.headers {
            let got = response.values(name);
            let problem = self.header_problem(name, header, &got, response)?;
            differences.extend(problem.map(|problem| Difference::Header {
                name: name.clone(),
                problem,
                got: got.into_iter().map(str::to_owned).collect(),
            }));
        }
        match self.content(&expected.body, response)? {
            // Another status has another kind of body.
            Some((Difference::Body(Body::File(path)), content)) if response.status == 200 => {
                let violation = self.site.schema_violation(&path, &content);
                differences.push(Difference::Body(Body::File(path)));
                differences.extend(violation.map(Difference::Schema));
            }
            other => differences.extend(other.map(|(difference, _)| difference)),
        }
        Ok(differences)
    }

    fn header_problem(
        &self,
        name: &str,
        expected: &ExpectedHeader,
        got: &[&str],
        response: &Response,
    ) -> Result<Option<HeaderProblem>> {
        use ExpectedHeader as E;
        use HeaderProblem as P;
        let value = || P::Value { got: got.join(", "), expected: expected.clone() };
        let reference = |request: &Request| {
            let response = (self.fetch)(request)?;
            response.value(name).map(str::to_owned)
        };
        let (is_right, problem) = match (expected, got) {
            (E::Absent | E::LengthOf(_), []) => return Ok(None),
            (E::VaryIfCoded, _) if coding(response).is_none() => return Ok(None),
            (E::Absent, _) => (false, P::Unexpected),
            (_, []) => (false, P::Missing),
            (E::VaryIfCoded, _) => {
                (includes(got, "accept-encoding") || includes(got, "*"), value())
            }
            (E::Includes(members), _) => {
                (members.iter().all(|member| includes(got, member)), value())
            }
            (_, [_, _, ..]) => (false, P::Repeated),
            (E::Is(expected), [got]) => (got == expected, value()),
            (E::MediaType(expected), [got]) => (is_media_type(got, expected), value()),
            (E::LengthOf(path), [got]) => {
                (*got == self.site.file(path)?.len().to_string(), P::WrongLength)
            }
            (E::RangeOf(whole, part), [got]) => {
                let whole = self.whole(whole)?;
                (whole.is_some_and(|whole| *got == part.content_range(whole.len())), P::WrongRange)
            }
            (E::SameAs(request), [got]) => {
                (reference(request).as_deref() == Some(*got), P::DiffersFromDocument)
            }
            (_, [got]) if !is_entity_tag(got) => (false, P::NotEntityTag),
            (E::EntityTag(requests), [got]) => {
                let has_same = |request: &Request| {
                    (self.fetch)(request).is_some_and(|other| {
                        coding(&other) != coding(response) && other.value("etag") == Some(got)
                    })
                };
                (got.starts_with("W/") || !requests.iter().any(has_same), P::SameForCodings)
            }
            (E::DiffersFrom(request), [got]) => match reference(request) {
                None => (false, P::MissingInOtherFormat),
                Some(other) => (other != *got, P::SameForBothFormats),
            },
        };
        Ok((!is_right).then_some(problem))
    }

    fn whole(&self, whole: &Whole) -> Result<Option<Vec<u8>>> {
        Ok(match whole {
            Whole::File(path) => Some(self.site.file(path)?.to_vec()),
            Whole::Response(request) => (self.fetch)(request).map(|whole| whole.body.clone()),
        })
    }

    /// Returns how the content differs, and the content as far as it can be decoded.
    fn content<'r>(
        &self,
        expected: &Body,
        response: &'r Response,
    ) -> Result<Option<(Difference, Cow<'r, [u8]>)>> {
        let because = |difference| Ok(Some((difference, Cow::default())));
        let coding = coding(response);
        if let Some(coding) = coding.filter(|coding| !is_accepted(coding, self.request)) {
            return because(Difference::Coding(CodingError::NotAccepted(coding)));
        }
        if *expected == Body::Any {
            return Ok(None);
        }
        if response.is_truncated {
            return because(Difference::TooLong(response.body.len()));
        }
        let file = expected.file().map(|path| self.site.file(path)).transpose()?;
        let limit = max_length(file.as_ref().map_or(0, |file| file.len()));
        let got = match expected {
            // A part of a coded document cannot be decoded.
            Body::Part(Whole::Response(_), _) => Ok(Cow::Borrowed(&response.body[..])),
            _ => decode(response, limit),
        };
        let got = match got {
            Ok(got) => got,
            Err(CodingError::TooLong(limit)) => return because(Difference::TooLong(limit)),
            Err(error) => return because(Difference::Coding(error)),
        };
        let is_same = match (expected, &file) {
            (Body::File(_), Some(file)) => *got == **file,
            (Body::Part(whole, part), _) => {
                let whole = self.whole(whole)?;
                whole.is_some_and(|whole| whole[part.range(whole.len())] == *got)
            }
            (Body::Text(text), _) => *got == *text.as_bytes(),
            (Body::Error, _) => is_error(&got),
            (Body::SameErrorAs(target), _) => {
                let other = (self.fetch)(&Request::get(target));
                is_error(&got) && other.is_some_and(|other| other.body == *got)
            }
            (_, _) => got.is_empty(),
        };
        Ok((!is_same).then(|| (Difference::Body(expected.clone()), got)))
    }
}

/// Returns whether a value is a media type in any notation, with any parameters if it has none.
fn is_media_type(value: &str, expected: &str) -> bool {
    let normalized = |text: &str| text.replace([' ', '"'], "").to_ascii_lowercase();
    let (value, expected) = (normalized(value), normalized(expected));
    value == expected || value.split(';').next() == Some(&*expected)
}

/// Returns whether a list includes a member, in any letter case.
fn includes(values: &[&str], member: &str) -> bool {
    let mut members = values.iter().flat_map(|value| value.split(','));
    members.any(|other| other.trim().eq_ignore_ascii_case(member))
}

/// Returns whether a value is an entity tag (RFC 9110, §8.8.3).
fn is_entity_tag(value: &str) -> bool {
    let opaque = value.strip_prefix("W/").unwrap_or(value);
    opaque.len() > 2 && opaque.starts_with('"') && opaque.ends_with('"')
}

/// Returns whether a body is an object with a message under `error` and nothing else, as the
/// interface promises for errors.
fn is_error(body: &[u8]) -> bool {
    if body.len() > max_length(0) {
        return false;
    }
    let members = serde_json::from_slice::<BTreeMap<String, String>>(body);
    members.is_ok_and(|members| {
        members.len() == 1 && members.get("error").is_some_and(|message| !message.is_empty())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accepts_only_objects_with_a_message_as_errors() {
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
}
