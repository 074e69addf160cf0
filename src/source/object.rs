//! Reads objects of git.

use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, Stdio};
use std::sync::{Arc, Mutex, PoisonError};

use super::read::read_limited;
use super::repository::Repository;
use crate::error::{Error, Result};

/// A file in a commit.
#[derive(Debug, Clone)]
pub(super) struct Object {
    pub(super) reader: Arc<ObjectReader>,
    /// Its object name.
    pub(super) name: String,
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

/// Reads objects by their names, with one process of git for all of them.
#[derive(Debug)]
pub(super) struct ObjectReader {
    repository: Arc<Repository>,
    git: Mutex<Child>,
}

impl ObjectReader {
    pub(super) fn start(repository: Arc<Repository>) -> Result<Self> {
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
    let bytes = read_limited(object.by_ref(), limit, size)?;
    io::copy(&mut object, &mut io::sink())?;
    stdout.read_exact(&mut [0])?;
    Ok(Some(bytes))
}
