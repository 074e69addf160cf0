//! Builds the new state beside the output directory and exchanges the directories atomically.

use std::fs;
use std::path::Path;

use super::output_directory::OutputDirectory;
use super::prepare::{PreparedFile, put_all};
use super::staging::{Staging, same_file_system};
use crate::error::{Error, Result};

pub(super) fn swap(
    directory: &OutputDirectory,
    prepared: &[PreparedFile],
    staging: &Staging,
) -> Result<()> {
    let new = staging.new_path();
    fs::create_dir(&new).map_err(|source| Error::io("create", &new, source))?;
    // Removing withdrawn files may have removed subdirectories, too.
    let subdirectories: Vec<&str> =
        directory.subdirectories().filter(|path| directory.path(path).is_dir()).collect();
    for path in &subdirectories {
        if !same_file_system(&directory.path(path), directory.root()) {
            return Err(Error::new(format!(
                "{} is a mount point; publish without --swap",
                directory.path(path).display()
            )));
        }
        let path = new.join(path);
        fs::create_dir_all(&path).map_err(|source| Error::io("create", &path, source))?;
    }
    let unchanged = prepared.iter().filter(|file| file.change.keeps_bytes());
    let unchanged = unchanged.map(|file| file.path.clone());
    for path in unchanged.chain(directory.unmanaged()) {
        link(&directory.path(&path), &new.join(path))?;
    }
    put_all(prepared, &new)?;
    // Deepest first: permissions of a parent may prevent changes below it.
    for path in subdirectories.into_iter().rev().chain([""]) {
        let (from, to) = (directory.path(path), new.join(path));
        fs::metadata(from)
            .and_then(|metadata| fs::set_permissions(&to, metadata.permissions()))
            .map_err(|source| Error::io("set the permissions of", &to, source))?;
    }
    exchange(&new, directory.root())
}

/// Creates a hard link, which keeps the modification time and needs no space. Published files are
/// never modified in place, so the link cannot change either.
fn link(from: &Path, to: &Path) -> Result<()> {
    if let Some(parent) = to.parent() {
        fs::create_dir_all(parent).map_err(|source| Error::io("create", parent, source))?;
    }
    fs::hard_link(from, to).map_err(|source| Error::io("link", from, source))
}

#[cfg(any(target_os = "linux", target_os = "macos"))]
fn exchange(new: &Path, old: &Path) -> Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    renameat_with(CWD, new, CWD, old, RenameFlags::EXCHANGE)
        .map_err(|errno| Error::io("exchange", old, errno.into()))
}

#[cfg(not(any(target_os = "linux", target_os = "macos")))]
fn exchange(_: &Path, old: &Path) -> Result<()> {
    Err(Error::new(format!(
        "this system cannot exchange {} atomically; publish without --swap",
        old.display()
    )))
}
