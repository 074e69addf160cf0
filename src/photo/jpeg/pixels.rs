//! From the segments to pixels.

use jpeg_decoder::{ColorTransform, Decoder};

use super::super::Problem;
use super::super::raster::{Channels, Raster};
use super::{Colours, Jpeg, damaged};

/// Decodes a file that has been stripped and is known to be complete.
///
/// The result is the whole picture in its own size, or in a half, a quarter or an eighth of it
/// if the longer side still has as many pixels as that of `wanted` (width and height): computing
/// fewer pixels takes less time and a fraction of the memory.
///
/// # Errors
/// If the decoder finds something wrong that the parser did not, such as a missing table.
pub(in super::super) fn decode(
    jpeg: &Jpeg<'_>,
    stripped: &[u8],
    wanted: (u32, u32),
) -> Result<Raster, Problem> {
    let (channels, transform) = match jpeg.colours {
        Colours::Grey => (Channels::Grey, ColorTransform::Grayscale),
        Colours::YCbCr => (Channels::Rgb, ColorTransform::YCbCr),
        Colours::Rgb => (Channels::Rgb, ColorTransform::RGB),
        // Both come out as amounts of ink.
        Colours::Cmyk => (Channels::Cmyk, ColorTransform::CMYK),
        Colours::Ycck => (Channels::Cmyk, ColorTransform::YCCK),
    };
    let refused = |error: jpeg_decoder::Error| damaged(error.to_string());
    // The decoder is content if either side is long enough, hence both are the longer one: a
    // very narrow picture soon has its one pixel.
    let side = u16::try_from(wanted.0.max(wanted.1)).unwrap_or(u16::MAX);
    let mut decoder = Decoder::new(stripped);
    decoder.set_color_transform(transform);
    let (width, height) = decoder.scale(side, side).map_err(refused)?;
    let samples = decoder.decode().map_err(refused)?;
    let (width, height) = (u32::from(width), u32::from(height));
    if samples.len() != width as usize * height as usize * channels.count() {
        return Err(damaged("its pixels are not as many as it says"));
    }
    Ok(Raster {
        width,
        height,
        channels,
        samples,
    })
}
