//! The profiles in the directory of the last build, which the next build is compared with.

use std::collections::BTreeMap;
use std::sync::Arc;

use rayon::prelude::*;

use crate::diff::PublicDigest;
use crate::entry::{PROFILES, profile_path};
use crate::model::id::ConsultantId;
use crate::paths::ToSlash;
use crate::source::published_directory::PublishedDirectory;
use crate::source::stamp::Stamp;

/// The maximum size of a published profile that is compared, in bytes.
const MAX_BYTES: usize = 16 << 20;

/// The published profiles at one moment. A file that changed is read once; afterwards its digest is
/// known.
#[derive(Debug, Clone)]
pub(super) struct LastBuild {
    directory: PublishedDirectory,
    /// Whether the directory exists.
    pub(super) exists: bool,
    /// The stamp of the directory of the profiles.
    stamp: Option<Stamp>,
    profiles: BTreeMap<ConsultantId, (Stamp, PublicDigest)>,
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
            let digest = match self.profiles.get(&id) {
                Some((known, digest)) if *known == stamp => *digest,
                // A file that is not JSON differs from every profile.
                _ => {
                    PublicDigest::of(&serde_json::from_slice(&self.read(&id)?).unwrap_or_default())
                }
            };
            Some((id, (stamp, digest)))
        });
        let profiles = profiles.collect();
        Arc::new(Self { directory: directory.clone(), exists, stamp, profiles })
    }

    /// Returns the directory as the user wrote it.
    pub(super) fn root(&self) -> String {
        self.directory.root().to_slash()
    }

    /// Returns the published consultants.
    pub(super) fn ids(&self) -> impl Iterator<Item = &ConsultantId> {
        self.profiles.keys()
    }

    /// Returns the digest of the published profile of consultant `id`.
    pub(super) fn digest(&self, id: &ConsultantId) -> Option<PublicDigest> {
        self.profiles.get(id).map(|(_, digest)| *digest)
    }

    /// Returns the published profile of consultant `id`.
    pub(super) fn read(&self, id: &ConsultantId) -> Option<Vec<u8>> {
        let path = profile_path(id);
        self.directory.read(path.trim_start_matches('/'), MAX_BYTES).ok().flatten()
    }
}

/// Returns the directory of the profiles, relative to the published directory.
pub(super) fn profiles_directory() -> &'static str {
    PROFILES.trim_matches('/')
}
