//! Encoding what cannot be published as it is.

use jpeg_encoder::{ChromaSubsamplingMethod, ColorType, Encoder};

use super::super::raster::{Channels, Raster};

/// A baseline JPEG with one interleaved scan, which everything can read. (The encoder offers
/// optimized Huffman tables, 10% smaller, only with a scan for each component.) Colours have
/// half the resolution below quality 90.
///
/// # Errors
/// If the encoder refuses the picture, which would be a mistake in this module.
pub(in super::super) fn encode(raster: &Raster, quality: u8) -> Result<Vec<u8>, String> {
    let colours = match raster.channels {
        Channels::Grey => ColorType::Luma,
        Channels::Rgb => ColorType::Rgb,
        Channels::GreyAlpha | Channels::Rgba | Channels::Cmyk => {
            return Err("neither opacity nor inks can be stored in a JPEG".into());
        }
    };
    let side = |pixels: u32| u16::try_from(pixels).map_err(|error| error.to_string());
    let (width, height) = (side(raster.width)?, side(raster.height)?);
    let mut out = Vec::new();
    let mut encoder = Encoder::new(&mut out, quality.clamp(1, 100));
    // The default takes every other pixel's colour and forgets the rest.
    encoder.set_chroma_subsampling_method(ChromaSubsamplingMethod::Average);
    encoder
        .encode(&raster.samples, width, height, colours)
        .map_err(|error| error.to_string())?;
    Ok(out)
}
