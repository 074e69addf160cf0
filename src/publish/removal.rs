//! Removes staged directories, and directories that were exchanged with the output directory.

use std::error::Error;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::Path;

use walkdir::WalkDir;

use super::atomic_rename::rename_to_unused;
use super::links::reject_links_below;
use super::manifest::{self, Manifest};
use super::output_directory::{published_path, read_manifest};
use super::permissions::copy_permissions;
use crate::error::Result;
use crate::source::stamp::Identity;

/// What could not be removed: each file or directory with the reason, in a line.
pub(super) type Failures = Vec<String>;

/// Removes a directory and its files with `remove_file`. Tries every file, even if another one cannot be
/// removed. Directories that are not empty stay.
pub(super) fn remove_directory(
    root: &Path,
    remove_file: impl Fn(&Path) -> io::Result<()>,
) -> Failures {
    let entries = WalkDir::new(root).follow_root_links(false).contents_first(true);
    let removed = entries.into_iter().map(|entry| {
        let entry = entry.map_err(|error| failure(root, &error.into()))?;
        let path = entry.path();
        let removed = match entry.file_type().is_dir() {
            true => fs::remove_dir(path),
            false => remove_file(path),
        };
        match removed {
            // What remains in it has its own line.
            Err(error) if error.kind() == ErrorKind::DirectoryNotEmpty => Ok(()),
            removed => removed.map_err(|error| failure(path, &error)),
        }
    });
    removed.filter_map(std::result::Result::err).collect()
}

fn failure(path: &Path, error: &io::Error) -> String {
    format!("{}: {error}", path.display())
}

/// Removes a directory that a build exchanged with the output directory `out`, or was about to. Moves the
/// files that vitae did not write, and that are not also in `out`, to `out`.
///
/// The manifest of the directory is removed last: until then, the next build can continue.
pub(super) fn remove_exchanged(root: &Path, out: &Path) -> Failures {
    let exchanged = match Exchanged::read(root, out) {
        Ok(exchanged) => exchanged,
        Err(error) => {
            let cause = error.source().expect("the manifest cannot be read");
            return vec![format!("{error}: {cause}")];
        }
    };
    let manifest = root.join(manifest::PATH);
    let mut failures = remove_directory(root, |path| match path == manifest {
        true => Ok(()),
        false => exchanged.remove(path),
    });
    if failures.is_empty() && manifest.exists() {
        // A file that another program created in the meantime stays for the next build.
        failures = match fs::remove_file(&manifest) {
            Ok(()) => remove_directory(root, |path| exchanged.remove(path)),
            Err(error) => vec![failure(&manifest, &error)],
        };
    }
    failures
}

struct Exchanged<'a> {
    root: &'a Path,
    manifest: Manifest,
    out: &'a Path,
    /// The manifest of `out`, if it has one.
    published: Option<Manifest>,
}

impl<'a> Exchanged<'a> {
    fn read(root: &'a Path, out: &'a Path) -> Result<Self> {
        let empty = || Manifest::parse("").expect("an empty manifest is a damaged one");
        let manifest = read_manifest(root)?.unwrap_or_else(empty);
        Ok(Self { root, manifest, out, published: read_manifest(out)? })
    }

    /// Removes a file from the directory.
    fn remove(&self, from: &Path) -> io::Result<()> {
        let relative = from.strip_prefix(self.root).expect("the file is below the root");
        let to = self.out.join(relative);
        let identity =
            |path: &Path| path.symlink_metadata().map(|metadata| Identity::of(&metadata));
        if self.is_own(relative) || identity(&to).ok() == Some(identity(from)?) {
            return fs::remove_file(from);
        }
        if self.published.is_none() {
            let message = format!("{} is not a published site", self.out.display());
            return Err(io::Error::other(message));
        }
        reject_links_below(self.out, [to.as_path()]).map_err(io::Error::other)?;
        let parents: Vec<&Path> = relative.ancestors().skip(1).collect();
        for parent in parents.into_iter().rev().skip(1) {
            match fs::create_dir(self.out.join(parent)) {
                Ok(()) => copy_permissions(&self.root.join(parent), &self.out.join(parent))?,
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
        rename_to_unused(from, &to).map_err(|error| match error.kind() {
            ErrorKind::AlreadyExists => {
                let message = format!("vitae did not write it, and {} exists", to.display());
                io::Error::new(ErrorKind::AlreadyExists, message)
            }
            _ => error,
        })
    }

    /// Returns whether vitae wrote the file.
    fn is_own(&self, path: &Path) -> bool {
        let path = published_path(path);
        let is_published = || self.published.as_ref().is_some_and(|it| it.owns(&path));
        // With a damaged manifest, a file at the path of a published one is an earlier version of it.
        self.manifest.owns(&path) || self.manifest.is_damaged && is_published()
    }
}
