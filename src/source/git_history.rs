//! Last-modified dates of the content files from the git history.
//!
//! One `git log` reads the dates of all files: 4.2 times as fast as git2 and 2.1 times as fast as
//! gix.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::SystemTime;

use super::Modified;
use crate::error::{Error, Result};

/// The last-modified dates of all files in the content directory.
#[derive(Debug, Default)]
pub(super) struct History {
    /// The state of the repository; `None` outside a repository.
    head: Option<Head>,
    last_modified: HashMap<String, Modified>,
}

impl History {
    /// Reads the history of `root`, which is empty outside a repository. Returns `previous` if the
    /// repository has no new commit.
    pub(super) fn read(root: &Path, previous: &Arc<Self>) -> Result<Arc<Self>> {
        let unreadable =
            |error| Error::with_source("cannot read last-modified dates from git", error);
        let Some(head) = Head::read(root).map_err(unreadable)? else {
            return Ok(Arc::default());
        };
        if previous.head.as_ref() == Some(&head) {
            return Ok(Arc::clone(previous));
        }
        // `-c` lists only the files that a merge itself changed; `%x01` marks the line of a commit.
        let log = git(
            root,
            &[
                "-c",
                "log.showSignature=false",
                "-c",
                "log.showRoot=true",
                "log",
                "-z",
                "-c",
                "--no-renames",
                "--relative",
                "--name-only",
                "--format=%x01%H %cI",
                "--",
                ".",
            ],
        )
        .map_err(unreadable)?;
        let mut last_modified = HashMap::new();
        let mut modified = Modified::Unknown;
        for field in log.split(['\0', '\n']).filter(|field| !field.is_empty()) {
            if let Some(header) = field.strip_prefix('\u{1}') {
                let (commit, date) = header.split_once(' ').unwrap_or((header, ""));
                modified = if head.shallow_boundary.lines().any(|cut| cut == commit) {
                    Modified::CutOff
                } else {
                    Modified::Committed(date.to_owned())
                };
            } else if !last_modified.contains_key(field) {
                last_modified.insert(field.to_owned(), modified.clone());
            }
        }
        Ok(Arc::new(Self { head: Some(head), last_modified }))
    }

    /// Returns the last-modified date of the file at `path`; `file_time` if it is in no commit.
    pub(super) fn last_modified(
        &self,
        path: &str,
        file_time: impl FnOnce() -> Option<SystemTime>,
    ) -> Modified {
        match self.last_modified.get(path) {
            Some(modified) => modified.clone(),
            None => file_time().map_or(Modified::Unknown, Modified::FileTime),
        }
    }
}

/// The newest and the oldest commits of a history: if they are the same, so is the history.
#[derive(Debug, PartialEq, Eq)]
struct Head {
    /// The canonical path of the content directory.
    root: PathBuf,
    commit: String,
    /// The oldest commits of a shallow clone, one per line; empty for a full clone.
    shallow_boundary: String,
}

impl Head {
    /// Returns `None` outside a repository and in a repository without commits.
    ///
    /// # Errors
    /// Returns an error if git cannot open the repository: the dates would be guessed.
    fn read(root: &Path) -> Result<Option<Self>> {
        let Some(root) = inside_repository(root)? else {
            return Ok(None);
        };
        let shallow = git(&root, &["rev-parse", "--git-path", "shallow"])?;
        let Ok(commit) = git(&root, &["rev-parse", "--verify", "--quiet", "HEAD"]) else {
            return Ok(None);
        };
        // The file exists only in shallow clones.
        let shallow_boundary = std::fs::read_to_string(root.join(shallow.trim_end()));
        Ok(Some(Self { root, commit, shallow_boundary: shallow_boundary.unwrap_or_default() }))
    }
}

/// Returns the canonical path of `root` if it is inside a repository.
fn inside_repository(root: &Path) -> Result<Option<PathBuf>> {
    let root = root.canonicalize().map_err(|source| Error::io("find", root, source))?;
    let is_repository = |directory: &Path| {
        let git = directory.join(".git");
        git.is_file() || git.join("HEAD").exists()
    };
    let found = root.ancestors().any(is_repository);
    Ok(found.then_some(root))
}

/// Returns the git directory of the repository that contains `root`, if any. Every commit changes a
/// file in it.
///
/// # Errors
/// Returns an error if git cannot open the repository.
pub fn git_directory(root: &Path) -> Result<Option<PathBuf>> {
    let Some(root) = inside_repository(root)? else {
        return Ok(None);
    };
    let directory = git(&root, &["rev-parse", "--absolute-git-dir"])?;
    Ok(Some(PathBuf::from(directory.trim_end_matches('\n'))))
}

/// Returns the paths of the git directories that `git init` can create in `root` or its ancestors.
pub fn possible_git_directories(root: &Path) -> Vec<PathBuf> {
    let root = root.canonicalize();
    let ancestors = root.iter().flat_map(|root| root.ancestors());
    let git = ancestors.map(|directory| directory.join(".git"));
    git.filter(|git| !git.exists()).collect()
}

fn git(root: &Path, arguments: &[&str]) -> Result<String> {
    let output = Command::new("git")
        .arg("-C")
        .arg(root)
        .args(arguments)
        // Git sets these variables for hooks; they would point this command at another repository.
        .env_remove("GIT_CEILING_DIRECTORIES")
        .env_remove("GIT_COMMON_DIR")
        .env_remove("GIT_DIR")
        .env_remove("GIT_INDEX_FILE")
        .env_remove("GIT_OBJECT_DIRECTORY")
        .env_remove("GIT_WORK_TREE")
        .output()
        .map_err(|source| Error::with_source("cannot run git", source))?;
    if !output.status.success() {
        let stderr = String::from_utf8_lossy(&output.stderr);
        return Err(Error::new(format!("git: {}", stderr.trim())));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
