//! Server-sent events (HTML, §9.2): each open page learns that there is a new revision.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use hyper::body::{Body, Bytes, Frame};
use tokio::sync::{mpsc, watch};

use super::state::State;

/// Where the events are.
pub const PATH: &str = "/_preview/_events";

/// After so long without an event a comment is sent, so that a client that is gone is noticed and
/// nothing between takes the connection for dead.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// A stream of events: `event: revision`, with the revision's number as data and the state's version
/// as id; the current one at once, then each newer one. What a slow client misses it need not know: the newest counts.
pub struct Events {
    chunks: mpsc::Receiver<Bytes>,
}

impl Events {
    /// The events of `states`, for one client. They end when the client goes away.
    pub fn of(mut states: watch::Receiver<Arc<State>>) -> Self {
        let (sender, chunks) = mpsc::channel(1);
        tokio::spawn(async move {
            let mut event = format!("retry: 500\n{}", event(&mut states));
            loop {
                if sender.send(Bytes::from(event)).await.is_err() {
                    return;
                }
                event = tokio::select! {
                    changed = states.changed() => match changed {
                        Ok(()) => self::event(&mut states),
                        Err(_) => return,
                    },
                    () = tokio::time::sleep(KEEP_ALIVE) => ": still here\n\n".to_owned(),
                    () = sender.closed() => return,
                };
            }
        });
        Self { chunks }
    }
}

fn event(states: &mut watch::Receiver<Arc<State>>) -> String {
    let state = states.borrow_and_update();
    let (version, revision) = (state.version(), state.revision);
    format!("event: revision\nid: {version}\ndata: {revision}\n\n")
}

impl Body for Events {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let chunk = self.chunks.poll_recv(context);
        chunk.map(|chunk| chunk.map(|chunk| Ok(Frame::data(chunk))))
    }
}
