//! Published photos by their fingerprints.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use super::file::{remove_temporary, replace};
use crate::bundle::Fingerprint;
use crate::digest::Digest;
use crate::render::photo::PhotoStore;

/// The directory of the photos. Each file is the digest of a photo, followed by the photo.
#[derive(Debug)]
pub(super) struct Photos {
    directory: PathBuf,
}

impl Photos {
    /// Creates a store below the directory of the cache.
    pub(super) fn new(cache: &Path) -> Self {
        Self { directory: cache.join("photos") }
    }

    /// Removes all photos but those with the given fingerprints, and all temporary files.
    pub(super) fn retain(&self, fingerprints: impl Iterator<Item = Fingerprint>) {
        remove_temporary(&self.directory);
        let names: BTreeSet<String> = fingerprints.map(|fingerprint| name(&fingerprint)).collect();
        // Without the directory, the cache has no photos.
        for entry in fs::read_dir(&self.directory).into_iter().flatten().flatten() {
            let file = entry.file_name();
            let unused = file.to_str().filter(|name| is_name(name) && !names.contains(*name));
            if unused.is_some() {
                // The next command tries again.
                let _ = fs::remove_file(entry.path());
            }
        }
    }
}

impl PhotoStore for Photos {
    fn get(&self, fingerprint: &Fingerprint) -> Option<Vec<u8>> {
        let bytes = fs::read(self.directory.join(name(fingerprint))).ok()?;
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

    fn remove(&self, fingerprint: &Fingerprint) {
        // The next command tries again.
        let _ = fs::remove_file(self.directory.join(name(fingerprint)));
    }
}

/// Returns the name of a photo's file: the fingerprint as 64 hexadecimal digits.
fn name(fingerprint: &Fingerprint) -> String {
    fingerprint.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn is_name(name: &str) -> bool {
    name.len() == 64 && name.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}
