//! The HTTP/1.1 server of the preview.
//!
//! It never reads request bodies, and a slow client does not delay other clients.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::net::{SocketAddr, TcpListener};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread::available_parallelism;
use std::time::Duration;

use http_body_util::{Either, Full};
use hyper::body::{Body as _, Bytes, Incoming};
use hyper::header::CONTENT_LENGTH;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore, watch};

use super::events::{self, EventStream};
use super::guard::Guard;
use super::response::{self, internal_error, rejected, respond};
use super::state::State;
use crate::error::{Error, Result};

/// The maximum number of connections, event streams not counted. Further clients wait.
const MAX_CONNECTIONS: usize = 500;
/// The maximum number of event streams. Beyond it, the server closes the oldest one.
const MAX_EVENT_STREAMS: usize = 250;
/// How long a client may take to send the head of a request.
const HEAD_TIMEOUT: Duration = Duration::from_secs(15);
/// The maximum length of a request's head, in bytes.
const MAX_HEAD: usize = 64 << 10;
/// The pause after a failed `accept`, for example with too many open files.
const ACCEPT_RETRY: Duration = Duration::from_millis(100);

/// Serves the newest of `states` at `listener` until the user interrupts the program.
///
/// # Errors
/// Returns an error if the threads or the listener cannot be set up.
pub fn serve(
    listener: TcpListener,
    states: watch::Receiver<Arc<State>>,
    guard: Guard,
) -> Result<()> {
    let failed = |source| Error::with_source("cannot start the server", source);
    // Encoding a photo takes much memory: only a few run at the same time.
    let workers = available_parallelism().map_or(2, usize::from).max(2);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .max_blocking_threads(workers)
        .build()
        .map_err(failed)?;
    let outcome = runtime.block_on(async {
        listener.set_nonblocking(true).map_err(failed)?;
        let listener = tokio::net::TcpListener::from_std(listener).map_err(failed)?;
        let server = Arc::new(Server { states, guard, event_streams: Mutex::default() });
        tokio::select! {
            interrupted = tokio::signal::ctrl_c() => interrupted.map_err(failed),
            never = accept(listener, server) => match never {},
        }
    });
    runtime.shutdown_background();
    outcome
}

struct Server {
    states: watch::Receiver<Arc<State>>,
    guard: Guard,
    /// The connections that stream events, oldest first.
    event_streams: Mutex<VecDeque<Weak<Connection>>>,
}

struct Connection {
    /// Counts against [`MAX_CONNECTIONS`]; released when the connection becomes an event stream.
    permit: Mutex<Option<OwnedSemaphorePermit>>,
    /// Notified when the connection has to close.
    close: Notify,
}

impl Server {
    /// Counts a connection as an event stream from now on.
    fn add_event_stream(&self, connection: &Arc<Connection>) {
        drop(lock(&connection.permit).take());
        let mut streams = lock(&self.event_streams);
        streams.retain(|stream| stream.strong_count() > 0);
        streams.push_back(Arc::downgrade(connection));
        if streams.len() > MAX_EVENT_STREAMS
            && let Some(oldest) = streams.pop_front().and_then(|oldest| oldest.upgrade())
        {
            oldest.close.notify_one();
        }
    }
}

/// Locks a mutex even if it is poisoned: a panic never leaves one of these values half-written.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

async fn accept(listener: tokio::net::TcpListener, server: Arc<Server>) -> Infallible {
    let connections = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    loop {
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
        let server = Arc::clone(&server);
        let connection = Arc::new(Connection {
            permit: Mutex::new(Some(permit.expect("the semaphore is never closed"))),
            close: Notify::new(),
        });
        tokio::spawn(async move {
            let service = service_fn(|request| {
                handle(request, local, Arc::clone(&server), Arc::clone(&connection))
            });
            let served = http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(HEAD_TIMEOUT)
                .max_buf_size(MAX_HEAD)
                .serve_connection(TokioIo::new(stream), service);
            // Errors of a connection concern only its client.
            tokio::select! {
                _ = served => {}
                () = connection.close.notified() => {}
            }
        });
    }
}

type Body = Either<Full<Bytes>, EventStream>;

async fn handle(
    request: Request<Incoming>,
    local: SocketAddr,
    server: Arc<Server>,
    connection: Arc<Connection>,
) -> std::result::Result<Response<Body>, Infallible> {
    let (request, _) = request.into_parts();
    if let Err(rejection) = server.guard.check(&request.headers, local) {
        return Ok(with_length(rejected(rejection)));
    }
    match (request.uri.path(), &request.method) {
        (events::PATH, &Method::GET) => {
            server.add_event_stream(&connection);
            let events = EventStream::new(server.states.clone());
            return Ok(response::events().map(|_| Either::Right(events)));
        }
        (events::PATH, &Method::HEAD) => {
            return Ok(response::events().map(|body| Either::Left(body.into())));
        }
        _ => {}
    }
    let state = Arc::clone(&server.states.borrow());
    // A response may have to wait for a photo, which must not block other clients.
    let response = tokio::task::spawn_blocking(move || respond(&request, &state)).await;
    Ok(with_length(response.unwrap_or_else(|_| internal_error())))
}

/// Adds `Content-Length`, which a response to HEAD would lack otherwise.
fn with_length(response: Response<Bytes>) -> Response<Body> {
    let mut response = response.map(|body| Either::Left(Full::new(body)));
    if response.status() != StatusCode::NOT_MODIFIED
        && let Some(length) = response.body().size_hint().exact()
    {
        response.headers_mut().insert(CONTENT_LENGTH, length.into());
    }
    response
}
