//! The cache of a project: lets a command skip everything that did not change since the last one.
//!
//! ```text
//! .vitae/cache/rows             the result of compiling each consultant
//! .vitae/cache/history          last-modified dates at one commit, by the digest of the path
//! .vitae/cache/output           digests of the files in the output directory
//! .vitae/cache/photos/<key>     published photos
//! .vitae/cache/clock            its modification time is the current time of the file system
//! ```
//!
//! # Decisions
//!
//! - **A build with the cache gives the same files, diagnostics and exit code as one without.** A
//!   row is current if the consultant's files have the recorded stamps (size, times and inode). A
//!   file whose stamp changed or cannot be trusted is compared by its digest.
//! - **The cache may vanish at any time.** A file of the cache that cannot be read, or has another
//!   digest than recorded, counts as absent. Data that cannot be written is not cached. Neither is
//!   an error.
//! - **The cache version is the key in each row.** It covers the program and the settings of the site, on which
//!   documents depend.
//!   Templates and the host are not in it: they affect only the files of the site, which are rendered
//!   each time. Alternating builds for two hosts therefore use the same rows.
//! - **A consultant with a warning is compiled each time**, because each run must report the warning: its
//!   row only keeps the photo. For an inactive consultant, a row has the stamp and digest of each file, and
//!   the digest of the path of the photo: the profile can contain its name.
//! - **Nothing else of an inactive consultant stays**, except the dates of its files in `history`. Each
//!   command removes the photos that no active consultant has, including those of a killed command or
//!   of a preview. If a command fails after it listed the content, but before it compiled every
//!   profile, it removes the rows and photos of consultants whose files changed: they can be inactive
//!   now. So does a command that generates no photos: a new row would hide the errors of a photo.
//! - **A stamp is trusted** if the file changed more than two seconds before the compilation
//!   started. A later change can be followed by another one in the same tick of the file system's
//!   clock, which the stamp does not show.
//! - Each file is written beside its final path and renamed. If two commands write at once, the last one
//!   wins, and readers never see a partial file.
//! - **vitae has a directory of its own** in the directory that `--cache-dir` names, and removes or
//!   replaces files only there. Git ignores it, and so do backup programs that know the file
//!   `CACHEDIR.TAG`. Otherwise, both would keep photos of withdrawn consultants.

mod file;
mod photos;

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use rayon::prelude::*;
use serde::de::DeserializeOwned;

use crate::compile::{Row, Rows};
use crate::error::{Error, Result};
use crate::model::id::ConsultantId;
use crate::paths::{ToSlash, canonicalize};
use crate::publish::{KnownDigests, containing_output, reject_links_below, resolve};
use crate::render::photo::{NoPhotoStore, PhotoStore};
use crate::source::History;
use file::{clean, value, write_line};
use photos::Photos;

/// The directory of the cache, relative to the parent of the content directory.
const DEFAULT_DIRECTORY: [&str; 2] = [".vitae", "cache"];

/// The name of vitae's directory in the one that the user chooses.
const OWN_DIRECTORY: &str = "vitae-cache";

const ROWS: &str = "rows";
const HISTORY: &str = "history";
const OUTPUT: &str = "output";

/// The files that keep the cache out of repositories and backups.
/// Source: <https://bford.info/cachedir/>
const MARKERS: [(&str, &str); 2] =
    [(".gitignore", "*\n"), ("CACHEDIR.TAG", "Signature: 8a477f597d28d172789f06886806bc55\n")];

/// How much older than the compilation a change must be for its stamp to be trusted: one tick of the
/// slowest clock, the clock of FAT. The content can be on another file system than the cache.
const TICK: Duration = Duration::from_secs(2);

/// The cache of a project.
#[derive(Debug)]
pub struct Cache {
    /// `None` if the cache is disabled.
    directory: Option<PathBuf>,
    /// The stamps of files that changed before this time are trusted.
    trusted_before: SystemTime,
}

impl Cache {
    /// Opens the cache of the content directory: in `directory`, by default in `.vitae/cache` beside
    /// the content directory. Must be called before the content is listed. `out` is the output
    /// directory, if there is one.
    ///
    /// # Errors
    /// Returns an error if the cache would be in the content or output directory, where vitae would
    /// read or publish its files, or if a symbolic link leads to it. `directory` may be a link.
    pub fn open(directory: Option<&Path>, content: &Path, out: Option<&Path>) -> Result<Self> {
        let (root, own) = match directory {
            Some(directory) => (directory.to_owned(), &[OWN_DIRECTORY][..]),
            None => (parent(content), &DEFAULT_DIRECTORY[..]),
        };
        let directory = own.iter().fold(root.clone(), |path, part| path.join(part));
        // Its parents are the directories of the cache.
        let file = directory.join(photos::DIRECTORY).join("photo");
        reject_links_below(&root, [file.as_path()])?;
        // A directory that cannot be found cannot be written, either.
        let Some(resolved) = resolve(&directory).ok().filter(|_| content.is_dir()) else {
            return Ok(Self::disabled());
        };
        let others = [
            ("content", Some(content)),
            ("output", out),
            // A command without an output directory could write into one, too.
            ("output", containing_output(&resolved)),
        ];
        for (name, other) in others {
            let other = other.and_then(|other| resolve(other).ok());
            if let Some(other) = other.filter(|other| resolved.starts_with(other)) {
                return Err(Error::new(format!(
                    "the cache {} must not be in the {name} directory {}; choose another directory \
                     with --cache-dir, or use --no-cache",
                    resolved.to_slash(),
                    other.to_slash()
                )));
            }
        }
        let time = file::time(&directory).and_then(|time| time.checked_sub(TICK));
        mark(&directory);
        Ok(Self {
            directory: Some(directory),
            // Without the time, all files are compared by their digests.
            trusted_before: time.unwrap_or(SystemTime::UNIX_EPOCH),
        })
    }

    /// Returns a cache that stores nothing.
    pub fn disabled() -> Self {
        Self { directory: None, trusted_before: SystemTime::UNIX_EPOCH }
    }

    /// Returns the rows of the last compilation.
    pub fn rows(&self) -> Rows {
        let rows = || {
            let bytes = self.read(ROWS)?;
            // The first line is the time.
            let (time, rows) = bytes.split_at(bytes.iter().position(|byte| *byte == b'\n')?);
            let trusted_before = value(time)?;
            let rows: Vec<(Option<String>, ConsultantId, Row)> =
                rows.par_split(|byte| *byte == b'\n').filter_map(value).collect();
            Some(Rows::restored(rows, trusted_before))
        };
        rows().unwrap_or_default()
    }

    /// Replaces the rows if they differ from the `previous` ones, and removes the photos that no active
    /// consultant has.
    pub fn store_rows(&self, rows: &Rows, previous: &Rows) {
        let Some(directory) = &self.directory else {
            return;
        };
        clean(directory, |_| false);
        Photos::new(directory).retain(&rows.photos().collect());
        if rows.is_same_as(previous) {
            return;
        }
        // Rows that this run did not compile have the stamps of an earlier compilation.
        let trusted_before = rows.trusted_before().unwrap_or(self.trusted_before);
        self.write(ROWS, |file| {
            write_line(file, &trusted_before)?;
            rows.storable().try_for_each(|row| write_line(file, &row))
        });
    }

    /// Returns the git history at the commit of the last run.
    pub fn history(&self) -> Option<History> {
        self.first(HISTORY)
    }

    /// Replaces the git history if it differs from the `previous` one.
    pub fn store_history(&self, history: &History, previous: Option<&History>) {
        if previous != Some(history) {
            self.write(HISTORY, |file| write_line(file, history));
        }
    }

    /// Returns the digests of the files in the output directory of the last build. The stamps of files in another
    /// directory differ.
    pub fn published(&self) -> KnownDigests {
        self.first(OUTPUT).unwrap_or_default()
    }

    /// Replaces the digests of the files in the output directory if they changed.
    pub fn store_published(&self, digests: &KnownDigests) {
        if digests.is_changed {
            self.write(OUTPUT, |file| write_line(file, digests));
        }
    }

    /// Returns the store of published photos.
    pub fn photos(&self) -> Arc<dyn PhotoStore> {
        match &self.directory {
            Some(directory) => Arc::new(Photos::new(directory)),
            None => Arc::new(NoPhotoStore),
        }
    }

    fn read(&self, name: &str) -> Option<Vec<u8>> {
        file::read(&self.directory.as_ref()?.join(name))
    }

    /// Returns the value of the first line of a file.
    fn first<T: DeserializeOwned>(&self, name: &str) -> Option<T> {
        value(self.read(name)?.split(|byte| *byte == b'\n').next()?)
    }

    fn write(&self, name: &str, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) {
        if let Some(directory) = &self.directory {
            // Without the file, the next command does the work again.
            let _ = file::write_lines(directory, name, write);
        }
    }
}

/// Writes the files that keep the cache out of repositories and backups.
fn mark(directory: &Path) {
    for (name, text) in MARKERS {
        let path = directory.join(name);
        // Fails if the file exists. A directory that cannot be written has no cache.
        let _ = File::create_new(path).and_then(|mut file| file.write_all(text.as_bytes()));
    }
}

fn parent(content: &Path) -> PathBuf {
    let absolute = match content.file_name() {
        Some(_) => std::path::absolute(content),
        // Without a name, as in `content/..`, the parent is not in the path.
        None => canonicalize(content),
    };
    let absolute = absolute.unwrap_or_else(|_| content.to_owned());
    absolute.parent().map_or_else(PathBuf::new, Path::to_owned)
}
