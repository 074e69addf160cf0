//! Profiles that commits deleted or renamed away: a site that was not built since then still has them.

use std::path::Path;

use super::repository::Repository;
use crate::error::Result;

/// Returns the names, without the extension, of the deleted profiles of the directory `content`, the one that was deleted
/// last first, and whether the clone is shallow, so that it lacks older commits. With a `date` that git understands, reads
/// only the commits since then. Some of the profiles may exist again. There are none outside a repository.
///
/// # Errors
/// Returns an error if git cannot read the repository.
pub fn deleted_profiles(content: &Path, date: Option<&str>) -> Result<(Vec<String>, bool)> {
    let repository = Repository::containing(content)?;
    let head = repository.as_ref().map(Repository::head).transpose()?.flatten();
    let Some((repository, head)) = repository.zip(head) else {
        return Ok((Vec::new(), false));
    };
    // With the detection of renames, half of the names are missing, and git reads the files.
    let plain = ["-c", "log.showSignature=false", "log", "--no-renames", "--no-relative"];
    let options = ["-z", "--full-history", "--diff-filter=D", "--name-only", "--format="];
    let since = date.map(|date| format!("--since={date}"));
    let since: Vec<&str> = since.as_deref().into_iter().collect();
    let commit = [head.commit.as_str(), "--", "consultants"];
    let paths = repository.git(&[&plain[..], &options, &since, &commit].concat())?;
    let paths = String::from_utf8_lossy(&paths);
    let directory = format!("{}consultants/", head.content);
    let names = paths.split('\0').filter_map(|path| path.strip_prefix(&directory));
    let names = names.filter_map(|name| name.strip_suffix(".yaml")).map(str::to_owned);
    Ok((names.collect(), !head.shallow_boundary.is_empty()))
}
