//! Serves the page of the forms on this machine, for a clone that is not published anywhere.

use std::convert::Infallible;
use std::future::ready;
use std::io;
use std::net::TcpListener;
use std::sync::Arc;

use http_body_util::Full;
use hyper::body::Bytes;
use hyper::header::{CACHE_CONTROL, CONTENT_TYPE, HeaderValue};
use hyper::{Request, Response, StatusCode};

use super::FormFile;
use crate::error::{Error, Result};
use crate::preview::http_connection::{self, LIMITS};

/// Serves the files until the user interrupts the program.
///
/// # Errors
/// Returns an error if the listener cannot be set up or fails.
pub fn serve(listener: TcpListener, files: Vec<FormFile>) -> Result<()> {
    let failed = |source| Error::with_source("cannot serve the forms", source);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.map_err(failed)?.block_on(async {
        tokio::select! {
            interrupted = tokio::signal::ctrl_c() => interrupted.map_err(failed),
            stopped = accept(listener, files.into()) => stopped.map_err(failed),
        }
    })
}

async fn accept(listener: TcpListener, files: Arc<[FormFile]>) -> io::Result<()> {
    listener.set_nonblocking(true)?;
    let listener = tokio::net::TcpListener::from_std(listener)?;
    loop {
        let (stream, _) = listener.accept().await?;
        let files = Arc::clone(&files);
        let respond = move |request: Request<_>| {
            ready(Ok::<_, Infallible>(respond(request.uri().path(), &files)))
        };
        tokio::spawn(async move { http_connection::serve(stream, LIMITS, respond).await });
    }
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
