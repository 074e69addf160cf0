//! The comparison of a response with an expected one.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use super::content_coding::{coding, decode, is_accepted};
use super::difference::{BodyProblem, Difference, HeaderProblem};
use super::exchange::{Request, Response, TransportError};
use super::expected_response::{Body, ExpectedHeader, ExpectedResponse, Status, Whole};
use super::expected_site::ExpectedSite;
use super::limits::max_length;
use crate::error::Error;

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
    /// Returns an error if a published file cannot be rendered.
    pub(super) fn differences(
        &self,
        expected: &ExpectedResponse,
        outcome: &Result<Response, TransportError>,
    ) -> Result<Vec<Difference>, Error> {
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
            let problem = self.header_problem(name, header, response)?;
            let difference = |problem| Difference::Header { name: name.clone(), problem };
            differences.extend(problem.map(difference));
        }
        differences.extend(self.body_differences(&expected.body, response)?);
        Ok(differences)
    }

    fn header_problem(
        &self,
        name: &str,
        expected: &ExpectedHeader,
        response: &Response,
    ) -> Result<Option<HeaderProblem>, Error> {
        use ExpectedHeader as E;
        use HeaderProblem as P;
        let got = &response.values(name)[..];
        let value =
            |expected: &str| P::Value { got: got.join(", "), expected: expected.to_owned() };
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
                let is_right = includes(got, "accept-encoding") || includes(got, "*");
                (is_right, value("Accept-Encoding"))
            }
            (E::Includes(members), _) => {
                let is_right = members.iter().all(|member| includes(got, member));
                (is_right, value(&members.join(", ")))
            }
            (_, [_, _, ..]) => (false, P::Repeated),
            (E::Is(expected), [got]) => (got == expected, value(expected)),
            (E::MediaType(expected), [got]) => (is_media_type(got, expected), value(expected)),
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

    fn whole(&self, whole: &Whole) -> Result<Option<Vec<u8>>, Error> {
        Ok(match whole {
            Whole::File(path) => Some(self.site.file(path)?.to_vec()),
            Whole::Response(request) => (self.fetch)(request).map(|whole| whole.body.clone()),
        })
    }

    fn body_differences(
        &self,
        expected: &Body,
        response: &Response,
    ) -> Result<Vec<Difference>, Error> {
        use BodyProblem as P;
        let coding = coding(response);
        if let Some(coding) = coding.filter(|coding| !is_accepted(coding, self.request)) {
            return Ok(vec![Difference::coding(HeaderProblem::NotAccepted(coding))]);
        }
        if *expected == Body::Any {
            return Ok(Vec::new());
        }
        if response.is_truncated {
            return Ok(vec![Difference::Body(P::TooLong(response.body.len()))]);
        }
        let file = expected.file().map(|path| self.site.file(path)).transpose()?;
        let limit = max_length(file.as_ref().map_or(0, |file| file.len()));
        let got = match expected {
            // A part of a coded document cannot be decoded.
            Body::Part(Whole::Response(_), _) => Cow::Borrowed(&response.body[..]),
            _ => match decode(response, limit) {
                Ok(got) => got,
                Err(difference) => return Ok(vec![difference]),
            },
        };
        let (is_right, problem) = match expected {
            Body::File(path) => (file.as_deref() == Some(&*got), P::OtherFile(path.clone())),
            Body::Part(whole, part) => {
                let whole = self.whole(whole)?;
                let part = whole.as_ref().map(|whole| &whole[part.range(whole.len())]);
                (part == Some(&*got), P::WrongRange)
            }
            Body::Text(text) => (*got == *text.as_bytes(), P::Other),
            Body::Error => (is_error(&got), P::NotError),
            Body::SameErrorAs(target) => {
                let other = (self.fetch)(&Request::get(target));
                (is_error(&got) && other.is_some_and(|other| other.body == *got), P::OtherError)
            }
            Body::HeadOf(_) | Body::Empty | Body::Any => (got.is_empty(), P::NotEmpty),
        };
        if is_right {
            return Ok(Vec::new());
        }
        // Another status has another kind of body.
        let violation = match &problem {
            P::OtherFile(path) if response.status == 200 => self.site.schema_violation(path, &got),
            _ => None,
        };
        Ok([problem].into_iter().chain(violation).map(Difference::Body).collect())
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
