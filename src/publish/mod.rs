//! Writes files; no other module does.
//!
//! Publishing changes the output directory only after every file of the new state was generated
//! without an error. It removes withdrawn files first, so that they are gone even if a later step
//! fails. Then it replaces the files whose bytes changed, each with a rename, so that neither a
//! reader nor a killed build sees a partial file. Unchanged files keep their modification time,
//! unless the host needs a time derived from the content.
//!
//! # Decisions
//!
//! - **The manifest** records which files of `dist/` vitae wrote. It is below `_internal/`, so no host
//!   serves it, and contains digests of paths: nothing lists identifiers, and nothing of a withdrawn
//!   consultant remains. Before the first change it claims the files of the old and the new state, so that
//!   the build after a killed one knows all of them.
//! - The manifest also records the digest of the source of each photo and precompressed file: unchanged
//!   files are not generated again.
//! - Files are completed in `.dist.vitae` beside `dist/` and then renamed. That directory is the lock: one
//!   build at a time. A build takes it before it reads the content, because a build with older content
//!   that publishes later would publish a withdrawn consultant again. Both directories must be on one
//!   file system.
//! - A build recovers from a killed build. After a power failure, too, the next build repairs the files,
//!   because it compares all bytes; vitae does not sync files to the disk.
//! - The content and the output directory must not contain each other, with links resolved.
//! - **Precompressed files belong to publishing.** They are no artifacts and have no routes. A document
//!   with status 200 gets a `.gz` and a `.br` file if they are smaller. Photos and errors get none. An
//!   identifier contains no dot, so these files cannot be confused with profiles.
//! - **Modification times derive from the bytes** where a host asks for it: its entity tags are time and
//!   length, so two changes within a second that keep the length would share a tag, and the server would
//!   respond with a stale 304. Times are one of 2^29 even seconds from 1987 to 2021, which FAT, ZIP, tar and
//!   an HTTP date can hold. They do not say when a file changed, so such a host must not send
//!   `Last-Modified`.
//! - `--swap` links unchanged files into a new directory and exchanges the two. Withdrawn profiles are
//!   removed from the old one first.

mod content_coding;
mod manifest;
mod modification_time;
mod new_files;
mod output_directory;
mod prepare;
mod staging;
mod swap;

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rayon::prelude::*;

use crate::bundle::{Artifact, Body, Bundle, GenerateError};
use crate::diagnostic::{Diagnosed, Diagnostic};
use crate::error::{Error, Result};
use manifest::Manifest;
pub use new_files::{create_directory, create_files};
use output_directory::OutputDirectory;
use prepare::{Change, Preparation, PreparedFile, put_all};
use staging::{Staging, put};

/// How the new state replaces the old one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// File by file.
    InPlace,
    /// The whole directory in one atomic step, for a directory that is being served.
    Swap,
}

/// The changes of a build. Paths are relative to the output directory and sorted.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Published {
    /// New files.
    pub added: Vec<String>,
    /// Files whose bytes changed.
    pub changed: Vec<String>,
    /// Files that were removed.
    pub withdrawn: Vec<String>,
    /// Files that vitae did not write and that were left unchanged.
    pub unmanaged: Vec<String>,
    /// The number of files whose bytes did not change.
    pub unchanged: usize,
}

/// Callback for a progress bar, called after each prepared artifact.
pub type Progress<'a> = &'a (dyn Fn() + Sync);

/// An output directory, locked against other builds.
///
/// Take the lock before reading the content: otherwise a build that read older content and
/// publishes later would publish withdrawn profiles again.
pub struct Target {
    out: PathBuf,
    staging: Staging,
}

impl Target {
    /// Locks the output directory `out`, which need not exist.
    ///
    /// # Errors
    /// Returns an error if another build has the lock, if `out` and the content directory contain
    /// each other, or if the disk fails.
    pub fn open(out: &Path, content: &Path) -> Result<Self> {
        let (out, content) = (resolve(out)?, resolve(content)?);
        if out.starts_with(&content) || content.starts_with(&out) {
            return Err(Error::new(format!(
                "the output directory {} and the content directory {} must not contain each other",
                out.display(),
                content.display()
            )));
        }
        Ok(Self { staging: Staging::open(&out)?, out })
    }

    /// Returns the name of the output directory without its parents.
    pub fn directory_name(&self) -> Option<String> {
        let name = self.out.file_name()?;
        Some(name.to_string_lossy().into_owned())
    }

    /// Returns the files that the host reads from outside the output directory, for
    /// [`write_files`]. They are written beside it, into `deploy/<host>/`.
    pub fn deployment(&self, bundle: &Bundle) -> Vec<(PathBuf, Vec<u8>)> {
        let directory = self.out.with_file_name(DEPLOY).join(&bundle.deployment.host);
        let file = |artifact: &Arc<Artifact>| match &artifact.body {
            Body::Bytes(bytes) => Some((directory.join(&artifact.path), bytes.clone())),
            Body::Generated(_) => None,
        };
        bundle.deployment.files.iter().filter_map(file).collect()
    }

    /// Returns the existing `deploy/<host>/` directories of other hosts.
    pub fn other_deployments(&self, bundle: &Bundle, hosts: &[String]) -> Vec<PathBuf> {
        let deploy = self.out.with_file_name(DEPLOY);
        let others = hosts.iter().filter(|host| **host != bundle.deployment.host);
        let directories = others.map(|host| deploy.join(host));
        directories.filter(|path| path.is_dir()).collect()
    }
}

/// The directory, beside the output directory, of files that hosts read from outside it.
const DEPLOY: &str = "deploy";

/// Publishes the bundle to the target's output directory.
///
/// # Errors
/// Returns an error if the directory has conflicting files that vitae did not write, or if the disk
/// fails.
pub fn publish(
    bundle: &Bundle,
    target: Target,
    mode: Mode,
    progress: Progress<'_>,
) -> Result<Diagnosed<Published>> {
    let Target { out, staging } = target;
    let directory = OutputDirectory::open(&out)?;
    directory.refuse_conflicts(bundle)?;
    let preparation =
        Preparation { directory: &directory, staging: &staging, deployment: &bundle.deployment };
    let Diagnosed { output, diagnostics } =
        for_each_artifact(bundle, progress, |artifact| preparation.artifact(artifact))?;
    let Some(prepared) = output else {
        return Ok(Diagnosed::new(None, diagnostics));
    };
    let mut prepared: Vec<PreparedFile> = prepared.into_iter().flatten().collect();

    let mut manifest = Manifest::default();
    for file in &prepared {
        manifest.insert(&file.path, file.origin.clone());
    }
    let published = Published {
        added: paths(&prepared, |change| matches!(change, Change::Added(_))),
        changed: paths(&prepared, |change| matches!(change, Change::Changed(_))),
        withdrawn: directory.withdrawn(&manifest),
        unmanaged: directory.unmanaged().collect(),
        unchanged: paths(&prepared, Change::keeps_bytes).len(),
    };
    let manifest_file = |manifest: &Manifest| {
        preparation.file(manifest::PATH, manifest.to_string().as_bytes(), None)
    };
    // While files change, the manifest has the old and the new ones: after a killed build, the next
    // build still recognizes all of them.
    let interim = manifest_file(&directory.manifest.union(&manifest))?;
    let new = manifest_file(&manifest)?;
    let is_current = |file: &PreparedFile| file.change == Change::None;
    if !published.withdrawn.is_empty() || !prepared.iter().chain([&interim, &new]).all(is_current) {
        put_all(&[interim], &out)?;
        directory.remove(&published.withdrawn)?;
        match mode {
            Mode::InPlace => {
                put_all(&prepared, &out)?;
                put_all(&[new], &out)?;
            }
            Mode::Swap => {
                prepared.push(new);
                swap::swap(&directory, &prepared, &staging)?;
            }
        }
    }
    Ok(Diagnosed::new(Some(published), Vec::new()))
}

/// Runs every generator and discards the results. Returns the diagnostics that [`publish`] would
/// return.
///
/// # Errors
/// Returns an error if a file cannot be read.
pub fn dry_run(bundle: &Bundle, progress: Progress<'_>) -> Result<Vec<Diagnostic>> {
    let report = for_each_artifact(bundle, progress, |artifact| match &artifact.body {
        Body::Generated(generator) => generator.generate().map(drop),
        Body::Bytes(_) => Ok(()),
    })?;
    Ok(report.diagnostics)
}

/// Calls `work` for every artifact, in parallel, and collects the results or the diagnostics.
fn for_each_artifact<T: Send>(
    bundle: &Bundle,
    progress: Progress<'_>,
    work: impl Fn(&Artifact) -> std::result::Result<T, GenerateError> + Sync,
) -> Result<Diagnosed<Vec<T>>> {
    let artifacts: Vec<_> = bundle.iter().collect();
    let results: Vec<_> = artifacts
        .into_par_iter()
        .map(|artifact| {
            let result = work(artifact);
            progress();
            result
        })
        .collect();
    let (mut outputs, mut diagnostics) = (Vec::new(), Vec::new());
    for result in results {
        match result {
            Ok(output) => outputs.push(output),
            Err(GenerateError::Content(diagnostic)) => diagnostics.push(*diagnostic),
            Err(GenerateError::Environment(error)) => return Err(error),
        }
    }
    let outputs = diagnostics.is_empty().then_some(outputs);
    Ok(Diagnosed::new(outputs, diagnostics))
}

/// Returns the text files that are missing or have different content. Ignores the style of line
/// breaks: git writes CR LF on some systems.
pub fn outdated(files: &[(PathBuf, Vec<u8>)]) -> impl Iterator<Item = &(PathBuf, Vec<u8>)> {
    let lines = |bytes: &[u8]| String::from_utf8_lossy(bytes).replace("\r\n", "\n");
    let is_current = move |path: &Path, bytes: &[u8]| {
        fs::read(path).is_ok_and(|old| old == bytes || lines(&old) == lines(bytes))
    };
    files.iter().filter(move |(path, bytes)| !is_current(path, bytes))
}

/// Writes the [`outdated`] files, each with a rename, and returns their paths. For text files that
/// are not part of the site, such as the schemas for editors.
///
/// # Errors
/// Returns an error if the disk fails.
pub fn write_files(files: &[(PathBuf, Vec<u8>)]) -> Result<Vec<PathBuf>> {
    let mut written = Vec::new();
    for (path, bytes) in outdated(files) {
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).map_err(|source| Error::io("create", parent, source))?;
        }
        let name = path.file_name().expect("a path of a file").to_string_lossy();
        let new = path.with_file_name(format!(".{name}.new"));
        fs::write(&new, bytes).map_err(|source| Error::io("write", &new, source))?;
        put(&new, path)?;
        written.push(path.clone());
    }
    Ok(written)
}

/// Resolves the symbolic links of a path whose last components need not exist. A rename would
/// replace a link, and only resolved paths show whether directories contain each other.
fn resolve(path: &Path) -> Result<PathBuf> {
    let cannot_find = |source| Error::io("find", path, source);
    let absolute = std::path::absolute(path).map_err(cannot_find)?;
    for existing in absolute.ancestors() {
        match existing.canonicalize() {
            Ok(mut resolved) => {
                resolved.extend(absolute.strip_prefix(existing).expect("an ancestor"));
                return Ok(resolved);
            }
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(cannot_find(error)),
            Err(_) if existing.is_symlink() => {
                let message = format!("{} is a broken symbolic link", existing.display());
                return Err(Error::new(message));
            }
            Err(_) if existing.file_name().is_none() => {
                return Err(Error::new(format!("{} does not exist", existing.display())));
            }
            Err(_) => {}
        }
    }
    unreachable!("the root has no file name")
}

fn paths(prepared: &[PreparedFile], matches: impl Fn(&Change) -> bool) -> Vec<String> {
    let matching = prepared.iter().filter(|file| matches(&file.change));
    matching.map(|file| file.path.clone()).collect()
}
