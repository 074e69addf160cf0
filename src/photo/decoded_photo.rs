//! The pixels of an upload and the metadata that affects them.

use image::DynamicImage;
use image::metadata::Orientation;

/// The pixels of an upload and how to interpret them.
pub(super) struct DecodedPhoto {
    /// The pixels as stored, with 8 bits per sample. Of a CMYK photo, the four inks take the
    /// place of red, green, blue and alpha: 0 is no ink, 255 is full ink.
    pub(super) image: DynamicImage,
    pub(super) is_cmyk: bool,
    /// The embedded ICC profile, unchecked.
    pub(super) icc: Option<Vec<u8>>,
    /// From EXIF; upright if EXIF is missing or cannot be read, as in browsers.
    pub(super) orientation: Orientation,
}

impl DecodedPhoto {
    /// Reads the orientation from the `exif` chunk.
    pub(super) fn new(
        image: DynamicImage,
        is_cmyk: bool,
        icc: Option<Vec<u8>>,
        exif: Option<&[u8]>,
    ) -> Self {
        let orientation = exif.and_then(orientation_in);
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

/// Returns the orientation in a chunk of EXIF: tag 0x112 (EXIF 2.32, 4.6.4 A) of the first directory of a TIFF structure.
/// It is a SHORT (type 3); some programs store a LONG (4). In JPEG, `Exif\0\0` precedes it; some programs write this in
/// other formats, too.
fn orientation_in(exif: &[u8]) -> Option<Orientation> {
    let tiff = exif.strip_prefix(b"Exif\0\0").unwrap_or(exif);
    let is_little_endian = tiff.starts_with(b"II*\0");
    let number = |at: usize, length: usize| {
        let bytes = tiff.get(at..)?.get(..length)?.iter();
        let join = |number, byte: &u8| number << 8 | usize::from(*byte);
        Some(if is_little_endian { bytes.rev().fold(0, join) } else { bytes.fold(0, join) })
    };
    let directory = number(4, 4).filter(|_| is_little_endian || tiff.starts_with(b"MM\0*"))?;
    let mut entries = (0..number(directory, 2)?).map(|index| directory + 2 + 12 * index);
    let entry = entries.find(|entry| number(*entry, 2) == Some(0x112))?;
    let kind = number(entry + 2, 2).filter(|kind| [3, 4].contains(kind))?;
    let value = number(entry + 8, if kind == 3 { 2 } else { 4 })?;
    Orientation::from_exif(value.try_into().ok()?)
}
