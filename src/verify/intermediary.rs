//! Answers that no published site gives: whoever stands in front of it speaks.

use super::cause::Cause;
use super::exchange::{Request, Response};

/// What a page says on which a program shall prove that it is a person, in lower case.
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
/// Fields by which such a page says what it is.
const CHALLENGE_FIELDS: [&str; 3] = ["cf-mitigated", "x-amzn-waf-action", "x-datadome"];
/// So much of a page is looked at, in bytes.
const LOOKED_AT: usize = 16 << 10;

/// Why the answer is not the site's own, if it is not.
pub(super) fn cause(request: &Request, response: &Response) -> Option<Cause> {
    if is_challenge(response) {
        return Some(Cause::BotProtection);
    }
    match response.status {
        304 => None,
        status @ 300..=399 => {
            let location = response.value("location").unwrap_or_default();
            let to = destination(request, location);
            Some(Cause::Redirected { status, to })
        }
        status @ (401 | 407) => Some(Cause::Password(status)),
        429 => Some(Cause::RateLimited),
        // A method that is not implemented is an answer to it.
        501 => None,
        status @ 500.. => Some(Cause::ServerError(status)),
        _ => None,
    }
}

/// Whether it is a page on which a program shall prove that it is a person.
pub(super) fn is_challenge(response: &Response) -> bool {
    if !matches!(response.status, 200 | 202 | 401 | 403 | 405 | 429 | 503) {
        return false;
    }
    let mut marks = CHALLENGE_FIELDS.iter();
    if marks.any(|name| response.value(name).is_some()) {
        return true;
    }
    // A site of its own may well speak of robots on its page.
    let may_be_own = response.status == 200;
    let start = &response.body[..response.body.len().min(LOOKED_AT)];
    let text = String::from_utf8_lossy(start).to_lowercase();
    !may_be_own && is_html(response) && CHALLENGES.iter().any(|mark| text.contains(mark))
}

/// Whether it is a page for people, by its beginning, or by its type unless it begins as something
/// else: a server may have the wrong type for JSON and photos.
pub(super) fn is_html(response: &Response) -> bool {
    let by_type = response.value("content-type").is_some_and(|value| {
        let essence = value.split(';').next().unwrap_or_default().trim();
        essence.eq_ignore_ascii_case("text/html")
    });
    let start = response.body.trim_ascii_start();
    let begins =
        |with: &[u8]| start.len() >= with.len() && start[..with.len()].eq_ignore_ascii_case(with);
    let is_data = matches!(start.first(), Some(b'{' | b'[' | 0x89 | 0xFF));
    (by_type && !is_data) || begins(b"<!doctype html") || begins(b"<html")
}

/// Whether it is an image, by its type or its beginning.
pub(super) fn is_image(response: &Response) -> bool {
    let by_type = response.value("content-type");
    by_type.is_some_and(|value| value.trim_start().starts_with("image/"))
        || response.body.starts_with(b"\xFF\xD8\xFF")
        || response.body.starts_with(b"\x89PNG")
}

/// Where a redirect leads in words that are the same for all paths which it treats alike.
fn destination(request: &Request, location: &str) -> String {
    if location.is_empty() {
        return "without saying where to".to_owned();
    }
    let (origin, target) = match location.split_once("://") {
        Some((scheme, rest)) => {
            let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
            let origin = format!("{scheme}://{}", &rest[..end]);
            (Some(origin), &rest[end..])
        }
        None => (None, location),
    };
    let path = target.split(['?', '#']).next().unwrap_or_default();
    let own = request.path();
    let what = if path == own {
        "the same path".to_owned()
    } else if path.strip_suffix('/') == Some(own) {
        "the same path with a slash after it".to_owned()
    } else if own.strip_suffix('/') == Some(path) {
        "the same path without the slash after it".to_owned()
    } else {
        cut(path)
    };
    match origin {
        Some(origin) if what == "the same path" => format!("to the same path at {}", cut(&origin)),
        Some(origin) if what.starts_with('/') => format!("to {}{what}", cut(&origin)),
        Some(origin) => format!("to {what} at {}", cut(&origin)),
        None => format!("to {what}"),
    }
}

/// Not more than anybody wants to read.
fn cut(text: &str) -> String {
    const MOST: usize = 120;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(status: u16, fields: &[(&str, &str)], body: &str) -> Response {
        let fields = fields.iter();
        Response {
            status,
            fields: fields
                .map(|(name, value)| (name.to_string(), value.to_string()))
                .collect(),
            body: body.as_bytes().to_vec(),
        }
    }

    #[test]
    fn redirects_that_are_alike_have_one_cause() {
        let to = |target: &str, location: &str| {
            let response = answer(301, &[("location", location)], "");
            match cause(&Request::get(target), &response) {
                Some(Cause::Redirected { to, .. }) => to,
                other => panic!("{other:?}"),
            }
        };
        let elsewhere = "to the same path at https://www.example.com";
        assert_eq!(
            to("/api/x?a=1", "https://www.example.com/api/x?a=1"),
            elsewhere
        );
        assert_eq!(to("/", "https://www.example.com/"), elsewhere);
        assert_eq!(
            to("/api/x", "/api/x/"),
            "to the same path with a slash after it"
        );
        assert_eq!(
            to("/api/x", "https://a.example.com/login?to=x"),
            "to https://a.example.com/login"
        );
        assert_eq!(to("/api/x", "/login"), "to /login");
        assert_eq!(to("/api/x", ""), "without saying where to");
    }

    #[test]
    fn a_wrong_type_makes_no_page() {
        let html = [("content-type", "text/html")];
        assert!(is_html(&answer(404, &html, "Not found")));
        assert!(is_html(&answer(200, &[], " <!DOCTYPE HTML>")));
        assert!(!is_html(&answer(404, &html, "{\"error\": \"Not found\"}")));
        assert!(is_image(&answer(200, &[("content-type", "image/png")], "")));
        assert!(!is_image(&answer(200, &html, "<p>")));
    }

    #[test]
    fn only_a_page_in_front_is_a_protection() {
        let html = [("content-type", "text/html; charset=UTF-8")];
        let of = |status, fields: &[(&str, &str)], body: &str| {
            cause(&Request::get("/api/x"), &answer(status, fields, body))
        };
        let page = "<!DOCTYPE html><title>Just a moment...</title>";
        assert_eq!(of(403, &html, page), Some(Cause::BotProtection));
        assert_eq!(of(503, &html, page), Some(Cause::BotProtection));
        assert_eq!(
            of(403, &[("cf-mitigated", "challenge")], ""),
            Some(Cause::BotProtection)
        );
        assert_eq!(of(200, &html, page), None);
        assert_eq!(
            of(503, &html, "<h1>Down</h1>"),
            Some(Cause::ServerError(503))
        );
        assert_eq!(of(404, &html, "<h1>captcha</h1>"), None);
        assert_eq!(of(401, &html, ""), Some(Cause::Password(401)));
        assert_eq!(of(304, &[], ""), None);
        assert_eq!(of(501, &[], ""), None);
    }
}
