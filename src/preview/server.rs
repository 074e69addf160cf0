//! HTTP/1.1 for the preview. It never reads a request's body, and no client waits for another one.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::net::{SocketAddr, TcpListener};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread::available_parallelism;
use std::time::Duration;

use http_body_util::{Either, Full};
use hyper::body::{Bytes, Incoming};
use hyper::header::CONTENT_LENGTH;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, Response};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore, watch};

use super::events::{self, Events};
use super::guard::Guard;
use super::response::{self, answer, fail, refuse};
use super::state::State;
use crate::error::{Error, Result};

/// More connections wait until one of these ends; those that tell events do not count.
const MAX_CONNECTIONS: usize = 500;
/// With more connections that tell events, the oldest ends.
const MAX_STREAMS: usize = 250;
/// A client has so long to send the head of a request.
const HEAD_TIMEOUT: Duration = Duration::from_secs(15);
/// A request whose head is longer is refused, in bytes.
const MAX_HEAD: usize = 64 << 10;
/// After a failure to accept, such as too many open files, the next attempt waits so long.
const PAUSE: Duration = Duration::from_millis(100);

/// Serves the newest of `states` to whoever connects to `listener`, until the user interrupts.
///
/// # Errors
/// When the system gives no threads, or not the listener.
pub fn serve(
    listener: TcpListener,
    states: watch::Receiver<Arc<State>>,
    guard: Guard,
) -> Result<()> {
    let failed = |source| Error::with_source("cannot serve", source);
    // Making a photo takes memory: few at a time.
    let workers = available_parallelism().map_or(2, usize::from).max(2);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .max_blocking_threads(workers)
        .build()
        .map_err(failed)?;
    let outcome = runtime.block_on(async {
        listener.set_nonblocking(true).map_err(failed)?;
        let listener = tokio::net::TcpListener::from_std(listener).map_err(failed)?;
        let streams = Mutex::default();
        let preview = Arc::new(Preview {
            states,
            guard,
            streams,
        });
        tokio::select! {
            interrupted = tokio::signal::ctrl_c() => interrupted.map_err(failed),
            never = accept(listener, preview) => match never {},
        }
    });
    runtime.shutdown_background();
    outcome
}

/// What all connections share.
struct Preview {
    states: watch::Receiver<Arc<State>>,
    guard: Guard,
    /// The connections that tell events, from the oldest.
    streams: Mutex<VecDeque<Weak<Connection>>>,
}

/// One of the connections.
struct Connection {
    /// Its place among the others; events need none.
    place: Mutex<Option<OwnedSemaphorePermit>>,
    /// Whether it has to end.
    end: Notify,
}

impl Preview {
    /// Makes a connection one that tells events from now on.
    fn stream(&self, connection: &Arc<Connection>) {
        drop(locked(&connection.place).take());
        let mut streams = locked(&self.streams);
        streams.retain(|stream| stream.strong_count() > 0);
        streams.push_back(Arc::downgrade(connection));
        if streams.len() > MAX_STREAMS
            && let Some(oldest) = streams.pop_front().and_then(|oldest| oldest.upgrade())
        {
            oldest.end.notify_one();
        }
    }
}

/// The value, also after a panic elsewhere: none of them is ever half-written.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

async fn accept(listener: tokio::net::TcpListener, preview: Arc<Preview>) -> Infallible {
    let connections = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    loop {
        let permit = Arc::clone(&connections).acquire_owned().await;
        let accepted = listener.accept().await;
        let Ok((stream, local)) =
            accepted.and_then(|(stream, _)| stream.local_addr().map(|local| (stream, local)))
        else {
            tokio::time::sleep(PAUSE).await;
            continue;
        };
        // An event is a small packet that nothing follows.
        let _ = stream.set_nodelay(true);
        let preview = Arc::clone(&preview);
        let own = Arc::new(Connection {
            // The semaphore is never closed.
            place: Mutex::new(permit.ok()),
            end: Notify::new(),
        });
        tokio::spawn(async move {
            let service = service_fn(|request| {
                respond(request, local, Arc::clone(&preview), Arc::clone(&own))
            });
            let connection = http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(HEAD_TIMEOUT)
                .max_buf_size(MAX_HEAD)
                .serve_connection(TokioIo::new(stream), service);
            // What goes wrong with a connection concerns only the one who made it.
            tokio::select! {
                _ = connection => {}
                () = own.end.notified() => {}
            }
        });
    }
}

type Answer = Response<Either<Full<Bytes>, Events>>;

async fn respond(
    request: Request<Incoming>,
    local: SocketAddr,
    preview: Arc<Preview>,
    connection: Arc<Connection>,
) -> std::result::Result<Answer, Infallible> {
    let (request, _) = request.into_parts();
    if let Err(refusal) = preview.guard.check(&request.headers, local) {
        return Ok(whole(refuse(refusal)));
    }
    if request.uri.path() == events::PATH {
        match request.method {
            Method::GET => {
                preview.stream(&connection);
                let events = Events::of(preview.states.clone());
                return Ok(response::events().map(|_| Either::Right(events)));
            }
            Method::HEAD => return Ok(response::events().map(|body| Either::Left(body.into()))),
            _ => {}
        }
    }
    let state = Arc::clone(&preview.states.borrow());
    // A photo may have to be made first: others do not wait for that.
    let answer = tokio::task::spawn_blocking(move || answer(&request, &state));
    Ok(whole(answer.await.unwrap_or_else(|_| fail())))
}

fn whole(response: Response<Bytes>) -> Answer {
    let mut response = response.map(|body| Either::Left(Full::new(body)));
    if response.status() != hyper::StatusCode::NOT_MODIFIED
        && let Either::Left(body) = response.body()
        && let Some(length) = hyper::body::Body::size_hint(body).exact()
    {
        // Said here, so that the answer to HEAD has it too.
        response.headers_mut().insert(CONTENT_LENGTH, length.into());
    }
    response
}
