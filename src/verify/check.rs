//! A check: a request, and the responses that the interface allows.

use std::fmt;

use super::exchange::Request;
use super::expected_response::ExpectedResponse;

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
    /// What is requested, such as `profile of anna` or `profile with an empty query`.
    pub name: String,
    /// The method of the request.
    pub method: &'static str,
}

impl CheckId {
    /// Returns the id of the GET check of the same promise.
    #[must_use]
    pub fn of_get(&self) -> Self {
        Self { method: "GET", ..self.clone() }
    }
}

impl fmt::Display for CheckId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.method {
            "GET" => f.write_str(&self.name),
            "HEAD" => write!(f, "HEAD of {}", self.name),
            method => write!(f, "{method} to {}", self.name),
        }
    }
}

impl Check {
    pub(super) fn new(
        group: Group,
        name: impl Into<String>,
        request: Request,
        expected: impl Into<Vec<ExpectedResponse>>,
    ) -> Self {
        let id = CheckId { name: name.into(), method: request.method };
        Self { id, group, request, expected: expected.into() }
    }

    /// Creates a check that a path has no document.
    pub(super) fn nothing(path: &str, expected: ExpectedResponse) -> Self {
        let name = format!("nothing at {path}");
        Self::new(Group::OtherPaths, name, Request::get(path), [expected])
    }

    /// Returns the check that HEAD gets the same response as this GET, without the body.
    pub(super) fn head(&self, group: Group) -> Self {
        let expected = self.expected.iter().cloned();
        let expected: Vec<_> = expected.map(|response| response.head_of(&self.request)).collect();
        Self::new(group, &self.id.name, self.request.with_method("HEAD"), expected)
    }

    /// Adds a HEAD check for each GET check.
    pub(super) fn with_heads(mut checks: Vec<Self>) -> Vec<Self> {
        let heads: Vec<Self> = checks.iter().map(|check| check.head(Group::Head)).collect();
        checks.extend(heads);
        checks
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
