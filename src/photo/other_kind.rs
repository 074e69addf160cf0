//! Well-known kinds of files that are not supported, so that the message can name them.

/// How far into a file to look for the tag of a web page, in bytes.
const HTML_WINDOW: usize = 1024;
/// How far to look for brands of an ISO base media file, in bytes.
const BRANDS_WINDOW: usize = 64;

/// A kind of file that was recognized but cannot be published as a photo.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OtherKind {
    /// The kind with its article, as in "this is a GIF".
    pub name: &'static str,
    /// How to get a photo out of such a file, as a sentence in the imperative.
    pub hint: &'static str,
}

/// What to do with a picture in an unsupported format.
pub(super) const CONVERT: &str =
    "open it in an image editor and export it as JPEG; renaming the file does not convert it";
const HEIC_HINT: &str = "convert it to JPEG: on a Mac, open it in Preview and choose File > Export; on an \
     iPhone, set Settings > Camera > Formats to Most Compatible and take it again; on Windows, \
     open it in Paint and choose Save as; renaming does not convert it";
const HTML_HINT: &str =
    "save the picture itself, not the page that shows it (right click > Save Image As)";
const GIT_LFS_HINT: &str =
    "fetch the real file with `git lfs pull`, or commit the photo without Git LFS";

const fn kind(name: &'static str, hint: &'static str) -> OtherKind {
    OtherKind { name, hint }
}

const HEIC: OtherKind = kind("a HEIC (HEIF) photo", HEIC_HINT);
const AVIF: OtherKind = kind("an AVIF photo", CONVERT);
const GIF: OtherKind = kind("a GIF", CONVERT);
const TIFF: OtherKind = kind("a TIFF or camera raw file", CONVERT);
const HTML: OtherKind = kind("a web page", HTML_HINT);
const GIT_LFS: OtherKind = kind("a Git LFS placeholder", GIT_LFS_HINT);

impl OtherKind {
    /// Returns the kind that editors have to convert most often, by the extension in lower case.
    pub fn of_extension(extension: &str) -> Option<Self> {
        match extension {
            "heic" | "heif" | "hif" => Some(HEIC),
            "avif" => Some(AVIF),
            _ => None,
        }
    }

    /// Returns the kind of a file by its first bytes.
    pub(super) fn recognize(bytes: &[u8]) -> Option<Self> {
        Some(match bytes {
            // ISO base media, ISO/IEC 14496-12: the box length, "ftyp", then brands.
            [_, _, _, _, b'f', b't', b'y', b'p', brands @ ..] => of_brands(brands)?,
            [b'G', b'I', b'F', b'8', ..] => GIF,
            [b'I', b'I', b'*', 0, ..] | [b'M', b'M', 0, b'*', ..] => TIFF,
            _ if bytes.starts_with(b"version https://git-lfs.github.com/spec/") => GIT_LFS,
            _ if is_html(bytes) => HTML,
            _ => return None,
        })
    }
}

/// ISO/IEC 23008-12, annex B, and AV1 Image File Format, 6. A file may have the general brand
/// `mif1` first and the specific one later.
fn of_brands(brands: &[u8]) -> Option<OtherKind> {
    let has = |names: &[&[u8; 4]]| {
        let window = &brands[..brands.len().min(BRANDS_WINDOW)];
        window.chunks_exact(4).any(|brand| names.iter().any(|name| *name == brand))
    };
    if has(&[b"avif", b"avis"]) {
        return Some(AVIF);
    }
    has(&[b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1"]).then_some(HEIC)
}

fn is_html(bytes: &[u8]) -> bool {
    let start = bytes[..bytes.len().min(HTML_WINDOW)].to_ascii_lowercase();
    let has = |tag: &[u8]| start.windows(tag.len()).any(|window| window == tag);
    has(b"<!doctype html") || has(b"<html")
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
        check(b"\0\0\0\x1cftypavif\0\0\0\0", AVIF);
        check(b"\0\0\0\x1cftypmif1\0\0\0\0miafavif", AVIF);
        check(b"\0\0\0\x20ftypisom\0\0\0\0", None);
        check(b"RIFF\x10\0\0\0WAVEfmt \xff", None);
        check(b"GIF89a\x01\0\x01\0", GIF);
        check(b"II*\0\x08\0\0\0", TIFF);
        check(b"MM\0*\0\0\0\x08", TIFF);
        check(b"%PDF-1.7", None);
        check(b"\n<!DOCTYPE html><svg></svg>", HTML);
        check(b"version https://git-lfs.github.com/spec/v1\noid", GIT_LFS);
        check("BMW fährt".as_bytes(), None);
        check(b"\x01\x02\x03\xfe", None);
        check(b"\xff\xd8", None);
    }
}
