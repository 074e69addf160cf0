//! Brotli compression (RFC 7932).
//!
//! The crate `brotli` is used without its feature `std`. With it, the encoder calls the system's
//! `log2`, whose last digit depends on the CPU and the operating system. Without it, the encoder
//! reads logarithms from a table and writes the same bytes on every machine. This module implements
//! the parts of the feature that are needed.

use std::io::ErrorKind;

use alloc_stdlib::heap_alloc::WrapBox;
use alloc_stdlib::{Allocator, StandardAlloc};
use brotli::enc::backward_references::BrotliEncoderMode;
use brotli::enc::{BrotliAlloc, BrotliCompressCustomIo, BrotliEncoderParams};
use brotli_decompressor::{IoReaderWrapper, IoWriterWrapper};

use crate::error::{Error, Result};

/// Size of the window as a power of two. Below 17, quality 5 is many times slower.
const WINDOW: i32 = 22;
/// Size of the output buffer in bytes.
const OUTPUT_BUFFER: usize = 1 << 14;

/// Compresses with Brotli.
///
/// # Errors
/// Returns an internal error if the encoder fails.
pub fn brotli(mut document: &[u8], quality: i32) -> Result<Vec<u8>> {
    let parameters = BrotliEncoderParams {
        quality,
        lgwin: WINDOW,
        size_hint: document.len(),
        mode: BrotliEncoderMode::BROTLI_MODE_TEXT,
        ..BrotliEncoderParams::default()
    };
    // With the whole document in the input buffer, the encoder's memory depends on its length.
    let mut input_buffer = vec![0; document.len().max(1)];
    let mut output_buffer = vec![0; OUTPUT_BUFFER];
    let mut compressed = Vec::new();
    BrotliCompressCustomIo(
        &mut IoReaderWrapper(&mut document),
        &mut IoWriterWrapper(&mut compressed),
        &mut input_buffer,
        &mut output_buffer,
        &parameters,
        Heap,
        &mut |_, _, _, _| (),
        ErrorKind::InvalidData.into(),
    )
    .map_err(|error| Error::with_source("cannot compress a document", error))?;
    Ok(compressed)
}

struct Heap;

impl<T: Clone + Default> Allocator<T> for Heap {
    type AllocatedMemory = WrapBox<T>;

    fn alloc_cell(&mut self, length: usize) -> WrapBox<T> {
        StandardAlloc::default().alloc_cell(length)
    }

    fn free_cell(&mut self, _: WrapBox<T>) {}
}

impl BrotliAlloc for Heap {}
