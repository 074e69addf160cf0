//! Watches files: waits until something changes on the disk and stops changing again.

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use notify::event::{AccessKind, AccessMode};
use notify::{Config, Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher as _};
use tokio::sync::oneshot;

use crate::error::{Error, Result};
use crate::paths::ToSlash;
use crate::source::stamp::Identity;

/// A burst of changes ends after this long without a change.
const QUIET: Duration = Duration::from_millis(30);
/// The maximum duration of a burst.
const MAX_BURST: Duration = Duration::from_secs(1);
/// How often the watcher checks whether a directory was created, replaced or removed: the system
/// reports that only for watched directories.
const POLL: Duration = Duration::from_secs(1);

/// What ends the wait of a watcher.
pub(super) enum Signal {
    Event(notify::Result<Event>),
    /// A client requests a page. It waits until the sender is dropped.
    Request(oneshot::Sender<()>),
}

/// Watches directories, which need not exist.
pub struct Watcher {
    watcher: RecommendedWatcher,
    sender: Sender<Signal>,
    signals: Receiver<Signal>,
    /// The clients that wait.
    requests: Vec<oneshot::Sender<()>>,
    directories: Vec<Directory>,
    /// Whether a burst ended since the last quiet second.
    must_look_again: bool,
}

struct Directory {
    path: PathBuf,
    mode: RecursiveMode,
    /// The identity of the watched directory; `None` while it does not exist.
    watched: Option<Identity>,
}

impl Watcher {
    /// Watches everything below the `recursive` directories, and the direct entries of the `shallow` ones.
    ///
    /// # Errors
    /// Returns an error if the system cannot watch files, or an existing directory cannot be watched.
    pub fn new(recursive: &[PathBuf], shallow: &[PathBuf]) -> Result<Self> {
        let (sender, signals) = channel();
        let events = sender.clone();
        let report = move |event| drop(events.send(Signal::Event(event)));
        let watcher = RecommendedWatcher::new(report, Config::default())
            .map_err(|error| Error::with_source("cannot watch for changes", error))?;
        let modes = [(recursive, RecursiveMode::Recursive), (shallow, RecursiveMode::NonRecursive)];
        let directories = modes.into_iter().flat_map(|(paths, mode)| {
            let paths = paths.iter().map(|path| std::path::absolute(path).unwrap_or(path.clone()));
            paths.map(move |path| Directory { path, mode, watched: None })
        });
        let directories = directories.collect();
        let mut watcher = Self {
            watcher,
            sender,
            signals,
            requests: Vec::new(),
            directories,
            must_look_again: false,
        };
        watcher.update_watches()?;
        Ok(watcher)
    }

    /// Returns the sender of requests.
    pub(super) fn sender(&self) -> Sender<Signal> {
        self.sender.clone()
    }

    /// Lets the clients continue that wait.
    pub(super) fn finish_requests(&mut self) {
        self.requests.clear();
    }

    /// Waits until the next burst of changes ends, and returns `true`. Returns `false` if no burst starts
    /// within a second, or before a client requests a page.
    ///
    /// The system does not report everything, such as the files of a new directory that is not watched yet.
    /// In the first quiet second after a burst, this function therefore returns `true` once more.
    ///
    /// # Errors
    /// Returns an error if an existing directory cannot be watched.
    pub fn wait(&mut self) -> Result<bool> {
        loop {
            match self.signals.recv_timeout(POLL) {
                Ok(signal) => match self.is_change(signal) {
                    true => break,
                    false if self.requests.is_empty() => {}
                    false => return Ok(false),
                },
                Err(RecvTimeoutError::Timeout) => {
                    return Ok(self.update_watches()? || std::mem::take(&mut self.must_look_again));
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(Error::new("the system stopped reporting file changes"));
                }
            }
        }
        let longest = Instant::now() + MAX_BURST;
        while Instant::now() < longest
            && let Ok(signal) = self.signals.recv_timeout(QUIET)
        {
            self.is_change(signal);
        }
        self.must_look_again = true;
        self.update_watches()?;
        Ok(true)
    }

    /// Returns whether a signal reports a change, and not only that a file was read. Keeps a request.
    fn is_change(&mut self, signal: Signal) -> bool {
        let event = match signal {
            Signal::Event(Ok(event)) => event,
            // Events may have been lost.
            Signal::Event(Err(_)) => return true,
            Signal::Request(request) => {
                self.requests.push(request);
                return false;
            }
        };
        // The system stops watching a removed directory. A new one at the same path can have its inode.
        for directory in &mut self.directories {
            if event.kind.is_remove() && event.paths.contains(&directory.path) {
                directory.watched = None;
            }
        }
        match event.kind {
            EventKind::Access(access) => access == AccessKind::Close(AccessMode::Write),
            _ => true,
        }
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
                        let message = format!("cannot watch {}", directory.path.to_slash());
                        return Err(Error::with_source(message, error));
                    }
                }
            }
        }
        Ok(has_changed)
    }
}
