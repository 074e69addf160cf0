//! Photos: from whatever editors upload to what is published.
//!
//! A published photo is upright, in sRGB, no larger than the site wants it, and consists of
//! pixels only: no EXIF (which has places, dates and serial numbers in it), XMP, IPTC, colour
//! profile, thumbnail, comment or trailing data.
//!
//! [`inspect`] is for checking content: it says in which format a photo will be published, or
//! why it cannot be. [`render`] makes the bytes. Both only depend on their arguments: the same
//! photo gives the same bytes on every machine, which is why no code in here, or beneath it,
//! chooses instructions by what the CPU can do in a way that shows in the result.
//!
//! ```text
//! bytes -> sniff -> jpeg: segments -> scans complete? -> stripped -> pixels --+--> publish as it is
//!                   png:  header --------------------------------> pixels     |
//!                                                                    |        v
//!                                    encode <- upright <- sRGB <- fitted <----+
//! ```

mod colour;
mod jpeg;
mod limits;
mod orientation;
mod png;
mod problem;
mod raster;
mod sniff;

use std::panic::catch_unwind;

use jpeg_encoder::{ColorType, Encoder};

pub use limits::{MAX_BYTES, MAX_PIXELS, MAX_SIDE};
pub use problem::{OtherKind, Problem};
pub use sniff::sniff;

use orientation::Orientation;
use raster::{Channels, Raster};

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
            let transparent = png.has_alpha() && png.decode()?.is_transparent();
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
    let raster = jpeg::decode(&jpeg, &stripped)?;
    let browsers_agree = matches!(jpeg.colours, jpeg::Colours::Grey | jpeg::Colours::YCbCr);
    if browsers_agree
        && jpeg.orientation == Orientation::Upright
        && raster.width.max(raster.height) <= settings.max_px.max(1)
        && colour::is_srgb(jpeg.icc.as_deref(), raster.channels)
    {
        return Ok(stripped);
    }
    drop(stripped);
    let raster =
        finish(raster, jpeg.icc.as_deref(), jpeg.orientation, settings).map_err(|detail| {
            Problem::Damaged {
                format: Format::Jpeg,
                detail,
            }
        })?;
    encode_jpeg(&raster, settings)
}

fn render_png(bytes: &[u8], settings: &Settings) -> Result<Vec<u8>, Problem> {
    let damaged = |detail| Problem::Damaged {
        format: Format::Png,
        detail,
    };
    let mut png = png::Png::open(bytes)?;
    let (icc, orientation) = (png.icc.take(), png.orientation);
    // Decided by the pixels as uploaded, like `inspect` does, not by what is left of them.
    let raster = png.decode()?.without_idle_alpha();
    let transparent = raster.is_transparent();
    let mut raster = finish(raster, icc.as_deref(), orientation, settings).map_err(damaged)?;
    if transparent {
        raster.blacken_invisible();
        png::encode(&raster).map_err(damaged)
    } else {
        encode_jpeg(&raster, settings)
    }
}

/// Fits, converts, turns: in this order, since converting and turning are cheaper for fewer
/// pixels, and need less memory.
fn finish(
    raster: Raster,
    icc: Option<&[u8]>,
    orientation: Orientation,
    settings: &Settings,
) -> Result<Raster, String> {
    let fitted = raster.fit(settings.max_px.max(1))?;
    Ok(orientation.apply(colour::to_srgb(fitted, icc)))
}

fn encode_jpeg(raster: &Raster, settings: &Settings) -> Result<Vec<u8>, Problem> {
    let failed = |detail: String| Problem::Damaged {
        format: Format::Jpeg,
        detail,
    };
    let colours = match raster.channels {
        Channels::Grey => ColorType::Luma,
        Channels::Rgb => ColorType::Rgb,
        Channels::GreyAlpha | Channels::Rgba | Channels::Cmyk => {
            return Err(failed("this cannot be stored in a JPEG".into()));
        }
    };
    // `MAX_SIDE` fits.
    let (width, height) = (raster.width as u16, raster.height as u16);
    let mut out = Vec::new();
    let mut encoder = Encoder::new(&mut out, settings.quality.clamp(1, 100));
    encoder.set_optimized_huffman_tables(true);
    encoder
        .encode(&raster.samples, width, height, colours)
        .map_err(|error| failed(error.to_string()))?;
    Ok(out)
}
