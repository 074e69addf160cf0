//! JPEGs that are scaled down look like JPEGs that are decoded at full size first.

use image::RgbImage;
use image::imageops::{FilterType, resize};

use super::jpeg_files::{jpeg, progressive_jpeg};
use super::pictures::{Channels, Picture};
use super::{PhotoSettings, pixels, publish};

/// Colored stripes of `width` pixels, the worst case for chroma at half the resolution.
fn stripes(size: (u32, u32), width: u32) -> Picture {
    const COLORS: [[u8; 3]; 4] = [[220, 40, 40], [240, 240, 240], [30, 60, 200], [20, 90, 30]];
    Picture::from_fn(size, Channels::Rgb, |x, y| {
        COLORS[((x + y / 4) / width) as usize % COLORS.len()].to_vec()
    })
}

/// Returns the peak signal-to-noise ratio in decibels.
fn psnr(a: &[u8], b: &[u8]) -> f64 {
    assert_eq!(a.len(), b.len());
    let squares = a.iter().zip(b).map(|(a, b)| f64::from(a.abs_diff(*b)).powi(2));
    let mean = squares.sum::<f64>() / a.len() as f64;
    10.0 * (255.0_f64.powi(2) / mean).log10()
}

#[test]
fn scales_jpeg_like_its_full_size() {
    let stripes = stripes((2000, 96), 3);
    for file in [jpeg(&stripes), progressive_jpeg(&stripes)] {
        let full = pixels(&file);
        let full = RgbImage::from_raw(full.width, full.height, full.samples).unwrap();
        for max_px in [1999, 1200, 1000, 600] {
            let published = pixels(&publish(&file, PhotoSettings { max_px, quality: 100 }));
            let expected = resize(&full, published.width, published.height, FilterType::CatmullRom);
            let psnr = psnr(&published.samples, &expected);
            assert!(psnr > 45.0, "{max_px} px: {psnr:.1} dB");
        }
    }
}
