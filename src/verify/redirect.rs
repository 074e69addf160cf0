//! Chains of redirects.

use std::fmt;

use fluent_uri::{Uri, UriRef};

use super::client::Client;
use super::exchange::TransportError;
use super::redaction::Redactor;

/// How many redirects are followed.
const MAX_REDIRECTS: usize = 10;

/// A chain of redirects.
#[derive(Debug, Clone)]
pub struct RedirectChain {
    urls: Vec<String>,
    end: End,
}

/// The end of a chain.
#[derive(Debug, Clone)]
enum End {
    Status(u16),
    Error(TransportError),
    InvalidLocation,
    Loop(String),
    TooLong,
}

impl RedirectChain {
    /// Follows the redirects from a URL. Returns `None` if there are none.
    pub(super) fn follow(client: &Client, url: &str) -> Option<Self> {
        let mut urls = vec![url.to_owned()];
        let end = loop {
            let last = urls.last()?;
            let response = match client.fetch(last) {
                Ok(response) => response,
                Err(error) => break End::Error(error),
            };
            let location = response.value("location");
            let Some(location) = location.filter(|_| (300..400).contains(&response.status)) else {
                break End::Status(response.status);
            };
            let Some(next) = resolve(location, last) else {
                break End::InvalidLocation;
            };
            if urls.contains(&next) {
                break End::Loop(next);
            }
            if urls.len() > MAX_REDIRECTS {
                break End::TooLong;
            }
            urls.push(next);
        };
        let is_redirect = urls.len() > 1 || !matches!(end, End::Status(_) | End::Error(_));
        is_redirect.then(|| Self { urls, end }.redacted(client.redactor()))
    }

    fn redacted(self, redactor: &Redactor) -> Self {
        let end = match self.end {
            End::Loop(url) => End::Loop(redactor.redact(&url)),
            other => other,
        };
        Self { urls: self.urls.iter().map(|url| redactor.redact(url)).collect(), end }
    }
}

impl fmt::Display for RedirectChain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "redirects: {}", self.urls.join(" -> "))?;
        match &self.end {
            End::Status(status) => write!(f, ", which responds with status {status}"),
            End::Error(error) => write!(f, ", which fails: {error}"),
            End::InvalidLocation => f.write_str(", which redirects to an invalid URL"),
            End::Loop(url) => write!(f, " -> {url}, which is an endless loop"),
            End::TooLong => f.write_str(" -> ..., which are too many"),
        }
    }
}

/// Resolves a location (RFC 9110, §10.2.2).
fn resolve(location: &str, base: &str) -> Option<String> {
    let base = Uri::parse(base).ok()?;
    let resolved = UriRef::parse(location).ok()?;
    let resolved = resolved.resolve_against(&base.strip_fragment()).ok()?;
    let is_http = matches!(resolved.scheme().as_str(), "http" | "https");
    is_http.then(|| resolved.strip_fragment().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn resolves_locations() {
        for (location, expected) in [
            ("https://b.example.com/z", Some("https://b.example.com/z")),
            ("/z", Some("https://a.example.com/z")),
            ("//b.example.com", Some("https://b.example.com")),
            ("mailto:anna@example.com", None),
            ("a b", None),
        ] {
            let resolved = resolve(location, "https://a.example.com/api/x?y");
            assert_eq!(resolved.as_deref(), expected);
        }
    }
}
