//! JPEG files and their segments.

use jpeg_encoder::{ColorType, Encoder};

use super::pictures::{Channels, Picture, exif};

/// A baseline JPEG with chroma at half the resolution.
pub(super) fn jpeg(picture: &Picture) -> Vec<u8> {
    jpeg_with(picture, |_| {})
}

/// A progressive JPEG, 56 x 40 pixels, whose coefficients are refined bit by bit. `jpeg-encoder`
/// cannot do that: this is from libjpeg-turbo (quality 88, its own script of ten scans).
pub(super) const REFINED: &[u8] = include_bytes!("refined.jpg");

/// A progressive JPEG in which each coefficient is in one scan.
pub(super) fn progressive_jpeg(picture: &Picture) -> Vec<u8> {
    jpeg_with(picture, |encoder| encoder.set_progressive(true))
}

pub(super) fn jpeg_with(
    picture: &Picture,
    set: impl FnOnce(&mut Encoder<&mut Vec<u8>>),
) -> Vec<u8> {
    let color = match picture.channels {
        Channels::Gray => ColorType::Luma,
        Channels::Rgb => ColorType::Rgb,
        Channels::Cmyk => ColorType::Cmyk,
        Channels::GrayAlpha | Channels::Rgba => panic!("not in a JPEG"),
    };
    jpeg_of(picture, color, set)
}

pub(super) fn jpeg_of(
    picture: &Picture,
    color: ColorType,
    set: impl FnOnce(&mut Encoder<&mut Vec<u8>>),
) -> Vec<u8> {
    let mut out = Vec::new();
    let mut encoder = Encoder::new(&mut out, 80);
    set(&mut encoder);
    encoder.encode(&picture.samples, picture.width as u16, picture.height as u16, color).unwrap();
    out
}

/// A marker segment.
pub(super) fn segment(marker: u8, payload: &[u8]) -> Vec<u8> {
    let len = (payload.len() as u16 + 2).to_be_bytes();
    [&[0xff, marker], &len[..], payload].concat()
}

/// The JPEG with segments after its start-of-image marker.
pub(super) fn with_segments(jpeg: &[u8], segments: &[Vec<u8>]) -> Vec<u8> {
    [&jpeg[..2], &segments.concat(), &jpeg[2..]].concat()
}

/// The EXIF segment of a JPEG.
pub(super) fn exif_segment(orientation: u8, description: &str) -> Vec<u8> {
    segment(0xe1, &[b"Exif\0\0", exif(orientation, description).as_slice()].concat())
}

/// The segments of a JPEG that hold an ICC profile.
pub(super) fn icc_segments(icc: &[u8]) -> Vec<Vec<u8>> {
    let parts: Vec<_> = icc.chunks(300).collect();
    let count = parts.len() as u8;
    let numbered = (1..).zip(parts);
    numbered
        .map(|(number, part)| {
            segment(0xe2, &[b"ICC_PROFILE\0", &[number, count][..], part].concat())
        })
        .collect()
}
