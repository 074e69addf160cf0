//! Colors are converted to sRGB.

use image::{DynamicImage, GrayAlphaImage, GrayImage, RgbImage, RgbaImage};
use jpeg_encoder::{ColorType, SamplingFactor};
use moxcms::{
    CicpColorPrimaries, CicpProfile, ColorProfile, MatrixCoefficients, TransferCharacteristics,
};

use super::super::color::to_srgb;
use super::jpeg_files::{icc_segments, jpeg, jpeg_of, jpeg_with, segment, with_segments};
use super::pictures::{Channels, Picture, cmyk_profile, map, noise, scene};
use super::png_chunks::chunk;
use super::png_files::{png_with, zlib};
use super::webp_files::{extended_webp, riff_chunk, webp};
use super::{Format, Problem, SETTINGS, assert_published, distance, inspect, problem, publish};

fn p3() -> Vec<u8> {
    ColorProfile::new_display_p3().encode().unwrap()
}

/// Asserts how a single pixel is converted.
#[track_caller]
fn check(channels: Channels, pixel: &[u8], profile: &[u8], expected: &[u8], tolerance: u8) {
    let samples = pixel.to_vec();
    let image: DynamicImage = match channels {
        Channels::Gray => GrayImage::from_raw(1, 1, samples).unwrap().into(),
        Channels::GrayAlpha => GrayAlphaImage::from_raw(1, 1, samples).unwrap().into(),
        Channels::Rgb => RgbImage::from_raw(1, 1, samples).unwrap().into(),
        Channels::Rgba | Channels::Cmyk => RgbaImage::from_raw(1, 1, samples).unwrap().into(),
    };
    let is_cmyk = channels == Channels::Cmyk;
    let converted = to_srgb(image, is_cmyk, Some(profile)).unwrap().into_bytes();
    assert!(
        converted.len() == expected.len()
            && converted.iter().zip(expected).all(|(a, b)| a.abs_diff(*b) <= tolerance),
        "{pixel:?} became {converted:?}, not {expected:?}"
    );
}

/// Expected values from the published primaries: Display P3 red is (1.0930, -0.2267, -0.1501) in
/// sRGB, clipped; a gray of P3 is the same gray in sRGB.
#[test]
fn converts_wide_gamuts() {
    check(Channels::Rgb, &[255, 0, 0], &p3(), &[255, 0, 0], 1);
    check(Channels::Rgb, &[120, 120, 120], &p3(), &[120, 120, 120], 1);
    let alpha_stays = [215, 93, 31, 77];
    check(Channels::Rgba, &[200, 100, 50, 77], &p3(), &alpha_stays, 1);
    // Gamma 2.2 of Adobe RGB against the piecewise curve of sRGB.
    let adobe = ColorProfile::new_adobe_rgb().encode().unwrap();
    check(Channels::Rgb, &[128, 128, 128], &adobe, &[129, 129, 129], 1);
    check(Channels::Rgb, &[100, 150, 100], &adobe, &[66, 151, 97], 1);
}

#[test]
fn converts_gray() {
    let linear = ColorProfile::new_gray_with_gamma(1.0).encode().unwrap();
    // The transfer function of sRGB at 0.5 is 0.7354.
    check(Channels::Gray, &[128], &linear, &[188], 1);
    check(Channels::GrayAlpha, &[128, 9], &linear, &[188, 9], 1);
    // Gamma 2.2 of Adobe RGB against the piecewise curve of sRGB.
    let adobe = ColorProfile::new_adobe_rgb().encode().unwrap();
    check(Channels::Gray, &[20], &adobe, &[12], 1);
    check(Channels::GrayAlpha, &[20, 9], &adobe, &[12, 9], 1);
}

#[test]
fn converts_cmyk_by_its_profile() {
    let press = cmyk_profile();
    check(Channels::Cmyk, &[0, 0, 0, 0], &press, &[255, 255, 255], 3);
    check(Channels::Cmyk, &[255, 0, 0, 0], &press, &[119, 119, 119], 2);
    check(Channels::Cmyk, &[0, 0, 0, 255], &press, &[0, 0, 0], 1);
    // Both ways to store CMYK in a JPEG; the profile shows cyan only.
    let cmyk = map(&scene(40, 30), Channels::Cmyk, |p| [p[0], p[1], p[2], 0]);
    for stored in [ColorType::Cmyk, ColorType::CmykAsYcck] {
        let file = jpeg_of(&cmyk, stored, |encoder| {
            encoder.set_quality(100);
            encoder.set_sampling_factor(SamplingFactor::F_1_1);
        });
        let file = with_segments(&file, &icc_segments(&press));
        let published = super::pixels(&publish(&file, SETTINGS));
        let left_and_right = [0, 39].map(|x| published.samples[(15 * 40 + x) * 3]);
        assert!(
            left_and_right[0] > 245 && left_and_right[1].abs_diff(122) < 8,
            "{left_and_right:?}"
        );
    }
}

#[test]
fn rejects_cmyk_without_usable_profile() {
    let file = jpeg(&map(&scene(40, 30), Channels::Cmyk, |p| [p[0], p[1], p[2], 0]));
    let mut incomplete = icc_segments(&cmyk_profile());
    assert!(incomplete.len() > 1);
    incomplete.pop();
    for segments in [vec![], icc_segments(b"broken"), icc_segments(&p3()), incomplete] {
        let file = with_segments(&file, &segments);
        assert_eq!(inspect(&file).unwrap_err(), Problem::CmykWithoutProfile);
        assert_eq!(problem(&file), Problem::CmykWithoutProfile);
    }
}

#[test]
fn ignores_unusable_profiles() {
    check(Channels::Gray, &[99], &cmyk_profile(), &[99], 0);
    check(Channels::Gray, &[99], b"broken", &[99], 0);
    let gray = ColorProfile::new_gray_with_gamma(1.0).encode().unwrap();
    check(Channels::Rgb, &[1, 2, 3], &gray, &[1, 2, 3], 0);
    check(Channels::Rgb, &[1, 2, 3], b"broken", &[1, 2, 3], 0);
    let srgb = ColorProfile::new_srgb().encode().unwrap();
    check(Channels::Rgb, &[1, 2, 3], &srgb, &[1, 2, 3], 0);
    let plain = jpeg(&noise(50, 50));
    let mut incomplete = icc_segments(&p3());
    incomplete.pop();
    let file = with_segments(&plain, &incomplete);
    assert!(publish(&file, SETTINGS) == publish(&plain, SETTINGS));
}

/// HDR10, which would make everything brighter.
const HDR10: CicpProfile = CicpProfile {
    color_primaries: CicpColorPrimaries::Bt2020,
    transfer_characteristics: TransferCharacteristics::Smpte2084,
    matrix_coefficients: MatrixCoefficients::Identity,
    full_range: true,
};

#[test]
fn cicp_does_not_override_the_icc_profile() {
    let mut with_cicp = ColorProfile::new_display_p3();
    with_cicp.cicp = Some(HDR10);
    let with_cicp = with_cicp.encode().unwrap();
    let read = ColorProfile::new_from_slice(&with_cicp).unwrap();
    assert!(read.cicp.is_some());
    let pixel = [200, 100, 50];
    check(Channels::Rgb, &pixel, &with_cicp, &[215, 93, 31], 1);
    // Neither does the chunk of a PNG.
    let scene = scene(40, 30);
    let cicp = chunk(b"cICP", &[9, 16, 0, 1]);
    let icc = chunk(b"iCCP", &[b"P3\0\0", zlib(&p3()).as_slice()].concat());
    let with = png_with(&scene, &[cicp, icc.clone()], &[]);
    assert!(publish(&with, SETTINGS) == publish(&png_with(&scene, &[icc], &[]), SETTINGS));
}

#[test]
fn applies_embedded_profiles() {
    let scene = scene(40, 30);
    let image = RgbImage::from_raw(40, 30, scene.samples.clone()).unwrap();
    let converted = Picture {
        samples: to_srgb(image.into(), false, Some(&p3())).unwrap().into_bytes(),
        ..scene
    };
    assert!(distance(&converted, &scene) > 4.0);
    let in_png = chunk(b"iCCP", &[b"P3\0\0", zlib(&p3()).as_slice()].concat());
    let file = png_with(&scene, &[in_png], &[]);
    assert_published(&file, Format::Jpeg, &converted);
    let original = jpeg_with(&scene, |encoder| {
        encoder.set_quality(100);
        encoder.set_sampling_factor(SamplingFactor::F_1_1);
    });
    let file = with_segments(&original, &icc_segments(&p3()));
    assert_published(&file, Format::Jpeg, &converted);
    let chunks = [riff_chunk(b"ICCP", &p3()), webp(&scene).split_off(12)];
    let file = extended_webp(0x20, scene.size(), &chunks);
    assert_published(&file, Format::Jpeg, &converted);
}

/// Returns EXIF with a color space and an interoperability index, in one of the byte orders.
fn exif_of_camera(is_little_endian: bool, color_space: u16, index: &[u8; 4]) -> Vec<u8> {
    let order = |mut bytes: Vec<u8>| {
        if is_little_endian {
            bytes.reverse();
        }
        bytes
    };
    let short = |number: u16| order(number.to_be_bytes().to_vec());
    let long = |number: u32| order(number.to_be_bytes().to_vec());
    let entry = |tag: u16, kind: u16, value: Vec<u8>| {
        let mut entry =
            [short(tag), short(kind), long(if kind == 2 { 4 } else { 1 }), value].concat();
        entry.resize(12, 0);
        entry
    };
    let directory =
        |entries: &[Vec<u8>]| [short(entries.len() as u16), entries.concat(), long(0)].concat();
    let header = if is_little_endian { b"II*\0" } else { b"MM\0*" };
    [
        header.to_vec(),
        long(8),
        directory(&[entry(0x112, 3, short(1)), entry(0x8769, 4, long(38))]),
        directory(&[entry(0xA001, 3, short(color_space)), entry(0xA005, 4, long(68))]),
        directory(&[entry(1, 2, index.to_vec())]),
    ]
    .concat()
}

#[test]
fn converts_the_adobe_rgb_of_cameras() {
    let file = jpeg(&scene(40, 30));
    let unchanged = publish(&file, SETTINGS);
    let adobe = ColorProfile::new_adobe_rgb().encode().unwrap();
    let converted = publish(&with_segments(&file, &icc_segments(&adobe)), SETTINGS);
    assert_ne!(unchanged, converted);
    for is_little_endian in [false, true] {
        for (color_space, index, is_adobe) in [
            (0xFFFF, b"R03\0", true),
            (2, b"R03\0", true),
            (2, b"R98\0", true),
            // The color space of phones can be Display P3.
            (0xFFFF, b"R98\0", false),
            (0xFFFF, b"THM\0", false),
            (1, b"R98\0", false),
            (1, b"R03\0", false),
        ] {
            let exif = exif_of_camera(is_little_endian, color_space, index);
            let segment_of = |exif: &[u8]| segment(0xE1, &[b"Exif\0\0", exif].concat());
            let segment = segment_of(&exif);
            let published =
                publish(&with_segments(&file, std::slice::from_ref(&segment)), SETTINGS);
            let expected = if is_adobe { &converted } else { &unchanged };
            assert!(published == *expected, "{color_space:#x} {index:?}");
            // A profile wins.
            let both = [&[segment][..], &icc_segments(&ColorProfile::new_srgb().encode().unwrap())]
                .concat();
            assert!(publish(&with_segments(&file, &both), SETTINGS) == unchanged);
            // Truncated EXIF is no error.
            for length in 0..exif.len() {
                publish(&with_segments(&file, &[segment_of(&exif[..length])]), SETTINGS);
            }
        }
    }
}

#[test]
fn converts_the_color_space_of_a_png() {
    let scene = scene(40, 30);
    let number = |value: f64| ((value * 100_000.0).round() as u32).to_be_bytes();
    let gama = |gamma: f64| chunk(b"gAMA", &number(gamma));
    let chrm = |values: [f64; 8]| chunk(b"cHRM", &values.map(number).concat());
    let of = |chunks: &[Vec<u8>]| publish(&png_with(&scene, chunks, &[]), SETTINGS);
    let icc = |profile: ColorProfile| {
        let data = [b"x\0\0", &zlib(&profile.encode().unwrap())[..]].concat();
        of(&[chunk(b"iCCP", &data)])
    };
    let srgb = [0.3127, 0.329, 0.64, 0.33, 0.3, 0.6, 0.15, 0.06];
    let adobe = [0.3127, 0.329, 0.64, 0.33, 0.21, 0.71, 0.15, 0.06];
    let p3 = [0.3127, 0.329, 0.68, 0.32, 0.265, 0.69, 0.15, 0.06];
    let unchanged = of(&[]);
    let is_near = |a: &[u8], b: &[u8]| distance(&super::pixels(a), &super::pixels(b)) < 1.0;
    assert!(is_near(&of(&[gama(0.45471), chrm(adobe)]), &icc(ColorProfile::new_adobe_rgb())));
    assert!(!is_near(&of(&[gama(0.45455), chrm(adobe)]), &unchanged));
    assert!(!is_near(&of(&[gama(0.45455), chrm(p3)]), &unchanged));
    assert!(!is_near(&of(&[gama(1.0), chrm(srgb)]), &unchanged));
    // Photos of sRGB keep their bytes, and so do those whose color space is not certain or cannot exist.
    for chunks in [
        vec![gama(0.45455), chrm(srgb)],
        vec![gama(0.4545), chrm([0.3127, 0.329, 0.6401, 0.33, 0.3, 0.6001, 0.15, 0.0599])],
        vec![gama(0.45455), chrm(adobe), chunk(b"sRGB", &[0])],
        vec![gama(0.45455)],
        vec![chrm(adobe)],
        vec![gama(0.0), chrm(adobe)],
        vec![gama(0.45455), chrm([0.0; 8])],
        vec![gama(0.45455), chrm([0.3127, 0.329, 0.64, 0.33, 0.64, 0.33, 0.64, 0.33])],
    ] {
        assert!(of(&chunks) == unchanged, "{chunks:?}");
    }
}
