//! A check: a request, and the response that the interface promises.

use super::exchange::Request;
use super::expected_response::{ExpectedHeader, ExpectedResponse};
use super::resource::target_of_file;

/// One promise of the interface as a request and a response.
#[derive(Debug, Clone)]
pub struct Check {
    /// The name, which is stable and unique: `profile of anna`, `HEAD of profile of anna`.
    pub name: String,
    /// The heading in reports.
    pub group: Group,
    /// The request.
    pub request: Request,
    /// Another request, with whose response the response is compared.
    pub(super) reference: Option<Request>,
    /// The response that the interface promises.
    pub expected: ExpectedResponse,
}

impl Check {
    pub(super) fn new(
        group: Group,
        name: impl Into<String>,
        request: Request,
        expected: ExpectedResponse,
    ) -> Self {
        Self { name: name.into(), group, request, reference: None, expected }
    }

    /// Sets the request with whose response the response is compared.
    #[must_use]
    pub(super) fn compared_with(self, reference: &Request) -> Self {
        Self { reference: Some(reference.clone()), ..self }
    }

    /// Returns the request with whose response the response is compared.
    pub(super) fn reference(&self) -> Option<Request> {
        match self.request.revalidates {
            true => Some(Request { revalidates: false, ..self.request.clone() }),
            false => self.reference.clone(),
        }
    }

    /// Creates a check that a path has no document.
    pub(super) fn nothing(path: &str, expected: ExpectedResponse) -> Self {
        let name = format!("nothing at {path}");
        Self::new(Group::OtherPaths, name, Request::get(path), expected)
    }

    /// Returns the target of the expected document, or of the request if no document is expected.
    pub(super) fn target(&self) -> String {
        let file = self.expected.body.file();
        file.map_or_else(|| self.request.target.clone(), target_of_file)
    }

    /// Returns the check that clients which accept gzip get the same document, if one is expected.
    pub(super) fn as_gzip(&self) -> Option<Self> {
        self.expected.body.file()?;
        let expected = self.expected.clone().with("vary", ExpectedHeader::VaryIfCoded);
        Some(Self { group: Group::Compression, ..self.accepting("gzip", expected) })
    }

    /// Returns this check and those that clients which accept a content coding get the same status: a cache
    /// stores a response for each coding, and a server may have a file for each.
    pub(super) fn in_codings(self) -> [Self; 3] {
        let status = ExpectedResponse::of(self.expected.status.clone());
        let [gzip, br] = ["gzip", "br"].map(|coding| self.accepting(coding, status.clone()));
        [self, gzip, br]
    }

    fn accepting(&self, coding: &str, expected: ExpectedResponse) -> Self {
        let request = self.request.clone().with("Accept-Encoding", coding);
        Self::new(self.group, format!("{} as {coding}", self.name), request, expected)
    }

    /// Returns the check that HEAD gets the same response as this GET, without the body.
    fn head(&self) -> Self {
        let expected = self.expected.clone().head();
        let name = format!("HEAD of {}", self.name);
        Self::new(Group::Head, name, self.request.with_method("HEAD"), expected)
    }

    /// Adds a HEAD check for each plain GET check, and one with gzip for each document.
    pub(super) fn with_variants(mut checks: Vec<Self>) -> Vec<Self> {
        let heads = checks.iter().filter(|check| check.request.headers.is_empty()).map(Self::head);
        let gzip = |check: &Self| Some(check.as_gzip()?.compared_with(&check.request));
        let variants: Vec<Self> = heads.chain(checks.iter().filter_map(gzip)).collect();
        checks.extend(variants);
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
