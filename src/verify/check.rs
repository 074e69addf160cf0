//! A check: a request, and the responses that the interface allows.

use std::fmt;

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
    /// The allowed responses.
    pub expected: Vec<ExpectedResponse>,
}

/// The identity of a check. The GET and HEAD checks of one resource differ only in the method.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct CheckId {
    /// What is requested, such as `profile` or `profile with an empty query`.
    pub kind: String,
    /// What the check is about.
    pub subject: Subject,
    /// The method of the request.
    pub method: &'static str,
}

/// What a check is about.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Subject {
    /// The interface itself; the consultant is only an example.
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

impl CheckId {
    /// Returns the id of the GET check of the same promise.
    #[must_use]
    pub fn of_get(&self) -> Self {
        Self { method: "GET", ..self.clone() }
    }
}

impl Subject {
    /// Returns a consultant as the subject, by identifier.
    pub fn consultant(id: &ConsultantId) -> Self {
        Self::Consultant(Name::Id(id.clone()))
    }
}

impl Check {
    pub(super) fn new(
        group: Group,
        kind: impl Into<String>,
        subject: Subject,
        request: Request,
        expected: impl Into<Vec<ExpectedResponse>>,
    ) -> Self {
        let id = CheckId { kind: kind.into(), subject, method: request.method };
        Self { id, group, request, expected: expected.into() }
    }

    /// Creates a check for which any consultant would do as an example.
    pub(super) fn of_interface(
        group: Group,
        kind: impl Into<String>,
        request: Request,
        expected: impl Into<Vec<ExpectedResponse>>,
    ) -> Self {
        Self::new(group, kind, Subject::Interface, request, expected)
    }

    /// Creates a check that a path has no document.
    pub(super) fn nothing(path: String, expected: ExpectedResponse) -> Self {
        let request = Request::get(&path);
        Self::new(Group::OtherPaths, "nothing", Subject::Path(path), request, [expected])
    }

    /// Returns the check that HEAD gets the same response as this GET, without the body.
    pub(super) fn head(&self, group: Group) -> Self {
        let expected = self.expected.iter().cloned();
        let expected: Vec<_> = expected.map(|response| response.head_of(&self.request)).collect();
        let request = self.request.with_method("HEAD");
        Self::new(group, &self.id.kind, self.id.subject.clone(), request, expected)
    }

    /// Adds a HEAD check for each GET check.
    pub(super) fn with_heads(mut checks: Vec<Self>) -> Vec<Self> {
        let heads: Vec<Self> = checks.iter().map(|check| check.head(Group::Head)).collect();
        checks.extend(heads);
        checks
    }
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

/// Defines the groups in the order of reports, each with its heading.
macro_rules! groups {
    ($($group:ident: $title:literal,)*) => {
        /// The headings under which reports list checks.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Group {
            $(#[doc = $title] $group,)*
        }

        impl Group {
            /// All groups in the order of reports.
            pub const ALL: [Self; 15] = [$(Self::$group),*];

            /// Returns the heading.
            pub fn title(self) -> &'static str {
                match self {
                    $(Self::$group => $title,)*
                }
            }
        }
    };
}

groups! {
    Profile: "profile",
    JsonResume: "JSON Resume",
    Photo: "photo",
    Format: "the `format` parameter",
    NotFound: "not found",
    Malformed: "malformed identifiers",
    Documents: "description, schema, page",
    Discovery: "discovery",
    OtherPaths: "other paths",
    Head: "HEAD",
    Methods: "other methods",
    Origins: "other origins",
    Revalidation: "entity tags",
    Ranges: "ranges",
    Compression: "compression",
}
