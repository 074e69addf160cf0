//! The consultants by their published photos.

use std::collections::BTreeMap;
use std::sync::OnceLock;
use std::time::Instant;

use rayon::prelude::*;
use sha2::{Digest, Sha256};

use crate::bundle::{Body, Bundle};
use crate::model::id::ConsultantId;
use crate::render::PHOTOS;

/// How many photos are rendered at most to find the owner of one.
const MAX_PHOTOS: usize = 2_000;

/// The active consultants by the digest of their published photo. All photos are rendered when the
/// first owner is searched for.
pub(super) struct PhotoOwners<'a> {
    bundle: &'a Bundle,
    deadline: Instant,
    by_digest: OnceLock<BTreeMap<[u8; 32], ConsultantId>>,
}

impl<'a> PhotoOwners<'a> {
    /// Creates an index that renders no photo after `deadline`.
    pub(super) fn new(bundle: &'a Bundle, deadline: Instant) -> Self {
        Self { bundle, deadline, by_digest: OnceLock::new() }
    }

    /// Returns the consultant with this photo.
    pub(super) fn of(&self, photo: &[u8]) -> Option<&ConsultantId> {
        let by_digest = self.by_digest.get_or_init(|| self.index());
        by_digest.get(&<[u8; 32]>::from(Sha256::digest(photo)))
    }

    fn index(&self) -> BTreeMap<[u8; 32], ConsultantId> {
        let photos = self.bundle.iter().filter_map(|artifact| {
            let mut endpoints = artifact.endpoints.iter();
            let id = endpoints.find_map(|endpoint| endpoint.path.strip_prefix(PHOTOS))?;
            Some((ConsultantId::parse(id)?, artifact))
        });
        let photos: Vec<_> = photos.take(MAX_PHOTOS).collect();
        let digests = photos.into_par_iter().filter_map(|(id, artifact)| {
            let digest = match &artifact.body {
                Body::Bytes(bytes) => Sha256::digest(bytes),
                Body::Generated(_) if Instant::now() >= self.deadline => return None,
                // `vitae check` reports photos that cannot be rendered.
                Body::Generated(generator) => Sha256::digest(generator.generate().ok()?),
            };
            Some((digest.into(), id))
        });
        digests.collect()
    }
}
