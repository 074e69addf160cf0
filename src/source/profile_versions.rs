//! Earlier versions of profiles: as they were when their translations last changed.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ffi::CStr;

use super::revision::{FETCH_HISTORY, MAX_TEXT, Revision, relative};
use super::{Source, Sources};
use crate::error::{Error, Result};

/// The directory of the profiles in the content.
const PROFILES: &str = "consultants";

/// A change of a profile by a commit.
#[derive(Debug)]
pub struct ProfileChange {
    /// The date of the commit, in seconds since 1970.
    pub seconds: i64,
    /// The object name of the profile before it; `None` for a new profile.
    pub before: Option<String>,
}

impl Sources {
    /// Returns the current commit, whose history has earlier versions; `None` if nothing is committed.
    ///
    /// # Errors
    /// Returns an error if the content is in no repository, if the clone is shallow, or if git fails.
    pub fn current_commit(&self) -> Result<Option<Revision>> {
        let Some(directory) = &self.directory else { return Ok(None) };
        let Some(head) = Revision::current(directory)? else { return Ok(None) };
        match head.repository.is_shallow()? {
            true => Err(Error::new(format!("this clone is shallow; {FETCH_HISTORY}"))),
            false => Ok(Some(head)),
        }
    }

    /// Returns the object name of the last commit that changed a translation, unless it was changed since then.
    pub fn last_commit(&self, translation: &Source) -> Option<&str> {
        self.history.commit_of_translation(translation.path())
    }
}

impl Revision {
    /// Returns the paths of the content whose files are not as the commit has them.
    ///
    /// # Errors
    /// Returns an error if git fails.
    pub fn uncommitted_paths(&self) -> Result<BTreeSet<String>> {
        let status =
            ["status", "--porcelain", "-z", "--no-renames", "--untracked-files=all", "--", "."];
        let listed = self.repository.git(&status)?;
        let content = self.repository.content_path();
        // The state in the index and in the working tree, a space and the path.
        let paths = listed
            .split(|byte| *byte == 0)
            .filter_map(|line| relative(&String::from_utf8_lossy(line.get(3..)?), &content));
        Ok(paths.collect())
    }

    /// Returns the object names of the profiles with these file names, as they are in a commit.
    ///
    /// # Errors
    /// Returns an error if git fails.
    pub fn profiles_of(
        &self,
        commit: &str,
        names: &BTreeSet<&str>,
    ) -> Result<BTreeMap<String, String>> {
        let content = self.repository.content_path();
        let directory = format!("{content}/{PROFILES}");
        let name = format!("{commit}:{}", directory.trim_start_matches('/'));
        let tree = self.objects.find(&name, MAX_TEXT)?.unwrap_or_default();
        // Git's format of a tree: the mode, a space, the name, a zero byte and the object name in binary. It has the order of
        // `names`.
        let length = commit.len() / 2;
        let mut names = names.iter().peekable();
        let mut objects = BTreeMap::new();
        let mut rest = &tree[..];
        while let Some(wanted) = names.peek()
            && let Ok(entry) = CStr::from_bytes_until_nul(rest)
            && let Some((object, next)) = rest[entry.count_bytes() + 1..].split_at_checked(length)
        {
            let name = entry.to_bytes().splitn(2, |byte| *byte == b' ').nth(1).unwrap_or_default();
            match wanted.as_bytes().cmp(name) {
                Ordering::Less => _ = names.next(),
                Ordering::Equal => {
                    let object = object.iter().map(|byte| format!("{byte:02x}")).collect();
                    objects.insert((*wanted).to_string(), object);
                    rest = next;
                }
                Ordering::Greater => rest = next,
            }
        }
        Ok(objects)
    }

    /// Returns the changes of profiles by the commits that `base` does not contain, the newest first, by the name of the
    /// file.
    ///
    /// # Errors
    /// Returns an error if git fails.
    pub fn profile_changes(&self, base: &str) -> Result<HashMap<String, Vec<ProfileChange>>> {
        let base = format!("^{base}");
        let log = [
            "-c",
            "log.showSignature=false",
            "log",
            "-z",
            "--topo-order",
            "--full-history",
            "--no-merges",
            "--no-renames",
            "--no-relative",
            "--raw",
            "--no-abbrev",
            "--format=/%ct",
            &self.commit,
            &base,
            "--",
            PROFILES,
        ];
        let log = self.repository.git(&log)?;
        let mut changes = HashMap::<_, Vec<_>>::new();
        let (mut seconds, mut before) = (0, None);
        for field in log.split(|byte| *byte == 0) {
            let field = String::from_utf8_lossy(field);
            let field = field.trim_start_matches('\n');
            if let Some(time) = field.strip_prefix('/') {
                seconds = time.parse().unwrap_or_default();
            } else if field.starts_with(':') {
                // The modes and the object names before and after the commit, and the kind of the change.
                before = field.split(' ').nth(2).map(str::to_owned);
            } else if let Some(before) = before.take() {
                let name = field.rsplit('/').next().unwrap_or(field).to_owned();
                let before = Some(before).filter(|object| object.bytes().any(|byte| byte != b'0'));
                changes.entry(name).or_default().push(ProfileChange { seconds, before });
            }
        }
        Ok(changes)
    }

    /// Reads at most `limit + 1` bytes of an object.
    ///
    /// # Errors
    /// Returns an error if the repository does not have it.
    pub fn read(&self, object: &str, limit: usize) -> Result<Vec<u8>> {
        self.objects.read(object, limit)
    }
}
