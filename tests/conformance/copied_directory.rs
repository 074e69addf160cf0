//! Copies of directories.

use std::fs::{self, File};
use std::path::Path;

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
