//! Huffman tables and the bits they decode: T.81 annex C and F.2.2.

use super::super::Problem;
use super::{CUT_SHORT, damaged};

/// Longest code, in bits.
const MAX_CODE_BITS: u32 = 16;

/// A table as a `DHT` segment defines it, not yet expanded.
#[derive(Debug, Clone, Copy)]
struct Definition<'a> {
    /// How many codes there are of 1 to 16 bits.
    counts: &'a [u8],
    /// Their values, shortest code first.
    values: &'a [u8],
}

/// The tables defined so far, by class and number. A later definition replaces an earlier one.
#[derive(Debug, Default)]
pub(super) struct Definitions<'a> {
    /// For DC coefficients.
    dc: [Option<Definition<'a>>; 4],
    /// For AC coefficients.
    ac: [Option<Definition<'a>>; 4],
}

impl<'a> Definitions<'a> {
    /// Reads the payload of a `DHT` segment, T.81 B.2.4.2.
    pub(super) fn read(&mut self, mut payload: &'a [u8]) -> Result<(), Problem> {
        while let [class_and_number, rest @ ..] = payload {
            let unreadable = || damaged("its Huffman tables cannot be read");
            let (counts, rest) = rest.split_at_checked(16).ok_or_else(unreadable)?;
            let len = counts.iter().map(|&count| usize::from(count)).sum();
            let (values, rest) = rest.split_at_checked(len).ok_or_else(unreadable)?;
            let tables = match class_and_number >> 4 {
                0 => &mut self.dc,
                1 => &mut self.ac,
                _ => return Err(unreadable()),
            };
            *tables
                .get_mut(usize::from(class_and_number & 15))
                .ok_or_else(unreadable)? = Some(Definition { counts, values });
            payload = rest;
        }
        Ok(())
    }

    /// The DC table of this number, expanded.
    pub(super) fn dc(&self, number: u8) -> Result<Table, Problem> {
        expand(&self.dc, number)
    }

    /// The AC table of this number, expanded.
    pub(super) fn ac(&self, number: u8) -> Result<Table, Problem> {
        expand(&self.ac, number)
    }
}

fn expand(tables: &[Option<Definition<'_>>; 4], number: u8) -> Result<Table, Problem> {
    match tables.get(usize::from(number)) {
        Some(Some(definition)) => Table::new(*definition),
        _ => Err(damaged("a Huffman table is missing")),
    }
}

/// A table expanded so that the next 16 bits lead to the value at once.
pub(super) struct Table {
    /// For each 16 bits: length of the code they begin with, and its value. Length 0 is no code.
    codes: Vec<(u8, u8)>,
}

impl Table {
    /// Assigns codes in order, T.81 annex C.
    fn new(definition: Definition<'_>) -> Result<Self, Problem> {
        let mut codes = Vec::with_capacity(1 << MAX_CODE_BITS);
        let mut values = definition.values.iter();
        for (&count, len) in definition.counts.iter().zip(1_u8..) {
            for &value in values.by_ref().take(count.into()) {
                let prefixes = 1 << (MAX_CODE_BITS - u32::from(len));
                codes.resize(codes.len() + prefixes, (len, value));
                if codes.len() > 1 << MAX_CODE_BITS {
                    return Err(damaged("its Huffman tables contradict themselves"));
                }
            }
        }
        codes.resize(1 << MAX_CODE_BITS, (0, 0));
        Ok(Self { codes })
    }
}

/// The bits of a restart interval, most significant first.
pub(super) struct Bits<'a> {
    data: &'a [u8],
    at: usize,
    /// The next bits, from the top.
    buffer: u64,
    /// How many of them there are.
    available: u32,
}

impl<'a> Bits<'a> {
    /// `data` has no markers in it, hence any 0xFF is followed by a stuffed zero (T.81 F.1.2.3).
    pub(super) const fn new(data: &'a [u8]) -> Self {
        Self {
            data,
            at: 0,
            buffer: 0,
            available: 0,
        }
    }

    fn refill(&mut self) {
        while self.available <= 56
            && let Some(&byte) = self.data.get(self.at)
        {
            self.buffer |= u64::from(byte) << (56 - self.available);
            self.available += 8;
            self.at += if byte == 0xff { 2 } else { 1 };
        }
    }

    /// The next `count` bits as a number, at most 16. Decoders go on with zeros when there are
    /// none left, which is how half a picture comes to be shown; here that is an error.
    pub(super) fn take(&mut self, count: u32) -> Result<u32, Problem> {
        if self.available < count {
            self.refill();
        }
        if self.available < count {
            return Err(CUT_SHORT);
        }
        // A shift by all 64 bits is none at all, hence two.
        let bits = (self.buffer >> 1 >> (63 - count)) as u32;
        self.buffer <<= count;
        self.available -= count;
        Ok(bits)
    }

    /// The value of the next code.
    pub(super) fn decode(&mut self, table: &Table) -> Result<u8, Problem> {
        if self.available < MAX_CODE_BITS {
            self.refill();
        }
        let (len, value) = table.codes[(self.buffer >> 48) as usize];
        let len = u32::from(len);
        if len > self.available {
            return Err(CUT_SHORT);
        }
        if len == 0 {
            return Err(if self.available < MAX_CODE_BITS {
                CUT_SHORT
            } else {
                damaged("the picture has a code in it that means nothing")
            });
        }
        self.buffer <<= len;
        self.available -= len;
        Ok(value)
    }
}
