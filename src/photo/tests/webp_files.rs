//! WebP files and their chunks.

use image::codecs::webp::WebPEncoder;
use image::{ExtendedColorType, ImageEncoder as _};

use super::pictures::{Channels, Picture};

/// The picture of [`REFINED`](super::jpeg_files::REFINED) without its noise, as lossy WebP (libwebp, quality 90).
pub(super) const LOSSY_WEBP: &[u8] = include_bytes!("lossy.webp");

/// [`LOSSY_WEBP`] with an alpha channel of `min(6 * x, 255)`.
pub(super) const LOSSY_ALPHA_WEBP: &[u8] = include_bytes!("lossy_alpha.webp");

/// A lossless WebP.
pub(super) fn webp(picture: &Picture) -> Vec<u8> {
    let color = match picture.channels {
        Channels::Rgb => ExtendedColorType::Rgb8,
        Channels::Rgba => ExtendedColorType::Rgba8,
        _ => panic!("not in a WebP"),
    };
    let mut out = Vec::new();
    WebPEncoder::new_lossless(&mut out)
        .write_image(&picture.samples, picture.width, picture.height, color)
        .unwrap();
    out
}

/// A WebP with an extended header of this size and flags (RFC 9649, 2.7), and these chunks.
pub(super) fn extended_webp(flags: u8, (width, height): (u32, u32), chunks: &[Vec<u8>]) -> Vec<u8> {
    let [w, h] = [width - 1, height - 1].map(u32::to_le_bytes);
    let header = [&[flags, 0, 0, 0], &w[..3], &h[..3]].concat();
    riff(&[&[riff_chunk(b"VP8X", &header)], chunks].concat())
}

/// A WebP of these chunks.
pub(super) fn riff(chunks: &[Vec<u8>]) -> Vec<u8> {
    riff_chunk(b"RIFF", &[b"WEBP", chunks.concat().as_slice()].concat())
}

/// A chunk of WebP, padded to an even length.
pub(super) fn riff_chunk(name: &[u8; 4], payload: &[u8]) -> Vec<u8> {
    let length = (payload.len() as u32).to_le_bytes();
    let padding = &[0][..payload.len() % 2];
    [name, &length[..], payload, padding].concat()
}
