//! Makes the output directory match the new state.

use std::collections::BTreeMap;
use std::mem;

use rayon::prelude::*;

use super::expected_file::ExpectedContent;
use super::known_digests::KnownDigests;
use super::manifest::{self, FileDigests};
use super::modification_time;
use super::publication::{NewState, Publication};
use super::staging::put;
use crate::digest::Digest;
use crate::entry::is_consultant_file;
use crate::error::{Error, Result};

/// The changes of a build. Paths are relative to the output directory and sorted.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct BuildChanges {
    /// New files.
    pub added: Vec<String>,
    /// Files whose bytes changed.
    pub changed: Vec<String>,
    /// Files that were removed.
    pub removed: Vec<String>,
    /// Files that vitae did not write and that were left unchanged.
    pub unmanaged: Vec<String>,
    /// The number of files whose bytes did not change.
    pub unchanged: usize,
}

impl Publication {
    /// Makes the output directory match the new state: removes the files of withdrawn consultants, then all
    /// others that the state does not have, and replaces those that differ. Returns the changes, and the
    /// digests of the published files for the next build, or the error of what follows when the site is
    /// published.
    ///
    /// # Errors
    /// Returns an error if [`Self::accept`] failed, if a withdrawn file cannot be removed, if a new file would
    /// replace one that does not belong to vitae, or if the disk fails.
    pub fn commit(mut self) -> Result<(BuildChanges, Result<KnownDigests>)> {
        if self.state().is_incomplete {
            return Err(Error::new("a file could not be generated, so nothing was published"));
        }
        let changes = self.changes(&self.state());
        let (of_consultants, others): (Vec<&String>, Vec<&String>) =
            changes.removed.iter().partition(|path| is_consultant_file(path));
        self.directory.withdraw(of_consultants.into_iter())?;
        self.add_manifest()?;
        self.staging.require_space()?;
        let mut state = mem::take(&mut *self.state());
        state.staged.sort_unstable();
        self.directory.refuse_conflicts(&state.staged)?;
        if !state.staged.is_empty() {
            self.staging.sync()?;
        }
        self.directory.withdraw(others.into_iter())?;
        self.set_times(&state)?;
        if !state.staged.is_empty() {
            self.replace(&state.staged)?;
        }
        let known = self.finish(state, &changes);
        Ok((changes, known))
    }

    /// Waits for the disk, and returns the digests of the published files.
    fn finish(self, state: NewState, changes: &BuildChanges) -> Result<KnownDigests> {
        if !changes.removed.is_empty() || !state.staged.is_empty() {
            // Withdrawn files must not return after a power failure.
            self.staging.sync()?;
        }
        let clock = self.staging.clock();
        let NewState { files, staged, wrong_times, read, .. } = state;
        let mut known = self.known;
        known.extend(read);
        known.retain(|path| files.contains_key(path));
        for name in staged.iter().chain(&wrong_times) {
            let path = Digest::of(name.as_bytes());
            if let (Some(file), Some(stamp)) = (files.get(&path), self.directory.stamp(name)) {
                known.insert(path, &stamp, clock, file.content);
            }
        }
        Ok(known)
    }

    fn add_manifest(&self) -> Result<()> {
        let text = manifest::write(&self.state().files);
        let content = ExpectedContent::Document(Digest::of(text.as_bytes()));
        self.add(manifest::PATH, content, text.as_bytes())
    }

    /// Returns the changes, apart from the manifest.
    fn changes(&self, state: &NewState) -> BuildChanges {
        let mut staged = state.staged.clone();
        staged.sort_unstable();
        let (changed, added): (Vec<_>, Vec<_>) =
            staged.into_iter().partition(|path| self.directory.manages(path));
        let is_absent = |path: &&String| file(&state.files, path).is_none();
        let removed = self.directory.managed.par_iter().filter(|path| *path != manifest::PATH);
        // With a damaged manifest, vitae may have written the unmanaged files of the new state.
        let unmanaged = self.directory.unmanaged.iter().filter(is_absent);
        BuildChanges {
            removed: removed.filter(is_absent).cloned().collect(),
            unmanaged: unmanaged.cloned().collect(),
            unchanged: state.files.len() - added.len() - changed.len(),
            added,
            changed,
        }
    }

    /// Sets the modification times of published files that are wrong only in them.
    fn set_times(&self, state: &NewState) -> Result<()> {
        state.wrong_times.par_iter().try_for_each(|path| {
            let time = file(&state.files, path).and_then(|file| self.time(file.content));
            let time = time.expect("a file with a required time");
            modification_time::set(&self.directory.path(path), time)
        })
    }

    /// Renames the staged files to their final paths.
    fn replace(&self, files: &[String]) -> Result<()> {
        let (root, staged) = (&self.directory.root, &self.staging.files);
        if !root.exists() {
            return put(staged, root);
        }
        let replace = |path: &str| put(&staged.join(path), &root.join(path));
        let (manifest, others): (Vec<&str>, Vec<&str>) =
            files.iter().map(|path| &**path).partition(|path| *path == manifest::PATH);
        manifest.into_iter().try_for_each(replace)?;
        others.into_par_iter().try_for_each(replace)
    }
}

/// Returns the file of the new state at `path`.
fn file<'a>(files: &'a BTreeMap<Digest, FileDigests>, path: &str) -> Option<&'a FileDigests> {
    files.get(&Digest::of(path.as_bytes()))
}
