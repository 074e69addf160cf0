//! Whether every block of the picture is there.
//!
//! Decoders are made to show something whatever happens: where data is missing they go on with
//! zeros, and the rest of the photo is grey. A photo that was cut off and then "repaired" with
//! an end marker would be published like that. Therefore all entropy-coded data is read here
//! once, without computing any pixels: each scan must hold a code for each of its blocks, and
//! the scans together every coefficient to its last bit.

use super::super::Problem;
use super::huffman::{Bits, Definitions, Table};
use super::segments::{Component, Jpeg, Role};
use super::{CUT_SHORT, damaged};

/// Coefficients in a block.
const BLOCK: usize = 64;

/// Reads all scans.
///
/// # Errors
/// [`Problem::CutShort`] if data is missing, [`Problem::Damaged`] if it cannot be decoded.
pub(in super::super) fn check_complete(jpeg: &Jpeg<'_>) -> Result<(), Problem> {
    let mut tables = Definitions::default();
    let mut restart_interval = 0;
    let mut planes: Vec<_> = jpeg
        .components
        .iter()
        .map(|c| Plane::new(jpeg, c))
        .collect();
    for role in jpeg.roles() {
        match role {
            Role::HuffmanTables(payload) => tables.read(payload)?,
            Role::RestartInterval(mcus) => restart_interval = mcus,
            Role::Scan { header, entropy } => {
                let scan = Scan::read(header, jpeg, &tables)?;
                scan.check_progress(&mut planes)?;
                scan.check_data(jpeg, &mut planes, restart_interval, entropy)?;
            }
            Role::Other => {}
        }
    }
    // A coefficient is complete when its bit 0 has been sent. Files without the last scans are
    // shown as coarse squares, since that is what the first scans are for.
    if planes
        .iter()
        .all(|plane| plane.lowest_bit.iter().all(|&bit| bit == Some(0)))
    {
        Ok(())
    } else {
        Err(CUT_SHORT)
    }
}

/// A component's blocks and what is known of them.
struct Plane {
    /// Blocks in a row, including padding to whole MCUs.
    stride: usize,
    /// Columns and rows of blocks that a scan of this component alone has (T.81 A.2.2).
    columns: u32,
    rows: u32,
    /// Blocks of an MCU in an interleaved scan.
    horizontal: u32,
    vertical: u32,
    /// For each coefficient, the lowest bit that was sent; `None` if nothing was.
    lowest_bit: [Option<u8>; BLOCK],
    /// For each block, which coefficients are not zero: a refining scan has a bit for each of
    /// these. Only for progressive files.
    nonzero: Vec<u64>,
}

impl Plane {
    fn new(jpeg: &Jpeg<'_>, component: &Component) -> Self {
        let (mcu_columns, mcu_rows) = jpeg.mcus();
        let (most_horizontal, most_vertical) = jpeg.sampling();
        let Component {
            horizontal,
            vertical,
            ..
        } = *component;
        let stride = (mcu_columns * horizontal) as usize;
        let blocks = stride * (mcu_rows * vertical) as usize;
        Self {
            stride,
            columns: (jpeg.width * horizontal)
                .div_ceil(most_horizontal)
                .div_ceil(8),
            rows: (jpeg.height * vertical).div_ceil(most_vertical).div_ceil(8),
            horizontal,
            vertical,
            lowest_bit: [None; BLOCK],
            nonzero: if jpeg.progressive {
                vec![0; blocks]
            } else {
                Vec::new()
            },
        }
    }
}

/// A scan header, T.81 B.2.3, with the tables it refers to.
struct Scan {
    parts: Vec<Part>,
    /// First and last coefficient, in zigzag order.
    first: usize,
    last: usize,
    /// Bit position the coefficients were sent to before; 0 if this is their first scan.
    high: u8,
    /// Bit position they are sent to now.
    low: u8,
    progressive: bool,
}

/// A component's part of a scan.
struct Part {
    /// Index of the component in the frame.
    component: usize,
    dc: Option<Table>,
    ac: Option<Table>,
}

impl Scan {
    fn read(header: &[u8], jpeg: &Jpeg<'_>, tables: &Definitions<'_>) -> Result<Self, Problem> {
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
            first: first.into(),
            last: last.into(),
            high: approximation >> 4,
            low: approximation & 15,
            progressive: jpeg.progressive,
        };
        if !scan.progressive {
            // The parameters have no meaning here, and some encoders write zeros.
            (scan.first, scan.last, scan.high, scan.low) = (0, BLOCK - 1, 0, 0);
        }
        let sound = scan.first <= scan.last
            && scan.last < BLOCK
            && (!scan.progressive || (scan.first == 0) == (scan.last == 0))
            && (scan.first == 0 || *count == 1)
            && (scan.high == 0 || scan.high == scan.low + 1)
            && scan.low <= 13;
        if !sound || !matches!(count, 1..=4) {
            return Err(unreadable());
        }
        for selector in selectors.chunks_exact(2) {
            let component = jpeg
                .components
                .iter()
                .position(|c| c.id == selector[0])
                .ok_or_else(unreadable)?;
            if scan.parts.iter().any(|part| part.component == component) {
                return Err(unreadable());
            }
            let table = |definitions: &[Option<_>; 4], number: u8| {
                let definition = definitions.get(usize::from(number)).copied().flatten();
                Table::new(definition.ok_or_else(|| damaged("a Huffman table is missing"))?)
            };
            let needs_dc = scan.first == 0 && scan.high == 0;
            scan.parts.push(Part {
                component,
                dc: needs_dc
                    .then(|| table(&tables.dc, selector[1] >> 4))
                    .transpose()?,
                ac: (scan.last > 0)
                    .then(|| table(&tables.ac, selector[1] & 15))
                    .transpose()?,
            });
        }
        Ok(scan)
    }

    /// Checks that the scan carries on where earlier ones stopped, and notes how far it goes.
    fn check_progress(&self, planes: &mut [Plane]) -> Result<(), Problem> {
        for part in &self.parts {
            for bit in &mut planes[part.component].lowest_bit[self.first..=self.last] {
                let expected = if self.high == 0 {
                    None
                } else {
                    Some(self.high)
                };
                if *bit != expected {
                    return Err(damaged("its scans do not follow one another"));
                }
                *bit = Some(self.low);
            }
        }
        Ok(())
    }

    /// Decodes all blocks of the scan.
    fn check_data(
        &self,
        jpeg: &Jpeg<'_>,
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
            _ => jpeg.mcus(),
        };
        let mut intervals = restart_intervals(entropy);
        let mut decoder = BlockDecoder {
            scan: self,
            bits: Bits::new(&[]),
            eob_run: 0,
        };
        let mut left = 0;
        for row in 0..rows {
            for column in 0..columns {
                if left == 0 {
                    decoder.bits = Bits::new(intervals.next().ok_or(CUT_SHORT)?);
                    decoder.eob_run = 0;
                    left = if restart_interval == 0 {
                        u32::MAX
                    } else {
                        restart_interval
                    };
                }
                left -= 1;
                for part in &self.parts {
                    let plane = &mut planes[part.component];
                    let (across, down) = if interleaved {
                        (plane.horizontal, plane.vertical)
                    } else {
                        (1, 1)
                    };
                    for y in row * down..(row + 1) * down {
                        for x in column * across..(column + 1) * across {
                            let index = y as usize * plane.stride + x as usize;
                            decoder.read(part, plane.nonzero.get_mut(index))?;
                        }
                    }
                }
            }
        }
        Ok(())
    }
}

/// Reads blocks without computing coefficients.
struct BlockDecoder<'a> {
    scan: &'a Scan,
    bits: Bits<'a>,
    /// Blocks, this one included, that have no more new coefficients in this band.
    eob_run: u32,
}

impl BlockDecoder<'_> {
    fn read(&mut self, part: &Part, nonzero: Option<&mut u64>) -> Result<(), Problem> {
        match (&part.dc, &part.ac, nonzero) {
            // DC, T.81 F.2.2.1: the size of the difference, then the difference.
            (Some(dc), None, _) => self.difference(dc),
            // DC refined, G.1.2.1: one bit.
            (None, None, _) => self.bits.take(1).map(drop),
            (Some(dc), Some(ac), _) => {
                self.difference(dc)?;
                self.sequential(ac)
            }
            (None, Some(ac), Some(nonzero)) if self.scan.high == 0 => self.band(ac, nonzero),
            (None, Some(ac), Some(nonzero)) => self.refinement(ac, nonzero),
            (None, Some(_), None) => Ok(()),
        }
    }

    fn difference(&mut self, table: &Table) -> Result<(), Problem> {
        let size = self.bits.decode(table)?;
        // 8-bit samples have differences of at most 11 bits, T.81 table F.1.
        if size > 11 {
            return Err(damaged("the picture has a brightness in it that cannot be"));
        }
        self.bits.take(size.into()).map(drop)
    }

    /// AC coefficients of a sequential scan, T.81 F.2.2.2.
    fn sequential(&mut self, table: &Table) -> Result<(), Problem> {
        let mut index = 1;
        while index < BLOCK {
            let (run, size) = self.run_and_size(table)?;
            match (run, size) {
                (15, 0) => index += 16,
                (_, 0) => return Ok(()),
                _ => {
                    self.bits.take(size)?;
                    index = placed(index + run, BLOCK - 1)? + 1;
                }
            }
        }
        Ok(())
    }

    /// First scan of a band of AC coefficients, T.81 G.1.2.2.
    fn band(&mut self, table: &Table, nonzero: &mut u64) -> Result<(), Problem> {
        if self.eob_run > 0 {
            self.eob_run -= 1;
            return Ok(());
        }
        let mut index = self.scan.first;
        while index <= self.scan.last {
            let (run, size) = self.run_and_size(table)?;
            match (run, size) {
                (15, 0) => index += 16,
                (_, 0) => {
                    self.eob_run = self.run_of_blocks(run)? - 1;
                    return Ok(());
                }
                _ => {
                    self.bits.take(size)?;
                    index = placed(index + run, self.scan.last)?;
                    *nonzero |= 1 << index;
                    index += 1;
                }
            }
        }
        Ok(())
    }

    /// Further scan of a band, T.81 G.1.2.3: a bit for each coefficient that is not zero yet,
    /// between codes for those that stop being zero.
    fn refinement(&mut self, table: &Table, nonzero: &mut u64) -> Result<(), Problem> {
        let mut index = self.scan.first;
        if self.eob_run == 0 {
            while index <= self.scan.last {
                let (run, size) = self.run_and_size(table)?;
                if size == 0 && run < 15 {
                    self.eob_run = self.run_of_blocks(run)?;
                    break;
                }
                if size > 1 {
                    return Err(damaged("the picture has a correction in it that cannot be"));
                }
                self.bits.take(size)?;
                let mut zeros = run;
                while index <= self.scan.last {
                    if *nonzero >> index & 1 == 1 {
                        self.bits.take(1)?;
                    } else if zeros == 0 {
                        break;
                    } else {
                        zeros -= 1;
                    }
                    index += 1;
                }
                if size == 1 {
                    *nonzero |= 1 << placed(index, self.scan.last)?;
                }
                index += 1;
            }
        }
        if self.eob_run > 0 {
            for index in index..=self.scan.last {
                if *nonzero >> index & 1 == 1 {
                    self.bits.take(1)?;
                }
            }
            self.eob_run -= 1;
        }
        Ok(())
    }

    /// Zeros to skip, and the size of the coefficient after them in bits.
    fn run_and_size(&mut self, table: &Table) -> Result<(usize, u32), Problem> {
        let code = self.bits.decode(table)?;
        Ok((usize::from(code >> 4), u32::from(code & 15)))
    }

    /// Length of an end-of-band run, this block included, T.81 G.1.2.2.
    fn run_of_blocks(&mut self, exponent: usize) -> Result<u32, Problem> {
        let exponent = exponent as u32;
        Ok((1 << exponent) + self.bits.take(exponent)?)
    }
}

/// The index of a coefficient, if it is one of the band. (Runs of 16 zeros may pass its end:
/// they place nothing, and decoders do not mind.)
fn placed(index: usize, last: usize) -> Result<usize, Problem> {
    if index > last {
        return Err(damaged(
            "the picture has more detail in one place than fits",
        ));
    }
    Ok(index)
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
