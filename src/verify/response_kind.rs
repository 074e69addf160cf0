//! Recognizes challenges of bot protections, HTML pages, images, and documents of consultants.

use serde_json::Value as Json;

use super::exchange::Response;

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
    let text = start_of(&response.body);
    CHALLENGES.iter().any(|challenge| text.contains(challenge))
}

/// Returns whether a response without a content coding is an HTML page or an error with a text.
pub(super) fn is_page_with(text: &str, response: &Response) -> bool {
    (is_html(response) || !response.is_success())
        && start_of(&response.body).contains(&text.to_lowercase())
}

/// Returns the part of a page that is searched, in lower case.
fn start_of(page: &[u8]) -> String {
    String::from_utf8_lossy(&page[..page.len().min(SEARCHED)]).to_lowercase()
}

/// Returns whether a response without a content coding is an HTML page.
pub(super) fn is_html(response: &Response) -> bool {
    is_html_body(response, &response.body)
}

/// Returns whether the decoded body of a response is an HTML page: by its start, or by its media type
/// unless it starts like JSON or a photo.
pub(super) fn is_html_body(response: &Response, body: &[u8]) -> bool {
    let has_type = response.value("content-type").is_some_and(|value| {
        let essence = value.split(';').next().unwrap_or_default().trim();
        essence.eq_ignore_ascii_case("text/html")
    });
    let start = body.trim_ascii_start();
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

/// Returns whether JSON is a profile or a JSON Resume.
pub(super) fn is_document(json: &Json) -> bool {
    let has = |field| json.get(field).is_some();
    has("_links") && has("schema_version") || has("basics") && has("meta")
}

#[cfg(test)]
mod tests {
    use super::*;

    const HTML: [(&str, &str); 1] = [("content-type", "text/html; charset=UTF-8")];

    fn response(status: u16, headers: &[(&str, &str)], body: &str) -> Response {
        let headers = headers.iter();
        Response {
            status,
            headers: headers.map(|(name, value)| (name.to_string(), value.to_string())).collect(),
            body: body.as_bytes().to_vec(),
        }
    }

    #[test]
    fn a_wrong_media_type_does_not_make_a_page() {
        assert!(is_html(&response(404, &HTML, "Not found")));
        assert!(is_html(&response(200, &[], " <!DOCTYPE HTML>")));
        assert!(!is_html(&response(404, &HTML, "{\"error\": \"Not found\"}")));
        assert!(is_image(&response(200, &[("content-type", "image/png")], "")));
        assert!(!is_image(&response(200, &HTML, "<p>")));
    }

    #[test]
    fn recognizes_challenges() {
        let page = "<!DOCTYPE html><title>Just a moment...</title>";
        let challenge = [("cf-mitigated", "challenge")];
        assert!(is_challenge(&response(403, &HTML, page)));
        assert!(is_challenge(&response(503, &HTML, page)));
        assert!(is_challenge(&response(403, &challenge, "")));
        assert!(!is_challenge(&response(200, &HTML, page)));
        assert!(!is_challenge(&response(503, &HTML, "<h1>Down</h1>")));
        assert!(!is_challenge(&response(404, &HTML, "<h1>captcha</h1>")));
    }
}
