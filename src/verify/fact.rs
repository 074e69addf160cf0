//! Facts about the consultants and documents that a cause affects.
#![expect(missing_docs, reason = "variants and fields are named after what they mean")]

use jiff::Timestamp;

use super::exchange::Request;
use super::resource::{Document, Resource};
use crate::model::id::ConsultantId;

/// A consultant or document that a cause affects.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Affected {
    /// An active consultant, or one who should not be published.
    Consultant(ConsultantId),
    Path(String),
    /// Paths without a document.
    NotFound,
}

/// An observation about one consultant or document. It contains no values of profiles, and no names
/// of fields that only the deployed document has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fact {
    Document(Document),
    Path(String),
    Status(u16),
    Request(Request),
    HtmlPage,
    PhotoOf(ConsultantId),
    UnknownPhoto(Files),
    Files(Files),
    NotJson(Files),
    Kind { deployed: DocumentKind, local: DocumentKind },
    ProfileOf(ConsultantId),
    Modified { deployed: Timestamp, local: Timestamp },
    Fields { changed: Vec<String>, only_deployed: usize },
}

/// A deployed file and the local one, by length and the start of the SHA-256 digest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Files {
    pub deployed: (usize, String),
    pub local: (usize, String),
}

/// The kind of a JSON document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DocumentKind {
    Profile,
    JsonResume,
    Error,
    Other,
}

impl From<&Resource> for Affected {
    fn from(resource: &Resource) -> Self {
        match resource {
            Resource::Consultant(id, _) => Self::Consultant(id.clone()),
            Resource::Path(path) => Self::Path(path.clone()),
        }
    }
}
