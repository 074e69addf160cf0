//! JPEG: reads the file with the crate `jpeg-decoder`.

mod end_marker;
mod structure;

use std::io::ErrorKind;

use image::{DynamicImage, GrayImage, RgbImage, RgbaImage};
use jpeg_decoder::{CodingProcess, Decoder, Error, ImageInfo, PixelFormat};

use super::decoded_photo::DecodedPhoto;
use super::{Problem, Upload, color, limits};
pub(super) use end_marker::with_end_marker;

use structure::Structure;

/// The maximum length of the pixels, in bytes, up to which a JPEG is decoded at full size although
/// half the size has enough pixels. It keeps progressive JPEGs within the limit on memory.
const MAX_BYTES_FOR_MARGIN: u64 = 64 << 20;

/// A JPEG file whose structure and headers have been read.
pub(super) struct JpegPhoto<'a> {
    decoder: Decoder<&'a [u8]>,
    info: ImageInfo,
    exif: Option<&'a [u8]>,
}

impl<'a> JpegPhoto<'a> {
    pub(super) fn open(file: &'a [u8]) -> Result<Self, Problem> {
        let structure = Structure::read(file)?;
        let mut decoder = Decoder::new(file);
        decoder.read_info().map_err(problem)?;
        decoder.set_color_transform(structure.color_transform());
        let info = decoder.info().expect("`read_info` has read the frame header");
        if info.coding_process == CodingProcess::Lossless {
            return Err(Problem::Unsupported(UNUSUAL));
        }
        if info.pixel_format == PixelFormat::CMYK32 {
            color::cmyk_transform(decoder.icc_profile().as_deref())?;
        }
        Ok(Self { decoder, info, exif: structure.exif })
    }

    pub(super) fn size(&self) -> (u32, u32) {
        (self.info.width.into(), self.info.height.into())
    }

    /// Decodes at a half, a quarter or an eighth of the size if the longer side still has the
    /// length of [`Self::decoded_side`]: this takes less time and a fraction of the memory.
    pub(super) fn decode(mut self, size: (u32, u32)) -> Result<DecodedPhoto, Problem> {
        // The decoder is content if either side is long enough, and a very narrow photo always
        // has its one pixel. Therefore both are the longer side.
        let side = u16::try_from(self.decoded_side(size)).unwrap_or(u16::MAX);
        let (width, height) = self.decoder.scale(side, side).map_err(problem)?;
        let samples = self.decoder.decode().map_err(problem)?;
        let is_cmyk = self.info.pixel_format == PixelFormat::CMYK32;
        let (width, height) = (width.into(), height.into());
        let image: Option<DynamicImage> = match self.info.pixel_format {
            PixelFormat::L8 | PixelFormat::L16 => {
                GrayImage::from_raw(width, height, samples).map(Into::into)
            }
            PixelFormat::RGB24 => RgbImage::from_raw(width, height, samples).map(Into::into),
            // `image` has no type of its own for CMYK.
            PixelFormat::CMYK32 => RgbaImage::from_raw(width, height, samples).map(Into::into),
        };
        let image = image.expect("the decoder returns every sample of every pixel");
        let icc = self.decoder.icc_profile();
        Ok(DecodedPhoto::new(image, is_cmyk, icc, self.exif))
    }

    /// Returns the minimum length of the longer side to decode for a result of `size`.
    ///
    /// The decoder averages blocks of samples, also of colors that are stored at half the resolution
    /// (4:2:0). The margin leaves scaling by a factor of 1.75 or more to the resizer. Otherwise
    /// fine patterns would turn into stripes of wrong colors.
    fn decoded_side(&self, size: (u32, u32)) -> u32 {
        let side = size.0.max(size.1);
        let with_margin = side * 7 / 4;
        let (width, height) = self.size();
        let bytes = limits::pixels(width, height) * self.info.pixel_format.pixel_bytes() as u64;
        match bytes <= MAX_BYTES_FOR_MARGIN {
            true => with_margin,
            false => with_margin.min(side.max(width.max(height).div_ceil(2))),
        }
    }
}

/// What hardly any program can show, such as a JPEG with arithmetic coding or without loss.
const UNUSUAL: &str = "an unusual kind of JPEG";

const CUT_SHORT: Problem = Problem::CutShort(Upload::Jpeg);

fn damaged(detail: &str) -> Problem {
    Problem::Damaged(Upload::Jpeg, detail.into())
}

/// Returns the problem of a file that cannot be decoded.
fn problem(error: Error) -> Problem {
    match error {
        Error::Unsupported(_) => Problem::Unsupported(UNUSUAL),
        Error::Io(error) if error.kind() == ErrorKind::UnexpectedEof => CUT_SHORT,
        error => damaged(&error.to_string()),
    }
}
