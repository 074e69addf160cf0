//! Photos: from whatever editors upload to what is published.
//!
//! A published photo is upright, in sRGB, no larger than the site wants it, and consists of
//! pixels only: no EXIF (which has places, dates and serial numbers in it), XMP, IPTC, colour
//! profile, thumbnail, comment or trailing data.
//!
//! [`inspect`] is for checking content: it says in which format a photo will be published, or
//! why it cannot be. [`render`] makes the bytes.
//!
//! ```text
//!       .- jpeg: segments -> scans complete? -> stripped ---------------> published as it is
//! sniff |                                          '-> pixels -.
//!       '- png: header ----------------------------> pixels ---+-> fitted -> sRGB -> upright
//!                                                                           -> encoded
//! ```
//!
//! # The same bytes everywhere
//!
//! The result depends on the arguments only, not on the machine, since it is compared, cached
//! and built twice. Decoders and colour converters like to choose instructions by what the CPU
//! can do, and not all of them compute the same. Hence `jpeg-decoder` is built with
//! `platform_independent`, `jpeg-encoder` without `simd` and `moxcms` without its features for
//! CPUs. Cargo merges the features that all dependents of a crate ask for: one more dependency
//! on one of these can change the bytes, which a test notices. (`image` does that to `moxcms`.)

mod color;
mod jpeg;
mod limits;
mod orientation;
mod photo_error;
mod png;
mod raster;
mod sniff;
#[cfg(test)]
mod tests;

use std::panic::catch_unwind;

pub use limits::{MAX_BYTES, MAX_PIXELS, MAX_SIDE};
pub use photo_error::{OtherKind, Problem};
pub use sniff::sniff;

use orientation::Orientation;
use raster::Raster;

/// Changes whenever the bytes that [`render`] makes of some photo do, so that it can be part of
/// a cache's key. A test holds it to the bytes.
pub const VERSION: u32 = 1;

/// How photos are to be published.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settings {
    /// Most pixels on the longer side. Smaller photos are not enlarged. 0 counts as 1.
    pub max_px: u32,
    /// JPEG quality, 1 (worst) to 100. Values outside count as the nearest inside.
    pub quality: u8,
}

/// A format photos are read and published in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// JPEG.
    Jpeg,
    /// PNG.
    Png,
}

impl Format {
    /// As in the `Content-Type` header.
    #[must_use]
    pub const fn media_type(self) -> &'static str {
        match self {
            Self::Jpeg => "image/jpeg",
            Self::Png => "image/png",
        }
    }

    /// The extension of published files, without a dot.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Jpeg => "jpg",
            Self::Png => "png",
        }
    }

    /// As people write it.
    const fn name(self) -> &'static str {
        match self {
            Self::Jpeg => "JPEG",
            Self::Png => "PNG",
        }
    }
}

/// The format that a photo will be published in: a PNG stays one only if a pixel of it is
/// transparent.
///
/// Cheap where it can be: only the structure is read of a JPEG, and only the header of a PNG
/// without transparency. [`render`] can still find the pixels to be damaged.
///
/// # Errors
/// If it can be seen that the photo cannot be published.
pub fn inspect(bytes: &[u8]) -> Result<Format, Problem> {
    guarded(bytes, |format| match format {
        Format::Jpeg => jpeg::Jpeg::parse(bytes).map(|_| Format::Jpeg),
        Format::Png => {
            let png = png::Png::open(bytes)?;
            let transparent = png.has_alpha() && png.decode()?.raster.is_transparent();
            Ok(if transparent {
                Format::Png
            } else {
                Format::Jpeg
            })
        }
    })
}

/// The bytes to publish.
///
/// A JPEG that is upright, in sRGB and small enough keeps its picture data as it is and only
/// loses everything else; all other photos are encoded anew. Either way the whole photo is
/// decoded, so that a damaged one is found here.
///
/// # Errors
/// If the photo cannot be published.
pub fn render(bytes: &[u8], settings: &Settings) -> Result<Vec<u8>, Problem> {
    guarded(bytes, |format| match format {
        Format::Jpeg => render_jpeg(bytes, settings),
        Format::Png => render_png(bytes, settings),
    })
}

/// Sees to it that neither size nor content of a file brings the program down.
fn guarded<T>(
    bytes: &[u8],
    work: impl FnOnce(Format) -> Result<T, Problem> + std::panic::UnwindSafe,
) -> Result<T, Problem> {
    limits::check_bytes(bytes)?;
    let format = sniff::require(bytes)?;
    // The decoders are made for arbitrary input but not by us; a panic in one of them is a
    // damaged photo, not the end of a build with a hundred sound ones. Nothing is shared with
    // the closure that could be left half-written.
    catch_unwind(move || work(format)).unwrap_or_else(|_| {
        Err(Problem::Damaged {
            format,
            detail: "the decoder gave up on it".into(),
        })
    })
}

fn render_jpeg(bytes: &[u8], settings: &Settings) -> Result<Vec<u8>, Problem> {
    let jpeg = jpeg::Jpeg::parse(bytes)?;
    jpeg::check_complete(&jpeg)?;
    let stripped = jpeg.stripped();
    let stored = (jpeg.frame.width, jpeg.frame.height);
    let fitted = raster::fitted(stored, settings.max_px);
    let raster = jpeg::decode(&jpeg, &stripped, fitted)?;
    // RGB and inks are not for browsers.
    if matches!(jpeg.colours, jpeg::Colours::Grey | jpeg::Colours::YCbCr)
        && jpeg.orientation == Orientation::Upright
        && fitted == stored
        && color::is_srgb(jpeg.icc.as_deref(), raster.channels)
    {
        return Ok(stripped);
    }
    drop(stripped);
    finish(raster, fitted, jpeg.icc.as_deref(), jpeg.orientation)
        .and_then(|raster| jpeg::encode(&raster, settings.quality))
        .map_err(|detail| Problem::Damaged {
            format: Format::Jpeg,
            detail,
        })
}

fn render_png(bytes: &[u8], settings: &Settings) -> Result<Vec<u8>, Problem> {
    let png::Decoded {
        raster,
        orientation,
        icc,
    } = png::Png::open(bytes)?.decode()?;
    // Decided by the pixels as uploaded, like `inspect` does, not by what is left of them.
    let raster = raster.without_idle_alpha();
    let transparent = raster.is_transparent();
    let fitted = raster::fitted((raster.width, raster.height), settings.max_px);
    finish(raster, fitted, icc.as_deref(), orientation)
        .and_then(|mut raster| {
            if transparent {
                raster.blacken_invisible();
                png::encode(&raster)
            } else {
                jpeg::encode(&raster, settings.quality)
            }
        })
        .map_err(|detail| Problem::Damaged {
            format: Format::Png,
            detail,
        })
}

/// Fits, converts, turns: in this order, since converting and turning are cheaper for fewer
/// pixels, and need less memory.
fn finish(
    raster: Raster,
    size: (u32, u32),
    icc: Option<&[u8]>,
    orientation: Orientation,
) -> Result<Raster, String> {
    let fitted = raster.resized(size)?;
    Ok(orientation.apply(color::to_srgb(fitted, icc)))
}
