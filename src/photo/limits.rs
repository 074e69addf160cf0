//! How large a photo may be, checked by its header before anything is allocated for it.
//!
//! The aim is that publishing one photo takes less than 300 MB, whatever the file. Photos are
//! rendered in parallel, so this is for each thread. Photos of 24 megapixels take 40 MB as JPEG
//! and 100 MB as PNG; the most, 270 MB, is taken by a PNG with opacity of the largest size. What
//! is published counts as well, hence this is for [`Settings::max_px`](super::Settings) up to
//! 2000.

use super::Problem;

/// Largest file, in bytes.
pub const MAX_BYTES: u64 = 20 << 20;

/// Most pixels of a picture. In a PNG with opacity each takes 4 bytes: 200 MB. JPEGs are decoded
/// in less than their full size where that is larger than needed.
pub const MAX_PIXELS: u64 = 50_000_000;

/// Longest side of a picture, in pixels.
pub const MAX_SIDE: u32 = 20_000;

/// Most coefficients of a progressive JPEG, which the decoder keeps until the last scan, each
/// in two bytes: 180 MB. Pictures with colours in half the resolution (4:2:0) have 1.5 for
/// each pixel, others up to 4.
const MAX_COEFFICIENTS: u64 = 90_000_000;

/// Checks the size of the file.
pub(super) fn check_bytes(file: &[u8]) -> Result<(), Problem> {
    let bytes = file.len() as u64;
    if bytes > MAX_BYTES {
        Err(Problem::TooManyBytes { bytes })
    } else {
        Ok(())
    }
}

/// Checks width and height as a header states them, in pixels.
pub(super) fn check_size(width: u32, height: u32) -> Result<(), Problem> {
    if width == 0 || height == 0 {
        return Err(Problem::NoPixels);
    }
    if width.max(height) > MAX_SIDE {
        return Err(Problem::SideTooLong { width, height });
    }
    if u64::from(width) * u64::from(height) > MAX_PIXELS {
        return Err(Problem::TooManyPixels {
            width,
            height,
            most: MAX_PIXELS,
        });
    }
    Ok(())
}

/// Checks the number of coefficients of a progressive JPEG.
pub(super) fn check_coefficients(
    width: u32,
    height: u32,
    coefficients: u64,
) -> Result<(), Problem> {
    if coefficients > MAX_COEFFICIENTS {
        // In proportion, which is exact enough to say how much smaller it has to be.
        let pixels = u64::from(width) * u64::from(height);
        let most = pixels * MAX_COEFFICIENTS / coefficients;
        return Err(Problem::TooManyPixels {
            width,
            height,
            most,
        });
    }
    Ok(())
}
