//! The profiles in the directory of the last build, which the next build is compared with.

use std::collections::BTreeMap;
use std::sync::Arc;

use rayon::prelude::*;
use serde::Serialize;
use sha2::{Digest as _, Sha256};

use crate::digest::Digest;
use crate::entry::{PROFILES, profile_path};
use crate::model::id::ConsultantId;
use crate::source::published_directory::PublishedDirectory;
use crate::source::stamp::Stamp;

/// The maximum size of a published profile that is compared, in bytes.
const MAX_BYTES: usize = 16 << 20;

/// The start of the line with the date of the last change, which may change although the profile's
/// content does not.
const DATE_LINE: &[u8] = b"  \"lastModified\": ";

/// What the next build does with a consultant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum NextBuild {
    /// The consultant is inactive and stays unpublished.
    Unpublished,
    /// The consultant is published in the first build of the whole site.
    First,
    /// The consultant is published for the first time.
    New,
    /// The profile's content changes.
    Changed,
    /// At most the date of the last change differs.
    Unchanged,
    /// The consultant is withdrawn.
    Withdrawn,
}

/// The published profiles at one moment. A file that changed is read once; afterwards its digest is
/// known.
#[derive(Debug, Clone)]
pub(super) struct LastBuild {
    directory: PublishedDirectory,
    /// Whether the directory exists.
    pub(super) exists: bool,
    /// The stamp of the directory of the profiles.
    stamp: Option<Stamp>,
    /// The published consultants, each with the stamp of the profile and the digest of its content.
    pub(super) profiles: BTreeMap<ConsultantId, (Stamp, Digest)>,
}

impl LastBuild {
    /// Creates the state of a directory that has not been read yet.
    pub(super) fn unread(directory: PublishedDirectory) -> Self {
        Self { directory, exists: false, stamp: None, profiles: BTreeMap::new() }
    }

    /// Reads the profiles that changed; returns the same state if none changed. An unreadable profile
    /// counts as unpublished.
    pub(super) fn next(self: &Arc<Self>) -> Arc<Self> {
        let directory = &self.directory;
        let stamp = directory.stamp_of_directory(profiles_directory());
        let exists = directory.exists();
        if stamp == self.stamp && exists == self.exists {
            return Arc::clone(self);
        }
        let stamps = directory.stamps(profiles_directory()).into_par_iter();
        let profiles = stamps.filter_map(|(name, stamp)| {
            let id = ConsultantId::parse(&name)?;
            let content = match self.profiles.get(&id) {
                Some((known, content)) if *known == stamp => *content,
                _ => content_digest(&self.read(&id)?),
            };
            Some((id, (stamp, content)))
        });
        let profiles = profiles.collect();
        Arc::new(Self { directory: directory.clone(), exists, stamp, profiles })
    }

    /// Returns the directory as the user wrote it.
    pub(super) fn root(&self) -> String {
        self.directory.root().display().to_string()
    }

    /// Returns the published profile of consultant `id`.
    pub(super) fn read(&self, id: &ConsultantId) -> Option<Vec<u8>> {
        let path = profile_path(id);
        self.directory.read(path.trim_start_matches('/'), MAX_BYTES).ok().flatten()
    }

    /// Returns what the next build does with a consultant whose `active` and the digest of whose
    /// content are given.
    pub(super) fn next_build(
        &self,
        id: &ConsultantId,
        active: Option<bool>,
        content: Option<Digest>,
    ) -> NextBuild {
        match (active, self.profiles.get(id)) {
            (Some(false), None) => NextBuild::Unpublished,
            (Some(false), Some(_)) => NextBuild::Withdrawn,
            (_, None) if !self.exists => NextBuild::First,
            (_, None) => NextBuild::New,
            (_, Some((_, before))) if content.is_some_and(|content| content != *before) => {
                NextBuild::Changed
            }
            (_, Some(_)) => NextBuild::Unchanged,
        }
    }
}

/// Returns the directory of the profiles, relative to the published directory.
pub(super) fn profiles_directory() -> &'static str {
    PROFILES.trim_matches('/')
}

/// Returns the digest of a published profile without the date of the last change, which is a line of
/// its own.
pub(super) fn content_digest(profile: &[u8]) -> Digest {
    let lines = profile.split_inclusive(|byte| *byte == b'\n');
    let mut hash = Sha256::new();
    lines.filter(|line| !line.starts_with(DATE_LINE)).for_each(|line| hash.update(line));
    Digest::finish(hash)
}

#[cfg(test)]
mod tests {
    use super::content_digest;

    #[test]
    fn the_date_does_not_change_the_content() {
        let profile = |date: &str, name: &str| {
            content_digest(
                format!("{{\n  \"lastModified\": \"{date}\",\n  \"name\": \"{name}\"\n}}\n")
                    .as_bytes(),
            )
        };
        assert_eq!(profile("2026-01-01", "Anna"), profile("2026-02-02", "Anna"));
        assert_ne!(profile("2026-01-01", "Anna"), profile("2026-01-01", "Berg"));
    }
}
