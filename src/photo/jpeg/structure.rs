//! The structure of a JPEG file, ITU-T T.81, annex B: what the limits need and `jpeg-decoder` does
//! not report.

use std::io::BufRead as _;

use jpeg_decoder::ColorTransform;

use super::super::{Problem, limits};
use super::{CUT_SHORT, damaged};

/// The maximum number of scans. Encoders write at most 24 (libjpeg's script for four components).
/// A file with very many scans would occupy a decoder for minutes.
const MAX_SCANS: usize = 32;

/// Second bytes of markers, T.81 table B.1.
const SOF2_PROGRESSIVE: u8 = 0xc2;
const EOI: u8 = 0xd9;
const SOS: u8 = 0xda;
const APP0: u8 = 0xe0;
const APP1: u8 = 0xe1;
const APP14: u8 = 0xee;

/// What was found between the start and the first end marker. Anything after that, such as further
/// pictures (Multi-Picture Format, gain maps), is not read.
#[derive(Default)]
pub(super) struct Structure<'a> {
    component_ids: Vec<u8>,
    is_jfif: bool,
    /// The color transform of Adobe's APP14 segment.
    adobe_transform: Option<u8>,
    /// The payload of the first EXIF segment. `jpeg-decoder` returns the last one, browsers use the
    /// first.
    pub(super) exif: Option<&'a [u8]>,
    scans: usize,
    /// Whether the file has an end marker. Without one, the data of the last scan can be incomplete.
    pub(super) has_end_marker: bool,
}

impl<'a> Structure<'a> {
    /// Walks through the segments and checks the limits.
    pub(super) fn read(file: &'a [u8]) -> Result<Self, Problem> {
        let mut structure = Self::default();
        let mut rest = file.get(2..).ok_or(CUT_SHORT)?;
        loop {
            let marker = match next_marker(&mut rest) {
                Err(_) if structure.scans > 0 => break,
                marker => marker?,
            };
            match marker {
                EOI => {
                    structure.has_end_marker = true;
                    break;
                }
                // TEM, RST0 to RST7 and SOI have no payload.
                0x01 | 0xd0..=0xd8 => {}
                _ => structure.add_segment(marker, payload(&mut rest)?)?,
            }
        }
        Ok(structure)
    }

    fn add_segment(&mut self, marker: u8, payload: &'a [u8]) -> Result<(), Problem> {
        match marker {
            // DHT, JPG and DAC lie between the numbers of frame headers.
            0xc4 | 0xc8 | 0xcc => {}
            0xc0..=0xcf => self.read_frame(payload, marker == SOF2_PROGRESSIVE)?,
            SOS => {
                self.scans += 1;
                if self.scans > MAX_SCANS {
                    return Err(damaged("it has too many scans"));
                }
            }
            _ if self.scans == 0 => self.add_metadata(marker, payload),
            _ => {}
        }
        Ok(())
    }

    /// Reads a segment before the first scan. libjpeg and browsers ignore metadata after it.
    fn add_metadata(&mut self, marker: u8, payload: &'a [u8]) {
        match marker {
            APP0 if payload.len() >= 14 && payload.starts_with(b"JFIF\0") => self.is_jfif = true,
            APP1 if payload.starts_with(b"Exif\0\0") => self.exif = self.exif.or(Some(payload)),
            APP14 if payload.len() >= 12 && payload.starts_with(b"Adobe") => {
                self.adobe_transform = Some(payload[11]);
            }
            _ => {}
        }
    }

    /// Reads a frame header, T.81 B.2.2.
    fn read_frame(&mut self, payload: &[u8], is_progressive: bool) -> Result<(), Problem> {
        let [_, h1, h0, w1, w0, _, components @ ..] = payload else {
            return Err(damaged("its size cannot be read"));
        };
        let width = u16::from_be_bytes([*w1, *w0]).into();
        let height = u16::from_be_bytes([*h1, *h0]).into();
        limits::check_size(width, height)?;
        let (mut horizontal, mut vertical, mut blocks_per_mcu) = (1, 1, 0);
        for component in components.chunks_exact(3) {
            self.component_ids.push(component[0]);
            let (h, v) = (u64::from(component[1] >> 4), u64::from(component[1] & 15));
            (horizontal, vertical) = (horizontal.max(h), vertical.max(v));
            blocks_per_mcu += h * v;
        }
        if is_progressive {
            // The decoder holds all coefficients, in two bytes each, until the last scan. With
            // chroma at half the resolution (4:2:0) a pixel has 1.5 of them, otherwise up to 4.
            let mcus = u64::from(width).div_ceil(8 * horizontal)
                * u64::from(height).div_ceil(8 * vertical);
            limits::check_working_memory(width, height, 2 * mcus * blocks_per_mcu * 64)?;
        }
        Ok(())
    }

    /// Returns how to convert the components to colors: the rules of libjpeg
    /// (`default_decompress_parms` in `jdapimin.c`), which browsers use.
    pub(super) fn color_transform(&self) -> ColorTransform {
        match (self.component_ids.as_slice(), self.adobe_transform) {
            ([_], _) => ColorTransform::Grayscale,
            ([_, _, _, _], None | Some(0)) => ColorTransform::CMYK,
            ([_, _, _, _], _) => ColorTransform::YCCK,
            _ if self.is_jfif => ColorTransform::YCbCr,
            (_, Some(0)) | (b"RGB", None) => ColorTransform::RGB,
            _ => ColorTransform::YCbCr,
        }
    }
}

/// Skips to the next marker, as the decoder does, and returns its second byte. In compressed data
/// a byte 0xff is followed by 0.
fn next_marker(rest: &mut &[u8]) -> Result<u8, Problem> {
    loop {
        rest.skip_until(0xff).expect("a slice is always readable");
        let fill = rest.iter().take_while(|&&byte| byte == 0xff).count();
        let (&marker, after) = rest[fill..].split_first().ok_or(CUT_SHORT)?;
        *rest = after;
        if marker != 0 {
            return Ok(marker);
        }
    }
}

/// Returns the payload of a segment, which follows its 16-bit length.
fn payload<'a>(rest: &mut &'a [u8]) -> Result<&'a [u8], Problem> {
    let (length, after) = rest.split_first_chunk().ok_or(CUT_SHORT)?;
    let length = usize::from(u16::from_be_bytes(*length));
    let length = length.checked_sub(2).ok_or_else(|| damaged("a segment has no length"))?;
    let (payload, after) = after.split_at_checked(length).ok_or(CUT_SHORT)?;
    *rest = after;
    Ok(payload)
}
