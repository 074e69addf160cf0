//! Chains of redirects.

use fluent_uri::{Uri, UriRef};

use super::client::Client;
use super::exchange::TransportError;

/// How many redirects are followed.
const MAX_REDIRECTS: usize = 10;

/// A chain of redirects.
#[derive(Debug, Clone)]
pub struct RedirectChain {
    /// The URLs in order.
    pub urls: Vec<String>,
    /// The end.
    pub end: End,
}

/// The end of a chain.
#[derive(Debug, Clone)]
pub enum End {
    /// A response with this status, which is no redirect.
    Status(u16),
    /// No response.
    Error(TransportError),
    /// A `Location` that is not an HTTP URL.
    InvalidLocation,
    /// The last URL is in the chain twice.
    Loop,
    /// More redirects than are followed.
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
            let Some(next) = resolve(location, last) else { break End::InvalidLocation };
            let is_loop = urls.contains(&next);
            if !is_loop && urls.len() > MAX_REDIRECTS {
                break End::TooLong;
            }
            urls.push(next);
            if is_loop {
                break End::Loop;
            }
        };
        let is_redirect = urls.len() > 1 || !matches!(end, End::Status(_) | End::Error(_));
        let urls = urls.iter().map(|url| client.redactor.redact(url));
        is_redirect.then(|| Self { urls: urls.collect(), end })
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
