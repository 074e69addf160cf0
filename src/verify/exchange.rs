//! One request and its answer, as they go over the wire. Who carries them is an [`Exchange`].

use std::fmt;

/// A request, exactly as it is sent: nothing of it is normalised.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Request {
    /// In upper case (RFC 9110, §9.1).
    pub method: &'static str,
    /// Path and query (RFC 9112, §3.2.1): they may well be malformed.
    pub target: String,
    /// Fields beside those that each request needs: name and value.
    pub fields: Vec<(&'static str, String)>,
}

impl Request {
    /// GET of a target.
    pub fn get(target: impl Into<String>) -> Self {
        Self {
            method: "GET",
            target: target.into(),
            fields: Vec::new(),
        }
    }

    /// The same with a field more.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.fields.push((name, value.into()));
        self
    }

    /// The path, without the query.
    pub fn path(&self) -> &str {
        self.target
            .split_once('?')
            .map_or(&self.target, |(path, _)| path)
    }

    /// The query with its question mark; empty if there is none.
    pub fn query(&self) -> &str {
        &self.target[self.path().len()..]
    }
}

/// How many characters of a target a report shows.
const SHOWN: usize = 120;

impl fmt::Display for Request {
    /// On one line, a long target cut.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown: String = self.target.chars().take(SHOWN).collect();
        write!(f, "{} {shown}", self.method)?;
        if shown.len() < self.target.len() {
            f.write_str("...")?;
        }
        self.fields
            .iter()
            .try_for_each(|(name, value)| write!(f, ", {name}: {value}"))
    }
}

/// An answer, as it arrived: the content codings are not taken off.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Response {
    /// The status code.
    pub status: u16,
    /// Name in lower case and value, in the order of arrival.
    pub fields: Vec<(String, String)>,
    /// The content, out of its transfer coding.
    pub body: Vec<u8>,
}

impl Response {
    /// All values of a field, whose name is given in lower case.
    pub fn values(&self, name: &str) -> Vec<&str> {
        let named = self.fields.iter().filter(|(field, _)| field == name);
        named.map(|(_, value)| value.as_str()).collect()
    }

    /// The value of a field, or the first one of several.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.values(name).first().copied()
    }
}

/// Why there is no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TransportError {
    /// The server took the request and closed the connection without a word.
    NoAnswer,
    /// The answer did not arrive, or did not end, in time.
    TimedOut,
    /// The host's name has no address.
    Unresolved(String),
    /// There was no connection.
    Refused(String),
    /// There was no secure connection.
    Tls(String),
    /// The connection failed on the way, or what came is no HTTP.
    Broken(String),
    /// The server answered, but with what no program reads.
    Unreadable(String),
    /// The server limits the rate of requests (status 429), and did so each time it was asked again.
    PutOff,
}

impl fmt::Display for TransportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoAnswer => f.write_str("the connection was closed without an answer"),
            Self::TimedOut => f.write_str("no answer in time"),
            Self::Unresolved(why) => write!(f, "the host's name cannot be resolved: {why}"),
            Self::Refused(why) => write!(f, "no connection: {why}"),
            Self::Tls(why) => write!(f, "no secure connection: {why}"),
            Self::Broken(why) => write!(f, "the exchange broke off: {why}"),
            Self::Unreadable(why) => write!(f, "what is answered cannot be read: {why}"),
            Self::PutOff => f.write_str("it answers too few requests in a time (status 429)"),
        }
    }
}

/// Carries requests to one server, several at the same time.
pub trait Exchange: Sync {
    /// Sends a request as it is, follows no redirect, and takes the answer as it comes.
    ///
    /// # Errors
    /// When there is no whole answer. A status is never an error.
    fn exchange(&self, request: &Request) -> Result<Response, TransportError>;
}
