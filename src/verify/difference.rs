//! The ways in which a response can differ from the expected one.
#![expect(missing_docs, reason = "variants and fields are named after what they mean")]

use super::exchange::TransportError;
use super::expected_response::Status;

/// One way in which a response differs from the expected one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Difference {
    NoResponse(TransportError),
    Status {
        expected: Status,
        got: u16,
    },
    /// A header by its name in lower case.
    Header {
        name: String,
        problem: HeaderProblem,
    },
    Body(BodyProblem),
}

/// How a header differs from the expected one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HeaderProblem {
    /// It must not be present. Its value may be private.
    Unexpected,
    Missing,
    Repeated,
    NotEntityTag,
    SameForCodings,
    DiffersFromDocument,
    MissingInOtherFormat,
    SameForBothFormats,
    WrongRange,
    WrongLength,
    Value {
        got: String,
        expected: String,
    },
    /// The request does not accept this content coding.
    NotAccepted(String),
    /// The body does not have the named content coding, for this reason of the decoder.
    NotDecodable {
        coding: String,
        why: String,
    },
}

/// How a body differs from the expected one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BodyProblem {
    NotError,
    OtherError,
    NotEmpty,
    WrongRange,
    /// It is not the published file at this path.
    OtherFile(String),
    Other,
    /// It is longer than this many bytes, which is far more than expected.
    TooLong(usize),
    /// It is not JSON, or has far more values than the expected document.
    NotJson,
    ViolatesSchema(Vec<ViolatedKeyword>),
}

/// A keyword of a schema, and where a document violates it, without any of its values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ViolatedKeyword {
    /// The name, such as `maxLength`.
    pub keyword: String,
    /// A JSON pointer to the value.
    pub pointer: String,
}

/// Headers that depend on the content of a document.
const CONTENT_HEADERS: [&str; 4] = ["etag", "content-length", "content-range", "last-modified"];

impl Difference {
    /// Returns whether it is in a header that depends on the content.
    pub(super) fn follows_content(&self) -> bool {
        matches!(self, Self::Header { name, .. } if CONTENT_HEADERS.contains(&name.as_str()))
    }

    /// Returns a difference in the content coding.
    pub(super) fn coding(problem: HeaderProblem) -> Self {
        Self::Header { name: "content-encoding".to_owned(), problem }
    }
}
