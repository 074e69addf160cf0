//! Texts in memory, compressed together.

use std::io::{Read as _, Write as _};
use std::sync::Arc;

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;

/// Texts that are compressed together because they have the same words. The search text and the profile of ten thousand
/// consultants then take 22 MB instead of 97 MB.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct CompressedTexts<const N: usize> {
    compressed: Arc<[u8]>,
    lengths: [usize; N],
}

impl<const N: usize> CompressedTexts<N> {
    pub(super) fn new(texts: [&[u8]; N]) -> Self {
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::new(4));
        let written = texts.iter().try_for_each(|text| encoder.write_all(text));
        let compressed = written.and_then(|()| encoder.finish());
        let compressed = compressed.expect("memory accepts every byte").into();
        Self { compressed, lengths: texts.map(<[u8]>::len) }
    }

    /// Returns one of the texts. Those after it are not decompressed.
    pub(super) fn get(&self, index: usize) -> Vec<u8> {
        let start = self.lengths[..index].iter().sum();
        let end = start + self.lengths[index];
        let mut bytes = Vec::with_capacity(end);
        let mut decoder = DeflateDecoder::new(&*self.compressed).take(end as u64);
        decoder.read_to_end(&mut bytes).expect("the bytes were compressed here");
        bytes.split_off(start)
    }
}
