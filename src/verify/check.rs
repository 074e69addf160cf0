//! A check: one request, and what has to be answered to it.

use std::fmt;

use serde::Serialize;

use super::exchange::Request;
use super::expected_response::ExpectedResponse;

/// One promise, put as a question.
#[derive(Debug, Clone)]
pub struct Check {
    /// Stable, and no other check's: `profile of anna-berg`.
    pub name: String,
    /// The heading it belongs under.
    pub group: Group,
    /// What is asked.
    pub request: Request,
    /// A field of the request whose value is taken from another answer.
    pub copied: Option<Copied>,
    /// Any of these has to be answered.
    pub wanted: Vec<ExpectedResponse>,
}

/// A field of a request whose value comes from the answer to another one. If that answer has no
/// such field, the request is sent without it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Copied {
    /// The field that is sent.
    pub field: &'static str,
    /// The field, in lower case, whose value it gets.
    pub value_of: &'static str,
    /// The request whose answer has that field.
    pub answer_to: Request,
}

impl Check {
    /// GET of a target.
    pub fn get(
        group: Group,
        name: impl Into<String>,
        target: impl Into<String>,
        wanted: ExpectedResponse,
    ) -> Self {
        Self::of(group, name, Request::get(target), vec![wanted])
    }

    /// Any request that stands for itself.
    pub fn of(
        group: Group,
        name: impl Into<String>,
        request: Request,
        wanted: Vec<ExpectedResponse>,
    ) -> Self {
        Self {
            name: name.into(),
            group,
            request,
            copied: None,
            wanted,
        }
    }

    /// The same, with the value that the answer to `answer_to` has for a field.
    #[must_use]
    pub fn with_copied(
        mut self,
        field: &'static str,
        value_of: &'static str,
        answer_to: Request,
    ) -> Self {
        self.copied = Some(Copied {
            field,
            value_of,
            answer_to,
        });
        self
    }
}

impl fmt::Display for Check {
    /// What is asked, on one line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.request.fmt(f)?;
        match &self.copied {
            None => Ok(()),
            Some(copied) => {
                let (field, value_of) = (copied.field, copied.value_of);
                write!(f, ", {field}: the {value_of} of {}", copied.answer_to)
            }
        }
    }
}

/// What a check is about: the headings under which people read the results.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Group {
    /// The profile of who is active.
    Profile,
    /// The same as a JSON Resume.
    JsonResume,
    /// Their photo.
    Photo,
    /// Which query selects which format.
    Format,
    /// Inactive and unknown consultants, and photos that are not there.
    Absent,
    /// What is no identifier.
    Malformed,
    /// The description, the schema and the page.
    Documents,
    /// What programs find the interface by.
    Discovery,
    /// What only the host reads, and what is not there at all.
    Hidden,
    /// HEAD in place of GET.
    Head,
    /// Methods that would change something.
    Methods,
    /// Pages of other origins.
    Origins,
    /// Entity tags and dates: who has the current bytes, and who has not.
    Revalidation,
    /// Parts of documents.
    Ranges,
    /// Compressed answers.
    Compression,
}

impl Group {
    /// All of them, in the order in which they are shown.
    pub const ALL: [Self; 15] = [
        Self::Profile,
        Self::JsonResume,
        Self::Photo,
        Self::Format,
        Self::Absent,
        Self::Malformed,
        Self::Documents,
        Self::Discovery,
        Self::Hidden,
        Self::Head,
        Self::Methods,
        Self::Origins,
        Self::Revalidation,
        Self::Ranges,
        Self::Compression,
    ];

    /// As a heading.
    pub fn title(self) -> &'static str {
        match self {
            Self::Profile => "profile",
            Self::JsonResume => "JSON Resume",
            Self::Photo => "photo",
            Self::Format => "the `format` parameter",
            Self::Absent => "who is not there",
            Self::Malformed => "malformed identifiers",
            Self::Documents => "description, schema, page",
            Self::Discovery => "discovery",
            Self::Hidden => "other paths",
            Self::Head => "HEAD",
            Self::Methods => "other methods",
            Self::Origins => "other origins",
            Self::Revalidation => "entity tags",
            Self::Ranges => "ranges",
            Self::Compression => "compression",
        }
    }
}
