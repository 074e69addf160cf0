//! The HTTP/1.1 server of the preview and of the forms.
//!
//! It never reads request bodies, and a slow client does not delay other clients.

use std::convert::Infallible;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::Duration;

use http_body_util::{Either, Full};
use hyper::body::{Body as _, Bytes, Incoming};
use hyper::header::CONTENT_LENGTH;
use hyper::{Method, Request, Response, StatusCode};
use tokio::sync::Semaphore;

use super::events::{self, EventStream};
use super::guard::Guard;
use super::http_connection::{self, LIMITS};
use super::live::LiveStates;
use super::response::{self, internal_error, rejected, respond};
use crate::error::{Error, Result};

/// The maximum number of connections. Further clients wait until one closes; a client that is idle or
/// reads nothing for some seconds does not keep its own.
const MAX_CONNECTIONS: usize = 500;
/// The pause after a failed `accept`, for example with too many open files.
const ACCEPT_RETRY: Duration = Duration::from_millis(100);

/// Serves the newest of `states` at `listener` until the user interrupts the program.
///
/// # Errors
/// Returns an error if the threads or the listener cannot be set up.
pub fn serve(listener: TcpListener, states: LiveStates, guard: Guard) -> Result<()> {
    let guard = Arc::new(guard);
    serve_responses(listener, move |request, local| {
        handle(request, local, states.clone(), Arc::clone(&guard))
    })
}

/// Sends the responses of `respond`, which gets the local address of the connection, until the user interrupts the
/// program.
///
/// # Errors
/// Returns an error if the threads or the listener cannot be set up.
pub(crate) fn serve_responses<F: Future<Output = ServerResult> + Send + 'static>(
    listener: TcpListener,
    respond: impl Fn(Request<Incoming>, SocketAddr) -> F + Clone + Send + Sync + 'static,
) -> Result<()> {
    let failed = |source| Error::with_source("cannot start the server", source);
    // Encoding a photo takes much memory: only a few run at the same time.
    let workers = available_parallelism().map_or(2, usize::from).max(2);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .max_blocking_threads(workers)
        .build()
        .map_err(failed)?;
    let connections = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    let accept = async |listener: tokio::net::TcpListener| loop {
        let permit = Arc::clone(&connections).acquire_owned().await;
        let accepted = listener.accept().await;
        let Ok((stream, local)) =
            accepted.and_then(|(stream, _)| stream.local_addr().map(|local| (stream, local)))
        else {
            tokio::time::sleep(ACCEPT_RETRY).await;
            continue;
        };
        // Events are small packets that must not wait for more data.
        let _ = stream.set_nodelay(true);
        let respond = respond.clone();
        tokio::spawn(async move {
            let respond = |request| respond(request, local);
            // Errors of a connection concern only its client.
            let _ = http_connection::serve(stream, LIMITS, respond).await;
            drop(permit);
        });
    };
    let outcome = runtime.block_on(async {
        listener.set_nonblocking(true).map_err(failed)?;
        let listener = tokio::net::TcpListener::from_std(listener).map_err(failed)?;
        tokio::select! {
            interrupted = tokio::signal::ctrl_c() => interrupted.map_err(failed),
            () = accept(listener) => Ok(()),
        }
    });
    runtime.shutdown_background();
    outcome
}

type ResponseBody = Either<Full<Bytes>, EventStream>;

type ServerResult = std::result::Result<Response<ResponseBody>, Infallible>;

/// Responds to a request that a client sent to the `local` address.
async fn handle(
    request: Request<Incoming>,
    local: SocketAddr,
    states: LiveStates,
    guard: Arc<Guard>,
) -> ServerResult {
    let (request, _) = request.into_parts();
    if let Err(reason) = guard.check(&request.headers, local) {
        return Ok(with_length(rejected(reason)));
    }
    if request.uri.path() == events::PATH && matches!(request.method, Method::GET | Method::HEAD) {
        return Ok(response::events().map(|_| Either::Right(EventStream::new(states.states))));
    }
    let state = states.current().await;
    // A response may have to wait for a photo, which must not block other clients.
    let response = tokio::task::spawn_blocking(move || respond(&request, &state)).await;
    Ok(with_length(response.unwrap_or_else(|_| internal_error())))
}

/// Adds `Content-Length`, which a response to HEAD would lack otherwise.
fn with_length(response: Response<Bytes>) -> Response<ResponseBody> {
    let mut response = response.map(|body| Either::Left(Full::new(body)));
    if response.status() != StatusCode::NOT_MODIFIED
        && let Some(length) = response.body().size_hint().exact()
    {
        response.headers_mut().insert(CONTENT_LENGTH, length.into());
    }
    response
}
