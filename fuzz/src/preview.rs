//! Requests to the preview: its guard and its responses.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use hyper::header::{HOST, HeaderName, HeaderValue, ORIGIN};
use hyper::http::request::Parts;
use hyper::{HeaderMap, Method, Request, StatusCode};
use vitae::preview::guard::Guard;
use vitae::preview::response::respond;

use super::project::{CANARY, STATE};

/// The port of the preview.
const PORT: u16 = 4400;

/// Sends the head of a request to the preview.
pub fn request(bytes: &[u8]) {
    let Some(request) = parse(bytes) else { return };
    let local = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), PORT);
    if Guard::default().check(&request.headers, local).is_ok() {
        assert_same_origin(&request.headers);
    }
    let response = respond(&request, &STATE);
    assert_ne!(response.status(), StatusCode::INTERNAL_SERVER_ERROR);
    for header in ["content-security-policy", "cross-origin-resource-policy", "x-frame-options"] {
        assert!(response.headers().contains_key(header), "{header} is missing");
    }
    // Only the preview's own pages have this header. They show inactive consultants.
    let is_published = !response.headers().contains_key("cross-origin-opener-policy");
    let has_canary = response.body().windows(CANARY.len()).any(|part| part == CANARY.as_bytes());
    assert!(!(is_published && has_canary), "{} shows an inactive consultant", request.uri);
}

/// Parses the lines of a request's head; skips those that are not valid headers.
pub(super) fn parse(bytes: &[u8]) -> Option<Parts> {
    let mut lines = bytes.split(|byte| *byte == b'\n').map(|line| line.trim_ascii_end());
    let mut words = lines.next()?.split(|byte| *byte == b' ');
    let method = Method::from_bytes(words.next()?).ok()?;
    let target = words.next()?;
    let mut request = Request::builder().method(method).uri(target).body(()).ok()?;
    for line in lines.take_while(|line| !line.is_empty()) {
        let Some(colon) = line.iter().position(|byte| *byte == b':') else { continue };
        let name = HeaderName::from_bytes(&line[..colon]);
        let value = HeaderValue::from_bytes(line[colon + 1..].trim_ascii());
        if let (Ok(name), Ok(value)) = (name, value) {
            request.headers_mut().append(name, value);
        }
    }
    Some(request.into_parts().0)
}

/// Asserts that accepted headers name the preview at this machine, and no other origin.
fn assert_same_origin(headers: &HeaderMap) {
    let hosts: Vec<&HeaderValue> = headers.get_all(HOST).iter().collect();
    assert_eq!(hosts.len(), 1, "{headers:?}");
    let host = hosts[0].to_str().expect("an accepted host is ASCII").to_ascii_lowercase();
    let (name, port) = host.rsplit_once(':').expect("an accepted host names the port");
    assert!(port.bytes().all(|byte| byte.is_ascii_digit()), "{host}");
    assert_eq!(port.parse(), Ok(PORT), "{host}");
    let address = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
    let is_loopback = address.is_ok_and(|address| address.to_canonical().is_loopback());
    assert!(name == "localhost" || is_loopback, "{host}");
    for origin in headers.get_all(ORIGIN) {
        let origin = origin.to_str().expect("an accepted origin is ASCII").to_ascii_lowercase();
        let allowed = [format!("http://{host}"), format!("https://{host}")];
        assert!(allowed.contains(&origin), "{origin} is not {host}");
    }
}
