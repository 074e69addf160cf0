//! The files of the cache: lines of JSON, each after its digest.
//!
//! A line with a wrong digest counts as absent, so that a damaged file does no harm.

use std::fs::{self, File};
use std::io::{self, BufWriter, ErrorKind, Read as _, Write};
use std::path::Path;
use std::time::SystemTime;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::digest::Digest;
use crate::source::stamp::Identity;

/// The first line of each file.
const HEADER: &[u8] = b"vitae cache 4\n";

/// The length of a digest at the start of a line.
const DIGEST_LENGTH: usize = 32;

/// Writes a value as one line.
pub(super) fn write_line(file: &mut dyn Write, value: &impl Serialize) -> io::Result<()> {
    let json = serde_json::to_string(value)?;
    writeln!(file, "{} {json}", Digest::of(json.as_bytes()))
}

/// Opens a regular file. A commit can contain a link in its place, to a device that never ends.
pub(super) fn open(path: &Path) -> Option<File> {
    let is_file = fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_file());
    is_file.then(|| File::open(path).ok())?
}

/// Returns the bytes of a file after its header; `None` if it is not a file of the cache.
pub(super) fn read(path: &Path) -> Option<Vec<u8>> {
    let mut file = open(path)?;
    let mut header = [0; HEADER.len()];
    file.read_exact(&mut header).ok()?;
    let mut bytes = Vec::new();
    (header == HEADER && file.read_to_end(&mut bytes).is_ok()).then_some(bytes)
}

/// Returns the value of a line; `None` if the line is damaged.
pub(super) fn value<T: DeserializeOwned>(line: &[u8]) -> Option<T> {
    let (digest, json) = line.split_at_checked(DIGEST_LENGTH)?;
    let json = json.strip_prefix(b" ")?;
    let is_valid = std::str::from_utf8(digest).ok()?.parse() == Ok(Digest::of(json));
    is_valid.then(|| serde_json::from_slice(json).ok())?
}

/// Replaces the file `name` in `directory`, which is created if it does not exist.
pub(super) fn write_lines(
    directory: &Path,
    name: &str,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    replace(directory, name, |file| {
        file.write_all(HEADER)?;
        write(file)
    })
}

/// Replaces a file atomically. Returns an error if another process is replacing it.
pub(super) fn replace(
    directory: &Path,
    name: &str,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    fs::create_dir_all(directory)?;
    let new = directory.join(temporary(name));
    if new.is_symlink() {
        // Opening it could create a file anywhere.
        fs::remove_file(&new)?;
    }
    let file = File::options().write(true).create(true).truncate(false).open(&new)?;
    file.try_lock()?;
    // The process that had the lock before may have renamed the file, which is in use then. A link could
    // lead to any file.
    if Identity::of(&file.metadata()?) != Identity::of(&fs::symlink_metadata(&new)?) {
        return Err(ErrorKind::ResourceBusy.into());
    }
    let replaced = fill(&file, write).and_then(|()| fs::rename(&new, directory.join(name)));
    if replaced.is_err() {
        // The next command removes what cannot be removed now.
        let _ = fs::remove_file(&new);
    }
    replaced
}

fn fill(file: &File, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    // A killed process may have left a part.
    file.set_len(0)?;
    let mut buffer = BufWriter::new(file);
    write(&mut buffer)?;
    buffer.flush()
}

/// Removes the files of `directory` that match the predicate, which gets their names, and the temporary
/// files that killed processes left. If another process is writing one of these, it cannot replace its
/// file.
pub(super) fn clean(directory: &Path, is_unused: impl Fn(&str) -> bool) {
    for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let is_temporary = |name: &str| name.starts_with('.') && name.ends_with(".new");
        if name.to_str().is_some_and(|name| is_temporary(name) || is_unused(name)) {
            // The next command tries again.
            let _ = fs::remove_file(entry.path());
        }
    }
}

fn temporary(name: &str) -> String {
    format!(".{name}.new")
}

/// Returns the current time of the file system of `directory`, which is created if it does not exist.
pub(super) fn time(directory: &Path) -> Option<SystemTime> {
    replace(directory, "clock", |_| Ok(())).ok()?;
    fs::metadata(directory.join("clock")).ok()?.modified().ok()
}
