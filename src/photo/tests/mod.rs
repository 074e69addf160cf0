//! Tests of the whole pipeline on pictures that are generated in code.

mod colors;
mod damage;
mod formats;
mod jpeg_colors;
mod jpeg_files;
mod jpeg_scaling;
mod metadata;
mod only_pixels;
mod orientation;
mod pictures;
mod png_chunks;
mod png_files;
mod png_storage;
mod random_damage;
mod size;
mod webp;
mod webp_files;

use image::ColorType;

use super::decode::OpenPhoto;
use super::{Format, PhotoSettings, Problem, Upload, render, sniff};
use only_pixels::assert_only_pixels;
use pictures::{Channels, Picture};

const SETTINGS: PhotoSettings = PhotoSettings { max_px: 400, quality: 85 };

/// Returns the format that a photo will be published in.
fn inspect(file: &[u8]) -> Result<Format, Problem> {
    super::inspect(file, &SETTINGS).map(|(format, _)| format)
}

/// Returns the pixels of a file, as stored.
fn pixels(file: &[u8]) -> Picture {
    let photo = OpenPhoto::open(file, sniff(file).unwrap()).unwrap();
    let size = photo.size();
    let decoded = photo.decode(size).unwrap();
    Picture {
        width: decoded.image.width(),
        height: decoded.image.height(),
        channels: match decoded.image.color() {
            _ if decoded.is_cmyk => Channels::Cmyk,
            ColorType::L8 => Channels::Gray,
            ColorType::La8 => Channels::GrayAlpha,
            ColorType::Rgb8 => Channels::Rgb,
            _ => Channels::Rgba,
        },
        samples: decoded.image.into_bytes(),
    }
}

/// Renders a photo and checks what is true of every published photo: `inspect` predicts its
/// format, it contains only pixels, and it can be rendered again.
#[track_caller]
fn publish(file: &[u8], settings: PhotoSettings) -> Vec<u8> {
    let published = render(file, &settings).unwrap();
    assert_eq!(inspect(file).unwrap(), format_of(&published));
    assert_only_pixels(&published);
    let again = render(&published, &settings).unwrap();
    match format_of(&published) {
        Format::Png => assert!(again == published),
        Format::Jpeg => assert_eq!(pixels(&again).size(), pixels(&published).size()),
    }
    published
}

fn format_of(published: &[u8]) -> Format {
    match sniff(published).unwrap() {
        Upload::Jpeg => Format::Jpeg,
        Upload::Png => Format::Png,
        Upload::WebP => panic!("published as WebP"),
    }
}

/// Asserts that a photo is published in `format` with nearly the pixels of `expected`.
#[track_caller]
fn assert_published(file: &[u8], format: Format, expected: &Picture) {
    let settings = PhotoSettings { quality: 100, ..SETTINGS };
    let published = publish(file, settings);
    assert_eq!(format_of(&published), format);
    let distance = distance(&pixels(&published), expected);
    let tolerance = if format == Format::Png { 0.0 } else { 1.5 };
    assert!(distance <= tolerance, "{distance}");
}

#[track_caller]
fn problem(file: &[u8]) -> Problem {
    match render(file, &SETTINGS) {
        Ok(_) => panic!("was rendered"),
        Err(problem) => problem,
    }
}

/// Returns the mean difference of the samples.
#[track_caller]
fn distance(a: &Picture, b: &Picture) -> f64 {
    assert_eq!((a.size(), a.channels), (b.size(), b.channels));
    let sum: u64 = a.samples.iter().zip(&b.samples).map(|(a, b)| u64::from(a.abs_diff(*b))).sum();
    sum as f64 / a.samples.len() as f64
}
