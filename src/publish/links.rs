//! Symbolic links in a project, which a commit can contain, must not lead vitae to other files.

use std::path::Path;

use crate::error::{Error, Result};

/// Checks that no path is a symbolic link.
///
/// # Errors
/// Returns an error that names the link.
pub fn reject_links<P: AsRef<Path>>(paths: impl IntoIterator<Item = P>) -> Result<()> {
    match paths.into_iter().find(|path| path.as_ref().is_symlink()) {
        Some(link) => {
            let link = link.as_ref().display();
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
        assert!(path.starts_with(root), "{} is not below {}", path.display(), root.display());
        reject_links(path.ancestors().skip(1).take_while(is_below))
    })
}
