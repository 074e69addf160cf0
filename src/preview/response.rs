//! Builds responses: those of the published site, as a host would send them, and those of the
//! preview's own pages.

use hyper::body::Bytes;
use hyper::header::{
    ALLOW, CONTENT_TYPE, ETAG, HeaderName, HeaderValue, IF_NONE_MATCH, LOCATION, RETRY_AFTER,
};
use hyper::http::request::Parts;
use hyper::{HeaderMap, Method, Response, StatusCode};
use serde_json::{Value as Json, json};

use super::filters;
use super::state::{PreviewState, error_chain};
use super::view::{consultant, diagnostics, file, layout, overview};
use super::{assets, url};
use crate::bundle::Artifact;
use crate::digest::Digest;
use crate::model::id::ConsultantId;
use crate::render::JSON;
use crate::render::error_body::{ErrorBody, METHOD_NOT_ALLOWED, NOT_FOUND};
use crate::templates::Templates;

/// The media type of plain messages.
const TEXT: &str = "text/plain; charset=utf-8";

const HTML: &str = "text/html; charset=utf-8";

/// The media type of server-sent events (HTML, §9.2).
const EVENTS: &str = "text/event-stream";

/// Headers of every response: other pages cannot embed it.
const COMMON_HEADERS: [(&str, &str); 2] =
    [("cross-origin-resource-policy", "same-origin"), ("x-frame-options", "DENY")];

/// Further headers of the published paths. Browsers revalidate a response by its entity tag, because
/// the next save may change it. Scripts do not run: the page at `/` has the origin of the preview's own
/// pages, so its scripts could read unpublished profiles.
const PUBLISHED_HEADERS: [(&str, &str); 2] = [
    ("cache-control", "no-cache"),
    ("content-security-policy", "script-src 'none'; frame-ancestors 'none'"),
];

/// Further headers of the preview's own pages: browsers do not store them, they load nothing from other
/// origins, and a link to another site does not reveal the page that contains it.
const PREVIEW_HEADERS: [(&str, &str); 5] = [
    ("cache-control", "no-store"),
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
         connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    ("cross-origin-opener-policy", "same-origin"),
    ("referrer-policy", "no-referrer"),
    ("x-content-type-options", "nosniff"),
];

/// Returns the response to `request` from `state`. For HEAD it contains the body of GET, which the
/// server does not send.
pub fn respond(request: &Parts, state: &PreviewState) -> Response<Bytes> {
    let (path, query) = (request.uri.path(), request.uri.query());
    let name = url::name(path);
    let is_root = Some(path) == url::ROOT.strip_suffix('/');
    let mut response = if !matches!(request.method, Method::GET | Method::HEAD) {
        let mut response = error(StatusCode::METHOD_NOT_ALLOWED, &METHOD_NOT_ALLOWED);
        insert_all(response.headers_mut(), [(ALLOW.as_str(), "GET, HEAD")]);
        response
    } else if is_root {
        let mut response = response(StatusCode::PERMANENT_REDIRECT, TEXT, Bytes::new());
        insert_all(response.headers_mut(), [(LOCATION.as_str(), url::ROOT)]);
        response
    } else if let Some(name) = &name {
        preview(name, query, state)
    } else {
        published(path, query, state)
    };
    if is_root || name.is_some() {
        return with_preview_headers(response);
    }
    if let Some(site) = &state.site {
        let headers = site.headers.iter().map(|(name, value)| (*name, value));
        insert_all(response.headers_mut(), headers);
    }
    insert_all(response.headers_mut(), COMMON_HEADERS);
    insert_all(response.headers_mut(), PUBLISHED_HEADERS);
    match response.status() {
        StatusCode::OK => with_entity_tag(response, &request.headers),
        _ => response,
    }
}

/// Returns the head of the event stream's response.
pub(super) fn events() -> Response<Bytes> {
    with_preview_headers(response(StatusCode::OK, EVENTS, Bytes::new()))
}

/// Returns the response to a request that the guard rejected for this reason.
pub fn rejected(reason: &str) -> Response<Bytes> {
    with_preview_headers(response(StatusCode::FORBIDDEN, TEXT, format!("{reason}\n")))
}

/// Returns the response to a request that failed because of a bug.
pub fn internal_error() -> Response<Bytes> {
    let message = "The preview failed because of a bug. Please report the URL.\n";
    with_preview_headers(response(StatusCode::INTERNAL_SERVER_ERROR, TEXT, message))
}

fn with_preview_headers(mut response: Response<Bytes>) -> Response<Bytes> {
    insert_all(response.headers_mut(), COMMON_HEADERS);
    insert_all(response.headers_mut(), PREVIEW_HEADERS);
    response
}

/// Returns the response that the published site would send; 503 (RFC 9110, §15.6.4) until the first
/// compilation is complete.
fn published(path: &str, query: Option<&str>, state: &PreviewState) -> Response<Bytes> {
    if state.first_total.is_some() {
        let body = ErrorBody { error: "The preview has not compiled the content yet" };
        let mut response = error(StatusCode::SERVICE_UNAVAILABLE, &body);
        insert_all(response.headers_mut(), [(RETRY_AFTER.as_str(), "1")]);
        return response;
    }
    let found = state.site.as_ref().and_then(|site| {
        let route = site.routes.find(path, |name| url::parameter(query, name))?;
        Some((route.status, state.artifact(route.artifact.trim_start_matches('/'))?))
    });
    match found {
        Some((status, artifact)) => {
            let status = StatusCode::from_u16(status).expect("routes have valid status codes");
            content(status, &artifact)
        }
        None => error(StatusCode::NOT_FOUND, &NOT_FOUND),
    }
}

/// Returns a page, an asset or a photo of the preview itself.
fn preview(name: &str, query: Option<&str>, state: &PreviewState) -> Response<Bytes> {
    let id = ConsultantId::parse(name.strip_prefix(url::PHOTOS).unwrap_or(name));
    let compiled = id.and_then(|id| state.with_consultant(&id));
    let state = compiled.as_ref().unwrap_or(state);
    if let Some(id) = name.strip_prefix(url::PHOTOS) {
        let consultant = ConsultantId::parse(id).and_then(|id| state.consultant(&id));
        return match consultant.and_then(|consultant| state.photo(consultant)) {
            Some(photo) => content(StatusCode::OK, &photo),
            None => error(StatusCode::NOT_FOUND, &NOT_FOUND),
        };
    }
    let found = match name.strip_prefix(url::ASSETS) {
        Some(asset) => assets::asset(&state.templates, asset).map(|(media_type, text)| {
            response(StatusCode::OK, media_type, Bytes::copy_from_slice(text.as_bytes()))
        }),
        None => page(name, query, state),
    };
    found
        .unwrap_or_else(|| response(StatusCode::NOT_FOUND, TEXT, "The preview has no such page.\n"))
}

/// Returns an HTML page; `None` if `name` is not a possible name of a page.
fn page(name: &str, query: Option<&str>, state: &PreviewState) -> Option<Response<Bytes>> {
    let (name, template, context) = if name.is_empty() {
        (name, "overview", Some(overview::context(state, query)))
    } else if name == url::DIAGNOSTICS {
        (name, "diagnostics", Some(diagnostics::context(state)))
    } else if let Some(file) = name.strip_prefix(url::FILES) {
        (file, "file", file::context(state, file))
    } else {
        let id = ConsultantId::parse(name)?;
        (name, "consultant", consultant::context(state, &id))
    };
    Some(match context {
        Some(context) => html(StatusCode::OK, template, &context, state),
        None => {
            let context = consultant::not_found(state, name);
            html(StatusCode::NOT_FOUND, "not_found", &context, state)
        }
    })
}

/// Renders a page. If a template of the project's overlay is invalid, an embedded template shows
/// the error to its author.
fn html(
    status: StatusCode,
    template: &str,
    context: &Json,
    state: &PreviewState,
) -> Response<Bytes> {
    let name = format!("preview/{template}.html");
    let (status, text) = match state.templates.render_with(&name, context, filters::add_to) {
        Ok(text) => (status, text),
        Err(error) => {
            let error = error_chain(&error);
            let context = json!({ "layout": layout::without_error_bar(state), "error": error });
            let name = "preview/template_error.html";
            let rendered = Templates::embedded().render_with(name, &context, filters::add_to);
            (StatusCode::INTERNAL_SERVER_ERROR, rendered.unwrap_or(error))
        }
    };
    response(status, HTML, text)
}

/// Returns the response with the content of an artifact.
fn content(status: StatusCode, artifact: &Artifact) -> Response<Bytes> {
    match artifact.body.bytes() {
        Ok(bytes) => response(status, artifact.media_type, bytes.into_owned()),
        // A build could not publish the file, either.
        Err(error) => {
            let body = json!({ "error": error_chain(&error.into_error()) }).to_string();
            response(StatusCode::INTERNAL_SERVER_ERROR, JSON, body)
        }
    }
}

fn error(status: StatusCode, body: &ErrorBody) -> Response<Bytes> {
    let mut bytes = serde_json::to_vec_pretty(body).expect("an error body serializes to JSON");
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
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(media_type));
    response
}

fn insert_all<V: AsRef<str>>(
    headers: &mut HeaderMap,
    new: impl IntoIterator<Item = (&'static str, V)>,
) {
    for (name, value) in new {
        let name = HeaderName::from_bytes(name.as_bytes()).expect("header names are constants");
        let value = HeaderValue::from_str(value.as_ref()).expect("header values are valid ASCII");
        headers.insert(name, value);
    }
}

/// Adds an entity tag; responds with 304 if the client's copy has the same one (RFC 9110, §13.1.2).
fn with_entity_tag(mut response: Response<Bytes>, request: &HeaderMap) -> Response<Bytes> {
    let tag = format!("\"{}\"", Digest::of(response.body()));
    let is_current = request.get_all(IF_NONE_MATCH).iter().any(|known| {
        let tags = known.to_str().unwrap_or_default().split(',').map(str::trim);
        tags.map(|known| known.strip_prefix("W/").unwrap_or(known))
            .any(|known| known == tag || known == "*")
    });
    insert_all(response.headers_mut(), [(ETAG.as_str(), tag)]);
    if is_current {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        *response.body_mut() = Bytes::new();
        response.headers_mut().remove(CONTENT_TYPE);
    }
    response
}
