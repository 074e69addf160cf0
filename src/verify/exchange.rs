//! HTTP requests and responses as they go over the wire, and the [`Exchange`] that carries them.

use std::fmt;

use crate::characters::shortened;

/// How many characters of a request target are printed.
const MAX_PRINTED: usize = 120;

/// A request that is sent exactly as written: the target is never normalized.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Request {
    /// The method in upper case.
    pub method: &'static str,
    /// Path and query, possibly malformed on purpose.
    pub target: String,
    /// Names and values of headers, without those that every request needs.
    pub headers: Vec<(&'static str, String)>,
    /// Whether the request is sent with `If-None-Match` and the entity tag of the response to the same
    /// request without it.
    pub revalidates: bool,
}

impl Request {
    /// Creates a GET request.
    pub fn get(target: impl Into<String>) -> Self {
        Self { method: "GET", target: target.into(), headers: Vec::new(), revalidates: false }
    }

    /// Returns the same request with another method.
    #[must_use]
    pub fn with_method(&self, method: &'static str) -> Self {
        Self { method, ..self.clone() }
    }

    /// Adds a header.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.headers.push((name, value.into()));
        self
    }

    /// Returns the same request with a further parameter, whose value `nonce` no cache has seen.
    #[must_use]
    pub(super) fn past_caches(&self, nonce: &str) -> Self {
        let separator = if self.query().is_empty() { '?' } else { '&' };
        Self { target: format!("{}{separator}x={nonce}", self.target), ..self.clone() }
    }

    /// Returns the target without its query.
    pub fn path(&self) -> &str {
        self.target.split_once('?').map_or(&self.target, |(path, _)| path)
    }

    /// Returns the query with its question mark, or an empty string.
    pub fn query(&self) -> &str {
        &self.target[self.path().len()..]
    }
}

impl fmt::Display for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.method, shortened(&self.target, MAX_PRINTED))?;
        self.headers.iter().try_for_each(|(name, value)| write!(f, ", {name}: {value}"))?;
        match self.revalidates {
            true => f.write_str(", If-None-Match: its own entity tag"),
            false => Ok(()),
        }
    }
}

/// A response as it arrived, with its content coding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Response {
    /// The status code.
    pub status: u16,
    /// Names in lower case and values, in the order of arrival.
    pub headers: Vec<(String, String)>,
    /// The body without its transfer coding, or its start if it is longer than the limit of the exchange.
    pub body: Vec<u8>,
}

impl Response {
    /// Returns all values of a header, given by its name in lower case.
    pub fn values(&self, name: &str) -> Vec<&str> {
        let named = self.headers.iter().filter(|(header, _)| header == name);
        named.map(|(_, value)| value.as_str()).collect()
    }

    /// Returns the first value of a header.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.values(name).first().copied()
    }

    /// Returns whether the status is 2xx.
    pub fn is_success(&self) -> bool {
        (200..300).contains(&self.status)
    }
}

/// The reason why a request got no complete response.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum TransportError {
    /// The connection or the response failed, for this reason.
    Failed(String),
    /// No response arrived in time.
    TimedOut,
    /// Repeating the request did not help.
    RateLimited,
}

impl fmt::Display for TransportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Failed(why) => write!(f, "no complete response: {why}"),
            Self::TimedOut => f.write_str("no response in time"),
            Self::RateLimited => f.write_str("the server is rate-limiting requests (429)"),
        }
    }
}

/// Carries requests to one server; several threads may use it at the same time.
pub trait Exchange: Sync {
    /// Sends a request without following redirects, and reads at most one byte more than `max_body` of
    /// the body.
    ///
    /// # Errors
    /// Returns an error if no complete response arrives. A status is never an error.
    fn exchange(&self, request: &Request, max_body: usize) -> Result<Response, TransportError>;
}
