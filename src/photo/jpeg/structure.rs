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
mod marker {
    pub(super) const TEM: u8 = 0x01;
    pub(super) const SOF0: u8 = 0xc0;
    pub(super) const SOF2_PROGRESSIVE: u8 = 0xc2;
    pub(super) const DHT: u8 = 0xc4;
    pub(super) const JPG: u8 = 0xc8;
    pub(super) const DAC: u8 = 0xcc;
    pub(super) const SOF15: u8 = 0xcf;
    pub(super) const RST0: u8 = 0xd0;
    pub(super) const SOI: u8 = 0xd8;
    pub(super) const EOI: u8 = 0xd9;
    pub(super) const SOS: u8 = 0xda;
    pub(super) const APP14: u8 = 0xee;
}

/// What was found between the start and the first end marker. Anything after that, such as further
/// pictures (Multi-Picture Format, gain maps), is not read.
#[derive(Default)]
pub(super) struct Structure {
    components: Vec<Component>,
    /// The color transform of Adobe's APP14 segment.
    adobe_transform: Option<u8>,
    scans: usize,
}

struct Component {
    id: u8,
    /// Horizontal times vertical sampling factor.
    blocks_per_mcu: u64,
}

impl Structure {
    /// Walks through the segments and checks the limits.
    ///
    /// # Errors
    /// If the photo is too large, has too many scans, is incomplete or has no frame header.
    pub(super) fn read(file: &[u8]) -> Result<Self, Problem> {
        let mut structure = Self::default();
        let mut rest = file.get(2..).ok_or(CUT_SHORT)?;
        loop {
            let marker = next_marker(&mut rest)?;
            match marker {
                marker::EOI => break,
                // These have no payload.
                marker::TEM | marker::RST0..=marker::SOI => {}
                _ => structure.add_segment(marker, payload(&mut rest)?)?,
            }
        }
        if structure.components.is_empty() {
            return Err(damaged("it does not state its size"));
        }
        Ok(structure)
    }

    fn add_segment(&mut self, marker: u8, payload: &[u8]) -> Result<(), Problem> {
        match marker {
            marker::DHT | marker::JPG | marker::DAC => {}
            marker::SOF0..=marker::SOF15 => {
                self.read_frame(payload, marker == marker::SOF2_PROGRESSIVE)?;
            }
            marker::SOS => {
                self.scans += 1;
                if self.scans > MAX_SCANS {
                    return Err(damaged("it has too many scans"));
                }
            }
            marker::APP14 if payload.starts_with(b"Adobe") => {
                self.adobe_transform = payload.get(11).copied();
            }
            _ => {}
        }
        Ok(())
    }

    /// Reads a frame header, T.81 B.2.2.
    fn read_frame(&mut self, payload: &[u8], is_progressive: bool) -> Result<(), Problem> {
        let [_, h1, h0, w1, w0, _, components @ ..] = payload else {
            return Err(damaged("its size cannot be read"));
        };
        let width = u16::from_be_bytes([*w1, *w0]).into();
        let height = u16::from_be_bytes([*h1, *h0]).into();
        limits::check_size(width, height)?;
        let factors = |sampling: u8| (u64::from(sampling >> 4), u64::from(sampling & 15));
        let (mut horizontal, mut vertical) = (1, 1);
        for component in components.chunks_exact(3) {
            let (h, v) = factors(component[1]);
            (horizontal, vertical) = (horizontal.max(h), vertical.max(v));
            self.components.push(Component { id: component[0], blocks_per_mcu: h * v });
        }
        if is_progressive {
            let mcus = u64::from(width).div_ceil(8 * horizontal)
                * u64::from(height).div_ceil(8 * vertical);
            let blocks: u64 = self.components.iter().map(|c| c.blocks_per_mcu).sum();
            limits::check_progressive(width, height, mcus * blocks * 64)?;
        }
        Ok(())
    }

    /// Returns how to convert the components to colors: the rules of libjpeg
    /// (`default_decompress_parms`), except that component ids "R", "G" and "B" mean RGB.
    pub(super) fn color_transform(&self) -> ColorTransform {
        match (self.components.as_slice(), self.adobe_transform) {
            ([_], _) => ColorTransform::Grayscale,
            ([_, _, _, _], Some(2)) => ColorTransform::YCCK,
            ([_, _, _, _], _) => ColorTransform::CMYK,
            (_, Some(0)) => ColorTransform::RGB,
            ([r, g, b], _) if [r.id, g.id, b.id] == *b"RGB" => ColorTransform::RGB,
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
