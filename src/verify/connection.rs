//! Connections that know what went wrong at which step, and what follows an answer that was over.

use std::cell::Cell;
use std::fmt;
use std::time::Duration;

use ureq::config::Config;
use ureq::http::Uri;
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::{
    Buffers, ConnectProxyConnector, ConnectionDetails, Connector, NextTimeout, RustlsConnector,
    TcpConnector, Transport, time,
};
use ureq::{Error, Timeout};

/// How long the end of a connection is waited for, to see whether HEAD was answered with a body.
const END: Duration = Duration::from_millis(250);

/// The step at which a connection failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    /// Asking for the address of a name.
    Resolve,
    /// Reaching the address.
    Connect,
    /// Agreeing on encryption, and looking at the certificate.
    Secure,
}

/// What failed at a step.
#[derive(Debug)]
pub(super) struct Failed {
    pub(super) step: Step,
    pub(super) error: Error,
}

impl Failed {
    /// The error, unless it is one of time, which has no step.
    fn at(step: Step) -> impl Fn(Error) -> Error {
        move |error| match error {
            Error::Timeout(_) => error,
            error => Error::Other(Box::new(Self { step, error })),
        }
    }
}

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl std::error::Error for Failed {}

/// What arrived on the connection of the exchange that this thread is at.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Arrived {
    /// Whether anything did.
    pub(super) something: bool,
    /// How many bytes came behind the end of the answer.
    pub(super) surplus: usize,
}

thread_local! {
    static ARRIVED: Cell<Arrived> = const { Cell::new(Arrived { something: false, surplus: 0 }) };
}

/// What arrived in this thread since the last call.
pub(super) fn take_arrived() -> Arrived {
    ARRIVED.take()
}

/// The resolver of the system, whose errors say that they are its.
#[derive(Debug, Default)]
pub(super) struct NamedResolver(DefaultResolver);

impl Resolver for NamedResolver {
    fn resolve(
        &self,
        uri: &Uri,
        config: &Config,
        timeout: NextTimeout,
    ) -> Result<ResolvedSocketAddrs, Error> {
        let resolved = self.0.resolve(uri, config, timeout);
        resolved.map_err(Failed::at(Step::Resolve))
    }
}

/// A connection, through a proxy if there is one, encrypted if it has to be.
pub(super) fn connector() -> impl Connector {
    let connected = ().chain(ConnectProxyConnector::default()).chain(TcpConnector::default());
    AtStep(Step::Connect, connected)
        .chain(AtStep(Step::Secure, RustlsConnector::default()))
        .chain(Observing)
}

/// A connector whose errors say at which step they happened.
#[derive(Debug)]
struct AtStep<C>(Step, C);

impl<In: Transport, C: Connector<In>> Connector<In> for AtStep<C> {
    type Out = C::Out;

    fn connect(
        &self,
        details: &ConnectionDetails<'_>,
        chained: Option<In>,
    ) -> Result<Option<Self::Out>, Error> {
        let connected = self.1.connect(details, chained);
        connected.map_err(Failed::at(self.0))
    }
}

#[derive(Debug)]
struct Observing;

impl<In: Transport> Connector<In> for Observing {
    type Out = Observed<In>;

    fn connect(
        &self,
        _: &ConnectionDetails<'_>,
        chained: Option<In>,
    ) -> Result<Option<Self::Out>, Error> {
        Ok(chained.map(|inner| Observed {
            inner,
            is_head: false,
        }))
    }
}

/// A connection that notes what arrives. Its owner closes it when something follows an answer.
#[derive(Debug)]
struct Observed<T: Transport> {
    inner: T,
    /// Whether the last request was HEAD.
    is_head: bool,
}

impl<T: Transport> Transport for Observed<T> {
    fn buffers(&mut self) -> &mut dyn Buffers {
        self.inner.buffers()
    }

    fn transmit_output(&mut self, amount: usize, timeout: NextTimeout) -> Result<(), Error> {
        self.is_head = self.inner.buffers().output()[..amount].starts_with(b"HEAD ");
        self.inner.transmit_output(amount, timeout)
    }

    fn await_input(&mut self, timeout: NextTimeout) -> Result<bool, Error> {
        let arrived = self.inner.await_input(timeout)?;
        if arrived {
            ARRIVED.set(Arrived {
                something: true,
                ..ARRIVED.get()
            });
        }
        Ok(arrived)
    }

    fn is_open(&mut self) -> bool {
        self.inner.is_open()
    }

    fn is_tls(&self) -> bool {
        self.inner.is_tls()
    }
}

impl<T: Transport> Drop for Observed<T> {
    /// An answer to HEAD is over with its fields, so nobody reads on: what is sent then is only
    /// seen here. For it the connection was asked to be closed, so its end comes at once.
    fn drop(&mut self) {
        if self.is_head && self.inner.buffers().input().is_empty() {
            let timeout = NextTimeout {
                after: time::Duration::Exact(END),
                reason: Timeout::PerCall,
                ..NextTimeout::default()
            };
            // Whether it ended well is the answer's affair, and that was whole.
            let _ = self.inner.await_input(timeout);
        }
        let surplus = self.inner.buffers().input().len();
        if surplus > 0 {
            ARRIVED.set(Arrived {
                surplus,
                ..ARRIVED.get()
            });
        }
    }
}
