//! The frame header, T.81 B.2.2: how large the picture is and what it is composed of.

use super::super::{Problem, limits};
use super::{damaged, marker};

/// What the frame header says.
#[derive(Debug)]
pub(in super::super) struct Frame {
    /// In pixels, never 0.
    pub(in super::super) width: u32,
    /// In pixels, never 0.
    pub(in super::super) height: u32,
    /// Whether coefficients come in several scans (spectral selection, approximation).
    pub(super) progressive: bool,
    /// One to four of them.
    pub(super) components: Vec<Component>,
}

/// A component of the picture, such as its brightness.
#[derive(Debug, Clone, Copy)]
pub(super) struct Component {
    /// Identifier that scans refer to.
    pub(super) id: u8,
    /// Horizontal sampling factor: 1, 2 or 4.
    pub(super) horizontal: u32,
    /// Vertical sampling factor: 1, 2 or 4.
    pub(super) vertical: u32,
}

/// How components are to be understood.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum Colours {
    /// One component.
    Grey,
    /// Three: brightness and two colour differences.
    YCbCr,
    /// Three: red, green, blue.
    Rgb,
    /// Four inks, stored as Photoshop does and browsers expect: 255 is no ink.
    Cmyk,
    /// Four: the first three inks as brightness and colour differences.
    Ycck,
}

impl Frame {
    /// Reads the payload of the start-of-frame segment with the given marker.
    pub(super) fn read(start: u8, payload: &[u8]) -> Result<Self, Problem> {
        let [precision, h1, h0, w1, w0, count, components @ ..] = payload else {
            return Err(damaged("its size cannot be read"));
        };
        let width = u16::from_be_bytes([*w1, *w0]).into();
        let height = u16::from_be_bytes([*h1, *h0]).into();
        limits::check_size(width, height)?;
        if *precision != 8 {
            return Err(Problem::Unsupported {
                feature: "more than 8 bits for each colour",
            });
        }
        if components.len() != usize::from(*count) * 3 {
            return Err(damaged("its components cannot be read"));
        }
        Ok(Self {
            width,
            height,
            progressive: start == marker::SOF2_PROGRESSIVE,
            components: components
                .chunks_exact(3)
                .map(|entry| Component::read(entry[0], entry[1]))
                .collect::<Result<_, _>>()?,
        })
    }

    /// Which colours the components are: the rules of libjpeg (`default_decompress_parms`),
    /// except that components named "R", "G" and "B" are believed.
    pub(super) fn colours(&self, adobe_transform: Option<u8>) -> Result<Colours, Problem> {
        Ok(match (self.components.as_slice(), adobe_transform) {
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

    /// The largest sampling factors.
    pub(super) fn sampling(&self) -> (u32, u32) {
        let components = self.components.iter();
        components.fold((1, 1), |(horizontal, vertical), component| {
            (
                horizontal.max(component.horizontal),
                vertical.max(component.vertical),
            )
        })
    }

    /// Columns and rows of MCUs in an interleaved scan, T.81 A.2.3.
    pub(super) fn mcus(&self) -> (u32, u32) {
        let (horizontal, vertical) = self.sampling();
        (
            self.width.div_ceil(8 * horizontal),
            self.height.div_ceil(8 * vertical),
        )
    }

    /// Coefficients of all components, including the padding to whole MCUs.
    pub(super) fn coefficients(&self) -> u64 {
        let (columns, rows) = self.mcus();
        let blocks: u32 = self
            .components
            .iter()
            .map(|c| c.horizontal * c.vertical)
            .sum();
        u64::from(columns) * u64::from(rows) * u64::from(blocks) * 64
    }
}

impl Component {
    fn read(id: u8, sampling: u8) -> Result<Self, Problem> {
        let (horizontal, vertical) = (u32::from(sampling >> 4), u32::from(sampling & 15));
        // T.81 allows 3 as well, which no encoder in use writes and not every decoder reads.
        if [horizontal, vertical]
            .iter()
            .all(|factor| matches!(factor, 1 | 2 | 4))
        {
            Ok(Self {
                id,
                horizontal,
                vertical,
            })
        } else {
            Err(Problem::Unsupported {
                feature: "an unusual resolution of colours",
            })
        }
    }
}
