//! `.vitae-version`: the version of vitae that checks and publishes a project.
//!
//! The file has `key=value` lines and comments. `scripts/vitae.sh` in the project reads it, too.

use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::digest::sha256;
use crate::error::{Error, Result};

/// The name of the file, which is beside the content directory.
pub const FILE: &str = ".vitae-version";

const VERSION: &str = "version";
const RUST: &str = "rust";
const REV: &str = "rev";

/// A version of vitae.
#[derive(Debug, Clone, Serialize)]
pub struct Program<'a> {
    /// The version.
    pub version: &'a str,
    /// The version of Rust that compiles it.
    pub rust: &'a str,
    /// The SHA-256 of the released program for each known platform; empty if it is not a release.
    pub digests: BTreeMap<&'a str, String>,
}

/// Returns the path of the file of a project.
pub fn path(content: &Path) -> PathBuf {
    match content.file_name() {
        Some(_) => content.with_file_name(FILE),
        // Without a name, as in `content/..`, the parent is not in the path.
        None => content.join("..").join(FILE),
    }
}

/// Reads the file of a project. Returns `None` if it does not exist.
///
/// # Errors
/// Returns an error if the file cannot be read, is not a regular file or is not UTF-8.
pub fn read(content: &Path) -> Result<Option<String>> {
    let path = path(content);
    let help = format!("delete {}, and run `vitae pin`", path.display());
    // A link could lead to any file, whose lines `vitae pin` would copy. Opening a named pipe would wait
    // for its other end.
    let text = path.symlink_metadata().and_then(|metadata| match metadata.is_file() {
        true => std::fs::read_to_string(&path),
        false => Err(std::io::Error::other("not a regular file")),
    });
    match text {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Error::io("read", &path, error).help(help)),
    }
}

/// Returns the version that the file of a project names, or `None` if the file does not exist.
///
/// # Errors
/// Returns an error if the file cannot be read or names no version.
pub fn version(content: &Path) -> Result<Option<String>> {
    let Some(text) = read(content)? else {
        return Ok(None);
    };
    let Some(version) = value(&text, VERSION).filter(|version| !version.is_empty()) else {
        let path = path(content);
        let message = format!("{} has no line `version=<version>`", path.display());
        return Err(Error::new(message).help("run `vitae pin`"));
    };
    Ok(Some(version.to_owned()))
}

/// Returns the text of the file with another version. Digests and the revision of the same version
/// stay valid; other keys and comments are unchanged.
pub fn update(text: &str, program: &Program<'_>) -> String {
    let mut digests = program.digests.clone();
    let is_same_version = value(text, VERSION) == Some(program.version);
    let mut lines = Vec::new();
    // Missing keys are added in front.
    for (key, new) in [(VERSION, program.version), (RUST, program.rust)] {
        if value(text, key).is_none() {
            lines.push(format!("{key}={new}"));
        }
    }
    // The line after the last digest.
    let mut end_of_digests = None;
    for line in text.lines() {
        match entry(line) {
            Some((VERSION, _)) => lines.push(format!("{VERSION}={}", program.version)),
            Some((REV, _)) if !is_same_version => lines.push(format!("{REV}=")),
            Some((RUST, _)) => lines.push(format!("{RUST}={}", program.rust)),
            Some((key, digest)) if is_platform(key) => {
                if is_same_version {
                    digests.entry(key).or_insert_with(|| digest.to_owned());
                }
                end_of_digests = Some(lines.len());
            }
            _ => lines.push(line.to_owned()),
        }
    }
    let digests = digests.iter().map(|(platform, digest)| format!("{platform}={digest}"));
    let end_of_digests = end_of_digests.unwrap_or(lines.len());
    lines.splice(end_of_digests..end_of_digests, digests);
    lines.join("\n") + "\n"
}

/// Returns the lines that differ between two texts of the file, with `-` for the old text and `+` for
/// the new one.
pub fn changed_lines(old: &str, new: &str) -> Vec<String> {
    let only_in = |text: &str, other: &str, sign: char| -> Vec<String> {
        let is_missing = |line: &&str| !other.lines().any(|other| other == *line);
        text.lines().filter(is_missing).map(|line| format!("{sign} {line}")).collect()
    };
    [only_in(old, new, '-'), only_in(new, old, '+')].concat()
}

/// Returns whether the text of the file has a digest.
pub fn has_digest(text: &str) -> bool {
    text.lines().filter_map(entry).any(|(key, _)| is_platform(key))
}

/// Returns the SHA-256 of the running program in hexadecimal digits.
///
/// # Errors
/// Returns an error if the program cannot be read.
pub fn digest_of_running_program() -> Result<String> {
    let unknown = |error| Error::with_source("cannot find the running program", error);
    let path = std::env::current_exe().map_err(unknown)?;
    let bytes = std::fs::read(&path).map_err(|error| Error::io("read", &path, error))?;
    Ok(sha256(&bytes))
}

fn value<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    let mut entries = text.lines().filter_map(entry);
    entries.find(|(name, _)| *name == key).map(|(_, value)| value)
}

/// Returns the key and value of a line, as the script reads them.
fn entry(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.split_once('=')?;
    // The value ends at the first space or carriage return.
    value.split(char::is_whitespace).next().map(|value| (key, value))
}

/// Returns whether a key is a target of the Rust compiler: `x86_64-unknown-linux-musl`.
fn is_platform(key: &str) -> bool {
    let is_allowed = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "_-".contains(c);
    key.matches('-').count() >= 2 && key.chars().all(is_allowed)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
# Mine.
version=0.1.0
git=https://git.example.com/vitae.git
rev=abc
rust=1.90
# Digests.
x86_64-unknown-linux-musl=aa
# Last.
";

    fn program(version: &'static str, digests: &[(&'static str, &str)]) -> Program<'static> {
        let digests = digests.iter().map(|(name, digest)| (*name, (*digest).to_owned()));
        Program { version, rust: "1.95", digests: digests.collect() }
    }

    #[test]
    fn replaces_version_revision_and_digests_only() {
        let targets = [("x86_64-unknown-linux-musl", "bb"), ("aarch64-apple-darwin", "cc")];
        assert_eq!(
            update(TEXT, &program("0.2.0", &targets)),
            TEXT.replace("version=0.1.0", "version=0.2.0")
                .replace("1.90", "1.95")
                .replace("rev=abc", "rev=")
                .replace(
                    "x86_64-unknown-linux-musl=aa",
                    "aarch64-apple-darwin=cc\nx86_64-unknown-linux-musl=bb"
                )
        );
    }

    #[test]
    fn keeps_digests_of_the_same_version_only() {
        let same = update(TEXT, &program("0.1.0", &[("aarch64-apple-darwin", "cc")]));
        assert!(same.contains("\nrev=abc\n"), "{same}");
        assert!(same.contains("\naarch64-apple-darwin=cc\nx86_64-unknown-linux-musl=aa\n# Last."));
        let other = update(TEXT, &program("0.2.0", &[]));
        assert!(!other.contains("musl") && other.contains("# Digests.\n# Last.\n"), "{other}");
    }

    #[test]
    fn completes_a_file_without_keys_and_reads_windows_line_endings() {
        assert_eq!(update("", &program("0.2.0", &[])), "version=0.2.0\nrust=1.95\n");
        assert_eq!(value("a=1\r\nversion=0.2.0 \r\n", VERSION), Some("0.2.0"));
        assert_eq!(value("version=\n", VERSION), Some(""));
    }
}
