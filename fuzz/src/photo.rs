//! Photos: an upload is rejected, or becomes a photo that consists of pixels only.

#[path = "../../src/photo/tests/only_pixels.rs"]
mod only_pixels;
#[path = "../../src/photo/tests/png_chunks.rs"]
mod png_chunks;

use vitae::photo::{PhotoSettings, Problem, inspect, published_format, render};

/// Publishes a photo, also with correct checksums, so that damage gets past them.
pub fn photo(bytes: &[u8]) {
    publish(bytes);
    let mut repaired = bytes.to_vec();
    png_chunks::repair_checksums(&mut repaired);
    if repaired != bytes {
        publish(&repaired);
    }
}

fn publish(bytes: &[u8]) {
    let settings = PhotoSettings { max_px: 100, quality: 80 };
    let format = inspect(bytes, &settings).map(|(format, _)| format);
    match render(bytes, &settings) {
        Ok(published) => {
            assert_eq!(published_format(&published), format.ok());
            only_pixels::assert_only_pixels(&published);
            assert!(render(&published, &settings).is_ok(), "the published photo is damaged");
        }
        Err(problem) => {
            assert!(!problem.to_string().is_empty() && !problem.hint().is_empty());
            if let Problem::Damaged(_, detail) = problem {
                assert!(!detail.contains("the decoder failed"), "the decoder panicked");
            }
        }
    }
}
