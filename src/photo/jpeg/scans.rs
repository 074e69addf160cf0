//! Whether every block of the picture is there.
//!
//! Decoders are made to show something whatever happens: where data is missing they go on with
//! zeros, and the rest of the photo is grey. A photo that was cut off and then "repaired" with
//! an end marker would be published like that. Therefore all entropy-coded data is read here
//! once, without computing any pixels: each scan must hold a code for each of its blocks, and
//! the scans together every coefficient to its last bit.

use super::super::Problem;
use super::blocks::{BLOCK, Band, BlockReader, Coding};
use super::frame::{Component, Frame};
use super::huffman::Definitions;
use super::segments::{Jpeg, Segment};
use super::{CUT_SHORT, damaged, marker};

/// Reads all scans.
///
/// # Errors
/// [`Problem::CutShort`] if data is missing, [`Problem::Damaged`] if it cannot be decoded.
pub(in super::super) fn check_complete(jpeg: &Jpeg<'_>) -> Result<(), Problem> {
    let frame = &jpeg.frame;
    let mut planes: Vec<_> = frame
        .components
        .iter()
        .map(|c| Plane::new(frame, c))
        .collect();
    let mut tables = Definitions::default();
    let mut restart_interval = 0;
    for &Segment {
        marker,
        payload,
        entropy,
    } in &jpeg.segments
    {
        match marker {
            marker::DHT => tables.read(payload)?,
            marker::DRI => restart_interval = read_restart_interval(payload)?,
            marker::SOS => {
                let scan = Scan::read(payload, frame, &tables)?;
                scan.check_progress(&mut planes)?;
                scan.check_data(frame, &mut planes, restart_interval, entropy)?;
            }
            _ => {}
        }
    }
    // Without its last scans a progressive picture is shown as coarse squares, since that is
    // what the first ones are for.
    let complete = |plane: &Plane| plane.lowest_bit.iter().all(|&bit| bit == Some(0));
    if planes.iter().all(complete) {
        Ok(())
    } else {
        Err(CUT_SHORT)
    }
}

/// The number of MCUs between restarts, T.81 B.2.4.4; 0 turns them off.
fn read_restart_interval(payload: &[u8]) -> Result<u32, Problem> {
    match *payload {
        [high, low] => Ok(u16::from_be_bytes([high, low]).into()),
        _ => Err(damaged("its restart interval cannot be read")),
    }
}

/// A component's blocks and what is known of them.
struct Plane {
    /// Blocks in a row, including padding to whole MCUs.
    stride: usize,
    /// Columns of blocks in a scan of this component alone (T.81 A.2.2).
    columns: u32,
    /// Rows of blocks in such a scan.
    rows: u32,
    /// Columns of blocks in each MCU of an interleaved scan.
    horizontal: u32,
    /// Rows of blocks in each such MCU.
    vertical: u32,
    /// For each coefficient, the lowest bit that was sent; `None` if nothing was.
    lowest_bit: [Option<u8>; BLOCK],
    /// For each block, which coefficients are not zero: a refining scan has a bit for each of
    /// these. Empty if the file is not progressive.
    nonzero: Vec<u64>,
}

impl Plane {
    fn new(frame: &Frame, component: &Component) -> Self {
        let Component {
            horizontal,
            vertical,
            id: _,
        } = *component;
        let (mcu_columns, mcu_rows) = frame.mcus();
        let (most_horizontal, most_vertical) = frame.sampling();
        let stride = (mcu_columns * horizontal) as usize;
        let blocks = stride * (mcu_rows * vertical) as usize;
        Self {
            stride,
            columns: (frame.width * horizontal)
                .div_ceil(most_horizontal)
                .div_ceil(8),
            rows: (frame.height * vertical)
                .div_ceil(most_vertical)
                .div_ceil(8),
            horizontal,
            vertical,
            lowest_bit: [None; BLOCK],
            nonzero: vec![0; if frame.progressive { blocks } else { 0 }],
        }
    }
}

/// A scan, T.81 B.2.3, with the tables it refers to.
struct Scan {
    parts: Vec<Part>,
    /// First and last coefficient, in zigzag order.
    band: Band,
    /// The bit that coefficients were sent down to before; `None` if this is their first scan.
    before: Option<u8>,
    /// The bit that they are sent down to now.
    now: u8,
}

/// A component's part of a scan.
struct Part {
    /// Index of the component in the frame.
    component: usize,
    coding: Coding,
}

impl Scan {
    fn read(header: &[u8], frame: &Frame, tables: &Definitions<'_>) -> Result<Self, Problem> {
        let unreadable = || damaged("one of its scans cannot be read");
        let (count, rest) = header.split_first().ok_or_else(unreadable)?;
        let (selectors, parameters) = rest
            .split_at_checked(usize::from(*count) * 2)
            .ok_or_else(unreadable)?;
        let &[first, last, approximation] = parameters else {
            return Err(unreadable());
        };
        let mut scan = Self {
            parts: Vec::new(),
            band: Band {
                first: first.into(),
                last: last.into(),
            },
            before: Some(approximation >> 4).filter(|&bit| bit > 0),
            now: approximation & 15,
        };
        if !frame.progressive {
            // These parameters have no meaning here, and not every encoder sets them.
            scan = Self {
                band: Band {
                    first: 0,
                    last: BLOCK - 1,
                },
                before: None,
                now: 0,
                ..scan
            };
        }
        let Band { first, last } = scan.band;
        // T.81 G.1.1.1: DC and AC coefficients come in different scans, and only DC
        // coefficients of several components in one.
        let bands_are_apart = !frame.progressive || (first == 0) == (last == 0);
        let may_interleave = first == 0 || *count == 1;
        let bits_follow = scan.before.is_none_or(|before| before == scan.now + 1);
        let in_range = first <= last && last < BLOCK && scan.now <= 13 && (1..=4).contains(count);
        if !(bands_are_apart && may_interleave && bits_follow && in_range) {
            return Err(unreadable());
        }
        for selector in selectors.chunks_exact(2) {
            let component = frame.components.iter().position(|c| c.id == selector[0]);
            let component = component.ok_or_else(unreadable)?;
            if scan.parts.iter().any(|part| part.component == component) {
                return Err(unreadable());
            }
            let coding = scan.coding(frame, tables, selector[1])?;
            scan.parts.push(Part { component, coding });
        }
        Ok(scan)
    }

    /// `selector` has the number of the DC table in its upper half, of the AC table in its lower.
    fn coding(
        &self,
        frame: &Frame,
        tables: &Definitions<'_>,
        selector: u8,
    ) -> Result<Coding, Problem> {
        let dc = || tables.dc(selector >> 4);
        let ac = || tables.ac(selector & 15);
        let band = self.band;
        Ok(match (frame.progressive, band.first, self.before) {
            (false, _, _) => Coding::Sequential {
                dc: dc()?,
                ac: ac()?,
            },
            (true, 0, None) => Coding::Dc(dc()?),
            (true, 0, Some(_)) => Coding::DcRefinement,
            (true, _, None) => Coding::Ac { table: ac()?, band },
            (true, _, Some(_)) => Coding::AcRefinement { table: ac()?, band },
        })
    }

    /// Checks that the scan carries on where earlier ones stopped, and notes how far it goes.
    fn check_progress(&self, planes: &mut [Plane]) -> Result<(), Problem> {
        for part in &self.parts {
            for bit in &mut planes[part.component].lowest_bit[self.band.first..=self.band.last] {
                if *bit != self.before {
                    return Err(damaged("its scans do not follow one another"));
                }
                *bit = Some(self.now);
            }
        }
        Ok(())
    }

    /// Reads all blocks of the scan.
    fn check_data(
        &self,
        frame: &Frame,
        planes: &mut [Plane],
        restart_interval: u32,
        entropy: &[u8],
    ) -> Result<(), Problem> {
        let interleaved = self.parts.len() > 1;
        let (columns, rows) = match self.parts.as_slice() {
            [alone] => (
                planes[alone.component].columns,
                planes[alone.component].rows,
            ),
            _ => frame.mcus(),
        };
        let mut intervals = restart_intervals(entropy);
        let mut reader = BlockReader::new(&[]);
        let mut left_in_interval = 0;
        for row in 0..rows {
            for column in 0..columns {
                if left_in_interval == 0 {
                    reader = BlockReader::new(intervals.next().ok_or(CUT_SHORT)?);
                    left_in_interval = if restart_interval == 0 {
                        u32::MAX
                    } else {
                        restart_interval
                    };
                }
                left_in_interval -= 1;
                for part in &self.parts {
                    let plane = &mut planes[part.component];
                    let (across, down) = if interleaved {
                        (plane.horizontal, plane.vertical)
                    } else {
                        (1, 1)
                    };
                    for y in row * down..(row + 1) * down {
                        for x in column * across..(column + 1) * across {
                            let block = y as usize * plane.stride + x as usize;
                            let mut unused = 0;
                            let nonzero = plane.nonzero.get_mut(block).unwrap_or(&mut unused);
                            reader.read(&part.coding, nonzero)?;
                        }
                    }
                }
            }
        }
        Ok(())
    }
}

/// The data between restart markers, without the markers and the fill bytes before them.
fn restart_intervals(entropy: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = Some(entropy);
    std::iter::from_fn(move || {
        let data = rest?;
        let mut at = 0;
        loop {
            let Some(offset) = data[at..].iter().position(|&byte| byte == 0xff) else {
                rest = None;
                return Some(data);
            };
            at += offset;
            if data.get(at + 1) == Some(&0) {
                at += 2;
                continue;
            }
            let fill = data[at..].iter().take_while(|&&byte| byte == 0xff).count();
            rest = data.get(at + fill + 1..);
            return Some(&data[..at]);
        }
    })
}
