//! What a published photo consists of.

/// Asserts that a published file consists of the necessary segments or chunks only.
#[track_caller]
pub(super) fn assert_only_pixels(file: &[u8]) {
    if file.starts_with(b"\x89PNG") {
        let mut rest = &file[8..];
        while !rest.is_empty() {
            let len = u32::from_be_bytes(rest[..4].try_into().expect("4 bytes")) as usize;
            assert!([b"IHDR", b"IDAT", b"IEND"].iter().any(|kind| rest[4..8] == kind[..]));
            rest = &rest[12 + len..];
        }
        return;
    }
    assert!(file.starts_with(b"\xff\xd8"));
    let end = file.len() - 2;
    let mut at = 2;
    while at < end {
        let marker = file[at + 1];
        let len = usize::from(u16::from_be_bytes([file[at + 2], file[at + 3]]));
        match (file[at], marker) {
            // JFIF without thumbnail.
            (0xff, 0xe0) => assert_eq!((len, &file[at + 4..at + 9]), (16, &b"JFIF\0"[..])),
            (0xff, 0xc0 | 0xc4 | 0xda | 0xdb) => {}
            other => panic!("unexpected {other:x?} at {at} of {}", file.len()),
        }
        at += 2 + len;
        if marker == 0xda {
            let is_marker = |pair: &[u8]| pair[0] == 0xff && !matches!(pair[1], 0 | 0xd0..=0xd7);
            at += file[at..].windows(2).position(is_marker).expect("an end marker");
        }
    }
    assert_eq!(&file[at..], b"\xff\xd9");
}
