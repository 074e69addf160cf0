//! Content codings (RFC 9110, §8.4): detection and decoding.

use std::borrow::Cow;
use std::io::Read;

use flate2::read::MultiGzDecoder;

use super::difference::Difference;
use super::exchange::{Request, Response};

/// Returns the content coding of a response in lower case, or `None` for the identity.
pub(super) fn coding(response: &Response) -> Option<String> {
    let coding = response.values("content-encoding").join(", ");
    let coding = coding.trim().to_ascii_lowercase();
    (!coding.is_empty() && coding != "identity").then_some(coding)
}

/// Returns whether a request, which has one coding at most, accepts a coding. A request without `Accept-Encoding` accepts none.
pub(super) fn is_accepted(coding: &str, request: &Request) -> bool {
    request.headers.contains(&("Accept-Encoding", coding.to_owned()))
}

/// Decodes the body of a response from gzip, the only coding that checks of a body accept, up to one byte more than `limit`: a short body can expand to
/// gigabytes. Of a body that is longer than the limit itself, the start is decoded.
///
/// # Errors
/// Returns an error if the body is not valid in it.
pub(super) fn decode(response: &Response, limit: usize) -> Result<Cow<'_, [u8]>, Difference> {
    let body = &response.body[..];
    if body.is_empty() || coding(response).is_none() {
        return Ok(body.into());
    }
    let mut content = Vec::new();
    match MultiGzDecoder::new(body).take(limit as u64 + 1).read_to_end(&mut content) {
        Err(_) if body.len() <= limit => {
            Err(Difference::coding("the body does not have this coding", response))
        }
        _ => Ok(content.into()),
    }
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
        let whole = response("gzip", gzip.clone());
        assert_eq!(decode(&whole, 7).expect("gzip"), &b"profile"[..]);
        assert_eq!(decode(&whole, 3).expect("gzip"), &b"prof"[..]);
        let truncated = gzip[..gzip.len() - 1].to_vec();
        for body in [truncated, b"profile".to_vec()] {
            assert!(decode(&response("gzip", body), 100).is_err());
        }
    }

    #[test]
    fn accepts_codings_by_name() {
        let request = Request::get("/").with("Accept-Encoding", "gzip");
        assert!(is_accepted("gzip", &request) && !is_accepted("br", &request));
        assert!(!is_accepted("gzip", &Request::get("/")));
    }
}
