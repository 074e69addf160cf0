//! PNG: decoding what is uploaded, encoding what is published.

use std::io::Cursor;

use ::png::{
    BitDepth, ColorType, Compression, Decoder, DecodingError, Encoder, Filter, Limits, Reader,
    Transformations,
};

use super::orientation::Orientation;
use super::raster::{Channels, Raster};
use super::{Format, Problem, color, limits};

/// Memory the decoder may use beside the pixels, in bytes: for the profile and for rows.
const DECODER_MEMORY: usize = 2 * color::MAX_PROFILE_BYTES;

/// A PNG file whose header has been read.
pub(super) struct Png<'a> {
    reader: Reader<Cursor<&'a [u8]>>,
}

/// What the rest of a file holds.
pub(super) struct Decoded {
    pub(super) raster: Raster,
    /// From the `eXIf` chunk.
    pub(super) orientation: Orientation,
    /// From the `iCCP` chunk, decompressed. Other statements on color (`cICP`, `gAMA`, `cHRM`)
    /// are not honoured: the pixels are taken to be sRGB.
    pub(super) icc: Option<Vec<u8>>,
}

impl<'a> Png<'a> {
    /// Reads everything before the pixels. Texts are skipped, compressed or not.
    ///
    /// # Errors
    /// If it is too large, animated, damaged or cut short.
    pub(super) fn open(file: &'a [u8]) -> Result<Self, Problem> {
        let mut decoder = Decoder::new(Cursor::new(file));
        decoder.set_limits(Limits {
            bytes: DECODER_MEMORY,
        });
        // Not the default, which does without Adler-32.
        decoder.ignore_checksums(false);
        decoder.set_ignore_text_chunk(true);
        // 8 bits a sample, palettes and transparent colours resolved.
        decoder.set_transformations(Transformations::normalize_to_color8());
        let header = decoder.read_header_info().map_err(problem)?;
        limits::check_size(header.width, header.height)?;
        let reader = decoder.read_info().map_err(problem)?;
        let info = reader.info();
        if info.animation_control.is_some() {
            return Err(Problem::Animated);
        }
        if info.color_type == ColorType::Indexed && !info.palette.as_deref().is_some_and(is_palette)
        {
            return Err(damaged("its palette cannot be read"));
        }
        Ok(Self { reader })
    }

    /// Whether pixels can be transparent: only then they have to be looked at to know.
    pub(super) fn has_alpha(&self) -> bool {
        matches!(
            self.reader.output_color_type().0,
            ColorType::GrayscaleAlpha | ColorType::Rgba
        )
    }

    /// Decodes the pixels and reads on to the end: to see that there is one, and because
    /// metadata may come after the pixels.
    ///
    /// # Errors
    /// If the file is damaged or cut short.
    pub(super) fn decode(mut self) -> Result<Decoded, Problem> {
        let channels = match self.reader.output_color_type().0 {
            ColorType::Grayscale => Channels::Grey,
            ColorType::GrayscaleAlpha => Channels::GreyAlpha,
            ColorType::Rgb | ColorType::Indexed => Channels::Rgb,
            ColorType::Rgba => Channels::Rgba,
        };
        let (width, height) = self.reader.info().size();
        let mut samples = vec![0; width as usize * height as usize * channels.count()];
        self.reader.next_frame(&mut samples).map_err(problem)?;
        self.reader.finish().map_err(problem)?;
        let info = self.reader.info();
        Ok(Decoded {
            raster: Raster {
                width,
                height,
                channels,
                samples,
            },
            orientation: info
                .exif_metadata
                .as_deref()
                .map(Orientation::from_exif)
                .unwrap_or_default(),
            icc: info.icc_profile.as_deref().map(<[u8]>::to_vec),
        })
    }
}

/// The file with no chunk in it but `IHDR`, `IDAT` and `IEND`.
///
/// # Errors
/// If the encoder refuses the picture, which would be a mistake in this module.
pub(super) fn encode(raster: &Raster) -> Result<Vec<u8>, String> {
    let mut out = Vec::new();
    let mut encoder = Encoder::new(&mut out, raster.width, raster.height);
    encoder.set_color(match raster.channels {
        Channels::Grey => ColorType::Grayscale,
        Channels::GreyAlpha => ColorType::GrayscaleAlpha,
        Channels::Rgb => ColorType::Rgb,
        Channels::Rgba => ColorType::Rgba,
        Channels::Cmyk => return Err("inks cannot be stored in a PNG".into()),
    });
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(Compression::Balanced);
    encoder.set_filter(Filter::Adaptive);
    let mut writer = encoder.write_header().map_err(|error| error.to_string())?;
    writer
        .write_image_data(&raster.samples)
        .map_err(|error| error.to_string())?;
    writer.finish().map_err(|error| error.to_string())?;
    Ok(out)
}

/// Whether a `PLTE` chunk holds one to 256 colours of three bytes, which the decoder takes for
/// granted.
fn is_palette(colours: &[u8]) -> bool {
    matches!(colours.len(), 3..=768) && colours.len().is_multiple_of(3)
}

fn damaged(detail: impl Into<String>) -> Problem {
    Problem::Damaged {
        format: Format::Png,
        detail: detail.into(),
    }
}

fn problem(error: DecodingError) -> Problem {
    match error {
        DecodingError::IoError(error) if error.kind() == std::io::ErrorKind::UnexpectedEof => {
            Problem::CutShort {
                format: Format::Png,
            }
        }
        DecodingError::LimitsExceeded => damaged("it has implausibly much metadata"),
        DecodingError::IoError(_) | DecodingError::Format(_) | DecodingError::Parameter(_) => {
            damaged(error.to_string())
        }
    }
}
