//! The consultants by their published photos.

use std::collections::BTreeMap;
use std::sync::OnceLock;
use std::time::Instant;

use rayon::prelude::*;
use sha2::{Digest, Sha256};

use super::expected_site::ExpectedSite;
use crate::model::id::ConsultantId;

/// How many photos are rendered at most to find the owner of one.
const MAX_PHOTOS: usize = 2_000;

/// The active consultants by the digest of their published photo. All photos are rendered when the
/// first owner is searched for, but none after the deadline.
pub(super) struct PhotoOwners<'a> {
    site: &'a ExpectedSite,
    deadline: Instant,
    by_digest: OnceLock<BTreeMap<[u8; 32], &'a ConsultantId>>,
}

impl<'a> PhotoOwners<'a> {
    pub(super) fn new(site: &'a ExpectedSite, deadline: Instant) -> Self {
        Self { site, deadline, by_digest: OnceLock::new() }
    }

    /// Returns the consultant with this photo.
    pub(super) fn of(&self, photo: &[u8]) -> Option<&'a ConsultantId> {
        let by_digest = self.by_digest.get_or_init(|| self.index());
        by_digest.get(&<[u8; 32]>::from(Sha256::digest(photo))).copied()
    }

    fn index(&self) -> BTreeMap<[u8; 32], &'a ConsultantId> {
        let consultants = self.site.active().iter();
        let photos = consultants.filter_map(|one| Some((&one.id, one.photo.as_ref()?)));
        let photos: Vec<_> = photos.take(MAX_PHOTOS).collect();
        let owners = photos.into_par_iter().filter_map(|(id, photo)| {
            let photo = (Instant::now() < self.deadline).then(|| self.site.file(&photo.path))?;
            // `vitae check` reports photos that cannot be rendered.
            Some((Sha256::digest(&*photo.ok()?).into(), id))
        });
        owners.collect()
    }
}
