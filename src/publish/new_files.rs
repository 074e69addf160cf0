//! Creates new files: each complete, never replacing an existing file.

use std::fs;
use std::path::{Path, PathBuf};

use super::staging::removed;
use super::symbolic_links::reject_links_below;
use super::text_files::{temporary, write_files};
use crate::error::{Error, Result};
use crate::paths::ToSlash;

/// Creates the files below `root`, and their parent directories: none if one of the paths already exists.
///
/// # Errors
/// Returns an error if one of the paths already exists, leads through a link, or the disk fails.
pub fn create_files(root: &Path, files: &[(PathBuf, Vec<u8>)]) -> Result<()> {
    reject_links_below(root, files.iter().map(|(path, _)| path.as_path()))?;
    let paths = files.iter().map(|(path, _)| path.as_path());
    let existing: Vec<&Path> = paths.filter(|path| path.symlink_metadata().is_ok()).collect();
    if !existing.is_empty() {
        let names: Vec<String> = existing.iter().map(|path| path.to_slash()).collect();
        let verb = if names.len() == 1 { "exists" } else { "exist" };
        return Err(Error::new(format!("{} already {verb}", names.join(", "))));
    }
    write_files(files).map(drop)
}

/// Returns the path at which a directory is created before [`finish_directory`] gives it its name, so that
/// it is either complete or missing. Removes what a killed command left there.
///
/// # Errors
/// Returns an error if the disk fails.
pub fn begin_directory(path: &Path) -> Result<PathBuf> {
    let staged = temporary(path);
    removed(fs::remove_dir_all(&staged)).map_err(|source| Error::io("remove", &staged, source))?;
    Ok(staged)
}

/// Gives a complete directory its name.
///
/// # Errors
/// Returns an error if the path already exists or the disk fails.
pub fn finish_directory(staged: &Path, path: &Path) -> Result<()> {
    fs::rename(staged, path).map_err(|source| Error::io("create", path, source))
}

/// Returns an existing file's text with the lines of `text` that it lacks, after an empty line. Comments
/// are added only with other lines.
///
/// # Errors
/// Returns an error if the file cannot be read or is not UTF-8.
pub fn with_lines_of(path: &Path, text: &str) -> Result<String> {
    let existing = fs::read_to_string(path).map_err(|source| Error::io("read", path, source))?;
    let is_missing = |line: &&str| !existing.lines().any(|other| other.trim_end() == *line);
    let missing: Vec<&str> = text.lines().filter(is_missing).collect();
    if missing.iter().all(|line| line.starts_with('#')) {
        return Ok(existing);
    }
    let start = match existing.trim_end() {
        "" => String::new(),
        text => format!("{text}\n\n"),
    };
    Ok(format!("{start}{}\n", missing.join("\n")))
}
