//! From the segments to pixels.

use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

use super::super::MAX_SIDE;
use super::super::Problem;
use super::super::raster::{Channels, Raster};
use super::{Colours, Jpeg, damaged};

/// Decodes a file that has been stripped.
///
/// # Errors
/// If the decoder finds something wrong that the parser did not, such as a missing table.
pub(in super::super) fn decode(jpeg: &Jpeg<'_>, stripped: &[u8]) -> Result<Raster, Problem> {
    let (channels, stored_as) = match jpeg.colours {
        Colours::Grey => (Channels::Grey, ColorSpace::Luma),
        Colours::YCbCr | Colours::Rgb => (Channels::Rgb, ColorSpace::RGB),
        Colours::Cmyk => (Channels::Cmyk, ColorSpace::CMYK),
        // The decoder would convert inks to RGB without a profile: they are taken as they are.
        Colours::Ycck => (Channels::Cmyk, ColorSpace::YCCK),
    };
    let options = DecoderOptions::default()
        .set_strict_mode(true)
        .set_max_width(MAX_SIDE as usize)
        .set_max_height(MAX_SIDE as usize)
        .jpeg_set_out_colorspace(stored_as);
    let mut samples = vec![0; jpeg.width as usize * jpeg.height as usize * channels.count()];
    JpegDecoder::new_with_options(ZCursor::new(stripped), options)
        .decode_into(&mut samples)
        .map_err(|error| damaged(error.to_string()))?;
    match jpeg.colours {
        Colours::Cmyk => {
            for sample in &mut samples {
                *sample = u8::MAX - *sample;
            }
        }
        Colours::Ycck => {
            for pixel in samples.chunks_exact_mut(4) {
                // What converts to red is, in a file stored inverted, the amount of cyan.
                let inks = ycbcr_to_rgb(pixel[0], pixel[1], pixel[2]);
                pixel[..3].copy_from_slice(&inks);
                pixel[3] = u8::MAX - pixel[3];
            }
        }
        Colours::Grey | Colours::YCbCr | Colours::Rgb => {}
    }
    Ok(Raster {
        width: jpeg.width,
        height: jpeg.height,
        channels,
        samples,
    })
}

/// JFIF 1.02, "Conversion to and from RGB", in 1/65536.
fn ycbcr_to_rgb(y: u8, cb: u8, cr: u8) -> [u8; 3] {
    let y = (i32::from(y) << 16) + (1 << 15);
    let (cb, cr) = (i32::from(cb) - 128, i32::from(cr) - 128);
    [
        y + 91_881 * cr,
        y - 22_554 * cb - 46_802 * cr,
        y + 116_130 * cb,
    ]
    .map(|value| (value >> 16).clamp(0, 255) as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn primaries_convert() {
        assert_eq!(ycbcr_to_rgb(128, 128, 128), [128, 128, 128]);
        assert_eq!(ycbcr_to_rgb(76, 85, 255), [254, 0, 0]);
        assert_eq!(ycbcr_to_rgb(29, 255, 107), [0, 0, 254]);
    }
}
