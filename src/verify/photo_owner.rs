//! Whose a photo is.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use rayon::prelude::*;
use sha2::{Digest, Sha256};

use crate::bundle::{Body, Bundle};
use crate::model::id::ConsultantId;
use crate::render::PHOTOS;

/// More photos than these are not made, only to know whose one is.
const MOST: usize = 2_000;

/// The active consultants by their published photos, which are made when it is asked for them.
pub(super) struct PhotoOwners<'a> {
    bundle: &'a Bundle,
    by_digest: OnceLock<BTreeMap<[u8; 32], ConsultantId>>,
}

impl<'a> PhotoOwners<'a> {
    pub(super) fn new(bundle: &'a Bundle) -> Self {
        Self {
            bundle,
            by_digest: OnceLock::new(),
        }
    }

    /// Whose photo these bytes are.
    pub(super) fn of(&self, bytes: &[u8]) -> Option<&ConsultantId> {
        let by_digest = self.by_digest.get_or_init(|| self.make());
        by_digest.get(&<[u8; 32]>::from(Sha256::digest(bytes)))
    }

    fn make(&self) -> BTreeMap<[u8; 32], ConsultantId> {
        let photos: Vec<_> = self
            .bundle
            .iter()
            .filter_map(|artifact| {
                let mut addresses = artifact.endpoints.iter();
                let id = addresses.find_map(|address| address.path.strip_prefix(PHOTOS))?;
                Some((ConsultantId::parse(id)?, artifact))
            })
            .take(MOST)
            .collect();
        let made = photos.into_par_iter().filter_map(|(id, artifact)| {
            let digest = |bytes: &[u8]| <[u8; 32]>::from(Sha256::digest(bytes));
            let digest = match &artifact.body {
                Body::Bytes(bytes) => digest(bytes),
                // One that cannot be made is nobody's: what is wrong with it, `check` tells.
                Body::Generated(generator) => digest(&generator.generate().ok()?),
            };
            Some((digest, id))
        });
        made.collect()
    }
}
