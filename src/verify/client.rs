//! The client for real servers: HTTP/1.1 over http and https, one connection used again and again.
//!
//! It takes what comes: no redirect is followed, no status is an error, no cookie is kept, no
//! content coding is taken off. It asks again only where the network failed, and where the server
//! itself says that it wants to be asked later (429; the interface, "Limits").

use std::io::Read;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread::sleep;
use std::time::{Duration, Instant};

use ureq::Agent;
use ureq::config::AutoHeaderValue;
use ureq::http::{self, Uri};
use ureq::tls::{RootCerts, TlsConfig};

use super::connection::{NamedResolver, connector, take_arrived};
use super::exchange::{Exchange, Request, Response, TransportError};
use super::intermediary::is_challenge;
use super::proxy::NamedProxy;
use super::rate_limiter::RateLimiter;
use super::redaction::SecretHeader;
use super::site_url::SiteUrl;
use super::transport_error;
use crate::error::Result;

/// How long one request may take, all in all.
pub const PATIENCE: Duration = Duration::from_secs(10);
/// The longest body that is read, in bytes: photos are the longest, and far below it.
const MAX_BODY: u64 = 32 << 20;
/// The pauses before a request is sent again when the network failed.
const PAUSES: [Duration; 2] = [Duration::from_millis(300), Duration::from_millis(1_000)];
/// So many requests that had no answer in time are sent again: then it is no chance.
const SILENCES: usize = 3;
/// How often one request is put off by a server that limits their rate.
const MOST_PUT_OFF: u32 = 8;
/// How long such a server is left alone: if it does not say, and at most.
const PUT_OFF: (Duration, Duration) = (Duration::from_secs(1), Duration::from_secs(60));

/// A client of one site.
#[derive(Debug)]
pub struct Client {
    agent: Agent,
    address: SiteUrl,
    fields: Vec<SecretHeader>,
    deadline: Instant,
    /// When the server wants to be asked again.
    resume: Mutex<Instant>,
    was_put_off: AtomicBool,
    /// How many requests had no answer in time.
    silences: AtomicUsize,
    pace: Option<RateLimiter>,
    proxy: Option<NamedProxy>,
}

impl Client {
    /// A client that keeps at most `connections`, and stops at `deadline`.
    ///
    /// # Errors
    /// When the environment names a proxy that cannot be used.
    pub fn new(
        address: SiteUrl,
        fields: Vec<SecretHeader>,
        connections: usize,
        deadline: Instant,
    ) -> Result<Self> {
        // One for all requests: with one of its own, each connection would read the machine's
        // certificates anew.
        let proxy = NamedProxy::of_environment(address.scheme())?;
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .max_redirects_will_error(false)
            .allow_non_standard_methods(true)
            .accept_encoding(AutoHeaderValue::None)
            .proxy(proxy.as_ref().map(|named| named.proxy.clone()))
            .user_agent(concat!("vitae/", env!("CARGO_PKG_VERSION")))
            .max_idle_connections(connections)
            .max_idle_connections_per_host(connections)
            .tls_config(
                TlsConfig::builder()
                    .root_certs(RootCerts::PlatformVerifier)
                    .build(),
            )
            .build();
        Ok(Self {
            agent: Agent::with_parts(config, connector(), NamedResolver::default()),
            address,
            fields,
            deadline,
            resume: Mutex::new(Instant::now()),
            was_put_off: AtomicBool::new(false),
            silences: AtomicUsize::new(0),
            pace: None,
            proxy,
        })
    }

    /// The same client, asking no faster than that.
    #[must_use]
    pub fn at(mut self, pace: Option<RateLimiter>) -> Self {
        self.pace = pace;
        self
    }

    /// The text without the values of the site's own fields, wherever the server says them back.
    pub fn hide_in(&self, text: &str) -> String {
        let fields = self.fields.iter();
        fields.fold(text.to_owned(), |text, field| field.hide_in(&text))
    }

    /// The site it asks.
    pub fn address(&self) -> &SiteUrl {
        &self.address
    }

    /// Whether its time is up: whatever is asked now is not answered any more.
    pub fn is_out_of_time(&self) -> bool {
        self.remaining().is_zero()
    }

    /// Whether the server has limited the rate of requests.
    pub fn was_put_off(&self) -> bool {
        self.was_put_off.load(Ordering::Relaxed)
    }

    fn remaining(&self) -> Duration {
        self.deadline.saturating_duration_since(Instant::now())
    }

    /// Fetches what lies at any address, without the site's own fields: where a redirect leads.
    ///
    /// # Errors
    /// As [`Exchange::exchange`].
    pub fn look_at(&self, url: &str) -> std::result::Result<Response, TransportError> {
        let uri: Uri = url
            .parse()
            .map_err(|_| TransportError::Broken("it is no address".to_owned()))?;
        let is_own = uri.scheme_str() == Some(self.address.scheme())
            && uri.authority().map(|authority| authority.as_str())
                == Some(self.address.authority());
        let fields = if is_own { &self.fields[..] } else { &[] };
        self.send(&Request::get(""), uri, fields)
    }

    fn uri(&self, request: &Request) -> std::result::Result<Uri, TransportError> {
        Uri::builder()
            .scheme(self.address.scheme())
            .authority(self.address.authority())
            .path_and_query(request.target.as_str())
            .build()
            .map_err(|error| {
                TransportError::Broken(format!("the request cannot be written: {error}"))
            })
    }

    /// Sends a request once.
    fn send(
        &self,
        request: &Request,
        uri: Uri,
        fields: &[SecretHeader],
    ) -> std::result::Result<Response, TransportError> {
        if self.is_out_of_time() {
            return Err(TransportError::TimedOut);
        }
        let mut builder = http::Request::builder()
            .method(request.method)
            .uri(uri.clone());
        for (name, value) in &request.fields {
            builder = builder.header(*name, value);
        }
        for field in fields {
            builder = builder.header(field.name(), field.value());
        }
        // Else some servers wait for a body.
        if !matches!(request.method, "GET" | "HEAD") {
            builder = builder.header("Content-Length", "0");
        }
        // So that what may follow an answer that is over with its fields is seen.
        if request.method == "HEAD" {
            builder = builder.header("Connection", "close");
        }
        let request = builder.body(()).map_err(|error| {
            TransportError::Broken(format!("the request cannot be written: {error}"))
        })?;
        // The last ones do not take longer than there is time.
        let request = self
            .agent
            .configure_request(request)
            .timeout_global(Some(PATIENCE.min(self.remaining())))
            .build();
        take_arrived();
        let received = self.agent.run(request).and_then(|answer| {
            let (parts, body) = answer.into_parts();
            let mut bytes = Vec::new();
            let mut reader = body.into_with_config().limit(u64::MAX).reader();
            let read = (&mut reader).take(MAX_BODY + 1).read_to_end(&mut bytes);
            read.map_err(ureq::Error::from)?;
            Ok((parts, bytes))
        });
        let arrived = take_arrived();
        let (parts, mut body) =
            received.map_err(|error| self.explain(transport_error::of(error, arrived), &uri))?;
        if body.len() as u64 > MAX_BODY {
            let most = MAX_BODY >> 20;
            return Err(TransportError::Unreadable(format!(
                "the answer is longer than {most} MiB"
            )));
        }
        if arrived.surplus > 0 {
            let surplus = arrived.surplus;
            if !body.is_empty() {
                return Err(TransportError::Broken(format!(
                    "{surplus} bytes follow the end of the answer"
                )));
            }
            // A body where there must be none.
            body = vec![0; surplus];
        }
        let text =
            |value: &http::HeaderValue| String::from_utf8_lossy(value.as_bytes()).into_owned();
        let fields = parts.headers.iter();
        let fields = fields.map(|(name, value)| (name.as_str().to_owned(), text(value)));
        Ok(Response {
            status: parts.status.as_u16(),
            fields: fields.collect(),
            body,
        })
    }

    /// A failure with what may be the reason for it.
    fn explain(&self, failure: TransportError, uri: &Uri) -> TransportError {
        let failure = match failure {
            TransportError::Broken(why) if why.starts_with("what came is no HTTP") => {
                let is_plain = uri.scheme_str() == Some("http");
                let hint = if is_plain {
                    "; is its address https://?"
                } else {
                    ""
                };
                TransportError::Broken(format!("{why}{hint}"))
            }
            failure => failure,
        };
        match &self.proxy {
            Some(proxy) => proxy.explain(failure, uri),
            None => failure,
        }
    }

    /// Waits, but not longer than there is time.
    fn pause(&self, pause: Duration) {
        sleep(pause.min(self.remaining()));
    }

    /// Waits as long as the server wants to be left alone, and for the next turn at its pace.
    fn wait_for_turn(&self) {
        if let Some(pace) = &self.pace {
            self.pause(pace.take_turn());
        }
        let resume = *self.resume.lock().unwrap_or_else(PoisonError::into_inner);
        self.pause(resume.saturating_duration_since(Instant::now()));
    }

    /// Leaves the server alone as long as it says.
    fn put_off(&self, response: &Response) {
        self.was_put_off.store(true, Ordering::Relaxed);
        let (usual, most) = PUT_OFF;
        let said = response
            .value("retry-after")
            .and_then(|value| value.parse().ok());
        let pause = said.map_or(usual, Duration::from_secs).clamp(usual, most);
        let mut resume = self.resume.lock().unwrap_or_else(PoisonError::into_inner);
        *resume = (*resume).max(Instant::now() + pause);
    }
}

impl Exchange for Client {
    fn exchange(&self, request: &Request) -> std::result::Result<Response, TransportError> {
        let mut pauses = PAUSES.iter();
        let mut put_off = 0;
        loop {
            self.wait_for_turn();
            match self.send(request, self.uri(request)?, &self.fields) {
                // What asks for a person will do so again.
                Ok(response) if response.status == 429 && !is_challenge(&response) => {
                    self.put_off(&response);
                    put_off += 1;
                    if put_off > MOST_PUT_OFF {
                        return Err(TransportError::PutOff);
                    }
                    let resume = *self.resume.lock().unwrap_or_else(PoisonError::into_inner);
                    if resume >= self.deadline {
                        self.pause(self.remaining());
                        return Err(TransportError::PutOff);
                    }
                }
                Err(failure) if is_passing(&failure) && !self.is_out_of_time() => {
                    // One that took all its time had enough of it the second time.
                    if failure == TransportError::TimedOut {
                        pauses.next();
                        if self.silences.fetch_add(1, Ordering::Relaxed) >= SILENCES {
                            return Err(failure);
                        }
                    }
                    match pauses.next() {
                        Some(pause) => self.pause(*pause),
                        None => return Err(failure),
                    }
                }
                outcome => return outcome,
            }
        }
    }
}

/// Whether the network may do better the next time.
fn is_passing(failure: &TransportError) -> bool {
    match failure {
        TransportError::NoAnswer
        | TransportError::TimedOut
        | TransportError::Refused(_)
        | TransportError::Broken(_) => true,
        TransportError::Unresolved(_) => true,
        TransportError::Tls(_) | TransportError::Unreadable(_) | TransportError::PutOff => false,
    }
}
