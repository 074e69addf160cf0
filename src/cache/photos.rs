//! Published photos by their fingerprints.

use std::collections::BTreeSet;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use super::file::{clean, open, replace};
use crate::bundle::Fingerprint;
use crate::digest::Digest;
use crate::render::photo::PhotoStore;

/// The name of the directory of the photos in the directory of the cache.
pub(super) const DIRECTORY: &str = "photos";

/// The directory of the photos. Each file is the digest of a photo, followed by the photo.
#[derive(Debug)]
pub(super) struct Photos {
    directory: PathBuf,
}

impl Photos {
    /// Creates a store below the directory of the cache.
    pub(super) fn new(cache: &Path) -> Self {
        Self { directory: cache.join(DIRECTORY) }
    }
}

impl PhotoStore for Photos {
    fn get(&self, fingerprint: &Fingerprint) -> Option<Vec<u8>> {
        let mut bytes = Vec::new();
        open(&self.directory.join(name(fingerprint)))?.read_to_end(&mut bytes).ok()?;
        let (digest, photo) = bytes.split_first_chunk()?;
        (Digest::of(photo).as_bytes() == digest).then(|| photo.to_vec())
    }

    fn put(&self, fingerprint: &Fingerprint, photo: &[u8]) {
        // Without the file, the photo is rendered again.
        let _ = replace(&self.directory, &name(fingerprint), |file| {
            file.write_all(Digest::of(photo).as_bytes())?;
            file.write_all(photo)
        });
    }

    /// Removes also all temporary files.
    fn retain(&self, photos: &BTreeSet<Fingerprint>) {
        let is_unused = |name: &str| parse(name).is_some_and(|photo| !photos.contains(&photo));
        clean(&self.directory, is_unused);
    }
}

/// Returns the name of a photo's file: the fingerprint as 64 hexadecimal digits.
fn name(fingerprint: &Fingerprint) -> String {
    fingerprint.0.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn parse(name: &str) -> Option<Fingerprint> {
    let (first, second) = name.split_at_checked(32)?;
    let halves: [Digest; 2] = [first.parse().ok()?, second.parse().ok()?];
    halves.map(|half| *half.as_bytes()).concat().try_into().ok().map(Fingerprint)
}
