//! The permissions of directories that a build replaces.

use std::fs::{self, Metadata};
use std::io;
use std::path::Path;

/// Gives a directory the mode of another one, and its owner and group as far as the user may set them.
pub(super) fn copy_permissions(from: &Path, to: &Path) -> io::Result<()> {
    let metadata = fs::metadata(from)?;
    copy_owner(&metadata, to);
    // Last, because a change of the owner resets parts of the mode.
    fs::set_permissions(to, metadata.permissions())
}

#[cfg(unix)]
fn copy_owner(metadata: &Metadata, to: &Path) {
    use std::os::unix::fs::{MetadataExt, chown};
    // Only root can set the owner; other users can set the groups that they belong to.
    let _ = chown(to, None, Some(metadata.gid()));
    let _ = chown(to, Some(metadata.uid()), None);
}

#[cfg(not(unix))]
fn copy_owner(_: &Metadata, _: &Path) {}
