//! The size of published photos, and limits on uploads.

use super::super::{MAX_BYTES, MAX_PIXELS, MAX_SIDE};
use super::jpeg_files::{jpeg, segment};
use super::pictures::{noise, scene};
use super::png_chunks::chunk;
use super::png_files::{Stored, png, png_of, png_with};
use super::webp_files::{extended_webp, riff, riff_chunk, webp};
use super::{PhotoSettings, Problem, SETTINGS, inspect, pixels, problem, publish};

#[track_caller]
fn check((width, height): (u32, u32), max_px: u32, expected: (u32, u32)) {
    let settings = PhotoSettings { max_px, ..SETTINGS };
    let scene = scene(width, height);
    for file in [jpeg(&scene), png(&scene), webp(&scene)] {
        let published = pixels(&publish(&file, settings));
        assert_eq!(published.size(), expected);
    }
}

#[test]
fn limits_the_longer_side() {
    check((300, 200), 150, (150, 100));
    check((200, 300), 150, (100, 150));
    check((300, 200), 300, (300, 200));
    check((30, 20), 300, (30, 20));
    check((300, 2), 10, (10, 1));
    check((1, 1), 10, (1, 1));
    check((9, 17), 0, (1, 1));
}

#[test]
fn scales_without_changing_the_picture() {
    let published = publish(&png(&scene(400, 200)), PhotoSettings { max_px: 100, quality: 100 });
    let distance = super::distance(&pixels(&published), &scene(100, 50));
    assert!(distance < 3.0, "{distance}");
}

#[test]
fn quality_affects_the_file_size() {
    let file = png(&noise(100, 100));
    let size = |quality| publish(&file, PhotoSettings { max_px: 100, quality }).len();
    assert!(size(30) < size(60) && size(60) < size(95));
    assert_eq!((size(0), size(255)), (size(1), size(100)));
}

/// A PNG that states this size and has one pixel.
fn png_header(width: u32, height: u32) -> Vec<u8> {
    let stored = Stored { color_type: 0, depth: 1, interlaced: false };
    let mut file = png_of((1, 1), stored, &[], &[], |_, _| vec![0]);
    let fields = [width.to_be_bytes(), height.to_be_bytes()].concat();
    file.splice(8..33, chunk(b"IHDR", &[fields.as_slice(), &[1, 0, 0, 0, 0]].concat()));
    file
}

/// A JPEG with a frame of this kind and size, `scans` scans and no data.
fn jpeg_header(start: u8, width: u16, height: u16, scans: usize) -> Vec<u8> {
    let size = [height.to_be_bytes(), width.to_be_bytes()].concat();
    let components = [1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0];
    let frame = segment(start, &[&[8], size.as_slice(), &[3], &components].concat());
    let scan = segment(0xda, &[3, 1, 0, 2, 0, 3, 0, 0, 0, 0]);
    [b"\xff\xd8", frame.as_slice(), &scan.repeat(scans), b"\xff\xd9"].concat()
}

#[track_caller]
fn refused(file: &[u8], expected: &Problem) {
    assert_eq!(inspect(file).unwrap_err(), *expected);
    assert_eq!(problem(file), *expected);
}

#[test]
fn rejects_too_large_photos_by_their_header() {
    let (width, height) = (30_000, 30_000);
    refused(&png_header(width, height), &Problem::TooManyPixels((width, height), MAX_PIXELS));
    let (width, height) = (MAX_SIDE + 1, 1);
    refused(&png_header(width, height), &Problem::TooManyPixels((width, height), MAX_PIXELS));
    let (width, height) = (10_000, 5_001);
    let most = MAX_PIXELS;
    refused(&png_header(width, height), &Problem::TooManyPixels((width, height), most));
    let file = jpeg_header(0xc0, 10_000, 5_001, 1);
    refused(&file, &Problem::TooManyPixels((width, height), most));
    let (width, height) = (65_535, 65_535);
    let file = jpeg_header(0xc0, 65_535, 65_535, 1);
    refused(&file, &Problem::TooManyPixels((width, height), MAX_PIXELS));
    refused(&jpeg_header(0xc0, 0, 5, 1), &Problem::NoPixels);
    refused(&jpeg_header(0xc0, 5, 0, 1), &Problem::NoPixels);
    assert!(matches!(inspect(&png_header(0, 5)), Err(Problem::Damaged(..))));
}

#[test]
fn limits_progressive_jpeg_further() {
    assert!(inspect(&jpeg_header(0xc0, 7000, 7000, 1)).is_ok());
    let (width, height) = (7000, 7000);
    let most = 30_000_000;
    refused(&jpeg_header(0xc2, 7000, 7000, 1), &Problem::TooManyPixels((width, height), most));
    assert!(inspect(&jpeg_header(0xc2, 5000, 5000, 1)).is_ok());
}

#[test]
fn limits_webp_further() {
    let (width, height) = (6000, 5000);
    let most = 25_714_285;
    let too_large = Problem::TooManyPixels((width, height), most);
    let mut lossless = webp(&scene(8, 8));
    // 14 bits each of width - 1 and height - 1, after the signature of VP8L.
    let size = ((height - 1) << 14) | (width - 1);
    lossless[21..25].copy_from_slice(&size.to_le_bytes());
    refused(&lossless, &too_large);
    refused(&extended_webp(0, (width, height), &[lossless.split_off(12)]), &too_large);
    let frame = riff_chunk(b"VP8 ", b"\x10\0\0\x9d\x01\x2a\x70\x17\x88\x13");
    refused(&riff(std::slice::from_ref(&frame)), &too_large);
    // A small header does not hide a large frame.
    refused(&extended_webp(0, (8, 8), &[frame]), &too_large);
}

#[test]
fn rejects_jpeg_with_many_scans() {
    assert!(inspect(&jpeg_header(0xc2, 100, 100, 32)).is_ok());
    assert!(matches!(inspect(&jpeg_header(0xc2, 100, 100, 33)), Err(Problem::Damaged(..))));
}

#[test]
fn limits_the_file_length() {
    let mut file = jpeg(&scene(20, 10));
    file.resize(MAX_BYTES, 0);
    assert!(inspect(&file).is_ok());
    file.push(0);
    refused(&file, &Problem::TooManyBytes);
    refused(b"", &Problem::Empty);
}

/// 50 MB of zeros, compressed, in each kind of compressed chunk.
#[test]
fn does_not_inflate_compressed_metadata() {
    let mut bomb = Vec::new();
    let mut encoder = ::png::Encoder::new(&mut bomb, 10_000, 5_000);
    encoder.set_color(::png::ColorType::Grayscale);
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(&vec![0; 50_000_000]).unwrap();
    writer.finish().unwrap();
    // Signature, header; length and type of the first data chunk; trailer.
    let data = bomb.windows(4).position(|kind| kind == b"IDAT").unwrap();
    let len = u32::from_be_bytes(bomb[data - 4..data].try_into().unwrap()) as usize;
    let zeros = &bomb[data + 4..data + 4 + len];
    assert!(len < 1 << 20);
    let picture = scene(20, 10);
    let plain = publish(&png(&picture), SETTINGS);
    for chunk in [
        chunk(b"iCCP", &[b"x\0\0", zeros].concat()),
        chunk(b"zTXt", &[b"x\0\0", zeros].concat()),
        chunk(b"iTXt", &[b"x\0\x01\0\0\0", zeros].concat()),
    ] {
        let file = png_with(&picture, &[chunk], &[]);
        assert!(publish(&file, SETTINGS) == plain);
    }
}
