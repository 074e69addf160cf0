//! Compares the files of a build with the output directory and stages those that differ.

use std::collections::BTreeMap;
use std::fs;
use std::sync::{Mutex, MutexGuard};
use std::time::SystemTime;

use super::expected_file::{ExpectedContent, ExpectedFile};
use super::gzip::{self, gzip};
use super::known_digests::KnownDigests;
use super::manifest::FileDigests;
use super::modification_time;
use super::output_directory::OutputDirectory;
use super::staging::Staging;
use crate::bundle::{
    Artifact, Body, Bundle, Encoding, GenerateError, ModificationTimes, require_plain,
};
use crate::compile::{CompiledConsultant, Inputs, Sink, each_file};
use crate::diagnostic::Diagnostic;
use crate::digest::Digest;
use crate::entry::Entry;
use crate::error::{Error, Result};
use crate::model::id::ConsultantId;
use crate::source::stamp::Stamp;

type GenerateResult<T> = std::result::Result<T, GenerateError>;

impl Sink for Publication {
    fn has(&self, _: &ConsultantId, entry: Option<&Entry>) -> bool {
        entry.is_none_or(|entry| self.keep(&ExpectedFile::of_entry(entry)))
    }

    fn take(&self, compiled: CompiledConsultant, _: &Inputs<'_>) -> Result<Vec<Diagnostic>> {
        if (self.is_interrupted)() {
            return Err(Error::new("interrupted"));
        }
        each_file(&compiled.files, |file| self.accept(file))
    }
}

/// One build's output: compares each file with the output directory and stages those that differ.
///
/// The output directory does not change before [`Self::commit`]; dropping the publication discards
/// the staged files. Methods may be called from many threads.
pub struct Publication {
    pub(super) is_interrupted: fn() -> bool,
    pub(super) encoding: Encoding,
    pub(super) directory: OutputDirectory,
    pub(super) staging: Staging,
    /// The time of the file system before any file of the output directory was read.
    pub(super) clock: SystemTime,
    /// The digests of published files that the last build knew.
    pub(super) known: KnownDigests,
    pub(super) state: Mutex<NewState>,
}

/// The new state of the output directory, as far as it is known.
#[derive(Default)]
pub(super) struct NewState {
    /// The files by the digest of their path.
    pub(super) files: BTreeMap<Digest, FileDigests>,
    /// The staged files, in any order.
    pub(super) staged: Vec<String>,
    /// Published files that are wrong only in their modification time, in any order.
    pub(super) wrong_times: Vec<String>,
    /// The digests of published files that this build read.
    pub(super) read: KnownDigests,
    /// Whether a file is missing because of an error.
    pub(super) is_incomplete: bool,
}

/// A file of the new state that is published already.
struct Current {
    /// The digest of the path.
    path: Digest,
    digests: FileDigests,
    has_wrong_time: bool,
}

impl Publication {
    /// Adds the file of an artifact and its compressed form to the new state. Generates and stages
    /// the files that are not published yet.
    ///
    /// # Errors
    /// Returns an error if the content cannot be generated, if the new state has another file with this path,
    /// or if the disk fails. The publication can then no longer be committed.
    pub fn accept(&self, artifact: &Artifact) -> GenerateResult<()> {
        self.accept_forms(artifact).inspect_err(|_| self.state().is_incomplete = true)
    }

    /// Adds the files that belong to no consultant.
    ///
    /// # Errors
    /// Returns the errors of [`Self::accept`].
    pub fn accept_site(&self, files: &Bundle) -> Result<()> {
        files.iter().try_for_each(|file| self.accept(file).map_err(GenerateError::into_error))
    }

    /// Adds files to the new state if the output directory has exactly these files, including their
    /// compressed forms. Otherwise adds none of them and returns `false`.
    pub fn keep(&self, files: &[ExpectedFile]) -> bool {
        let mut kept = Vec::with_capacity(files.len());
        for file in files {
            let plain = (file.path.clone(), file.content);
            for (path, content) in self.compressed(file).into_iter().chain([plain]) {
                let Some(current) = self.current(&path, content) else {
                    return false;
                };
                kept.push((path, current));
            }
        }
        let mut state = self.state();
        // `accept` reports duplicates.
        if kept.iter().any(|(_, current)| state.files.contains_key(&current.path)) {
            return false;
        }
        for (name, Current { path, digests, has_wrong_time }) in kept {
            state.files.insert(path, digests);
            state.wrong_times.extend(has_wrong_time.then_some(name));
        }
        true
    }

    /// Returns the paths of the published files below `prefix` that the commit replaces, in order.
    pub fn replaced(&self, prefix: &str) -> Vec<String> {
        let is_replaced = |path: &&String| {
            let is_managed = path.starts_with(prefix) && self.directory.manages(path);
            is_managed && self.directory.metadata(path).is_some()
        };
        let mut paths: Vec<String> =
            self.state().staged.iter().filter(is_replaced).cloned().collect();
        paths.sort_unstable();
        paths
    }

    /// Returns the published and the new bytes of a replaced file.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read.
    pub fn versions(&self, path: &str) -> Result<[Vec<u8>; 2]> {
        let read = |path: std::path::PathBuf| {
            fs::read(&path).map_err(|source| Error::io("read", &path, source))
        };
        Ok([read(self.directory.path(path))?, read(self.staging.files.join(path))?])
    }

    fn accept_forms(&self, artifact: &Artifact) -> GenerateResult<()> {
        let file = ExpectedFile::of(artifact);
        if !self.add_current(&file.path, file.content)? {
            self.add(&file.path, file.content, &artifact.body.bytes()?)?;
        }
        if let Body::Document(document) = &artifact.body
            && let Some((path, content)) = self.compressed(&file)
            && !self.add_current(&path, content)?
        {
            let bytes = gzip(document);
            if bytes.len() < document.len() {
                self.add(&path, content, &bytes)?;
            }
        }
        Ok(())
    }

    /// Returns the path and the content of the compressed form of a file, if the host gets one.
    fn compressed(&self, file: &ExpectedFile) -> Option<(String, ExpectedContent)> {
        match file.content {
            ExpectedContent::Document(it)
                if self.encoding.precompressed && file.is_compressible =>
            {
                let path = format!("{}{}", file.path, gzip::EXTENSION);
                Some((path, ExpectedContent::Generated(gzip::fingerprint(it))))
            }
            _ => None,
        }
    }

    /// Adds the file at `path` to the new state if it is published already. Returns whether it is.
    fn add_current(&self, path: &str, expected: ExpectedContent) -> Result<bool> {
        let Some(current) = self.current(path, expected) else {
            return Ok(false);
        };
        self.insert(path, current)?;
        Ok(true)
    }

    /// Adds a file to the new state and stages it if its bytes are not published already.
    pub(super) fn add(&self, path: &str, expected: ExpectedContent, bytes: &[u8]) -> Result<()> {
        let digests = match expected {
            ExpectedContent::Document(content) => FileDigests { content, generator: None },
            ExpectedContent::Generated(fingerprint) => {
                FileDigests { content: Digest::of(bytes), generator: Some(fingerprint.digest()) }
            }
        };
        // Another generator may have generated the same bytes.
        if let Some(current) = self.current(path, ExpectedContent::Document(digests.content)) {
            return self.insert(path, Current { digests, ..current });
        }
        let current = Current { path: Digest::of(path.as_bytes()), digests, has_wrong_time: false };
        self.insert(path, current)?;
        if self.staging.write(path, bytes, self.time(digests.content))? {
            self.state().staged.push(path.to_owned());
        }
        Ok(())
    }

    fn insert(&self, name: &str, Current { path, digests, has_wrong_time }: Current) -> Result<()> {
        require_plain(name)?;
        let mut state = self.state();
        if state.files.insert(path, digests).is_some() {
            return Err(Error::new(format!("two files would be published as `{name}`")));
        }
        state.wrong_times.extend(has_wrong_time.then(|| name.to_owned()));
        Ok(())
    }

    /// Returns the file called `name` if it is published already.
    fn current(&self, name: &str, expected: ExpectedContent) -> Option<Current> {
        // Many threads call this function: it must not hash while it has the lock of the state.
        let path = Digest::of(name.as_bytes());
        let digests = match expected {
            ExpectedContent::Document(content) => FileDigests { content, generator: None },
            ExpectedContent::Generated(fingerprint) => {
                let generator = Some(fingerprint.digest());
                let generated = self.directory.manifest.generated(path);
                generated.filter(|generated| generated.generator == generator)?
            }
        };
        let (published, modified) = self.published(name, path)?;
        let time = self.time(digests.content);
        let has_wrong_time = time.is_some() && time != modified;
        (published == digests.content).then_some(Current { path, digests, has_wrong_time })
    }

    /// Returns the digest and the modification time of the file called `name` in the output directory, if
    /// it belongs to vitae. Reads the file only if its digest is unknown. `path` is the digest of the name.
    fn published(&self, name: &str, path: Digest) -> Option<(Digest, Option<SystemTime>)> {
        if !self.directory.manages(name) {
            return None;
        }
        let metadata = self.directory.metadata(name)?;
        let stamp = Stamp::of(&metadata);
        let digest = match self.known.get(path, &stamp) {
            Some(digest) => digest,
            None => {
                let digest = Digest::of(&fs::read(self.directory.path(name)).ok()?);
                self.state().read.insert(path, &stamp, self.clock, digest);
                digest
            }
        };
        Some((digest, metadata.modified().ok()))
    }

    /// Returns the modification time that the host requires for a file with this digest, if any.
    pub(super) fn time(&self, digest: Digest) -> Option<SystemTime> {
        match self.encoding.modification_times {
            ModificationTimes::Written => None,
            ModificationTimes::Content => Some(modification_time::of(digest)),
        }
    }

    pub(super) fn state(&self) -> MutexGuard<'_, NewState> {
        self.state.lock().expect("no thread panics while it has the lock")
    }
}
