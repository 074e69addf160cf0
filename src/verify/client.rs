//! The HTTP client: HTTP/1.1 over http and https, with connections that are reused.
//!
//! It follows no redirect, keeps no cookie, decodes no content coding, and treats no status as an
//! error. It repeats a request if the network failed, or if the server rate-limits it (429).

use std::io::{ErrorKind, Read};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

use ureq::config::{AutoHeaderValue, Config};
use ureq::http::{self, HeaderName, HeaderValue, Uri};
use ureq::tls::{RootCerts, TlsConfig};
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::{DefaultConnector, NextTimeout};
use ureq::{Agent, Proxy};

use super::exchange::{Exchange, Request, Response, TransportError};
use super::rate_limiter::RateLimiter;
use super::response_kind::is_challenge;
use super::site_url::SiteUrl;

/// The timeout of one request.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(10);
/// The pauses before a request is repeated after a network error.
const RETRY_PAUSES: [Duration; 2] = [Duration::from_millis(300), Duration::from_millis(1_000)];
/// How often one request is repeated because of a rate limit.
const MAX_RATE_LIMIT_RETRIES: u32 = 8;
/// The pause after a 429 without `Retry-After`, and the shortest pause.
const MIN_BACKOFF: Duration = Duration::from_secs(1);
/// The longest pause after a 429.
const MAX_BACKOFF: Duration = Duration::from_secs(60);

/// A client of one site.
#[derive(Debug)]
pub struct SiteClient {
    agent: Agent,
    pub(super) site: SiteUrl,
    /// The headers of every request, whose values are secret.
    headers: Vec<(HeaderName, HeaderValue)>,
    /// When all requests start to fail.
    deadline: Instant,
    /// The rate limiter for all requests.
    limiter: RateLimiter,
    /// Whether the server has rate-limited a request.
    was_rate_limited: AtomicBool,
}

impl SiteClient {
    /// Creates a client that keeps at most `connections` open, and fails all requests after
    /// `deadline`.
    pub fn new(
        site: SiteUrl,
        headers: Vec<(HeaderName, HeaderValue)>,
        limiter: RateLimiter,
        connections: usize,
        deadline: Instant,
    ) -> Self {
        // A site without https is on this machine or in its network.
        let proxy = if site.scheme == "https" { Proxy::try_from_env() } else { None };
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .max_redirects_will_error(false)
            .allow_non_standard_methods(true)
            .accept_encoding(AutoHeaderValue::None)
            .proxy(proxy)
            .user_agent(concat!("vitae/", env!("CARGO_PKG_VERSION")))
            .max_idle_connections(connections)
            .max_idle_connections_per_host(connections)
            .tls_config(TlsConfig::builder().root_certs(RootCerts::PlatformVerifier).build())
            .build();
        let resolver = SiteResolver::default();
        Self {
            agent: Agent::with_parts(config, DefaultConnector::default(), resolver),
            site,
            headers,
            deadline,
            limiter,
            was_rate_limited: AtomicBool::default(),
        }
    }

    /// Returns whether the deadline has passed.
    pub fn is_out_of_time(&self) -> bool {
        self.remaining().is_zero()
    }

    /// Returns whether the server has rate-limited a request.
    pub(super) fn was_rate_limited(&self) -> bool {
        self.was_rate_limited.load(Ordering::Relaxed)
    }

    /// Returns whether the server knows secrets, which it could repeat in any form.
    pub(super) fn has_secrets(&self) -> bool {
        !self.headers.is_empty()
    }

    fn remaining(&self) -> Duration {
        self.deadline.saturating_duration_since(Instant::now())
    }

    /// Sleeps, at most until the deadline.
    fn pause(&self, pause: Duration) {
        sleep(pause.min(self.remaining()));
    }

    /// Sends a request once.
    fn send(
        &self,
        request: &Request,
        uri: Uri,
        max_body: usize,
    ) -> Result<Response, TransportError> {
        if self.is_out_of_time() {
            return Err(TransportError::TimedOut);
        }
        let mut message = http::Request::builder().method(request.method).uri(uri);
        for (name, value) in &request.headers {
            message = message.header(*name, value);
        }
        if !matches!(request.method, "GET" | "HEAD") {
            // Some servers wait for a body without it.
            message = message.header("Content-Length", "0");
        }
        for (name, value) in &self.headers {
            message = message.header(name, value);
        }
        let message = message.body(()).map_err(|error| unsendable(&error))?;
        let message = self
            .agent
            .configure_request(message)
            .timeout_global(Some(REQUEST_TIMEOUT.min(self.remaining())))
            .build();
        let (parts, body) = self.agent.run(message).map_err(classify)?.into_parts();
        let mut bytes = Vec::new();
        let reader = body.into_with_config().limit(u64::MAX).reader();
        let read = reader.take(max_body as u64 + 1).read_to_end(&mut bytes);
        read.map_err(|error| classify(error.into()))?;
        let headers = parts.headers.iter().map(|(name, value)| {
            let value = String::from_utf8_lossy(value.as_bytes()).into_owned();
            (name.as_str().to_owned(), value)
        });
        let (status, headers) = (parts.status.as_u16(), headers.collect());
        Ok(Response { status, headers, body: bytes })
    }
}

impl Exchange for SiteClient {
    fn exchange(&self, request: &Request, max_body: usize) -> Result<Response, TransportError> {
        let uri = Uri::builder()
            .scheme(self.site.scheme)
            .authority(self.site.authority.as_str())
            .path_and_query(request.target.as_str())
            .build()
            .map_err(|error| unsendable(&error))?;
        let mut pauses = RETRY_PAUSES.iter();
        let mut rate_limited = 0;
        loop {
            self.pause(self.limiter.reserve());
            match self.send(request, uri.clone(), max_body) {
                // Repeating the request does not remove a challenge for browsers.
                Ok(response) if response.status == 429 && !is_challenge(&response) => {
                    self.was_rate_limited.store(true, Ordering::Relaxed);
                    // RFC 9110, §10.2.3.
                    let retry_after = response.value("retry-after");
                    let seconds = retry_after.and_then(|value| value.parse().ok());
                    let pause = seconds.map_or(MIN_BACKOFF, Duration::from_secs);
                    let pause = pause.clamp(MIN_BACKOFF, MAX_BACKOFF);
                    self.limiter.delay(pause);
                    rate_limited += 1;
                    if rate_limited > MAX_RATE_LIMIT_RETRIES || pause >= self.remaining() {
                        return Err(TransportError::RateLimited);
                    }
                }
                Err(error @ TransportError::Failed(_)) => match pauses.next() {
                    Some(pause) if !self.is_out_of_time() => self.pause(*pause),
                    _ => return Err(error),
                },
                result => return result,
            }
        }
    }
}

/// Resolves the name of the site, or of the proxy, once. ureq resolves it before each request, in a new thread.
#[derive(Debug, Default)]
struct SiteResolver {
    resolver: DefaultResolver,
    addresses: OnceLock<ResolvedSocketAddrs>,
}

impl Resolver for SiteResolver {
    fn resolve(
        &self,
        uri: &Uri,
        config: &Config,
        timeout: NextTimeout,
    ) -> Result<ResolvedSocketAddrs, ureq::Error> {
        if let Some(addresses) = self.addresses.get() {
            return Ok(addresses.clone());
        }
        let addresses = self.resolver.resolve(uri, config, timeout)?;
        Ok(self.addresses.get_or_init(|| addresses).clone())
    }
}

fn unsendable(error: &http::Error) -> TransportError {
    TransportError::Failed(format!("the request is not valid: {error}"))
}

fn classify(error: ureq::Error) -> TransportError {
    let is_timeout = match &error {
        ureq::Error::Timeout(_) => true,
        ureq::Error::Io(error) => {
            matches!(error.kind(), ErrorKind::TimedOut | ErrorKind::WouldBlock)
        }
        _ => false,
    };
    match is_timeout {
        true => TransportError::TimedOut,
        false => TransportError::Failed(error.to_string()),
    }
}
