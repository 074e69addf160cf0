//! Connections: the HTTP proxy that the environment names, failed lookups of host names, which ureq does
//! not distinguish from failed connections, and the tail that a server sends after a response, which
//! ureq drops.

use std::cell::RefCell;
use std::env;
use std::time::Duration;

use ureq::config::Config;
use ureq::http::Uri;
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::{
    Buffers, ConnectionDetails, Connector, DefaultConnector, NextTimeout, Transport, time,
};
use ureq::{Agent, Proxy, ProxyProtocol, Timeout};

use super::exchange::TransportError;
use crate::error::Error;

/// How long to wait for more bytes on a connection that is not used again.
const TAIL_TIMEOUT: Duration = Duration::from_millis(250);

thread_local! {
    /// What followed the last response: ureq closes its connection in the thread of the request.
    static TAIL: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Returns the proxy for a site and the environment variable that names it, unless `NO_PROXY`
/// exempts the site. ureq itself would use `HTTPS_PROXY` for http, too.
///
/// # Errors
/// Returns an error if the variable does not name an HTTP proxy. The message does not repeat its value,
/// which may contain a password.
pub(super) fn proxy_of_environment(site: &Uri) -> Result<Option<(Proxy, &'static str)>, Error> {
    let variables = match site.scheme_str() {
        Some("https") => ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"],
        _ => ["http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"],
    };
    let value = |name: &str| env::var(name).ok().filter(|value| !value.is_empty());
    let mut variables = variables.into_iter();
    let Some((variable, value)) = variables.find_map(|name| Some((name, value(name)?))) else {
        return Ok(None);
    };
    let is_http =
        |proxy: &Proxy| matches!(proxy.protocol(), ProxyProtocol::Http | ProxyProtocol::Https);
    let proxy = Proxy::new(value.trim()).ok().filter(is_http).ok_or_else(|| {
        Error::new(format!(
            "the environment variable {variable} is not the URL of an HTTP proxy: write one such as `http://proxy.example.com:3128`, or unset it"
        ))
    })?;
    let is_exempt = Proxy::try_from_env().is_some_and(|proxy| proxy.is_no_proxy(site));
    Ok((!is_exempt).then_some((proxy, variable)))
}

/// Creates an agent whose requests leave a tail.
pub(super) fn agent(config: Config) -> Agent {
    let connector = DefaultConnector::new().chain(TailReader);
    Agent::with_parts(config, connector, SystemResolver::default())
}

/// Resolves host names with the functions of the system, and classifies their errors.
#[derive(Debug, Default)]
struct SystemResolver(DefaultResolver);

impl Resolver for SystemResolver {
    fn resolve(
        &self,
        uri: &Uri,
        config: &Config,
        timeout: NextTimeout,
    ) -> Result<ResolvedSocketAddrs, ureq::Error> {
        self.0.resolve(uri, config, timeout).map_err(|error| match error {
            ureq::Error::Io(error) => {
                // The system's message follows the name of the failed operation.
                let text = error.to_string();
                let why = text.rsplit(": ").next().unwrap_or(&text).to_owned();
                ureq::Error::Other(TransportError::Unresolved(why).into())
            }
            other => other,
        })
    }
}

/// Returns what followed the last response in this thread.
pub(super) fn take_tail() -> Vec<u8> {
    TAIL.take()
}

/// Keeps what a server sends after a response. ureq reads a response to its end, and then closes the
/// connection if either side asked to, or if there is more input.
#[derive(Debug)]
struct TailReader;

impl<In: Transport> Connector<In> for TailReader {
    type Out = TailTransport<In>;

    fn connect(
        &self,
        _: &ConnectionDetails<'_>,
        chained: Option<In>,
    ) -> Result<Option<Self::Out>, ureq::Error> {
        Ok(chained.map(|inner| TailTransport { inner, is_idle: false }))
    }
}

#[derive(Debug)]
struct TailTransport<T: Transport> {
    inner: T,
    /// Whether a response is complete, nothing follows it, and the connection can be used again.
    is_idle: bool,
}

impl<T: Transport> Transport for TailTransport<T> {
    fn buffers(&mut self) -> &mut dyn Buffers {
        self.inner.buffers()
    }

    fn transmit_output(&mut self, amount: usize, timeout: NextTimeout) -> Result<(), ureq::Error> {
        self.is_idle = false;
        self.inner.transmit_output(amount, timeout)
    }

    fn await_input(&mut self, timeout: NextTimeout) -> Result<bool, ureq::Error> {
        self.inner.await_input(timeout)
    }

    fn is_open(&mut self) -> bool {
        self.is_idle = self.inner.is_open();
        self.is_idle
    }

    // ureq refuses to send an https request without it.
    fn is_tls(&self) -> bool {
        self.inner.is_tls()
    }
}

impl<T: Transport> Drop for TailTransport<T> {
    fn drop(&mut self) {
        if self.is_idle {
            return;
        }
        if self.inner.buffers().input().is_empty() {
            let after = time::Duration::Exact(TAIL_TIMEOUT);
            let reason = Timeout::PerCall;
            let timeout = NextTimeout { after, reason, ..NextTimeout::default() };
            // The end of the connection is an error here, and expected.
            let _ = self.inner.await_input(timeout);
        }
        TAIL.set(self.inner.buffers().input().to_vec());
    }
}
