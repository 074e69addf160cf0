//! Server-sent events (HTML, §9.2): notify each open page of new revisions.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use hyper::body::{Body, Bytes, Frame};
use tokio::sync::{mpsc, watch};

use super::state::PreviewState;

/// The path of the event stream.
pub const PATH: &str = "/_preview/_events";

/// The interval of comments while there are no events. They reveal clients that went away, and keep
/// proxies from closing the connection.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// A response body of `revision` events. The data of an event is the revision's number, its id the
/// state's version. The first event is the current revision. A slow client may miss revisions, but
/// never the newest.
pub struct EventStream(mpsc::Receiver<Bytes>);

impl EventStream {
    /// Starts a stream for one client; it ends when the client disconnects.
    pub fn new(mut states: watch::Receiver<Arc<PreviewState>>) -> Self {
        let (sender, chunks) = mpsc::channel(1);
        tokio::spawn(async move {
            let mut chunk = format!("retry: 500\n{}", event(&mut states));
            loop {
                if sender.send(Bytes::from(chunk)).await.is_err() {
                    return;
                }
                chunk = tokio::select! {
                    changed = states.changed() => match changed {
                        Ok(()) => event(&mut states),
                        Err(_) => return,
                    },
                    () = tokio::time::sleep(KEEP_ALIVE) => ": keep-alive\n\n".to_owned(),
                    () = sender.closed() => return,
                };
            }
        });
        Self(chunks)
    }
}

fn event(states: &mut watch::Receiver<Arc<PreviewState>>) -> String {
    let state = states.borrow_and_update();
    let (version, revision) = (state.version(), state.revision);
    format!("event: revision\nid: {version}\ndata: {revision}\n\n")
}

impl Body for EventStream {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let chunk = self.0.poll_recv(context);
        chunk.map(|chunk| chunk.map(|chunk| Ok(Frame::data(chunk))))
    }
}
