//! Temporary directories outside of every repository, for which git looks in the directories above.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{env, fs, process, thread};

/// The number of directories created so far, for unique names.
static COUNT: AtomicUsize = AtomicUsize::new(0);

/// An empty directory, which every user can enter. It is removed when dropped, unless the test panics.
pub(crate) struct Scratch(PathBuf);

impl Scratch {
    /// Creates a directory; `name` is part of its path, for debugging.
    pub(crate) fn new(name: &str) -> Self {
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = env::temp_dir().join(format!("vitae-{name}-{}-{number}", process::id()));
        // A former process can have had the same identifier.
        let _ = fs::remove_dir_all(&path);
        fs::create_dir(&path).expect("a writable directory for temporary files");
        Self(path)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        if !thread::panicking() {
            let _ = fs::remove_dir_all(&self.0);
        }
    }
}
