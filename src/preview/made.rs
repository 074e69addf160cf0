//! Files that are made when somebody asks for them, remembered as long as there is room.

use std::collections::HashMap;
use std::fmt;
use std::sync::Mutex;

use hyper::body::Bytes;

use crate::bundle::{Artifact, Body, RecipeError};

/// At most so many bytes are remembered.
const MAX_BYTES: usize = 64 << 20;

/// What recipes gave, by their fingerprints: an ingredient that changed is another one.
#[derive(Default)]
pub struct Made {
    files: Mutex<HashMap<[u8; 32], Bytes>>,
}

impl Made {
    /// The bytes of an artifact.
    ///
    /// # Errors
    /// When they have to be made and cannot.
    pub fn bytes(&self, artifact: &Artifact) -> Result<Bytes, RecipeError> {
        let recipe = match &artifact.body {
            Body::Bytes(bytes) => return Ok(Bytes::copy_from_slice(bytes)),
            Body::Recipe(recipe) => recipe,
        };
        let fingerprint = recipe.fingerprint().map_err(RecipeError::Environment)?;
        if let Some(bytes) = self.locked().get(&fingerprint) {
            return Ok(bytes.clone());
        }
        let bytes = Bytes::from(recipe.carry_out()?);
        let mut files = self.locked();
        if files.values().map(Bytes::len).sum::<usize>() + bytes.len() > MAX_BYTES {
            files.clear();
        }
        files.insert(fingerprint, bytes.clone());
        Ok(bytes)
    }

    /// The files, also after a panic elsewhere: a map of whole files cannot be half-written.
    fn locked(&self) -> std::sync::MutexGuard<'_, HashMap<[u8; 32], Bytes>> {
        self.files
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

impl fmt::Debug for Made {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} files", self.locked().len())
    }
}
