//! Golden files: expected output in the repository, compared byte for byte.
//!
//! `scripts/accept` sets `UPDATE_GOLDEN=1`: then the files are written instead of compared.

use std::io::ErrorKind;
use std::path::Path;
use std::str::from_utf8;
use std::{env, fs};

/// Compares the file at `path`, relative to the repository, with `actual`; `None` means that the
/// file must not exist. With `UPDATE_GOLDEN=1`, writes or removes the file instead.
///
/// # Errors
/// Returns the difference as a unified diff.
pub(crate) fn compare(path: &str, actual: Option<&[u8]>) -> Result<(), String> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    let expected = match fs::read(&file) {
        Ok(bytes) => Some(bytes),
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => panic!("{path}: {error}"),
    };
    if expected.as_deref() == actual {
        return Ok(());
    }
    if env::var_os("UPDATE_GOLDEN").is_some_and(|value| value == "1") {
        update(&file, actual).unwrap_or_else(|error| panic!("{path}: {error}"));
        return Ok(());
    }
    let difference = difference(path, &expected.unwrap_or_default(), actual.unwrap_or_default());
    Err(format!(
        "{difference}(`-` is the golden file, `+` is this run; scripts/accept accepts it)\n"
    ))
}

/// Panics with a diff unless the file at `path`, relative to the repository, is `actual`.
#[track_caller]
pub(crate) fn assert_matches(path: &str, actual: impl AsRef<[u8]>) {
    if let Err(difference) = compare(path, Some(actual.as_ref())) {
        panic!("{difference}");
    }
}

fn update(file: &Path, actual: Option<&[u8]>) -> std::io::Result<()> {
    let Some(bytes) = actual else {
        return fs::remove_file(file);
    };
    fs::create_dir_all(file.parent().expect("a file has a directory"))?;
    fs::write(file, bytes)
}

fn difference(path: &str, expected: &[u8], actual: &[u8]) -> String {
    let (Ok(expected), Ok(actual)) = (from_utf8(expected), from_utf8(actual)) else {
        return format!(
            "{path}: binary content differs, {} and {} bytes\n",
            expected.len(),
            actual.len()
        );
    };
    similar::TextDiff::from_lines(expected, actual)
        .unified_diff()
        .header(path, "this run")
        .to_string()
}
