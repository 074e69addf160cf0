//! Compressed forms of a document that lie beside it: `<document>.gz`, `<document>.br`. A server
//! that knows them sends one in place of the document to whoever takes it (RFC 9110, §8.4.1). They
//! have no addresses of their own.

mod brotli;

use std::io::Write;

use flate2::{Compression, GzBuilder};
use sha2::{Digest as _, Sha256};

use crate::bundle::{Artifact, Body, Bundle, Deployment, Fingerprint};
use crate::error::{Error, Result};

/// What compression gives for the same bytes; another number whenever that changes.
const VERSION: u8 = 1;

/// gzip's level. Above 6 nothing gets slower and a little gets smaller; see `ARCHITECTURE.md`,
/// "Speed".
const GZIP_LEVEL: u32 = 9;

/// The operating system in gzip's header: unknown (RFC 1952, §2.3.1).
const NO_SYSTEM: u8 = 255;

/// How a document is compressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Coding {
    Gzip,
    Brotli,
}

impl Coding {
    pub(super) const ALL: [Self; 2] = [Self::Gzip, Self::Brotli];

    /// What the name of the compressed file has at its end.
    pub(super) fn ending(self) -> &'static str {
        match self {
            Self::Gzip => ".gz",
            Self::Brotli => ".br",
        }
    }

    /// Identifies everything that the compressed bytes depend on.
    pub(super) fn fingerprint(self, document: &[u8]) -> Fingerprint {
        let mut hash = Sha256::new();
        hash.update([VERSION]);
        hash.update(self.ending());
        hash.update(document);
        hash.finalize().into()
    }

    /// The same bytes for the same document, on any machine and at any time.
    pub(super) fn compress(self, document: &[u8]) -> Result<Vec<u8>> {
        match self {
            Self::Gzip => gzip(document),
            Self::Brotli => brotli::compress(document),
        }
    }
}

/// Neither a time nor a name is in the header.
fn gzip(document: &[u8]) -> Result<Vec<u8>> {
    let header = GzBuilder::new().mtime(0).operating_system(NO_SYSTEM);
    let mut encoder = header.write(Vec::new(), Compression::new(GZIP_LEVEL));
    let compressed = encoder.write_all(document).and_then(|()| encoder.finish());
    compressed.map_err(|error| Error::with_source("cannot compress a document", error))
}

/// The bytes of an artifact that is compressed where the host sends such files: a document of text
/// that somebody finds. Errors fit into one packet as they are.
pub(super) fn document<'a>(artifact: &'a Artifact, deployment: &Deployment) -> Option<&'a [u8]> {
    let is_found = artifact
        .endpoints
        .iter()
        .any(|address| address.status == 200);
    match &artifact.body {
        Body::Bytes(bytes) if is_found && is_text(artifact.media_type) => {
            deployment.precompressed.then_some(bytes)
        }
        Body::Bytes(_) | Body::Generated(_) => None,
    }
}

/// Whether a file of the bundle may lie at `path`, compressed ones included.
pub(super) fn is_claimed(bundle: &Bundle, path: &str) -> bool {
    let is_beside = |coding: &Coding| {
        let beside = path.strip_suffix(coding.ending());
        let artifact = beside.and_then(|path| bundle.get(path));
        artifact.is_some_and(|artifact| document(artifact, &bundle.deployment).is_some())
    };
    bundle.get(path).is_some() || Coding::ALL.iter().any(is_beside)
}

/// Whether the media type is one of text: `text/html; charset=utf-8`, `application/linkset+json`.
fn is_text(media_type: &str) -> bool {
    let essence = media_type.split(';').next().unwrap_or_default().trim();
    essence.starts_with("text/") || essence == "application/json" || essence.ends_with("+json")
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;
    use crate::publish::manifest::digest;

    /// Those of what each coding gives for one document.
    const DIGESTS: [&str; 2] = [
        "cc358c7572881e92a5f6fe852c94bf0e",
        "9824839d7acc69b4a6e0d6e4eed1659a",
    ];

    const DOCUMENT: &[u8] = include_bytes!("../../../templates/api/openapi.json.j2");

    #[test]
    fn what_was_compressed_is_the_document_again() {
        for document in [&b""[..], b"x", "\u{e5}\u{1f680}".as_bytes(), DOCUMENT] {
            let mut plain = Vec::new();
            let gzip = Coding::Gzip.compress(document).expect("gzip");
            let read = flate2::read::GzDecoder::new(&gzip[..]).read_to_end(&mut plain);
            assert_eq!((read.ok(), &plain[..]), (Some(document.len()), document));
            plain.clear();
            let brotli = Coding::Brotli.compress(document).expect("brotli");
            let read = brotli_decompressor::BrotliDecompress(&mut &brotli[..], &mut plain);
            assert_eq!((read.ok(), &plain[..]), (Some(()), document));
        }
    }

    /// Other bytes are another [`VERSION`]: otherwise what was published before stays. With the
    /// feature `std` of the crate `brotli` this document becomes another one.
    #[test]
    fn the_same_document_gives_the_bytes_it_always_gave() {
        let document: Vec<u8> = (0..20_000_u32)
            .flat_map(|n| format!("{} ", n.wrapping_mul(n) % (814 + n / 500)).into_bytes())
            .collect();
        let found = Coding::ALL.map(|coding| digest(&coding.compress(&document).expect("bytes")));
        assert_eq!((VERSION, found), (1, DIGESTS.map(str::to_owned)));
    }

    #[test]
    fn no_time_no_name_and_no_system_is_in_the_header() {
        let header = &Coding::Gzip.compress(DOCUMENT).expect("gzip")[..10];
        assert_eq!(header, [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 2, 255]);
    }

    #[test]
    fn text_is_what_people_could_read() {
        let types = ["text/html", "text/plain; charset=utf-8", "application/json"];
        assert!(types.into_iter().all(is_text));
        assert!(is_text("application/linkset+json"));
        assert!(!is_text("image/jpeg") && !is_text("image/png"));
    }
}
