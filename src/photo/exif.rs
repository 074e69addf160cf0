//! EXIF: how a picture was stored. Everything else in it stays unread.

use image::metadata::Orientation;

/// The TIFF structure of EXIF 2.32. Its directories have entries of 12 bytes: a tag, a type, a count, and a value or
/// its place.
pub(super) struct Exif<'a> {
    tiff: &'a [u8],
    is_little_endian: bool,
    /// The place of the first directory.
    first: usize,
}

impl<'a> Exif<'a> {
    /// Reads the header. In JPEG, `Exif\0\0` precedes it; some programs write this in other formats, too.
    pub(super) fn read(exif: &'a [u8]) -> Option<Self> {
        let tiff = exif.strip_prefix(b"Exif\0\0").unwrap_or(exif);
        let is_little_endian = tiff.starts_with(b"II*\0");
        let is_tiff = is_little_endian || tiff.starts_with(b"MM\0*");
        let exif = Self { tiff, is_little_endian, first: 0 };
        let first = exif.number(4, 4).filter(|_| is_tiff)?;
        Some(Self { first, ..exif })
    }

    /// Returns the value of tag 0x112 (4.6.4 A), a SHORT; some programs store a LONG.
    pub(super) fn orientation(&self) -> Option<Orientation> {
        Orientation::from_exif(self.value(self.first, 0x112)?.try_into().ok()?)
    }

    /// Returns whether the colors are those of Adobe RGB: by the interoperability index `R03` (DCF 2.0, 4.6.4 B) that
    /// cameras write beside an uncalibrated `ColorSpace`, or by the `ColorSpace` 2 of some of them. An uncalibrated one
    /// alone can be any: phones write it for Display P3.
    pub(super) fn is_adobe_rgb(&self) -> bool {
        let directory = self.value(self.first, 0x8769);
        let color_space = directory.and_then(|directory| self.value(directory, 0xA001));
        let interoperability = directory.and_then(|directory| self.value(directory, 0xA005));
        let index = interoperability.and_then(|directory| self.entry(directory, 1));
        let is_r03 =
            index.is_some_and(|entry| self.tiff.get(entry + 8..entry + 11) == Some(b"R03"));
        color_space == Some(2) || color_space == Some(0xFFFF) && is_r03
    }

    /// Returns the place of the entry of a tag in a directory.
    fn entry(&self, directory: usize, tag: usize) -> Option<usize> {
        let mut entries = (0..self.number(directory, 2)?).map(|index| directory + 2 + 12 * index);
        entries.find(|entry| self.number(*entry, 2) == Some(tag))
    }

    /// Returns the number of an entry: a SHORT (type 3) or a LONG (4).
    fn value(&self, directory: usize, tag: usize) -> Option<usize> {
        let entry = self.entry(directory, tag)?;
        let kind = self.number(entry + 2, 2).filter(|kind| [3, 4].contains(kind))?;
        self.number(entry + 8, if kind == 3 { 2 } else { 4 })
    }

    fn number(&self, at: usize, length: usize) -> Option<usize> {
        let bytes = self.tiff.get(at..)?.get(..length)?.iter();
        let join = |number, byte: &u8| number << 8 | usize::from(*byte);
        Some(if self.is_little_endian { bytes.rev().fold(0, join) } else { bytes.fold(0, join) })
    }
}
