//! Decoding an upload of any supported format.

use std::io::Cursor;

use image::ImageDecoder as _;
use image::codecs::webp::WebPDecoder;

use super::decoded_photo::DecodedPhoto;
use super::jpeg::JpegPhoto;
use super::png::PngPhoto;
use super::{Problem, Upload, webp};

/// An upload whose headers have been read and whose size is within the limits.
pub(super) enum OpenPhoto<'a> {
    Jpeg(Box<JpegPhoto<'a>>),
    Png(Box<PngPhoto<'a>>),
    WebP(Box<WebPDecoder<Cursor<&'a [u8]>>>),
}

impl<'a> OpenPhoto<'a> {
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

    /// Decodes the photo. A JPEG is decoded at a fraction of its size if that is more than enough
    /// for `size`.
    pub(super) fn decode(self, size: (u32, u32)) -> Result<DecodedPhoto, Problem> {
        match self {
            Self::Jpeg(photo) => photo.decode(size),
            Self::Png(photo) => photo.decode(),
            Self::WebP(decoder) => webp::decode(*decoder),
        }
    }
}
