//! The published files of a consultant: their paths, and the entry that stays in memory after they
//! are rendered.
//!
//! A document that is the only one at its URL is stored at that path. A document that is one of
//! several variants is stored below `/_internal/` with a file extension, and a rule of the host selects
//! it. Direct requests below `/_internal/` get a 404.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::bundle::{Artifact, Body, Endpoint, Fingerprint};
use crate::digest::Digest;
use crate::model::id::ConsultantId;
use crate::photo;

/// Media type of JSON documents (RFC 8259, §11).
pub const JSON: &str = "application/json";

/// Path prefix of the profiles; the identifier follows. Interface, "Endpoints".
pub const PROFILES: &str = "/api/consultant-public/";

/// Path prefix of the photos; the identifier follows. Interface, "Endpoints".
pub const PHOTOS: &str = "/api/consultant-photo/";

/// Path prefix of the JSON Resume files, which only the host reads.
pub const JSON_RESUMES: &str = "/_internal/json-resume/";

/// Path prefix of the photo files, which only the host reads.
const PHOTO_FILES: &str = "/_internal/photo/";

/// Returns the path of a consultant's profile. Interface, "`_links`".
pub fn profile_path(id: &ConsultantId) -> String {
    format!("{PROFILES}{id}")
}

/// Returns the path of a consultant's photo. Interface, "`_links`".
pub fn photo_path(id: &ConsultantId) -> String {
    format!("{PHOTOS}{id}")
}

/// Returns the path of a consultant's JSON Resume file. Clients request the profile's path with a
/// query instead.
pub fn json_resume_path(id: &ConsultantId) -> String {
    format!("{JSON_RESUMES}{id}.json")
}

/// The directories of the files of consultants, as path prefixes.
const DIRECTORIES: [&str; 3] = [PROFILES, JSON_RESUMES, PHOTO_FILES];

/// Returns the consultant of the photo or JSON Resume file at `path` below the output directory, and
/// whether it is the photo.
pub fn variant_of(path: &str) -> Option<(ConsultantId, bool)> {
    let is_photo = path.starts_with(&PHOTO_FILES[1..]);
    let is_profile = path.starts_with(&PROFILES[1..]);
    consultant_of(path).filter(|_| !is_profile).map(|id| (id, is_photo))
}

/// Returns the consultant of the file at `path` below the output directory, which may be a compressed form.
pub fn consultant_of(path: &str) -> Option<ConsultantId> {
    let name = DIRECTORIES.iter().find_map(|prefix| path.strip_prefix(&prefix[1..]))?;
    ConsultantId::parse(name.split_once('.').map_or(name, |(id, _)| id))
}

/// Returns whether `path` below the output directory is in a directory of consultants, where all files
/// belong to vitae.
pub fn is_consultant_file(path: &str) -> bool {
    DIRECTORIES.iter().any(|prefix| path.starts_with(&prefix[1..]))
}

/// Returns whether `path` below the output directory is in a directory of consultants, or is the parent of one.
pub fn conflicts_with_consultants(path: &str) -> bool {
    let is_parent = |directory: &str| directory.starts_with(&format!("{path}/"));
    is_consultant_file(path) || consultant_directories().any(|it| it == path || is_parent(it))
}

/// Returns the directories of the files of consultants, relative to the output directory.
pub fn consultant_directories() -> impl Iterator<Item = &'static str> {
    DIRECTORIES.iter().map(|prefix| prefix.trim_matches('/'))
}

/// A summary of an active consultant's rendered files, of about 200 bytes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// The consultant's identifier.
    pub id: ConsultantId,
    /// The digest of the profile.
    pub profile: Digest,
    /// The digest of the JSON Resume.
    pub json_resume: Digest,
    /// The photo, if the consultant has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub photo: Option<PhotoEntry>,
    /// The length of the longer document, in bytes.
    pub longest: usize,
}

/// The photo of an [`Entry`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct PhotoEntry {
    /// The published format.
    pub format: photo::Format,
    /// The fingerprint of everything that the published photo depends on.
    pub fingerprint: Fingerprint,
}

/// A kind of file that is published for a consultant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileKind {
    /// The profile.
    Profile,
    /// The JSON Resume variant of the profile.
    JsonResume,
    /// The photo.
    Photo(photo::Format),
}

impl FileKind {
    /// Returns the path of the file below the output directory.
    pub fn file(self, id: &ConsultantId) -> String {
        let path = match self {
            Self::Profile => profile_path(id),
            Self::JsonResume => json_resume_path(id),
            Self::Photo(format) => format!("{PHOTO_FILES}{id}.{}", format.extension()),
        };
        path.trim_start_matches('/').to_owned()
    }

    /// Returns the value of the `Content-Type` header.
    pub fn media_type(self) -> &'static str {
        match self {
            Self::Profile | Self::JsonResume => JSON,
            Self::Photo(format) => format.media_type(),
        }
    }

    /// Returns the file of consultant `id` with its content.
    pub fn artifact(self, id: &ConsultantId, body: Body) -> Artifact {
        let endpoints = vec![self.endpoint(id)];
        Artifact { path: self.file(id), media_type: self.media_type(), endpoints, body }
    }

    /// Returns where clients reach the file.
    pub fn endpoint(self, id: &ConsultantId) -> Endpoint {
        match self {
            Self::Profile => Endpoint::ok(profile_path(id)),
            Self::JsonResume => Endpoint {
                query: Some(("format", "jsonresume")),
                over_files: true,
                ..Endpoint::ok(profile_path(id))
            },
            Self::Photo(_) => Endpoint::ok(photo_path(id)),
        }
    }
}

impl Entry {
    /// Returns the published files.
    pub fn files(&self) -> impl Iterator<Item = FileKind> {
        let photo = self.photo.map(|photo| FileKind::Photo(photo.format));
        [FileKind::Profile, FileKind::JsonResume].into_iter().chain(photo)
    }
}

/// The active consultants, ordered by identifier.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Entries(Vec<Arc<Entry>>);

impl Entries {
    /// Returns all entries.
    pub fn iter(&self) -> impl Iterator<Item = &Entry> + Clone {
        self.0.iter().map(|entry| &**entry)
    }

    /// Returns the entry of consultant `id`.
    pub fn get(&self, id: &str) -> Option<&Entry> {
        let index = self.0.binary_search_by(|entry| entry.id.as_str().cmp(id)).ok()?;
        Some(&self.0[index])
    }

    /// Returns the consultant's file at `path` below the output directory.
    pub fn find(&self, path: &str) -> Option<(&Entry, FileKind)> {
        let (directory, name) = path.rsplit_once('/')?;
        let directory = DIRECTORIES.iter().find(|prefix| prefix.trim_matches('/') == directory)?;
        let id = if *directory == PROFILES { name } else { name.rsplit_once('.')?.0 };
        let entry = self.get(id)?;
        let kind = entry.files().find(|kind| kind.file(&entry.id) == path)?;
        Some((entry, kind))
    }
}

impl std::ops::Deref for Entries {
    type Target = [Arc<Entry>];

    fn deref(&self) -> &[Arc<Entry>] {
        &self.0
    }
}

impl FromIterator<Arc<Entry>> for Entries {
    fn from_iter<T: IntoIterator<Item = Arc<Entry>>>(entries: T) -> Self {
        let mut entries: Vec<Arc<Entry>> = entries.into_iter().collect();
        entries.sort_unstable_by(|a, b| a.id.cmp(&b.id));
        Self(entries)
    }
}
