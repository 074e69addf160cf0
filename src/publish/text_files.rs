//! Text files that are not part of the site, such as the schemas for editors.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use super::staging::put;
use crate::error::{Error, Result};

/// Returns the text files that are missing or have different content. Ignores the style of line
/// breaks: git writes CR LF on some systems.
pub fn outdated(files: &[(PathBuf, Vec<u8>)]) -> impl Iterator<Item = &(PathBuf, Vec<u8>)> {
    let lines = |bytes: &[u8]| String::from_utf8_lossy(bytes).replace("\r\n", "\n");
    let is_current = move |path: &Path, bytes: &[u8]| {
        fs::read(path).is_ok_and(|old| old == bytes || lines(&old) == lines(bytes))
    };
    files.iter().filter(move |(path, bytes)| !is_current(path, bytes))
}

/// Writes the [`outdated`] files, each with a rename, and returns their paths. For text files that
/// are not part of the site, such as the schemas for editors.
///
/// # Errors
/// Returns an error if the disk fails.
pub fn write_files(files: &[(PathBuf, Vec<u8>)]) -> Result<Vec<PathBuf>> {
    let mut written = Vec::new();
    for (path, bytes) in outdated(files) {
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).map_err(|source| Error::io("create", parent, source))?;
        }
        let new = temporary(path);
        let outcome = write_new(&new, bytes).map_err(|source| Error::io("write", &new, source));
        if let Err(error) = outcome.and_then(|()| put(&new, path)) {
            // The caller reports the first error.
            let _ = fs::remove_file(&new);
            return Err(error);
        }
        written.push(path.clone());
    }
    Ok(written)
}

/// Writes a new file in place of what is at the path, which could be a link.
pub(super) fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => File::create_new(path)?.write_all(bytes),
    }
}

/// Returns the path at which a new version of a file is written before it is renamed.
pub(super) fn temporary(path: &Path) -> PathBuf {
    let name = path.file_name().expect("a path of a file").to_string_lossy();
    path.with_file_name(format!(".{name}.new"))
}
