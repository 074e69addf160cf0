//! Why a photo was refused, in the words of the person who has to replace it.

use std::error::Error;
use std::fmt;

use super::{Format, MAX_BYTES, MAX_SIDE};

/// Why a file in the photo folder cannot be published.
///
/// [`Display`](fmt::Display) completes the sentence "this photo cannot be used: ...", and
/// [`Problem::hint`] says what to do about it. Both are meant for content editors.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Problem {
    /// The file has no bytes.
    Empty,
    /// The content is neither JPEG nor PNG, whatever the file's name says.
    NotAPhoto {
        /// What the content looks like, where it is something well known.
        looks_like: Option<OtherKind>,
    },
    /// The file is larger than [`MAX_BYTES`].
    TooManyBytes {
        /// Size of the file, in bytes.
        bytes: u64,
    },
    /// One side is longer than [`MAX_SIDE`].
    SideTooLong {
        /// Width in pixels, as the header states it.
        width: u32,
        /// Height in pixels, as the header states it.
        height: u32,
    },
    /// There are more pixels than can be decoded within the memory limit.
    TooManyPixels {
        /// Width in pixels, as the header states it.
        width: u32,
        /// Height in pixels, as the header states it.
        height: u32,
        /// The most pixels a picture stored in this way may have: [`MAX_PIXELS`](super::MAX_PIXELS)
        /// or less, since a progressive JPEG needs more memory for each pixel.
        most: u64,
    },
    /// The width or the height is zero.
    NoPixels,
    /// The file ends before the picture does.
    CutShort {
        /// What the file is.
        format: Format,
    },
    /// The file contradicts itself or its format.
    Damaged {
        /// What the file is.
        format: Format,
        /// What was found, in technical terms, for whoever is asked for help.
        detail: String,
    },
    /// An animated PNG.
    Animated,
    /// A JPEG of a kind that hardly any program can show.
    Unsupported {
        /// The feature, as "a JPEG with ..." continues.
        feature: &'static str,
    },
}

/// Something other than a JPEG or PNG that was recognised by its content.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OtherKind {
    /// HEIF container with HEVC pictures: what iPhones store.
    Heic,
    /// HEIF container with AV1 pictures.
    Avif,
    /// WebP.
    WebP,
    /// GIF, still or animated.
    Gif,
    /// TIFF, or a camera's raw format built on it (DNG, NEF, CR2, ARW).
    Tiff,
    /// Windows bitmap.
    Bmp,
    /// JPEG XL, bare or in its container.
    JpegXl,
    /// Photoshop document.
    Photoshop,
    /// MP4 or `QuickTime` film.
    Film,
    /// SVG drawing.
    Svg,
    /// PDF document.
    Pdf,
    /// A web page, as saved from a browser instead of the picture on it.
    Html,
    /// The placeholder that Git LFS leaves when the real file was not fetched.
    GitLfsPointer,
    /// Zip archive, which is also what Word and `PowerPoint` files are.
    Zip,
    /// Any other text.
    Text,
}

impl fmt::Display for OtherKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Heic => "a HEIC picture",
            Self::Avif => "an AVIF picture",
            Self::WebP => "a WebP picture",
            Self::Gif => "a GIF picture",
            Self::Tiff => "a TIFF or camera raw picture",
            Self::Bmp => "a BMP picture",
            Self::JpegXl => "a JPEG XL picture",
            Self::Photoshop => "a Photoshop document",
            Self::Film => "a film",
            Self::Svg => "an SVG drawing",
            Self::Pdf => "a PDF document",
            Self::Html => "a web page",
            Self::GitLfsPointer => "a Git LFS placeholder",
            Self::Zip => "a zip archive or an Office document",
            Self::Text => "a text file",
        })
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("the file is empty"),
            Self::NotAPhoto {
                looks_like: Some(kind),
            } => {
                write!(f, "this is {kind}, not a JPEG or PNG")
            }
            Self::NotAPhoto { looks_like: None } => f.write_str("this is not a JPEG or PNG"),
            Self::TooManyBytes { bytes } => write!(
                f,
                "the file is {} MB large; at most {} MB are accepted",
                bytes.div_ceil(1 << 20),
                MAX_BYTES >> 20
            ),
            Self::SideTooLong { width, height } => write!(
                f,
                "the picture is {width} x {height} pixels; no side may be longer than {MAX_SIDE}"
            ),
            Self::TooManyPixels {
                width,
                height,
                most,
            } => write!(
                f,
                "the picture is {width} x {height} = {:.1} million pixels; \
                 at most {:.1} million are accepted for a file of this kind",
                millions(u64::from(*width) * u64::from(*height)),
                millions(*most)
            ),
            Self::NoPixels => f.write_str("the picture has no pixels: its width or height is 0"),
            Self::CutShort { format } => write!(
                f,
                "the {} file is not complete: it ends in the middle of the picture",
                format.name()
            ),
            Self::Damaged { format, detail } => {
                write!(f, "the {} file is damaged ({detail})", format.name())
            }
            Self::Animated => f.write_str("this is an animated PNG, not a photo"),
            Self::Unsupported { feature } => {
                write!(
                    f,
                    "this is a JPEG with {feature}, which is too unusual to be published"
                )
            }
        }
    }
}

impl Error for Problem {}

impl Problem {
    /// What the editor can do about it, as one sentence in the imperative.
    #[must_use]
    pub fn hint(&self) -> String {
        match self {
            Self::Empty => "put the photo there again; the copying or uploading went wrong".into(),
            Self::NotAPhoto { looks_like } => hint_for_other(*looks_like).into(),
            Self::TooManyBytes { .. } => "save it smaller, for example as a JPEG that is \
                                          2000 pixels wide"
                .into(),
            Self::SideTooLong { .. } | Self::TooManyPixels { .. } => {
                "make it smaller, for example 2000 pixels on the longer side, and save it as JPEG"
                    .into()
            }
            Self::NoPixels => "export the photo again from the program that made it".into(),
            Self::CutShort { .. } | Self::Damaged { .. } => {
                "copy or download the original again, or open it in an image program and export \
                 it as a new JPEG"
                    .into()
            }
            Self::Animated => "save one frame of it as JPEG or PNG".into(),
            Self::Unsupported { .. } => {
                "open it in an image program and export it as an ordinary JPEG".into()
            }
        }
    }
}

const fn hint_for_other(kind: Option<OtherKind>) -> &'static str {
    match kind {
        Some(OtherKind::Heic) => {
            "export it as JPEG: in Photos on a Mac with File > Export, on an iPhone by mailing \
             it or with Settings > Camera > Formats > Most Compatible"
        }
        Some(OtherKind::Film) => "take a still picture and save it as JPEG",
        Some(OtherKind::Html) => {
            "save the picture itself, not the page it is on (right click > Save Image As)"
        }
        Some(OtherKind::GitLfsPointer) => {
            "fetch the real file with `git lfs pull`, or commit the photo without Git LFS"
        }
        Some(OtherKind::Pdf | OtherKind::Zip | OtherKind::Text) => {
            "put a photo there, exported as JPEG or PNG"
        }
        Some(
            OtherKind::Avif
            | OtherKind::WebP
            | OtherKind::Gif
            | OtherKind::Tiff
            | OtherKind::Bmp
            | OtherKind::JpegXl
            | OtherKind::Photoshop
            | OtherKind::Svg,
        )
        | None => {
            "open it in an image program and export it as JPEG or PNG; \
             renaming the file does not convert it"
        }
    }
}

/// For display only, hence the loss of precision does not matter.
fn millions(pixels: u64) -> f64 {
    pixels as f64 / 1e6
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(problem: &Problem, message: &str, hint: &str) {
        assert_eq!(problem.to_string(), message);
        assert!(problem.hint().contains(hint), "{}", problem.hint());
    }

    #[test]
    fn says_what_is_wrong_and_what_to_do() {
        let (width, height) = (9000, 7000);
        check(
            &Problem::Empty,
            "the file is empty",
            "put the photo there again",
        );
        check(
            &Problem::NotAPhoto {
                looks_like: Some(OtherKind::Heic),
            },
            "this is a HEIC picture, not a JPEG or PNG",
            "export it as JPEG",
        );
        check(
            &Problem::NotAPhoto { looks_like: None },
            "this is not a JPEG or PNG",
            "renaming the file does not convert it",
        );
        check(
            &Problem::TooManyBytes {
                bytes: MAX_BYTES + 1,
            },
            "the file is 21 MB large; at most 20 MB are accepted",
            "save it smaller",
        );
        check(
            &Problem::SideTooLong {
                width: 30_000,
                height,
            },
            "the picture is 30000 x 7000 pixels; no side may be longer than 20000",
            "make it smaller",
        );
        check(
            &Problem::TooManyPixels {
                width,
                height,
                most: 50_000_000,
            },
            "the picture is 9000 x 7000 = 63.0 million pixels; \
             at most 50.0 million are accepted for a file of this kind",
            "make it smaller",
        );
        check(
            &Problem::CutShort {
                format: Format::Jpeg,
            },
            "the JPEG file is not complete: it ends in the middle of the picture",
            "copy or download the original again",
        );
        check(
            &Problem::Damaged {
                format: Format::Png,
                detail: "CRC error".into(),
            },
            "the PNG file is damaged (CRC error)",
            "export it as a new JPEG",
        );
        check(
            &Problem::Unsupported {
                feature: "lossless coding",
            },
            "this is a JPEG with lossless coding, which is too unusual to be published",
            "export it as an ordinary JPEG",
        );
    }
}
