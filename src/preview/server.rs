//! The HTTP/1.1 server of the preview.
//!
//! It never reads request bodies, and a slow client does not delay other clients.

use std::convert::Infallible;
use std::net::{IpAddr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::Duration;

use http_body_util::{Either, Full};
use hyper::body::{Body as _, Bytes, Incoming};
use hyper::header::CONTENT_LENGTH;
use hyper::{Method, Request, Response, StatusCode};
use tokio::sync::watch;

use super::connections::{Connection, Connections};
use super::events::{self, EventStream};
use super::guard::Guard;
use super::http_connection::{self, LIMITS};
use super::response::{self, internal_error, rejected, respond};
use super::state::State;
use crate::error::{Error, Result};

/// The maximum number of connections, event streams not counted.
const MAX_CONNECTIONS: usize = 500;
/// The maximum number of event streams.
const MAX_EVENT_STREAMS: usize = 250;
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
        let server = Arc::new(Server {
            states,
            guard,
            requests: Connections::new(MAX_CONNECTIONS),
            event_streams: Connections::new(MAX_EVENT_STREAMS),
        });
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
    requests: Connections,
    event_streams: Connections,
}

async fn accept(listener: tokio::net::TcpListener, server: Arc<Server>) -> Infallible {
    loop {
        let accepted = listener.accept().await;
        let Ok((stream, client, local)) = accepted
            .and_then(|(stream, client)| stream.local_addr().map(|it| (stream, client, it)))
        else {
            // There can be too many open files.
            server.requests.close_one();
            server.event_streams.close_one();
            tokio::time::sleep(ACCEPT_RETRY).await;
            continue;
        };
        // Events are small packets that must not wait for more data.
        let _ = stream.set_nodelay(true);
        let server = Arc::clone(&server);
        let connection = Arc::new(Connection::default());
        let client = Client { address: client.ip(), local };
        server.requests.add(client.address, &connection);
        tokio::spawn(async move {
            let respond =
                |request| handle(request, client, Arc::clone(&server), Arc::clone(&connection));
            let served = http_connection::serve(stream, LIMITS, respond);
            // Errors of a connection concern only its client.
            tokio::select! {
                _ = served => {}
                () = connection.closed() => {}
            }
        });
    }
}

/// The addresses of a connection.
#[derive(Debug, Clone, Copy)]
struct Client {
    address: IpAddr,
    /// The address of the server that the client used.
    local: SocketAddr,
}

type Body = Either<Full<Bytes>, EventStream>;

async fn handle(
    request: Request<Incoming>,
    client: Client,
    server: Arc<Server>,
    connection: Arc<Connection>,
) -> std::result::Result<Response<Body>, Infallible> {
    let (request, _) = request.into_parts();
    if let Err(rejection) = server.guard.check(&request.headers, client.local) {
        return Ok(with_length(rejected(rejection)));
    }
    match (request.uri.path(), &request.method) {
        (events::PATH, &Method::GET) => {
            server.requests.remove(&connection);
            server.event_streams.add(client.address, &connection);
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
