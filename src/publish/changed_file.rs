//! Changes a file that its author may be editing at the same time.

use std::fs;
use std::path::Path;

use super::staging::put;
use super::text_files::{temporary, write_new};
use crate::error::{Error, Result};

/// Replaces the bytes of a file with a rename and keeps its mode.
///
/// # Errors
/// Returns an error if the file is read-only, if it does not have the bytes `before` any more, or if the
/// disk fails. Then the file is unchanged.
pub fn change_file(path: &Path, before: &[u8], after: &[u8]) -> Result<()> {
    let new = temporary(path);
    let outcome = write(path, &new, before, after);
    if outcome.is_err() {
        // The caller reports the first error.
        let _ = fs::remove_file(&new);
    }
    outcome
}

fn write(path: &Path, new: &Path, before: &[u8], after: &[u8]) -> Result<()> {
    let cannot_write = |source| Error::io("write", new, source);
    let cannot_read = |source| Error::io("read", path, source);
    let permissions = fs::metadata(path).map_err(cannot_read)?.permissions();
    if permissions.readonly() {
        // A rename would replace it all the same.
        return Err(Error::new(format!("{} is read-only; make it writable", path.display())));
    }
    write_new(new, after).map_err(cannot_write)?;
    fs::set_permissions(new, permissions).map_err(cannot_write)?;
    if fs::read(path).map_err(cannot_read)? != before {
        let path = path.display();
        return Err(Error::new(format!("{path} changed in the meantime; run the command again")));
    }
    put(new, path)
}
