//! The marker segments of a JPEG file: T.81 annex B, JFIF 1.02, Exif 2.32 and ICC.1 annex B.4.

use super::super::orientation::Orientation;
use super::super::{Problem, colour, limits};
use super::{CUT_SHORT, damaged};

/// Second bytes of markers, T.81 table B.1.
mod marker {
    pub(super) const SOF0_BASELINE: u8 = 0xc0;
    pub(super) const SOF1_EXTENDED: u8 = 0xc1;
    pub(super) const SOF2_PROGRESSIVE: u8 = 0xc2;
    pub(super) const DHT: u8 = 0xc4;
    pub(super) const SOF3_LOSSLESS: u8 = 0xc3;
    pub(super) const SOF9_ARITHMETIC: u8 = 0xc9;
    pub(super) const SOF15: u8 = 0xcf;
    pub(super) const RST0: u8 = 0xd0;
    pub(super) const RST7: u8 = 0xd7;
    pub(super) const SOI: u8 = 0xd8;
    pub(super) const EOI: u8 = 0xd9;
    pub(super) const SOS: u8 = 0xda;
    pub(super) const DQT: u8 = 0xdb;
    pub(super) const DNL: u8 = 0xdc;
    pub(super) const DRI: u8 = 0xdd;
    pub(super) const APP1: u8 = 0xe1;
    pub(super) const APP2: u8 = 0xe2;
    pub(super) const APP14: u8 = 0xee;
    pub(super) const TEM: u8 = 0x01;
}

/// Most scans in a file. Encoders write at most 24 (libjpeg's script for four components); a
/// file with very many would keep the decoder busy for minutes.
const MAX_SCANS: usize = 32;
/// Most bytes of Huffman and quantization tables in a file. Redefining all of them for each of
/// 24 scans takes less.
const MAX_TABLE_BYTES: usize = 64 << 10;
/// Most segments a decoder needs.
const MAX_SEGMENTS: usize = 1024;

/// `APP0` of JFIF 1.01 without density or thumbnail: states that three components are `YCbCr`.
const JFIF: &[u8] = b"\xff\xe0\0\x10JFIF\0\x01\x01\0\0\x01\0\x01\0\0";
/// `APP14` of Adobe up to the last byte, which is the transform.
const ADOBE: &[u8] = b"\xff\xee\0\x0eAdobe\0\x64\0\0\0\0";

/// How components are to be understood.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum Colours {
    /// One component.
    Grey,
    /// Three: brightness and two colour differences.
    YCbCr,
    /// Three: red, green, blue.
    Rgb,
    /// Four inks, stored as Photoshop does: 255 is no ink.
    Cmyk,
    /// Four: the first three inks as brightness and colour differences.
    Ycck,
}

/// A component of the frame, T.81 B.2.2.
#[derive(Debug, Clone, Copy)]
pub(super) struct Component {
    /// Identifier that scans refer to.
    pub(super) id: u8,
    /// Horizontal sampling factor, 1 to 4.
    pub(super) horizontal: u32,
    /// Vertical sampling factor, 1 to 4.
    pub(super) vertical: u32,
}

/// A segment that a decoder needs.
#[derive(Debug, Clone, Copy)]
pub(super) struct Segment<'a> {
    /// Second byte of the marker.
    marker: u8,
    /// What follows the length.
    payload: &'a [u8],
    /// After `SOS`: the entropy-coded data with its restart markers.
    entropy: &'a [u8],
}

/// What a segment is for, as far as scans are concerned.
pub(super) enum Role<'a> {
    /// Huffman tables.
    HuffmanTables(&'a [u8]),
    /// Restart interval, in MCUs; 0 turns restarts off.
    RestartInterval(u32),
    /// The header of a scan and its data.
    Scan { header: &'a [u8], entropy: &'a [u8] },
    /// Quantization tables, the frame.
    Other,
}

/// A JPEG file, parsed.
#[derive(Debug)]
pub(in super::super) struct Jpeg<'a> {
    /// In pixels, never 0.
    pub(in super::super) width: u32,
    /// In pixels, never 0.
    pub(in super::super) height: u32,
    /// How components are to be understood.
    pub(in super::super) colours: Colours,
    /// From EXIF.
    pub(in super::super) orientation: Orientation,
    /// The embedded profile, unchecked.
    pub(in super::super) icc: Option<Vec<u8>>,
    /// Whether coefficients come in several scans (spectral selection, approximation).
    pub(super) progressive: bool,
    pub(super) components: Vec<Component>,
    segments: Vec<Segment<'a>>,
}

impl<'a> Jpeg<'a> {
    /// Splits a file into segments, up to the first end-of-image marker after a scan. Further
    /// pictures (Multi-Picture Format, gain maps) and anything else after it are not looked at.
    ///
    /// # Errors
    /// If it is cut short, contradicts itself, is of an unsupported kind or too large.
    pub(in super::super) fn parse(file: &'a [u8]) -> Result<Self, Problem> {
        let mut reader = Reader { file, at: 2 };
        let mut found = Found::default();
        loop {
            match reader.marker()? {
                marker::EOI if found.scans > 0 => return found.finish(),
                marker::EOI => return Err(damaged("there is no picture before the end marker")),
                marker::SOI => return Err(damaged("a second picture begins inside the first")),
                // Stand alone: no length follows.
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

    /// The file again with nothing in it but what a decoder needs.
    pub(in super::super) fn stripped(&self) -> Vec<u8> {
        let mut out = vec![0xff, marker::SOI];
        match self.colours {
            Colours::Grey | Colours::YCbCr => out.extend_from_slice(JFIF),
            Colours::Rgb | Colours::Cmyk => out.extend_from_slice(&[ADOBE, &[0]].concat()),
            Colours::Ycck => out.extend_from_slice(&[ADOBE, &[2]].concat()),
        }
        for segment in &self.segments {
            out.extend_from_slice(&[0xff, segment.marker]);
            // A payload was read with a 16-bit length, hence it fits one.
            out.extend_from_slice(&(segment.payload.len() as u16 + 2).to_be_bytes());
            out.extend_from_slice(segment.payload);
            out.extend_from_slice(segment.entropy);
        }
        out.extend_from_slice(&[0xff, marker::EOI]);
        out
    }

    /// The segments in order, as [`scans`](super::scans) needs them.
    pub(super) fn roles(&self) -> impl Iterator<Item = Role<'a>> + '_ {
        self.segments
            .iter()
            .map(|segment| match (segment.marker, segment.payload) {
                (marker::DHT, tables) => Role::HuffmanTables(tables),
                (marker::DRI, &[high, low]) => {
                    Role::RestartInterval(u16::from_be_bytes([high, low]).into())
                }
                (marker::SOS, header) => Role::Scan {
                    header,
                    entropy: segment.entropy,
                },
                _ => Role::Other,
            })
    }

    /// Samples of all components at their own resolution, including the padding to whole MCUs.
    pub(super) fn stored_samples(&self) -> u64 {
        let (columns, rows) = self.mcus();
        self.components
            .iter()
            .map(|component| u64::from(component.horizontal * component.vertical))
            .sum::<u64>()
            * u64::from(columns)
            * u64::from(rows)
            * 64
    }

    /// Columns and rows of MCUs in an interleaved scan, T.81 A.2.3.
    pub(super) fn mcus(&self) -> (u32, u32) {
        let (horizontal, vertical) = self.sampling();
        (
            self.width.div_ceil(8 * horizontal),
            self.height.div_ceil(8 * vertical),
        )
    }

    /// The largest sampling factors.
    pub(super) fn sampling(&self) -> (u32, u32) {
        self.components
            .iter()
            .fold((1, 1), |(h, v), c| (h.max(c.horizontal), v.max(c.vertical)))
    }

    /// Whether the decoder has to keep all coefficients until it has seen the last scan.
    pub(super) fn keeps_coefficients(&self) -> bool {
        self.progressive
            || self
                .segments
                .iter()
                .filter(|s| s.marker == marker::SOS)
                .count()
                > 1
    }
}

/// What has been found so far.
#[derive(Default)]
struct Found<'a> {
    frame: Option<(u8, &'a [u8])>,
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
                if self.frame.replace((marker, payload)).is_some() {
                    return Err(damaged("it describes its size twice"));
                }
            }
            marker::DHT | marker::DQT => {
                self.table_bytes += payload.len();
                if self.table_bytes > MAX_TABLE_BYTES {
                    return Err(damaged("it has implausibly many tables"));
                }
            }
            marker::DRI if payload.len() == 2 => {}
            marker::DRI => return Err(damaged("its restart interval cannot be read")),
            marker::SOS => {
                if self.frame.is_none() {
                    return Err(damaged("the picture begins before its size is known"));
                }
                self.scans += 1;
                if self.scans > MAX_SCANS {
                    return Err(damaged("it has implausibly many scans"));
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

    /// Reads what matters for showing the picture; none of it is kept as a segment.
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
        let Some((sof, frame)) = self.frame else {
            return Err(damaged("it does not say how large it is"));
        };
        let [precision, h1, h0, w1, w0, count, specifications @ ..] = frame else {
            return Err(damaged("its size cannot be read"));
        };
        let (width, height) = (
            u16::from_be_bytes([*w1, *w0]).into(),
            u16::from_be_bytes([*h1, *h0]).into(),
        );
        limits::check_size(width, height)?;
        if *precision != 8 {
            return Err(Problem::Unsupported {
                feature: "more than 8 bits for each colour",
            });
        }
        if specifications.len() != usize::from(*count) * 3 {
            return Err(damaged("its components cannot be read"));
        }
        let components = specifications
            .chunks_exact(3)
            .map(|entry| {
                let (horizontal, vertical) = (u32::from(entry[1] >> 4), u32::from(entry[1] & 15));
                // T.81 allows 3 as well, which no encoder in use writes.
                if [horizontal, vertical]
                    .iter()
                    .all(|factor| matches!(factor, 1 | 2 | 4))
                {
                    Ok(Component {
                        id: entry[0],
                        horizontal,
                        vertical,
                    })
                } else {
                    Err(Problem::Unsupported {
                        feature: "an unusual resolution of colours",
                    })
                }
            })
            .collect::<Result<Vec<_>, _>>()?;
        let jpeg = Jpeg {
            width,
            height,
            colours: colours(&components, self.adobe_transform)?,
            orientation: self.exif.map(Orientation::from_exif).unwrap_or_default(),
            icc: join_profile(self.icc),
            progressive: sof == marker::SOF2_PROGRESSIVE,
            components,
            segments: self.segments,
        };
        limits::check_jpeg_memory(
            (width, height),
            jpeg.components.len(),
            if jpeg.keeps_coefficients() {
                jpeg.stored_samples()
            } else {
                0
            },
        )?;
        Ok(jpeg)
    }
}

/// Where bytes come from.
struct Reader<'a> {
    file: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    /// The next marker's second byte. Stray bytes before it are skipped, as every decoder does,
    /// and so are fill bytes (T.81 B.1.1.2).
    fn marker(&mut self) -> Result<u8, Problem> {
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
    fn payload(&mut self) -> Result<&'a [u8], Problem> {
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
    fn entropy(&mut self) -> Result<&'a [u8], Problem> {
        let data = self.file.get(self.at..).unwrap_or_default();
        let mut at = 0;
        loop {
            at += data[at..]
                .iter()
                .position(|&byte| byte == 0xff)
                .ok_or(CUT_SHORT)?;
            match *data.get(at + 1).ok_or(CUT_SHORT)? {
                0 | marker::RST0..=marker::RST7 => at += 2,
                0xff => at += 1,
                _ => break,
            }
        }
        self.at += at;
        Ok(&data[..at])
    }
}

/// Why a frame marker other than those of Huffman-coded DCT frames is refused.
const fn unsupported_frame(marker: u8) -> &'static str {
    match marker {
        marker::SOF3_LOSSLESS => "lossless coding",
        marker::SOF9_ARITHMETIC..=marker::SOF15 => "arithmetic coding",
        _ => "hierarchical coding",
    }
}

/// The rules of libjpeg (`default_decompress_parms`), except that components named "R", "G" and
/// "B" are believed.
fn colours(components: &[Component], adobe_transform: Option<u8>) -> Result<Colours, Problem> {
    Ok(match (components, adobe_transform) {
        ([_], _) => Colours::Grey,
        ([_, _, _], Some(0)) => Colours::Rgb,
        ([r, g, b], _) if [r.id, g.id, b.id] == *b"RGB" => Colours::Rgb,
        ([_, _, _], _) => Colours::YCbCr,
        ([_, _, _, _], Some(2)) => Colours::Ycck,
        ([_, _, _, _], _) => Colours::Cmyk,
        _ => {
            return Err(Problem::Unsupported {
                feature: "an unusual number of colours",
            });
        }
    })
}

/// Puts the chunks of a profile together: each begins with its number, from 1, and their count.
/// `None` if one is missing, since a part of a profile is none.
fn join_profile(mut chunks: Vec<&[u8]>) -> Option<Vec<u8>> {
    if chunks.is_empty()
        || chunks.iter().map(|chunk| chunk.len()).sum::<usize>() > colour::MAX_PROFILE_BYTES
    {
        return None;
    }
    chunks.sort_by_key(|chunk| chunk.first().copied());
    let count = chunks.len();
    chunks
        .into_iter()
        .zip(1_usize..)
        .map(|(chunk, expected)| match chunk {
            [number, total, data @ ..]
                if usize::from(*number) == expected && usize::from(*total) == count =>
            {
                Some(data)
            }
            _ => None,
        })
        .collect::<Option<Vec<_>>>()
        .map(|parts| parts.concat())
}
