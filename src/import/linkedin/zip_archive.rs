//! Reads files of a ZIP into memory, within limits.

use std::io::Read;

use flate2::read::DeflateDecoder;
use rawzip::{CompressionMethod, ZipArchive, ZipFileHeaderRecord, ZipSliceArchive};

use super::file_selection::{ArchiveFiles, select};
use super::is_read;
use super::table::MAX_BYTES;

const DAMAGED: &str = "is damaged";

/// Returns whether a file starts like a ZIP.
pub(in super::super) fn is_zip(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06")
}

pub(super) fn read_files(bytes: &[u8]) -> Result<ArchiveFiles<Vec<u8>>, String> {
    let archive = ZipArchive::from_slice(bytes).map_err(|_| DAMAGED)?;
    let mut entries = archive.entries();
    let mut files = Vec::new();
    while let Some(entry) = entries.next_entry().map_err(|_| DAMAGED)? {
        files.push((String::from_utf8_lossy(entry.file_path().as_bytes()).into_owned(), entry));
    }
    let content = |(name, entry)| match read_entry(&archive, &entry) {
        _ if !is_read(name) => Ok((name, Vec::new())),
        Ok(bytes) => Ok((name, bytes)),
        Err(problem) => Err(format!("has a `{name}` that {problem}")),
    };
    select(files)?.into_iter().map(content).collect()
}

/// Returns the content of a file. The error is the predicate of a sentence about the file.
fn read_entry(
    archive: &ZipSliceArchive<&[u8]>,
    entry: &ZipFileHeaderRecord<'_>,
) -> Result<Vec<u8>, &'static str> {
    if entry.flags().is_encrypted() {
        return Err("is encrypted");
    }
    let local = archive.get_entry(entry.wayfinder()).map_err(|_| DAMAGED)?;
    let decoder: Box<dyn Read + '_> = match entry.compression_method() {
        CompressionMethod::STORE => Box::new(local.data()),
        CompressionMethod::DEFLATE => Box::new(DeflateDecoder::new(local.data())),
        _ => return Err("has an unknown compression"),
    };
    let mut content = Vec::new();
    let mut reader = local.verifying_reader(decoder).take(MAX_BYTES as u64 + 1);
    reader.read_to_end(&mut content).map_err(|_| DAMAGED)?;
    match content.len() > MAX_BYTES {
        true => Err("is larger than 1 MiB"),
        false => Ok(content),
    }
}
