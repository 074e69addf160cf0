//! What Linux knows of a file beyond its metadata. On other systems, no file has these attributes.

use std::path::Path;

#[cfg(target_os = "linux")]
use rustix::fs::{AtFlags, CWD, StatxAttributes, StatxFlags, statx};

/// Returns whether nothing can be removed from the file or directory.
#[cfg(target_os = "linux")]
pub(super) fn is_append_only(path: &Path) -> bool {
    has(path, StatxAttributes::APPEND)
}

/// Returns whether another directory is mounted here, also one of the same file system.
#[cfg(target_os = "linux")]
pub(super) fn is_mount_root(path: &Path) -> bool {
    has(path, StatxAttributes::MOUNT_ROOT)
}

#[cfg(target_os = "linux")]
fn has(path: &Path, attribute: StatxAttributes) -> bool {
    let status = statx(CWD, path, AtFlags::SYMLINK_NOFOLLOW, StatxFlags::empty());
    status.is_ok_and(|status| status.stx_attributes.contains(attribute))
}

#[cfg(not(target_os = "linux"))]
pub(super) fn is_append_only(_: &Path) -> bool {
    false
}

#[cfg(not(target_os = "linux"))]
pub(super) fn is_mount_root(_: &Path) -> bool {
    false
}
