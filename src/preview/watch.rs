//! Watches files: waits until something changes on the disk and stops changing again.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use notify::event::{AccessKind, AccessMode, CreateKind};
use notify::{Config, Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher as _};

use crate::error::{Error, Result};
use crate::source::stamp::Identity;

/// A burst of changes ends after this long without a change.
const QUIET: Duration = Duration::from_millis(30);
/// The maximum duration of a burst.
const MAX_BURST: Duration = Duration::from_secs(1);
/// How often the watcher checks whether a directory was created, replaced or removed: the system
/// reports that only for watched directories.
const POLL: Duration = Duration::from_secs(1);

/// The files that changed in a burst, as the system names them. It may not report all of them.
pub type ChangedPaths = BTreeSet<PathBuf>;

/// Watches directories, which need not exist.
pub struct Watcher {
    watcher: RecommendedWatcher,
    events: Receiver<notify::Result<Event>>,
    directories: Vec<Directory>,
    /// Whether events may have been lost.
    must_rescan: bool,
}

struct Directory {
    path: PathBuf,
    mode: RecursiveMode,
    /// The identity of the watched directory; `None` while it does not exist.
    watched: Option<Identity>,
}

impl Watcher {
    /// Watches everything below `directories`, and the direct entries of each of `shallow`.
    ///
    /// # Errors
    /// Returns an error if the system cannot watch files.
    pub fn new(directories: &[PathBuf], shallow: &[PathBuf]) -> Result<Self> {
        let (sender, events) = channel();
        let watcher = RecommendedWatcher::new(sender, Config::default())
            .map_err(|error| Error::with_source("cannot watch for changes", error))?;
        let mut watcher = Self { watcher, events, directories: Vec::new(), must_rescan: false };
        watcher.insert(directories, RecursiveMode::Recursive);
        watcher.add(shallow)?;
        Ok(watcher)
    }

    /// Also watches the direct entries of each of `shallow`.
    ///
    /// # Errors
    /// Returns an error if an existing directory cannot be watched.
    pub fn add(&mut self, shallow: &[PathBuf]) -> Result<()> {
        self.insert(shallow, RecursiveMode::NonRecursive);
        self.update_watches().map(|_| ())
    }

    fn insert(&mut self, paths: &[PathBuf], mode: RecursiveMode) {
        for path in paths.iter().map(|path| absolute(path)) {
            if self.directories.iter().all(|known| known.path != path) {
                self.directories.push(Directory { path, mode, watched: None });
            }
        }
    }

    /// Waits until the next burst of changes ends. With a `timeout`, returns `None` if no burst
    /// starts within it.
    ///
    /// # Errors
    /// Returns an error if an existing directory cannot be watched.
    pub fn wait(&mut self, timeout: Option<Duration>) -> Result<Option<ChangedPaths>> {
        let mut changes = ChangedPaths::default();
        loop {
            match self.events.recv_timeout(timeout.unwrap_or(POLL)) {
                Ok(event) => {
                    if self.record(event, &mut changes) {
                        break;
                    }
                }
                Err(RecvTimeoutError::Timeout) if timeout.is_some() => return Ok(None),
                Err(RecvTimeoutError::Timeout) => {
                    if self.update_watches()? || std::mem::take(&mut self.must_rescan) {
                        return Ok(Some(changes));
                    }
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(Error::new("the system stopped reporting file changes"));
                }
            }
        }
        let mut now = Instant::now();
        let (mut quiet, longest) = (now + QUIET, now + MAX_BURST);
        while now < quiet.min(longest) {
            let event = self.events.recv_timeout(quiet.min(longest) - now);
            now = Instant::now();
            // Reading a file does not extend a burst.
            if event.is_ok_and(|event| self.record(event, &mut changes)) {
                quiet = now + QUIET;
            }
        }
        self.update_watches()?;
        Ok(Some(changes))
    }

    /// Adds an event to `changes`. Returns whether it reports a change.
    fn record(&mut self, event: notify::Result<Event>, changes: &mut ChangedPaths) -> bool {
        // After an error, events may have been lost.
        let event = event.ok().filter(|event| !event.need_rescan());
        let Some(event) = event else {
            self.must_rescan = true;
            return true;
        };
        if let EventKind::Access(access) = event.kind
            && access != AccessKind::Close(AccessMode::Write)
        {
            return false;
        }
        // The system stops watching a removed directory. A new one at the same path can have its inode.
        for directory in &mut self.directories {
            if event.kind.is_remove() && event.paths.contains(&directory.path) {
                directory.watched = None;
            }
        }
        // The system reports neither files that were put into a new directory before it was
        // watched, nor changes deeper in a directory that is not watched recursively.
        let is_new_directory =
            matches!(event.kind, EventKind::Create(CreateKind::Folder | CreateKind::Any));
        let is_shallow = |path: &PathBuf| {
            let mut shallow = (self.directories.iter())
                .filter(|directory| directory.mode != RecursiveMode::Recursive);
            shallow.any(|directory| path.parent() == Some(&directory.path))
        };
        self.must_rescan |= is_new_directory || event.paths.iter().any(is_shallow);
        changes.extend(event.paths);
        true
    }

    /// Watches the directories that exist now. Returns whether one of them was created, replaced or
    /// removed.
    fn update_watches(&mut self) -> Result<bool> {
        let mut has_changed = false;
        for directory in &mut self.directories {
            let now = Identity::of_directory(&directory.path);
            if now == directory.watched {
                continue;
            }
            has_changed = true;
            // Fails if the directory was removed and the system stopped watching it.
            let _ = self.watcher.unwatch(&directory.path);
            directory.watched = None;
            if now.is_some() {
                match self.watcher.watch(&directory.path, directory.mode) {
                    Ok(()) => directory.watched = now,
                    // Removed again: the next check notices.
                    Err(_) if !directory.path.is_dir() => {}
                    Err(error) => {
                        let message = format!("cannot watch {}", directory.path.display());
                        return Err(Error::with_source(message, error));
                    }
                }
            }
        }
        Ok(has_changed)
    }
}

/// Returns the files below `directory`, relative to it, separated by `/`.
pub fn below(directory: &Path, files: &ChangedPaths) -> BTreeSet<String> {
    let directory = absolute(directory);
    let relative = |file: &PathBuf| {
        let parts = file.strip_prefix(&directory).ok()?.components();
        let parts = parts.map(|part| part.as_os_str().to_string_lossy());
        Some(parts.collect::<Vec<_>>().join("/"))
    };
    files.iter().filter_map(relative).filter(|file| !file.is_empty()).collect()
}

fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}
