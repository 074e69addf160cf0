//! PNG: decoding what is uploaded, encoding what is published.

use std::io::Cursor;

use ::png::{
    BitDepth, ColorType, Compression, DecodeOptions, Decoder, DecodingError, Encoder, Filter,
    Limits, Reader, Transformations,
};

use super::orientation::Orientation;
use super::raster::{Channels, Raster};
use super::{Format, Problem, colour, limits};

/// Memory the decoder may use beside the pixels, in bytes: for the profile and for rows.
const DECODER_MEMORY: usize = 2 * colour::MAX_PROFILE_BYTES;

/// A PNG file whose header and metadata have been read.
pub(super) struct Png<'a> {
    reader: Reader<Cursor<&'a [u8]>>,
    /// From the `eXIf` chunk.
    pub(super) orientation: Orientation,
    /// From the `iCCP` chunk, decompressed.
    pub(super) icc: Option<Vec<u8>>,
}

impl<'a> Png<'a> {
    /// Reads everything before the pixels. Texts are skipped, compressed or not.
    ///
    /// # Errors
    /// If it is too large, animated, damaged or cut short.
    pub(super) fn open(file: &'a [u8]) -> Result<Self, Problem> {
        let mut options = DecodeOptions::default();
        // Not the default, which is made for speed.
        options.set_ignore_checksums(false);
        options.set_ignore_text_chunk(true);
        let mut decoder = Decoder::new_with_options(Cursor::new(file), options);
        decoder.set_limits(Limits {
            bytes: DECODER_MEMORY,
        });
        // 8 bits a sample, palettes and transparent colours resolved.
        decoder.set_transformations(Transformations::normalize_to_color8());
        let header = decoder.read_header_info().map_err(problem)?;
        limits::check_size(header.width, header.height)?;
        let reader = decoder.read_info().map_err(problem)?;
        let info = reader.info();
        if info.is_animated() {
            return Err(Problem::Animated);
        }
        let orientation = info
            .exif_metadata
            .as_deref()
            .map(Orientation::from_exif)
            .unwrap_or_default();
        // PNG 3rd edition, 4.3: sRGB comes before iCCP where both are present.
        let icc = info
            .icc_profile
            .as_deref()
            .filter(|icc| info.srgb.is_none() && icc.len() <= colour::MAX_PROFILE_BYTES)
            .map(<[u8]>::to_vec);
        Ok(Self {
            reader,
            orientation,
            icc,
        })
    }

    /// Whether pixels can be transparent: only they have to be looked at to know if they are.
    pub(super) fn has_alpha(&self) -> bool {
        matches!(
            self.reader.output_color_type().0,
            ColorType::GrayscaleAlpha | ColorType::Rgba
        )
    }

    /// Decodes the pixels, and reads on to the end of the file to see that there is one.
    ///
    /// # Errors
    /// If the file is damaged or cut short.
    pub(super) fn decode(mut self) -> Result<Raster, Problem> {
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
        Ok(Raster {
            width,
            height,
            channels,
            samples,
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

fn problem(error: DecodingError) -> Problem {
    match error {
        DecodingError::IoError(error) if error.kind() == std::io::ErrorKind::UnexpectedEof => {
            Problem::CutShort {
                format: Format::Png,
            }
        }
        DecodingError::IoError(_)
        | DecodingError::Format(_)
        | DecodingError::Parameter(_)
        | DecodingError::LimitsExceeded => Problem::Damaged {
            format: Format::Png,
            detail: error.to_string(),
        },
    }
}
