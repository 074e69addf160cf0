//! Paths that mean and print the same on every system.

use std::io;
use std::path::{MAIN_SEPARATOR, Path, PathBuf};

/// The text of a path.
pub trait ToSlash {
    /// Returns the path with `/` between its components: in messages, and as the name of a file of the
    /// content or the site.
    fn to_slash(&self) -> String;
}

impl ToSlash for Path {
    fn to_slash(&self) -> String {
        self.to_string_lossy().replace(MAIN_SEPARATOR, "/")
    }
}

/// Returns the absolute path without symbolic links. On Windows, it lacks the prefix `\\?\`, which git does
/// not understand.
///
/// # Errors
/// Returns an error if the path does not exist or cannot be read.
pub fn canonicalize(path: &Path) -> io::Result<PathBuf> {
    let canonical = dunce::canonicalize(path)?;
    // dunce keeps the prefix of shares.
    let share = canonical.to_str().and_then(|path| path.strip_prefix(r"\\?\UNC\"));
    Ok(match share.filter(|_| cfg!(windows)) {
        Some(share) => PathBuf::from(format!(r"\\{share}")),
        None => canonical,
    })
}
