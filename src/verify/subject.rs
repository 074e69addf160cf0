//! Whom or what a path is about.

use std::fmt;

use crate::model::id::ConsultantId;
use crate::render::{PHOTOS, PROFILES};

/// Whom or what a path is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Subject {
    /// A document of a consultant.
    Consultant(ConsultantId, Document),
    /// Anything else: the path.
    Path(String),
}

/// A document of a consultant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Document {
    Profile,
    JsonResume,
    Photo,
}

impl Subject {
    /// What `path`, with this query, is about.
    pub(super) fn of(path: &str, query: &str) -> Self {
        let is_resume = query
            .trim_start_matches('?')
            .split('&')
            .any(|parameter| parameter == "format=jsonresume");
        let profile = if is_resume {
            Document::JsonResume
        } else {
            Document::Profile
        };
        let below = [
            (PROFILES, profile),
            (PHOTOS, Document::Photo),
            ("/_internal/json-resume/", Document::JsonResume),
            ("/_internal/photo/", Document::Photo),
        ];
        let consultant = below.into_iter().find_map(|(folder, document)| {
            let name = path.strip_prefix(folder)?;
            let stem = name.split('.').next().unwrap_or(name);
            // A file has an ending, an address has none but for a file beside it.
            let id = ConsultantId::parse(stem)?;
            Some(Self::Consultant(id, document))
        });
        consultant.unwrap_or_else(|| Self::Path(path.to_owned()))
    }
}

impl Document {
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Profile => "profile",
            Self::JsonResume => "JSON Resume",
            Self::Photo => "photo",
        }
    }
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Consultant(id, _) => id.fmt(f),
            Self::Path(path) => path.fmt(f),
        }
    }
}

#[test]
fn a_path_says_whom_it_is_about() {
    let of = |path, query| match Subject::of(path, query) {
        Subject::Consultant(id, document) => format!("{} of {id}", document.word()),
        Subject::Path(path) => path,
    };
    assert_eq!(of("/api/consultant-public/anna", ""), "profile of anna");
    assert_eq!(of("/api/consultant-public/anna", "?x=1"), "profile of anna");
    let resume = of("/api/consultant-public/anna", "?x=1&format=jsonresume");
    assert_eq!(resume, "JSON Resume of anna");
    assert_eq!(of("/api/consultant-photo/anna", ""), "photo of anna");
    assert_eq!(of("/_internal/photo/anna.jpg.gz", ""), "photo of anna");
    assert_eq!(
        of("/_internal/json-resume/anna.json", ""),
        "JSON Resume of anna"
    );
    assert_eq!(
        of("/api/consultant-public/Anna", ""),
        "/api/consultant-public/Anna"
    );
    assert_eq!(
        of("/api/consultant-public/anna/x", ""),
        "/api/consultant-public/anna/x"
    );
    assert_eq!(of("/api/openapi.json", ""), "/api/openapi.json");
}
