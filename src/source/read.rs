//! Reads files up to a limit.

use std::io::Read;
use std::path::Path;

use crate::error::{Error, Result};

/// Reads at most `limit + 1` bytes of a file; of the standard input if `path` is `-`.
///
/// # Errors
/// Returns an error if the file cannot be read.
pub fn read_upload(path: &Path, limit: usize) -> Result<Vec<u8>> {
    if path == Path::new("-") {
        let bytes = read_limited(std::io::stdin().lock(), limit, 0);
        return bytes.map_err(|source| Error::io("read", path, source));
    }
    read_file(path, limit)
}

pub(super) fn read_file(path: &Path, limit: usize) -> Result<Vec<u8>> {
    let bytes = std::fs::File::open(path).and_then(|file| {
        let length = file.metadata()?.len();
        read_limited(file, limit, length)
    });
    bytes.map_err(|source| Error::io("read", path, source))
}

/// Needs few calls of the system if `length` is the number of bytes.
pub(super) fn read_limited(
    reader: impl Read,
    limit: usize,
    length: u64,
) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(limit.min(length as usize));
    reader.take(limit as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}
