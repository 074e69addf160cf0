//! Chains of redirects.

use fluent_uri::{Uri, UriRef};

use super::client::Client;
use super::exchange::TransportError;

/// How many redirects are followed.
const MAX_REDIRECTS: usize = 10;

/// A chain of redirects.
#[derive(Debug, Clone)]
pub struct RedirectChain {
    /// The URLs in order: scheme and host of those that another host than the site has chosen.
    pub urls: Vec<String>,
    /// The end.
    pub end: End,
}

/// The end of a chain.
#[derive(Debug, Clone)]
pub enum End {
    /// A response with this status, which is no redirect.
    Status(u16),
    /// No response from the site.
    Error(TransportError),
    /// No response after a redirect to another host.
    NoResponse,
    /// A `Location` that is not an HTTP URL.
    InvalidLocation,
    /// The last URL is in the chain twice.
    Loop,
    /// More redirects than are followed.
    TooLong,
}

impl RedirectChain {
    /// Follows the redirects from a URL of the site. Returns `None` if there are none.
    ///
    /// The site can redirect to a server that only this machine can reach. Paths, queries and errors
    /// of that server can be secret: only the URL that the site itself has chosen is returned whole.
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
        let is_elsewhere = |url: &String| origin(url).1 != client.site.authority;
        let departure = urls.iter().position(is_elsewhere).unwrap_or(urls.len());
        let end = match end {
            End::Error(_) if departure < urls.len() => End::NoResponse,
            end => end,
        };
        for url in urls.iter_mut().skip(departure + 1) {
            let (scheme, host) = origin(url);
            *url = format!("{scheme}://{host}");
        }
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
    let has_host = resolved.authority().is_some();
    (is_http && has_host).then(|| resolved.strip_fragment().to_string())
}

/// Returns the scheme of a URL, and its host with the port but without credentials.
fn origin(url: &str) -> (&str, &str) {
    let (scheme, rest) = url.split_once("://").expect("a URL with a host");
    let authority = &rest[..rest.find(['/', '?', '#']).unwrap_or(rest.len())];
    (scheme, authority.rsplit_once('@').map_or(authority, |(_, host)| host))
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
            ("https:z", None),
            ("a b", None),
        ] {
            let resolved = resolve(location, "https://a.example.com/api/x?y");
            assert_eq!(resolved.as_deref(), expected);
        }
    }

    #[test]
    fn origins_have_no_credentials_and_no_path() {
        for (url, expected) in [
            ("https://a.example.com/x@y", ("https", "a.example.com")),
            ("http://user:secret@127.0.0.1:9902?x", ("http", "127.0.0.1:9902")),
            ("http://[::1]#@x", ("http", "[::1]")),
        ] {
            assert_eq!(origin(url), expected);
        }
    }
}
