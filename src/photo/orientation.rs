//! Which way is up: the EXIF orientation, and turning pixels by it.

use super::raster::Raster;

/// The `Orientation` tag of EXIF 2.32 (4.6.4 A): where row 0 and column 0 of the stored picture
/// are in the scene. The discriminants are the tag's values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Orientation {
    /// Stored as it is to be seen.
    #[default]
    Upright = 1,
    /// Left and right are exchanged.
    MirroredHorizontally = 2,
    /// Upside down.
    Rotated180 = 3,
    /// Top and bottom are exchanged.
    MirroredVertically = 4,
    /// Rows are columns.
    Transposed = 5,
    /// To be turned clockwise by a quarter.
    Rotated90 = 6,
    /// Rows are columns, counted from the far corner.
    Transversed = 7,
    /// To be turned counter-clockwise by a quarter.
    Rotated270 = 8,
}

/// Tag number of `Orientation`.
const TAG_ORIENTATION: u16 = 0x0112;
/// TIFF field type for 16-bit integers.
const TYPE_SHORT: u16 = 3;
/// Size of a directory entry, in bytes: tag, type, count, value.
const ENTRY: usize = 12;

impl Orientation {
    /// Reads the tag from a TIFF structure: the payload of `eXIf` in PNG, and of JPEG's APP1
    /// after `Exif\0\0`.
    ///
    /// What cannot be read counts as upright, as it does in browsers: a photo that is shown
    /// sideways is noticed, and damaged metadata is no reason to refuse a sound picture.
    pub(super) fn from_exif(tiff: &[u8]) -> Self {
        read_tag(tiff)
            .and_then(Self::from_value)
            .unwrap_or_default()
    }

    const fn from_value(value: u16) -> Option<Self> {
        Some(match value {
            1 => Self::Upright,
            2 => Self::MirroredHorizontally,
            3 => Self::Rotated180,
            4 => Self::MirroredVertically,
            5 => Self::Transposed,
            6 => Self::Rotated90,
            7 => Self::Transversed,
            8 => Self::Rotated270,
            _ => return None,
        })
    }

    /// The picture as it is to be seen.
    pub(super) fn apply(self, stored: Raster) -> Raster {
        if self == Self::Upright {
            return stored;
        }
        let (w, h) = (stored.width as usize, stored.height as usize);
        let swaps_sides = self as u8 >= Self::Transposed as u8;
        let (width, height) = if swaps_sides { (h, w) } else { (w, h) };
        let pixel = stored.channels.count();
        let mut samples = Vec::with_capacity(stored.samples.len());
        for y in 0..height {
            for x in 0..width {
                let (sx, sy) = match self {
                    Self::Upright => (x, y),
                    Self::MirroredHorizontally => (w - 1 - x, y),
                    Self::Rotated180 => (w - 1 - x, h - 1 - y),
                    Self::MirroredVertically => (x, h - 1 - y),
                    Self::Transposed => (y, x),
                    Self::Rotated90 => (y, h - 1 - x),
                    Self::Transversed => (w - 1 - y, h - 1 - x),
                    Self::Rotated270 => (w - 1 - y, x),
                };
                let at = (sy * w + sx) * pixel;
                samples.extend_from_slice(&stored.samples[at..at + pixel]);
            }
        }
        let (width, height) = if swaps_sides {
            (stored.height, stored.width)
        } else {
            (stored.width, stored.height)
        };
        Raster {
            width,
            height,
            channels: stored.channels,
            samples,
        }
    }
}

fn read_tag(tiff: &[u8]) -> Option<u16> {
    let big_endian = match tiff.get(..4)? {
        b"II*\0" => false,
        b"MM\0*" => true,
        _ => return None,
    };
    let short = |at: usize| -> Option<u16> {
        let bytes = tiff.get(at..at.checked_add(2)?)?.try_into().ok()?;
        Some(if big_endian {
            u16::from_be_bytes(bytes)
        } else {
            u16::from_le_bytes(bytes)
        })
    };
    let long = |at: usize| -> Option<u32> {
        let bytes = tiff.get(at..at.checked_add(4)?)?.try_into().ok()?;
        Some(if big_endian {
            u32::from_be_bytes(bytes)
        } else {
            u32::from_le_bytes(bytes)
        })
    };
    let directory = usize::try_from(long(4)?).ok()?;
    let entries = usize::from(short(directory)?);
    (0..entries)
        .map_while(|index| {
            let at = directory.checked_add(2 + index * ENTRY)?;
            Some((at, short(at)?))
        })
        .find(|&(_, tag)| tag == TAG_ORIENTATION)
        .filter(|&(at, _)| short(at + 2) == Some(TYPE_SHORT))
        .and_then(|(at, _)| short(at + 8))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_both_byte_orders() {
        let little = b"II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0";
        let big = b"MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x08\0\0\0\0\0\0";
        assert_eq!(Orientation::from_exif(little), Orientation::Rotated90);
        assert_eq!(Orientation::from_exif(big), Orientation::Rotated270);
    }

    #[test]
    fn what_cannot_be_read_is_upright() {
        let sound = b"II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0";
        for len in 0..sound.len() {
            assert_eq!(
                Orientation::from_exif(&sound[..len]),
                Orientation::Upright,
                "{len}"
            );
        }
        let value_9 = b"II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x09\0\0\0";
        assert_eq!(Orientation::from_exif(value_9), Orientation::Upright);
        let far_away = b"II*\0\xff\xff\xff\xff\x01\0";
        assert_eq!(Orientation::from_exif(far_away), Orientation::Upright);
    }
}
