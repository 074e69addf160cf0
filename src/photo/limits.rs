//! Limits on the size of a photo, checked by its headers before anything is allocated for it.
//!
//! They keep the memory for one photo below 300 MB for any file if [`PhotoSettings::max_px`](super::PhotoSettings)
//! is at most 2,000, and below 450 MB up to 4,096, its maximum: a JPEG is then decoded at a larger size. Photos are rendered
//! in parallel, so this is per thread. A typical photo of 24 megapixels takes 55 MB as JPEG and 100 MB as PNG. WebP and
//! PNG with an alpha channel take the maximum (290 MB), and with 4,096 pixels progressive JPEG (375 MB).

use super::Problem;

/// The maximum length of a file in bytes.
pub const MAX_BYTES: usize = 20 << 20;

/// The maximum number of pixels. A PNG with an alpha channel takes 4 bytes per pixel: 200 MB. A
/// JPEG is decoded at a fraction of its size if it is larger than needed.
pub const MAX_PIXELS: u64 = 50_000_000;

/// The maximum length of a side in pixels.
pub const MAX_SIDE: u32 = 20_000;

/// The maximum memory of a decoder beside the decoded pixels, in bytes.
const MAX_WORKING_MEMORY: u64 = 180_000_000;

/// Checks the width and height of a header, in pixels.
pub(super) fn check_size(width: u32, height: u32) -> Result<(), Problem> {
    if width == 0 || height == 0 {
        return Err(Problem::NoPixels);
    }
    if width.max(height) > MAX_SIDE || pixels(width, height) > MAX_PIXELS {
        return Err(Problem::TooManyPixels((width, height), MAX_PIXELS));
    }
    Ok(())
}

/// Checks the memory that a decoder needs beside the decoded pixels, in bytes.
pub(super) fn check_working_memory(width: u32, height: u32, bytes: u64) -> Result<(), Problem> {
    if bytes <= MAX_WORKING_MEMORY {
        return Ok(());
    }
    // Proportional, which is exact enough for the editor.
    let most = pixels(width, height) * MAX_WORKING_MEMORY / bytes;
    Err(Problem::TooManyPixels((width, height), most))
}

pub(super) fn pixels(width: u32, height: u32) -> u64 {
    u64::from(width) * u64::from(height)
}
