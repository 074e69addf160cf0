//! The segments of a file, sorted into what a decoder needs, what says how to show the picture,
//! and the rest: T.81 annex B, JFIF 1.02, Exif 2.32, ICC.1:2022 annex B.4.

use super::super::orientation::Orientation;
use super::super::{Problem, color, limits};
use super::frame::{Colours, Frame};
use super::marker::Reader;
use super::{damaged, marker};

/// Most scans in a file. Encoders write at most 24 (libjpeg's script for four components); a
/// file with very many would keep a decoder busy for minutes.
const MAX_SCANS: usize = 32;

/// Most bytes of Huffman and quantization tables in a file. Redefining all of them for each of
/// 24 scans takes less.
const MAX_TABLE_BYTES: usize = 64 << 10;

/// Most segments that a decoder needs.
const MAX_SEGMENTS: usize = 1024;

/// `APP0` of JFIF 1.02 without density or thumbnail: says that three components are `YCbCr`.
const JFIF: &[u8] = b"\xff\xe0\0\x10JFIF\0\x01\x02\0\0\x01\0\x01\0\0";

/// A JPEG file, parsed.
#[derive(Debug)]
pub(in super::super) struct Jpeg<'a> {
    /// Size and components.
    pub(in super::super) frame: Frame,
    /// How components are to be understood.
    pub(in super::super) colours: Colours,
    /// From EXIF.
    pub(in super::super) orientation: Orientation,
    /// The embedded profile, unchecked.
    pub(in super::super) icc: Option<Vec<u8>>,
    /// What a decoder needs, in order.
    pub(super) segments: Vec<Segment<'a>>,
}

/// A segment that a decoder needs.
#[derive(Debug, Clone, Copy)]
pub(super) struct Segment<'a> {
    /// Second byte of the marker.
    pub(super) marker: u8,
    /// What follows the length.
    pub(super) payload: &'a [u8],
    /// After a scan header: the entropy-coded data with its restart markers.
    pub(super) entropy: &'a [u8],
}

impl<'a> Jpeg<'a> {
    /// Splits a file into segments, up to the first end-of-image marker after a scan. Further
    /// pictures (Multi-Picture Format, gain maps) and anything else after it are not looked at.
    ///
    /// # Errors
    /// If it is cut short, contradicts itself, is of an unsupported kind or too large.
    pub(in super::super) fn parse(file: &'a [u8]) -> Result<Self, Problem> {
        let mut reader = Reader::new(file);
        let mut found = Found::default();
        loop {
            match reader.marker()? {
                marker::EOI => return found.finish(),
                marker::SOI => return Err(damaged("a second picture begins inside the first")),
                // These stand alone: no length follows.
                marker::TEM | marker::RST0..=marker::RST7 => {}
                marker => {
                    let payload = reader.payload()?;
                    let entropy = if marker == marker::SOS {
                        reader.entropy()?
                    } else {
                        &[]
                    };
                    found.take(Segment {
                        marker,
                        payload,
                        entropy,
                    })?;
                }
            }
        }
    }

    /// The file again with nothing in it but what a decoder needs. It can be published if it
    /// is grey or `YCbCr`; of anything else it does not say what it is. Its scans have to be
    /// known to be sound.
    pub(in super::super) fn stripped(&self) -> Vec<u8> {
        let mut out = vec![0xff, marker::SOI];
        out.extend_from_slice(JFIF);
        for segment in &self.segments {
            out.extend_from_slice(&[0xff, segment.marker]);
            // The payload was found by a 16-bit length, hence its length fits one.
            out.extend_from_slice(&(segment.payload.len() as u16 + 2).to_be_bytes());
            out.extend_from_slice(segment.payload);
            if segment.marker == marker::SOS && !self.frame.progressive {
                // What is to be here if all coefficients come at once (T.81 B.2.3). Some
                // encoders write zeros, and not every decoder forgives them.
                out.truncate(out.len() - 3);
                out.extend_from_slice(&[0, 63, 0]);
            }
            out.extend_from_slice(segment.entropy);
        }
        out.extend_from_slice(&[0xff, marker::EOI]);
        out
    }
}

/// What has been found so far.
#[derive(Default)]
struct Found<'a> {
    frame: Option<Frame>,
    scans: usize,
    table_bytes: usize,
    segments: Vec<Segment<'a>>,
    exif: Option<&'a [u8]>,
    icc: Vec<&'a [u8]>,
    adobe_transform: Option<u8>,
}

impl<'a> Found<'a> {
    fn take(&mut self, segment: Segment<'a>) -> Result<(), Problem> {
        let Segment {
            marker, payload, ..
        } = segment;
        match marker {
            marker::SOF0_BASELINE | marker::SOF1_EXTENDED | marker::SOF2_PROGRESSIVE => {
                if self.frame.replace(Frame::read(marker, payload)?).is_some() {
                    return Err(damaged("it says twice how large it is"));
                }
            }
            marker::DHT | marker::DQT => {
                self.table_bytes += payload.len();
                if self.table_bytes > MAX_TABLE_BYTES {
                    return Err(damaged("it has implausibly many tables"));
                }
            }
            marker::SOF3_LOSSLESS..=marker::SOF15 => {
                return Err(Problem::Unsupported {
                    feature: unsupported_frame(marker),
                });
            }
            marker::DNL => {
                return Err(Problem::Unsupported {
                    feature: "its height at the end",
                });
            }
            marker::DRI => {}
            marker::SOS => {
                self.scans += 1;
                if self.scans > MAX_SCANS {
                    return Err(damaged("it has implausibly many scans"));
                }
            }
            _ => {
                self.take_metadata(marker, payload);
                return Ok(());
            }
        }
        if self.segments.len() == MAX_SEGMENTS {
            return Err(damaged("it has implausibly many parts"));
        }
        self.segments.push(segment);
        Ok(())
    }

    /// Notes what matters for showing the picture; none of it is kept as a segment.
    fn take_metadata(&mut self, marker: u8, payload: &'a [u8]) {
        match marker {
            marker::APP1 if self.exif.is_none() => self.exif = payload.strip_prefix(b"Exif\0\0"),
            marker::APP2 => self.icc.extend(payload.strip_prefix(b"ICC_PROFILE\0")),
            marker::APP14 if payload.starts_with(b"Adobe") => {
                self.adobe_transform = payload.get(11).copied();
            }
            _ => {}
        }
    }

    fn finish(self) -> Result<Jpeg<'a>, Problem> {
        let frame = self
            .frame
            .ok_or_else(|| damaged("it does not say how large it is"))?;
        if self.scans == 0 {
            return Err(damaged("there is no picture in it"));
        }
        let colours = frame.colours(self.adobe_transform)?;
        if frame.progressive {
            limits::check_coefficients(frame.width, frame.height, frame.coefficients())?;
        }
        Ok(Jpeg {
            frame,
            colours,
            orientation: self.exif.map(Orientation::from_exif).unwrap_or_default(),
            icc: join_profile(self.icc),
            segments: self.segments,
        })
    }
}

/// What to call a frame other than those of DCT with Huffman coding.
const fn unsupported_frame(marker: u8) -> &'static str {
    match marker {
        marker::SOF3_LOSSLESS => "lossless coding",
        marker::SOF9_ARITHMETIC..=marker::SOF15 => "arithmetic coding",
        _ => "hierarchical coding",
    }
}

/// Puts the chunks of a profile together: each begins with its number, from 1, and their count.
/// `None` if one is missing, since a part of a profile is none.
fn join_profile(mut chunks: Vec<&[u8]>) -> Option<Vec<u8>> {
    let count = chunks.len();
    let bytes: usize = chunks.iter().map(|chunk| chunk.len()).sum();
    if count == 0 || bytes > color::MAX_PROFILE_BYTES {
        return None;
    }
    chunks.sort_by_key(|chunk| chunk.first().copied());
    let in_order = chunks
        .into_iter()
        .zip(1..)
        .map(|(chunk, expected)| match chunk {
            [number, total, data @ ..]
                if usize::from(*number) == expected && usize::from(*total) == count =>
            {
                Some(data)
            }
            _ => None,
        });
    Some(in_order.collect::<Option<Vec<_>>>()?.concat())
}
