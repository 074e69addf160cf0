//! The pixels of an upload and the metadata that affects them.

use image::DynamicImage;
use image::metadata::Orientation;

use super::color;
use super::exif::Exif;

/// The pixels of an upload and how to interpret them.
pub(super) struct DecodedPhoto {
    /// The pixels as stored, with 8 bits per sample. Of a CMYK photo, the four inks take the
    /// place of red, green, blue and alpha: 0 is no ink, 255 is full ink.
    pub(super) image: DynamicImage,
    pub(super) is_cmyk: bool,
    /// The embedded ICC profile, unchecked, or one of what other metadata says about the colors.
    pub(super) icc: Option<Vec<u8>>,
    /// From EXIF; upright if EXIF is missing or cannot be read, as in browsers.
    pub(super) orientation: Orientation,
}

impl DecodedPhoto {
    /// Reads the orientation, and the color space if there is no profile, from the `exif` chunk.
    pub(super) fn new(
        image: DynamicImage,
        is_cmyk: bool,
        icc: Option<Vec<u8>>,
        exif: Option<&[u8]>,
    ) -> Self {
        let exif = exif.and_then(Exif::read);
        let orientation = exif.as_ref().and_then(Exif::orientation);
        let orientation = orientation.unwrap_or(Orientation::NoTransforms);
        let is_adobe_rgb = !is_cmyk && exif.is_some_and(|exif| exif.is_adobe_rgb());
        let icc = icc.or_else(|| is_adobe_rgb.then(color::adobe_rgb).flatten());
        Self { image, is_cmyk, icc, orientation }
    }

    pub(super) fn is_transparent(&self) -> bool {
        let color = self.image.color();
        let mut pixels = self.image.as_bytes().chunks_exact(color.channel_count().into());
        let is_translucent = |pixel: &[u8]| pixel.last() < Some(&u8::MAX);
        !self.is_cmyk && color.has_alpha() && pixels.any(is_translucent)
    }
}
