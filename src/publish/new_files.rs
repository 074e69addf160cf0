//! Creates new files: either all of them or none, each complete, never replacing an existing file.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::symbolic_links::reject_links_below;
use super::text_files::{temporary, write_new};
use crate::error::{Error, Result};

/// Creates the files below `root`, and their parent directories. If one of them fails, everything that
/// was created is removed again.
///
/// # Errors
/// Returns an error if one of the paths already exists, leads through a link, or the disk fails.
pub fn create_files(root: &Path, files: &[(PathBuf, Vec<u8>)]) -> Result<()> {
    reject_links_below(root, files.iter().map(|(path, _)| path.as_path()))?;
    let paths = files.iter().map(|(path, _)| path.as_path());
    let existing: Vec<&Path> = paths.filter(|path| path.symlink_metadata().is_ok()).collect();
    if !existing.is_empty() {
        return Err(already_exists(&existing));
    }
    let mut created = Created::default();
    let outcome = files.iter().try_for_each(|(path, bytes)| created.file(path, bytes));
    if outcome.is_err() {
        created.remove();
    }
    outcome
}

/// Returns the path at which a directory is created before [`finish_directory`] gives it its name, so that
/// it is either complete or missing. Removes what a killed command left there.
///
/// # Errors
/// Returns an error if the disk fails.
pub fn begin_directory(path: &Path) -> Result<PathBuf> {
    let staged = temporary(path);
    match fs::remove_dir_all(&staged) {
        Err(source) if source.kind() != ErrorKind::NotFound => {
            Err(Error::io("remove", &staged, source))
        }
        _ => Ok(staged),
    }
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

fn already_exists(paths: &[&Path]) -> Error {
    let names: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
    let verb = if names.len() == 1 { "exists" } else { "exist" };
    Error::new(format!("{} already {verb}", names.join(", ")))
}

/// Created files and directories, in the order of their creation.
#[derive(Default)]
struct Created {
    directories: Vec<PathBuf>,
    files: Vec<PathBuf>,
}

impl Created {
    fn file(&mut self, path: &Path, bytes: &[u8]) -> Result<()> {
        let parents = path.ancestors().skip(1);
        let is_missing = |path: &&Path| !path.as_os_str().is_empty() && !path.is_dir();
        let missing: Vec<&Path> = parents.take_while(is_missing).collect();
        for directory in missing.into_iter().rev() {
            fs::create_dir(directory).map_err(|source| Error::io("create", directory, source))?;
            self.directories.push(directory.to_owned());
        }
        let new = temporary(path);
        self.files.push(new.clone());
        write_new(&new, bytes).map_err(|source| Error::io("write", &new, source))?;
        fs::rename(&new, path).map_err(|source| Error::io("create", path, source))?;
        self.files.push(path.to_owned());
        Ok(())
    }

    fn remove(&self) {
        // The caller reports the first error. A directory with other new files cannot be removed.
        for file in &self.files {
            let _ = fs::remove_file(file);
        }
        for directory in self.directories.iter().rev() {
            let _ = fs::remove_dir(directory);
        }
    }
}
