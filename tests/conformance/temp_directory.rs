//! A folder that lasts as long as it is held.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{fs, process};

/// How many there have been, so that no two have one name.
static COUNT: AtomicUsize = AtomicUsize::new(0);

/// An empty folder of its own, removed when dropped.
pub(crate) struct Scratch(PathBuf);

impl Scratch {
    /// `name` is for people.
    pub(crate) fn new(name: &str) -> Self {
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = Path::new(env!("CARGO_TARGET_TMPDIR"))
            .join("conformance")
            .join(format!("{name}-{}-{number}", process::id()));
        fs::create_dir_all(&path).expect("a scratch folder");
        Self(path)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // What cannot be removed is in the build's own folder for such things.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Copies everything below `from`, with the times of its files: servers make entity tags of them.
pub(crate) fn copy_folder(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("writable");
    for entry in fs::read_dir(from).expect("a folder") {
        let entry = entry.expect("an entry");
        let target = to.join(entry.file_name());
        if entry.file_type().expect("a file type").is_dir() {
            copy_folder(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), &target).expect("writable");
            let modified = entry.metadata().and_then(|file| file.modified());
            let copy = File::options().write(true).open(&target);
            copy.and_then(|copy| copy.set_modified(modified?))
                .expect("a time that can be set");
        }
    }
}
