//! Temporary directories.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{fs, process};

/// The number of directories created so far, for unique names.
static COUNT: AtomicUsize = AtomicUsize::new(0);

/// An empty directory, removed when dropped.
pub(crate) struct Scratch(PathBuf);

impl Scratch {
    /// Creates a directory; `name` is part of its path, for debugging.
    pub(crate) fn new(name: &str) -> Self {
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = Path::new(env!("CARGO_TARGET_TMPDIR"))
            .join("conformance")
            .join(format!("{name}-{}-{number}", process::id()));
        fs::create_dir_all(&path).expect("a writable target directory");
        Self(path)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // If this fails, the directory stays below `target/`.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Copies a directory with modification times, from which servers compute entity tags.
pub(crate) fn copy_directory(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("writable");
    for entry in fs::read_dir(from).expect("a directory") {
        let entry = entry.expect("an entry");
        let target = to.join(entry.file_name());
        if entry.file_type().expect("a file type").is_dir() {
            copy_directory(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), &target).expect("writable");
            let modified = entry.metadata().and_then(|file| file.modified());
            let copy = File::options().write(true).open(&target);
            copy.and_then(|copy| copy.set_modified(modified?))
                .expect("a settable modification time");
        }
    }
}
