//! New files where nothing is yet: all of them or none, and never in place of another.

use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use crate::error::{Error, Result};

/// Creates the files, and the folders they lie in. If one cannot be created, because something has
/// its name or the disk fails, everything that was created is removed again.
///
/// # Errors
/// When there is already something at one of the paths, or the disk fails.
pub fn create_files(files: &[(PathBuf, Vec<u8>)]) -> Result<()> {
    for (path, _) in files {
        if path.symlink_metadata().is_ok() {
            return Err(taken(path));
        }
    }
    let mut created = Created::default();
    for (path, bytes) in files {
        created.file(path, bytes)?;
    }
    created.keep();
    Ok(())
}

/// Creates the files of a folder that has nothing in it yet but a repository's own `.git`, or does
/// not exist. The paths are relative to the folder.
///
/// # Errors
/// When there is something in the folder, or the disk fails.
pub fn create_folder(folder: &Path, files: &[(PathBuf, Vec<u8>)]) -> Result<()> {
    let unreadable = |source| Error::io("list", folder, source);
    if folder.is_file() {
        let message = format!("{} is a file, not a folder", folder.display());
        return Err(Error::new(message));
    }
    if folder.exists() {
        for entry in fs::read_dir(folder).map_err(unreadable)? {
            let name = entry.map_err(unreadable)?.file_name();
            if name != ".git" {
                return Err(Error::new(format!(
                    "{} is not empty: there is {}",
                    folder.display(),
                    name.display()
                )));
            }
        }
    }
    let within = |(path, bytes): &(PathBuf, Vec<u8>)| (folder.join(path), bytes.clone());
    create_files(&files.iter().map(within).collect::<Vec<_>>())
}

fn taken(path: &Path) -> Error {
    Error::new(format!("there is already a {}", path.display()))
}

/// What was created until now, in this order. Dropping it removes it.
#[derive(Default)]
struct Created {
    folders: Vec<PathBuf>,
    files: Vec<PathBuf>,
}

impl Created {
    fn file(&mut self, path: &Path, bytes: &[u8]) -> Result<()> {
        if let Some(parent) = path.parent() {
            self.folder(parent)?;
        }
        let new = OpenOptions::new().write(true).create_new(true).open(path);
        let mut file = new.map_err(|source| match source.kind() {
            ErrorKind::AlreadyExists => taken(path),
            _ => Error::io("create", path, source),
        })?;
        self.files.push(path.to_owned());
        file.write_all(bytes)
            .map_err(|source| Error::io("write", path, source))
    }

    fn folder(&mut self, path: &Path) -> Result<()> {
        if path.as_os_str().is_empty() || path.is_dir() {
            return Ok(());
        }
        if let Some(parent) = path.parent() {
            self.folder(parent)?;
        }
        fs::create_dir(path).map_err(|source| Error::io("create", path, source))?;
        self.folders.push(path.to_owned());
        Ok(())
    }

    fn keep(mut self) {
        self.files.clear();
        self.folders.clear();
    }
}

impl Drop for Created {
    fn drop(&mut self) {
        // The first error is the one to tell. A folder that got other files meanwhile stays.
        for file in &self.files {
            let _ = fs::remove_file(file);
        }
        for folder in self.folders.iter().rev() {
            let _ = fs::remove_dir(folder);
        }
    }
}
