//! Well-known kinds of files that are not supported, so that the message can name them.

use std::fmt;

/// How far into a text to look for a tag or line that identifies it, in bytes.
const TEXT_WINDOW: usize = 1024;

/// How far to look for brands of an ISO base media file, in bytes.
const BRANDS_WINDOW: usize = 64;

/// A kind of file that was recognized by its content but cannot be published as a photo.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OtherKind {
    /// HEIF container with HEVC pictures, which iPhones store.
    Heic,
    /// HEIF container with AV1 pictures.
    Avif,
    /// GIF, still or animated.
    Gif,
    /// TIFF, or a raw format of a camera based on it (DNG, NEF, CR2, ARW).
    Tiff,
    /// Windows bitmap.
    Bmp,
    /// JPEG XL, bare or in its container.
    JpegXl,
    /// Photoshop document.
    Photoshop,
    /// MP4 or `QuickTime` video.
    Video,
    /// SVG drawing.
    Svg,
    /// PDF document.
    Pdf,
    /// A web page, saved instead of the picture on it.
    Html,
    /// The placeholder that Git LFS leaves when the real file was not fetched.
    GitLfsPointer,
    /// Zip archive, which includes Word and `PowerPoint` files.
    Zip,
    /// Any other text.
    Text,
}

impl fmt::Display for OtherKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Heic => "a HEIC (HEIF) photo",
            Self::Avif => "an AVIF photo",
            Self::Gif => "a GIF",
            Self::Tiff => "a TIFF or camera raw file",
            Self::Bmp => "a BMP",
            Self::JpegXl => "a JPEG XL photo",
            Self::Photoshop => "a Photoshop document",
            Self::Video => "a video",
            Self::Svg => "an SVG drawing",
            Self::Pdf => "a PDF document",
            Self::Html => "a web page",
            Self::GitLfsPointer => "a Git LFS placeholder",
            Self::Zip => "a zip archive or an Office document",
            Self::Text => "a text file",
        })
    }
}

impl OtherKind {
    /// What to do with a picture in an unsupported format.
    pub(super) const CONVERT: &'static str = "open it in an image editor and export it as JPEG; \
                                              renaming the file does not convert it";

    /// Returns the kind that a file extension stands for, if it is a picture. `extension` is in
    /// lower case and has no dot.
    #[must_use]
    pub fn of_extension(extension: &str) -> Option<Self> {
        Some(match extension {
            "heic" | "heif" | "hif" => Self::Heic,
            "avif" => Self::Avif,
            "gif" => Self::Gif,
            "tif" | "tiff" | "dng" | "nef" | "cr2" | "arw" => Self::Tiff,
            "bmp" => Self::Bmp,
            "jxl" => Self::JpegXl,
            "psd" => Self::Photoshop,
            "svg" => Self::Svg,
            _ => return None,
        })
    }

    /// Returns how to get a photo out of such a file, as a sentence in the imperative.
    #[must_use]
    pub const fn hint(self) -> &'static str {
        match self {
            Self::Heic => {
                "convert it to JPEG: on a Mac, open it in Preview and choose File > Export; on an \
                 iPhone, set Settings > Camera > Formats to Most Compatible and take it again; on \
                 Windows, open it in Paint and choose Save as; renaming does not convert it"
            }
            Self::Avif => {
                "convert it to JPEG: open it in Preview, Paint or another image editor and export \
                 it as JPEG; renaming does not convert it"
            }
            Self::Video => "take a still picture and save it as JPEG",
            Self::Html => {
                "save the picture itself, not the page that shows it (right click > Save Image As)"
            }
            Self::GitLfsPointer => {
                "fetch the real file with `git lfs pull`, or commit the photo without Git LFS"
            }
            Self::Pdf | Self::Zip | Self::Text => "replace it with a photo in JPEG, PNG or WebP",
            Self::Gif | Self::Tiff | Self::Bmp | Self::JpegXl | Self::Photoshop | Self::Svg => {
                Self::CONVERT
            }
        }
    }

    /// Returns the kind of a file by its first bytes.
    pub(super) fn recognize(bytes: &[u8]) -> Option<Self> {
        Some(match bytes {
            // ISO base media, ISO/IEC 14496-12: the box length, "ftyp", then brands.
            [_, _, _, _, b'f', b't', b'y', b'p', brands @ ..] => of_brands(brands),
            [b'G', b'I', b'F', b'8', ..] => Self::Gif,
            [b'I', b'I', b'*', 0, ..] | [b'M', b'M', 0, b'*', ..] => Self::Tiff,
            [0, 0, 0, 0x0c, b'J', b'X', b'L', b' ', ..] | [0xff, 0x0a, ..] => Self::JpegXl,
            [b'8', b'B', b'P', b'S', ..] => Self::Photoshop,
            [b'%', b'P', b'D', b'F', ..] => Self::Pdf,
            [b'P', b'K', 3, 4, ..] => Self::Zip,
            // Two letters alone could begin a text; the reserved bytes of the header are zero.
            [b'B', b'M', _, _, _, _, 0, 0, 0, 0, ..] => Self::Bmp,
            _ => return of_text(bytes),
        })
    }
}

/// ISO/IEC 23008-12, annex B, and AV1 Image File Format, 6. A file may have the general brand
/// `mif1` first and the specific one later.
fn of_brands(brands: &[u8]) -> OtherKind {
    let has = |names: &[&[u8; 4]]| {
        let window = &brands[..brands.len().min(BRANDS_WINDOW)];
        window.chunks_exact(4).any(|brand| names.iter().any(|name| *name == brand))
    };
    if has(&[b"avif", b"avis"]) {
        OtherKind::Avif
    } else if has(&[b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1"]) {
        OtherKind::Heic
    } else {
        OtherKind::Video
    }
}

fn of_text(bytes: &[u8]) -> Option<OtherKind> {
    let window = &bytes[..bytes.len().min(TEXT_WINDOW)];
    let valid = match std::str::from_utf8(window) {
        Ok(text) => text,
        // The window may end inside a character.
        Err(error) if error.error_len().is_none() => {
            std::str::from_utf8(&window[..error.valid_up_to()]).expect("valid up to there")
        }
        Err(_) => return None,
    };
    if valid.contains('\0') {
        return None;
    }
    let lower = valid.to_ascii_lowercase();
    Some(if lower.starts_with("version https://git-lfs.github.com/spec/") {
        OtherKind::GitLfsPointer
    } else if lower.contains("<!doctype html") || lower.contains("<html") {
        // Before SVG, because pages contain drawings.
        OtherKind::Html
    } else if lower.contains("<svg") {
        OtherKind::Svg
    } else {
        OtherKind::Text
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
        check(b"\0\0\0\x18ftypheic\0\0\0\0", OtherKind::Heic);
        check(b"\0\0\0\x18ftypmif1\0\0\0\0heicmiaf", OtherKind::Heic);
        check(b"\0\0\0\x1cftypavif\0\0\0\0", OtherKind::Avif);
        check(b"\0\0\0\x1cftypmif1\0\0\0\0miafavif", OtherKind::Avif);
        check(b"\0\0\0\x20ftypisom\0\0\0\0", OtherKind::Video);
        check(b"RIFF\x10\0\0\0WAVEfmt \xff", None);
        check(b"GIF89a\x01\0\x01\0", OtherKind::Gif);
        check(b"II*\0\x08\0\0\0", OtherKind::Tiff);
        check(b"MM\0*\0\0\0\x08", OtherKind::Tiff);
        check(b"BM\x46\0\0\0\0\0\0\0\x36\0\0\0", OtherKind::Bmp);
        check(b"\xff\x0a\xfa\x1f", OtherKind::JpegXl);
        check(b"\0\0\0\x0cJXL \r\n\x87\n", OtherKind::JpegXl);
        check(b"8BPS\0\x01", OtherKind::Photoshop);
        check(b"%PDF-1.7", OtherKind::Pdf);
        check(b"PK\x03\x04\x14\0", OtherKind::Zip);
        check(b"<?xml version=\"1.0\"?>\n<svg xmlns=\"\">", OtherKind::Svg);
        check(b"\n<!DOCTYPE html><svg></svg>", OtherKind::Html);
        check(b"version https://git-lfs.github.com/spec/v1\noid", OtherKind::GitLfsPointer);
        check("BMW fährt".as_bytes(), OtherKind::Text);
        check(b"\x01\x02\x03\xfe", None);
        check(b"\xff\xd8", None);
    }

    #[test]
    fn recognizes_text_when_the_window_ends_inside_a_character() {
        check("\u{e5}".repeat(600).as_bytes(), OtherKind::Text);
        let shifted = format!("x{}", "\u{e5}".repeat(600));
        check(shifted.as_bytes(), OtherKind::Text);
    }
}
