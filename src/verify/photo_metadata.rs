//! Finds metadata in a deployed photo. Published photos have none, because the originals often
//! contain the place where they were taken.

/// Returns whether a JPEG or PNG has metadata. A color profile is not metadata.
pub(super) fn has_metadata(photo: &[u8]) -> bool {
    match (photo.strip_prefix(b"\x89PNG\r\n\x1A\n"), photo.strip_prefix(b"\xFF\xD8")) {
        (Some(chunks), _) => png_has_metadata(chunks),
        (None, Some(segments)) => jpeg_has_metadata(segments),
        (None, None) => false,
    }
}

/// Looks for application segments and comments before the first scan, except for JFIF, color profiles and
/// Adobe's color transform (ITU-T T.81, §B.2.4).
fn jpeg_has_metadata(mut rest: &[u8]) -> bool {
    while let [0xFF, marker, high, low, ..] = *rest
        && marker != 0xDA
    {
        if matches!(marker, 0xE1 | 0xE3..=0xED | 0xEF | 0xFE) {
            return true;
        }
        rest = rest.get(2 + usize::from(u16::from_be_bytes([high, low]))..).unwrap_or_default();
    }
    false
}

/// Looks for EXIF and text chunks.
fn png_has_metadata(mut rest: &[u8]) -> bool {
    const FRAME: usize = 12;
    while let Some((length, after)) = rest.split_first_chunk()
        && let Some(kind) = after.first_chunk::<4>()
    {
        if matches!(kind, b"eXIf" | b"tEXt" | b"iTXt" | b"zTXt") {
            return true;
        }
        let length = u32::from_be_bytes(*length) as usize;
        rest = rest.get(FRAME.saturating_add(length)..).unwrap_or_default();
    }
    false
}
