//! Published photos consist of pixels only.

use moxcms::{ColorProfile, ProfileText};

use super::jpeg_files::{
    exif_segment, icc_segments, jpeg, progressive_jpeg, segment, with_segments,
};
use super::pictures::{Channels, exif, map, scene};
use super::png_chunks::chunk;
use super::png_files::{png, png_with, zlib};
use super::webp_files::{extended_webp, riff_chunk, webp};
use super::{Format, PhotoSettings, SETTINGS, format_of, pixels, publish};

const CANARY: &str = "CANARY";

/// Counts the canaries in a file, in the encodings that metadata uses.
fn canaries(file: &[u8]) -> usize {
    let utf16: Vec<u8> = CANARY.bytes().flat_map(|letter| [0, letter]).collect();
    let count = |needle: &[u8]| file.windows(needle.len()).filter(|at| at == &needle).count();
    count(CANARY.as_bytes()) + count(&utf16)
}

fn profile(mut profile: ColorProfile) -> Vec<u8> {
    profile.description = Some(ProfileText::PlainString(CANARY.into()));
    profile.encode().unwrap()
}

/// Metadata of all kinds, with 8 canaries.
fn segments(orientation: u8, icc: &[u8]) -> Vec<Vec<u8>> {
    let text = |start: &str| [start.as_bytes(), CANARY.as_bytes()].concat();
    let mut segments = vec![
        segment(0xe0, &text("JFXX\0\x13")),
        exif_segment(orientation, CANARY),
        segment(0xe1, &text("http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>")),
        segment(0xed, &text("Photoshop 3.0\08BIM\x04\x04\0\0\0\0\0\x06")),
        segment(0xe2, &text("MPF\0")),
        segment(0xef, &text("private")),
        segment(0xfe, &text("")),
    ];
    segments.extend(icc_segments(icc));
    segments
}

#[test]
fn removes_jpeg_metadata() {
    let srgb = profile(ColorProfile::new_srgb());
    let other = profile(ColorProfile::new_display_p3());
    let small = PhotoSettings { max_px: 30, ..SETTINGS };
    for picture in [jpeg(&scene(64, 40)), progressive_jpeg(&scene(64, 40))] {
        let mut second = with_segments(&picture, &[exif_segment(1, CANARY)]);
        second.extend_from_slice(CANARY.as_bytes());
        // Unchanged, rotated, with other colors, smaller.
        for (orientation, icc, settings) in
            [(1, &srgb, SETTINGS), (6, &srgb, SETTINGS), (1, &other, SETTINGS), (1, &srgb, small)]
        {
            let mut file = with_segments(&picture, &segments(orientation, icc));
            // Between the tables and the data.
            let scan = file.windows(2).rposition(|pair| pair == b"\xff\xda").unwrap();
            file.splice(scan..scan, segment(0xfe, CANARY.as_bytes()));
            file.extend_from_slice(&second);
            assert_eq!(canaries(&file), 11);
            assert_eq!(canaries(&publish(&file, settings)), 0);
        }
    }
}

#[test]
fn removes_png_metadata() {
    let text = |parts: &[&[u8]]| parts.concat();
    let xmp = text(&[b"XML:com.adobe.xmp\0\0\0\0\0", CANARY.as_bytes()]);
    let packed = zlib(CANARY.as_bytes());
    let before = [
        chunk(b"iCCP", &text(&[b"CANARY\0\0", &zlib(&profile(ColorProfile::new_srgb()))])),
        chunk(b"tEXt", b"Author\0CANARY"),
        chunk(b"zTXt", &text(&[b"Comment\0\0", &packed])),
        chunk(b"iTXt", &xmp),
        chunk(b"iTXt", &text(&[b"Title\0\x01\0\0\0", &packed])),
        chunk(b"eXIf", &exif(1, CANARY)),
        chunk(b"prVt", CANARY.as_bytes()),
        chunk(b"tIME", b"\x07\xe8CANARY"),
        chunk(b"pHYs", b"\0\0\x0b\x13\0\0\x0b\x13\x01"),
    ];
    let after = [chunk(b"tEXt", b"Comment\0CANARY")];
    let scene = scene(40, 30);
    let faint = map(&scene, Channels::Rgba, |p| [p[0], p[1], p[2], 100]);
    for (picture, format) in [(&scene, Format::Jpeg), (&faint, Format::Png)] {
        let mut file = png_with(picture, &before, &after);
        file.extend_from_slice(CANARY.as_bytes());
        assert_eq!(canaries(&file), 11);
        let published = publish(&file, SETTINGS);
        assert_eq!(format_of(&published), format);
        assert_eq!(canaries(&published), 0);
    }
}

#[test]
fn removes_webp_metadata() {
    let scene = scene(40, 30);
    let faint = map(&scene, Channels::Rgba, |p| [p[0], p[1], p[2], 100]);
    for (picture, alpha, format) in [(&scene, 0, Format::Jpeg), (&faint, 0x10, Format::Png)] {
        let mut file = extended_webp(
            0x2c | alpha,
            picture.size(),
            &[
                riff_chunk(b"ICCP", &profile(ColorProfile::new_display_p3())),
                webp(picture).split_off(12),
                riff_chunk(b"EXIF", &exif(1, CANARY)),
                riff_chunk(b"XMP ", CANARY.as_bytes()),
                riff_chunk(b"prVt", CANARY.as_bytes()),
            ],
        );
        file.extend_from_slice(CANARY.as_bytes());
        assert_eq!(canaries(&file), 5);
        let published = publish(&file, SETTINGS);
        assert_eq!(format_of(&published), format);
        assert_eq!(canaries(&published), 0);
    }
}

#[test]
fn metadata_does_not_change_the_result() {
    let plain = jpeg(&scene(50, 50));
    let described = with_segments(&plain, &[exif_segment(1, "text"), segment(0xfe, b"hello")]);
    assert!(publish(&described, SETTINGS) == publish(&plain, SETTINGS));
}

#[test]
fn blackens_invisible_pixels() {
    let secret = map(&scene(32, 32), Channels::Rgba, |p| {
        [p[0], p[1], p[2], if p[0] < 128 { 0 } else { 255 }]
    });
    let published = pixels(&publish(&png(&secret), SETTINGS));
    let hidden = published.samples.chunks_exact(4).filter(|pixel| pixel[3] == 0);
    assert_eq!(hidden.clone().count(), 32 * 17);
    assert!(hidden.clone().all(|pixel| pixel == [0; 4]));
}
