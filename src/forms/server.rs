//! Serves the page of the forms on this machine, for a clone that is not published anywhere.

use std::future::ready;
use std::net::TcpListener;
use std::sync::Arc;

use http_body_util::{Either, Full};
use hyper::body::Bytes;
use hyper::header::{CACHE_CONTROL, CONTENT_TYPE, HeaderValue};
use hyper::{Response, StatusCode};

use super::FormFile;
use crate::error::Result;
use crate::preview::server::serve_responses;

/// Serves the files until the user interrupts the program.
///
/// # Errors
/// Returns an error if the threads or the listener cannot be set up.
pub fn serve(listener: TcpListener, files: Vec<FormFile>) -> Result<()> {
    let files = Arc::new(files);
    let respond = move |path: &str| respond(path, &files).map(Either::Left);
    serve_responses(listener, move |request, _| ready(Ok(respond(request.uri().path()))))
}

fn respond(path: &str, files: &[FormFile]) -> Response<Full<Bytes>> {
    let name = path.trim_start_matches('/');
    let file = files.iter().find(|(file, ..)| name.is_empty() || *file == name);
    let (status, media_type, text) = match file {
        Some((_, media_type, text)) => (StatusCode::OK, *media_type, text.clone()),
        None => (StatusCode::NOT_FOUND, "text/plain", "not found\n".to_owned()),
    };
    let mut response = Response::new(Full::new(Bytes::from(text)));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(media_type));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}
