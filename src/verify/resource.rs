//! The documents that targets of requests identify.

use std::fmt;

use crate::entry::{JSON_RESUMES, variant_of};
use crate::model::id::ConsultantId;
use crate::render::{PHOTOS, PROFILES, photo_path, profile_path};

/// What the path of a request identifies. Ordered by consultant.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Resource {
    /// The consultant and the document, also if the path is the path of an internal or compressed file.
    pub(super) consultant: Option<(ConsultantId, DocumentKind)>,
    path: String,
}

/// A kind of document of a consultant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum DocumentKind {
    Profile,
    JsonResume,
    Photo,
}

/// The query that selects the JSON Resume.
pub(super) const RESUME: &str = "format=jsonresume";

/// The directories in which the paths of requests have the identifier of a consultant.
pub(super) const DIRECTORIES: [&str; 4] = [PROFILES, PHOTOS, JSON_RESUMES, "/_internal/photo/"];

impl Resource {
    /// Returns the resource at a target, which is a path and a query.
    pub(super) fn at(target: &str) -> Self {
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        let profile = match query.split('&').any(|parameter| parameter == RESUME) {
            true => DocumentKind::JsonResume,
            false => DocumentKind::Profile,
        };
        let kinds = [profile, DocumentKind::Photo, DocumentKind::JsonResume, DocumentKind::Photo];
        let consultant = DIRECTORIES.into_iter().zip(kinds).find_map(|(directory, kind)| {
            let name = path.strip_prefix(directory)?;
            let name = name.strip_suffix(".gz").or(name.strip_suffix(".br")).unwrap_or(name);
            let stem = match directory {
                PROFILES | PHOTOS => name,
                _ => name.rsplit_once('.')?.0,
            };
            Some((ConsultantId::parse(stem)?, kind))
        });
        Self { consultant, path: path.to_owned() }
    }

    /// Returns whether the path is one of the interface.
    pub(super) fn is_of_interface(&self) -> bool {
        self.consultant.as_ref().is_some_and(|(id, kind)| match kind {
            DocumentKind::Photo => self.path == photo_path(id),
            DocumentKind::Profile | DocumentKind::JsonResume => self.path == profile_path(id),
        })
    }
}

/// Returns the target at which clients read the published file at `path`.
pub(super) fn target_of_file(path: &str) -> String {
    match variant_of(path) {
        Some((id, true)) => photo_path(&id),
        Some((id, false)) => format!("{}?{RESUME}", profile_path(&id)),
        None if path == "index.html" => "/".to_owned(),
        None => format!("/{path}"),
    }
}

impl fmt::Display for Resource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.consultant {
            Some((id, kind)) if self.is_of_interface() => match kind {
                DocumentKind::Profile => write!(f, "profile of {id}"),
                DocumentKind::JsonResume => write!(f, "JSON Resume of {id}"),
                DocumentKind::Photo => write!(f, "photo of {id}"),
            },
            _ => f.write_str(&self.path),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifies_documents_of_consultants() {
        for (target, expected, id) in [
            ("/api/consultant-public/anna", "profile of anna", Some("anna")),
            ("/api/consultant-public/anna?x=1", "profile of anna", Some("anna")),
            (
                "/api/consultant-public/anna?x=1&format=jsonresume",
                "JSON Resume of anna",
                Some("anna"),
            ),
            ("/api/consultant-photo/anna", "photo of anna", Some("anna")),
            ("/_internal/photo/anna.jpg.gz", "/_internal/photo/anna.jpg.gz", Some("anna")),
            ("/_internal/json-resume/anna.json", "/_internal/json-resume/anna.json", Some("anna")),
            ("/api/consultant-public/anna.gz", "/api/consultant-public/anna.gz", Some("anna")),
            ("/api/consultant-public/an.na", "/api/consultant-public/an.na", None),
            ("/api/consultant-public/anna.json", "/api/consultant-public/anna.json", None),
            ("/_internal/photo/anna", "/_internal/photo/anna", None),
            ("/api/consultant-public/Anna", "/api/consultant-public/Anna", None),
            ("/api/consultant-public/anna/x", "/api/consultant-public/anna/x", None),
            ("/api/openapi.json", "/api/openapi.json", None),
        ] {
            let resource = Resource::at(target);
            assert_eq!(resource.to_string(), expected);
            let consultant = resource.consultant.map(|(id, _)| id.to_string());
            assert_eq!(consultant.as_deref(), id);
        }
    }

    #[test]
    fn finds_the_target_of_a_file() {
        for (path, target) in [
            ("api/consultant-public/anna", "/api/consultant-public/anna"),
            ("_internal/json-resume/anna.json", "/api/consultant-public/anna?format=jsonresume"),
            ("_internal/photo/anna.png", "/api/consultant-photo/anna"),
            ("index.html", "/"),
            ("llms.txt", "/llms.txt"),
        ] {
            assert_eq!(target_of_file(path), target);
        }
    }
}
