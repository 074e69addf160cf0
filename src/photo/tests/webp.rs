//! WebP, lossy and lossless, with and without alpha.

use super::pictures::{Channels, Picture, map, scene};
use super::webp_files::{LOSSY_ALPHA_WEBP, LOSSY_WEBP, extended_webp, riff_chunk, webp};
use super::{
    Format, Problem, SETTINGS, Upload, assert_published, distance, format_of, inspect, pixels,
    problem, publish,
};

#[test]
fn becomes_jpeg_or_png() {
    let scene = scene(40, 30);
    let rgba = |alpha: u8| map(&scene, Channels::Rgba, move |p| [p[0], p[1], p[2], alpha]);
    assert_published(&webp(&scene), Format::Jpeg, &scene);
    assert_published(&webp(&rgba(255)), Format::Jpeg, &scene);
    assert_published(&webp(&rgba(254)), Format::Png, &rgba(254));
}

#[test]
fn reads_lossy_files() {
    let expected = Picture::from_fn((56, 40), Channels::Rgb, |x, y| {
        let (right, down) = (x * 200 / 56, y * 200 / 40);
        vec![right as u8, down as u8, (right * down / 200) as u8]
    });
    let published = publish(LOSSY_WEBP, SETTINGS);
    assert_eq!(format_of(&published), Format::Jpeg);
    let difference = distance(&pixels(&published), &expected);
    assert!(difference < 5.0, "{difference}");
    let published = publish(LOSSY_ALPHA_WEBP, SETTINGS);
    assert_eq!(format_of(&published), Format::Png);
    let published = pixels(&published);
    let alpha: Vec<u8> = published.samples.iter().copied().skip(3).step_by(4).collect();
    let expected: Vec<u8> = (0..40 * 56u32).map(|pixel| (pixel % 56 * 6).min(255) as u8).collect();
    assert_eq!(alpha, expected);
}

#[test]
fn rejects_animations() {
    let picture = webp(&scene(8, 8)).split_off(12);
    let animation = riff_chunk(b"ANIM", &[0; 6]);
    let header = [&[0; 6], &[7, 0, 0, 7, 0, 0, 100, 0, 0, 0][..]].concat();
    let frame = riff_chunk(b"ANMF", &[header, picture.clone()].concat());
    let animated = extended_webp(0x02, (8, 8), &[animation, frame]);
    assert_eq!(inspect(&animated).unwrap_err(), Problem::Animated);
    assert_eq!(problem(&animated), Problem::Animated);
}

/// The decoder would allocate 4 GB for the profile.
#[test]
fn rejects_chunks_that_exceed_the_file() {
    let mut profile = riff_chunk(b"ICCP", &[0; 8]);
    profile[4..8].copy_from_slice(&0xffff_fff0_u32.to_le_bytes());
    let picture = webp(&scene(8, 8)).split_off(12);
    let upload = Upload::WebP;
    let file = extended_webp(0x20, (8, 8), &[picture, profile]);
    assert_eq!(problem(&file), Problem::CutShort(upload));
}
