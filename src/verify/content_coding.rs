//! Content codings (RFC 9110, §8.4): whether one was asked for, and what it stands for.

use std::borrow::Cow;
use std::io::Read;

use super::exchange::{Request, Response};

/// The longest content that is taken out of a coding, in bytes: a few kilobytes can stand for
/// gigabytes.
const MAX_DECODED: u64 = 64 << 20;

/// What each brotli step reads, in bytes.
const BUFFER: usize = 4096;

/// The content coding of an answer; none if it has none.
pub fn of(response: &Response) -> Option<String> {
    let coding = response.values("content-encoding").join(", ");
    let coding = coding.trim().to_ascii_lowercase();
    (!coding.is_empty() && coding != "identity").then_some(coding)
}

/// Whether a request says that its answer may have this coding. One that says nothing of codings
/// is taken for one from a client that knows none.
pub fn is_accepted(coding: &str, request: &Request) -> bool {
    let fields = request.fields.iter();
    let mut accepted = fields.filter(|(name, _)| name.eq_ignore_ascii_case("accept-encoding"));
    accepted.any(|(_, value)| value.split(',').any(|one| one.trim() == coding))
}

/// The content of an answer, out of its coding.
///
/// # Errors
/// When the coding is unknown, or the content does not have it; in words.
pub fn decoded(response: &Response) -> Result<Cow<'_, [u8]>, String> {
    let body = &response.body[..];
    let Some(coding) = of(response).filter(|_| !body.is_empty()) else {
        return Ok(Cow::Borrowed(body));
    };
    match coding.as_str() {
        "gzip" | "x-gzip" => read(flate2::read::MultiGzDecoder::new(body)),
        "br" => read(brotli_decompressor::Decompressor::new(body, BUFFER)),
        other => Err(format!("`{other}` is no content coding that was asked for")),
    }
    .map(Cow::Owned)
    .map_err(|error| format!("the content is not what its coding `{coding}` says: {error}"))
}

fn read(decoder: impl Read) -> Result<Vec<u8>, String> {
    let mut content = Vec::new();
    let mut bounded = decoder.take(MAX_DECODED + 1);
    let length = bounded
        .read_to_end(&mut content)
        .map_err(|error| error.to_string())?;
    if length as u64 > MAX_DECODED {
        return Err(format!("it stands for more than {MAX_DECODED} bytes"));
    }
    Ok(content)
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    fn response(coding: &str, body: Vec<u8>) -> Response {
        Response {
            status: 200,
            fields: vec![("content-encoding".to_owned(), coding.to_owned())],
            body,
        }
    }

    #[test]
    fn content_comes_out_of_its_coding_or_is_refused() {
        let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
        gzip.write_all(b"profile").expect("in memory");
        let gzip = gzip.finish().expect("in memory");
        // What the program `brotli` makes of it.
        let brotli = b"\x1f\x06\x00\xf8%\x00\xa2\x90\x80\x00".to_vec();
        for (coding, body) in [("gzip", gzip.clone()), ("br", brotli)] {
            let response = response(coding, body);
            assert_eq!(
                decoded(&response).expect("it has this coding"),
                &b"profile"[..]
            );
        }
        let cut_off = gzip[..gzip.len() - 1].to_vec();
        for (coding, body) in [("br", gzip.clone()), ("gzip", cut_off), ("zstd", gzip)] {
            assert!(decoded(&response(coding, body)).is_err(), "{coding}");
        }
    }

    #[test]
    fn a_coding_is_accepted_by_name() {
        let request = Request::get("/").with("Accept-Encoding", "gzip, br");
        assert!(is_accepted("br", &request) && is_accepted("gzip", &request));
        assert!(!is_accepted("gz", &request));
        assert!(!is_accepted("gzip", &Request::get("/")));
    }
}
