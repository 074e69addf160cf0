//! Waits until something changed on the disk, and until it has stopped changing.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use notify::event::{AccessKind, AccessMode, CreateKind};
use notify::{Config, Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher as _};

use crate::error::{Error, Result};
use crate::source::stamp::Identity;

/// A burst of changes is over when nothing happened for so long.
const QUIET: Duration = Duration::from_millis(30);
/// A burst that does not end is taken for over after so long.
const LONGEST: Duration = Duration::from_secs(1);
/// How often it is looked whether a folder is there, is another one, or is gone: the system tells
/// that only of folders that are watched.
const LOOK: Duration = Duration::from_secs(1);

/// What changed.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// The files that are known to have changed, as the system names them. There may be others.
    pub files: BTreeSet<PathBuf>,
}

/// Watches folders, of which none need exist.
pub struct Watcher {
    watcher: RecommendedWatcher,
    events: Receiver<notify::Result<Event>>,
    folders: Vec<Folder>,
    /// Something may have happened that nobody was told of.
    look_again: bool,
}

struct Folder {
    path: PathBuf,
    depth: RecursiveMode,
    /// Which folder is watched, if one is.
    watched: Option<Identity>,
}

impl Folder {
    fn new(path: &Path, depth: RecursiveMode) -> Self {
        Self {
            path: std::path::absolute(path).unwrap_or_else(|_| path.to_owned()),
            depth,
            watched: None,
        }
    }
}

impl Watcher {
    /// Watches everything below `folders`, and what lies directly in each of `shallow`.
    ///
    /// # Errors
    /// When the system does not watch folders.
    pub fn new(folders: &[PathBuf], shallow: &[PathBuf]) -> Result<Self> {
        let (sender, events) = channel();
        let watcher = RecommendedWatcher::new(sender, Config::default()).map_err(failed)?;
        let whole = folders.iter();
        let whole = whole.map(|path| Folder::new(path, RecursiveMode::Recursive));
        let mut watcher = Self {
            watcher,
            events,
            folders: whole.collect(),
            look_again: false,
        };
        watcher.also(shallow)?;
        Ok(watcher)
    }

    /// Watches what lies directly in each of `shallow` too.
    ///
    /// # Errors
    /// When a folder that is there cannot be watched.
    pub fn also(&mut self, shallow: &[PathBuf]) -> Result<()> {
        for path in shallow {
            let folder = Folder::new(path, RecursiveMode::NonRecursive);
            if self.folders.iter().all(|known| known.path != folder.path) {
                self.folders.push(folder);
            }
        }
        self.follow().map(|_| ())
    }

    /// Waits for the next burst of changes, at most for `patience` if that is given, and for its
    /// end; `None` if none came.
    ///
    /// # Errors
    /// When a folder that is there cannot be watched.
    pub fn wait(&mut self, patience: Option<Duration>) -> Result<Option<Changes>> {
        let mut changes = Changes::default();
        loop {
            match self.events.recv_timeout(patience.unwrap_or(LOOK)) {
                Ok(event) => {
                    if self.take(event, &mut changes) {
                        break;
                    }
                }
                Err(RecvTimeoutError::Timeout) if patience.is_some() => return Ok(None),
                Err(RecvTimeoutError::Timeout) => {
                    if self.follow()? || std::mem::take(&mut self.look_again) {
                        return Ok(Some(changes));
                    }
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(Error::new("the system no longer tells what changes"));
                }
            }
        }
        let mut now = Instant::now();
        let (mut quiet, longest) = (now + QUIET, now + LONGEST);
        while now < quiet.min(longest) {
            let event = self.events.recv_timeout(quiet.min(longest) - now);
            now = Instant::now();
            // That files are read, by whomever, does not make a burst longer.
            if event.is_ok_and(|event| self.take(event, &mut changes)) {
                quiet = now + QUIET;
            }
        }
        self.follow()?;
        Ok(Some(changes))
    }

    /// Adds what an event tells; whether it is of something that changed.
    fn take(&mut self, event: notify::Result<Event>, changes: &mut Changes) -> bool {
        // An error means that events may have been lost.
        let Ok(event) = event else {
            self.look_again = true;
            return true;
        };
        if event.need_rescan() {
            self.look_again = true;
            return true;
        }
        let is_read = match event.kind {
            EventKind::Access(AccessKind::Close(AccessMode::Write)) => false,
            EventKind::Access(_) => true,
            _ => false,
        };
        if is_read {
            return false;
        }
        // Of what was put into a new folder before that was watched too, nobody tells; nor of what
        // changes deeper in a folder that is not watched whole.
        let is_folder = matches!(
            event.kind,
            EventKind::Create(CreateKind::Folder | CreateKind::Any)
        );
        let is_shallow = |path: &PathBuf| {
            let mut shallow = self
                .folders
                .iter()
                .filter(|f| f.depth != RecursiveMode::Recursive);
            shallow.any(|folder| path.parent() == Some(&folder.path))
        };
        self.look_again |= is_folder || event.paths.iter().any(is_shallow);
        changes.files.extend(event.paths);
        true
    }

    /// Watches the folders that are there now; whether one of them is another one than before.
    fn follow(&mut self) -> Result<bool> {
        let mut is_other = false;
        for folder in &mut self.folders {
            let now = Identity::of_directory(&folder.path);
            if now == folder.watched {
                continue;
            }
            is_other = true;
            // Of a folder that is gone, the system may have forgotten it already.
            let _ = self.watcher.unwatch(&folder.path);
            folder.watched = None;
            if now.is_some() {
                match self.watcher.watch(&folder.path, folder.depth) {
                    Ok(()) => folder.watched = now,
                    // Gone again: the next look finds out.
                    Err(_) if !folder.path.is_dir() => {}
                    Err(error) => {
                        let message = format!("cannot watch {}", folder.path.display());
                        return Err(Error::with_source(message, error));
                    }
                }
            }
        }
        Ok(is_other)
    }
}

impl Changes {
    /// The changed files below `folder`, relative to it, with `/`.
    pub fn below(&self, folder: &Path) -> BTreeSet<String> {
        let folder = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
        let relative = |file: &PathBuf| {
            let parts = file.strip_prefix(&folder).ok()?.components();
            let parts = parts.map(|part| part.as_os_str().to_string_lossy());
            Some(parts.collect::<Vec<_>>().join("/"))
        };
        let files = self.files.iter().filter_map(relative);
        files.filter(|file| !file.is_empty()).collect()
    }
}

fn failed(error: notify::Error) -> Error {
    Error::with_source("cannot watch for changes", error)
}
