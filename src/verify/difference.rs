//! The differences of a response from the expected one.

use std::fmt;

use super::cause::HeaderProblem;
use super::content_coding::CodingError;
use super::exchange::TransportError;
use super::expected_response::{Body, ExpectedHeader, Status};
use super::schema_conformance::SchemaViolation;

/// One way in which a response differs from the expected one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Difference {
    /// No response arrived.
    NoResponse {
        /// The expected status.
        expected: Status,
        /// The reason.
        error: TransportError,
    },
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
        /// The expected header.
        expected: ExpectedHeader,
        /// All values of the response.
        got: Vec<String>,
        /// How the values differ.
        problem: HeaderProblem,
    },
    /// The body cannot be decoded, or must not be coded.
    Coding(CodingError),
    /// The body is longer than this many bytes, which is far more than expected.
    TooLong(usize),
    /// The body is another one.
    Body {
        /// The expected body.
        expected: Body,
        /// The number of bytes of the decoded body.
        length: usize,
    },
    /// The body is another one, and violates its schema.
    Schema(SchemaViolation),
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoResponse { expected, error } => write!(f, "expected {expected}: {error}"),
            Self::Status { expected, got } => write!(f, "status: expected {expected}, got {got}"),
            Self::Header { name, expected, got, problem } => {
                write!(f, "{name}: {problem}; expected {expected}, got {got:?}")
            }
            Self::Coding(error) => write!(f, "content-encoding: {error}"),
            Self::TooLong(limit) => write!(f, "body: longer than {limit} bytes"),
            Self::Schema(violation) => write!(f, "body: {violation}"),
            Self::Body { expected, length } => {
                write!(f, "body: expected {expected}, got {length} other bytes")
            }
        }
    }
}
