//! The whole new state beside the old one, then both exchanged in one step.

use std::fs;
use std::path::Path;

use super::output_directory::OutputDirectory;
use super::staging::{Staging, same_file_system};
use super::{PreparedFile, put_all};
use crate::error::{Error, Result};

pub(super) fn swap(
    folder: &OutputDirectory,
    prepared: &[PreparedFile],
    staging: &Staging,
) -> Result<()> {
    let new = staging.path();
    fs::create_dir(&new).map_err(|source| Error::io("create", &new, source))?;
    // Those that became empty when files were withdrawn are gone.
    let folders = || folder.folders().filter(|path| folder.path(path).is_dir());
    for path in folders() {
        if !same_file_system(&folder.path(path), folder.root()) {
            return Err(Error::new(format!(
                "{} is a file system of its own; publish without --swap",
                folder.path(path).display()
            )));
        }
        let path = new.join(path);
        fs::create_dir_all(&path).map_err(|source| Error::io("create", &path, source))?;
    }
    let unchanged = prepared.iter().filter(|file| file.change.keeps_bytes());
    let kept = unchanged
        .map(|file| file.path.clone())
        .chain(folder.foreign());
    for path in kept {
        link(&folder.path(&path), &new.join(path))?;
    }
    put_all(prepared, &new)?;
    // Those below before those above: one that may not be written to could not be filled any more.
    let deepest_first: Vec<&str> = folders().collect();
    for path in deepest_first.into_iter().rev().chain([""]) {
        let (from, to) = (folder.path(path), new.join(path));
        fs::metadata(from)
            .and_then(|metadata| fs::set_permissions(&to, metadata.permissions()))
            .map_err(|source| Error::io("set the permissions of", &to, source))?;
    }
    exchange(&new, folder.root())
}

/// The same file under a second name: it keeps its modification time and costs no space. No file
/// is ever written to in place, so that neither name sees the other's bytes change.
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
        "this system cannot exchange {} in one step; publish without --swap",
        old.display()
    )))
}
