//! The HTTP client: HTTP/1.1 over http and https, with connections that are reused.
//!
//! It follows no redirect, keeps no cookie, decodes no content coding, and treats no status as an
//! error. It repeats a request if the network failed, or if the server rate-limits it (429).

use std::io::Read;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::sleep;
use std::time::{Duration, Instant};

use ureq::config::AutoHeaderValue;
use ureq::http::{self, Uri};
use ureq::tls::{RootCerts, TlsConfig};
use ureq::{Agent, Proxy};

use super::connection::{agent, proxy_of_environment, take_tail};
use super::exchange::{Exchange, Request, Response, TransportError};
use super::intermediary::is_challenge;
use super::limits::max_length;
use super::rate_limiter::RateLimiter;
use super::redaction::{Redactor, SecretHeader};
use super::site_url::SiteUrl;
use super::transport_error::{classify, classify_body};
use crate::error::Error;

/// The timeout of one request.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(10);
/// The pauses before a request is repeated after a network error.
const RETRY_PAUSES: [Duration; 2] = [Duration::from_millis(300), Duration::from_millis(1_000)];
/// How many requests are repeated after a timeout: from then on, timeouts are not a coincidence.
const MAX_TIMEOUT_RETRIES: usize = 3;
/// How often one request is repeated because of a rate limit.
const MAX_RATE_LIMIT_RETRIES: u32 = 8;
/// The pause after a 429 without `Retry-After`, and the shortest pause.
const MIN_BACKOFF: Duration = Duration::from_secs(1);
/// The longest pause after a 429.
const MAX_BACKOFF: Duration = Duration::from_secs(60);

/// A client of one site.
#[derive(Debug)]
pub struct Client {
    agent: Agent,
    pub(super) site: SiteUrl,
    /// The secret headers.
    pub redactor: Redactor,
    /// When all requests start to fail.
    pub(super) deadline: Instant,
    /// When the server accepts requests again, if it has rate-limited one.
    resume: Mutex<Option<Instant>>,
    timeouts: AtomicUsize,
    /// The rate limiter for all requests.
    pub limiter: Option<RateLimiter>,
    /// The proxy, and the environment variable that names it.
    proxy: Option<(Proxy, &'static str)>,
}

impl Client {
    /// Creates a client that keeps at most `connections` open, and fails all requests after
    /// `deadline`.
    ///
    /// # Errors
    /// Returns an error if the environment names a proxy that is not supported.
    pub fn new(
        site: SiteUrl,
        headers: Vec<SecretHeader>,
        connections: usize,
        deadline: Instant,
    ) -> Result<Self, Error> {
        let uri = site.to_string().parse();
        let uri = uri.map_err(|error| Error::with_source(format!("{site} is not a URL"), error))?;
        let proxy = proxy_of_environment(&uri)?;
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .max_redirects_will_error(false)
            .allow_non_standard_methods(true)
            .accept_encoding(AutoHeaderValue::None)
            .proxy(proxy.as_ref().map(|(proxy, _)| proxy.clone()))
            .user_agent(concat!("vitae/", env!("CARGO_PKG_VERSION")))
            .max_idle_connections(connections)
            .max_idle_connections_per_host(connections)
            .tls_config(TlsConfig::builder().root_certs(RootCerts::PlatformVerifier).build())
            .build();
        Ok(Self {
            agent: agent(config),
            site,
            redactor: Redactor { headers },
            deadline,
            resume: Mutex::default(),
            timeouts: AtomicUsize::new(0),
            limiter: None,
            proxy,
        })
    }

    /// Returns whether the deadline has passed.
    pub fn is_out_of_time(&self) -> bool {
        self.remaining().is_zero()
    }

    /// Returns whether the server has rate-limited a request.
    pub(super) fn was_rate_limited(&self) -> bool {
        self.resume().is_some()
    }

    fn remaining(&self) -> Duration {
        self.deadline.saturating_duration_since(Instant::now())
    }

    /// Fetches any URL once. The secret headers are sent to the site only.
    pub(super) fn fetch(&self, url: &str) -> Result<Response, TransportError> {
        let uri = url
            .parse()
            .map_err(|_| TransportError::ConnectFailed("the URL is not valid".to_owned()))?;
        self.send(&Request::get(""), uri, max_length(0))
    }

    /// Sends a request once. The returned body includes any bytes that follow the response.
    fn send(
        &self,
        request: &Request,
        uri: Uri,
        max_body: usize,
    ) -> Result<Response, TransportError> {
        if self.is_out_of_time() {
            return Err(TransportError::TimedOut);
        }
        let mut message = http::Request::builder().method(request.method).uri(uri.clone());
        let is_conditional = request.headers.iter().any(|(name, _)| name.starts_with("If-"));
        let of_method = match request.method {
            "GET" if !is_conditional => None,
            // These responses may have no body: shows whether the server sends one nevertheless.
            "GET" | "HEAD" => Some(("Connection", "close")),
            // Some servers wait for a body without it.
            _ => Some(("Content-Length", "0")),
        };
        let headers = request.headers.iter().map(|(name, value)| (*name, value.as_str()));
        for (name, value) in headers.chain(of_method) {
            message = message.header(name, value);
        }
        let authority = uri.authority().map(|authority| authority.as_str());
        if (uri.scheme_str(), authority) == (Some(self.site.scheme), Some(&self.site.authority)) {
            for SecretHeader { name, value } in &self.redactor.headers {
                message = message.header(name, value);
            }
        }
        let message = message.body(()).map_err(|error| unsendable(&error))?;
        let message = self
            .agent
            .configure_request(message)
            .timeout_global(Some(REQUEST_TIMEOUT.min(self.remaining())))
            .build();
        // The tail of an earlier request that failed.
        take_tail();
        let received = self.agent.run(message);
        let received = received.map_err(|error| self.explain(classify(error)))?;
        let (parts, body) = received.into_parts();
        let mut bytes = Vec::new();
        let reader = body.into_with_config().limit(u64::MAX).reader();
        let read = reader.take(max_body as u64 + 1).read_to_end(&mut bytes);
        read.map_err(|error| classify_body(&error))?;
        bytes.extend(take_tail());
        let is_truncated = bytes.len() > max_body;
        bytes.truncate(max_body);
        let headers = parts.headers.iter().map(|(name, value)| {
            let value = String::from_utf8_lossy(value.as_bytes()).into_owned();
            (name.as_str().to_owned(), value)
        });
        let (status, headers) = (parts.status.as_u16(), headers.collect());
        Ok(Response { status, headers, body: bytes, is_truncated })
    }

    /// Adds the proxy to the reason why a connection failed.
    fn explain(&self, error: TransportError) -> TransportError {
        let Some((proxy, variable)) = &self.proxy else { return error };
        let (host, port) = (proxy.host(), proxy.port());
        let through = format!(" (through the proxy {host}:{port}, which {variable} names)");
        match error {
            TransportError::ConnectFailed(why) => TransportError::ConnectFailed(why + &through),
            TransportError::Unresolved(why) => TransportError::Unresolved(why + &through),
            other => other,
        }
    }

    /// Sleeps, at most until the deadline.
    fn pause(&self, pause: Duration) {
        sleep(pause.min(self.remaining()));
    }

    /// Waits for the rate limiter, and until the server accepts requests again.
    fn wait_for_turn(&self) {
        if let Some(limiter) = &self.limiter {
            self.pause(limiter.reserve());
        }
        let resume = *self.resume();
        if let Some(resume) = resume {
            self.pause(resume.saturating_duration_since(Instant::now()));
        }
    }

    fn resume(&self) -> MutexGuard<'_, Option<Instant>> {
        self.resume.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records that the server rate-limits requests, and for how long (RFC 9110, §10.2.3).
    fn back_off(&self, response: &Response) {
        let retry_after = response.value("retry-after");
        let seconds = retry_after.and_then(|value| value.parse().ok());
        let pause = seconds.map_or(MIN_BACKOFF, Duration::from_secs);
        let resume = Instant::now() + pause.clamp(MIN_BACKOFF, MAX_BACKOFF);
        let mut current = self.resume();
        *current = (*current).max(Some(resume));
    }
}

impl Exchange for Client {
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
            self.wait_for_turn();
            match self.send(request, uri.clone(), max_body) {
                // Repeating the request does not remove a challenge for browsers.
                Ok(response) if response.status == 429 && !is_challenge(&response) => {
                    self.back_off(&response);
                    rate_limited += 1;
                    let is_in_time = *self.resume() < Some(self.deadline);
                    if !is_in_time {
                        self.pause(self.remaining());
                    }
                    if rate_limited > MAX_RATE_LIMIT_RETRIES || !is_in_time {
                        return Err(TransportError::RateLimited);
                    }
                }
                Err(error) if error.is_temporary() && !self.is_out_of_time() => {
                    if error == TransportError::TimedOut {
                        // One repetition is enough after such a long time.
                        pauses.next();
                        if self.timeouts.fetch_add(1, Ordering::Relaxed) >= MAX_TIMEOUT_RETRIES {
                            return Err(error);
                        }
                    }
                    match pauses.next() {
                        Some(pause) => self.pause(*pause),
                        None => return Err(error),
                    }
                }
                outcome => return outcome,
            }
        }
    }
}

fn unsendable(error: &http::Error) -> TransportError {
    TransportError::ConnectFailed(format!("the request is not valid: {error}"))
}
