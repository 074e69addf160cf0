//! JPEG: an [`ImageDecoder`] over the crate `jpeg-decoder`.

mod structure;

use image::error::{DecodingError, ImageFormatHint};
use image::{ColorType, ExtendedColorType, ImageDecoder, ImageError, ImageFormat, ImageResult};
use jpeg_decoder::{CodingProcess, Decoder, Error, PixelFormat, UnsupportedFeature};

use super::{Problem, Upload, color, decode};
use structure::Structure;

/// A JPEG file whose structure and headers have been read.
pub(super) struct JpegPhoto<'a> {
    decoder: Decoder<&'a [u8]>,
    /// Width and height that the decoder returns, in pixels.
    size: (u32, u32),
    pixel_format: PixelFormat,
}

impl<'a> JpegPhoto<'a> {
    pub(super) fn open(file: &'a [u8]) -> Result<Self, Problem> {
        let structure = Structure::read(file)?;
        let mut decoder = Decoder::new(file);
        decoder.read_info().map_err(problem)?;
        decoder.set_color_transform(structure.color_transform());
        let info = decoder.info().expect("`read_info` has read the frame header");
        if info.coding_process == CodingProcess::Lossless {
            return Err(Problem::Unsupported("lossless compression"));
        }
        if info.pixel_format == PixelFormat::CMYK32 {
            color::cmyk_transform(decoder.icc_profile().as_deref())?;
        }
        Ok(Self {
            decoder,
            size: (info.width.into(), info.height.into()),
            pixel_format: info.pixel_format,
        })
    }

    pub(super) const fn size(&self) -> (u32, u32) {
        self.size
    }

    /// Decodes at a half, a quarter or an eighth of the size if the longer side still has the
    /// length of that of `size`: this takes less time and a fraction of the memory.
    pub(super) fn scale(&mut self, size: (u32, u32)) -> Result<(), Problem> {
        // The decoder is content if either side is long enough, and a very narrow photo always
        // has its one pixel. Therefore both are the longer side.
        let side = u16::try_from(size.0.max(size.1)).unwrap_or(u16::MAX);
        let (width, height) = self.decoder.scale(side, side).map_err(problem)?;
        self.size = (width.into(), height.into());
        Ok(())
    }
}

impl ImageDecoder for &mut JpegPhoto<'_> {
    fn dimensions(&self) -> (u32, u32) {
        self.size
    }

    /// Returns RGBA for CMYK, which has no color type of its own.
    fn color_type(&self) -> ColorType {
        match self.pixel_format {
            PixelFormat::L8 | PixelFormat::L16 => ColorType::L8,
            PixelFormat::RGB24 => ColorType::Rgb8,
            PixelFormat::CMYK32 => ColorType::Rgba8,
        }
    }

    fn original_color_type(&self) -> ExtendedColorType {
        match self.pixel_format {
            PixelFormat::CMYK32 => ExtendedColorType::Cmyk8,
            _ => self.color_type().into(),
        }
    }

    fn icc_profile(&mut self) -> ImageResult<Option<Vec<u8>>> {
        Ok(self.decoder.icc_profile())
    }

    fn exif_metadata(&mut self) -> ImageResult<Option<Vec<u8>>> {
        Ok(self.decoder.exif_data().map(<[u8]>::to_vec))
    }

    fn read_image(self, buffer: &mut [u8]) -> ImageResult<()> {
        let samples = self.decoder.decode().map_err(image_error)?;
        buffer.copy_from_slice(&samples);
        Ok(())
    }

    fn read_image_boxed(self: Box<Self>, buffer: &mut [u8]) -> ImageResult<()> {
        (*self).read_image(buffer)
    }
}

const CUT_SHORT: Problem = Problem::CutShort(Upload::Jpeg);

fn damaged(detail: &str) -> Problem {
    Problem::Damaged(Upload::Jpeg, detail.into())
}

fn problem(error: Error) -> Problem {
    match error {
        Error::Unsupported(feature) => Problem::Unsupported(match feature {
            UnsupportedFeature::Hierarchical => "hierarchical coding",
            UnsupportedFeature::ArithmeticEntropyCoding => "arithmetic coding",
            UnsupportedFeature::SamplePrecision(_) => "more than 8 bits per color",
            _ => "an unusual structure",
        }),
        error => decode::problem(Upload::Jpeg, image_error(error)),
    }
}

fn image_error(error: Error) -> ImageError {
    match error {
        Error::Io(error) => ImageError::IoError(error),
        error => ImageError::Decoding(DecodingError::new(
            ImageFormatHint::Exact(ImageFormat::Jpeg),
            error,
        )),
    }
}
