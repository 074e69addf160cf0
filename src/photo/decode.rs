//! Decoding an upload of any supported format into pixels and the metadata that affects them.

use std::io::Cursor;

use image::codecs::webp::WebPDecoder;
use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder as _};

use super::jpeg::JpegPhoto;
use super::png::PngPhoto;
use super::{Problem, Upload, webp};

/// An upload whose headers have been read and whose size is within the limits.
pub(super) enum Photo<'a> {
    Jpeg(Box<JpegPhoto<'a>>),
    Png(Box<PngPhoto<'a>>),
    WebP(Box<WebPDecoder<Cursor<&'a [u8]>>>),
}

impl<'a> Photo<'a> {
    pub(super) fn open(file: &'a [u8], upload: Upload) -> Result<Self, Problem> {
        Ok(match upload {
            Upload::Jpeg => Self::Jpeg(Box::new(JpegPhoto::open(file)?)),
            Upload::Png => Self::Png(Box::new(PngPhoto::open(file)?)),
            Upload::WebP => Self::WebP(Box::new(webp::open(file)?)),
        })
    }

    pub(super) fn size(&self) -> (u32, u32) {
        match self {
            Self::Jpeg(photo) => photo.size(),
            Self::Png(photo) => photo.size(),
            Self::WebP(decoder) => decoder.dimensions(),
        }
    }

    pub(super) fn has_alpha(&self) -> bool {
        match self {
            Self::Jpeg(_) => false,
            Self::Png(photo) => photo.color_type().has_alpha(),
            Self::WebP(decoder) => decoder.color_type().has_alpha(),
        }
    }

    /// Decodes the photo. A JPEG is decoded at a fraction of its size if the result is not
    /// smaller than `size`.
    pub(super) fn decode(self, size: (u32, u32)) -> Result<Decoded, Problem> {
        match self {
            Self::Jpeg(photo) => photo.decode(size),
            Self::Png(photo) => photo.decode(),
            Self::WebP(decoder) => webp::decode(*decoder),
        }
    }
}

/// The pixels of an upload and how to interpret them.
pub(super) struct Decoded {
    /// The pixels as stored, with 8 bits per sample. Of a CMYK photo, the four inks take the
    /// place of red, green, blue and alpha: 0 is no ink, 255 is full ink.
    pub(super) image: DynamicImage,
    pub(super) is_cmyk: bool,
    /// The embedded ICC profile, unchecked.
    pub(super) icc: Option<Vec<u8>>,
    /// From EXIF; upright if EXIF is missing or cannot be read, as in browsers.
    pub(super) orientation: Orientation,
}

impl Decoded {
    /// Reads the orientation from the `exif` chunk.
    pub(super) fn new(
        image: DynamicImage,
        is_cmyk: bool,
        icc: Option<Vec<u8>>,
        exif: Option<&[u8]>,
    ) -> Self {
        let orientation = exif.and_then(Orientation::from_exif_chunk);
        let orientation = orientation.unwrap_or(Orientation::NoTransforms);
        Self { image, is_cmyk, icc, orientation }
    }

    pub(super) fn is_transparent(&self) -> bool {
        let color = self.image.color();
        let mut pixels = self.image.as_bytes().chunks_exact(color.channel_count().into());
        let is_translucent = |pixel: &[u8]| pixel.last() < Some(&u8::MAX);
        !self.is_cmyk && color.has_alpha() && pixels.any(is_translucent)
    }
}
