//! The ways in which a response can differ from the expected one, as reports show them.
//!
//! Of a response, a difference has only the status, lengths, digests, and names of fields that the local
//! document has.

use std::fmt;

use super::cause::Cause;
use super::exchange::TransportError;
use super::expected_response::Status;

/// One way in which a response differs from the expected one.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "fields are named after what they mean")]
pub enum Difference {
    /// No complete response arrived.
    NoResponse(TransportError),
    /// Another status.
    Status { expected: Status, got: u16 },
    /// A header by its name in lower case, and what is wrong with it.
    Header { name: String, problem: String },
    /// What is wrong with the body, and the cause if the body shows it.
    Body { cause: Option<Cause>, problem: String },
}

impl Difference {
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
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoResponse(error) => error.fmt(f),
            Self::Status { expected, got } => write!(f, "status {got} instead of {expected}"),
            Self::Header { name, problem } => write!(f, "{}: {problem}", capitalized(name)),
            Self::Body { problem, .. } => write!(f, "body: {problem}"),
        }
    }
}

/// Returns the name of a header as it is usually written.
fn capitalized(name: &str) -> String {
    let words = name.split('-').map(|word| match word {
        "etag" => "ETag".to_owned(),
        _ => word[..1].to_ascii_uppercase() + &word[1..],
    });
    words.collect::<Vec<String>>().join("-")
}
