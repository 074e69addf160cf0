//! WebP: checks the file structure before `image` reads it.
//!
//! `WebPDecoder` of `image` allocates what chunk headers and picture headers state without
//! comparing it with the file's length or with its own limits.

use std::error::Error as _;
use std::io::{Cursor, ErrorKind};

use image::codecs::webp::WebPDecoder;
use image::{DynamicImage, ImageDecoder as _, ImageError};

use super::decoded_photo::DecodedPhoto;
use super::{Problem, Upload, limits};

/// Opens a file that [`sniff`](super::sniff()) has recognized.
pub(super) fn open(file: &[u8]) -> Result<WebPDecoder<Cursor<&[u8]>>, Problem> {
    let (_, riff, _) = split_chunk(file)?;
    // The payload of RIFF follows its name and length and begins with `WEBP`. Data after it is not
    // read.
    let file = &file[..8 + riff.len()];
    let mut rest = riff.get(4..).ok_or(CUT_SHORT)?;
    while !rest.is_empty() {
        let (name, payload, after) = split_chunk(rest)?;
        match name {
            b"ANIM" | b"ANMF" => return Err(Problem::Animated),
            b"VP8 " => check_frame_size(payload)?,
            _ => {}
        }
        rest = after;
    }
    let decoder = WebPDecoder::new(Cursor::new(file)).map_err(problem)?;
    let (width, height) = decoder.dimensions();
    check_size(width, height)?;
    Ok(decoder)
}

/// Reads the metadata, which WebP has an index of, and decodes the pixels.
pub(super) fn decode(mut decoder: WebPDecoder<Cursor<&[u8]>>) -> Result<DecodedPhoto, Problem> {
    let icc = decoder.icc_profile().map_err(problem)?;
    let exif = decoder.exif_metadata().map_err(problem)?;
    let image = DynamicImage::from_decoder(decoder).map_err(problem)?;
    Ok(DecodedPhoto::new(image, false, icc, exif.as_deref()))
}

const CUT_SHORT: Problem = Problem::CutShort(Upload::WebP);

fn problem(error: ImageError) -> Problem {
    match error {
        ImageError::IoError(error) if error.kind() == ErrorKind::UnexpectedEof => CUT_SHORT,
        // The source is the decoder's own message, without what `image` adds.
        error => Problem::Damaged(
            Upload::WebP,
            error.source().map_or_else(|| error.to_string(), ToString::to_string),
        ),
    }
}

/// The name and the payload of a chunk, and the bytes after it.
type Chunk<'a> = (&'a [u8; 4], &'a [u8], &'a [u8]);

/// Splits off the first chunk. A payload of odd length is followed by a byte of padding.
fn split_chunk(bytes: &[u8]) -> Result<Chunk<'_>, Problem> {
    let (name, rest) = bytes.split_first_chunk().ok_or(CUT_SHORT)?;
    let (length, rest) = rest.split_first_chunk().ok_or(CUT_SHORT)?;
    let length = u32::from_le_bytes(*length) as usize;
    let (payload, rest) = rest.split_at_checked(length).ok_or(CUT_SHORT)?;
    Ok((name, payload, &rest[(length % 2).min(rest.len())..]))
}

/// Checks the size of a lossy frame, RFC 6386, section 9.1. The decoder allocates this size, even
/// if the file's header states another one.
fn check_frame_size(frame: &[u8]) -> Result<(), Problem> {
    let Some(&[w0, w1, h0, h1]) = frame.get(6..10) else {
        return Err(CUT_SHORT);
    };
    let side = |low, high| u32::from(u16::from_le_bytes([low, high]) & 0x3fff);
    check_size(side(w0, w1), side(h0, h1))
}

/// With an alpha channel, the decoder takes 7 bytes per pixel: 1.5 for luma and chroma, 5.5 for alpha.
fn check_size(width: u32, height: u32) -> Result<(), Problem> {
    limits::check_size(width, height)?;
    limits::check_working_memory(width, height, limits::pixels(width, height) * 7)
}
