//! The ways in which a response can differ from the expected one, as reports show them.
//!
//! Of a response, a difference has only the status, the media type, lengths, digests, names of fields
//! that the local document has, and the scheme and host of a redirect.

use std::fmt;

use fluent_uri::UriRef;

use super::cause::Cause;
use super::exchange::{Response, TransportError};
use super::expected_response::Status;
use super::redaction::Redactor;

/// One way in which a response differs from the expected one.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "fields are named after what they mean")]
pub enum Difference {
    /// No complete response arrived.
    NoResponse(TransportError),
    /// Another status. A redirect leads to a scheme and host, or to another place that is described.
    Status { expected: Status, got: u16, redirect: Option<String> },
    /// A header by its name in lower case, and what is wrong with it.
    Header { name: String, problem: String },
    /// What is wrong with the body, and the cause if the body shows it.
    Body { cause: Option<Cause>, problem: String },
}

impl Difference {
    /// Returns the difference of a status that is not expected.
    pub(super) fn status(expected: Status, response: &Response) -> Self {
        let got = response.status;
        let is_redirect = (300..400).contains(&got) && got != 304;
        let redirect = is_redirect.then(|| destination(response.value("location")));
        Self::Status { expected, got, redirect }
    }

    /// Returns a difference in the content coding.
    pub(super) fn coding(problem: &str) -> Self {
        Self::Header { name: "content-encoding".to_owned(), problem: problem.to_owned() }
    }

    /// Returns whether the difference follows from the cause of its check: headers do not depend on the content of a
    /// document, but their media type can.
    pub(super) fn follows_from(&self, cause: Cause) -> bool {
        match self {
            Self::Header { name, .. } if !cause.concerns_server() => {
                name == "content-type" && matches!(cause, Cause::HtmlPage | Cause::OtherPhoto)
            }
            _ => true,
        }
    }

    /// Returns the stable code for programs. The cause of a difference, if it is known, has its own.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NoResponse(_) => "no-answer",
            Self::Status { .. } => "status",
            Self::Header { .. } => "field",
            Self::Body { .. } => "body",
        }
    }

    /// Returns what to do about a difference without a cause.
    pub fn hint(&self) -> &'static str {
        match self {
            Self::NoResponse(_) => {
                "check that the server is running, and that no firewall or proxy closes the connection"
            }
            Self::Header { name, .. } if name == "set-cookie" => {
                "everything is public and cached: turn off cookies for analytics or sessions, at least for /api"
            }
            _ => {
                "deploy the rules of the host again; if they are current, find the proxy that changes responses"
            }
        }
    }

    /// Returns whether the status is not the expected one.
    pub(super) fn is_of_status(&self) -> bool {
        matches!(self, Self::Status { .. })
    }

    /// Returns whether both are the same, whatever status is expected.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Status { got, .. }, Self::Status { got: other, .. }) => got == other,
            _ => self == other,
        }
    }

    /// Hides text from the server that contains a secret.
    pub(super) fn redact(&mut self, redactor: &Redactor) {
        match self {
            Self::Status { redirect: Some(text), .. } | Self::Header { problem: text, .. } => {
                redactor.redact(text);
            }
            Self::NoResponse(error) => error.redact(redactor),
            Self::Status { .. } | Self::Body { .. } => {}
        }
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoResponse(error) => error.fmt(f),
            Self::Status { got, redirect: Some(to), .. } => write!(f, "redirect ({got}) to {to}"),
            Self::Status { expected, got, .. } => write!(f, "status {got} instead of {expected}"),
            Self::Header { name, problem } => write!(f, "{}: {problem}", capitalized(name)),
            Self::Body { problem, .. } => write!(f, "body: {problem}"),
        }
    }
}

/// Returns the scheme and host of a location (RFC 9110, §10.2.2).
fn destination(location: Option<&str>) -> String {
    let invalid = || "an invalid URL".to_owned();
    let Some(url) = location.and_then(|location| UriRef::parse(location).ok()) else {
        return invalid();
    };
    let scheme = url.scheme().map(|scheme| scheme.as_str().to_ascii_lowercase());
    match (scheme.as_deref(), url.authority()) {
        (None, None) => "another path of the site".to_owned(),
        (scheme @ (None | Some("http" | "https")), Some(authority))
            if is_host(authority.host()) =>
        {
            let scheme = scheme.map(|scheme| format!("{scheme}:")).unwrap_or_default();
            let port = authority.port().map(|port| format!(":{port}")).unwrap_or_default();
            format!("{scheme}//{}{port}", authority.host())
        }
        _ => invalid(),
    }
}

/// Returns whether a text is a host without percent-encoding, which could hide any text.
fn is_host(text: &str) -> bool {
    let is_allowed = |c: char| c.is_ascii_alphanumeric() || "-._:[]".contains(c);
    !text.is_empty() && text.chars().all(is_allowed)
}

/// Returns the name of a header as it is usually written.
fn capitalized(name: &str) -> String {
    let words = name.split('-').map(|word| match word {
        "etag" => "ETag".to_owned(),
        _ => word[..1].to_ascii_uppercase() + &word[1..],
    });
    words.collect::<Vec<String>>().join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn redirects_have_a_scheme_and_a_host_only() {
        for (location, expected) in [
            (Some("https://b.example.com:8443/z?y#x"), "https://b.example.com:8443"),
            (Some("HTTP://user:secret@127.0.0.1/"), "http://127.0.0.1"),
            (Some("//b.example.com/z"), "//b.example.com"),
            (Some("http://[::1]"), "http://[::1]"),
            (Some("/login?next=/api"), "another path of the site"),
            (Some("mailto:anna@example.com"), "an invalid URL"),
            (Some("file:///etc/passwd"), "an invalid URL"),
            (Some("https://user%3Asecret.example.com/"), "an invalid URL"),
            (Some("http://"), "an invalid URL"),
            (Some("a b"), "an invalid URL"),
            (None, "an invalid URL"),
        ] {
            assert_eq!(destination(location), expected, "{location:?}");
        }
    }
}
