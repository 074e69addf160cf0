//! Files of every kind with random damage.

use std::time::{Duration, Instant};

use super::jpeg_files::{
    REFINED, exif_segment, icc_segments, jpeg, jpeg_with, progressive_jpeg, with_segments,
};
use super::pictures::{Channels, Random, cmyk_profile, exif, map, noise};
use super::png_chunks::{chunk, repair_checksums};
use super::png_files::{Stored, png, png_of, png_with, zlib};
use super::webp_files::{LOSSY_ALPHA_WEBP, LOSSY_WEBP, extended_webp, riff_chunk, webp};
use super::{PhotoSettings, Problem, format_of, inspect, render};

/// Files of every kind, with metadata.
pub(super) fn samples() -> Vec<(&'static str, Vec<u8>)> {
    let picture = noise(80, 60);
    let gray = map(&picture, Channels::Gray, |p| [p[0]]);
    let cmyk = map(&picture, Channels::Cmyk, |p| [p[0], p[1], p[2], 9]);
    let faint = map(&picture, Channels::Rgba, |p| [p[0], p[1], p[2], p[0]]);
    let stored = |color_type, depth| Stored { color_type, depth, interlaced: true };
    let palette = chunk(b"PLTE", &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    let profile = moxcms::ColorProfile::new_display_p3().encode().unwrap();
    let in_png = chunk(b"iCCP", &[b"P3\0\0", zlib(&profile).as_slice()].concat());
    let mut described = icc_segments(&profile);
    described.push(exif_segment(6, "text"));
    vec![
        ("baseline", with_segments(&jpeg(&picture), &described)),
        ("gray", jpeg(&gray)),
        ("cmyk", with_segments(&jpeg(&cmyk), &icc_segments(&cmyk_profile()))),
        ("progressive", progressive_jpeg(&picture)),
        ("gray, progressive", progressive_jpeg(&gray)),
        ("refined", REFINED.to_vec()),
        ("restarts", jpeg_with(&picture, |encoder| encoder.set_restart_interval(2))),
        (
            "scan per component",
            jpeg_with(&picture, |encoder| encoder.set_optimized_huffman_tables(true)),
        ),
        ("png", png_with(&picture, &[in_png], &[])),
        ("faint png", png(&faint)),
        (
            "deep png",
            png_of((40, 30), stored(6, 16), &[], &[], |x, y| {
                vec![(x * 999) as u16, (y * 999) as u16, 7, 60_000]
            }),
        ),
        (
            "palette png",
            png_of((41, 30), stored(3, 2), &[palette], &[], |x, y| vec![((x + y) % 4) as u16]),
        ),
        ("lossy webp", LOSSY_WEBP.to_vec()),
        ("lossy webp with alpha", LOSSY_ALPHA_WEBP.to_vec()),
        ("webp", webp(&picture)),
        (
            "webp with metadata",
            extended_webp(
                0x38,
                faint.size(),
                &[
                    riff_chunk(b"ICCP", &profile),
                    webp(&faint).split_off(12),
                    riff_chunk(b"EXIF", &exif(6, "text")),
                ],
            ),
        ),
    ]
}

/// Checksums are repaired, so that damage gets past them.
#[test]
fn handles_random_damage_without_panic_or_delay() {
    let samples = samples();
    let mut random = Random(1);
    for round in 0..2500 {
        let (name, file) = &samples[round % samples.len()];
        let mut file = file.clone();
        // Damage in headers has more effect than in data.
        let range = if random.below(2) == 0 { file.len().min(700) } else { file.len() };
        for _ in 0..=random.below(5) {
            let at = random.below(range.min(file.len()));
            match random.below(4) {
                0 => file[at] ^= 1 << random.below(8),
                1 => file[at] = 0xff,
                2 => drop(file.splice(at..at, [random.below(256) as u8])),
                _ => drop(file.drain(at..(at + random.below(9)).min(file.len()))),
            }
        }
        repair_checksums(&mut file);
        let start = Instant::now();
        let settings = PhotoSettings { max_px: 1 + random.below(200) as u32, quality: 80 };
        let (format, published) = (inspect(&file), render(&file, &settings));
        assert!(start.elapsed() < Duration::from_secs(5), "{name}, round {round}");
        match published {
            Ok(published) => assert_eq!(Some(format_of(&published)), format.ok()),
            Err(Problem::Damaged(_, detail)) => {
                assert!(!detail.contains("the decoder failed"), "{name}, round {round} panicked");
            }
            Err(_) => {}
        }
    }
}
