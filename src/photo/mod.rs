//! Photos: turns the files that editors upload into the files that are published.
//!
//! A published photo is upright, in sRGB, and no larger than the site's settings allow. It is
//! always encoded from pixels, so it contains nothing else of the upload: no EXIF (which holds
//! places, dates and serial numbers), XMP, IPTC, color profile, thumbnail, comment or trailing
//! data.
//!
//! [`inspect`] checks a photo and returns the format it will be published in. [`render`] returns
//! the bytes to publish.
//!
//! ```text
//! sniff -> limits -> decoder -> DynamicImage -> resize -> sRGB -> orientation -> encode
//! ```
//!
//! # Decoders
//!
//! The pipeline is built on the crate `image`, with these exceptions:
//!
//! - **JPEG** is decoded by `jpeg-decoder`. The feature `jpeg` of `image` 0.25.10 brings zune-jpeg
//!   0.5.15, which silently corrupts JPEGs with one scan per component (804 of 1,200 generated
//!   files). Switch to `image` when it depends on zune-jpeg 0.5.16 and the layouts in
//!   `src/photo/tests/formats.rs` pass. Without its feature `rayon`, `jpeg-decoder` would start
//!   threads for every photo.
//! - **PNG** is decoded by `png`. `PngDecoder` of `image` verifies the CRC of the chunks it reads,
//!   but stops after the pixels, does not verify Adler-32, and needs twice the memory for 16-bit
//!   samples.
//! - **Limits** are checked here (`limits`) before decoding: `DynamicImage::from_decoder`
//!   ignores `max_alloc` of `image::Limits`.
//!
//! The decoders of JPEG and PNG return a `DynamicImage`. They do not implement
//! `image::ImageDecoder`: only `decode` would use the trait, and it would cost a copy of the pixels
//! and a second translation of errors and metadata.
//!
//! A JPEG that was truncated and then closed with an end marker is accepted: the missing part is
//! gray, which the preview shows. A file that simply ends early is an error, unless only the end marker is missing. A
//! progressive JPEG that ends exactly between two scans cannot be distinguished from such a file: its picture is whole,
//! with fewer details.
//!
//! # Same bytes on every machine
//!
//! The result depends only on the arguments, because builds compare and cache it. No decoder or
//! converter may choose its arithmetic by CPU: `jpeg-decoder` has `platform_independent`,
//! `jpeg-encoder` lacks `simd`, and `moxcms` has only `lut`. `image` depends on moxcms 0.8 with
//! SIMD, which converts profiles with lookup tables (CMYK, some RGB) to other bytes than the
//! scalar code. Therefore `color` uses moxcms 0.9: Cargo does not merge the features of the two.

mod color;
mod decode;
mod decoded_photo;
mod encode;
mod exif;
mod jpeg;
mod limits;
mod other_kind;
mod photo_error;
mod png;
mod resize;
mod sniff;
#[cfg(test)]
mod tests;
mod webp;

use std::panic::{UnwindSafe, catch_unwind};

use serde::{Deserialize, Serialize};

pub use limits::{MAX_BYTES, MAX_PIXELS, MAX_SIDE};
pub use other_kind::OtherKind;
pub use photo_error::Problem;
pub use sniff::{Upload, sniff};

use decode::OpenPhoto;
use decoded_photo::DecodedPhoto;

/// The version of the pipeline. It is part of cache keys and must be raised whenever [`render`]
/// returns different bytes for some photo. A test pins the bytes of this version.
pub const VERSION: u32 = 7;

/// The site's settings for published photos.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PhotoSettings {
    /// The maximum length of the longer side in pixels. Smaller photos are not enlarged. 0 counts
    /// as 1.
    pub max_px: u32,
    /// The JPEG quality, clamped to 1 (worst) to 100.
    pub quality: u8,
}

/// The format of a published photo.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Format {
    /// JPEG, unless a pixel is transparent.
    Jpeg,
    /// PNG, if a pixel is transparent.
    Png,
}

impl Format {
    /// Returns the value of the `Content-Type` header.
    pub const fn media_type(self) -> &'static str {
        match self {
            Self::Jpeg => "image/jpeg",
            Self::Png => "image/png",
        }
    }

    /// Returns the file extension without the dot.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Jpeg => "jpg",
            Self::Png => "png",
        }
    }
}

/// Determines the format that a photo will be published in. Returns it with the bytes to publish, if the photo had to be
/// rendered for it.
///
/// Only headers are read, unless the photo has an alpha channel: then its pixels decide, and the photo
/// is rendered at once, so that it is decoded only once. [`render`] can still find that the pixels are
/// damaged.
///
/// # Errors
/// Returns an error if the photo cannot be published.
pub fn inspect(
    bytes: &[u8],
    settings: &PhotoSettings,
) -> Result<(Format, Option<Vec<u8>>), Problem> {
    guarded(bytes, |bytes, upload| {
        let photo = OpenPhoto::open(bytes, upload)?;
        if !photo.has_alpha() {
            return Ok((Format::Jpeg, None));
        }
        let (format, bytes) = publish(photo, settings)?;
        Ok((format, Some(bytes)))
    })
}

/// Returns the format of a photo that [`render`] returned.
pub fn published_format(bytes: &[u8]) -> Option<Format> {
    match sniff(bytes)? {
        Upload::Jpeg => Some(Format::Jpeg),
        Upload::Png => Some(Format::Png),
        Upload::WebP => None,
    }
}

/// Returns the bytes to publish.
///
/// # Errors
/// Returns an error if the photo cannot be published.
pub fn render(bytes: &[u8], settings: &PhotoSettings) -> Result<Vec<u8>, Problem> {
    guarded(bytes, |bytes, upload| {
        let (_, bytes) = publish(OpenPhoto::open(bytes, upload)?, settings)?;
        Ok(bytes)
    })
}

fn publish(photo: OpenPhoto<'_>, settings: &PhotoSettings) -> Result<(Format, Vec<u8>), Problem> {
    let size = resize::fitted(photo.size(), settings.max_px);
    let decoded = photo.decode(size)?;
    // Resizing blends pixels, so the pixels of the upload decide.
    let transparent = decoded.is_transparent();
    let DecodedPhoto { image, is_cmyk, icc, orientation } = decoded;
    // Fewer pixels are cheaper to convert and to rotate.
    let resized = resize::resize(image, size, is_cmyk);
    let mut image = color::to_srgb(resized, is_cmyk, icc.as_deref())?;
    image.apply_orientation(orientation);
    Ok(match transparent {
        true => (Format::Png, encode::png(image)),
        false => (Format::Jpeg, encode::jpeg(image, settings.quality)),
    })
}

/// Checks size and kind of a file, then runs `work` and turns a panic in it into an error.
fn guarded<T>(
    bytes: &[u8],
    work: impl FnOnce(&[u8], Upload) -> Result<T, Problem> + UnwindSafe,
) -> Result<T, Problem> {
    if bytes.len() > MAX_BYTES {
        return Err(Problem::TooManyBytes);
    }
    let upload = sniff::require(bytes)?;
    // A panic of a decoder means that the photo is damaged; it must not end a build with a
    // hundred other photos. `work` shares no state that a panic could leave inconsistent.
    let whole = move || match upload {
        Upload::Jpeg => work(&jpeg::with_end_marker(bytes)?, upload),
        Upload::Png | Upload::WebP => work(bytes, upload),
    };
    catch_unwind(whole)
        .unwrap_or_else(|_| Err(Problem::Damaged(upload, "the decoder failed".into())))
}
