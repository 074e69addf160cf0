//! The chunks of PNG files, with their checksums.

/// A PNG chunk.
pub(super) fn chunk(kind: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let checked = [kind, data].concat();
    let len = (data.len() as u32).to_be_bytes();
    [&len[..], &checked, &crc32(&checked).to_be_bytes()].concat()
}

/// Corrects the checksum of each chunk.
pub(super) fn repair_checksums(file: &mut [u8]) {
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

fn crc32(data: &[u8]) -> u32 {
    !data.iter().fold(!0, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc: u32, _| {
            if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 }
        })
    })
}
