//! PNG: reads the file to its end with the crate `png`.

use std::io::{Cursor, ErrorKind};

use ::png::{
    ColorType as PngColor, Decoder, DecodingError, Limits, Reader, ScaledFloat,
    SourceChromaticities, Transformations,
};
use image::{ColorType, DynamicImage};

use super::decoded_photo::DecodedPhoto;
use super::{Problem, Upload, color, limits, resize};

/// The memory that the decoder may use beside the pixels, in bytes: for the profile and for rows.
const DECODER_MEMORY: usize = 2 * color::MAX_PROFILE_BYTES;

/// A PNG file whose headers have been read.
pub(super) struct PngPhoto<'a> {
    reader: Reader<Cursor<&'a [u8]>>,
}

impl<'a> PngPhoto<'a> {
    /// Reads everything before the pixels, except for texts.
    pub(super) fn open(file: &'a [u8]) -> Result<Self, Problem> {
        let mut decoder = Decoder::new(Cursor::new(file));
        decoder.set_limits(Limits { bytes: DECODER_MEMORY });
        // The default does not verify Adler-32.
        decoder.ignore_checksums(false);
        decoder.set_ignore_text_chunk(true);
        // 8 bits per sample; palettes and transparent colors become channels.
        decoder.set_transformations(Transformations::normalize_to_color8());
        let header = decoder.read_header_info().map_err(problem)?;
        limits::check_size(header.width, header.height)?;
        let reader = decoder.read_info().map_err(problem)?;
        let info = reader.info();
        if info.animation_control.is_some() {
            return Err(Problem::Animated);
        }
        let transfer = info.coding_independent_code_points.map(|color| color.transfer_function);
        // PQ and HLG (ITU-T H.273, table 3).
        if info.icc_profile.is_none() && matches!(transfer, Some(16 | 18)) {
            return Err(Problem::Unsupported("a PNG with HDR colors"));
        }
        // The decoder expects 1 to 256 colors of three bytes each, but does not check them.
        let palette = info.palette.as_deref().map_or(0, <[u8]>::len);
        let is_valid = matches!(palette, 3..=768) && palette.is_multiple_of(3);
        if info.color_type == PngColor::Indexed && !is_valid {
            return Err(Problem::Damaged(Upload::Png, "its palette is not valid".into()));
        }
        Ok(Self { reader })
    }

    pub(super) fn size(&self) -> (u32, u32) {
        self.reader.info().size()
    }

    pub(super) fn color_type(&self) -> ColorType {
        match self.reader.output_color_type().0 {
            PngColor::Grayscale => ColorType::L8,
            PngColor::GrayscaleAlpha => ColorType::La8,
            PngColor::Rgb | PngColor::Indexed => ColorType::Rgb8,
            PngColor::Rgba => ColorType::Rgba8,
        }
    }

    /// Decodes the pixels, then reads to the end of the file, so that an incomplete file is an
    /// error and EXIF after the pixels is found. `sRGB`, and `gAMA` with `cHRM`, count if there is no ICC profile.
    /// `gAMA` alone and `cICP` without HDR are ignored: the pixels are taken to be sRGB.
    pub(super) fn decode(mut self) -> Result<DecodedPhoto, Problem> {
        let (width, height) = self.size();
        let mut image = DynamicImage::new(width, height, self.color_type());
        self.reader.next_frame(resize::samples_mut(&mut image)).map_err(problem)?;
        self.reader.finish().map_err(problem)?;
        let info = self.reader.info();
        let icc = info.icc_profile.as_deref().map(<[u8]>::to_vec);
        let chunks = info.gama_chunk.zip(info.chrm_chunk).filter(|_| info.srgb.is_none());
        let icc = icc.or_else(|| {
            let (gamma, SourceChromaticities { white, red, green, blue }) = chunks?;
            let value = |(x, y): (ScaledFloat, ScaledFloat)| (x.into_value(), y.into_value());
            color::profile_of(gamma.into_value(), [white, red, green, blue].map(value))
        });
        Ok(DecodedPhoto::new(image, false, icc, info.exif_metadata.as_deref()))
    }
}

fn problem(error: DecodingError) -> Problem {
    match error {
        DecodingError::IoError(error) if error.kind() == ErrorKind::UnexpectedEof => {
            Problem::CutShort(Upload::Png)
        }
        error => Problem::Damaged(Upload::Png, error.to_string()),
    }
}
