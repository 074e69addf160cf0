//! Brotli (RFC 7932), by a crate that is used without its feature `std`: with it, the encoder
//! weighs its choices by the system's `log2`, whose last digit differs from CPU to CPU and from
//! system to system. Without it, logarithms come from a table, and so the same bytes from every
//! machine. What the feature would have brought is here.

use std::io::{self, ErrorKind, Read};

use alloc_stdlib::heap_alloc::WrapBox;
use alloc_stdlib::{Allocator, StandardAlloc};
use brotli::enc::backward_references::BrotliEncoderMode;
use brotli::enc::{BrotliAlloc, BrotliCompressCustomIo, BrotliEncoderParams};
use brotli::{CustomRead, CustomWrite};

use crate::error::{Error, Result};

/// Above it, it takes twenty times as long to save another tenth; see `ARCHITECTURE.md`, "Speed".
const QUALITY: i32 = 5;
/// The window, as a power of two. Below 17 this quality becomes many times slower.
const WINDOW: i32 = 22;
/// How much is handed out in one piece.
const PIECE: usize = 1 << 14;

/// Compresses a document.
pub(super) fn compress(document: &[u8]) -> Result<Vec<u8>> {
    let parameters = BrotliEncoderParams {
        quality: QUALITY,
        lgwin: WINDOW,
        size_hint: document.len(),
        mode: BrotliEncoderMode::BROTLI_MODE_TEXT,
        ..BrotliEncoderParams::default()
    };
    // Taken in one piece, the document's length decides how much memory is used.
    let mut taken = vec![0; document.len().max(1)];
    let mut given = vec![0; PIECE];
    let mut compressed = Output(Vec::new());
    let compressing = BrotliCompressCustomIo(
        &mut Input(document),
        &mut compressed,
        &mut taken,
        &mut given,
        &parameters,
        Heap,
        &mut |_, _, _, _| (),
        ErrorKind::InvalidData.into(),
    );
    compressing.map_err(|error| Error::with_source("cannot compress a document", error))?;
    Ok(compressed.0)
}

struct Input<'a>(&'a [u8]);

impl CustomRead<io::Error> for Input<'_> {
    fn read(&mut self, piece: &mut [u8]) -> io::Result<usize> {
        self.0.read(piece)
    }
}

struct Output(Vec<u8>);

impl CustomWrite<io::Error> for Output {
    fn write(&mut self, piece: &[u8]) -> io::Result<usize> {
        self.0.extend_from_slice(piece);
        Ok(piece.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Memory from the heap.
struct Heap;

impl<T: Clone + Default> Allocator<T> for Heap {
    type AllocatedMemory = WrapBox<T>;

    fn alloc_cell(&mut self, length: usize) -> WrapBox<T> {
        StandardAlloc::default().alloc_cell(length)
    }

    fn free_cell(&mut self, _: WrapBox<T>) {}
}

impl BrotliAlloc for Heap {}
