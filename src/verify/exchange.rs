//! HTTP requests and responses as they go over the wire, and the [`Exchange`] that carries them.

use std::fmt;

use super::limits::shortened;

/// A request that is sent exactly as written: the target is never normalized.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Request {
    /// The method in upper case.
    pub method: &'static str,
    /// Path and query, possibly malformed on purpose.
    pub target: String,
    /// Names and values of headers, without those that every request needs.
    pub headers: Vec<(&'static str, String)>,
    /// A header whose value comes from another response.
    pub copied: Option<Box<CopiedHeader>>,
}

/// A header whose value comes from the response to another request. If that response does not have
/// it, the request is sent without the header.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct CopiedHeader {
    /// The header of the request.
    pub header: &'static str,
    /// The header of the response, in lower case.
    pub value_of: &'static str,
    /// The request whose response is used.
    pub response_to: Request,
}

impl Request {
    /// Creates a GET request.
    pub fn get(target: impl Into<String>) -> Self {
        Self { method: "GET", target: target.into(), headers: Vec::new(), copied: None }
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

    /// Adds a header with the value that `value_of` has in the response to another request.
    #[must_use]
    pub(super) fn with_copied(
        self,
        header: &'static str,
        value_of: &'static str,
        response_to: &Self,
    ) -> Self {
        let response_to = response_to.clone();
        Self { copied: Some(Box::new(CopiedHeader { header, value_of, response_to })), ..self }
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
        write!(f, "{} {}", self.method, shortened(&self.target))?;
        self.headers.iter().try_for_each(|(name, value)| write!(f, ", {name}: {value}"))?;
        let Some(copied) = &self.copied else { return Ok(()) };
        let CopiedHeader { header, value_of, response_to } = &**copied;
        write!(f, ", {header}: the {value_of} of {response_to}")
    }
}

/// A response as it arrived, with its content coding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Response {
    /// The status code.
    pub status: u16,
    /// Names in lower case and values, in the order of arrival.
    pub headers: Vec<(String, String)>,
    /// The body without its transfer coding.
    pub body: Vec<u8>,
    /// Whether the body is longer than the limit of the exchange, and only its start was read.
    pub is_truncated: bool,
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
#[expect(missing_docs, reason = "`Display` says what the variants mean")]
pub enum TransportError {
    NoResponse,
    TimedOut,
    ConnectFailed(String),
    Interrupted(String),
    Malformed(String),
    /// Repeating the request did not help.
    RateLimited,
}

impl TransportError {
    /// Returns the text that may come from the server.
    pub(super) fn detail_mut(&mut self) -> Option<&mut String> {
        match self {
            Self::NoResponse | Self::TimedOut | Self::RateLimited => None,
            Self::ConnectFailed(why) | Self::Interrupted(why) | Self::Malformed(why) => Some(why),
        }
    }
}

impl fmt::Display for TransportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoResponse => f.write_str("the server closed the connection without a response"),
            Self::TimedOut => f.write_str("no response in time"),
            Self::ConnectFailed(why) => write!(f, "the connection failed: {why}"),
            Self::Interrupted(why) => write!(f, "the response is incomplete: {why}"),
            Self::Malformed(why) => write!(f, "the response is not valid HTTP: {why}"),
            Self::RateLimited => f.write_str("the server is rate-limiting requests (429)"),
        }
    }
}

/// Carries requests to one server; several threads may use it at the same time.
pub trait Exchange: Sync {
    /// Sends a request without following redirects, and reads at most `max_body` bytes of the body.
    ///
    /// # Errors
    /// Returns an error if no complete response arrives. A status is never an error.
    fn exchange(&self, request: &Request, max_body: usize) -> Result<Response, TransportError>;
}
