//! How the components of a JPEG become colors.

use jpeg_encoder::{ColorType, SamplingFactor};

use super::jpeg_files::{icc_segments, jpeg_of, segment, with_segments};
use super::pictures::{Channels, Picture, cmyk_profile, map, scene};
use super::{Format, assert_published, pixels};

fn adobe(transform: u8) -> Vec<u8> {
    segment(0xee, &[b"Adobe\0\x64\0\0\0\0", &[transform][..]].concat())
}

fn position(file: &[u8], bytes: &[u8]) -> usize {
    file.windows(bytes.len()).position(|window| window == bytes).unwrap()
}

/// Returns a JPEG whose components are the samples of the scene, without the JFIF segment that the
/// encoder writes.
fn stored(scene: &Picture, ids: &[u8; 3]) -> Vec<u8> {
    let mut file = jpeg_of(scene, ColorType::Ycbcr, |encoder| {
        encoder.set_quality(100);
        encoder.set_sampling_factor(SamplingFactor::F_1_1);
    });
    let length = segment(0xe0, &[0; 14]).len();
    assert_eq!(position(&file, b"JFIF"), 6);
    file.drain(2..2 + length);
    let frame = position(&file, b"\xff\xc0\0\x11");
    let scan = position(&file, b"\xff\xda\0\x0c");
    for (index, id) in ids.iter().enumerate() {
        file[frame + 10 + 3 * index] = *id;
        file[scan + 5 + 2 * index] = *id;
    }
    file
}

/// The rules of libjpeg, `default_decompress_parms`. `true` means RGB, `false` YCbCr.
#[test]
fn reads_colors_like_libjpeg() {
    let scene = scene(40, 30);
    let jfif = segment(0xe0, b"JFIF\0\x01\x01\0\0\x01\0\x01\0\0");
    let short_jfif = segment(0xe0, b"JFIF\0");
    for (ids, without_segments) in [([1, 2, 3], false), ([0, 1, 2], false), (*b"RGB", true)] {
        for (segments, is_rgb) in [
            (vec![], without_segments),
            (vec![short_jfif.clone()], without_segments),
            (vec![jfif.clone()], false),
            (vec![adobe(0)], true),
            (vec![adobe(1)], false),
            (vec![adobe(2)], false),
            (vec![jfif.clone(), adobe(0)], false),
            (vec![adobe(0), jfif.clone()], false),
            (vec![jfif.clone(), adobe(1)], false),
            (vec![jfif.clone(), adobe(2)], false),
        ] {
            let found = pixels(&with_segments(&stored(&scene, &ids), &segments));
            let distance = super::distance(&found, &scene);
            assert_eq!(distance < 1.5, is_rgb, "{ids:?}, {segments:?}: {distance}");
        }
    }
    assert_published(&stored(&scene, b"RGB"), Format::Jpeg, &scene);
}

#[test]
fn ignores_color_segments_after_the_first_scan() {
    let scene = scene(40, 30);
    let mut file = stored(&scene, &[1, 2, 3]);
    let expected = pixels(&file);
    let end = file.len() - 2;
    file.splice(end..end, adobe(0));
    assert!(pixels(&file) == expected);
}

/// libjpeg reads any transform except 0 as YCCK.
#[test]
fn reads_unusual_transforms_of_ycck() {
    let cmyk = map(&scene(40, 30), Channels::Cmyk, |p| [p[0], p[1], p[2], 60]);
    let file = jpeg_of(&cmyk, ColorType::CmykAsYcck, |_| {});
    let mut file = with_segments(&file, &icc_segments(&cmyk_profile()));
    let expected = pixels(&file);
    let transform = position(&file, b"Adobe") + 11;
    assert_eq!(file[transform], 2);
    file[transform] = 1;
    assert!(pixels(&file) == expected);
}
