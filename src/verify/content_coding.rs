//! Content codings (RFC 9110, §8.4): detection and decoding.

use std::borrow::Cow;
use std::io::{self, Read};
use std::sync::{Mutex, PoisonError};

use super::difference::Difference;
use super::exchange::{Request, Response};

/// The size of the brotli decoder's input buffer, in bytes.
const BUFFER: usize = 4096;

/// Held while a body is decoded: brotli's window takes up to 16 MB, so parallel jobs take turns.
static DECODER: Mutex<()> = Mutex::new(());

/// Returns the content coding of a response in lower case, or `None` for the identity.
pub(super) fn coding(response: &Response) -> Option<String> {
    let coding = response.values("content-encoding").join(", ");
    let coding = coding.trim().to_ascii_lowercase();
    (!coding.is_empty() && coding != "identity").then_some(coding)
}

/// Returns whether a request accepts a coding. A request without `Accept-Encoding` accepts none.
pub(super) fn is_accepted(coding: &str, request: &Request) -> bool {
    let headers = request.headers.iter();
    let mut accepted = headers.filter(|(name, _)| name.eq_ignore_ascii_case("accept-encoding"));
    accepted.any(|(_, value)| value.split(',').any(|one| one.trim() == coding))
}

/// Decodes the body of a response, up to one byte more than `limit`: a short body can expand to
/// gigabytes. Of a body that is longer than the limit itself, the start is decoded.
///
/// # Errors
/// Returns an error if the coding is unknown, or the body is not valid in it.
pub(super) fn decode(response: &Response, limit: usize) -> Result<Cow<'_, [u8]>, Difference> {
    let body = &response.body[..];
    let Some(coding) = coding(response).filter(|_| !body.is_empty()) else {
        return Ok(body.into());
    };
    let content = match coding.as_str() {
        "gzip" | "x-gzip" => read(flate2::read::MultiGzDecoder::new(body), limit),
        "br" => read(brotli_decompressor::Decompressor::new(body, BUFFER), limit),
        _ => return Err(Difference::coding("a coding that the request does not accept")),
    };
    match content {
        (_, Err(_)) if body.len() <= limit => {
            Err(Difference::coding("the body does not have this coding"))
        }
        (content, _) => Ok(Cow::Owned(content)),
    }
}

/// Reads at most one byte more than `limit`. Returns what precedes an error, too.
fn read(decoder: impl Read, limit: usize) -> (Vec<u8>, io::Result<usize>) {
    let _turn = DECODER.lock().unwrap_or_else(PoisonError::into_inner);
    let mut content = Vec::new();
    let result = decoder.take(limit as u64 + 1).read_to_end(&mut content);
    (content, result)
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    fn response(coding: &str, body: Vec<u8>) -> Response {
        Response {
            status: 200,
            headers: vec![("content-encoding".to_owned(), coding.to_owned())],
            body,
        }
    }

    fn gzip(text: &[u8]) -> Vec<u8> {
        let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
        gzip.write_all(text).expect("in memory");
        gzip.finish().expect("in memory")
    }

    #[test]
    fn decodes_valid_bodies_only() {
        let gzip = gzip(b"profile");
        // The output of the program `brotli`.
        let brotli = b"\x1f\x06\x00\xf8%\x00\xa2\x90\x80\x00".to_vec();
        for (coding, body) in [("gzip", gzip.clone()), ("br", brotli)] {
            let response = response(coding, body);
            assert_eq!(decode(&response, 7).expect(coding), &b"profile"[..]);
            assert_eq!(decode(&response, 3).expect(coding), &b"prof"[..]);
        }
        let truncated = gzip[..gzip.len() - 1].to_vec();
        for (coding, body) in [("br", gzip.clone()), ("gzip", truncated), ("zstd", gzip)] {
            assert!(decode(&response(coding, body), 100).is_err(), "{coding}");
        }
    }

    #[test]
    fn accepts_codings_by_name() {
        let request = Request::get("/").with("Accept-Encoding", "gzip, br");
        assert!(is_accepted("br", &request) && is_accepted("gzip", &request));
        assert!(!is_accepted("gz", &request));
        assert!(!is_accepted("gzip", &Request::get("/")));
    }
}
