//! Text files that are not part of the site, such as the schemas for editors and the content.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::staging::{in_directory, put, removed};
use crate::error::{Error, Result};
use crate::paths::ToSlash;

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
        replace(path, bytes, |_| Ok(()))?;
        written.push(path.clone());
    }
    Ok(written)
}

/// Replaces the bytes of a file that its author may be editing at the same time, and keeps its mode.
///
/// # Errors
/// Returns an error if the file is read-only, if it does not have the bytes `before` any more, or if the
/// disk fails. Then the file is unchanged.
pub fn change_file(path: &Path, before: &[u8], after: &[u8]) -> Result<()> {
    let cannot_read = |source| Error::io("read", path, source);
    let permissions = fs::metadata(path).map_err(cannot_read)?.permissions();
    if permissions.readonly() {
        // A rename would replace it all the same.
        return Err(Error::new(format!("{} is read-only; make it writable", path.to_slash())));
    }
    replace(path, after, |new| {
        fs::set_permissions(new, permissions).map_err(|source| Error::io("write", new, source))?;
        if fs::read(path).map_err(cannot_read)? != before {
            let path = path.to_slash();
            let message = format!("{path} changed in the meantime; run the command again");
            return Err(Error::new(message));
        }
        Ok(())
    })
}

/// Writes a file with a rename, unless `prepare` fails, which gets the path of the new file.
fn replace(path: &Path, bytes: &[u8], prepare: impl FnOnce(&Path) -> Result<()>) -> Result<()> {
    let new = temporary(path);
    let written = in_directory(&new, || write_new(&new, bytes))
        .map_err(|source| Error::io("write", &new, source));
    let outcome = written.and_then(|()| prepare(&new)).and_then(|()| put(&new, path));
    if outcome.is_err() {
        // The caller reports the first error.
        let _ = fs::remove_file(&new);
    }
    outcome
}

/// Writes a new file in place of what is at the path, which could be a link.
fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    removed(fs::remove_file(path))?;
    File::create_new(path)?.write_all(bytes)
}

/// Returns the path at which a new version of a file is written before it is renamed.
pub(super) fn temporary(path: &Path) -> PathBuf {
    let name = path.file_name().expect("a path of a file").to_string_lossy();
    path.with_file_name(format!(".{name}.new"))
}
