//! Renames that `std` does not have.

use std::io;
use std::path::Path;

#[cfg(any(target_os = "linux", target_os = "macos"))]
use rustix::fs::{CWD, RenameFlags, renameat_with};

/// Exchanges two files or directories.
#[cfg(any(target_os = "linux", target_os = "macos"))]
pub(super) fn exchange(a: &Path, b: &Path) -> io::Result<()> {
    Ok(renameat_with(CWD, a, CWD, b, RenameFlags::EXCHANGE)?)
}

/// Renames a file and never replaces another one.
#[cfg(any(target_os = "linux", target_os = "macos"))]
pub(super) fn rename_to_unused(from: &Path, to: &Path) -> io::Result<()> {
    Ok(renameat_with(CWD, from, CWD, to, RenameFlags::NOREPLACE)?)
}

#[cfg(not(any(target_os = "linux", target_os = "macos")))]
pub(super) fn exchange(_: &Path, _: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(not(any(target_os = "linux", target_os = "macos")))]
pub(super) fn rename_to_unused(_: &Path, _: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}
