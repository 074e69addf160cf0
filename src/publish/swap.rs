//! Builds the new state beside the output directory and exchanges the directories atomically.

use std::fs;
use std::path::Path;

use super::output_directory::OutputDirectory;
use super::staging::{Staging, in_directory, same_file_system};
use crate::error::{Error, Result};

/// Completes the staged directory with the `kept` and the unmanaged files of the output directory,
/// and exchanges the two.
pub(super) fn swap(
    directory: &OutputDirectory,
    staging: &Staging,
    replaced: &[&str],
    kept: &[&str],
) -> Result<()> {
    let new = staging.files();
    for path in directory.subdirectories() {
        if !same_file_system(&directory.path(path), &directory.root) {
            return Err(Error::new(format!(
                "{} is a mount point; publish without --swap",
                directory.path(path).display()
            )));
        }
    }
    refuse_irremovable(directory, replaced)?;
    for path in directory.subdirectories() {
        let path = new.join(path);
        fs::create_dir_all(&path).map_err(|source| Error::io("create", &path, source))?;
    }
    for path in kept.iter().copied().chain(directory.unmanaged()) {
        // A hard link keeps the modification time and needs no space. Published files are never
        // modified in place, so the link cannot change either.
        let (from, to) = (directory.path(path), new.join(path));
        in_directory(&to, || fs::hard_link(&from, &to))
            .map_err(|source| Error::io("link", &from, source))?;
    }
    // Deepest first: permissions of a parent may prevent changes below it.
    for path in directory.subdirectories().rev().chain([""]) {
        let (from, to) = (directory.path(path), new.join(path));
        fs::metadata(from)
            .and_then(|metadata| fs::set_permissions(&to, metadata.permissions()))
            .map_err(|source| Error::io("set the permissions of", &to, source))?;
    }
    exchange(new, &directory.root)
}

/// Returns an error if the exchange would leave a directory that cannot be removed. Withdrawn files
/// are removed already, kept and unmanaged ones need not be writable.
#[cfg(unix)]
fn refuse_irremovable(directory: &OutputDirectory, replaced: &[&str]) -> Result<()> {
    use rustix::fs::{Access, access};
    use rustix::io::Errno;
    let refuse = |path: &str, errno: Errno| {
        let path = directory.path(path);
        let message = format!(
            "{} could not be removed after the exchange; make it writable or publish without --swap",
            path.display()
        );
        Err(Error::with_source(message, std::io::Error::from(errno)))
    };
    for path in directory.subdirectories().chain([""]) {
        if let Err(errno) = access(directory.path(path), Access::WRITE_OK | Access::EXEC_OK) {
            return refuse(path, errno);
        }
    }
    for path in replaced {
        // An immutable file cannot be removed; one without write permission can.
        if access(directory.path(path), Access::WRITE_OK) == Err(Errno::PERM) {
            return refuse(path, Errno::PERM);
        }
    }
    Ok(())
}

#[cfg(not(unix))]
fn refuse_irremovable(_: &OutputDirectory, _: &[&str]) -> Result<()> {
    Ok(())
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
