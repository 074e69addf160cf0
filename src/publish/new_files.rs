//! Creates new files: either all of them or none, never replacing an existing file.

use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use crate::error::{Error, Result};

/// Creates the files and their parent directories. If one of them fails, everything that was
/// created is removed again.
///
/// # Errors
/// Returns an error if one of the paths already exists or the disk fails.
pub fn create_files(files: &[(PathBuf, Vec<u8>)]) -> Result<()> {
    for (path, _) in files {
        if path.symlink_metadata().is_ok() {
            return Err(already_exists(path));
        }
    }
    let mut created = Created::default();
    let outcome = files.iter().try_for_each(|(path, bytes)| created.file(path, bytes));
    if outcome.is_err() {
        created.remove();
    }
    outcome
}

/// Creates the files of a new directory, with paths relative to it. The directory may exist if it
/// has nothing but a `.git` directory.
///
/// # Errors
/// Returns an error if the directory is not empty or the disk fails.
pub fn create_directory(directory: &Path, files: &[(PathBuf, Vec<u8>)]) -> Result<()> {
    let unreadable = |source| Error::io("list", directory, source);
    if directory.is_file() {
        let message = format!("{} is a file, not a directory", directory.display());
        return Err(Error::new(message));
    }
    if directory.exists() {
        for entry in fs::read_dir(directory).map_err(unreadable)? {
            let name = entry.map_err(unreadable)?.file_name();
            if name != ".git" {
                return Err(Error::new(format!(
                    "the directory {} is not empty: it contains {}",
                    directory.display(),
                    name.display()
                )));
            }
        }
    }
    let files = files.iter();
    let files = files.map(|(path, bytes)| (directory.join(path), bytes.clone()));
    create_files(&files.collect::<Vec<_>>())
}

fn already_exists(path: &Path) -> Error {
    Error::new(format!("{} already exists", path.display()))
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
        let new = OpenOptions::new().write(true).create_new(true).open(path);
        let mut file = new.map_err(|source| match source.kind() {
            ErrorKind::AlreadyExists => already_exists(path),
            _ => Error::io("create", path, source),
        })?;
        self.files.push(path.to_owned());
        file.write_all(bytes).map_err(|source| Error::io("write", path, source))
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
