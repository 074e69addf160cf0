//! Responses that do not come from a published site, but from something in front of it: redirects,
//! passwords, bot protections, server errors.

use super::cause::{Cause, Destination, DestinationPath};
use super::exchange::{Request, Response};
use super::limits::shortened;
use super::redaction::Redactor;

/// Texts on challenge pages, in lower case.
const CHALLENGES: [&str; 10] = [
    "just a moment",
    "checking your browser",
    "attention required",
    "captcha",
    "verify you are human",
    "are you a robot",
    "ddos protection",
    "enable javascript and cookies",
    "_incapsula_",
    "request unsuccessful",
];
/// Headers of challenge pages.
const CHALLENGE_HEADERS: [&str; 3] = ["cf-mitigated", "x-amzn-waf-action", "x-datadome"];
/// How much of a page is searched for these texts, in bytes.
const SEARCHED: usize = 16 << 10;

/// Returns the cause if a response does not come from the site.
pub(super) fn cause(request: &Request, response: &Response, redactor: &Redactor) -> Option<Cause> {
    if is_challenge(response) {
        return Some(Cause::BotProtection);
    }
    match response.status {
        304 => None,
        status @ 300..=399 => {
            let location = response.value("location").filter(|location| !location.is_empty());
            let to = location.map(|location| destination(request, &redactor.redact(location)));
            Some(Cause::Redirect { status, to })
        }
        status @ (401 | 407) => Some(Cause::Password(status)),
        429 => Some(Cause::RateLimited),
        // The right status for a method that the server does not implement.
        501 => None,
        status @ 500.. => Some(Cause::ServerError(status)),
        _ => None,
    }
}

/// Returns whether a response is a challenge that only browsers with a person pass.
pub(super) fn is_challenge(response: &Response) -> bool {
    if !matches!(response.status, 200 | 202 | 401 | 403 | 405 | 429 | 503) {
        return false;
    }
    let mut headers = CHALLENGE_HEADERS.iter();
    if headers.any(|name| response.value(name).is_some()) {
        return true;
    }
    // With status 200, it may be a page of the site itself that mentions robots.
    if response.status == 200 || !is_html(response) {
        return false;
    }
    let start = &response.body[..response.body.len().min(SEARCHED)];
    let text = String::from_utf8_lossy(start).to_lowercase();
    CHALLENGES.iter().any(|challenge| text.contains(challenge))
}

/// Returns whether a body is an HTML page: by its start, or by its media type unless it starts like
/// JSON or a photo.
pub(super) fn is_html(response: &Response) -> bool {
    let has_type = response.value("content-type").is_some_and(|value| {
        let essence = value.split(';').next().unwrap_or_default().trim();
        essence.eq_ignore_ascii_case("text/html")
    });
    let start = response.body.trim_ascii_start();
    let starts_with =
        |tag: &[u8]| start.len() >= tag.len() && start[..tag.len()].eq_ignore_ascii_case(tag);
    let is_data = matches!(start.first(), Some(b'{' | b'[' | 0x89 | 0xFF));
    (has_type && !is_data) || starts_with(b"<!doctype html") || starts_with(b"<html")
}

/// Returns whether a body is an image, by its media type or its start.
pub(super) fn is_image(response: &Response) -> bool {
    let media_type = response.value("content-type");
    media_type.is_some_and(|value| value.trim_start().starts_with("image/"))
        || response.body.starts_with(b"\xFF\xD8\xFF")
        || response.body.starts_with(b"\x89PNG")
}

/// Compares a location with the path of the request.
fn destination(request: &Request, location: &str) -> Destination {
    let (origin, target) = match location.split_once("://") {
        Some((scheme, rest)) => {
            let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
            (Some(shortened(&format!("{scheme}://{}", &rest[..end])).into_owned()), &rest[end..])
        }
        None => (None, location),
    };
    let path = target.split(['?', '#']).next().unwrap_or_default();
    let own = request.path();
    let path = if path == own {
        DestinationPath::Same
    } else if path.strip_suffix('/') == Some(own) {
        DestinationPath::SlashAdded
    } else if own.strip_suffix('/') == Some(path) {
        DestinationPath::SlashRemoved
    } else {
        DestinationPath::Other(shortened(path).into_owned())
    };
    Destination { origin, path }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn response(status: u16, headers: &[(&str, &str)], body: &str) -> Response {
        let headers = headers.iter();
        Response {
            status,
            headers: headers.map(|(name, value)| (name.to_string(), value.to_string())).collect(),
            body: body.as_bytes().to_vec(),
            is_truncated: false,
        }
    }

    fn of(target: &str, response: &Response) -> Option<Cause> {
        cause(&Request::get(target), response, &Redactor::default())
    }

    #[test]
    fn redirects_by_one_rule_have_one_cause() {
        use DestinationPath::{Other, Same, SlashAdded};
        let www = "https://www.example.com";
        for (target, location, origin, path) in [
            ("/api/x?a=1", "https://www.example.com/api/x?a=1", Some(www), Same),
            ("/", "https://www.example.com/", Some(www), Same),
            ("/api/x", "/api/x/", None, SlashAdded),
            ("/api/x", "https://www.example.com/a?to=x", Some(www), Other("/a".to_owned())),
            ("/api/x", "/login", None, Other("/login".to_owned())),
        ] {
            let to = Some(Destination { origin: origin.map(str::to_owned), path });
            let response = response(301, &[("location", location)], "");
            assert_eq!(of(target, &response), Some(Cause::Redirect { status: 301, to }));
        }
        let without = Cause::Redirect { status: 301, to: None };
        assert_eq!(of("/api/x", &response(301, &[("location", "")], "")), Some(without));
    }

    #[test]
    fn a_wrong_media_type_does_not_make_a_page() {
        let html = [("content-type", "text/html")];
        assert!(is_html(&response(404, &html, "Not found")));
        assert!(is_html(&response(200, &[], " <!DOCTYPE HTML>")));
        assert!(!is_html(&response(404, &html, "{\"error\": \"Not found\"}")));
        assert!(is_image(&response(200, &[("content-type", "image/png")], "")));
        assert!(!is_image(&response(200, &html, "<p>")));
    }

    #[test]
    fn recognizes_responses_of_intermediaries() {
        let html = [("content-type", "text/html; charset=UTF-8")];
        let of = |status, headers: &[(&str, &str)], body: &str| {
            of("/api/x", &response(status, headers, body))
        };
        let page = "<!DOCTYPE html><title>Just a moment...</title>";
        let challenge = [("cf-mitigated", "challenge")];
        assert_eq!(of(403, &html, page), Some(Cause::BotProtection));
        assert_eq!(of(503, &html, page), Some(Cause::BotProtection));
        assert_eq!(of(403, &challenge, ""), Some(Cause::BotProtection));
        assert_eq!(of(200, &html, page), None);
        assert_eq!(of(503, &html, "<h1>Down</h1>"), Some(Cause::ServerError(503)));
        assert_eq!(of(404, &html, "<h1>captcha</h1>"), None);
        assert_eq!(of(401, &html, ""), Some(Cause::Password(401)));
        assert_eq!(of(304, &[], ""), None);
        assert_eq!(of(501, &[], ""), None);
    }
}
