//! Connections that also return what a server sends after the response to a HEAD request.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use ureq::config::Config;
use ureq::unversioned::resolver::DefaultResolver;
use ureq::unversioned::transport::{
    Buffers, ConnectionDetails, Connector, DefaultConnector, NextTimeout, Transport, time,
};
use ureq::{Agent, Error, Timeout};

/// How long to wait for a body after the response to a HEAD request.
const TAIL_TIMEOUT: Duration = Duration::from_millis(250);

/// Creates an agent for one HEAD request, and stores in `tail` what follows the response.
pub(super) fn head_agent(config: Config, tail: &Arc<Mutex<Vec<u8>>>) -> Agent {
    let connector = DefaultConnector::new().chain(TailReader(Arc::clone(tail)));
    Agent::with_parts(config, connector, DefaultResolver::default())
}

/// Reads what a server sends after the response to a HEAD request. ureq stops at the end of the
/// headers; the connection is then dropped, because the request asked to close it.
#[derive(Debug)]
struct TailReader(Arc<Mutex<Vec<u8>>>);

impl<In: Transport> Connector<In> for TailReader {
    type Out = TailTransport<In>;

    fn connect(
        &self,
        _: &ConnectionDetails<'_>,
        chained: Option<In>,
    ) -> Result<Option<Self::Out>, Error> {
        Ok(chained.map(|inner| TailTransport { inner, tail: Arc::clone(&self.0) }))
    }
}

#[derive(Debug)]
struct TailTransport<T: Transport> {
    inner: T,
    tail: Arc<Mutex<Vec<u8>>>,
}

impl<T: Transport> Transport for TailTransport<T> {
    fn buffers(&mut self) -> &mut dyn Buffers {
        self.inner.buffers()
    }

    fn transmit_output(&mut self, amount: usize, timeout: NextTimeout) -> Result<(), Error> {
        self.inner.transmit_output(amount, timeout)
    }

    fn await_input(&mut self, timeout: NextTimeout) -> Result<bool, Error> {
        self.inner.await_input(timeout)
    }

    fn is_open(&mut self) -> bool {
        self.inner.is_open()
    }

    // ureq refuses to send an https request without it.
    fn is_tls(&self) -> bool {
        self.inner.is_tls()
    }
}

impl<T: Transport> Drop for TailTransport<T> {
    fn drop(&mut self) {
        if self.inner.buffers().input().is_empty() {
            let after = time::Duration::Exact(TAIL_TIMEOUT);
            let reason = Timeout::PerCall;
            let timeout = NextTimeout { after, reason, ..NextTimeout::default() };
            // The end of the connection is an error here, and expected.
            let _ = self.inner.await_input(timeout);
        }
        let mut tail = self.tail.lock().unwrap_or_else(PoisonError::into_inner);
        tail.extend_from_slice(self.inner.buffers().input());
    }
}
