//! A check: a request, and the responses that the interface allows.

use std::borrow::Cow;
use std::fmt;

use serde::Serialize;

use super::exchange::Request;
use super::expected_response::ExpectedResponse;
use crate::model::id::ConsultantId;

/// One promise of the interface as a request and its allowed responses.
#[derive(Debug, Clone)]
pub struct Check {
    /// The identity, which is stable and unique.
    pub id: CheckId,
    /// The heading in reports.
    pub group: Group,
    /// The request.
    pub request: Request,
    /// A header of the request whose value comes from another response.
    pub copied: Option<CopiedHeader>,
    /// The allowed responses.
    pub expected: Vec<ExpectedResponse>,
}

/// The identity of a check. Two checks that differ in the method only are about the same promise.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct CheckId {
    /// What is requested, such as `profile` or `profile with an empty query`.
    pub kind: Cow<'static, str>,
    /// What the check is about.
    pub subject: Subject,
    /// The method of the request.
    pub method: &'static str,
}

/// What a check is about.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Subject {
    /// The interface itself: any consultant would do as an example.
    Interface,
    /// One consultant.
    Consultant(Name),
    /// One path.
    Path(String),
    /// A path at which a withdrawn consultant may still be found.
    Withdrawn {
        /// The consultant.
        name: Name,
        /// The path and query.
        path: String,
        /// Whether the query is one that no cache has seen.
        bypasses_caches: bool,
    },
}

/// How a consultant is named in a report.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Name {
    /// By identifier.
    Id(ConsultantId),
    /// As an inactive consultant, by the position in the list of inactive ones, from 1.
    Inactive(usize),
}

/// A request header whose value comes from the response to another request. If that response does
/// not have it, the request is sent without the header.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct CopiedHeader {
    /// The header of the request.
    pub header: &'static str,
    /// The header of the response, in lower case.
    pub value_of: &'static str,
    /// The request whose response is used.
    pub response_to: Request,
}

impl CheckId {
    /// Returns the id of the GET check of the same promise.
    #[must_use]
    pub fn of_get(&self) -> Self {
        Self { method: "GET", ..self.clone() }
    }
}

impl Subject {
    /// A consultant by identifier.
    pub fn consultant(id: &ConsultantId) -> Self {
        Self::Consultant(Name::Id(id.clone()))
    }
}

impl Check {
    /// Creates a check of a GET request without further headers.
    pub fn get(
        group: Group,
        kind: impl Into<Cow<'static, str>>,
        subject: Subject,
        target: impl Into<String>,
        expected: ExpectedResponse,
    ) -> Self {
        Self::new(group, kind, subject, Request::get(target), vec![expected])
    }

    /// Creates a check of any request.
    pub fn new(
        group: Group,
        kind: impl Into<Cow<'static, str>>,
        subject: Subject,
        request: Request,
        expected: Vec<ExpectedResponse>,
    ) -> Self {
        Self {
            id: CheckId { kind: kind.into(), subject, method: request.method },
            group,
            request,
            copied: None,
            expected,
        }
    }

    /// Adds a header with the value that `value_of` has in the response to another request.
    #[must_use]
    pub fn with_copied(
        mut self,
        header: &'static str,
        value_of: &'static str,
        response_to: Request,
    ) -> Self {
        self.copied = Some(CopiedHeader { header, value_of, response_to });
        self
    }

    /// Returns the check that HEAD gets the same response as this GET, without the body.
    pub(super) fn head(&self, group: Group) -> Self {
        let expected = self.expected.iter().cloned();
        Self {
            id: CheckId { method: "HEAD", ..self.id.clone() },
            group,
            request: self.request.with_method("HEAD"),
            copied: None,
            expected: expected.map(|response| response.head_of(&self.request)).collect(),
        }
    }
}

impl fmt::Display for Check {
    /// Prints the request on one line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&describe(&self.request, self.copied.as_ref()))
    }
}

/// Describes a request on one line.
pub(super) fn describe(request: &Request, copied: Option<&CopiedHeader>) -> String {
    let copied = copied.map(|copied| {
        let (header, value_of) = (copied.header, copied.value_of);
        format!(", {header}: the {value_of} of {}", copied.response_to)
    });
    format!("{request}{}", copied.unwrap_or_default())
}

impl fmt::Display for CheckId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.method {
            "GET" => {}
            "HEAD" => f.write_str("HEAD of ")?,
            method => write!(f, "{method} to ")?,
        }
        let kind = &self.kind;
        match &self.subject {
            Subject::Interface => f.write_str(kind),
            Subject::Consultant(name) => write!(f, "{kind} of {name}"),
            Subject::Path(path) => write!(f, "{kind} at {path}"),
            Subject::Withdrawn { name, path, bypasses_caches } => {
                let past = if *bypasses_caches { " past caches" } else { "" };
                write!(f, "withdrawn {name}: {kind} at {path}{past}")
            }
        }
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Id(id) => id.fmt(f),
            Self::Inactive(number) => write!(f, "(inactive {number})"),
        }
    }
}

/// The headings under which reports list checks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Group {
    /// Profiles of active consultants.
    Profile,
    /// Their JSON Resumes.
    JsonResume,
    /// Their photos.
    Photo,
    /// The query parameter `format`.
    Format,
    /// Unknown and inactive consultants, and photos that do not exist.
    NotFound,
    /// Malformed identifiers.
    Malformed,
    /// The OpenAPI description, the schema and the page.
    Documents,
    /// Documents for programs that discover the interface.
    Discovery,
    /// Internal files, and paths that do not exist.
    OtherPaths,
    /// HEAD instead of GET.
    Head,
    /// Methods other than GET and HEAD.
    Methods,
    /// Cross-origin requests.
    Origins,
    /// Conditional requests.
    Revalidation,
    /// Range requests.
    Ranges,
    /// Content codings.
    Compression,
}

impl Group {
    /// All groups in the order of reports.
    pub const ALL: [Self; 15] = [
        Self::Profile,
        Self::JsonResume,
        Self::Photo,
        Self::Format,
        Self::NotFound,
        Self::Malformed,
        Self::Documents,
        Self::Discovery,
        Self::OtherPaths,
        Self::Head,
        Self::Methods,
        Self::Origins,
        Self::Revalidation,
        Self::Ranges,
        Self::Compression,
    ];

    /// Returns the heading.
    pub fn title(self) -> &'static str {
        match self {
            Self::Profile => "profile",
            Self::JsonResume => "JSON Resume",
            Self::Photo => "photo",
            Self::Format => "the `format` parameter",
            Self::NotFound => "not found",
            Self::Malformed => "malformed identifiers",
            Self::Documents => "description, schema, page",
            Self::Discovery => "discovery",
            Self::OtherPaths => "other paths",
            Self::Head => "HEAD",
            Self::Methods => "other methods",
            Self::Origins => "other origins",
            Self::Revalidation => "entity tags",
            Self::Ranges => "ranges",
            Self::Compression => "compression",
        }
    }
}
