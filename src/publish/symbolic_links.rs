//! Symbolic links in a project, which a commit can contain, must not lead vitae to other files.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use crate::error::{Error, Result};
use crate::paths::{ToSlash, canonicalize};

/// Checks that no path is a symbolic link.
///
/// # Errors
/// Returns an error that names the link.
pub fn reject_links<P: AsRef<Path>>(paths: impl IntoIterator<Item = P>) -> Result<()> {
    match paths.into_iter().find(|path| path.as_ref().is_symlink()) {
        Some(link) => {
            let link = link.as_ref().to_slash();
            Err(Error::new(format!("{link} is a symbolic link; remove it")))
        }
        None => Ok(()),
    }
}

/// Checks that nothing between `root`, which may be a link itself, and the paths below it is a symbolic
/// link.
///
/// # Errors
/// Returns an error that names the link.
///
/// # Panics
/// Panics if a path does not start with `root`: then nothing would be checked.
pub fn reject_links_below<'a>(
    root: &Path,
    paths: impl IntoIterator<Item = &'a Path>,
) -> Result<()> {
    let is_below = |parent: &&Path| *parent != root && parent.starts_with(root);
    paths.into_iter().try_for_each(|path| {
        assert!(path.starts_with(root), "{} is not below {}", path.to_slash(), root.to_slash());
        reject_links(path.ancestors().skip(1).take_while(is_below))
    })
}

/// Resolves the symbolic links of a path whose last components need not exist. A rename would
/// replace a link, and only resolved paths show whether directories contain each other.
///
/// # Errors
/// Returns an error if a link is broken or a directory cannot be read.
pub fn resolve(path: &Path) -> Result<PathBuf> {
    let cannot_find = |source| Error::io("find", path, source);
    let absolute = std::path::absolute(path).map_err(cannot_find)?;
    for existing in absolute.ancestors() {
        match canonicalize(existing) {
            Ok(mut resolved) => {
                resolved.extend(absolute.strip_prefix(existing).expect("an ancestor"));
                return Ok(resolved);
            }
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(cannot_find(error)),
            Err(_) if existing.is_symlink() => {
                let message = format!("{} is a broken symbolic link", existing.to_slash());
                return Err(Error::new(message));
            }
            Err(_) if existing.file_name().is_none() => {
                return Err(Error::new(format!("{} does not exist", existing.to_slash())));
            }
            Err(_) => {}
        }
    }
    unreachable!("the root has no file name")
}
