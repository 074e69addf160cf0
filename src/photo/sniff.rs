//! Recognizes files by their first bytes. Names and extensions are not trusted.

use std::fmt;

use super::Problem;
use super::other_kind::OtherKind;

/// A format that editors can upload.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Upload {
    /// JPEG.
    Jpeg,
    /// PNG.
    Png,
    /// WebP.
    WebP,
}

impl Upload {
    /// The file extensions that photos in the content may have, without the dot and in lower case.
    pub const EXTENSIONS: [&str; 7] = ["jpg", "jpeg", "jfif", "jpe", "pjpeg", "png", "webp"];

    /// Returns the usual file extension without the dot.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Jpeg => "jpg",
            Self::Png => "png",
            Self::WebP => "webp",
        }
    }
}

impl fmt::Display for Upload {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Jpeg => "JPEG",
            Self::Png => "PNG",
            Self::WebP => "WebP",
        })
    }
}

/// Returns the format of the content, or `None` if it is not supported.
///
/// Only the signature is read; [`inspect`](super::inspect) checks the headers.
pub fn sniff(bytes: &[u8]) -> Option<Upload> {
    match bytes {
        // SOI and the first byte of the next marker, ITU-T T.81, B.1.1.
        [0xff, 0xd8, 0xff, ..] => Some(Upload::Jpeg),
        // PNG 3rd edition, 5.2.
        [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n', ..] => Some(Upload::Png),
        // RFC 9649, 2.4.
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some(Upload::WebP),
        _ => None,
    }
}

/// Returns the format of the content, or an error that names what it is instead.
pub(super) fn require(bytes: &[u8]) -> Result<Upload, Problem> {
    if bytes.is_empty() {
        return Err(Problem::Empty);
    }
    sniff(bytes).ok_or_else(|| Problem::NotAPhoto(OtherKind::recognize(bytes)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recognizes_photos_by_their_signature() {
        assert_eq!(sniff(b"\xff\xd8\xff\xe0"), Some(Upload::Jpeg));
        assert_eq!(sniff(b"\x89PNG\r\n\x1a\n"), Some(Upload::Png));
        assert_eq!(sniff(b"RIFF\x10\0\0\0WEBPVP8 "), Some(Upload::WebP));
        assert_eq!(sniff(b"RIFF\x10\0\0\0WAVEfmt "), None);
        assert_eq!(require(b"").unwrap_err(), Problem::Empty);
    }
}
