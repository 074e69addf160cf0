//! Reading the blocks of a scan without computing any coefficients: T.81 F.2.2 and G.2.

use super::super::Problem;
use super::damaged;
use super::huffman::{Bits, Table};

/// Coefficients in a block.
pub(super) const BLOCK: usize = 64;

/// How the blocks of a component are coded in a scan, with the tables that takes.
pub(super) enum Coding {
    /// All coefficients at once.
    Sequential { dc: Table, ac: Table },
    /// The first coefficient, for the first time.
    Dc(Table),
    /// One more bit of it.
    DcRefinement,
    /// A band of the other coefficients, for the first time.
    Ac { table: Table, band: Band },
    /// One more bit of them.
    AcRefinement { table: Table, band: Band },
}

/// First and last of some coefficients, in zigzag order: 1 to 63.
#[derive(Debug, Clone, Copy)]
pub(super) struct Band {
    pub(super) first: usize,
    pub(super) last: usize,
}

/// Reads one block after another from a restart interval.
pub(super) struct BlockReader<'a> {
    bits: Bits<'a>,
    /// How many blocks, the next one included, have no further new coefficients in the band.
    eob_run: u32,
}

impl<'a> BlockReader<'a> {
    pub(super) const fn new(interval: &'a [u8]) -> Self {
        Self {
            bits: Bits::new(interval),
            eob_run: 0,
        }
    }

    /// Reads a block. `nonzero` has a bit for each coefficient that earlier scans of a
    /// progressive file have made something other than zero.
    pub(super) fn read(&mut self, coding: &Coding, nonzero: &mut u64) -> Result<(), Problem> {
        match coding {
            Coding::Sequential { dc, ac } => {
                self.difference(dc)?;
                self.sequential(ac)
            }
            Coding::Dc(table) => self.difference(table),
            Coding::DcRefinement => self.bits.take(1).map(drop),
            Coding::Ac { table, band } => self.band(table, *band, nonzero),
            Coding::AcRefinement { table, band } => self.refinement(table, *band, nonzero),
        }
    }

    /// DC coefficient, T.81 F.2.2.1: the size of the difference, then the difference.
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
    fn band(&mut self, table: &Table, band: Band, nonzero: &mut u64) -> Result<(), Problem> {
        if self.eob_run > 0 {
            self.eob_run -= 1;
            return Ok(());
        }
        let mut index = band.first;
        while index <= band.last {
            let (run, size) = self.run_and_size(table)?;
            match (run, size) {
                (15, 0) => index += 16,
                (_, 0) => {
                    self.eob_run = self.run_of_blocks(run)? - 1;
                    return Ok(());
                }
                _ => {
                    self.bits.take(size)?;
                    index = placed(index + run, band.last)?;
                    *nonzero |= 1 << index;
                    index += 1;
                }
            }
        }
        Ok(())
    }

    /// Further scan of a band, T.81 G.1.2.3: a bit for each coefficient that is not zero yet,
    /// between codes for those that stop being zero.
    fn refinement(&mut self, table: &Table, band: Band, nonzero: &mut u64) -> Result<(), Problem> {
        let mut index = band.first;
        if self.eob_run == 0 {
            while index <= band.last {
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
                while index <= band.last {
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
                    *nonzero |= 1 << placed(index, band.last)?;
                }
                index += 1;
            }
        }
        if self.eob_run > 0 {
            for index in index..=band.last {
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
