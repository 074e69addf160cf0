//! The comparison of a response with an expected one.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::content_coding::{coding, decode, is_accepted};
use super::difference::Difference;
use super::exchange::{Request, Response, TransportError};
use super::expected_response::{ExpectedBody, ExpectedHeader, ExpectedResponse, Status};
use super::expected_site::ExpectedSite;
use super::file_difference::FileDifference;
use super::limits::max_length;
use crate::error::Error;

/// Compares what a request received with expected responses.
pub(super) struct ResponseComparison<'a> {
    pub(super) request: &'a Request,
    pub(super) site: &'a ExpectedSite,
    /// Fetches a response that another one is compared with.
    pub(super) fetch: &'a dyn Fn(&Request) -> Option<Arc<Response>>,
}

impl ResponseComparison<'_> {
    /// Compares a response with an expected one. Returns no differences if it is as expected.
    ///
    /// # Errors
    /// Returns an error if a published file cannot be rendered.
    pub(super) fn differences(
        &self,
        expected: &ExpectedResponse,
        received: &Result<Response, TransportError>,
    ) -> Result<Vec<Difference>, Error> {
        let response = match received {
            Err(TransportError::NoResponse) if expected.status == Status::NoResponse => {
                return Ok(Vec::new());
            }
            Err(error) => return Ok(vec![Difference::NoResponse(error.clone())]),
            Ok(response) => response,
        };
        let mut differences = Vec::new();
        if !expected.status.allows(response.status) {
            differences.push(Difference::status(expected.status.clone(), response));
        }
        for (name, header) in &expected.headers {
            let problem = self.header_problem(name, header, response)?;
            let difference = |problem| Difference::Header { name: name.clone(), problem };
            differences.extend(problem.map(difference));
        }
        differences.extend(self.body_difference(&expected.body, response)?);
        Ok(differences)
    }

    fn header_problem(
        &self,
        name: &str,
        expected: &ExpectedHeader,
        response: &Response,
    ) -> Result<Option<String>, Error> {
        use ExpectedHeader as E;
        let got = &response.values(name)[..];
        let not = |expected: &str| format!("not `{expected}`");
        let reference = |request: &Request| {
            let response = (self.fetch)(request)?;
            response.value(name).map(str::to_owned)
        };
        let (is_right, problem) = match (expected, got) {
            (E::Absent | E::LengthOf(_), []) => return Ok(None),
            (E::VaryIfCoded, _) if coding(response).is_none() => return Ok(None),
            // Its value may be private.
            (E::Absent, _) => (false, "must not be present".to_owned()),
            (_, []) => (false, "missing".to_owned()),
            (E::VaryIfCoded, _) => {
                let is_right = includes(got, "accept-encoding") || includes(got, "*");
                (is_right, not("Accept-Encoding"))
            }
            (E::Includes(members), _) => {
                let is_right = members.iter().all(|member| includes(got, member));
                (is_right, not(&members.join(", ")))
            }
            (_, [_, _, ..]) => (false, "present more than once".to_owned()),
            (E::Is(expected), [got]) if name == "content-type" => {
                (got == expected, media_type_problem(got, expected))
            }
            (E::Is(expected), [got]) => (got == expected, not(expected)),
            (E::MediaType(expected), [got]) => {
                (is_media_type(got, expected), media_type_problem(got, expected))
            }
            (E::LengthOf(path), [got]) => {
                let length = self.site.file(path)?.len().to_string();
                (*got == length, "not the length of the document".to_owned())
            }
            (E::SameAs(request), [got]) => {
                let is_right = reference(request).as_deref() == Some(*got);
                (is_right, "differs from that of the document itself".to_owned())
            }
            (_, [got]) if !is_entity_tag(got) => (false, "not an entity tag".to_owned()),
            (E::EntityTag(requests), [got]) => {
                let has_same = |request: &Request| {
                    (self.fetch)(request).is_some_and(|other| {
                        coding(&other) != coding(response) && other.value("etag") == Some(got)
                    })
                };
                let is_right = got.starts_with("W/") || !requests.iter().any(has_same);
                (is_right, "the same for different content codings".to_owned())
            }
            (E::DiffersFrom(request), [got]) => match reference(request) {
                None => (false, "missing for the other format".to_owned()),
                Some(other) => (other != *got, "the same for both formats".to_owned()),
            },
        };
        Ok((!is_right).then_some(problem))
    }

    fn body_difference(
        &self,
        expected: &ExpectedBody,
        response: &Response,
    ) -> Result<Option<Difference>, Error> {
        if coding(response).is_some_and(|coding| !is_accepted(&coding, self.request)) {
            return Ok(Some(Difference::coding("a coding that the request does not accept")));
        }
        let path = expected.file();
        let file = path.map(|path| self.site.file(path)).transpose()?;
        let limit = max_length(file.as_ref().map_or(0, |file| file.len()));
        let got = match expected {
            ExpectedBody::Any => return Ok(None),
            _ => match decode(response, limit) {
                Ok(got) => got,
                Err(difference) => return Ok(Some(difference)),
            },
        };
        let is_long = response.is_truncated || got.len() > limit;
        let (is_right, problem) = match expected {
            ExpectedBody::File(path) if is_long || file.as_deref() != Some(&*got) => {
                let limit = is_long.then_some(limit);
                let difference = FileDifference::of(self.site, path, response, &got, limit)?;
                return Ok(Some(Difference::File(difference)));
            }
            _ if is_long => (false, "far longer than expected"),
            ExpectedBody::Text(text) => (*got == *text.as_bytes(), "not the expected one"),
            ExpectedBody::Error | ExpectedBody::SameErrorAs(_) if !is_error(&got) => {
                (false, "not a JSON error")
            }
            ExpectedBody::File(_) | ExpectedBody::Error | ExpectedBody::Any => (true, ""),
            ExpectedBody::SameErrorAs(target) => {
                let other = (self.fetch)(&Request::get(target));
                let is_right = other.is_some_and(|other| other.body == *got);
                (is_right, "another error than for an unknown consultant")
            }
            ExpectedBody::HeadOf(_) | ExpectedBody::Empty => (got.is_empty(), "must be empty"),
        };
        Ok((!is_right).then_some(Difference::Body(problem)))
    }
}

/// Returns what is wrong with a media type. Anything else in its place is not shown.
fn media_type_problem(got: &str, expected: &str) -> String {
    let essence = got.split(';').next().unwrap_or_default().trim();
    let is_name = |name: &str| {
        // RFC 6838, §4.2.
        let is_allowed = |c: char| c.is_ascii_alphanumeric() || "!#$&-^_.+".contains(c);
        !name.is_empty() && name.len() <= 127 && name.chars().all(is_allowed)
    };
    match essence.split_once('/') {
        Some((kind, subtype)) if is_name(kind) && is_name(subtype) => {
            format!("`{essence}` instead of `{expected}`")
        }
        _ => format!("not `{expected}`"),
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
