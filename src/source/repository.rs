//! Finds and reads the git repository that contains the content.
//!
//! A repository that git cannot read is an error, because guessed dates would be published. After a
//! power loss, files in `.git` can be missing, empty or filled with zeros. git then reports the branch
//! as one without commits, or uses the repository of a directory further up. Both are detected here.

use std::ffi::OsString;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde::{Deserialize, Serialize};

use crate::error::{Error, Result};
use crate::paths::{ToSlash, canonicalize};

/// Everything that the last-modified dates depend on: if two heads are equal, so are the dates.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Head {
    /// The object name of the current commit.
    pub(super) commit: String,
    /// The path of the content in the repository, with a `/` at its end; empty for the root.
    pub(super) content: String,
    /// The oldest commits of a shallow clone, one per line; empty for a full clone.
    pub(super) shallow_boundary: String,
}

/// The git repository that contains the content.
#[derive(Debug)]
pub(super) struct Repository {
    /// The canonical path of the content directory.
    content: PathBuf,
    /// The nearest directory with a `.git`.
    top: PathBuf,
    /// Whether git may fetch the objects that a partial clone lacks.
    pub(super) may_fetch: bool,
}

impl Repository {
    /// Returns the repository that contains `content`, if any.
    ///
    /// # Errors
    /// Returns an error if `content` or a `.git` in it or further up cannot be read, or if git would
    /// take a directory of the repository for another repository.
    pub(super) fn containing(content: &Path) -> Result<Option<Self>> {
        let content = canonicalize(content).map_err(|source| Error::io("find", content, source))?;
        let mut between = Vec::new();
        for directory in content.ancestors() {
            // git prefers a `.git` to the files of a bare repository.
            if is_repository(&directory.join(".git"))? {
                reject_bare_repositories(&between)?;
                return Ok(Some(Self { top: directory.to_owned(), content, may_fetch: false }));
            }
            between.push(directory);
        }
        Ok(None)
    }

    /// Returns the head; `None` in a repository without commits.
    ///
    /// # Errors
    /// Returns an error if git cannot read the repository.
    pub(super) fn head(&self) -> Result<Option<Head>> {
        let arguments =
            ["rev-parse", "--show-prefix", "--is-shallow-repository", "--verify", "HEAD^{commit}"];
        let output = self.output(&arguments)?;
        let printed = String::from_utf8_lossy(&output.stdout);
        // If the commit does not exist, git prints the other values all the same.
        let (opened, commit) = match output.status.success() {
            true => printed.trim_end().rsplit_once('\n').unwrap_or_default(),
            false => (printed.trim_end(), ""),
        };
        let Some((content, is_shallow)) = opened.rsplit_once('\n') else {
            return Err(self.failure(&output));
        };
        self.check_top(content)?;
        if commit.is_empty() {
            self.check_for_commits(&output)?;
            return Ok(None);
        }
        let shallow_boundary = match is_shallow {
            "true" => self.read("shallow")?,
            _ => String::new(),
        };
        Ok(Some(Head { commit: commit.to_owned(), content: content.to_owned(), shallow_boundary }))
    }

    /// Checks that git uses the nearest repository. `content` is the path of the content in the
    /// repository that git uses.
    fn check_top(&self, content: &str) -> Result<()> {
        let git = self.top.join(".git");
        // git never looks further up from a `.git` file.
        if Path::new(&self.content_path()) == Path::new(content) || git.is_file() {
            return Ok(());
        }
        // The setting `core.worktree` can move the top.
        let used = self.git(&["rev-parse", "--absolute-git-dir"])?;
        let used = canonicalize(&path_of(&used));
        if !used.is_ok_and(|used| canonicalize(&git).is_ok_and(|git| git == used)) {
            return Err(self.unreadable(Error::new("git does not recognize its `.git` directory")));
        }
        if self.line(&["rev-parse", "--is-inside-work-tree"])?.as_deref() == Some("true") {
            return Ok(());
        }
        let top = self.top.to_slash();
        let message = format!("the content is not in the working tree of the repository {top}");
        Err(Error::new(message)
            .help("correct `core.bare` and `core.worktree` in its configuration"))
    }

    /// Checks that the repository has no commits. `output` is git's report that the current commit
    /// does not exist.
    fn check_for_commits(&self, output: &Output) -> Result<()> {
        let is_branch = self.git(&["symbolic-ref", "HEAD"]).is_ok();
        let names_object = self.git(&["rev-parse", "--verify", "--quiet", "HEAD"]).is_ok();
        if !is_branch || names_object {
            return Err(self.failure(output));
        }
        let types = ["cat-file", "--batch-all-objects", "--unordered"];
        let types = self.git(&[&types[..], &["--batch-check=%(objecttype)"]].concat())?;
        let has_commits = types.split(|byte| *byte == b'\n').any(|object| object == b"commit");
        if has_commits || !self.read("logs/HEAD")?.is_empty() {
            return Err(Error::new(format!(
                "the current branch of {} has no commit, although the repository has some; check \
                 out a branch with commits, or run `git fsck` to find lost ones",
                self.top.to_slash()
            )));
        }
        Ok(())
    }

    /// Runs git in the content directory and returns its standard output.
    ///
    /// # Errors
    /// Returns an error if git fails.
    pub(super) fn git(&self, arguments: &[&str]) -> Result<Vec<u8>> {
        let output = self.output(arguments)?;
        match output.status.success() {
            true => Ok(output.stdout),
            false => Err(self.failure(&output)),
        }
    }

    /// Runs git and returns the line that it prints; `None` if git fails because what the arguments ask
    /// for does not exist.
    ///
    /// # Errors
    /// Returns an error if git cannot be run.
    pub(super) fn line(&self, arguments: &[&str]) -> Result<Option<String>> {
        let output = self.output(arguments)?;
        let line = String::from_utf8_lossy(&output.stdout).trim_end().to_owned();
        Ok(Some(line).filter(|line| output.status.success() && !line.is_empty()))
    }

    /// Returns whether the clone lacks a part of the history.
    ///
    /// # Errors
    /// Returns an error if git fails.
    pub(super) fn is_shallow(&self) -> Result<bool> {
        Ok(self.line(&["rev-parse", "--is-shallow-repository"])?.as_deref() == Some("true"))
    }

    /// Returns the path of the content in the repository, with `/`; empty for the root.
    pub(super) fn content_path(&self) -> String {
        let path = self.content.strip_prefix(&self.top).expect("the content is in the repository");
        path.to_slash()
    }

    /// Returns the path of a directory in the repository, with `/`; `None` if it is outside. The directory
    /// need not exist.
    ///
    /// # Errors
    /// Returns an error if the working directory cannot be read.
    pub(super) fn path_of(&self, directory: &Path) -> Result<Option<String>> {
        let absolute = std::path::absolute(directory);
        let absolute = absolute.map_err(|source| Error::io("find", directory, source))?;
        let resolved = canonicalize(&absolute).unwrap_or_else(|_| {
            let parent = absolute.parent().and_then(|parent| canonicalize(parent).ok());
            let name = absolute.file_name();
            parent.zip(name).map_or(absolute.clone(), |(parent, name)| parent.join(name))
        });
        let path = resolved.strip_prefix(&self.top).ok();
        Ok(path.map(|path| path.to_slash()))
    }

    fn output(&self, arguments: &[&str]) -> Result<Output> {
        let problem = "cannot run git, which this repository needs; install it";
        self.command(arguments).output().map_err(|source| Error::with_source(problem, source))
    }

    /// Returns a command that runs git in the content directory.
    pub(super) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new("git");
        // Replacements and grafts exist in one clone only: other clones would get other dates. An
        // empty name is the name of no file.
        command.arg("--no-replace-objects").env("GIT_GRAFT_FILE", "");
        // Otherwise git writes the log of each commit on its own.
        command.env("GIT_FLUSH", "0");
        // Otherwise `git status` writes the index, which a commit of the user can need at that moment.
        command.env("GIT_OPTIONAL_LOCKS", "0");
        match self.may_fetch {
            true => command.env("GIT_TERMINAL_PROMPT", "0").env("GIT_ASKPASS", ""),
            // The second variable is for git before 2.44.
            false => command.env("GIT_NO_LAZY_FETCH", "1").env("GIT_ALLOW_PROTOCOL", ""),
        };
        // See `reject_bare_repositories`. Effective since git 2.38, and ignored before.
        command.args(["-c", "safe.bareRepository=explicit"]);
        command.arg("-C").arg(&self.content).args(arguments);
        // Git sets these variables for hooks; they would point this command at another repository or
        // history.
        for variable in [
            "GIT_CEILING_DIRECTORIES",
            "GIT_COMMON_DIR",
            "GIT_DIR",
            "GIT_INDEX_FILE",
            "GIT_OBJECT_DIRECTORY",
            "GIT_SHALLOW_FILE",
            "GIT_WORK_TREE",
        ] {
            command.env_remove(variable);
        }
        command
    }

    /// Returns the error that git printed.
    fn failure(&self, output: &Output) -> Error {
        let printed = String::from_utf8_lossy(&output.stderr);
        // Warnings and advice can precede it.
        let fatal = printed.lines().find(|line| line.starts_with("fatal: "));
        let cause = format!("git: {}", fatal.unwrap_or(printed.trim()));
        match printed.lines().find(|line| line.contains("--add safe.directory ")) {
            Some(command) => {
                let message = "git does not trust the repository, because another user owns it";
                let help = format!("if you trust it, run `{}`", command.trim());
                Error::with_source(message, Error::new(cause)).help(help)
            }
            None => self.unreadable(Error::new(cause)),
        }
    }

    /// Returns the error for a repository of which git cannot read something.
    pub(super) fn unreadable(&self, cause: Error) -> Error {
        let fix = match self.line(&["config", "--get-regexp", r"^remote\..*\.promisor$"]) {
            Ok(Some(_)) => {
                "this is a partial clone: fetch all objects with `git fetch --refetch --no-filter`"
            }
            _ => "run `git fsck` there, and repair it or clone it again",
        };
        let message = format!("git cannot read the repository {}; {fix}", self.top.to_slash());
        Error::with_source(message, cause)
    }

    /// Reads a file of git; empty if it does not exist.
    fn read(&self, name: &str) -> Result<String> {
        let path = self.git(&["rev-parse", "--git-path", name])?;
        let path = self.content.join(path_of(&path));
        match fs::read(&path) {
            Ok(bytes) => Ok(String::from_utf8_lossy(&bytes).into_owned()),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(String::new()),
            Err(error) => Err(self.unreadable(Error::io("read", &path, error))),
        }
    }
}

/// Returns whether the file or directory at `git` belongs to a repository, even to a damaged one. git
/// ignores a directory without these files, such as an empty one. A link can lead to a disk that is
/// not mounted.
fn is_repository(git: &Path) -> Result<bool> {
    if git.is_file() || git.is_symlink() {
        return Ok(true);
    }
    for name in ["HEAD", "config", "objects", "refs"] {
        let path = git.join(name);
        if path.try_exists().map_err(|source| Error::io("read the repository", &path, source))? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Checks that git takes none of the directories for a repository without a working tree. git runs the
/// programs that the configuration of a repository names, and a commit can contain these files.
fn reject_bare_repositories(directories: &[&Path]) -> Result<()> {
    let has = |directory: &Path, name: &str| directory.join(name).symlink_metadata().is_ok();
    let is_bare = |directory: &&&Path| {
        let is_complete = ["objects", "refs"].iter().all(|name| has(directory, name));
        has(directory, "HEAD") && (is_complete || has(directory, "commondir"))
    };
    match directories.iter().find(is_bare) {
        Some(directory) => {
            let message = format!("{} has the files of a git repository", directory.to_slash());
            let help = "remove or rename `HEAD`; git could run any program that `config` names";
            Err(Error::new(message).help(help))
        }
        None => Ok(()),
    }
}

/// Converts a path that git printed, with a line break at its end.
fn path_of(printed: &[u8]) -> PathBuf {
    let printed = printed.strip_suffix(b"\n").unwrap_or(printed);
    #[cfg(unix)]
    let path: OsString = std::os::unix::ffi::OsStringExt::from_vec(printed.to_owned());
    #[cfg(not(unix))]
    let path = OsString::from(String::from_utf8_lossy(printed).into_owned());
    PathBuf::from(path)
}

/// Returns the directories to which a commit of the content can write, whether they exist or not.
pub fn possible_git_logs(content: &Path) -> Vec<PathBuf> {
    let content = canonicalize(content);
    let ancestors = content.iter().flat_map(|content| content.ancestors());
    ancestors.map(|directory| directory.join(".git/logs")).collect()
}
