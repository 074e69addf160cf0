//! PNG files and their chunks.

use super::pictures::{Channels, Picture};
use super::png_chunks::chunk;

/// How a PNG stores its pixels: header fields of PNG 3rd edition, 11.2.1.
#[derive(Clone, Copy)]
pub(super) struct Stored {
    /// 0 gray, 2 RGB, 3 palette, 4 gray and alpha, 6 RGB and alpha.
    pub(super) color_type: u8,
    /// Bits of a sample.
    pub(super) depth: u8,
    /// Whether the pixels are in seven passes (Adam7).
    pub(super) interlaced: bool,
}

/// A PNG with one byte per sample, and chunks before and after its data.
pub(super) fn png_with(picture: &Picture, before: &[Vec<u8>], after: &[Vec<u8>]) -> Vec<u8> {
    let color_type = match picture.channels {
        Channels::Gray => 0,
        Channels::GrayAlpha => 4,
        Channels::Rgb => 2,
        Channels::Rgba => 6,
        Channels::Cmyk => panic!("not in a PNG"),
    };
    let pixel = picture.channels.count();
    png_of(
        (picture.width, picture.height),
        Stored { color_type, depth: 8, interlaced: false },
        before,
        after,
        |x, y| {
            let at = (y * picture.width + x) as usize * pixel;
            picture.samples[at..at + pixel].iter().map(|&sample| sample.into()).collect()
        },
    )
}

/// A PNG with one byte per sample.
pub(super) fn png(picture: &Picture) -> Vec<u8> {
    png_with(picture, &[], &[])
}

/// Any PNG. `pixel` returns the samples at a column and row.
pub(super) fn png_of(
    (width, height): (u32, u32),
    stored: Stored,
    before: &[Vec<u8>],
    after: &[Vec<u8>],
    pixel: impl Fn(u32, u32) -> Vec<u16>,
) -> Vec<u8> {
    // First column, first row, columns to the next, rows to the next: 8.2.
    let passes: &[[u32; 4]] = if stored.interlaced {
        &[
            [0, 0, 8, 8],
            [4, 0, 8, 8],
            [0, 4, 4, 8],
            [2, 0, 4, 4],
            [0, 2, 2, 4],
            [1, 0, 2, 2],
            [0, 1, 1, 2],
        ]
    } else {
        &[[0, 0, 1, 1]]
    };
    let mut data = Vec::new();
    for &[x, y, right, down] in passes {
        for y in (y..height).step_by(down as usize).filter(|_| x < width) {
            let samples = (x..width).step_by(right as usize).flat_map(|x| pixel(x, y));
            data.push(0);
            data.extend(packed(samples, stored.depth));
        }
    }
    let mut header = [width.to_be_bytes(), height.to_be_bytes()].concat();
    header.extend([stored.depth, stored.color_type, 0, 0, stored.interlaced.into()]);
    [
        b"\x89PNG\r\n\x1a\n".to_vec(),
        chunk(b"IHDR", &header),
        before.concat(),
        chunk(b"IDAT", &zlib(&data)),
        after.concat(),
        chunk(b"IEND", b""),
    ]
    .concat()
}

fn packed(samples: impl Iterator<Item = u16>, depth: u8) -> Vec<u8> {
    let mut bits: Vec<bool> = samples
        .flat_map(|sample| (0..depth).rev().map(move |bit| sample >> bit & 1 == 1))
        .collect();
    bits.resize(bits.len().next_multiple_of(8), false);
    bits.chunks(8).map(|byte| byte.iter().fold(0, |sum, &bit| sum << 1 | u8::from(bit))).collect()
}

/// The data in zlib's format, RFC 1950 and 1951, not compressed, so that tests can find it.
pub(super) fn zlib(data: &[u8]) -> Vec<u8> {
    let mut out = vec![0x78, 0x01];
    let mut blocks = data.chunks(0xffff).peekable();
    while let Some(block) = blocks.next() {
        let len = block.len() as u16;
        out.push(blocks.peek().is_none().into());
        out.extend(len.to_le_bytes());
        out.extend((!len).to_le_bytes());
        out.extend(block);
    }
    out.extend(adler32(data).to_be_bytes());
    out
}

fn adler32(data: &[u8]) -> u32 {
    let (a, b) = data.iter().fold((1, 0), |(a, b), &byte| {
        let a = (a + u32::from(byte)) % 65521;
        (a, (b + a) % 65521)
    });
    b << 16 | a
}
