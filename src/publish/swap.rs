//! Builds the new state beside the output directory and exchanges the directories atomically.

use std::fs;
use std::path::{Path, PathBuf};

use super::atomic_rename::exchange;
use super::attributes::is_append_only;
use super::output_directory::OutputDirectory;
use super::permissions::copy_permissions;
use super::staging::{Staging, in_directory, same_file_system};
use crate::error::{Error, Result};

/// What to do if the directories cannot be exchanged.
const ADVICE: &str = "publish without --swap";

/// A complete new state that can be exchanged with the output directory.
pub(super) struct Swap {
    /// The output directory right before the exchange.
    directory: OutputDirectory,
    new: PathBuf,
}

impl Swap {
    /// Completes the staged directory with the `kept` and the unmanaged files of the output directory,
    /// which stays unchanged.
    ///
    /// # Errors
    /// Returns an error if a later step would fail: if a file cannot be linked, the directories cannot be
    /// exchanged, or the old one could not be removed.
    pub(super) fn prepare(
        root: &Path,
        staging: &Staging,
        kept: &[&str],
        replaced: &[&str],
        withdrawn: &[String],
    ) -> Result<Self> {
        // Other programs may have created files since the build began.
        let directory = OutputDirectory::open(root)?;
        for path in directory.subdirectories() {
            let path = directory.path(path);
            if !same_file_system(root, &path) {
                return Err(Error::new(format!("{} is a mount point; {ADVICE}", path.display())));
            }
        }
        refuse_irremovable(&directory, replaced, withdrawn)?;
        // With a damaged manifest, a file at the path of a staged one is an earlier version of it.
        let is_earlier = |path: &str| {
            directory.manifest.is_damaged && staging.files().join(path).symlink_metadata().is_ok()
        };
        let unmanaged = directory.unmanaged().filter(|path| !is_earlier(path));
        for path in kept.iter().copied().chain(unmanaged) {
            // A hard link keeps the modification time and needs no space. Published files are never
            // modified in place, so the link cannot change either.
            let (from, to) = (directory.path(path), staging.files().join(path));
            match in_directory(&to, || fs::hard_link(&from, &to)) {
                // Another program removed its file since it was listed.
                Err(_) if !directory.manages(path) && from.symlink_metadata().is_err() => {}
                linked => {
                    linked.map_err(|source| Error::io("link", &from, source).help(ADVICE))?;
                }
            }
        }
        let new = staging.prepare_exchange().map_err(|error| error.help(ADVICE))?;
        Ok(Self { directory, new })
    }

    /// Exchanges the directories, after the withdrawals.
    pub(super) fn exchange(&self) -> Result<()> {
        let Self { directory, new } = self;
        for path in directory.subdirectories() {
            let path = new.join(path);
            fs::create_dir_all(&path).map_err(|source| Error::io("create", &path, source))?;
        }
        // Deepest first: permissions of a parent may prevent changes below it.
        for path in directory.subdirectories().rev().chain([""]) {
            let (from, to) = (directory.path(path), new.join(path));
            copy_permissions(&from, &to)
                .map_err(|source| Error::io("set the permissions of", &to, source))?;
        }
        exchange(new, &directory.root).map_err(|source| {
            let error = Error::io("exchange", &directory.root, source);
            error.help("publish without --swap: so far, only withdrawn profiles were removed")
        })
    }
}

/// Returns an error if the exchange would leave a directory that cannot be removed. Kept and unmanaged files
/// need not be writable, and withdrawn ones are removed before.
#[cfg(unix)]
fn refuse_irremovable(
    directory: &OutputDirectory,
    replaced: &[&str],
    withdrawn: &[String],
) -> Result<()> {
    use std::collections::BTreeSet;

    use rustix::fs::{Access, access};
    use rustix::io::Errno;
    let refuse = |path: &str, errno: Errno| {
        let path = directory.path(path);
        let message = format!(
            "{} could not be removed after the exchange; make it writable or {ADVICE}",
            path.display()
        );
        Err(Error::with_source(message, std::io::Error::from(errno)))
    };
    // The withdrawals show whether these are writable.
    let tried: BTreeSet<&Path> =
        withdrawn.iter().filter_map(|path| Path::new(path).parent()).collect();
    let irremovable = |path: &str, mode: Access| {
        let path = directory.path(path);
        let append_only = is_append_only(&path).then_some(Errno::PERM);
        append_only.or_else(|| access(path, mode).err())
    };
    let directories = directory.subdirectories().chain([""]);
    for path in directories.filter(|path| !tried.contains(Path::new(path))) {
        if let Some(errno) = irremovable(path, Access::WRITE_OK | Access::EXEC_OK) {
            return refuse(path, errno);
        }
    }
    for path in replaced {
        // A file without write permission can be removed, an immutable one cannot.
        if irremovable(path, Access::WRITE_OK) == Some(Errno::PERM) {
            return refuse(path, Errno::PERM);
        }
    }
    Ok(())
}

#[cfg(not(unix))]
fn refuse_irremovable(_: &OutputDirectory, _: &[&str], _: &[String]) -> Result<()> {
    Ok(())
}
