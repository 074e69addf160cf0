//! Why a photo cannot be published, in the words of the editor who has to replace it.

use std::error::Error;
use std::fmt;

use super::{MAX_BYTES, MAX_SIDE, OtherKind, Upload};

/// Why a photo cannot be published.
///
/// [`Display`](fmt::Display) states the problem and [`Problem::hint`] how to fix it, both for
/// content editors.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Problem {
    /// The file has no bytes.
    Empty,
    /// The content is not of a supported format, whatever the file name says. The value
    /// is what it looks like, if it is something well known.
    NotAPhoto(Option<OtherKind>),
    /// The file has more than [`MAX_BYTES`].
    TooManyBytes,
    /// A side is longer than [`MAX_SIDE`], or there are more pixels than can be decoded within the memory limit:
    /// width and height in pixels, and the maximum for files of this kind, which is
    /// [`MAX_PIXELS`](super::MAX_PIXELS), or less for WebP and progressive JPEG, whose decoders need more
    /// memory per pixel.
    TooManyPixels((u32, u32), u64),
    /// The width or the height is zero.
    NoPixels,
    /// The file ends before the picture does.
    CutShort(Upload),
    /// The file contradicts itself or its format; the text is the technical reason.
    Damaged(Upload, String),
    /// An animated PNG or WebP.
    Animated,
    /// A CMYK photo without a profile that says what its inks look like.
    CmykWithoutProfile,
    /// A file of a kind that hardly any program can show as intended; the text continues "this is ...".
    Unsupported(&'static str),
}

impl Problem {
    /// Returns what the editor can do about the problem, as a sentence in the imperative.
    pub fn hint(&self) -> &'static str {
        self.message_and_hint().1
    }

    fn message_and_hint(&self) -> (String, &'static str) {
        const SCALE: &str =
            "scale it down, for example to 2000 pixels on the longer side, and save it as JPEG";
        const REPLACE: &str = "if another program opens it, save it there as a new JPEG; if not, \
                               copy or download the original again";
        match self {
            Self::Empty => ("the photo is an empty file".into(), "copy or upload the photo again"),
            Self::NotAPhoto(Some(kind)) => {
                (format!("this is {}, not a JPEG, PNG or WebP photo", kind.name), kind.hint)
            }
            Self::NotAPhoto(None) => (
                "this is not a JPEG, PNG or WebP photo".into(),
                "open it in an image editor and export it as JPEG; renaming the file does not convert it",
            ),
            Self::TooManyBytes => {
                (format!("the file has more than {} MiB", MAX_BYTES >> 20), SCALE)
            }
            Self::TooManyPixels((width, height), most) => {
                // For display only, so the loss of precision does not matter.
                let millions = *most as f64 / 1e6;
                let limits = format!("{MAX_SIDE} for a side, and {millions:.1} million in all");
                (format!("the photo is {width} x {height} pixels; the limits are {limits}"), SCALE)
            }
            Self::NoPixels => (
                "the photo has no pixels: its width or height is 0".into(),
                "export the photo again from the program that created it",
            ),
            Self::CutShort(upload) => (format!("the {upload} file is incomplete"), REPLACE),
            Self::Damaged(upload, detail) => {
                (format!("the {upload} file is damaged ({detail})"), REPLACE)
            }
            Self::Animated => (
                "this is an animation, not a photo".into(),
                "open it in an image editor and export one frame as JPEG or PNG",
            ),
            Self::CmykWithoutProfile => (
                "this photo has CMYK colors for print, without a usable color profile".into(),
                "open it in an image editor, convert it to RGB (sRGB) and export it as JPEG",
            ),
            Self::Unsupported(kind) => (
                format!("this is {kind}, which is not supported"),
                "open it in an image editor and export it as an ordinary JPEG in sRGB",
            ),
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message_and_hint().0)
    }
}

impl Error for Problem {}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(problem: &Problem, message: &str, hint: &str) {
        assert_eq!(problem.to_string(), message);
        assert!(message.len() <= 100, "{}", message.len());
        assert!(problem.hint().contains(hint), "{}", problem.hint());
    }

    #[test]
    fn states_the_problem_and_the_fix() {
        let (width, height) = (9000, 7000);
        check(&Problem::Empty, "the photo is an empty file", "upload the photo again");
        check(
            &Problem::NotAPhoto(OtherKind::of_extension("heic")),
            "this is a HEIC (HEIF) photo, not a JPEG, PNG or WebP photo",
            "convert it to JPEG",
        );
        check(
            &Problem::NotAPhoto(None),
            "this is not a JPEG, PNG or WebP photo",
            "renaming the file does not convert it",
        );
        check(&Problem::TooManyBytes, "the file has more than 20 MiB", "scale it down");
        check(
            &Problem::TooManyPixels((width, height), 50_000_000),
            "the photo is 9000 x 7000 pixels; \
             the limits are 20000 for a side, and 50.0 million in all",
            "scale it down",
        );
        check(
            &Problem::CutShort(Upload::Jpeg),
            "the JPEG file is incomplete",
            "copy or download the original again",
        );
        check(
            &Problem::Damaged(Upload::Png, "CRC error".into()),
            "the PNG file is damaged (CRC error)",
            "save it there as a new JPEG",
        );
        check(
            &Problem::CmykWithoutProfile,
            "this photo has CMYK colors for print, without a usable color profile",
            "convert it to RGB",
        );
        check(
            &Problem::Unsupported("an unusual kind of JPEG"),
            "this is an unusual kind of JPEG, which is not supported",
            "export it as an ordinary JPEG",
        );
    }
}
