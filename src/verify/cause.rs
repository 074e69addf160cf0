//! Causes of failures, and facts about the consultants and documents that they affect. One cause often
//! explains hundreds of failed checks.
#![expect(missing_docs, reason = "variants and fields are named after what they mean")]

use jiff::Timestamp;

use super::difference::{BodyProblem, Difference};
use super::exchange::Request;
use super::expected_response::Status;
use super::photo_metadata::PhotoMetadata;
use super::resource::{Document, Resource};
use crate::model::id::ConsultantId;

/// The cause of a failure. Failures with equal causes are reported together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cause {
    StillPublished,
    /// A photo that an active consultant no longer has is published.
    PhotoStillPublished,
    /// A cache serves an inactive or withdrawn consultant, and the site does not.
    StillCached,
    /// A former deploy serves a withdrawn consultant.
    InFormerDeploy,
    /// Sources of the site are published: drafts, notes, inactive consultants.
    PublicSources,
    PublicInternalFile,
    /// A CDN or firewall responded with a challenge for browsers.
    BotProtection,
    Password(u16),
    RateLimited,
    /// A redirect, without a destination if it has no `Location`.
    Redirect {
        status: u16,
        to: Option<Destination>,
    },
    ServerError(u16),
    CatchAll,
    OlderVersion,
    NewerVersion,
    MissingConsultant,
    MissingPhoto,
    MissingDocument,
    OtherConsultant,
    OtherPhoto,
    /// A photo has metadata, which may reveal where it was taken.
    PhotoMetadata(PhotoMetadata),
    OtherFormat,
    OtherContent,
    /// The same values are served in other bytes.
    Rewritten,
    HtmlNotFound,
    /// The response to HEAD differs from the right response to GET.
    Head,
    /// A difference that nothing else explains.
    Difference(Difference),
}

/// Where a redirect leads, in terms that are the same for all paths with the same rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Destination {
    pub origin: Option<String>,
    pub path: DestinationPath,
}

/// The path of a redirect compared with that of the request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DestinationPath {
    Same,
    SlashAdded,
    SlashRemoved,
    Other(String),
}

/// A cause, and what it means for one consultant or document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reason {
    pub cause: Cause,
    pub detail: Option<(Affected, Fact)>,
}

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
    Kind {
        deployed: DocumentKind,
        local: DocumentKind,
    },
    ProfileOf(ConsultantId),
    Modified {
        deployed: Timestamp,
        local: Timestamp,
    },
    /// `document` is `None` for a document of the site.
    Fields {
        document: Option<Document>,
        changed: Vec<String>,
        only_deployed: usize,
    },
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

impl Cause {
    pub(super) fn reason(self) -> Reason {
        Reason { cause: self, detail: None }
    }

    pub(super) fn about(self, resource: &Resource, fact: Fact) -> Reason {
        let affected = match resource {
            Resource::Consultant(id, _) => Affected::Consultant(id.clone()),
            Resource::Path(path) => Affected::Path(path.clone()),
        };
        Reason { cause: self, detail: Some((affected, fact)) }
    }

    /// Returns the severity: 0 is the most severe. Exposures of data come first, then consultants
    /// who are missing or misrepresented, then everything else.
    pub fn severity(&self) -> u8 {
        match self {
            Self::StillPublished | Self::InFormerDeploy => 0,
            Self::PhotoStillPublished => 1,
            Self::StillCached => 2,
            Self::PublicSources => 3,
            Self::PublicInternalFile | Self::PhotoMetadata(_) => 4,
            Self::OlderVersion
            | Self::NewerVersion
            | Self::MissingConsultant
            | Self::MissingPhoto
            | Self::OtherConsultant
            | Self::OtherPhoto => 5,
            _ => 6,
        }
    }

    /// Returns whether the cause exposes data that must not be public.
    pub fn is_exposure(&self) -> bool {
        self.severity() <= Self::PublicInternalFile.severity()
    }

    fn is_missing(&self) -> bool {
        matches!(self, Self::MissingConsultant | Self::MissingPhoto | Self::MissingDocument)
    }

    pub(super) fn is_content(&self) -> bool {
        let is_version = matches!(self, Self::OlderVersion | Self::NewerVersion | Self::Rewritten);
        let is_photo = matches!(self, Self::OtherPhoto | Self::PhotoMetadata(_));
        let is_other = is_photo || matches!(self, Self::OtherConsultant | Self::OtherFormat);
        let is_too_long =
            matches!(self, Self::Difference(Difference::Body(BodyProblem::TooLong(_))));
        let is_unexplained = *self == Self::OtherContent || is_too_long;
        self.is_missing() || is_version || is_other || is_unexplained
    }

    /// Returns whether `content`, a cause about the same document, may explain this cause.
    pub(super) fn follows_from(&self, content: &Self) -> bool {
        let Self::Difference(difference) = self else { return false };
        match difference {
            Difference::NoResponse(_) => false,
            Difference::Header { .. } => difference.follows_content(),
            Difference::Body(_) => true,
            Difference::Status { got, .. } if content.is_missing() => matches!(got, 404 | 410),
            // A range may lie within one document, and outside of another.
            Difference::Status { expected, got } => {
                *expected == Status::Is(416) && *got == 206 || *got == 416
            }
        }
    }

    /// Returns whether this concerns the whole response, not a part of it.
    pub(super) fn is_whole(&self) -> bool {
        !matches!(self, Self::Difference(Difference::Header { .. } | Difference::Body(_)))
    }

    /// Returns whether the body, which HEAD lacks, might show another cause.
    pub(super) fn is_guess_for_head(&self) -> bool {
        self.is_missing()
            || matches!(self, Self::CatchAll | Self::HtmlNotFound)
            || matches!(self, Self::Difference(Difference::Status { .. }))
    }

    /// Returns whether a failed check still received the document.
    pub(super) fn shows_document(&self) -> bool {
        !matches!(
            self,
            Self::BotProtection
                | Self::RateLimited
                | Self::Password(_)
                | Self::Redirect { .. }
                | Self::ServerError(_)
                | Self::CatchAll
                | Self::Difference(Difference::NoResponse(_) | Difference::Status { .. })
        )
    }
}
