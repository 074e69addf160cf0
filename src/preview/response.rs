//! What is answered to a request: decided by the routes of the release, as a host would.

use hyper::body::Bytes;
use hyper::header::{ALLOW, CONTENT_TYPE, ETAG, HeaderName, HeaderValue, IF_NONE_MATCH, LOCATION};
use hyper::http::request::Parts;
use hyper::{HeaderMap, Method, Response, StatusCode};
use sha2::{Digest as _, Sha256};

use super::photo;
use super::photo_cache::Purpose;
use super::request_target::{Address, parameter};
use super::state::{State, in_words};
use super::{guard::Refusal, pages};
use crate::bundle::GenerateError;
use crate::render::JSON;
use crate::render::error_body::{ErrorBody, METHOD_NOT_ALLOWED, NOT_FOUND};
use crate::route::{api_headers, find};

/// The media type of messages to people.
const TEXT: &str = "text/plain; charset=utf-8";

/// The media type of server-sent events (HTML, §9.2).
const EVENTS: &str = "text/event-stream";

/// Sent with every answer: nobody else shows it, in a frame or as a picture, and it is asked for
/// anew each time, by its entity tag, since the next save changes it.
const EVERYWHERE: [(&str, &str); 4] = [
    ("cache-control", "no-cache"),
    ("content-security-policy", "frame-ancestors 'none'"),
    ("cross-origin-resource-policy", "same-origin"),
    ("x-frame-options", "DENY"),
];

/// Sent with everything below the preview's own root too: nothing may be loaded from elsewhere, or
/// told to where a link leads.
const PREVIEW_HEADERS: [(&str, &str); 4] = [
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
         connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    ("cross-origin-opener-policy", "same-origin"),
    ("referrer-policy", "no-referrer"),
    ("x-content-type-options", "nosniff"),
];

/// Answers `request` from `state`. The answer to HEAD has the body that GET would get: the server
/// leaves it away.
pub fn answer(request: &Parts, state: &State) -> Response<Bytes> {
    let query = request.uri.query();
    let address = Address::of(request.uri.path());
    let mut response = if !matches!(request.method, Method::GET | Method::HEAD) {
        let mut response = json(StatusCode::METHOD_NOT_ALLOWED, &METHOD_NOT_ALLOWED);
        let methods = HeaderValue::from_static("GET, HEAD");
        response.headers_mut().insert(ALLOW, methods);
        response
    } else if address.is_root_without_slash() {
        let mut response = response(StatusCode::PERMANENT_REDIRECT, TEXT, Bytes::new());
        let root = HeaderValue::from_static(pages::ROOT);
        response.headers_mut().insert(LOCATION, root);
        response
    } else if let Some(path) = address.preview() {
        preview(path, query, state)
    } else {
        published(address.path(), query, state)
    };
    let is_own = address.is_below(pages::ROOT);
    if !is_own {
        let headers = state.served_settings().map(api_headers);
        insert_all(response.headers_mut(), headers.unwrap_or_default());
    }
    let response = guarded(response, is_own);
    if response.status() == StatusCode::OK {
        return tagged(response, &request.headers);
    }
    response
}

/// The head of the answer that tells events.
pub(super) fn events() -> Response<Bytes> {
    guarded(response(StatusCode::OK, EVENTS, Bytes::new()), true)
}

/// The answer to a request that the guard refused.
pub fn refuse(refusal: Refusal) -> Response<Bytes> {
    let message = format!("{}\n", refusal.message());
    guarded(response(StatusCode::FORBIDDEN, TEXT, message), true)
}

/// The answer where the program itself is at fault.
pub fn fail() -> Response<Bytes> {
    let message = "The preview failed to answer this. Please report what you asked for.\n";
    guarded(
        response(StatusCode::INTERNAL_SERVER_ERROR, TEXT, message),
        true,
    )
}

/// The response with what is sent everywhere, and with what only the preview's own answers have.
fn guarded(mut response: Response<Bytes>, is_own: bool) -> Response<Bytes> {
    let headers = response.headers_mut();
    insert_all(headers, EVERYWHERE);
    if is_own {
        insert_all(headers, PREVIEW_HEADERS);
    }
    response
}

/// What the public would see.
fn published(path: &str, query: Option<&str>, state: &State) -> Response<Bytes> {
    let Some(release) = &state.release else {
        return json(StatusCode::NOT_FOUND, &NOT_FOUND);
    };
    let route = find(&release.routes, path, |name| parameter(query, name));
    let artifact =
        route.and_then(|route| release.bundle.get(route.artifact.trim_start_matches('/')));
    let (Some(route), Some(artifact)) = (route, artifact) else {
        return json(StatusCode::NOT_FOUND, &NOT_FOUND);
    };
    match state.made.bytes(artifact, Purpose::Answer) {
        Ok(bytes) => {
            let status = StatusCode::from_u16(route.status).unwrap_or(StatusCode::OK);
            response(status, route.media_type, bytes)
        }
        Err(error) => cannot_be_made(&error),
    }
}

/// What only the preview has.
fn preview(path: &str, query: Option<&str>, state: &State) -> Response<Bytes> {
    if let Some(id) = path.strip_prefix(photo::ROOT) {
        return match photo::photo(id, state) {
            Ok(Some((media_type, bytes))) => response(StatusCode::OK, media_type, bytes),
            Ok(None) => json(StatusCode::NOT_FOUND, &NOT_FOUND),
            Err(error) => cannot_be_made(&error),
        };
    }
    match pages::page(state, path, query) {
        Some(page) => {
            let status = StatusCode::from_u16(page.status);
            let status = status.unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
            response(status, page.media_type, page.body)
        }
        None => {
            let message = "There is no such page in the preview.\n";
            response(StatusCode::NOT_FOUND, TEXT, message)
        }
    }
}

/// A file that could not be published either.
fn cannot_be_made(error: &GenerateError) -> Response<Bytes> {
    let words = match error {
        GenerateError::Content(diagnostic) => {
            format!("{}: {}", diagnostic.file, diagnostic.message)
        }
        GenerateError::Environment(error) => in_words(error),
    };
    let body = serde_json::json!({ "error": words }).to_string();
    response(StatusCode::INTERNAL_SERVER_ERROR, JSON, body)
}

fn json(status: StatusCode, body: &ErrorBody) -> Response<Bytes> {
    // A struct of one text is always JSON.
    let mut bytes = serde_json::to_vec_pretty(body).unwrap_or_default();
    bytes.push(b'\n');
    response(status, JSON, bytes)
}

fn response(
    status: StatusCode,
    media_type: &'static str,
    body: impl Into<Bytes>,
) -> Response<Bytes> {
    let mut response = Response::new(body.into());
    *response.status_mut() = status;
    let media_type = HeaderValue::from_static(media_type);
    response.headers_mut().insert(CONTENT_TYPE, media_type);
    response
}

fn insert_all<V: AsRef<str>>(
    headers: &mut HeaderMap,
    fields: impl IntoIterator<Item = (&'static str, V)>,
) {
    for (name, value) in fields {
        // All of them are names and values that HTTP allows; a test answers with each.
        let name = HeaderName::from_bytes(name.as_bytes());
        if let (Ok(name), Ok(value)) = (name, HeaderValue::from_str(value.as_ref())) {
            headers.insert(name, value);
        }
    }
}

/// The response with an entity tag; if the client has just these bytes, only the tag (RFC 9110,
/// §13.1.2).
fn tagged(mut response: Response<Bytes>, request: &HeaderMap) -> Response<Bytes> {
    let hash = Sha256::digest(response.body());
    let digits = hash.iter().take(16).map(|byte| format!("{byte:02x}"));
    let tag = format!("\"{}\"", digits.collect::<String>());
    let known = request.get_all(IF_NONE_MATCH).iter().any(|known| {
        let tags = known.to_str().unwrap_or_default().split(',').map(str::trim);
        tags.map(|known| known.strip_prefix("W/").unwrap_or(known))
            .any(|known| known == tag || known == "*")
    });
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        response.headers_mut().insert(ETAG, tag);
    }
    if known {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        *response.body_mut() = Bytes::new();
        response.headers_mut().remove(CONTENT_TYPE);
    }
    response
}
