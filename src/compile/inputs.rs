//! The files of a consultant, read when a compilation needs them.

use std::cell::OnceCell;
use std::sync::Arc;

use sha2::{Digest as _, Sha256};

use crate::content::ProfileBytes;
use crate::content::inventory::ConsultantFiles;
use crate::digest::Digest;
use crate::error::Result;
use crate::photo;
use crate::source::Source;
use crate::yaml;

/// The files of a consultant.
#[derive(Debug)]
pub struct Inputs<'a> {
    /// The profile.
    pub profile: InputFile<'a>,
    /// The photo, if there is one.
    pub photo: Option<InputFile<'a>>,
    /// The translation, if there is one.
    pub translation: Option<InputFile<'a>>,
    /// The files that are read.
    pub files: ConsultantFiles<'a>,
}

/// A file that is read at most once. A file that is too large is cut off one byte above the limit.
#[derive(Debug)]
pub struct InputFile<'a> {
    pub(super) source: &'a Source,
    limit: usize,
    /// The bytes, and their SHA-256.
    content: OnceCell<(Arc<Vec<u8>>, [u8; 32])>,
}

impl<'a> Inputs<'a> {
    /// Creates the inputs without reading the files.
    pub fn new(files: ConsultantFiles<'a>) -> Self {
        let input = |source, limit| InputFile { source, limit, content: OnceCell::new() };
        Self {
            profile: input(files.profile, yaml::MAX_BYTES),
            photo: files.photo.map(|photo| input(photo, photo::MAX_BYTES)),
            translation: files.translation.map(|file| input(file, yaml::MAX_BYTES)),
            files,
        }
    }

    /// Returns the bytes of the profile and its translation.
    ///
    /// # Errors
    /// Returns an error if a file cannot be read.
    pub fn profile_bytes(&self) -> Result<ProfileBytes<'_>> {
        let translation = self.translation.as_ref().map(|file| file.bytes()).transpose()?;
        Ok(ProfileBytes {
            profile: self.profile.bytes()?,
            translation: translation.map(|bytes| bytes.as_slice()),
        })
    }
}

impl InputFile<'_> {
    /// Returns the bytes of the file.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read.
    pub fn bytes(&self) -> Result<&Arc<Vec<u8>>> {
        Ok(&self.content()?.0)
    }

    /// Returns the SHA-256 of the bytes.
    pub(super) fn sha256(&self) -> Result<&[u8; 32]> {
        Ok(&self.content()?.1)
    }

    /// Returns the digest of the bytes.
    pub(super) fn digest(&self) -> Result<Digest> {
        Ok(Digest::truncated(self.sha256()?))
    }

    fn content(&self) -> Result<&(Arc<Vec<u8>>, [u8; 32])> {
        if let Some(content) = self.content.get() {
            return Ok(content);
        }
        let bytes = self.source.read(self.limit)?.into_owned();
        let sha256 = Sha256::digest(&bytes).into();
        Ok(self.content.get_or_init(|| (Arc::new(bytes), sha256)))
    }
}
