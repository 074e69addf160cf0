//! A check: a request, and the responses that the interface allows.

use super::exchange::Request;
use super::expected_response::ExpectedResponse;

/// The start of the name of a HEAD check, before the name of the GET check of the same resource.
pub(super) const HEAD_OF: &str = "HEAD of ";

/// One promise of the interface as a request and its allowed responses.
#[derive(Debug, Clone)]
pub struct Check {
    /// The name, which is stable and unique: `profile of anna`, `HEAD of profile of anna`.
    pub name: String,
    /// The heading in reports.
    pub group: Group,
    /// The request.
    pub request: Request,
    /// The allowed responses.
    pub expected: Vec<ExpectedResponse>,
}

impl Check {
    pub(super) fn new(
        group: Group,
        name: impl Into<String>,
        request: Request,
        expected: impl Into<Vec<ExpectedResponse>>,
    ) -> Self {
        Self { name: name.into(), group, request, expected: expected.into() }
    }

    /// Creates a check that a path has no document.
    pub(super) fn nothing(path: &str, expected: ExpectedResponse) -> Self {
        let name = format!("nothing at {path}");
        Self::new(Group::OtherPaths, name, Request::get(path), [expected])
    }

    /// Returns the path of the published file that is expected, unless it is an alternative.
    pub(super) fn file(&self) -> Option<&str> {
        self.expected.first()?.body.file()
    }

    /// Returns the check that HEAD gets the same response as this GET, without the body.
    pub(super) fn head(&self, group: Group) -> Self {
        let expected = self.expected.iter().cloned();
        let expected: Vec<_> = expected.map(|response| response.head_of(&self.request)).collect();
        let name = format!("{HEAD_OF}{}", self.name);
        Self::new(group, name, self.request.with_method("HEAD"), expected)
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
            pub const ALL: [Self; 14] = [$(Self::$group),*];

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
    Compression: "compression",
}
