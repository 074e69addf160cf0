//! Writes the output directory, and other files of a project. Besides this module, only `cache` writes
//! files.
//!
//! A build publishes in four steps:
//!
//! 1. [`Target::open`] locks the output directory.
//! 2. [`Target::begin`] lists the output directory and reads its manifest, which records the files that
//!    vitae wrote.
//! 3. The [`Publication`] takes the files one by one, in any order, and keeps none of them in memory. It
//!    compares each file with the published one, and stages the file if it differs: it writes the file to
//!    `.dist.vitae` beside `dist/`.
//! 4. [`Publication::commit`] removes the files of withdrawn consultants and reports conflicts with files that
//!    do not belong to vitae. It then removes all other files that the site no longer has, and renames the
//!    staged files to their final paths, the manifest first.
//!
//! Until the commit, nothing in `dist/` changes. The build after a killed one completes it. Unchanged files
//! keep their modification time, unless the host needs a time that derives from the content.
//! `docs/decisions/publishing.md` has the reasons.

mod commit;
mod deployment;
mod expected_file;
pub mod gzip;
mod known_digests;
mod manifest;
mod modification_time;
mod new_files;
mod open_file;
mod output_directory;
mod publication;
mod published_site;
mod staging;
mod symbolic_links;
mod text_files;

use std::path::Path;
use std::sync::Mutex;

use crate::bundle::Encoding;
use crate::error::{Error, Result};
use crate::paths::ToSlash;
pub use commit::BuildChanges;
pub use deployment::write_deployment;
pub use expected_file::{ExpectedContent, ExpectedFile};
pub use known_digests::KnownDigests;
use manifest::Manifest;
pub use manifest::containing_output;
pub use new_files::{begin_directory, create_files, finish_directory, with_lines_of};
use output_directory::OutputDirectory;
pub use publication::Publication;
pub use published_site::PublishedSite;
use staging::Staging;
pub use symbolic_links::{reject_links, reject_links_below, resolve};
pub use text_files::{change_file, outdated, write_files};

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
                out.to_slash(),
                content.to_slash()
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
        known: impl FnOnce() -> KnownDigests + Send,
        is_interrupted: fn() -> bool,
    ) -> Result<Publication> {
        let out = &self.staging.out;
        let (files, (manifest, known)) =
            rayon::join(|| output_directory::list(out), || (Manifest::read(out), known()));
        let directory = OutputDirectory::new(out, files?, manifest?)?;
        let clock = self.staging.clock();
        let (staging, state) = (self.staging, Mutex::default());
        Ok(Publication { is_interrupted, encoding, directory, staging, clock, known, state })
    }

    /// Returns the name of the output directory without its parents.
    pub fn directory_name(&self) -> Option<String> {
        let name = self.staging.out.file_name()?;
        Some(name.to_string_lossy().into_owned())
    }
}
