//! Reads the content of a commit from the objects of git, without a checkout.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::path::Path;
use std::process::{Child, Stdio};
use std::sync::{Arc, Mutex, PoisonError};

use super::incomplete_checkout::{SUBMODULE, WHOLE};
use super::repository::Repository;
use super::{FILE_NAME_ENCODING, Modified, SYMBOLIC_LINK, Source, Sources, Storage, is_skipped};
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

/// A file in a commit.
#[derive(Debug, Clone)]
pub(super) struct Object {
    reader: Arc<ObjectReader>,
    name: String,
}

impl PartialEq for Object {
    /// Objects with the same name have the same bytes.
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Object {}

impl Object {
    /// Reads at most `limit + 1` bytes.
    pub(super) fn read(&self, limit: usize) -> Result<Vec<u8>> {
        self.reader.read(&self.name, limit)
    }
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

/// Reads objects by their names, with one process of git for all of them.
#[derive(Debug)]
pub(super) struct ObjectReader {
    repository: Arc<Repository>,
    git: Mutex<Child>,
}

impl ObjectReader {
    fn start(repository: Arc<Repository>) -> Result<Self> {
        let mut command = repository.command(&["cat-file", "--batch"]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let child =
            command.spawn().map_err(|source| Error::with_source("cannot run git", source))?;
        Ok(Self { repository, git: Mutex::new(child) })
    }

    /// Reads at most `limit + 1` bytes of an object.
    pub(super) fn read(&self, object: &str, limit: usize) -> Result<Vec<u8>> {
        let missing = || self.unreadable(object, io::Error::other("it is missing"));
        self.find(object, limit)?.ok_or_else(missing)
    }

    /// Reads at most `limit + 1` bytes of an object; `None` if it does not exist.
    pub(super) fn find(&self, object: &str, limit: usize) -> Result<Option<Vec<u8>>> {
        let mut child = self.git.lock().unwrap_or_else(PoisonError::into_inner);
        request(&mut child, object, limit).map_err(|source| self.unreadable(object, source))
    }

    fn unreadable(&self, object: &str, source: io::Error) -> Error {
        let cause = Error::with_source(format!("cannot read the object {object}"), source);
        self.repository.unreadable(cause)
    }
}

impl Drop for ObjectReader {
    fn drop(&mut self) {
        let child = self.git.get_mut().unwrap_or_else(PoisonError::into_inner);
        // git ends when its standard input does.
        drop(child.stdin.take());
        let _ = child.wait();
    }
}

/// Sends the name of an object, and reads `<name> blob <size>`, the bytes and a line break, or `<name> missing`.
fn request(child: &mut Child, object: &str, limit: usize) -> io::Result<Option<Vec<u8>>> {
    let (Some(stdin), Some(stdout)) = (&mut child.stdin, &mut child.stdout) else {
        unreachable!("both are pipes");
    };
    writeln!(stdin, "{object}")?;
    // git writes nothing else before the next request.
    let mut stdout = BufReader::new(stdout);
    let mut header = String::new();
    if stdout.read_line(&mut header)? == 0 {
        return Err(io::Error::other("git ended"));
    }
    if header.ends_with(" missing\n") {
        return Ok(None);
    }
    let size = header.trim_end().rsplit_once(' ').and_then(|(_, size)| size.parse::<u64>().ok());
    let size = size.ok_or_else(|| io::Error::other(header.trim_end().to_owned()))?;
    let mut object = stdout.by_ref().take(size);
    let bytes = super::read_limited(object.by_ref(), limit, size)?;
    io::copy(&mut object, &mut io::sink())?;
    stdout.read_exact(&mut [0])?;
    Ok(Some(bytes))
}
