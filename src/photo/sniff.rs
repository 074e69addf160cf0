//! What a file is, by its first bytes; names and extensions are not believed.

use super::photo_error::OtherKind;
use super::{Format, Problem};

/// Signature of PNG, [PNG 3rd edition, 5.2](https://www.w3.org/TR/png-3/#5PNG-file-signature).
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";
/// SOI and the first byte of the next marker, ITU-T T.81 B.1.1.
const JPEG: &[u8] = b"\xff\xd8\xff";

/// How far into a text to look for the tag or line that tells what it is, in bytes.
const TEXT_WINDOW: usize = 1024;

/// The format of the content, or `None` if it is neither.
///
/// Only the signature is looked at; whether the rest can be read is for
/// [`inspect`](super::inspect) and [`render`](super::render) to find out.
#[must_use]
pub fn sniff(bytes: &[u8]) -> Option<Format> {
    if bytes.starts_with(JPEG) {
        Some(Format::Jpeg)
    } else if bytes.starts_with(PNG) {
        Some(Format::Png)
    } else {
        None
    }
}

/// The format of the content, or what it is instead.
pub(super) fn require(bytes: &[u8]) -> Result<Format, Problem> {
    if bytes.is_empty() {
        return Err(Problem::Empty);
    }
    sniff(bytes).ok_or_else(|| Problem::NotAPhoto {
        looks_like: other(bytes),
    })
}

fn other(bytes: &[u8]) -> Option<OtherKind> {
    let at = |offset: usize, len: usize| bytes.get(offset..offset + len).unwrap_or_default();
    let kind = match (at(0, 4), at(4, 4)) {
        // ISO base media: the box size, "ftyp", then the brand (ISO/IEC 23008-12, annex B).
        (_, b"ftyp") => match at(8, 4) {
            b"avif" | b"avis" => OtherKind::Avif,
            b"heic" | b"heix" | b"heim" | b"heis" | b"hevc" | b"hevx" | b"mif1" | b"msf1" => {
                OtherKind::Heic
            }
            _ => OtherKind::Film,
        },
        (b"RIFF", _) if at(8, 4) == b"WEBP" => OtherKind::WebP,
        (b"GIF8", _) => OtherKind::Gif,
        (b"II*\0" | b"MM\0*", _) => OtherKind::Tiff,
        (b"\0\0\0\x0c", b"JXL ") => OtherKind::JpegXl,
        (b"8BPS", _) => OtherKind::Photoshop,
        (b"%PDF", _) => OtherKind::Pdf,
        (b"PK\x03\x04", _) => OtherKind::Zip,
        ([0xff, 0x0a, ..], _) => OtherKind::JpegXl,
        // Two letters are little to go by; the four reserved bytes of the header are zero.
        ([b'B', b'M', ..], _) if at(6, 4) == [0; 4] => OtherKind::Bmp,
        _ => return text(bytes),
    };
    Some(kind)
}

fn text(bytes: &[u8]) -> Option<OtherKind> {
    let window = &bytes[..bytes.len().min(TEXT_WINDOW)];
    let valid = match std::str::from_utf8(window) {
        Ok(text) => text,
        // The window may end inside a character.
        Err(error) if error.error_len().is_none() => {
            std::str::from_utf8(&window[..error.valid_up_to()]).unwrap_or_default()
        }
        Err(_) => return None,
    };
    if valid.contains('\0') {
        return None;
    }
    let lower = valid.to_ascii_lowercase();
    Some(
        if lower.starts_with("version https://git-lfs.github.com/spec/") {
            OtherKind::GitLfsPointer
        } else if lower.contains("<!doctype html") || lower.contains("<html") {
            // Before SVG, since pages contain drawings.
            OtherKind::Html
        } else if lower.contains("<svg") {
            OtherKind::Svg
        } else {
            OtherKind::Text
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(bytes: &[u8], expect: Option<OtherKind>) {
        assert_eq!(
            require(bytes).unwrap_err(),
            Problem::NotAPhoto { looks_like: expect }
        );
    }

    #[test]
    fn names_what_is_no_photo() {
        check(b"\0\0\0\x18ftypheic\0\0\0\0", Some(OtherKind::Heic));
        check(b"\0\0\0\x18ftypmif1\0\0\0\0", Some(OtherKind::Heic));
        check(b"\0\0\0\x1cftypavif\0\0\0\0", Some(OtherKind::Avif));
        check(b"\0\0\0\x20ftypisom\0\0\0\0", Some(OtherKind::Film));
        check(b"RIFF\x10\0\0\0WEBPVP8 ", Some(OtherKind::WebP));
        check(b"RIFF\x10\0\0\0WAVEfmt \xff", None);
        check(b"GIF89a\x01\0\x01\0", Some(OtherKind::Gif));
        check(b"II*\0\x08\0\0\0", Some(OtherKind::Tiff));
        check(b"MM\0*\0\0\0\x08", Some(OtherKind::Tiff));
        check(b"BM\x46\0\0\0\0\0\0\0\x36\0\0\0", Some(OtherKind::Bmp));
        check(b"\xff\x0a\xfa\x1f", Some(OtherKind::JpegXl));
        check(b"\0\0\0\x0cJXL \r\n\x87\n", Some(OtherKind::JpegXl));
        check(b"8BPS\0\x01", Some(OtherKind::Photoshop));
        check(b"%PDF-1.7", Some(OtherKind::Pdf));
        check(b"PK\x03\x04\x14\0", Some(OtherKind::Zip));
        check(
            b"<?xml version=\"1.0\"?>\n<svg xmlns=\"\">",
            Some(OtherKind::Svg),
        );
        check(b"\n<!DOCTYPE html><svg></svg>", Some(OtherKind::Html));
        check(
            b"version https://git-lfs.github.com/spec/v1\noid",
            Some(OtherKind::GitLfsPointer),
        );
        check("BMW fährt".as_bytes(), Some(OtherKind::Text));
        check(b"\x01\x02\x03\xfe", None);
        check(b"\xff\xd8", None);
    }

    #[test]
    fn a_window_that_ends_inside_a_character_is_still_text() {
        check("\u{e5}".repeat(600).as_bytes(), Some(OtherKind::Text));
        check(
            format!("x{}", "\u{e5}".repeat(600)).as_bytes(),
            Some(OtherKind::Text),
        );
    }

    #[test]
    fn photos_are_known_by_their_signature() {
        assert_eq!(sniff(b"\xff\xd8\xff\xe0"), Some(Format::Jpeg));
        assert_eq!(sniff(b"\x89PNG\r\n\x1a\n"), Some(Format::Png));
        assert_eq!(require(b"").unwrap_err(), Problem::Empty);
    }
}
