//! The only module that writes.
//!
//! Nothing of the published folder is touched until every file of the new state is known to be
//! good. Then: what is withdrawn goes first, so that it is gone even if the rest fails; then only
//! files whose bytes changed are replaced, each by a rename, so that a reader, or a killed build,
//! never meets half of one. Unchanged files keep their modification time, or get the one that
//! their bytes have.

mod content_coding;
mod manifest;
mod modification_time;
mod new_files;
mod output_directory;
mod prepare;
mod staging;
mod swap;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use rayon::prelude::*;

use crate::bundle::{Artifact, Body, Bundle, GenerateError};
use crate::diagnostic::Diagnosed;
use crate::error::{Error, Result};
use manifest::Manifest;
pub use new_files::{create_files, create_folder};
use output_directory::OutputDirectory;
use prepare::{Change, Preparation, PreparedFile};
use staging::{Staging, put};

/// How the new state replaces the old one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// File by file.
    InPlace,
    /// The whole folder at once, for one that is being served.
    Swap,
}

/// What publishing did, as paths below the published folder, each list in order.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Published {
    /// Files that were not there before.
    pub added: Vec<String>,
    /// Files whose bytes changed.
    pub changed: Vec<String>,
    /// Files that are gone.
    pub withdrawn: Vec<String>,
    /// Files in the folder that are not ours, and so were left alone.
    pub foreign: Vec<String>,
    /// How many files had the bytes they should have.
    pub unchanged: usize,
}

/// Told after each artifact that was prepared: for a progress bar.
pub type Progress<'a> = &'a (dyn Fn() + Sync);

/// A folder to publish into, and the lock that keeps other builds out of it.
///
/// Whoever publishes takes it before reading the content: a build that read an older content and
/// published later would bring back what was withdrawn in between.
pub struct Target {
    out: PathBuf,
    staging: Staging,
}

impl Target {
    /// Takes the lock of the folder `out`, which need not exist.
    ///
    /// # Errors
    /// When another build has it, when the folder and `content` lie in each other, or the disk
    /// fails.
    pub fn open(out: &Path, content: &Path) -> Result<Self> {
        let out = resolve(out)?;
        let content = resolve(content)?;
        if out.starts_with(&content) || content.starts_with(&out) {
            return Err(Error::new(format!(
                "{} and the content {} lie in each other; publish elsewhere",
                out.display(),
                content.display()
            )));
        }
        let staging = Staging::open(&out)?;
        Ok(Self { out, staging })
    }

    /// The folder's own name.
    pub fn folder_name(&self) -> Option<String> {
        let name = self.out.file_name()?;
        Some(name.to_string_lossy().into_owned())
    }

    /// What the host reads from outside the folder, as files for [`write_files`]: beside the folder,
    /// in `deploy/<host>/`.
    pub fn deployment(&self, bundle: &Bundle) -> Vec<(PathBuf, Vec<u8>)> {
        let deployment = &bundle.deployment;
        let folder = self.out.with_file_name(DEPLOY).join(&deployment.host);
        let file = |artifact: &Arc<Artifact>| match &artifact.body {
            Body::Bytes(bytes) => Some((folder.join(&artifact.path), bytes.clone())),
            Body::Generated(_) => None,
        };
        deployment.files.iter().filter_map(file).collect()
    }

    /// The folders beside [`Self::deployment`]'s that another one of these hosts has left.
    pub fn other_deployments(&self, bundle: &Bundle, hosts: &[String]) -> Vec<PathBuf> {
        let folder = self.out.with_file_name(DEPLOY);
        let others = hosts.iter().filter(|host| **host != bundle.deployment.host);
        let folders = others.map(|host| folder.join(host));
        folders.filter(|folder| folder.is_dir()).collect()
    }
}

/// The folder, beside the published one, of what hosts read from outside it.
const DEPLOY: &str = "deploy";

/// Publishes the bundle into the target's folder.
///
/// # Errors
/// When the folder is not ours, or the disk fails.
pub fn publish(
    bundle: &Bundle,
    target: Target,
    mode: Mode,
    progress: Progress<'_>,
) -> Result<Diagnosed<Published>> {
    let Target { out, staging } = target;
    let out = &out;
    let folder = OutputDirectory::open(out)?;
    folder.refuse_conflicts(bundle)?;

    // Everything that can go wrong because of the content goes wrong here.
    let diagnostics = Mutex::new(Vec::new());
    let preparation = Preparation {
        folder: &folder,
        staging: &staging,
        deployment: &bundle.deployment,
    };
    let prepared: Vec<Vec<PreparedFile>> = bundle
        .iter()
        .collect::<Vec<_>>()
        .into_par_iter()
        .map(|artifact| {
            let prepared = preparation.artifact(artifact);
            progress();
            match prepared {
                Ok(prepared) => Ok(prepared),
                Err(GenerateError::Environment(error)) => Err(error),
                Err(GenerateError::Content(diagnostic)) => {
                    if let Ok(mut diagnostics) = diagnostics.lock() {
                        diagnostics.push(*diagnostic);
                    }
                    Ok(Vec::new())
                }
            }
        })
        .collect::<Result<_>>()?;
    let diagnostics = diagnostics.into_inner().unwrap_or_default();
    if !diagnostics.is_empty() {
        return Ok(Diagnosed::new(None, diagnostics));
    }
    let mut prepared: Vec<PreparedFile> = prepared.into_iter().flatten().collect();

    let mut manifest = Manifest::default();
    for file in &prepared {
        manifest.insert(&file.path, file.made.clone());
    }
    let published = Published {
        added: paths(&prepared, |change| matches!(change, Change::Added(_))),
        changed: paths(&prepared, |change| matches!(change, Change::Changed(_))),
        withdrawn: folder.withdrawn(&manifest),
        foreign: folder.foreign(),
        unchanged: prepared
            .iter()
            .filter(|file| file.change.keeps_bytes())
            .count(),
    };
    let claim = |manifest: &Manifest| {
        preparation.file(manifest::PATH, manifest.to_string().as_bytes(), None)
    };
    // Whatever happens from here on, the next build knows which files are ours.
    let claims = [claim(&folder.manifest.union(&manifest))?, claim(&manifest)?];
    let is_done = |file: &PreparedFile| file.change == Change::None;
    if published.withdrawn.is_empty() && prepared.iter().chain(&claims).all(is_done) {
        return Ok(Diagnosed::new(Some(published), Vec::new()));
    }
    let [both, new] = claims;
    put_all(&[both], out)?;
    folder.remove(&published.withdrawn)?;
    match mode {
        Mode::InPlace => {
            put_all(&prepared, out)?;
            put_all(&[new], out)?;
        }
        Mode::Swap => {
            prepared.push(new);
            swap::swap(&folder, &prepared, &staging)?;
        }
    }
    Ok(Diagnosed::new(Some(published), Vec::new()))
}

/// Runs every generator and discards the results: finds the errors that `publish` would find.
///
/// # Errors
/// When a file cannot be read.
pub fn dry_run(bundle: &Bundle, progress: Progress<'_>) -> Result<Diagnosed<()>> {
    let outcomes: Vec<Option<GenerateError>> = bundle
        .iter()
        .collect::<Vec<_>>()
        .into_par_iter()
        .map(|artifact| {
            let outcome = match &artifact.body {
                Body::Generated(generator) => generator.generate().err(),
                Body::Bytes(_) => None,
            };
            progress();
            outcome
        })
        .collect();
    let mut diagnostics = Vec::new();
    for outcome in outcomes.into_iter().flatten() {
        match outcome {
            GenerateError::Content(diagnostic) => diagnostics.push(*diagnostic),
            GenerateError::Environment(error) => return Err(error),
        }
    }
    Ok(Diagnosed::new(Some(()), diagnostics))
}

/// The files of text that are not there as they should be: `write_files` would write them. How
/// their lines end is git's affair: on some machines it writes CR LF.
pub fn differing(files: &[(PathBuf, Vec<u8>)]) -> impl Iterator<Item = &(PathBuf, Vec<u8>)> {
    let lines = |bytes: &[u8]| String::from_utf8_lossy(bytes).replace("\r\n", "\n");
    let is_there = move |path: &Path, bytes: &[u8]| {
        fs::read(path).is_ok_and(|old| old == bytes || lines(&old) == lines(bytes))
    };
    files
        .iter()
        .filter(move |(path, bytes)| !is_there(path, bytes))
}

/// Writes files that are no part of a site, such as the schemas for editors: those whose bytes
/// differ, each by a rename. Gives the paths that were written.
///
/// # Errors
/// When the disk fails.
pub fn write_files(files: &[(PathBuf, Vec<u8>)]) -> Result<Vec<PathBuf>> {
    let mut written = Vec::new();
    for (path, bytes) in differing(files) {
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).map_err(|source| Error::io("create", parent, source))?;
        }
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let beside = path.with_file_name(format!(".{name}.new"));
        fs::write(&beside, bytes).map_err(|source| Error::io("write", &beside, source))?;
        put(&beside, path)?;
        written.push(path.clone());
    }
    Ok(written)
}

/// The path without links, also of a folder that does not exist yet: a rename would replace a
/// link, and where a folder lies decides whether it may be published into.
fn resolve(path: &Path) -> Result<PathBuf> {
    let unknown = |source| Error::io("find", path, source);
    let absolute = std::path::absolute(path).map_err(unknown)?;
    let mut missing = Vec::new();
    let mut existing = absolute.as_path();
    loop {
        match existing.canonicalize() {
            Ok(mut resolved) => {
                resolved.extend(missing.iter().rev());
                return Ok(resolved);
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                if existing.is_symlink() {
                    let message = format!("{} is a link that leads nowhere", existing.display());
                    return Err(Error::new(message));
                }
                let (Some(parent), Some(name)) = (existing.parent(), existing.file_name()) else {
                    let message = format!("{} does not exist", existing.display());
                    return Err(Error::new(message));
                };
                missing.push(name.to_owned());
                existing = parent;
            }
            Err(source) => return Err(unknown(source)),
        }
    }
}

fn paths(prepared: &[PreparedFile], is: impl Fn(&Change) -> bool) -> Vec<String> {
    let matching = prepared.iter().filter(|file| is(&file.change));
    matching.map(|file| file.path.clone()).collect()
}

/// Does what has to be done for the files below `root`.
fn put_all(prepared: &[PreparedFile], root: &Path) -> Result<()> {
    let parents: BTreeSet<PathBuf> = prepared
        .iter()
        .filter_map(|file| root.join(&file.path).parent().map(Path::to_owned))
        .collect();
    for parent in parents {
        fs::create_dir_all(&parent).map_err(|source| Error::io("create", &parent, source))?;
    }
    prepared
        .par_iter()
        .try_for_each(|file| file.change.carry_out(&root.join(&file.path)))
}
