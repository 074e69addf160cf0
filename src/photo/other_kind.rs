//! Well-known kinds of files that are not supported, so that the message can name them.

use crate::source::{FETCH_FROM_GIT_LFS, is_git_lfs_pointer};

/// How far to look for brands of an ISO base media file, in bytes.
const BRANDS_WINDOW: usize = 64;

/// A kind of file that was recognized but cannot be published as a photo.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OtherKind {
    /// The kind with its article, as in "this is a HEIC (HEIF) photo".
    pub name: &'static str,
    /// How to get a photo out of such a file, as a sentence in the imperative.
    pub hint: &'static str,
}

const HEIC: OtherKind = OtherKind {
    name: "a HEIC (HEIF) photo",
    hint: "convert it to JPEG: on a Mac, open it in Preview and choose File > Export; on an \
           iPhone, set Settings > Camera > Formats to Most Compatible and take it again; on Windows, \
           open it in Paint and choose Save as; renaming does not convert it",
};
const AVIF: OtherKind = OtherKind {
    name: "an AVIF photo",
    hint: "convert it to JPEG: on a Mac, open it in Preview and choose File > Export; on Windows, open it in Paint and \
           choose Save as; renaming does not convert it",
};
/// The brands of both: ISO/IEC 23008-12, annex B, and AVIF 1.1, section 8.
const BRANDS: [(OtherKind, &[&[u8; 4]]); 2] = [
    (HEIC, &[b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx"]),
    (AVIF, &[b"avif", b"avis", b"avio"]),
];
const GIT_LFS: OtherKind = OtherKind { name: "a Git LFS placeholder", hint: FETCH_FROM_GIT_LFS };

impl OtherKind {
    /// Returns the kind that editors have to convert most often, by the extension in lower case.
    pub fn of_extension(extension: &str) -> Option<Self> {
        match extension {
            "heic" | "heif" | "hif" => Some(HEIC),
            "avif" | "avifs" => Some(AVIF),
            _ => None,
        }
    }

    /// Returns the kind of a file by its first bytes.
    pub(super) fn recognize(bytes: &[u8]) -> Option<Self> {
        match bytes {
            // ISO base media, ISO/IEC 14496-12: the box length, "ftyp", then brands.
            [_, _, _, _, b'f', b't', b'y', b'p', brands @ ..] => of_brands(brands),
            _ => is_git_lfs_pointer(bytes).then_some(GIT_LFS),
        }
    }
}

/// Returns the kind of the first known brand. A file may have the general brand `mif1` first and the specific one later.
fn of_brands(brands: &[u8]) -> Option<OtherKind> {
    let mut brands = brands[..brands.len().min(BRANDS_WINDOW)].chunks_exact(4);
    brands.find_map(|brand| {
        let kind = BRANDS.iter().find(|(_, known)| known.iter().any(|known| *known == brand));
        kind.map(|(kind, _)| *kind)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(bytes: &[u8], expected: impl Into<Option<OtherKind>>) {
        assert_eq!(OtherKind::recognize(bytes), expected.into());
    }

    #[test]
    fn recognizes_unsupported_kinds() {
        check(b"\0\0\0\x18ftypheic\0\0\0\0", HEIC);
        check(b"\0\0\0\x18ftypmif1\0\0\0\0heicmiaf", HEIC);
        check(b"\0\0\0\x1cftypmif1\0\0\0\0miafavif", AVIF);
        check(b"\0\0\0\x20ftypavif\0\0\0\0avifmif1miafMA1B", AVIF);
        check(b"\0\0\0\x20ftypavis\0\0\0\0msf1miaf", AVIF);
        check(b"\0\0\0\x20ftypmsf1\0\0\0\0iso8avis", AVIF);
        check(b"\0\0\0\x18ftypmif1\0\0\0\0mif1miaf", None);
        check(b"\0\0\0\x20ftypisom\0\0\0\0", None);
        check(b"RIFF\x10\0\0\0WAVEfmt \xff", None);
        check(b"%PDF-1.7", None);
        check(b"version https://git-lfs.github.com/spec/v1\noid", GIT_LFS);
        check("BMW fährt".as_bytes(), None);
        check(b"\x01\x02\x03\xfe", None);
        check(b"\xff\xd8", None);
    }
}
