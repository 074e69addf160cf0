//! Connections of ureq that report what it does not: that the lookup of a host name failed, and what
//! a server sends after the response to a HEAD request.

use std::fmt;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use ureq::config::Config;
use ureq::http::{self, Uri};
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::{
    Buffers, ConnectProxyConnector, ConnectionDetails, Connector, NextTimeout, RustlsConnector,
    TcpConnector, Transport, time,
};
use ureq::{Agent, Error, Timeout};

use super::exchange::Request;
use super::redaction::SecretHeader;

/// How long to wait for a body after the response to a HEAD request.
const TAIL_TIMEOUT: Duration = Duration::from_millis(250);

/// The lookup of a host name failed.
#[derive(Debug)]
pub(super) struct LookupFailed(pub(super) io::Error);

impl fmt::Display for LookupFailed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for LookupFailed {}

/// The system's resolver, whose errors differ from those of a connection.
#[derive(Debug, Default)]
struct SystemResolver(DefaultResolver);

impl Resolver for SystemResolver {
    fn resolve(
        &self,
        uri: &Uri,
        config: &Config,
        timeout: NextTimeout,
    ) -> Result<ResolvedSocketAddrs, Error> {
        let addresses = self.0.resolve(uri, config, timeout);
        addresses.map_err(|error| match error {
            Error::Io(error) => Error::Other(Box::new(LookupFailed(error))),
            other => other,
        })
    }
}

/// Builds the message that ureq sends.
pub(super) fn message(
    request: &Request,
    uri: Uri,
    secrets: &[SecretHeader],
) -> http::Result<http::Request<()>> {
    let mut builder = http::Request::builder().method(request.method).uri(uri);
    for (name, value) in &request.headers {
        builder = builder.header(*name, value);
    }
    for secret in secrets {
        builder = builder.header(secret.name(), secret.value());
    }
    builder = match request.method {
        "GET" => builder,
        // Shows whether the server sends a body after the response.
        "HEAD" => builder.header("Connection", "close"),
        // Some servers wait for a body without it.
        _ => builder.header("Content-Length", "0"),
    };
    builder.body(())
}

/// Creates an agent that reuses its connections.
pub(super) fn agent(config: Config) -> Agent {
    Agent::with_parts(config, connector(), SystemResolver::default())
}

/// Creates an agent for one HEAD request, and stores in `tail` what follows the response.
pub(super) fn head_agent(config: Config, tail: &Arc<Mutex<Vec<u8>>>) -> Agent {
    let connector = connector().chain(TailReader(Arc::clone(tail)));
    Agent::with_parts(config, connector, SystemResolver::default())
}

fn connector() -> impl Connector<Out = impl Transport> {
    ().chain(ConnectProxyConnector::default())
        .chain(TcpConnector::default())
        .chain(RustlsConnector::default())
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

    fn is_tls(&self) -> bool {
        self.inner.is_tls()
    }
}

impl<T: Transport> Drop for TailTransport<T> {
    fn drop(&mut self) {
        if self.inner.buffers().input().is_empty() {
            let timeout = NextTimeout {
                after: time::Duration::Exact(TAIL_TIMEOUT),
                reason: Timeout::PerCall,
                ..NextTimeout::default()
            };
            // The end of the connection is an error here, and expected.
            let _ = self.inner.await_input(timeout);
        }
        let mut tail = self.tail.lock().unwrap_or_else(PoisonError::into_inner);
        tail.extend_from_slice(self.inner.buffers().input());
    }
}
