//! Pictures made in code.

use jpeg_encoder::{ColorType, Encoder};

use super::super::raster::{Channels, Raster};

/// A smooth picture without any symmetry.
pub(super) fn scene(width: u32, height: u32) -> Raster {
    let samples = (0..height)
        .flat_map(|y| (0..width).map(move |x| (x, y)))
        .flat_map(|(x, y)| {
            let (right, down) = (x * 255 / width, y * 255 / height);
            [right as u8, down as u8, (right * down / 255) as u8]
        })
        .collect();
    Raster {
        width,
        height,
        channels: Channels::Rgb,
        samples,
    }
}

/// A picture with much detail: its data has all kinds of codes in it.
pub(super) fn noise(width: u32, height: u32) -> Raster {
    let mut picture = scene(width, height);
    let mut random = Random(7);
    for sample in &mut picture.samples {
        *sample = sample.wrapping_add(random.below(40) as u8);
    }
    picture
}

/// The picture with other samples, computed from each pixel.
pub(super) fn map<const N: usize>(
    picture: &Raster,
    channels: Channels,
    pixel: impl Fn(&[u8]) -> [u8; N],
) -> Raster {
    assert_eq!(N, channels.count());
    let pixels = picture.samples.chunks_exact(picture.channels.count());
    Raster {
        channels,
        samples: pixels.flat_map(pixel).collect(),
        ..*picture
    }
}

/// A baseline JPEG with a quarter of the colours.
pub(super) fn jpeg(picture: &Raster) -> Vec<u8> {
    jpeg_with(picture, |_| {})
}

/// A progressive JPEG, 56 x 40 pixels, whose coefficients come bit by bit. The encoder at hand
/// does not offer that: this is from libjpeg-turbo (quality 88, its own script of ten scans).
pub(super) const REFINED: &[u8] = include_bytes!("refined.jpg");

/// A progressive JPEG in which each coefficient comes at once.
pub(super) fn progressive_jpeg(picture: &Raster) -> Vec<u8> {
    jpeg_with(picture, |encoder| encoder.set_progressive(true))
}

pub(super) fn jpeg_with(picture: &Raster, set: impl FnOnce(&mut Encoder<&mut Vec<u8>>)) -> Vec<u8> {
    let colours = match picture.channels {
        Channels::Grey => ColorType::Luma,
        Channels::Rgb => ColorType::Rgb,
        Channels::Cmyk => ColorType::Cmyk,
        Channels::GreyAlpha | Channels::Rgba => panic!("not in a JPEG"),
    };
    jpeg_of(picture, colours, set)
}

pub(super) fn jpeg_of(
    picture: &Raster,
    colours: ColorType,
    set: impl FnOnce(&mut Encoder<&mut Vec<u8>>),
) -> Vec<u8> {
    let mut out = Vec::new();
    let mut encoder = Encoder::new(&mut out, 80);
    set(&mut encoder);
    encoder
        .encode(
            &picture.samples,
            picture.width as u16,
            picture.height as u16,
            colours,
        )
        .unwrap();
    out
}

/// A marker segment.
pub(super) fn segment(marker: u8, payload: &[u8]) -> Vec<u8> {
    let len = (payload.len() as u16 + 2).to_be_bytes();
    [&[0xff, marker], &len[..], payload].concat()
}

/// The JPEG with something after its start-of-image marker.
pub(super) fn with_segments(jpeg: &[u8], segments: &[Vec<u8>]) -> Vec<u8> {
    [&jpeg[..2], &segments.concat(), &jpeg[2..]].concat()
}

/// An EXIF structure with an orientation and a text.
pub(super) fn exif(orientation: u8, description: &str) -> Vec<u8> {
    let count = (description.len() as u32).to_be_bytes();
    let mut tiff = b"MM\0*\0\0\0\x08\0\x02".to_vec();
    // ImageDescription, at the end of the structure.
    tiff.extend_from_slice(&[b"\x01\x0e\0\x02", &count[..], b"\0\0\0\x26"].concat());
    tiff.extend_from_slice(&[b"\x01\x12\0\x03\0\0\0\x01\0", &[orientation][..], b"\0\0"].concat());
    tiff.extend_from_slice(b"\0\0\0\0");
    tiff.extend_from_slice(description.as_bytes());
    tiff
}

/// The EXIF segment of a JPEG.
pub(super) fn exif_segment(orientation: u8, description: &str) -> Vec<u8> {
    segment(
        0xe1,
        &[b"Exif\0\0", exif(orientation, description).as_slice()].concat(),
    )
}

/// The segments of a JPEG that hold an ICC profile.
pub(super) fn icc_segments(icc: &[u8]) -> Vec<Vec<u8>> {
    let parts: Vec<_> = icc.chunks(300).collect();
    let count = parts.len() as u8;
    let numbered = (1..).zip(parts);
    numbered
        .map(|(number, part)| {
            segment(
                0xe2,
                &[b"ICC_PROFILE\0", &[number, count][..], part].concat(),
            )
        })
        .collect()
}

/// How a PNG stores its pixels: header fields of PNG 3rd edition, 11.2.1.
#[derive(Clone, Copy)]
pub(super) struct Stored {
    /// 0 grey, 2 colour, 3 palette, 4 grey and opacity, 6 colour and opacity.
    pub(super) colour_type: u8,
    /// Bits of a sample.
    pub(super) depth: u8,
    /// Whether in seven passes (Adam7).
    pub(super) interlaced: bool,
}

/// A PNG with one byte for each sample, and chunks before and after its data.
pub(super) fn png_with(picture: &Raster, before: &[Vec<u8>], after: &[Vec<u8>]) -> Vec<u8> {
    let colour_type = match picture.channels {
        Channels::Grey => 0,
        Channels::GreyAlpha => 4,
        Channels::Rgb => 2,
        Channels::Rgba => 6,
        Channels::Cmyk => panic!("not in a PNG"),
    };
    let pixel = picture.channels.count();
    png_of(
        (picture.width, picture.height),
        Stored {
            colour_type,
            depth: 8,
            interlaced: false,
        },
        before,
        after,
        |x, y| {
            let at = (y * picture.width + x) as usize * pixel;
            picture.samples[at..at + pixel]
                .iter()
                .map(|&sample| sample.into())
                .collect()
        },
    )
}

/// A PNG with one byte for each sample.
pub(super) fn png(picture: &Raster) -> Vec<u8> {
    png_with(picture, &[], &[])
}

/// Any PNG. `pixel` gives the samples at a column and row.
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
    header.extend([
        stored.depth,
        stored.colour_type,
        0,
        0,
        stored.interlaced.into(),
    ]);
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
    bits.chunks(8)
        .map(|byte| byte.iter().fold(0, |sum, &bit| sum << 1 | u8::from(bit)))
        .collect()
}

/// A PNG chunk.
pub(super) fn chunk(kind: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let checked = [kind, data].concat();
    let len = (data.len() as u32).to_be_bytes();
    [&len[..], &checked, &crc32(&checked).to_be_bytes()].concat()
}

/// Data in zlib's format without compression, RFC 1950 and 1951, so that it can be found in it.
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

fn crc32(data: &[u8]) -> u32 {
    !data.iter().fold(!0, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc: u32, _| {
            if crc & 1 == 1 {
                crc >> 1 ^ 0xedb8_8320
            } else {
                crc >> 1
            }
        })
    })
}

/// Numbers that look random and are the same each time (xorshift).
pub(super) struct Random(pub(super) u64);

impl Random {
    /// From 0 up to `end`, without it.
    pub(super) fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % end
    }
}
