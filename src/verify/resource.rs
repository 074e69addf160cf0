//! The resource that a request path identifies.

use crate::entry::variant_of;
use crate::model::id::ConsultantId;
use crate::render::{PHOTOS, PROFILES};

/// The resource that a request path identifies.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Resource {
    /// A document of a consultant.
    Consultant(ConsultantId, Document),
    /// The path of anything else.
    Path(String),
}

/// A document of a consultant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Document {
    Profile,
    JsonResume,
    Photo,
}

impl Resource {
    /// Returns the resource at a target, which is a path and a query.
    pub(super) fn at(target: &str) -> Self {
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        let mut parameters = query.split('&');
        let profile = match parameters.any(|parameter| parameter == "format=jsonresume") {
            true => Document::JsonResume,
            false => Document::Profile,
        };
        // Some hosts ignore a slash at the end.
        let name = path.strip_suffix('/').unwrap_or(path);
        let directories = [
            (PROFILES, profile),
            (PHOTOS, Document::Photo),
            ("/_internal/json-resume/", Document::JsonResume),
            ("/_internal/photo/", Document::Photo),
        ];
        let consultant = directories.into_iter().find_map(|(directory, document)| {
            let name = name.strip_prefix(directory)?;
            let stem = name.split('.').next().unwrap_or(name);
            Some(Self::Consultant(ConsultantId::parse(stem)?, document))
        });
        consultant.unwrap_or_else(|| Self::Path(path.to_owned()))
    }

    /// Returns the consultant whose document it is.
    pub(super) fn consultant(self) -> Option<ConsultantId> {
        match self {
            Self::Consultant(id, _) => Some(id),
            Self::Path(_) => None,
        }
    }
}

impl Document {
    /// Returns the document of a consultant that is the published file at `path`.
    pub(super) fn of_file(path: &str) -> Option<Self> {
        match variant_of(path) {
            Some((_, true)) => Some(Self::Photo),
            Some((_, false)) => Some(Self::JsonResume),
            None => path.starts_with(&PROFILES[1..]).then_some(Self::Profile),
        }
    }

    /// Returns the name in a report.
    pub fn name(self) -> &'static str {
        match self {
            Self::Profile => "profile",
            Self::JsonResume => "JSON Resume",
            Self::Photo => "photo",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifies_documents_of_consultants() {
        let of = |target| match Resource::at(target) {
            Resource::Consultant(id, document) => format!("{} of {id}", document.name()),
            Resource::Path(path) => path,
        };
        for (target, expected) in [
            ("/api/consultant-public/anna", "profile of anna"),
            ("/api/consultant-public/anna?x=1", "profile of anna"),
            ("/api/consultant-public/anna?x=1&format=jsonresume", "JSON Resume of anna"),
            ("/api/consultant-photo/anna", "photo of anna"),
            ("/_internal/photo/anna.jpg.gz", "photo of anna"),
            ("/_internal/json-resume/anna.json", "JSON Resume of anna"),
            ("/api/consultant-public/anna/", "profile of anna"),
            ("/api/consultant-public/Anna", "/api/consultant-public/Anna"),
            ("/api/consultant-public/anna/x", "/api/consultant-public/anna/x"),
            ("/api/openapi.json", "/api/openapi.json"),
        ] {
            assert_eq!(of(target), expected);
        }
    }
}
