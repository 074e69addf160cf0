//! The comparison of a response with an expected one.

use std::collections::{BTreeMap, BTreeSet};

use super::content_coding::{coding, decode, is_accepted};
use super::difference::Difference;
use super::exchange::{Request, Response};
use super::expected_response::{ExpectedBody, ExpectedHeader, ExpectedResponse};
use super::expected_site::ExpectedSite;
use super::limits::max_length;
use crate::error::Result;

/// Browsers refuse a response that has one of these headers twice, even with equal values.
const NEVER_TWICE: [&str; 2] = ["access-control-allow-origin", "cross-origin-resource-policy"];

/// Compares the response to a request with expected ones.
pub(super) struct ResponseComparison<'a> {
    pub(super) site: &'a ExpectedSite,
    pub(super) request: &'a Request,
    pub(super) response: &'a Response,
    /// The response to the check's reference.
    pub(super) reference: Option<&'a Response>,
}

impl ResponseComparison<'_> {
    /// Compares the response with an expected one. A response with another status is another response, so
    /// nothing else is compared.
    ///
    /// # Errors
    /// Returns an error if a published file cannot be rendered.
    pub(super) fn differences(&self, expected: &ExpectedResponse) -> Result<Vec<Difference>> {
        if !expected.status.allows(self.response.status) {
            let (expected, got) = (expected.status.clone(), self.response.status);
            return Ok(vec![Difference::Status { expected, got }]);
        }
        let headers = expected.headers.iter().filter_map(|(name, header)| {
            let problem = self.header_problem(name, header)?;
            Some(Difference::of_header(name, &problem, self.response))
        });
        Ok(headers.chain(self.body_difference(&expected.body)?).collect())
    }

    fn header_problem(&self, name: &str, expected: &ExpectedHeader) -> Option<String> {
        use ExpectedHeader as E;
        let mut got = self.response.values(name);
        if !NEVER_TWICE.contains(&name) {
            got.dedup();
        }
        let not = |expected: &str| format!("not `{expected}`");
        let (is_right, problem) = match (expected, &got[..]) {
            (E::Absent, []) => return None,
            (E::VaryIfCoded, _) if coding(self.response).is_none() => return None,
            (E::Absent, _) => (false, "must not be present".to_owned()),
            (E::Indexable, _) => (!includes(&got, "noindex"), "`noindex`".to_owned()),
            (_, []) => (false, "missing".to_owned()),
            (E::VaryIfCoded, _) => (includes(&got, "accept-encoding"), not("Accept-Encoding")),
            (E::Includes(all), _) => {
                (all.iter().all(|member| includes(&got, member)), not(&all.join(", ")))
            }
            (E::Set(all), _) => (members(&got) == members(&[all]), not(all)),
            (E::Links(all), _) => (links(&got).is_superset(&links(&[all])), not(all)),
            (_, [_, _, ..]) => (false, "present more than once".to_owned()),
            (E::Is(expected), [got]) => (got == expected, not(expected)),
            (E::MediaType(expected), [got]) => {
                match (is_type(got, expected), has_charset(got, expected)) {
                    (true, is_right) => {
                        (is_right, "a text in another charset than UTF-8".to_owned())
                    }
                    (false, _) => (false, not(expected)),
                }
            }
            (E::EntityTag, [got]) if !is_entity_tag(got) => (false, "not an entity tag".to_owned()),
            (E::EntityTag, [got]) => {
                let is_same = |other: &Response| {
                    other.value(name) == Some(got)
                        && other.status == self.response.status
                        && other.body != self.response.body
                };
                let is_right = got.starts_with("W/") || !self.reference.is_some_and(is_same);
                (is_right, "the same for different bodies".to_owned())
            }
        };
        (!is_right).then_some(problem)
    }

    fn body_difference(&self, expected: &ExpectedBody) -> Result<Option<Difference>> {
        let response = self.response;
        if *expected == ExpectedBody::Any {
            return Ok(None);
        }
        if coding(response).is_some_and(|coding| !is_accepted(&coding, self.request)) {
            return Ok(Some(Difference::coding(
                "a coding that the request does not accept",
                response,
            )));
        }
        let file = expected.file().map(|path| self.site.file(path)).transpose()?;
        let limit = max_length(file.as_ref().map_or(0, |file| file.len()));
        let got = match decode(response, limit) {
            Ok(got) => got,
            Err(difference) => return Ok(Some(difference)),
        };
        let is_long = response.body.len().max(got.len()) > limit;
        let (is_right, problem) = match expected {
            ExpectedBody::File(path) if is_long || file.as_deref() != Some(&*got) => {
                let limit = is_long.then_some(limit);
                return Difference::of_file(self.site, path, response, &got, limit).map(Some);
            }
            ExpectedBody::File(_) | ExpectedBody::Any => (true, ""),
            _ if is_long => (false, "far longer than expected"),
            ExpectedBody::Error if !is_error(&got) => (false, "not a JSON error"),
            ExpectedBody::Error => (
                self.reference.is_none_or(|other| other.body == *got),
                "differs from the 404 of an unknown consultant",
            ),
            ExpectedBody::HeadOf(_) | ExpectedBody::Empty => (got.is_empty(), "must be empty"),
        };
        let problem = problem.to_owned();
        Ok((!is_right).then_some(Difference::Body { cause: None, problem }))
    }
}

/// Returns whether two media types have the same type and subtype.
fn is_type(value: &str, expected: &str) -> bool {
    let essence = |text: &str| text.split(';').next().map(|it| it.trim().to_ascii_lowercase());
    essence(value) == essence(expected)
}

/// Returns whether a media type has the expected charset if it is a text. JSON has none (RFC 8259, §11).
fn has_charset(value: &str, expected: &str) -> bool {
    let value = value.to_ascii_lowercase().replace([' ', '\t', '"'], "");
    let charset = value.split(';').find_map(|one| one.strip_prefix("charset="));
    !value.starts_with("text/")
        || match charset {
            Some(charset) => ["utf-8", "utf8"].contains(&charset),
            None => !expected.contains("charset="),
        }
}

/// Returns the parts of a text between separators that are neither in quotes nor in `<>`.
fn parts(text: &str, separator: char) -> impl Iterator<Item = &str> {
    let (mut is_quoted, mut is_target) = (false, false);
    let parts = text.split(move |letter| {
        match letter {
            '"' => is_quoted = !is_quoted,
            '<' | '>' if !is_quoted => is_target = letter == '<',
            _ => {}
        }
        letter == separator && !is_quoted && !is_target
    });
    parts.map(str::trim)
}

/// Returns the members of a list (RFC 9110, §5.6.1), in lower case and without quotes, which a directive can have or not
/// (RFC 9111, §5.2).
fn members(values: &[&str]) -> BTreeSet<String> {
    let members = values.iter().flat_map(|value| parts(value, ','));
    members.map(|member| member.to_ascii_lowercase().replace('"', "")).collect()
}

/// Returns links, each as its target and parameters (RFC 8288, §3).
fn links(values: &[&str]) -> BTreeSet<(String, BTreeSet<String>)> {
    let links = values.iter().flat_map(|value| parts(value, ',')).map(|link| {
        let mut parts = parts(link, ';');
        let target = parts.next().unwrap_or_default().to_owned();
        let parameter = |it: &str| it.to_ascii_lowercase().replace([' ', '\t', '"'], "");
        (target, parts.map(parameter).collect())
    });
    links.collect()
}

/// Returns whether a list includes a member, in any letter case.
fn includes(values: &[&str], member: &str) -> bool {
    members(values).contains(&member.to_ascii_lowercase())
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
    fn compares_media_types_by_meaning() {
        for (value, expected) in [
            ("application/json; charset=utf-8", "application/json"),
            ("Application/JSON", "application/json"),
            ("image/jpeg;q=1", "image/jpeg"),
            ("text/html; charset=UTF-8", "text/html"),
            ("text/plain;charset=\"UTF-8\"; x=y", "text/plain; charset=utf-8"),
        ] {
            assert!(is_type(value, expected) && has_charset(value, expected), "{value}");
        }
        for (value, expected) in [
            ("application/jsonp", "application/json"),
            ("text/html; charset=iso-8859-1", "text/html"),
            ("text/plain", "text/plain; charset=utf-8"),
            ("", "application/json"),
        ] {
            assert!(!(is_type(value, expected) && has_charset(value, expected)), "{value}");
        }
    }

    #[test]
    fn compares_links_by_meaning() {
        let expected = links(&[r#"</a>; rel="x"; type="a/b", </c,d>; rel="y""#]);
        for values in [
            &[r#"</c,d>;rel=y"#, r#"</a>; TYPE=a/b ;rel="X""#][..],
            &[
                r#"<https://cdn.example/>; rel="preload"; title="a, b", </a>; rel=x; type="a/b",</c,d>; rel=y"#,
            ],
        ] {
            assert!(links(values).is_superset(&expected), "{values:?}");
        }
        for value in [
            r#"</a>; rel="x"; type="a/b""#,
            r#"</A>; rel="x"; type="a/b", </c,d>; rel="y""#,
            r#"</a>; rel="x"; type="a/b", </c,d>; rel="y"; anchor="/""#,
            "",
        ] {
            assert!(!links(&[value]).is_superset(&expected), "{value}");
        }
    }

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
