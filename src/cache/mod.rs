//! The cache of a project: lets a command skip everything that did not change since the last one.
//!
//! ```text
//! .vitae/cache/rows             what was compiled from each consultant's files
//! .vitae/cache/history          last-modified dates by commit
//! .vitae/cache/output-<digest>  digests of the files in an output directory
//! .vitae/cache/photos/<key>     published photos
//! ```
//!
//! # Decisions
//!
//! - **A build with the cache gives the same files, diagnostics and exit code as one without.** Rows are
//!   found by the stamps of the sources, and by their digests if a stamp changed or cannot be trusted.
//! - **The cache may vanish at any time.** Whatever cannot be read, or has another digest than recorded,
//!   counts as absent; whatever cannot be written is not cached. Neither is an error.
//! - **The key in each row** covers the program and the settings of the site, on which documents depend.
//!   Templates and the host are not in it: they affect only the files of the site, which are rendered
//!   each time. Building for two hosts by turns therefore uses the same rows.
//! - **Rows have no diagnostics**, because each run must report them: a consultant with a warning is
//!   compiled each time. Of an inactive consultant a row has the name, stamp and digest of each file.
//! - **A stamp is trusted** if the file changed before the compilation started. A later change can be
//!   followed by another one in the same tick of the file system's clock, which the stamp does not show.
//! - Each file is written beside its final path and renamed. If two commands write at once, the last one
//!   wins, and readers never see a partial file.
//! - Only vitae's own names are ever removed, even if `--cache-dir` names a directory with other files.

mod file;
mod photos;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use serde::{Deserialize, Serialize};

use crate::compile::{Row, Rows};
use crate::digest::Digest;
use crate::model::id::ConsultantId;
use crate::publish::KnownDigests;
use crate::render::photo::{NoPhotoStore, PhotoStore};
use crate::source::History;
use file::LineWriter;
use photos::Photos;

/// The directory of the cache, relative to the parent of the content directory.
const DEFAULT_DIRECTORY: [&str; 2] = [".vitae", "cache"];

const ROWS: &str = "rows";
const HISTORY: &str = "history";

/// The cache of a project.
#[derive(Debug)]
pub struct Cache {
    /// `None` if the cache is disabled.
    directory: Option<PathBuf>,
    /// The time of the file system when the command started.
    started: Option<SystemTime>,
}

/// The first line of the table of rows.
#[derive(Serialize, Deserialize)]
struct Header {
    /// The time of the file system before the sources were listed.
    started: Option<SystemTime>,
}

impl Cache {
    /// Opens the cache in `directory`, by default in `.vitae/cache` beside the content directory. Must be
    /// called before the content is listed.
    pub fn open(directory: Option<&Path>, content: &Path) -> Self {
        let directory = match directory {
            Some(directory) => directory.to_owned(),
            None => DEFAULT_DIRECTORY.iter().fold(parent(content), |path, part| path.join(part)),
        };
        let started = file::time(&directory);
        Self { directory: Some(directory), started }
    }

    /// Returns a cache that stores nothing.
    pub fn disabled() -> Self {
        Self { directory: None, started: None }
    }

    /// Returns the rows of the last compilation.
    pub fn rows(&self) -> Rows {
        let Some(mut lines) = self.lines(ROWS) else {
            return Rows::default();
        };
        let header = lines.next().and_then(|line| serde_json::from_str::<Header>(&line).ok());
        let Some(started) = header.and_then(|header| header.started) else {
            return Rows::default();
        };
        let row = |line: String| serde_json::from_str::<(ConsultantId, Row)>(&line).ok();
        Rows::restored(lines.filter_map(row), started)
    }

    /// Replaces the rows if they differ from the `previous` ones, and removes the photos that no active
    /// consultant has.
    pub fn store_rows(&self, rows: &Rows, previous: &Rows) {
        if rows.is_same_as(previous) {
            return;
        }
        if let Some(directory) = &self.directory {
            let photos = rows.entries().filter_map(|entry| entry.photo);
            Photos::new(directory).retain(photos.map(|photo| photo.fingerprint));
        }
        let header = Header { started: self.started };
        self.write(ROWS, |lines| {
            lines.line(&header)?;
            rows.storable().try_for_each(|row| lines.line(&row))
        });
    }

    /// Returns the git history at the commit of the last run.
    pub fn history(&self) -> Option<History> {
        let line = self.lines(HISTORY)?.next()?;
        serde_json::from_str(&line).ok()
    }

    /// Replaces the git history if it differs from the `previous` one.
    pub fn store_history(&self, history: &History, previous: Option<&History>) {
        if previous != Some(history) {
            self.write(HISTORY, |lines| lines.line(history));
        }
    }

    /// Returns the digests of the files in the output directory `out`.
    pub fn published(&self, out: &Path) -> KnownDigests {
        let line = self.lines(&output_name(out)).and_then(|mut lines| lines.next());
        line.and_then(|line| serde_json::from_str(&line).ok()).unwrap_or_default()
    }

    /// Replaces the digests of the files in the output directory `out`.
    pub fn store_published(&self, out: &Path, digests: &KnownDigests) {
        self.write(&output_name(out), |lines| lines.line(digests));
    }

    /// Returns the store of published photos.
    pub fn photos(&self) -> Arc<dyn PhotoStore> {
        match &self.directory {
            Some(directory) => Arc::new(Photos::new(directory)),
            None => Arc::new(NoPhotoStore),
        }
    }

    fn lines(&self, name: &str) -> Option<impl Iterator<Item = String> + use<>> {
        file::lines(&self.directory.as_ref()?.join(name))
    }

    fn write(&self, name: &str, write: impl FnOnce(&mut LineWriter<'_>) -> std::io::Result<()>) {
        if let Some(directory) = &self.directory {
            // Without the file, the next command does the work again.
            let _ = file::write_lines(directory, name, write);
        }
    }
}

/// Returns the parent of the content directory.
fn parent(content: &Path) -> PathBuf {
    let absolute = std::path::absolute(content).unwrap_or_else(|_| content.to_owned());
    absolute.parent().map_or_else(PathBuf::new, Path::to_owned)
}

fn output_name(out: &Path) -> String {
    let absolute = std::path::absolute(out).unwrap_or_else(|_| out.to_owned());
    format!("output-{}", Digest::of(absolute.as_os_str().as_encoded_bytes()))
}
