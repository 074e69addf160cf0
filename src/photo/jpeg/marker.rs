//! Markers, and the bytes between them: T.81 annex B.

use super::super::Problem;
use super::{CUT_SHORT, damaged};

/// Start of a baseline frame.
pub(super) const SOF0_BASELINE: u8 = 0xc0;
/// Start of an extended sequential frame.
pub(super) const SOF1_EXTENDED: u8 = 0xc1;
/// Start of a progressive frame.
pub(super) const SOF2_PROGRESSIVE: u8 = 0xc2;
/// Huffman tables.
pub(super) const DHT: u8 = 0xc4;
/// Start of a lossless frame; the first of those browsers cannot show.
pub(super) const SOF3_LOSSLESS: u8 = 0xc3;
/// The first of the frames with arithmetic coding.
pub(super) const SOF9_ARITHMETIC: u8 = 0xc9;
/// The last of the frames.
pub(super) const SOF15: u8 = 0xcf;
/// The first of the restarts in the data of a scan.
pub(super) const RST0: u8 = 0xd0;
/// The last of them.
pub(super) const RST7: u8 = 0xd7;
/// Start of image.
pub(super) const SOI: u8 = 0xd8;
/// End of image.
pub(super) const EOI: u8 = 0xd9;
/// Start of scan.
pub(super) const SOS: u8 = 0xda;
/// Quantization tables.
pub(super) const DQT: u8 = 0xdb;
/// Number of lines, after the first scan.
pub(super) const DNL: u8 = 0xdc;
/// Restart interval.
pub(super) const DRI: u8 = 0xdd;
/// Exif and XMP.
pub(super) const APP1: u8 = 0xe1;
/// ICC profiles, and the index of a multi-picture file.
pub(super) const APP2: u8 = 0xe2;
/// Adobe's.
pub(super) const APP14: u8 = 0xee;
/// For private use in arithmetic coding.
pub(super) const TEM: u8 = 0x01;

/// Where bytes come from.
pub(super) struct Reader<'a> {
    file: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    /// Starts after the start-of-image marker.
    pub(super) const fn new(file: &'a [u8]) -> Self {
        Self { file, at: 2 }
    }

    /// The next marker's second byte. Stray bytes before it are skipped, as every decoder does,
    /// and so are fill bytes (T.81 B.1.1.2).
    pub(super) fn marker(&mut self) -> Result<u8, Problem> {
        loop {
            let rest = self.file.get(self.at..).unwrap_or_default();
            let prefix = rest
                .iter()
                .position(|&byte| byte == 0xff)
                .ok_or(CUT_SHORT)?;
            let byte = *rest.get(prefix + 1).ok_or(CUT_SHORT)?;
            self.at += prefix + 1;
            if !matches!(byte, 0 | 0xff) {
                self.at += 1;
                return Ok(byte);
            }
        }
    }

    /// A segment's content: two bytes of length, which count themselves, come first.
    pub(super) fn payload(&mut self) -> Result<&'a [u8], Problem> {
        let rest = self.file.get(self.at..).unwrap_or_default();
        let [high, low, rest @ ..] = rest else {
            return Err(CUT_SHORT);
        };
        let len = usize::from(u16::from_be_bytes([*high, *low]))
            .checked_sub(2)
            .ok_or_else(|| damaged("a part of it has an impossible length"))?;
        let payload = rest.get(..len).ok_or(CUT_SHORT)?;
        self.at += 2 + len;
        Ok(payload)
    }

    /// Everything up to the next marker other than a restart.
    pub(super) fn entropy(&mut self) -> Result<&'a [u8], Problem> {
        let data = self.file.get(self.at..).unwrap_or_default();
        let mut at = 0;
        loop {
            at += data[at..]
                .iter()
                .position(|&byte| byte == 0xff)
                .ok_or(CUT_SHORT)?;
            match *data.get(at + 1).ok_or(CUT_SHORT)? {
                0 | RST0..=RST7 => at += 2,
                0xff => at += 1,
                _ => break,
            }
        }
        self.at += at;
        Ok(&data[..at])
    }
}
