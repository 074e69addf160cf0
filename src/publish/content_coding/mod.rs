//! Compressed forms of documents, published beside them as `<document>.gz` and `<document>.br`. The
//! server sends one of them instead of the document if the client accepts its content coding (RFC
//! 9110, §8.4.1). They have no URLs of their own.

mod brotli;

use std::io::Write;

use flate2::{Compression, GzBuilder};
use sha2::{Digest as _, Sha256};

use crate::bundle::{Artifact, Body, Fingerprint};
use crate::digest::Digest;
use crate::error::{Error, Result};

pub use brotli::brotli;

/// Version of the compressed output. Increase it whenever the same document gives other bytes.
const VERSION: u8 = 1;

/// The level of gzip. Levels above 6 take the same time and save a little; see `docs/performance.md`.
const GZIP_LEVEL: u32 = 9;

/// The quality of Brotli. Higher qualities take twenty times as long and save another tenth; see
/// `docs/performance.md`.
const BROTLI_QUALITY: i32 = 5;

/// The operating system in the header of gzip: unknown (RFC 1952, §2.3.1).
const UNKNOWN_SYSTEM: u8 = 255;

/// A content coding of precompressed files.
pub(super) struct Coding {
    /// The extension that is appended to the document's path.
    pub(super) extension: &'static str,
    /// Compresses a document. The same document gives the same bytes on every machine.
    pub(super) compress: fn(&[u8]) -> Result<Vec<u8>>,
}

pub(super) const CODINGS: &[Coding] = &[
    Coding { extension: ".gz", compress: |document| gzip(document, GZIP_LEVEL) },
    Coding { extension: ".br", compress: |document| brotli(document, BROTLI_QUALITY) },
];

impl Coding {
    /// Returns a digest of everything that the compressed form of a document depends on.
    pub(super) fn fingerprint(&self, document: Digest) -> Fingerprint {
        let extension = self.extension.as_bytes();
        Sha256::digest([&[VERSION], extension, document.as_bytes()].concat()).into()
    }
}

/// Compresses with gzip (RFC 1952), without a time or a file name in the header.
///
/// # Errors
/// Returns an internal error if the encoder fails.
pub fn gzip(document: &[u8], level: u32) -> Result<Vec<u8>> {
    let header = GzBuilder::new().mtime(0).operating_system(UNKNOWN_SYSTEM);
    let mut encoder = header.write(Vec::new(), Compression::new(level));
    let compressed = encoder.write_all(document).and_then(|()| encoder.finish());
    compressed.map_err(|error| Error::with_source("cannot compress a document", error))
}

/// Returns whether a host with precompressed files gets compressed forms of an artifact: of a text
/// document with status 200. Error documents fit into one packet uncompressed.
pub(super) fn is_compressible(artifact: &Artifact) -> bool {
    let is_success = artifact.endpoints.iter().any(|endpoint| endpoint.status == 200);
    let is_document = matches!(artifact.body, Body::Document(_));
    is_document && is_success && is_text(artifact.media_type)
}

/// Returns whether a media type is textual: `text/html; charset=utf-8`, `application/linkset+json`.
fn is_text(media_type: &str) -> bool {
    let essence = media_type.split_once(';').map_or(media_type, |(essence, _)| essence);
    let essence = essence.trim();
    essence.starts_with("text/") || essence == "application/json" || essence.ends_with("+json")
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    /// The digests of the compressed forms of the document in the test below.
    const DIGESTS: [&str; 2] =
        ["cc358c7572881e92a5f6fe852c94bf0e", "9824839d7acc69b4a6e0d6e4eed1659a"];

    const DOCUMENT: &[u8] = include_bytes!("../../../templates/api/openapi.json.j2");

    #[test]
    fn decompresses_to_the_same_document() {
        for document in [&b""[..], b"x", "\u{e5}\u{1f680}".as_bytes(), DOCUMENT] {
            let mut plain = Vec::new();
            let gzip = gzip(document, GZIP_LEVEL).expect("gzip");
            let read = flate2::read::GzDecoder::new(&gzip[..]).read_to_end(&mut plain);
            assert_eq!((read.ok(), &plain[..]), (Some(document.len()), document));
            plain.clear();
            let brotli = brotli(document, BROTLI_QUALITY).expect("brotli");
            let read = brotli_decompressor::BrotliDecompress(&mut &brotli[..], &mut plain);
            assert_eq!((read.ok(), &plain[..]), (Some(()), document));
        }
    }

    /// If these bytes change, increase [`VERSION`]: otherwise builds keep the files of the old version.
    /// The feature `std` of the crate `brotli` would change the bytes of this document.
    #[test]
    fn compresses_to_the_same_bytes_as_before() {
        let document: Vec<u8> = (0..20_000_u32)
            .flat_map(|n| format!("{} ", n.wrapping_mul(n) % (814 + n / 500)).into_bytes())
            .collect();
        let found = [gzip(&document, GZIP_LEVEL), brotli(&document, BROTLI_QUALITY)]
            .map(|compressed| Digest::of(&compressed.expect("bytes")).to_string());
        assert_eq!((VERSION, found), (1, DIGESTS.map(str::to_owned)));
    }

    #[test]
    fn writes_no_time_name_or_system_into_the_header() {
        let header = &gzip(DOCUMENT, GZIP_LEVEL).expect("gzip")[..10];
        assert_eq!(header, [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 2, 255]);
    }

    #[test]
    fn recognizes_textual_media_types() {
        let types = ["text/html", "text/plain; charset=utf-8", "application/json"];
        assert!(types.into_iter().all(is_text));
        assert!(is_text("application/linkset+json"));
        assert!(!is_text("image/jpeg") && !is_text("image/png"));
    }
}
