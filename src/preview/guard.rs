//! Protects the preview from other web pages: DNS rebinding and cross-origin requests.
//!
//! The preview shows unpublished profiles, and its responses below `/api` allow every origin to
//! read them, as the published ones do. The guard therefore rejects a request
//!
//! - with an unknown `Host` header: after DNS rebinding, an attacker's host name resolves to this
//!   machine, and browsers would treat the attacker's page and the preview as one origin;
//! - sent by a script or a frame of another page, which browsers state in `Origin` (RFC 6454, §7)
//!   and `Sec-Fetch-Site` (Fetch Metadata, §2). Links to the preview are allowed: the page that
//!   contains the link cannot read the response.

use std::net::{IpAddr, SocketAddr};

use hyper::HeaderMap;
use hyper::header::{HOST, ORIGIN};
use hyper::http::uri::Authority;

#[cfg(test)]
mod tests;

/// The port of an `http` URL that states none (RFC 9110, §4.2.1).
const DEFAULT_PORT: u16 = 80;

/// Decides which requests the preview accepts.
#[derive(Debug, Clone, Default)]
pub struct Guard {
    /// Further allowed host names, at any port, such as the name of a reverse proxy: those that [`host_name`] returns.
    pub allowed_hosts: Vec<String>,
}

/// Parses a host name, which is returned in lower case, or an IP address without a port: an IPv6 address may be in
/// brackets, and an IPv4-mapped one becomes an IPv4 address.
///
/// # Errors
/// Returns what to write instead.
pub fn host_name(text: &str) -> Result<String, &'static str> {
    let address = text.strip_prefix('[').and_then(|text| text.strip_suffix(']'));
    if let Ok(address) = address.unwrap_or(text).parse::<IpAddr>() {
        return Ok(address.to_canonical().to_string());
    }
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    match !text.is_empty() && text.chars().all(is_plain) {
        true => Ok(text.to_ascii_lowercase()),
        false => Err(
            "write a host name or an IP address without http://, port and path: preview.example.com",
        ),
    }
}

/// Parses the value of a `Host` header (RFC 9110, §7.2).
fn host_and_port(value: &str) -> Option<(String, u16)> {
    let authority: Authority = value.parse().ok()?;
    let host = authority.host();
    let port = match value.strip_prefix(host)? {
        "" => DEFAULT_PORT,
        _ => authority.port_u16()?,
    };
    Some((host_name(host).ok()?, port))
}

/// The `Host` header is missing or does not name the preview.
const UNKNOWN_HOST: &str =
    "This host name is not allowed. To allow it, start the preview with --allow-host.";
/// A script of another page sent the request, or another page shows the response in a frame.
const CROSS_ORIGIN: &str = "Other web pages cannot read this preview.";

impl Guard {
    /// Checks the headers of a request. `local` is the server's end of the connection.
    ///
    /// # Errors
    /// Returns the text of the response if the request has to be rejected.
    pub fn check(&self, headers: &HeaderMap, local: SocketAddr) -> Result<(), &'static str> {
        let host = single_value(headers, HOST.as_str()).ok_or(UNKNOWN_HOST)?;
        if !self.is_allowed(host, local) {
            return Err(UNKNOWN_HOST);
        }
        if headers.contains_key(ORIGIN) {
            let origin = single_value(headers, ORIGIN.as_str()).unwrap_or_default();
            let authority =
                ["http://", "https://"].iter().find_map(|scheme| origin.strip_prefix(scheme));
            if !authority.is_some_and(|authority| authority.eq_ignore_ascii_case(host)) {
                return Err(CROSS_ORIGIN);
            }
        }
        if headers.contains_key("sec-fetch-site") {
            let is_same_origin =
                matches!(single_value(headers, "sec-fetch-site"), Some("same-origin" | "none"));
            let is_link = single_value(headers, "sec-fetch-mode") == Some("navigate")
                && single_value(headers, "sec-fetch-dest") == Some("document");
            if !is_same_origin && !is_link {
                return Err(CROSS_ORIGIN);
            }
        }
        Ok(())
    }

    /// Returns whether `host`, with or without a port, names the preview.
    fn is_allowed(&self, host: &str, local: SocketAddr) -> bool {
        let Some((name, port)) = host_and_port(host) else {
            return false;
        };
        let is_local = match name.parse::<IpAddr>() {
            Ok(address) => {
                let local = local.ip().to_canonical();
                address == local || (address.is_loopback() && local.is_loopback())
            }
            Err(_) => name == "localhost",
        };
        (is_local && port == local.port()) || self.allowed_hosts.contains(&name)
    }
}

/// Returns the value of a header that occurs exactly once.
fn single_value<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let mut values = headers.get_all(name).iter();
    match (values.next(), values.next()) {
        (Some(value), None) => value.to_str().ok(),
        _ => None,
    }
}
