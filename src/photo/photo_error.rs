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
    /// The content is not of a supported format, whatever the file name says.
    NotAPhoto {
        /// What the content looks like, if it is something well known.
        looks_like: Option<OtherKind>,
    },
    /// The file is longer than [`MAX_BYTES`].
    TooManyBytes {
        /// The length of the file.
        bytes: u64,
    },
    /// One side is longer than [`MAX_SIDE`].
    SideTooLong {
        /// The width in pixels.
        width: u32,
        /// The height in pixels.
        height: u32,
    },
    /// There are more pixels than can be decoded within the memory limit.
    TooManyPixels {
        /// The width in pixels.
        width: u32,
        /// The height in pixels.
        height: u32,
        /// The maximum for files of this kind: [`MAX_PIXELS`](super::MAX_PIXELS), or less for
        /// WebP and progressive JPEG, whose decoders need more memory per pixel.
        most: u64,
    },
    /// The width or the height is zero.
    NoPixels,
    /// The file ends before the picture does.
    CutShort {
        /// The format of the file.
        upload: Upload,
    },
    /// The file contradicts itself or its format.
    Damaged {
        /// The format of the file.
        upload: Upload,
        /// The technical reason, for an engineer who helps the editor.
        detail: String,
    },
    /// An animated PNG or WebP.
    Animated,
    /// A CMYK photo without a profile that says what its inks look like.
    CmykWithoutProfile,
    /// A JPEG of a kind that hardly any program can show.
    Unsupported {
        /// The feature, as the continuation of "a JPEG with ...".
        feature: &'static str,
    },
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("the photo is an empty file"),
            Self::NotAPhoto { looks_like: Some(kind) } => {
                write!(f, "this is {kind}, not a JPEG, PNG or WebP photo")
            }
            Self::NotAPhoto { looks_like: None } => {
                f.write_str("this is not a JPEG, PNG or WebP photo")
            }
            Self::TooManyBytes { bytes } => write!(
                f,
                "the file is {} MB large; the limit is {} MB",
                bytes.div_ceil(1 << 20),
                MAX_BYTES >> 20
            ),
            Self::SideTooLong { width, height } => write!(
                f,
                "the photo is {width} x {height} pixels; the limit for a side is {MAX_SIDE}"
            ),
            Self::TooManyPixels { width, height, most } => write!(
                f,
                "the photo is {width} x {height} = {:.1} million pixels; \
                 the limit for this kind of file is {:.1} million",
                millions(u64::from(*width) * u64::from(*height)),
                millions(*most)
            ),
            Self::NoPixels => f.write_str("the photo has no pixels: its width or height is 0"),
            Self::CutShort { upload } => write!(f, "the {upload} file is incomplete"),
            Self::Damaged { upload, detail } => {
                write!(f, "the {upload} file is damaged ({detail})")
            }
            Self::Animated => f.write_str("this is an animation, not a photo"),
            Self::CmykWithoutProfile => {
                f.write_str("this photo has CMYK colors for print, without a usable color profile")
            }
            Self::Unsupported { feature } => {
                write!(f, "this is a JPEG with {feature}, which is not supported")
            }
        }
    }
}

impl Error for Problem {}

impl Problem {
    /// Returns what the editor can do about the problem, as a sentence in the imperative.
    #[must_use]
    pub fn hint(&self) -> &'static str {
        match self {
            Self::Empty => "copy or upload the photo again",
            Self::NotAPhoto { looks_like } => {
                looks_like.map_or(OtherKind::CONVERT, OtherKind::hint)
            }
            Self::TooManyBytes { .. } | Self::SideTooLong { .. } | Self::TooManyPixels { .. } => {
                "scale it down, for example to 2000 pixels on the longer side, and save it as JPEG"
            }
            Self::NoPixels => "export the photo again from the program that created it",
            Self::CutShort { .. } | Self::Damaged { .. } => {
                "copy or download the original again, or open it in an image editor and export it \
                 as a new JPEG"
            }
            Self::Animated => "save a single frame of it as JPEG or PNG",
            Self::CmykWithoutProfile => {
                "open it in an image editor, convert it to RGB (sRGB) and export it as JPEG"
            }
            Self::Unsupported { .. } => {
                "open it in an image editor and export it as an ordinary JPEG"
            }
        }
    }
}

/// For display only, so the loss of precision does not matter.
fn millions(pixels: u64) -> f64 {
    pixels as f64 / 1e6
}

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
            &Problem::NotAPhoto { looks_like: Some(OtherKind::Heic) },
            "this is a HEIC (HEIF) photo, not a JPEG, PNG or WebP photo",
            "convert it to JPEG",
        );
        check(
            &Problem::NotAPhoto { looks_like: None },
            "this is not a JPEG, PNG or WebP photo",
            "renaming the file does not convert it",
        );
        check(
            &Problem::TooManyBytes { bytes: MAX_BYTES + 1 },
            "the file is 21 MB large; the limit is 20 MB",
            "scale it down",
        );
        check(
            &Problem::SideTooLong { width: 30_000, height },
            "the photo is 30000 x 7000 pixels; the limit for a side is 20000",
            "scale it down",
        );
        check(
            &Problem::TooManyPixels { width, height, most: 50_000_000 },
            "the photo is 9000 x 7000 = 63.0 million pixels; \
             the limit for this kind of file is 50.0 million",
            "scale it down",
        );
        check(
            &Problem::CutShort { upload: Upload::Jpeg },
            "the JPEG file is incomplete",
            "copy or download the original again",
        );
        check(
            &Problem::Damaged { upload: Upload::Png, detail: "CRC error".into() },
            "the PNG file is damaged (CRC error)",
            "export it as a new JPEG",
        );
        check(
            &Problem::CmykWithoutProfile,
            "this photo has CMYK colors for print, without a usable color profile",
            "convert it to RGB",
        );
        check(
            &Problem::Unsupported { feature: "lossless compression" },
            "this is a JPEG with lossless compression, which is not supported",
            "export it as an ordinary JPEG",
        );
    }
}
