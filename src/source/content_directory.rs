//! Lists the files of a content directory.

use std::ffi::OsStr;
use std::path::Path;
use std::sync::Arc;

use rayon::prelude::*;
use walkdir::{DirEntry, WalkDir};

use super::file::Storage;
use super::stamp::Stamp;
use super::{Modified, Source, Sources, reject_incomplete_checkout};
use crate::diagnostic::Diagnostic;
use crate::diagnostic_code::diagnostic_codes;
use crate::error::{Error, Result};
use crate::paths::ToSlash;

diagnostic_codes! {
    error SYMBOLIC_LINK = "symbolic-link";
    error NOT_A_FILE = "not-a-file";
    error FILE_NAME_ENCODING = "file-name-encoding";
}

impl Sources {
    /// Lists the files like [`Self::from_disk`], without their last-modified dates.
    ///
    /// # Errors
    /// Returns the errors of [`Self::from_disk`].
    pub fn undated(root: &Path) -> Result<Self> {
        reject_incomplete_checkout(existing(root)?)?;
        Self::listed(root)
    }

    /// Lists the files in `root` without their last-modified dates.
    ///
    /// # Errors
    /// Returns an error if the directory cannot be read.
    pub fn listed(root: &Path) -> Result<Self> {
        let mut sources = Self { directory: Some(root.to_owned()), ..Self::named(root) };
        let hidden = |name: &OsStr| name.as_encoded_bytes().starts_with(b".");
        let directory: Arc<Path> = root.into();
        let entries = WalkDir::new(root).min_depth(1).into_iter();
        let schema = root.join("schema");
        let is_listed = |entry: &DirEntry| {
            let is_schema = entry.path() == schema && entry.file_type().is_dir();
            !hidden(entry.file_name()) && !is_schema
        };
        let entries: walkdir::Result<Vec<DirEntry>> = entries.filter_entry(is_listed).collect();
        let entries = entries.map_err(|error| Error::io("list", root, error.into()))?;
        let files = entries.into_par_iter().filter(|entry| !entry.file_type().is_dir());
        let files = files.map(|entry| {
            let path = entry.path().strip_prefix(root).expect("entries are inside the root");
            file(&entry, path, &directory)
        });
        for file in files.collect::<Vec<_>>() {
            match file {
                Ok(source) => sources.insert(source),
                Err(diagnostic) => sources.diagnostics.push(*diagnostic),
            }
        }
        Ok(sources)
    }
}

/// Returns a regular file without its last-modified date, or the diagnostic of any other entry.
fn file(
    entry: &DirEntry,
    relative: &Path,
    directory: &Arc<Path>,
) -> std::result::Result<Source, Box<Diagnostic>> {
    let path = relative.to_slash();
    let unsupported =
        |code, message, hint| Err(Box::new(Diagnostic::file(code, &path, message).hint(hint)));
    if relative.to_str().is_none() {
        let hint = "rename the file, using letters, digits and hyphens";
        return unsupported(&FILE_NAME_ENCODING, "the file name is not UTF-8 text", hint);
    }
    if entry.path_is_symlink() {
        let hint = "replace the link with the file: a link can publish files from other places";
        return unsupported(&SYMBOLIC_LINK, "this is a symbolic link, not a file", hint);
    }
    if !entry.file_type().is_file() {
        let message = "this is a pipe, socket or device, not a file";
        return unsupported(&NOT_A_FILE, message, "remove it");
    }
    let stamp = entry.metadata().ok().as_ref().map(Stamp::of);
    let body = Storage::Disk(Arc::clone(directory), stamp);
    Ok(Source::new(&path, body, Modified::Unknown))
}

/// Returns the content directory `root`.
///
/// # Errors
/// Returns an error if it does not exist.
pub fn existing(root: &Path) -> Result<&Path> {
    match root.is_dir() {
        true => Ok(root),
        false => {
            // A submodule that is not checked out is an empty directory.
            let above = root.ancestors().skip(1).find(|above| above.is_dir());
            above.map_or(Ok(()), reject_incomplete_checkout)?;
            Err(Error::new(format!(
                "the content directory {} does not exist; run the command in the project's directory, or \
             create a project with `vitae init <DIRECTORY>`",
                root.to_slash()
            )))
        }
    }
}
