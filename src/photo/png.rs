//! PNG: an [`ImageDecoder`] over the crate `png` that reads the file to its end.

use std::io::Cursor;

use ::png::{ColorType as PngColor, Decoder, DecodingError, Limits, Reader, Transformations};
use image::error::{DecodingError as ImageDecodingError, ImageFormatHint};
use image::{ColorType, ImageDecoder, ImageError, ImageFormat, ImageResult};

use super::{Problem, Upload, color, decode, limits};

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
}

impl ImageDecoder for &mut PngPhoto<'_> {
    fn dimensions(&self) -> (u32, u32) {
        self.size()
    }

    fn color_type(&self) -> ColorType {
        (**self).color_type()
    }

    /// Returns the `iCCP` chunk, decompressed. Other chunks about color (`cICP`, `gAMA`, `cHRM`)
    /// are ignored: without an ICC profile the pixels are taken to be sRGB.
    fn icc_profile(&mut self) -> ImageResult<Option<Vec<u8>>> {
        let icc = self.reader.info().icc_profile.as_deref();
        Ok(icc.map(<[u8]>::to_vec))
    }

    /// Returns the `eXIf` chunk, which may follow the pixels.
    fn exif_metadata(&mut self) -> ImageResult<Option<Vec<u8>>> {
        let exif = self.reader.info().exif_metadata.as_deref();
        Ok(exif.map(<[u8]>::to_vec))
    }

    /// Decodes the pixels, then reads to the end of the file, so that an incomplete file is an
    /// error and metadata after the pixels is found.
    fn read_image(self, buffer: &mut [u8]) -> ImageResult<()> {
        self.reader.next_frame(buffer).map_err(image_error)?;
        self.reader.finish().map_err(image_error)
    }

    fn read_image_boxed(self: Box<Self>, buffer: &mut [u8]) -> ImageResult<()> {
        (*self).read_image(buffer)
    }
}

fn problem(error: DecodingError) -> Problem {
    decode::problem(Upload::Png, image_error(error))
}

fn image_error(error: DecodingError) -> ImageError {
    match error {
        DecodingError::IoError(error) => ImageError::IoError(error),
        error => ImageError::Decoding(ImageDecodingError::new(
            ImageFormatHint::Exact(ImageFormat::Png),
            error,
        )),
    }
}
