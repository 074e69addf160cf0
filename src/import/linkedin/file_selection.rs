//! Selects the files of an archive that are read.

use std::collections::BTreeMap;

use super::table::tables;

/// The file that every archive has.
const PROFILE: &str = "Profile.csv";

/// Files by their names in `tables.tsv`.
pub(super) type ArchiveFiles<T> = BTreeMap<&'static str, T>;

/// Returns a file name in lower case without the characters that separate its words.
fn letters(name: &str) -> impl Iterator<Item = char> {
    name.chars().filter(|c| !" _".contains(*c)).map(|c| c.to_ascii_lowercase())
}

/// Returns the files in the directory of `Profile.csv` that are in `tables.tsv`. This directory is the top one, or one
/// in it.
pub(super) fn select<T>(
    files: impl IntoIterator<Item = (String, T)>,
) -> Result<ArchiveFiles<T>, String> {
    let mut directories = BTreeMap::<String, ArchiveFiles<T>>::new();
    let mut has_archive = false;
    for (path, file) in files {
        let path = path.replace('\\', "/");
        let (directory, name) = path.rsplit_once('/').unwrap_or(("", &path));
        has_archive |= name.to_ascii_lowercase().ends_with(".zip");
        let table = tables().find(|table| letters(table.file).eq(letters(name)));
        let Some(table) = table.filter(|_| !directory.contains('/') && directory != "..") else {
            continue;
        };
        let selected = directories.entry(directory.to_owned()).or_default();
        if selected.insert(table.file, file).is_some() {
            return Err(format!("has two files with the name `{}`", table.file));
        }
    }
    directories.retain(|_, files| files.contains_key(PROFILE));
    let Some((_, files)) = directories.pop_first() else {
        if has_archive {
            return Err("contains another ZIP: extract it once".to_owned());
        }
        return Err(format!("has no `{PROFILE}` at its top or in a directory there"));
    };
    match directories.is_empty() {
        true => Ok(files),
        false => Err(format!("has a `{PROFILE}` in several directories")),
    }
}
