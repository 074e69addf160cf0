//! Photos are published upright in whatever orientation they were stored.

use super::jpeg_files::{exif_segment, jpeg, segment, with_segments};
use super::pictures::{Channels, Picture, exif, map, scene};
use super::png_chunks::chunk;
use super::png_files::png_with;
use super::webp_files::{extended_webp, riff_chunk, webp};
use super::{SETTINGS, distance, pixels, publish};

/// Where row 0 and column 0 of a stored picture are in the scene, for orientations 1 to 8 of EXIF
/// 2.32 (4.6.4 A).
const SIDES: [(Side, Side); 8] = [
    (Side::Top, Side::Left),
    (Side::Top, Side::Right),
    (Side::Bottom, Side::Right),
    (Side::Bottom, Side::Left),
    (Side::Left, Side::Top),
    (Side::Right, Side::Top),
    (Side::Right, Side::Bottom),
    (Side::Left, Side::Bottom),
];

#[derive(Clone, Copy, PartialEq)]
enum Side {
    Top,
    Bottom,
    Left,
    Right,
}

/// Returns the scene as a camera in this orientation stores it.
fn stored(scene: &Picture, orientation: u8) -> Picture {
    let (row_0, column_0) = SIDES[usize::from(orientation) - 1];
    let (width, height) = if matches!(row_0, Side::Top | Side::Bottom) {
        (scene.width, scene.height)
    } else {
        (scene.height, scene.width)
    };
    let pixel = scene.channels.count();
    let mut samples = Vec::new();
    for row in 0..height {
        for column in 0..width {
            let (mut x, mut y) = (0, 0);
            for (side, distance) in [(row_0, row), (column_0, column)] {
                match side {
                    Side::Top => y = distance,
                    Side::Bottom => y = scene.height - 1 - distance,
                    Side::Left => x = distance,
                    Side::Right => x = scene.width - 1 - distance,
                }
            }
            let at = (y * scene.width + x) as usize * pixel;
            samples.extend_from_slice(&scene.samples[at..at + pixel]);
        }
    }
    Picture { width, height, channels: scene.channels, samples }
}

/// Returns EXIF with an orientation as SHORT or LONG, in both byte orders, after another entry.
fn variants(orientation: u8) -> Vec<Vec<u8>> {
    let value = u32::from(orientation);
    let tiff = |mark: &[u8; 4], short: fn(u16) -> [u8; 2], long: fn(u32) -> [u8; 4]| {
        [(3, [&short(value as u16)[..], &[0, 0]].concat()), (4, long(value).to_vec())].map(
            |(kind, value)| {
                let entry = |tag, kind, value: &[u8]| {
                    [&short(tag)[..], &short(kind), &long(1), value].concat()
                };
                let entries = [entry(0x100, 4, &long(6)), entry(0x112, kind, &value)].concat();
                [&mark[..], &long(8), &short(2), &entries, &long(0)].concat()
            },
        )
    };
    [
        tiff(b"MM\0*", u16::to_be_bytes, u32::to_be_bytes),
        tiff(b"II*\0", u16::to_le_bytes, u32::to_le_bytes),
    ]
    .concat()
}

/// Returns the variants as WebP and PNG have them: also with the start that belongs to JPEG only.
fn bare_variants(orientation: u8) -> Vec<Vec<u8>> {
    let bare = variants(orientation);
    let prefixed = bare.iter().map(|exif| [b"Exif\0\0", exif.as_slice()].concat());
    bare.iter().cloned().chain(prefixed).collect()
}

#[test]
fn rotates_png() {
    let scene = map(&scene(7, 5), Channels::Rgba, |p| [p[0], p[1], p[2], 200]);
    for orientation in 1..=8 {
        let stored = stored(&scene, orientation);
        for exif in bare_variants(orientation) {
            let chunk = chunk(b"eXIf", &exif);
            let before = png_with(&stored, std::slice::from_ref(&chunk), &[]);
            for file in [before, png_with(&stored, &[], &[chunk])] {
                let published = pixels(&publish(&file, SETTINGS));
                assert_eq!(published, scene, "orientation {orientation}: {exif:?}");
            }
        }
    }
}

#[test]
fn rotates_jpeg() {
    let scene = scene(64, 40);
    for orientation in 1..=8 {
        for exif in variants(orientation) {
            let segment = segment(0xe1, &[b"Exif\0\0", exif.as_slice()].concat());
            let file = with_segments(&jpeg(&stored(&scene, orientation)), &[segment]);
            let published = pixels(&publish(&file, SETTINGS));
            let distance = distance(&published, &scene);
            assert!(distance < 3.0, "orientation {orientation}: {exif:?}: {distance}");
        }
    }
}

#[test]
fn rotates_webp() {
    let scene = map(&scene(7, 5), Channels::Rgba, |p| [p[0], p[1], p[2], 200]);
    for orientation in 1..=8 {
        let stored = stored(&scene, orientation);
        for exif in bare_variants(orientation) {
            // Alpha and EXIF.
            let chunks = [webp(&stored).split_off(12), riff_chunk(b"EXIF", &exif)];
            let file = extended_webp(0x18, stored.size(), &chunks);
            let published = pixels(&publish(&file, SETTINGS));
            assert_eq!(published, scene, "orientation {orientation}: {exif:?}");
        }
    }
}

#[test]
fn rotates_and_scales() {
    let file = with_segments(&jpeg(&scene(600, 300)), &[exif_segment(6, "")]);
    let published = pixels(&publish(&file, SETTINGS));
    assert_eq!((published.width, published.height), (200, 400));
}

#[test]
fn ignores_undefined_orientations() {
    for orientation in [0, 9, 255] {
        let plain = jpeg(&scene(20, 10));
        let file = with_segments(&plain, &[exif_segment(orientation, "")]);
        assert!(publish(&file, SETTINGS) == publish(&plain, SETTINGS));
    }
}

#[test]
fn ignores_damaged_exif() {
    let plain = jpeg(&scene(20, 10));
    let whole = exif(6, "");
    let far_away = b"II*\0\xff\xff\xff\xff\x01\0";
    for damaged in (0..22).map(|len| &whole[..len]).chain([&far_away[..]]) {
        let segment = segment(0xe1, &[b"Exif\0\0", damaged].concat());
        let file = with_segments(&plain, &[segment]);
        assert!(publish(&file, SETTINGS) == publish(&plain, SETTINGS));
    }
}

/// As browsers do.
#[test]
fn uses_the_first_exif_segment_before_the_pixels() {
    let plain = jpeg(&scene(20, 10));
    let expected = publish(&with_segments(&plain, &[exif_segment(6, "")]), SETTINGS);
    // A directory without entries.
    let empty = segment(0xe1, b"Exif\0\0MM\0*\0\0\0\x08\0\0\0\0\0\0");
    for second in [empty, exif_segment(1, "")] {
        let file = with_segments(&plain, &[exif_segment(6, ""), second.clone()]);
        assert!(publish(&file, SETTINGS) == expected);
        let file = with_segments(&plain, &[second, exif_segment(6, "")]);
        assert!(publish(&file, SETTINGS) == publish(&plain, SETTINGS));
    }
    let mut file = plain.clone();
    file.splice(plain.len() - 2..plain.len() - 2, exif_segment(6, ""));
    assert!(publish(&file, SETTINGS) == publish(&plain, SETTINGS));
}
