//! Serves the page of the forms on this machine, for a clone that is not published anywhere.

use std::future::ready;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;

use http_body_util::{Either, Full};
use hyper::body::{Bytes, Incoming};
use hyper::header::{ALLOW, CACHE_CONTROL, CONTENT_TYPE, HeaderName, HeaderValue};
use hyper::header::{CONTENT_SECURITY_POLICY, X_CONTENT_TYPE_OPTIONS};
use hyper::{Method, Request, Response, StatusCode};

use super::FormFile;
use crate::error::Result;
use crate::preview::guard::Guard;
use crate::preview::server::serve_responses;

/// The headers of every response. Other pages neither read nor frame the page, which can write the content.
const HEADERS: [(HeaderName, HeaderValue); 4] = [
    (ALLOW, HeaderValue::from_static("GET, HEAD")),
    (CACHE_CONTROL, HeaderValue::from_static("no-store")),
    (CONTENT_SECURITY_POLICY, HeaderValue::from_static("frame-ancestors 'none'")),
    (X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
];

/// Serves the files until the user interrupts the program.
///
/// # Errors
/// Returns an error if the threads or the listener cannot be set up.
pub fn serve(listener: TcpListener, files: Vec<FormFile>) -> Result<()> {
    let files = Arc::new(files);
    serve_responses(listener, move |request, local| {
        ready(Ok(respond(&request, local, &files).map(Either::Left)))
    })
}

fn respond(
    request: &Request<Incoming>,
    local: SocketAddr,
    files: &[FormFile],
) -> Response<Full<Bytes>> {
    let name = request.uri().path().trim_start_matches('/');
    let file = files.iter().find(|(file, ..)| name.is_empty() || *file == name);
    let error = |status, text: &str| (status, "text/plain", format!("{text}\n"));
    let (status, media_type, text) = match (Guard::default().check(request.headers(), local), file)
    {
        (Err(_), _) => error(StatusCode::FORBIDDEN, "open this page at its own address"),
        _ if ![Method::GET, Method::HEAD].contains(request.method()) => {
            error(StatusCode::METHOD_NOT_ALLOWED, "method not allowed")
        }
        (Ok(()), Some((_, media_type, text))) => (StatusCode::OK, *media_type, text.clone()),
        (Ok(()), None) => error(StatusCode::NOT_FOUND, "not found"),
    };
    let mut response = Response::new(Full::new(Bytes::from(text)));
    *response.status_mut() = status;
    response.headers_mut().extend(HEADERS);
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(media_type));
    response
}
