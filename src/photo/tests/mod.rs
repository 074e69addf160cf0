//! What is promised of photos, on pictures made in code.

mod damage;
mod formats;
mod metadata;
mod pictures;
mod size;
mod untouched;
mod upright;

use super::raster::Raster;
use super::{Format, Problem, Settings, inspect, jpeg, png, render, sniff};

const SETTINGS: Settings = Settings {
    max_px: 400,
    quality: 85,
};

/// The pixels of a published or uploaded photo, as stored.
fn pixels(file: &[u8]) -> Raster {
    match sniff(file).unwrap() {
        Format::Jpeg => {
            let jpeg = jpeg::Jpeg::parse(file).unwrap();
            jpeg::check_complete(&jpeg).unwrap();
            let size = (jpeg.frame.width, jpeg.frame.height);
            jpeg::decode(&jpeg, &jpeg.stripped(), size).unwrap()
        }
        Format::Png => png::Png::open(file).unwrap().decode().unwrap().raster,
    }
}

/// Renders and holds the result to what is true of every photo: `inspect` knew its format, it
/// contains nothing superfluous, and there is nothing left to do about it.
#[track_caller]
fn publish(file: &[u8], settings: Settings) -> Vec<u8> {
    let published = render(file, &settings).unwrap();
    assert_eq!(inspect(file).unwrap(), sniff(&published).unwrap());
    metadata::assert_only_pixels(&published);
    assert!(
        render(&published, &settings).unwrap() == published,
        "changes when rendered again"
    );
    published
}

#[track_caller]
fn problem(file: &[u8]) -> Problem {
    match render(file, &SETTINGS) {
        Ok(_) => panic!("was rendered"),
        Err(problem) => problem,
    }
}

/// Mean difference of samples.
#[track_caller]
fn distance(a: &Raster, b: &Raster) -> f64 {
    assert_eq!(
        (a.width, a.height, a.channels),
        (b.width, b.height, b.channels)
    );
    let sum: u64 = a
        .samples
        .iter()
        .zip(&b.samples)
        .map(|(a, b)| u64::from(a.abs_diff(*b)))
        .sum();
    sum as f64 / a.samples.len() as f64
}
