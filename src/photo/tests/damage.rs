//! Damaged photos are rejected, and no photo causes a panic.

use super::jpeg_files::{jpeg, jpeg_with, progressive_jpeg, segment, with_segments};
use super::pictures::{noise, scene};
use super::png_chunks::chunk;
use super::png_files::{Stored, png, png_of, png_with};
use super::random_damage::samples;
use super::webp_files::webp;
use super::{Format, Problem, SETTINGS, Upload, inspect, pixels, problem, publish, render};

#[test]
fn accepts_the_samples() {
    for (name, file) in samples() {
        assert!(render(&file, &SETTINGS).is_ok(), "{name}");
    }
}

#[test]
fn rejects_files_that_end_early() {
    for (name, file) in samples() {
        let fiftieths = (0..50).map(|part| file.len() * part / 50);
        // The end marker of a JPEG can be missing.
        let end = if file.starts_with(b"\xff\xd8") { file.len() - 2 } else { file.len() };
        for len in fiftieths.chain(end - 40..end) {
            let cut = &file[..len];
            assert!(render(cut, &SETTINGS).is_err(), "{name} cut to {len} of {}", file.len());
        }
    }
}

#[test]
fn reads_jpeg_without_its_end_marker() {
    for (name, file) in samples().into_iter().filter(|(_, file)| file.starts_with(b"\xff\xd8")) {
        let expected = render(&file, &SETTINGS).unwrap();
        let scan = &file[..file.len() - 2];
        let [half_marker, padded] = [&b"\xff"[..], &[0; 4096]].map(|rest| [scan, rest].concat());
        for file in [scan, &half_marker, &padded] {
            assert_eq!(inspect(file), Ok(Format::Jpeg), "{name}");
            assert_eq!(render(file, &SETTINGS).as_ref(), Ok(&expected), "{name}");
        }
    }
}

/// A JPEG that was truncated and then closed: the rest of the picture is missing.
#[test]
fn accepts_truncated_and_closed_jpeg() {
    let picture = scene(64, 64);
    for whole in [jpeg(&picture), progressive_jpeg(&picture)] {
        let scan = find(&whole, b"\xff\xda");
        let closed = [&whole[..(scan + whole.len()) / 2], b"\xff\xd9"].concat();
        let published = publish(&closed, SETTINGS);
        assert_eq!(pixels(&published).size(), picture.size());
    }
}

/// libjpeg rejects a file with such a symbol, even if the symbol is not used. The published file
/// has the encoder's own tables.
#[test]
fn replaces_invalid_huffman_tables() {
    let mut file = jpeg(&noise(40, 30));
    let table = find(&file, b"\xff\xc4");
    // Length, class and identifier, 16 counts, then the symbols in order of their code's length.
    assert_eq!(file[table + 4], 0, "a table for DC coefficients");
    let count: usize = file[table + 5..table + 21].iter().map(|&n| usize::from(n)).sum();
    let last_symbol = &mut file[table + 20 + count];
    assert_eq!(*last_symbol, 11, "which no photo of this size uses");
    *last_symbol = 16;
    let published = publish(&file, SETTINGS);
    let symbols: Vec<u8> = published
        .windows(5)
        .enumerate()
        .filter(|(_, start)| start[..2] == *b"\xff\xc4" && start[4] < 0x10)
        .flat_map(|(at, _)| published[at + 21..at + 33].to_vec())
        .collect();
    assert!(!symbols.is_empty() && symbols.iter().all(|&symbol| symbol <= 15));
}

fn find(file: &[u8], marker: &[u8; 2]) -> usize {
    file.windows(2).position(|pair| pair == marker).unwrap()
}

#[test]
fn states_the_problem() {
    let picture = noise(80, 60);
    for (upload, whole) in [
        (Upload::Jpeg, jpeg(&picture)),
        (Upload::Png, png(&picture)),
        (Upload::WebP, webp(&picture)),
    ] {
        let half = &whole[..whole.len() / 2];
        assert_eq!(problem(half), Problem::CutShort(upload));
    }
    assert_eq!(
        problem(b"\0\0\0\x18ftypheic\0\0\0\0").to_string(),
        "this is a HEIC (HEIF) photo, not a JPEG, PNG or WebP photo"
    );
    assert_eq!(
        problem(b"\0\0\0\x1cftypavif\0\0\0\0mif1").to_string(),
        "this is an AVIF photo, not a JPEG, PNG or WebP photo"
    );
    let arithmetic =
        with_segments(&jpeg(&scene(8, 8)), &[segment(0xc9, &[8, 0, 8, 0, 8, 1, 1, 0x11, 0])]);
    assert_eq!(problem(&arithmetic), Problem::Unsupported("an unusual kind of JPEG"));
}

#[test]
fn verifies_png_to_its_end() {
    let sound = png(&noise(30, 20));
    for kind in [b"IHDR", b"IDAT", b"IEND"] {
        let mut bad_crc = sound.clone();
        let at = bad_crc.windows(4).rposition(|found| found == kind).unwrap();
        let len = u32::from_be_bytes(bad_crc[at - 4..at].try_into().unwrap()) as usize;
        bad_crc[at + 4 + len] ^= 1;
        assert!(matches!(problem(&bad_crc), Problem::Damaged(..)), "{kind:?}");
    }
    let without_end = &sound[..sound.len() - 12];
    assert_eq!(problem(without_end), Problem::CutShort(Upload::Png));
    // A changed pixel: the checksum of the chunk is right, the checksum of the data is not.
    let start = sound.windows(4).position(|kind| kind == b"IDAT").unwrap() + 4;
    let mut data = sound[start..sound.len() - 16].to_vec();
    data[100] ^= 1;
    let bad_adler = [&sound[..33], &chunk(b"IDAT", &data), &sound[sound.len() - 12..]].concat();
    assert!(matches!(problem(&bad_adler), Problem::Damaged(..)));
    // Fewer rows than the header says.
    let mut taller = sound.clone();
    let header = [&[0, 0, 0, 30, 0, 0, 0, 21][..], &sound[24..29]].concat();
    taller.splice(8..33, chunk(b"IHDR", &header));
    assert!(render(&taller, &SETTINGS).is_err());
    let odd_palette = png_of(
        (4, 4),
        Stored { color_type: 3, depth: 8, interlaced: false },
        &[chunk(b"PLTE", &[1, 2, 3, 4])],
        &[],
        |_, _| vec![0],
    );
    let detail = "its palette is not valid".into();
    assert_eq!(problem(&odd_palette), Problem::Damaged(Upload::Png, detail));
}

#[test]
fn rejects_animated_png() {
    let control = chunk(b"acTL", &[0, 0, 0, 2, 0, 0, 0, 0]);
    let file = png_with(&scene(20, 10), &[control], &[]);
    assert_eq!(inspect(&file).unwrap_err(), Problem::Animated);
    assert_eq!(problem(&file), Problem::Animated);
}

/// Most programs show such a file with small flaws.
#[test]
fn suggests_to_save_a_jpeg_with_wrong_restart_markers() {
    let whole = jpeg_with(&noise(80, 60), |encoder| encoder.set_restart_interval(2));
    publish(&whole, SETTINGS);
    let marker = find(&whole, b"\xff\xd1");
    let mut lost = whole.clone();
    lost.drain(marker..marker + 2);
    let mut wrong = whole;
    wrong[marker + 1] = 0xd5;
    for file in [lost, wrong] {
        let problem = problem(&file);
        assert!(matches!(problem, Problem::Damaged(Upload::Jpeg, _)), "{problem}");
        let hint = "if another program opens it, save it there as a new JPEG";
        assert!(problem.hint().starts_with(hint), "{}", problem.hint());
    }
}

/// Without HDR, the colors of these files are the colors of sRGB, or close to them.
#[test]
fn rejects_hdr_png() {
    let file = |transfer| {
        let chunk = chunk(b"cICP", &[9, transfer, 0, 1]);
        png_with(&scene(20, 10), &[chunk], &[])
    };
    for transfer in [16, 18] {
        let expected = Problem::Unsupported("a PNG with HDR colors");
        assert_eq!(inspect(&file(transfer)).unwrap_err(), expected);
        assert_eq!(problem(&file(transfer)), expected);
    }
    publish(&file(1), SETTINGS);
    publish(&file(13), SETTINGS);
}
