//! Damaged photos are refused, and nothing panics.

use std::time::{Duration, Instant};

use super::super::raster::Channels;
use super::pictures::{
    REFINED, Random, Stored, chunk, exif_segment, jpeg, jpeg_with, map, noise, png, png_of,
    png_with, progressive_jpeg, scene, segment, with_segments, zlib,
};
use super::{Format, Problem, SETTINGS, Settings, inspect, problem, render};

/// One file of every kind, with metadata.
fn samples() -> Vec<(&'static str, Vec<u8>)> {
    let picture = noise(80, 60);
    let grey = map(&picture, Channels::Grey, |p| [p[0]]);
    let inks = map(&picture, Channels::Cmyk, |p| [p[0], p[1], p[2], 9]);
    let faint = map(&picture, Channels::Rgba, |p| [p[0], p[1], p[2], p[0]]);
    let stored = |colour_type, depth| Stored {
        colour_type,
        depth,
        interlaced: true,
    };
    let palette = chunk(b"PLTE", &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    let profile = moxcms::ColorProfile::new_display_p3().encode().unwrap();
    let in_png = chunk(b"iCCP", &[b"P3\0\0", zlib(&profile).as_slice()].concat());
    let mut described = super::pictures::icc_segments(&profile);
    described.push(exif_segment(6, "text"));
    vec![
        ("baseline", with_segments(&jpeg(&picture), &described)),
        ("grey", jpeg(&grey)),
        ("inks", jpeg(&inks)),
        ("progressive", progressive_jpeg(&picture)),
        ("grey, progressive", progressive_jpeg(&grey)),
        ("refined", REFINED.to_vec()),
        (
            "restarts",
            jpeg_with(&picture, |encoder| encoder.set_restart_interval(2)),
        ),
        (
            "apart",
            jpeg_with(&picture, |encoder| {
                encoder.set_optimized_huffman_tables(true)
            }),
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
            png_of((41, 30), stored(3, 2), &[palette], &[], |x, y| {
                vec![((x + y) % 4) as u16]
            }),
        ),
    ]
}

#[test]
fn samples_are_sound() {
    for (name, file) in samples() {
        assert!(render(&file, &SETTINGS).is_ok(), "{name}");
    }
}

#[test]
fn cut_short_anywhere() {
    for (name, file) in samples() {
        let fiftieths = (0..50).map(|part| file.len() * part / 50);
        for len in fiftieths.chain(file.len() - 40..file.len()) {
            let cut = &file[..len];
            assert!(
                render(cut, &SETTINGS).is_err(),
                "{name} cut to {len} of {}",
                file.len()
            );
        }
    }
}

/// An end marker does not make up for what is missing: not for the rest of a scan, nor for
/// later scans.
#[test]
fn cut_short_and_closed() {
    for (name, file) in samples().into_iter().filter(|(_, file)| file[0] == 0xff) {
        let fiftieths = (0..50).map(|part| file.len() * part / 50);
        let scans = (0..file.len()).filter(|&at| file[at..].starts_with(b"\xff\xda"));
        for len in fiftieths
            .chain(file.len() - 20..file.len() - 2)
            .chain(scans)
        {
            let closed = [&file[..len], b"\xff\xd9"].concat();
            let result = render(&closed, &SETTINGS);
            assert!(
                result.is_err(),
                "{name} closed after {len} of {}",
                file.len()
            );
        }
    }
}

#[test]
fn a_piece_missing_from_the_middle() {
    for (name, file) in samples() {
        let (start, end) = (file.len() * 2 / 3, file.len() * 3 / 4);
        let shorter = [&file[..start], &file[end..]].concat();
        assert!(render(&shorter, &SETTINGS).is_err(), "{name}");
    }
}

#[test]
fn says_what_is_wrong() {
    let cut_short = |format| Problem::CutShort { format };
    let whole = jpeg(&noise(80, 60));
    let half = &whole[..whole.len() / 2];
    assert_eq!(problem(half), cut_short(Format::Jpeg));
    assert_eq!(
        problem(&[half, b"\xff\xd9"].concat()),
        cut_short(Format::Jpeg)
    );
    let whole = png(&noise(80, 60));
    assert_eq!(problem(&whole[..whole.len() / 2]), cut_short(Format::Png));
    let arithmetic = with_segments(&jpeg(&scene(8, 8)), &[segment(0xc9, &[0; 9])]);
    assert_eq!(
        problem(&arithmetic),
        Problem::Unsupported {
            feature: "arithmetic coding"
        }
    );
}

#[test]
fn png_is_checked() {
    let sound = png(&noise(30, 20));
    for kind in [b"IHDR", b"IDAT", b"IEND"] {
        let mut bad_crc = sound.clone();
        let at = bad_crc.windows(4).rposition(|found| found == kind).unwrap();
        let len = u32::from_be_bytes(bad_crc[at - 4..at].try_into().unwrap()) as usize;
        bad_crc[at + 4 + len] ^= 1;
        assert!(
            matches!(problem(&bad_crc), Problem::Damaged { .. }),
            "{kind:?}"
        );
    }
    let without_end = &sound[..sound.len() - 12];
    assert_eq!(
        problem(without_end),
        Problem::CutShort {
            format: Format::Png
        }
    );
    // A pixel changed in transit: the chunk's checksum is right, that of the data is not.
    let start = sound.windows(4).position(|kind| kind == b"IDAT").unwrap() + 4;
    let mut data = sound[start..sound.len() - 16].to_vec();
    data[100] ^= 1;
    let bad_adler = [
        &sound[..33],
        &chunk(b"IDAT", &data),
        &sound[sound.len() - 12..],
    ]
    .concat();
    assert!(matches!(problem(&bad_adler), Problem::Damaged { .. }));
    // Fewer rows than the header says.
    let mut taller = sound.clone();
    let header = [&[0, 0, 0, 30, 0, 0, 0, 21][..], &sound[24..29]].concat();
    taller.splice(8..33, chunk(b"IHDR", &header));
    assert!(render(&taller, &SETTINGS).is_err());
    let odd_palette = png_of(
        (4, 4),
        Stored {
            colour_type: 3,
            depth: 8,
            interlaced: false,
        },
        &[chunk(b"PLTE", &[1, 2, 3, 4])],
        &[],
        |_, _| vec![0],
    );
    let detail = "its palette cannot be read".into();
    assert_eq!(
        problem(&odd_palette),
        Problem::Damaged {
            format: Format::Png,
            detail
        }
    );
}

#[test]
fn animations_are_refused() {
    let control = chunk(b"acTL", &[0, 0, 0, 2, 0, 0, 0, 0]);
    let file = png_with(&scene(20, 10), &[control], &[]);
    assert_eq!(inspect(&file).unwrap_err(), Problem::Animated);
    assert_eq!(problem(&file), Problem::Animated);
}

/// Also when checksums are right, so that damage gets past them.
#[test]
fn random_changes_never_panic_nor_take_long() {
    let samples = samples();
    let mut random = Random(1);
    for round in 0..2500 {
        let (name, file) = &samples[round % samples.len()];
        let mut file = file.clone();
        // Headers have more to break than data.
        let reach = if random.below(2) == 0 {
            file.len().min(700)
        } else {
            file.len()
        };
        for _ in 0..=random.below(5) {
            let at = random.below(reach.min(file.len()));
            match random.below(4) {
                0 => file[at] ^= 1 << random.below(8),
                1 => file[at] = 0xff,
                2 => drop(file.splice(at..at, [random.below(256) as u8])),
                _ => drop(file.drain(at..(at + random.below(9)).min(file.len()))),
            }
        }
        repair_checksums(&mut file);
        let start = Instant::now();
        let settings = Settings {
            max_px: 1 + random.below(200) as u32,
            quality: 80,
        };
        let (format, published) = (inspect(&file), render(&file, &settings));
        assert!(
            start.elapsed() < Duration::from_secs(5),
            "{name}, round {round}"
        );
        match published {
            Ok(published) => assert_eq!(super::sniff(&published), format.ok()),
            Err(Problem::Damaged { detail, .. }) => {
                assert!(
                    !detail.contains("gave up"),
                    "{name}, round {round} panicked"
                );
            }
            Err(_) => {}
        }
    }
}

fn repair_checksums(file: &mut [u8]) {
    let mut at = 8;
    while file.starts_with(b"\x89PNG")
        && let Some(&[a, b, c, d]) = file.get(at..at + 4)
    {
        let end = at + 8 + u32::from_be_bytes([a, b, c, d]) as usize;
        let Some(&[a, b, c, d]) = file.get(at + 4..at + 8) else {
            return;
        };
        let Some(data) = file.get(at + 8..end) else {
            return;
        };
        let repaired = chunk(&[a, b, c, d], data);
        let Some(old) = file.get_mut(at..at + repaired.len()) else {
            return;
        };
        old.copy_from_slice(&repaired);
        at += repaired.len();
    }
}
