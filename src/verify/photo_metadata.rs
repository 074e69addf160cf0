//! Finds metadata in a deployed photo. Published photos have none, because the originals often
//! contain the place where they were taken.

/// The metadata of a photo, without any of its values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PhotoMetadata {
    /// A GPS position, and possibly more.
    Position,
    /// Such as the camera, the time or a caption.
    Other,
}

/// Returns the metadata of a JPEG or PNG. A color profile is not metadata.
pub(super) fn find(photo: &[u8]) -> Option<PhotoMetadata> {
    let blocks = match photo.strip_prefix(b"\x89PNG\r\n\x1A\n") {
        Some(chunks) => png_blocks(chunks),
        None => jpeg_blocks(photo.strip_prefix(b"\xFF\xD8")?),
    };
    let has_position = blocks.iter().any(|block| is_position(block));
    let kind = if has_position { PhotoMetadata::Position } else { PhotoMetadata::Other };
    (!blocks.is_empty()).then_some(kind)
}

/// Returns the application segments and comments of a JPEG up to its first scan, except for JFIF,
/// color profiles and Adobe's color transform (ITU-T T.81, §B.2.4).
fn jpeg_blocks(mut rest: &[u8]) -> Vec<&[u8]> {
    let mut blocks = Vec::new();
    while let [0xFF, marker, high, low, ..] = *rest
        && marker != 0xDA
    {
        let end = 2 + usize::from(u16::from_be_bytes([high, low]));
        let (Some(segment), Some(after)) = (rest.get(4..end), rest.get(end..)) else { break };
        if matches!(marker, 0xE1 | 0xE3..=0xED | 0xEF | 0xFE) {
            blocks.push(segment);
        }
        rest = after;
    }
    blocks
}

/// Returns the EXIF and text chunks of a PNG.
fn png_blocks(mut rest: &[u8]) -> Vec<&[u8]> {
    let mut blocks = Vec::new();
    while let Some((length, typed)) = rest.split_first_chunk()
        && let Some((kind, data)) = typed.split_first_chunk::<4>()
        && let Some((data, after)) = data.split_at_checked(u32::from_be_bytes(*length) as usize)
    {
        if matches!(kind, b"eXIf" | b"tEXt" | b"iTXt" | b"zTXt") {
            blocks.push(data);
        }
        // A checksum follows.
        rest = after.get(4..).unwrap_or_default();
    }
    blocks
}

/// Returns whether a block is XMP or EXIF with a position.
fn is_position(block: &[u8]) -> bool {
    const XMP: &[u8] = b"GPSLatitude";
    let tiff = block.strip_prefix(b"Exif\0\0").unwrap_or(block);
    block.windows(XMP.len()).any(|window| window == XMP) || has_gps_directory(tiff) == Some(true)
}

/// Returns whether the first directory of EXIF refers to one with a position (EXIF 3.0, §4.6.3).
fn has_gps_directory(tiff: &[u8]) -> Option<bool> {
    const GPS_DIRECTORY: u16 = 0x8825;
    const ENTRY: usize = 12;
    let is_big_endian = match tiff.get(..4)? {
        b"MM\0*" => true,
        b"II*\0" => false,
        _ => return None,
    };
    let number = |at: usize, length: usize| -> Option<usize> {
        let bytes = tiff.get(at..at.checked_add(length)?)?.iter();
        let join = |number: usize, byte: &u8| number << 8 | usize::from(*byte);
        Some(if is_big_endian { bytes.fold(0, join) } else { bytes.rev().fold(0, join) })
    };
    let start = number(4, 4)?;
    let mut tags = (0..number(start, 2)?).map_while(|entry| number(start + 2 + entry * ENTRY, 2));
    Some(tags.any(|tag| tag == usize::from(GPS_DIRECTORY)))
}
