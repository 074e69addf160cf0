//! The content as bytes: the only module that reads it.

mod git_history;
pub mod published_directory;
pub mod stamp;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use walkdir::WalkDir;

use crate::diagnostic::Diagnostic;
use crate::diagnostic_code::diagnostic_codes;
use crate::error::{Error, Result};
use git_history::History;
use stamp::Stamp;

pub use git_history::{git_folder, possible_git_folders};

diagnostic_codes! {
    error SYMBOLIC_LINK = "symbolic-link";
    error NOT_A_FILE = "not-a-file";
    error FILE_NAME_ENCODING = "file-name-encoding";
}

/// When a file's content last changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Modified {
    /// Committer date of the newest commit that touched it, as git prints it (`%cI`).
    Committed(String),
    /// The repository is a shallow clone which ends before that commit.
    CutOff,
    /// The file is in no commit; the file system's time.
    FileTime(SystemTime),
    /// Nobody knows.
    Unknown,
}

/// One file of the content. Two are equal if they have the same path, bytes and date; that of
/// bytes on a disk is known by their stamp.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    path: String,
    body: Body,
    /// When it last changed.
    pub modified: Modified,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Body {
    Memory(Vec<u8>),
    /// Read when asked for, so that memory does not grow with the number of photos.
    Disk(PathBuf, Option<Stamp>),
}

impl Source {
    /// Relative to the content folder, with `/`: `photos/anna-berg.jpg`.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The file name without its folders.
    pub fn name(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or(&self.path)
    }

    /// The file name up to its last dot.
    pub fn stem(&self) -> &str {
        self.name()
            .rsplit_once('.')
            .map_or(self.name(), |(stem, _)| stem)
    }

    /// What follows the file name's last dot; empty without one.
    pub fn extension(&self) -> &str {
        self.name()
            .rsplit_once('.')
            .map_or("", |(_, extension)| extension)
    }

    /// Where the file is on the disk, to be opened by another program; `None` for one in memory.
    pub fn location(&self) -> Option<PathBuf> {
        match &self.body {
            Body::Memory(_) => None,
            Body::Disk(path, _) => std::path::absolute(path).ok(),
        }
    }

    /// The first `limit + 1` bytes: whoever gets more than `limit` knows the file is too large,
    /// and a file of any size costs no more memory than that.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn read(&self, limit: usize) -> Result<Cow<'_, [u8]>> {
        match &self.body {
            Body::Memory(bytes) => Ok(Cow::Borrowed(&bytes[..bytes.len().min(limit + 1)])),
            Body::Disk(path, _) => {
                let unreadable = |source| Error::io("read", path, source);
                let file = File::open(path).map_err(unreadable)?;
                let mut bytes = Vec::new();
                let mut file = file.take(limit as u64 + 1);
                file.read_to_end(&mut bytes).map_err(unreadable)?;
                Ok(Cow::Owned(bytes))
            }
        }
    }
}

/// All files of the content, ordered by path.
#[derive(Debug, Clone, Default)]
pub struct Sources {
    files: BTreeMap<String, Source>,
    root: String,
    diagnostics: Vec<Diagnostic>,
    history: Arc<History>,
}

impl Sources {
    /// Lists the files under `root` and asks git when each last changed. Hidden files and the
    /// generated `schema` folder are no content.
    ///
    /// # Errors
    /// When the folder cannot be read, or git fails in a repository.
    pub fn from_disk(root: &Path) -> Result<Self> {
        Self::from_disk_after(root, &Self::default())
    }

    /// The same; git is not asked again for what it said `before`.
    ///
    /// # Errors
    /// As [`Self::from_disk`].
    pub fn from_disk_after(root: &Path, before: &Self) -> Result<Self> {
        if !root.is_dir() {
            let message = format!("there is no content folder {}", root.display());
            return Err(Error::new(message));
        }
        let history = History::read(root, &before.history)?;
        Self::list(root, Some(history))
    }

    /// The same without asking git: nobody knows when the files last changed.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn listed(root: &Path) -> Result<Self> {
        Self::list(root, None)
    }

    fn list(root: &Path, history: Option<Arc<History>>) -> Result<Self> {
        let mut sources = Self {
            root: root.display().to_string().trim_end_matches('/').to_owned(),
            ..Self::default()
        };
        let hidden = |name: &std::ffi::OsStr| name.as_encoded_bytes().starts_with(b".");
        let entries = WalkDir::new(root).min_depth(1).into_iter();
        let schema = root.join("schema");
        for entry in entries.filter_entry(|e| !hidden(e.file_name()) && e.path() != schema) {
            let entry = entry.map_err(|error| {
                Error::with_source(format!("cannot list {}", root.display()), error)
            })?;
            if entry.file_type().is_dir() {
                continue;
            }
            let relative = entry.path().strip_prefix(root).unwrap_or(entry.path());
            let path = relative
                .components()
                .map(|part| part.as_os_str().to_string_lossy())
                .collect::<Vec<_>>()
                .join("/");
            if relative.to_str().is_none() {
                sources.diagnostics.push(
                    Diagnostic::file(&FILE_NAME_ENCODING, &path, "the file's name is not UTF-8")
                        .hint("rename the file, using letters, digits and hyphens"),
                );
            } else if entry.path_is_symlink() {
                sources.diagnostics.push(
                    Diagnostic::file(&SYMBOLIC_LINK, &path, "this is a symbolic link, not a file")
                        .hint("put the file itself here: a link can publish what lies elsewhere"),
                );
            } else if !entry.file_type().is_file() {
                sources.diagnostics.push(
                    Diagnostic::file(&NOT_A_FILE, &path, "this is no file but a pipe or device")
                        .hint("remove it"),
                );
            } else {
                let metadata = entry.metadata().ok();
                let file_time = || metadata.as_ref()?.modified().ok();
                let modified = history.as_ref().map(|h| h.modified(&path, file_time));
                let stamp = metadata.as_ref().map(Stamp::of);
                let body = Body::Disk(entry.path().to_owned(), stamp);
                let modified = modified.unwrap_or(Modified::Unknown);
                sources.insert(path, body, modified);
            }
        }
        sources.history = history.unwrap_or_default();
        Ok(sources)
    }

    /// Files from memory: path and bytes. All of them last changed at `modified`.
    pub fn from_memory<P: Into<String>, B: Into<Vec<u8>>>(
        files: impl IntoIterator<Item = (P, B)>,
        modified: &Modified,
    ) -> Self {
        let mut sources = Self {
            root: "content".to_owned(),
            ..Self::default()
        };
        for (path, bytes) in files {
            sources.insert(path.into(), Body::Memory(bytes.into()), modified.clone());
        }
        sources
    }

    /// One file from memory that is no content, to show what is wrong with it.
    pub fn of_file(path: &str, bytes: Vec<u8>) -> Self {
        let mut sources = Self::default();
        sources.insert(path.to_owned(), Body::Memory(bytes), Modified::Unknown);
        sources
    }

    fn insert(&mut self, path: String, body: Body, modified: Modified) {
        let source = Source {
            path: path.clone(),
            body,
            modified,
        };
        self.files.insert(path, source);
    }

    /// The content folder as the user named it, to print before a file's path; empty where there
    /// is none.
    pub fn root(&self) -> &str {
        &self.root
    }

    /// Whether nothing changed since `before`: no file, and no file's date.
    pub fn are_as(&self, before: &Self) -> bool {
        self.files == before.files && self.diagnostics == before.diagnostics
    }

    /// What was met while listing.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// The file at `path`.
    pub fn get(&self, path: &str) -> Option<&Source> {
        self.files.get(path)
    }

    /// All files, ordered by path.
    pub fn iter(&self) -> impl Iterator<Item = &Source> {
        self.files.values()
    }
}

/// The first `limit + 1` bytes of a file that is no content yet; of the standard input if `path`
/// is `-`.
///
/// # Errors
/// When it cannot be read.
pub fn read_upload(path: &Path, limit: usize) -> Result<Vec<u8>> {
    let unreadable = |source| Error::io("read", path, source);
    let mut bytes = Vec::new();
    let most = limit as u64 + 1;
    if path == Path::new("-") {
        let input = std::io::stdin().lock();
        input.take(most).read_to_end(&mut bytes)
    } else {
        let file = File::open(path).map_err(unreadable)?;
        file.take(most).read_to_end(&mut bytes)
    }
    .map_err(unreadable)?;
    Ok(bytes)
}

/// Where a byte stands, as an editor counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Position {
    /// 1-based.
    pub line: usize,
    /// 1-based, in characters.
    pub column: usize,
}

impl Position {
    /// The position of the byte at `offset` in `text`; past the end, that of the end.
    pub fn of(text: &str, offset: usize) -> Self {
        let before = &text[..text.floor_char_boundary(offset)];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        Self {
            line: before.bytes().filter(|&b| b == b'\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
        }
    }
}

/// The text of a content file as diagnostics count in it: without a byte order mark, bytes that
/// are not UTF-8 replaced.
pub fn text_of(bytes: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes))
}
