//! How large a photo may be, checked by its header before anything is allocated for it.
//!
//! The aim is that publishing one photo takes less than 300 MB, whatever the file. Photos are
//! rendered in parallel, so this is for each thread.

use super::Problem;

/// Largest file, in bytes.
pub const MAX_BYTES: u64 = 20 << 20;

/// Most pixels of a picture. With 4 bytes for each (PNG with opacity, CMYK) this is 200 MB.
pub const MAX_PIXELS: u64 = 50_000_000;

/// Longest side of a picture, in pixels.
pub const MAX_SIDE: u32 = 20_000;

/// Most memory for decoding a JPEG, in bytes: pixels, and coefficients if it is progressive.
const MAX_JPEG_MEMORY: u64 = 240_000_000;

/// Size of a coefficient in the decoder, in bytes.
const COEFFICIENT: u64 = 2;

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

/// Checks what a JPEG needs: `components` bytes for each pixel, and `coefficients` that have to
/// be kept until the last scan.
pub(super) fn check_jpeg_memory(
    (width, height): (u32, u32),
    components: usize,
    coefficients: u64,
) -> Result<(), Problem> {
    let pixels = u64::from(width) * u64::from(height);
    let memory = pixels * components as u64 + coefficients * COEFFICIENT;
    if memory > MAX_JPEG_MEMORY {
        // In proportion; exact enough to say how much smaller it has to be.
        let most = MAX_JPEG_MEMORY * pixels / memory;
        return Err(Problem::TooManyPixels {
            width,
            height,
            most,
        });
    }
    Ok(())
}
