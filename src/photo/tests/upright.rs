//! Photos are upright whichever way they were stored.

use super::super::raster::{Channels, Raster};
use super::pictures::{chunk, exif, exif_segment, jpeg, map, png_with, scene, with_segments};
use super::{SETTINGS, distance, pixels, publish};

/// Where a stored picture's row 0 and column 0 are in the scene, in the words of EXIF 2.32 for
/// orientations 1 to 8.
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

/// The scene as a camera held in this orientation stores it.
fn stored(scene: &Raster, orientation: u8) -> Raster {
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
    Raster {
        width,
        height,
        channels: scene.channels,
        samples,
    }
}

#[test]
fn png_in_all_orientations_is_the_same_picture() {
    let scene = map(&scene(7, 5), Channels::Rgba, |p| [p[0], p[1], p[2], 200]);
    for orientation in 1..=8 {
        let exif = chunk(b"eXIf", &exif(orientation, ""));
        let stored = stored(&scene, orientation);
        for file in [
            png_with(&stored, std::slice::from_ref(&exif), &[]),
            png_with(&stored, &[], &[exif]),
        ] {
            assert_eq!(
                pixels(&publish(&file, SETTINGS)),
                scene,
                "orientation {orientation}"
            );
        }
    }
}

#[test]
fn jpeg_in_all_orientations_is_the_same_picture() {
    let scene = scene(64, 40);
    for orientation in 1..=8 {
        let file = with_segments(
            &jpeg(&stored(&scene, orientation)),
            &[exif_segment(orientation, "")],
        );
        let published = pixels(&publish(&file, SETTINGS));
        let distance = distance(&published, &scene);
        assert!(distance < 3.0, "orientation {orientation}: {distance}");
    }
}

#[test]
fn turning_comes_with_fitting() {
    let file = with_segments(&jpeg(&scene(600, 300)), &[exif_segment(6, "")]);
    let published = pixels(&publish(&file, SETTINGS));
    assert_eq!((published.width, published.height), (200, 400));
}

#[test]
fn orientations_that_do_not_exist_are_upright() {
    for orientation in [0, 9, 255] {
        let plain = jpeg(&scene(20, 10));
        let file = with_segments(&plain, &[exif_segment(orientation, "")]);
        assert!(publish(&file, SETTINGS) == publish(&plain, SETTINGS));
    }
}
