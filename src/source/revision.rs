//! Reads the content of a commit from the objects of git, without a checkout.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use super::content_directory::{FILE_NAME_ENCODING, SYMBOLIC_LINK};
use super::file::Storage;
use super::incomplete_checkout::{SUBMODULE, WHOLE};
use super::object::{Object, ObjectReader};
use super::repository::Repository;
use super::{Modified, Source, Sources, is_skipped};
use crate::diagnostic::Diagnostic;
use crate::error::{Error, Result};
use crate::paths::ToSlash;

/// A commit of the repository that contains the content.
#[derive(Debug, Clone)]
pub struct Revision {
    pub(super) repository: Arc<Repository>,
    pub(super) objects: Arc<ObjectReader>,
    /// The object name of the commit.
    pub commit: String,
}

/// The largest text file that [`Revision::text_files`] reads, in bytes.
pub(super) const MAX_TEXT: usize = 16 << 20;

/// What to do in a shallow clone. Without a remote, git fetches nothing and succeeds.
pub const FETCH_HISTORY: &str = "fetch the history with `git fetch --unshallow`, in a clone without a remote with \
    `git fetch --unshallow <URL>`, in a workflow with `fetch-depth: 0`, on GitLab with `GIT_DEPTH: 0`";

/// A file in a tree: `100644 blob <object name>`, a tab and the path.
struct TreeEntry {
    mode: String,
    object: String,
    path: String,
}

impl Revision {
    /// Finds the commit that `name` means, such as `main` or `HEAD~2`, in the repository that contains
    /// `content`.
    ///
    /// # Errors
    /// Returns an error outside a repository, if the commit does not exist, or if git fails.
    pub fn resolve(content: &Path, name: &str) -> Result<Self> {
        let Some(mut repository) = Repository::containing(content)? else {
            let message =
                format!("{} is in no git repository, which `{name}` needs", content.to_slash());
            return Err(Error::new(message));
        };
        repository.may_fetch = true;
        Self::in_repository(Arc::new(repository), name)
    }

    fn in_repository(repository: Arc<Repository>, name: &str) -> Result<Self> {
        let object = format!("{name}^{{commit}}");
        let arguments = ["rev-parse", "--verify", "--quiet", "--end-of-options", &object];
        let Some(commit) = repository.line(&arguments)? else {
            let hint = match repository.is_shallow()? {
                true => format!("; this clone is shallow: {FETCH_HISTORY}"),
                false => String::new(),
            };
            return Err(Error::new(format!("`{name}` is neither a commit nor a built site{hint}")));
        };
        let objects = Arc::new(ObjectReader::start(Arc::clone(&repository))?);
        Ok(Self { repository, objects, commit })
    }

    /// Returns the current commit of the repository that contains `content`, which reads nothing from other clones; `None`
    /// without commits.
    ///
    /// # Errors
    /// Returns an error outside a repository, or if git fails.
    pub(super) fn current(content: &Path) -> Result<Option<Self>> {
        let repository = Repository::containing(content)?;
        let repository = repository
            .ok_or_else(|| Error::new(format!("{} is in no git repository", content.to_slash())))?;
        let has_commits = repository.head()?.is_some();
        has_commits.then(|| Self::in_repository(Arc::new(repository), "HEAD")).transpose()
    }

    /// Returns the newest commit that the current one, or `head`, has in common with the default branch
    /// of the remote `origin`; without such a branch, the current commit itself.
    ///
    /// # Errors
    /// Returns an error outside a repository, in one without commits, in a shallow clone without the
    /// common commit, or if git fails.
    pub fn default_base(content: &Path, head: Option<&Self>) -> Result<Self> {
        let current = match head {
            Some(head) => head.clone(),
            None => Self::resolve(content, "HEAD")?,
        };
        let repository = &current.repository;
        let default = ["symbolic-ref", "--quiet", "refs/remotes/origin/HEAD"];
        let mut branches: Vec<String> = repository.line(&default)?.into_iter().collect();
        branches.extend(["main", "master"].map(|name| format!("refs/remotes/origin/{name}")));
        for branch in branches {
            let object = format!("{branch}^{{commit}}");
            if repository.line(&["rev-parse", "--verify", "--quiet", &object])?.is_none() {
                continue;
            }
            if let Some(base) = repository.line(&["merge-base", &current.commit, &branch])? {
                return Self::in_repository(Arc::clone(repository), &base);
            }
            let problem = format!("this commit has no commit in common with {branch}");
            let fix = match repository.is_shallow()? {
                true => FETCH_HISTORY,
                false => "name the commit to compare with",
            };
            return Err(Error::new(format!("{problem}; {fix}")));
        }
        Ok(current)
    }

    /// Returns the first characters of the commit's name.
    pub fn short(&self) -> &str {
        &self.commit[..self.commit.len().min(12)]
    }

    /// Lists the files of the content directory, which `root` names as the user wrote it. Skips what
    /// [`Sources::listed`] skips. The files have no last-modified dates.
    ///
    /// # Errors
    /// Returns an error if a submodule has files of the content, or if git fails.
    pub fn sources(&self, root: &Path) -> Result<Sources> {
        let mut sources = Sources::named(root);
        for TreeEntry { mode, object, path } in self.tree(&self.repository.content_path())? {
            if is_skipped(&path) {
                continue;
            }
            let code = match &*mode {
                _ if path.contains('\u{FFFD}') => &FILE_NAME_ENCODING,
                "120000" => &SYMBOLIC_LINK,
                SUBMODULE => {
                    let name = format!("{}/{path}", sources.root());
                    let name = name.trim_end_matches('/');
                    let commit = self.short();
                    let message =
                        format!("`{name}` is a submodule, whose files {commit} does not have");
                    return Err(Error::new(message).help(WHOLE));
                }
                _ => {
                    let object = Object { reader: Arc::clone(&self.objects), name: object };
                    sources.insert(Source::new(&path, Storage::Object(object), Modified::Unknown));
                    continue;
                }
            };
            let message = "this is not a regular file with a UTF-8 name";
            sources.diagnostics.push(Diagnostic::file(code, &path, message));
        }
        Ok(sources)
    }

    /// Returns the text files below `directory` by their path in it; none if the commit does not have
    /// the directory, or if it is not in the repository.
    ///
    /// # Errors
    /// Returns an error if git fails or a file is not UTF-8.
    pub fn text_files(&self, directory: &Path) -> Result<BTreeMap<String, String>> {
        let Some(directory) = self.repository.path_of(directory)? else {
            return Ok(BTreeMap::new());
        };
        let text = |TreeEntry { object, path, .. }: TreeEntry| {
            let bytes = self.objects.read(&object, MAX_TEXT)?;
            let text = String::from_utf8(bytes)
                .map_err(|_| Error::new(format!("{path} in {} is not UTF-8", self.short())))?;
            Ok((path, text))
        };
        let files = self.tree(&directory)?.into_iter().filter(|file| file.mode.starts_with("100"));
        files.map(text).collect()
    }

    /// Returns the files below a directory of the repository. Their paths are relative to it.
    fn tree(&self, directory: &str) -> Result<Vec<TreeEntry>> {
        let pathspec = format!(":(top,literal){directory}");
        let arguments = ["ls-tree", "-r", "-z", "--full-tree", &self.commit, "--", &pathspec];
        let listed = self.repository.git(&arguments)?;
        let entry = |line: &[u8]| {
            let line = String::from_utf8_lossy(line);
            let (attributes, path) = line.split_once('\t')?;
            let mut attributes = attributes.split(' ');
            let mode = attributes.next()?.to_owned();
            let object = attributes.nth(1)?.to_owned();
            Some(TreeEntry { mode, object, path: relative(path, directory)? })
        };
        Ok(listed.split(|byte| *byte == 0).filter_map(entry).collect())
    }

    /// Returns the paths below `directory`, relative to it, that differ between this commit and `head`,
    /// or the working tree without `head`. Untracked files differ.
    ///
    /// # Errors
    /// Returns an error if git fails.
    pub fn changed_paths(&self, head: Option<&Self>, directory: &Path) -> Result<BTreeSet<String>> {
        let Some(directory) = self.repository.path_of(directory)? else {
            return Ok(BTreeSet::new());
        };
        let pathspec = format!(":(top,literal){directory}");
        let mut diff =
            vec!["diff", "--name-only", "--no-renames", "--no-relative", "-z", &self.commit];
        diff.extend(head.map(|head| &*head.commit));
        let mut listed = self.repository.git(&[&diff[..], &["--", &pathspec]].concat())?;
        if head.is_none() {
            let others = ["ls-files", "--others", "--full-name", "-z", "--", &pathspec];
            listed.extend(self.repository.git(&others)?);
        }
        let paths = listed.split(|byte| *byte == 0).map(String::from_utf8_lossy);
        let paths = paths.filter(|path| !path.is_empty());
        Ok(paths.filter_map(|path| relative(&path, &directory)).collect())
    }
}

/// Returns the path relative to a directory of the repository, empty for that directory; `None` if it is not in there.
pub(super) fn relative(path: &str, directory: &str) -> Option<String> {
    match directory {
        "" => Some(path.to_owned()),
        _ if path == directory => Some(String::new()),
        _ => Some(path.strip_prefix(directory)?.strip_prefix('/')?.to_owned()),
    }
}
