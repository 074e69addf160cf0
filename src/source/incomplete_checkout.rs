//! Recognizes working trees without some of the files that the commit has. A build would withdraw their consultants.
//!
//! Only what a clone cannot have, or did not fetch, is an error: a regular file that is missing was deleted.

use std::path::Path;

use super::is_skipped;
use super::repository::Repository;
use crate::error::{Error, Result};

/// The mode of a submodule in the index and in a tree (gitformat-index).
pub(super) const SUBMODULE: &str = "160000";

/// What to do if a submodule is not checked out.
const UPDATE: &str = "run `git submodule update --init --recursive`; in a workflow, set `submodules: recursive` for the checkout; if \
     it was added by accident, remove it with `git rm --cached`";
/// Where the files of a submodule have dates.
pub(super) const WHOLE: &str =
    "make the whole content directory one submodule, or commit the files to this repository";

/// What to do about a pointer of Git LFS.
pub const FETCH_FROM_GIT_LFS: &str =
    "fetch the real file with `git lfs pull`; in a workflow, set `lfs: true` for the checkout";

/// Returns whether the bytes of a file are a pointer of Git LFS, which stands for the real file (git-lfs, docs/spec.md).
pub fn is_git_lfs_pointer(bytes: &[u8]) -> bool {
    bytes.starts_with(b"version https://git-lfs.github.com/spec/")
}

/// Checks that the working tree has every file of the content.
///
/// # Errors
/// Returns an error for a sparse checkout without one of the files, for a submodule that is not checked out or is only
/// a part of the content, or if git fails.
pub fn reject_incomplete_checkout(content: &Path) -> Result<()> {
    let Some(repository) = Repository::containing(content)? else {
        return Ok(());
    };
    // `H 100644 <object name> 0`, a tab and the path. In the directory of a submodule that is not checked out, git
    // lists the submodule itself.
    let listed = repository.git(&["ls-files", "-t", "--stage", "-z"]);
    let listed = listed.map_err(|error| {
        Error::with_source("cannot read the list of the committed files from git", error)
    })?;
    for entry in listed.split(|byte| *byte == 0) {
        let is_sparse = entry.starts_with(b"S ");
        if !is_sparse && entry.get(2..8) != Some(SUBMODULE.as_bytes()) {
            continue;
        }
        let entry = String::from_utf8_lossy(entry);
        let path = entry.split_once('\t').map_or("", |(_, path)| path).trim_start_matches("./");
        let file = content.join(path);
        if is_skipped(path) {
            continue;
        }
        if !is_sparse {
            return Err(submodule(path, file.join(".git").exists()));
        }
        // A file can be there although its entry says that it is skipped.
        if file.symlink_metadata().is_err() {
            let message =
                format!("this sparse checkout lacks files of the content, such as {path}");
            let help = "check out all files with `git sparse-checkout disable`";
            return Err(Error::new(message).help(help));
        }
    }
    Ok(())
}

/// Returns the error about a submodule; `path` is empty if it is the content directory itself.
fn submodule(path: &str, is_checked_out: bool) -> Error {
    let name = if path.is_empty() { "the content directory".into() } else { format!("`{path}`") };
    match is_checked_out {
        false => Error::new(format!("{name} is a submodule that is not checked out")).help(UPDATE),
        true => {
            let message =
                format!("{name} is a submodule: its history, with the dates, is another one");
            Error::new(message).help(WHOLE)
        }
    }
}
