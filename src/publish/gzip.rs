//! Compressed forms of documents, published beside them as `<document>.gz`. The server sends one instead of
//! the document if the client accepts the content coding gzip (RFC 9110, §8.4.1). They have no URLs of their
//! own.

use std::cell::RefCell;

use flate2::{Compress, Compression, Crc, FlushCompress, Status};
use sha2::{Digest as _, Sha256};

use crate::bundle::{Artifact, Body, Fingerprint};
use crate::digest::Digest;

/// Version of the compressed output. Increase it whenever the same document gives other bytes.
const VERSION: u8 = 2;

/// The extension that is appended to the document's path.
pub(super) const EXTENSION: &str = ".gz";

/// The level of compression. Higher ones take longer and save a little; see `docs/performance.md`.
const LEVEL: u32 = 5;

/// The header: deflate, without a name and a time, from an unknown system (RFC 1952, §2.3.1).
const HEADER: [u8; 10] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255];

thread_local! {
    /// The compressor of the thread. A new one needs 300 kB, which takes as long as to compress a profile.
    static COMPRESSOR: RefCell<Compress> =
        RefCell::new(Compress::new(Compression::new(LEVEL), false));
}

/// Returns a digest of everything that the compressed form of a document depends on.
pub(super) fn fingerprint(document: Digest) -> Fingerprint {
    let input = [&[VERSION], EXTENSION.as_bytes(), document.as_bytes()].concat();
    Fingerprint(Sha256::digest(input).into())
}

/// Compresses with gzip (RFC 1952). The same document gives the same bytes on every machine.
pub fn gzip(document: &[u8]) -> Vec<u8> {
    let mut compressed = HEADER.to_vec();
    // Blocks that cannot be compressed grow by some bytes.
    compressed.reserve(document.len() + document.len() / 100 + 100);
    COMPRESSOR.with_borrow_mut(|compressor| {
        compressor.reset();
        let status = compressor.compress_vec(document, &mut compressed, FlushCompress::Finish);
        assert_eq!(status.ok(), Some(Status::StreamEnd), "the space suffices");
    });
    let mut checksum = Crc::new();
    checksum.update(document);
    compressed.extend(checksum.sum().to_le_bytes());
    compressed.extend(checksum.amount().to_le_bytes());
    compressed
}

/// Returns whether a host with precompressed files gets the compressed form of an artifact: of a document with status
/// 200. Error documents fit into one packet uncompressed, and photos, which are generated, are compressed already.
pub(super) fn is_compressible(artifact: &Artifact) -> bool {
    let is_success = artifact.endpoints.iter().any(|endpoint| endpoint.status == 200);
    matches!(artifact.body, Body::Document(_)) && is_success
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    const DOCUMENT: &[u8] = include_bytes!("../../templates/api/openapi.json.j2");

    #[test]
    fn decompresses_to_the_same_document() {
        let random = (0..5_000_u32).flat_map(|n| Digest::of(&n.to_le_bytes()).as_bytes().to_vec());
        let random: Vec<u8> = random.collect();
        let texts = [&b""[..], b"x", "\u{e5}\u{1f680}".as_bytes(), DOCUMENT];
        for document in texts.into_iter().chain([&random[..]]) {
            let mut plain = Vec::new();
            let gzip = gzip(document);
            let read = flate2::read::GzDecoder::new(&gzip[..]).read_to_end(&mut plain);
            assert_eq!((read.ok(), &plain[..]), (Some(document.len()), document));
        }
    }

    /// If these bytes change, increase [`VERSION`]: otherwise builds keep the files of the old version.
    #[test]
    fn compresses_to_the_same_bytes_as_before() {
        let document: Vec<u8> = (0..20_000_u32)
            .flat_map(|n| format!("{} ", n.wrapping_mul(n) % (814 + n / 500)).into_bytes())
            .collect();
        let digest = Digest::of(&gzip(&document)).to_string();
        assert_eq!((VERSION, &digest[..]), (2, "2c5150c52531177bd2069fc1fc708f6f"));
    }

    #[test]
    fn does_not_depend_on_the_document_before() {
        let first = gzip(DOCUMENT);
        gzip(&DOCUMENT[100..]);
        assert_eq!(gzip(DOCUMENT), first);
    }
}
