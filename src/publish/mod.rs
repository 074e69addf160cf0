//! Writes the output directory, and other files of a project. Besides this module, only `cache` writes
//! files.
//!
//! Publishing changes the output directory only after every file of the new state was generated
//! without an error. A [`Publication`] gets the files one by one, in any order, and keeps none of them
//! in memory: it compares each file with the output directory and stages the file if it differs.
//! [`Publication::commit`] removes withdrawn files first, so that they are gone even if a later step
//! fails. Then it replaces the files whose bytes changed, each with a rename, so that neither a
//! reader nor a killed build sees a partial file. Unchanged files keep their modification time,
//! unless the host needs a time derived from the content.
//!
//! # Decisions
//!
//! - **The manifest** records which files of `dist/` vitae wrote. It is below `_internal/`, so no host
//!   serves it, and contains digests of paths: nothing lists identifiers, and nothing of a withdrawn
//!   consultant remains. It is replaced after the withdrawals and before the first new file, so that the
//!   build after a killed one knows all files.
//! - The manifest also records the digest of the source of each photo and precompressed file: unchanged
//!   files are not generated again.
//! - **Each withdrawal is tried, even if another fails.** If one fails, nothing else changes: a build that
//!   cannot withdraw a consultant must not look as if it had published the content. The manifest still
//!   has the remaining files, so that the next build withdraws them.
//! - Files are completed in `.dist.vitae` beside `dist/`, at the same paths, and then renamed. That
//!   directory is the lock: one build at a time. A build takes it before it reads the content, because a
//!   build with older content that publishes later would publish a withdrawn consultant again. Both
//!   directories must be on one file system.
//! - A first build renames whole directories. It creates `dist/` by a rename only if it does not exist:
//!   containers and servers keep an existing directory open, even an empty one.
//! - A build recovers from a killed build. It syncs the file system twice: before the first rename, so
//!   that a power failure leaves no empty file under its final name, and after the last change, so that
//!   withdrawn files do not return.
//! - **An interrupted build** publishes nothing or everything: before the commit, it removes what it staged;
//!   afterwards, it completes the commit. Content that changes while it is read is read again, because an
//!   editor may save it in pieces. A pause between pieces that is longer than the build cannot be noticed;
//!   the next build publishes the rest.
//! - **In the directories of consultants, every file belongs to vitae**, whatever the manifest says: it can be
//!   older than the files, for example after `git checkout` or a restored backup, and a withdrawn profile must
//!   not stay public. The commit removes them before a conflict with another file can stop it. Elsewhere, a
//!   file that is not in the manifest stays, and a build that would replace it is an error. With a damaged
//!   manifest (empty, filled with null characters, with damaged lines, or without its end), the build
//!   replaces it.
//! - **A file is not read again if its stamp is known** ([`KnownDigests`]). Only stamps that are older
//!   than the build count: a file that changes twice in one tick of the clock keeps its stamp. The clock
//!   is that of the file system, because it may differ from the one of this machine.
//! - The content and the output directory must not contain each other, with links resolved.
//! - **Precompressed files belong to publishing.** They are no artifacts and have no routes. A document
//!   with status 200 gets a `.gz` and a `.br` file if they are smaller. Photos and errors get none. An
//!   identifier contains no dot, so these files cannot be confused with profiles.
//! - **Modification times derive from the bytes** where a host asks for it: its entity tags are time and
//!   length, so two changes within a second that keep the length would share a tag, and the server would
//!   respond with a stale 304. A time is one of 2^29 even seconds from 1987 to 2021, which FAT, ZIP, tar
//!   and HTTP dates support. It is not the time of the change, so such a host must not send
//!   `Last-Modified`.
//! - After the commit, a failure is reported together with the summary, and says that the site was published.

mod changed_file;
mod commit;
pub mod content_coding;
mod deployment;
mod expected_file;
mod known_digests;
mod links;
mod manifest;
mod modification_time;
mod new_files;
mod output_directory;
mod publication;
mod published_state;
mod staging;

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use crate::bundle::Encoding;
use crate::error::{Error, Result};
pub use changed_file::change_file;
pub use commit::Published;
pub use deployment::{other_deployments, write_deployment};
pub use expected_file::{ExpectedContent, ExpectedFile};
pub use known_digests::KnownDigests;
pub use links::{reject_links, reject_links_below};
pub use manifest::containing_output;
pub use new_files::{begin_directory, create_files, finish_directory, with_lines_of};
use output_directory::OutputDirectory;
use publication::State;
pub use publication::{Publication, Replaced};
pub use published_state::PublishedState;
use staging::{Staging, put};

/// An output directory, locked against other builds.
///
/// Take the lock before reading the content: otherwise a build that read older content and
/// publishes later would publish withdrawn profiles again.
pub struct Target {
    staging: Staging,
}

impl Target {
    /// Locks the output directory `out`, which need not exist.
    ///
    /// # Errors
    /// Returns an error if another build has the lock, if `out` and the content directory contain
    /// each other, or if the disk fails.
    pub fn open(out: &Path, content: &Path) -> Result<Self> {
        let (out, content) = (resolve(out)?, resolve(content)?);
        if out.starts_with(&content) || content.starts_with(&out) {
            return Err(Error::new(format!(
                "the output directory {} and the content directory {} must not contain each other",
                out.display(),
                content.display()
            )));
        }
        Ok(Self { staging: Staging::open(out)? })
    }

    /// Starts the publication of a build. Lists the output directory and reads its manifest. The publication
    /// takes no further consultant when `is_interrupted` returns `true`.
    ///
    /// # Errors
    /// Returns an error if the directory has files but no manifest, or if the disk fails.
    pub fn begin(
        self,
        encoding: Encoding,
        known: KnownDigests,
        is_interrupted: fn() -> bool,
    ) -> Result<Publication> {
        let directory = OutputDirectory::open(&self.staging.out)?;
        let clock = self.staging.clock()?;
        let state = Mutex::new(State { known, ..State::default() });
        Ok(Publication { is_interrupted, encoding, directory, staging: self.staging, clock, state })
    }

    /// Returns the name of the output directory without its parents.
    pub fn directory_name(&self) -> Option<String> {
        let name = self.staging.out.file_name()?;
        Some(name.to_string_lossy().into_owned())
    }
}

/// Returns the text files that are missing or have different content. Ignores the style of line
/// breaks: git writes CR LF on some systems.
pub fn outdated(files: &[(PathBuf, Vec<u8>)]) -> impl Iterator<Item = &(PathBuf, Vec<u8>)> {
    let lines = |bytes: &[u8]| String::from_utf8_lossy(bytes).replace("\r\n", "\n");
    let is_current = move |path: &Path, bytes: &[u8]| {
        fs::read(path).is_ok_and(|old| old == bytes || lines(&old) == lines(bytes))
    };
    files.iter().filter(move |(path, bytes)| !is_current(path, bytes))
}

/// Writes the [`outdated`] files, each with a rename, and returns their paths. For text files that
/// are not part of the site, such as the schemas for editors.
///
/// # Errors
/// Returns an error if the disk fails.
pub fn write_files(files: &[(PathBuf, Vec<u8>)]) -> Result<Vec<PathBuf>> {
    let mut written = Vec::new();
    for (path, bytes) in outdated(files) {
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).map_err(|source| Error::io("create", parent, source))?;
        }
        let new = temporary(path);
        let outcome = write_new(&new, bytes).map_err(|source| Error::io("write", &new, source));
        if let Err(error) = outcome.and_then(|()| put(&new, path)) {
            // The caller reports the first error.
            let _ = fs::remove_file(&new);
            return Err(error);
        }
        written.push(path.clone());
    }
    Ok(written)
}

/// Writes a new file in place of what is at the path, which could be a link.
fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => File::create_new(path)?.write_all(bytes),
    }
}

/// Returns the path at which a new version of a file is written before it is renamed.
fn temporary(path: &Path) -> PathBuf {
    let name = path.file_name().expect("a path of a file").to_string_lossy();
    path.with_file_name(format!(".{name}.new"))
}

/// Resolves the symbolic links of a path whose last components need not exist. A rename would
/// replace a link, and only resolved paths show whether directories contain each other.
///
/// # Errors
/// Returns an error if a link is broken or a directory cannot be read.
pub fn resolve(path: &Path) -> Result<PathBuf> {
    let cannot_find = |source| Error::io("find", path, source);
    let absolute = std::path::absolute(path).map_err(cannot_find)?;
    for existing in absolute.ancestors() {
        match existing.canonicalize() {
            Ok(mut resolved) => {
                resolved.extend(absolute.strip_prefix(existing).expect("an ancestor"));
                return Ok(resolved);
            }
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(cannot_find(error)),
            Err(_) if existing.is_symlink() => {
                let message = format!("{} is a broken symbolic link", existing.display());
                return Err(Error::new(message));
            }
            Err(_) if existing.file_name().is_none() => {
                return Err(Error::new(format!("{} does not exist", existing.display())));
            }
            Err(_) => {}
        }
    }
    unreachable!("the root has no file name")
}
