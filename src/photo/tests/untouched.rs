//! Which JPEGs keep their picture data as it is.

use jpeg_encoder::SamplingFactor;
use moxcms::ColorProfile;

use super::super::raster::Channels;
use super::pictures::{
    exif_segment, icc_segments, jpeg, jpeg_of, jpeg_with, map, noise, progressive_jpeg, segment,
    with_segments,
};
use super::{SETTINGS, Settings, pixels, publish};

/// The data of the last scan, which is the longest in a file with one.
fn scan_data(jpeg: &[u8]) -> &[u8] {
    let start = jpeg
        .windows(2)
        .rposition(|pair| pair == b"\xff\xda")
        .unwrap();
    &jpeg[start..jpeg.len() - 2]
}

#[track_caller]
fn assert_untouched(original: &[u8], file: &[u8]) {
    let published = publish(file, SETTINGS);
    let data = scan_data(original);
    assert!(
        published.windows(data.len()).any(|at| at == data),
        "was encoded again"
    );
    assert_eq!(pixels(&published), pixels(original));
    assert!(
        published.len() <= original.len() + 18,
        "nothing is added but JFIF"
    );
}

#[track_caller]
fn assert_encoded_again(original: &[u8], file: &[u8], settings: Settings) {
    let published = publish(file, settings);
    let data = scan_data(original);
    assert!(
        !published.windows(data.len()).any(|at| at == data),
        "was not encoded again"
    );
}

#[test]
fn upright_small_and_srgb() {
    let picture = noise(90, 61);
    let grey = map(&picture, Channels::Grey, |p| [p[1]]);
    let comment = segment(0xfe, b"hello");
    for original in [
        jpeg(&picture),
        jpeg(&grey),
        progressive_jpeg(&picture),
        progressive_jpeg(&grey),
        jpeg_with(&picture, |encoder| encoder.set_restart_interval(3)),
        jpeg_with(&picture, |encoder| {
            encoder.set_progressive(true);
            encoder.set_restart_interval(2);
        }),
        // A scan for each component.
        jpeg_with(&picture, |encoder| {
            encoder.set_optimized_huffman_tables(true)
        }),
        jpeg_with(&picture, |encoder| {
            encoder.set_sampling_factor(SamplingFactor::F_2_1)
        }),
        jpeg_with(&picture, |encoder| {
            encoder.set_sampling_factor(SamplingFactor::F_1_2)
        }),
        jpeg_with(&picture, |encoder| {
            encoder.set_sampling_factor(SamplingFactor::F_4_1)
        }),
        jpeg_with(&picture, |encoder| {
            encoder.set_sampling_factor(SamplingFactor::F_1_1)
        }),
    ] {
        assert_untouched(&original, &original);
        let described = with_segments(&original, &[exif_segment(1, "text"), comment.clone()]);
        assert_untouched(&original, &described);
        let srgb = icc_segments(&ColorProfile::new_srgb().encode().unwrap());
        assert_untouched(&original, &with_segments(&original, &srgb));
    }
}

#[test]
fn parameters_without_meaning_are_put_right() {
    let original = jpeg(&noise(50, 50));
    let mut odd = original.clone();
    let scan = odd
        .windows(2)
        .rposition(|pair| pair == b"\xff\xda")
        .unwrap();
    assert_eq!(odd[scan + 11..scan + 14], [0, 63, 0]);
    odd[scan + 12] = 0;
    assert!(publish(&odd, SETTINGS) == publish(&original, SETTINGS));
}

#[test]
fn metadata_makes_no_difference() {
    let plain = jpeg(&noise(50, 50));
    let described = with_segments(&plain, &[exif_segment(1, "text"), segment(0xfe, b"hello")]);
    assert!(publish(&described, SETTINGS) == publish(&plain, SETTINGS));
}

#[test]
fn everything_else_is_encoded_again() {
    let picture = noise(90, 61);
    let original = jpeg(&picture);
    let p3 = icc_segments(&ColorProfile::new_display_p3().encode().unwrap());
    assert_encoded_again(&original, &with_segments(&original, &p3), SETTINGS);
    let turned = with_segments(&original, &[exif_segment(3, "")]);
    assert_encoded_again(&original, &turned, SETTINGS);
    assert_encoded_again(
        &original,
        &original,
        Settings {
            max_px: 89,
            ..SETTINGS
        },
    );
    let inks = map(&picture, Channels::Cmyk, |p| [p[0], p[1], p[2], 20]);
    assert_encoded_again(&jpeg(&inks), &jpeg(&inks), SETTINGS);
    // RGB stored as such: Adobe's marker says that nothing was transformed.
    let adobe = segment(0xee, b"Adobe\0\x64\0\0\0\0\0");
    let rgb = with_segments(
        &jpeg_of(&picture, jpeg_encoder::ColorType::Ycbcr, |_| {}),
        &[adobe],
    );
    assert_encoded_again(&rgb, &rgb, SETTINGS);
}

#[test]
fn the_limit_itself_is_small_enough() {
    let original = jpeg(&noise(90, 61));
    let published = publish(
        &original,
        Settings {
            max_px: 90,
            ..SETTINGS
        },
    );
    assert_eq!(pixels(&published), pixels(&original));
}

#[test]
fn an_incomplete_profile_counts_as_none() {
    let original = jpeg(&noise(50, 50));
    let mut p3 = icc_segments(&ColorProfile::new_display_p3().encode().unwrap());
    assert!(p3.len() > 1);
    p3.pop();
    assert_untouched(&original, &with_segments(&original, &p3));
}
