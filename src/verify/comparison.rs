//! The comparison of a response with an expected one.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::cause::HeaderProblem;
use super::content_coding::{self, CodingError, coding, decode};
use super::difference::Difference;
use super::exchange::{Request, Response, TransportError};
use super::expected_response::{Body, ExpectedHeader, ExpectedResponse, Status};
use super::expected_site::ExpectedSite;
use super::limits::max_length;
use crate::error::Result;

/// Fetches the responses that another response is compared with.
pub(super) trait References {
    fn fetch(&self, request: &Request) -> std::result::Result<Arc<Response>, TransportError>;
}

/// Compares an outcome with an expected response. Returns no differences if it is as expected.
///
/// # Errors
/// If a published file cannot be rendered.
pub(super) fn compare(
    expected: &ExpectedResponse,
    request: &Request,
    outcome: &std::result::Result<Response, TransportError>,
    site: &ExpectedSite,
    references: &dyn References,
) -> Result<Vec<Difference>> {
    let response = match (outcome, &expected.status) {
        (Err(TransportError::NoResponse), Status::NoResponse) => return Ok(Vec::new()),
        (Err(error), status) => {
            return Ok(vec![Difference::NoResponse {
                expected: status.clone(),
                error: error.clone(),
            }]);
        }
        (Ok(response), _) => response,
    };
    let mut differences = Vec::new();
    if !expected.status.allows(response.status) {
        differences
            .push(Difference::Status { expected: expected.status.clone(), got: response.status });
    }
    let comparison = Comparison { request, response, site, references };
    for (name, header) in &expected.headers {
        let problem = comparison.header(name, header)?;
        differences.extend(problem.map(|problem| Difference::Header {
            name: name.clone(),
            expected: header.clone(),
            got: response.values(name).into_iter().map(str::to_owned).collect(),
            problem,
        }));
    }
    differences.extend(comparison.content(&expected.body)?);
    Ok(differences)
}

/// A response, and what it is compared with.
struct Comparison<'a> {
    request: &'a Request,
    response: &'a Response,
    site: &'a ExpectedSite,
    references: &'a dyn References,
}

impl Comparison<'_> {
    fn header(&self, name: &str, expected: &ExpectedHeader) -> Result<Option<HeaderProblem>> {
        use ExpectedHeader as E;
        let got = self.response.values(name);
        let wrong = |is_right: bool, problem| Ok((!is_right).then_some(problem));
        let value = || HeaderProblem::Value { got: got.join(", "), expected: expected.clone() };
        match (expected, &got[..]) {
            (E::Absent | E::IfPresent(_) | E::LengthOf(_), []) => Ok(None),
            (E::Absent, _) => Ok(Some(HeaderProblem::Unexpected)),
            (E::VaryIfCoded, _) if coding(self.response).is_none() => Ok(None),
            (_, []) => Ok(Some(HeaderProblem::Missing)),
            (E::VaryIfCoded, values) => {
                let is_right = includes(values, "accept-encoding") || includes(values, "*");
                wrong(is_right, value())
            }
            (E::Includes(members), values) => {
                wrong(members.iter().all(|member| includes(values, member)), value())
            }
            (_, [_, _, ..]) => Ok(Some(HeaderProblem::Repeated)),
            (E::Is(expected) | E::IfPresent(expected), [got]) => wrong(got == expected, value()),
            (E::MediaType(expected), [got]) => {
                wrong(got.split(';').next().map(str::trim) == Some(*expected), value())
            }
            (E::Utf8(expected), [got]) => {
                let got = got.replace([' ', '"'], "").to_ascii_lowercase();
                wrong(got.split_once(';') == Some((*expected, "charset=utf-8")), value())
            }
            (E::LengthOf(path), [got]) => {
                let length = self.site.file(path)?.len().to_string();
                wrong(*got == length, HeaderProblem::WrongLength)
            }
            (E::RangeOf(path, part), [got]) => {
                let range = part.content_range(self.site.file(path)?.len());
                wrong(*got == range, HeaderProblem::WrongRange)
            }
            (E::RangeOfCoded(request, part), [got]) => {
                let whole = self.references.fetch(request);
                let is_right =
                    whole.is_ok_and(|whole| *got == part.content_range(whole.body.len()));
                wrong(is_right, HeaderProblem::WrongRange)
            }
            (E::SameAs(request), [got]) => {
                let is_right = self.reference(request, name).as_deref() == Some(*got);
                wrong(is_right, HeaderProblem::DiffersFromDocument)
            }
            (E::EntityTag | E::EntityTagPerCoding(_) | E::DiffersFrom(_), [got]) => {
                Ok(self.entity_tag(expected, got))
            }
        }
    }

    fn entity_tag(&self, expected: &ExpectedHeader, got: &str) -> Option<HeaderProblem> {
        if !is_entity_tag(got) {
            return Some(HeaderProblem::NotEntityTag);
        }
        match expected {
            ExpectedHeader::EntityTagPerCoding(requests) if !got.starts_with("W/") => {
                let own = coding(self.response);
                let has_same = |request: &Request| {
                    let other = self.references.fetch(request);
                    other.is_ok_and(|other| {
                        coding(&other) != own && other.value("etag") == Some(got)
                    })
                };
                let is_shared = requests.iter().any(has_same);
                is_shared.then_some(HeaderProblem::SameForCodings)
            }
            ExpectedHeader::DiffersFrom(request) => match self.reference(request, "etag") {
                None => Some(HeaderProblem::MissingInOtherFormat),
                Some(other) => (other == got).then_some(HeaderProblem::SameForBothFormats),
            },
            _ => None,
        }
    }

    fn reference(&self, request: &Request, name: &str) -> Option<String> {
        let response = self.references.fetch(request).ok()?;
        response.value(name).map(str::to_owned)
    }

    fn content(&self, expected: &Body) -> Result<Vec<Difference>> {
        let coding = coding(self.response);
        let not_accepted =
            coding.filter(|coding| !content_coding::is_accepted(coding, self.request));
        if let Some(coding) = not_accepted {
            return Ok(vec![Difference::Coding(CodingError::NotAccepted(coding))]);
        }
        if *expected == Body::Any {
            return Ok(Vec::new());
        }
        if self.response.is_truncated {
            return Ok(vec![Difference::TooLong(self.response.body.len())]);
        }
        // A part of a coded document cannot be decoded.
        let raw = &self.response.body[..];
        if let Body::PartOfCoded(request, part) = expected {
            let whole = self.references.fetch(request);
            let is_same =
                whole.is_ok_and(|whole| whole.body.get(part.range(whole.body.len())) == Some(raw));
            return Ok(self.other_content(is_same, expected, raw));
        }
        let file = expected.file().map(|path| self.site.file(path)).transpose()?;
        let limit = max_length(file.as_ref().map_or(0, |file| file.len()));
        let got = match decode(self.response, limit) {
            Ok(got) => got,
            Err(CodingError::TooLong(limit)) => return Ok(vec![Difference::TooLong(limit)]),
            Err(error) => return Ok(vec![Difference::Coding(error)]),
        };
        let is_same = match (expected, &file) {
            (Body::File(_), Some(file)) => *got == **file,
            (Body::Part(_, part), Some(file)) => *got == file[part.range(file.len())],
            (Body::Text(text), _) => *got == *text.as_bytes(),
            (Body::Error, _) => is_error(&got),
            (Body::SameErrorAs(target), _) => {
                let same = self.references.fetch(&Request::get(target));
                is_error(&got) && same.is_ok_and(|response| response.body == *got)
            }
            (_, _) => got.is_empty(),
        };
        Ok(self.other_content(is_same, expected, &got))
    }

    /// Returns that the content is another one, and whether consumers can read it all the same.
    fn other_content(&self, is_same: bool, expected: &Body, got: &[u8]) -> Vec<Difference> {
        if is_same {
            return Vec::new();
        }
        let mut differences =
            vec![Difference::Body { expected: expected.clone(), length: got.len() }];
        // Another status has another kind of body.
        if let (Body::File(path), 200) = (expected, self.response.status) {
            let violation = self.site.schema_violation(path, got);
            differences.extend(violation.map(Difference::Schema));
        }
        differences
    }
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
