//! JPEG files that lack only their end marker, as some programs write them.

use std::borrow::Cow;

use jpeg_decoder::Decoder;

use super::super::Problem;
use super::CUT_SHORT;
use super::structure::Structure;
use crate::digest::Digest;

const END: [u8; 2] = [0xff, 0xd9];
/// Data as long as the decoder reads ahead, and other than the zero bits that it reads after the end.
const OTHER_DATA: [u8; 64] = [0xaa; 64];

/// Returns a file with an end marker, which is added if nothing else is missing.
///
/// The pixels of a whole picture do not depend on what follows them. Those of a picture whose data end early do.
pub(in super::super) fn with_end_marker(file: &[u8]) -> Result<Cow<'_, [u8]>, Problem> {
    if Structure::read(file)?.has_end_marker {
        return Ok(file.into());
    }
    // The first byte of the marker can be there.
    let data = file.strip_suffix(&[0xff]).unwrap_or(file);
    let closed = [data, &END].concat();
    let is_whole = pixels(&closed)? == pixels(&[data, &OTHER_DATA, &END].concat())?;
    if is_whole { Ok(closed.into()) } else { Err(CUT_SHORT) }
}

fn pixels(file: &[u8]) -> Result<Digest, Problem> {
    let samples = Decoder::new(file).decode().map_err(|_| CUT_SHORT)?;
    Ok(Digest::of(&samples))
}
