//! Who may read the preview: people at this machine, but no web page they happen to have open.
//!
//! The preview shows what is not published, and the answers below `/api` allow every origin to
//! read them, as the published ones do. So a request is refused that
//!
//! - names a host that is not the preview's: a foreign name that was made to lead here (DNS
//!   rebinding) would otherwise be one origin with it;
//! - another page's script makes: browsers say so in `Origin` (RFC 6454, §7) or `Sec-Fetch-Site`
//!   (Fetch Metadata, §2). Following a link to the preview is allowed: the page with the link
//!   cannot read where it leads.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::str::FromStr;

use hyper::HeaderMap;
use hyper::header::{HOST, ORIGIN};

/// The port of an address of plain HTTP that names none (RFC 9110, §4.2.1).
const DEFAULT_PORT: u16 = 80;

/// Decides which requests are answered.
#[derive(Debug, Clone, Default)]
pub struct Guard {
    /// Names beside the address itself, at any port: those under which a proxy or a development
    /// machine makes the preview available.
    pub names: Vec<HostName>,
}

/// The name or the address of a machine, without a port.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HostName {
    /// An address; one of IPv4 is never written as one of IPv6.
    Address(IpAddr),
    /// A name, in lower case.
    Name(String),
}

impl FromStr for HostName {
    type Err = &'static str;

    /// Reads a name or an address; one of IPv6 with or without its brackets. The error says what
    /// to write.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let bracketed = text.strip_prefix('[').and_then(|t| t.strip_suffix(']'));
        if let Some(address) = bracketed {
            let address = address.parse::<Ipv6Addr>();
            let address = address.map_err(|_| "this is no IPv6 address")?;
            return Ok(Self::Address(IpAddr::V6(address).to_canonical()));
        }
        if let Ok(address) = text.parse::<IpAddr>() {
            return Ok(Self::Address(address.to_canonical()));
        }
        if text.contains("://") || text.contains('/') {
            return Err("write the name alone, without http:// and without a path");
        }
        if text.contains(':') {
            return Err("write the name without a port: it is allowed at every port");
        }
        let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
        if text.is_empty() || !text.chars().all(is_plain) {
            return Err(
                "a name has letters a to z, digits, hyphens and dots, as in preview.example.com",
            );
        }
        Ok(Self::Name(text.to_ascii_lowercase()))
    }
}

/// Name and port of a `Host` field (RFC 9110, §7.2).
fn host_and_port(field: &str) -> Option<(HostName, u16)> {
    let (name, port) = match field.rsplit_once(':') {
        // The last colon of a bare IPv6 address is within its brackets.
        Some((name, port)) if !port.ends_with(']') => (name, port.parse().ok()?),
        _ => (field, DEFAULT_PORT),
    };
    if name.parse::<Ipv6Addr>().is_ok() {
        return None;
    }
    Some((name.parse().ok()?, port))
}

/// Why a request is not answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// It names another host, or none.
    ForeignHost,
    /// Another page's script made it, or another page shows the answer in a frame.
    ForeignPage,
}

impl Refusal {
    /// What is said about it.
    pub fn message(self) -> &'static str {
        match self {
            Self::ForeignHost => {
                "This preview is not available under this name. Start it with --allow-host to allow one."
            }
            Self::ForeignPage => "Other pages cannot read this preview.",
        }
    }
}

impl Guard {
    /// Checks the headers of a request that arrived at the address `local`.
    ///
    /// # Errors
    /// Why it is to be refused.
    pub fn check(&self, headers: &HeaderMap, local: SocketAddr) -> Result<(), Refusal> {
        let host = only(headers, HOST.as_str()).ok_or(Refusal::ForeignHost)?;
        if !self.is_ours(host, local) {
            return Err(Refusal::ForeignHost);
        }
        if headers.contains_key(ORIGIN) {
            let origin = only(headers, ORIGIN.as_str()).unwrap_or_default();
            let authority = ["http://", "https://"]
                .iter()
                .find_map(|scheme| origin.strip_prefix(scheme));
            if !authority.is_some_and(|authority| authority.eq_ignore_ascii_case(host)) {
                return Err(Refusal::ForeignPage);
            }
        }
        if headers.contains_key("sec-fetch-site") {
            let is_ours = matches!(
                only(headers, "sec-fetch-site"),
                Some("same-origin" | "none")
            );
            let is_link = only(headers, "sec-fetch-mode") == Some("navigate")
                && only(headers, "sec-fetch-dest") == Some("document");
            if !is_ours && !is_link {
                return Err(Refusal::ForeignPage);
            }
        }
        Ok(())
    }

    /// Whether `host`, a name or an address with or without a port, is the preview's.
    fn is_ours(&self, host: &str, local: SocketAddr) -> bool {
        let Some((name, port)) = host_and_port(host) else {
            return false;
        };
        let is_own_name = match &name {
            HostName::Address(address) => {
                let own = local.ip().to_canonical();
                *address == own || (address.is_loopback() && own.is_loopback())
            }
            HostName::Name(name) => name == "localhost",
        };
        (is_own_name && port == local.port()) || self.names.contains(&name)
    }
}

/// The value of a field that is there just once.
fn only<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let mut values = headers.get_all(name).iter();
    match (values.next(), values.next()) {
        (Some(value), None) => value.to_str().ok(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(fields: &[(&str, &str)], names: &[&str]) -> Result<(), Refusal> {
        let mut headers = HeaderMap::new();
        for (name, value) in fields {
            let name: hyper::header::HeaderName = name.parse().unwrap();
            headers.append(name, value.parse().unwrap());
        }
        let names = names.iter().map(|name| name.parse().unwrap()).collect();
        Guard { names }.check(&headers, "127.0.0.1:4400".parse().unwrap())
    }

    #[test]
    fn only_the_previews_own_names_are_answered() {
        for host in [
            "127.0.0.1:4400",
            "localhost:4400",
            "LOCALHOST:4400",
            "[::1]:4400",
        ] {
            assert_eq!(check(&[("host", host)], &[]), Ok(()), "{host}");
        }
        for host in [
            "attacker.example.com:4400",
            "localhost.example.com:4400",
            "127.0.0.1.example.com:4400",
            "localhost:4401",
            "localhost",
            "127.0.0.1:80",
            "127.0.0.1",
            "192.0.2.7:4400",
            "0.0.0.0:4400",
            "[::]:4400",
            "",
            "localhost:4400@example.com",
            "localhost:4400, example.com",
        ] {
            assert_eq!(
                check(&[("host", host)], &[]),
                Err(Refusal::ForeignHost),
                "{host}"
            );
        }
        assert_eq!(check(&[], &[]), Err(Refusal::ForeignHost));
        let twice = [("host", "localhost:4400"), ("host", "example.com")];
        assert_eq!(check(&twice, &[]), Err(Refusal::ForeignHost));
    }

    #[test]
    fn a_name_can_be_allowed() {
        let names = &["preview.example.com"];
        for host in [
            "preview.example.com",
            "Preview.example.com:443",
            "localhost:4400",
        ] {
            assert_eq!(check(&[("host", host)], names), Ok(()), "{host}");
        }
        for host in [
            "example.com",
            "x.preview.example.com",
            "preview.example.com.example.net",
        ] {
            assert_eq!(
                check(&[("host", host)], names),
                Err(Refusal::ForeignHost),
                "{host}"
            );
        }
    }

    #[test]
    fn an_address_can_be_allowed() {
        for (name, hosts) in [
            ("192.0.2.7", &["192.0.2.7", "192.0.2.7:8443"][..]),
            ("2001:db8::7", &["[2001:db8::7]", "[2001:DB8::7]:4400"]),
            ("[2001:db8::7]", &["[2001:db8:0::7]:80"]),
        ] {
            for host in hosts {
                assert_eq!(check(&[("host", host)], &[name]), Ok(()), "{name}: {host}");
                assert_eq!(check(&[("host", host)], &[]), Err(Refusal::ForeignHost));
            }
        }
        for host in ["2001:db8::7", "[2001:db8::8]", "192.0.2.7:", "192.0.2.7:x"] {
            let names = &["192.0.2.7", "2001:db8::7"];
            assert_eq!(
                check(&[("host", host)], names),
                Err(Refusal::ForeignHost),
                "{host}"
            );
        }
    }

    #[test]
    fn what_is_no_name_is_refused_with_what_to_write() {
        for (text, why) in [
            ("http://preview.example.com", "without http://"),
            ("preview.example.com/", "without a path"),
            ("preview.example.com:8080", "without a port"),
            ("192.0.2.7:8080", "without a port"),
            ("[2001:db8::7]:8080", "without a port"),
            ("[192.0.2.7]", "IPv6"),
            ("*.example.com", "letters"),
            ("\u{f6}st.example.com", "letters"),
            ("", "letters"),
        ] {
            let error = text.parse::<HostName>().unwrap_err();
            assert!(error.contains(why), "{text}: {error}");
        }
    }

    #[test]
    fn at_port_80_a_host_needs_no_port() {
        for host in ["localhost", "localhost:80", "127.0.0.1", "[::1]"] {
            let mut headers = HeaderMap::new();
            headers.insert(HOST, host.parse().unwrap());
            let at = |local: &str| Guard::default().check(&headers, local.parse().unwrap());
            assert_eq!(at("127.0.0.1:80"), Ok(()), "{host}");
            assert_eq!(at("127.0.0.1:81"), Err(Refusal::ForeignHost), "{host}");
        }
    }

    #[test]
    fn an_address_is_the_one_the_connection_arrived_at() {
        let mut headers = HeaderMap::new();
        headers.insert(HOST, "192.0.2.7:4400".parse().unwrap());
        let at = |local: &str| Guard::default().check(&headers, local.parse().unwrap());
        assert_eq!(at("192.0.2.7:4400"), Ok(()));
        assert_eq!(at("[::ffff:192.0.2.7]:4400"), Ok(()));
        assert_eq!(at("192.0.2.8:4400"), Err(Refusal::ForeignHost));
    }

    #[test]
    fn other_pages_cannot_read() {
        let host = ("host", "localhost:4400");
        let with = |fields: &[(&str, &str)]| {
            let mut all = vec![host];
            all.extend(fields);
            check(&all, &[])
        };
        assert_eq!(with(&[("origin", "http://localhost:4400")]), Ok(()));
        for origin in [
            "https://example.com",
            "http://localhost:3000",
            "http://127.0.0.1:4400",
            "null",
            "",
            "localhost:4400",
            "http://localhost:4400.example.com",
        ] {
            assert_eq!(
                with(&[("origin", origin)]),
                Err(Refusal::ForeignPage),
                "{origin}"
            );
        }
        let fetched = |site, mode, dest| {
            with(&[
                ("sec-fetch-site", site),
                ("sec-fetch-mode", mode),
                ("sec-fetch-dest", dest),
            ])
        };
        for (site, mode, dest) in [
            ("same-origin", "cors", "empty"),
            ("same-origin", "no-cors", "image"),
            ("none", "navigate", "document"),
            ("cross-site", "navigate", "document"),
            ("same-site", "navigate", "document"),
        ] {
            assert_eq!(fetched(site, mode, dest), Ok(()), "{site} {mode} {dest}");
        }
        for (site, mode, dest) in [
            ("cross-site", "cors", "empty"),
            ("same-site", "cors", "empty"),
            ("cross-site", "no-cors", "image"),
            ("cross-site", "no-cors", "script"),
            ("same-site", "no-cors", "script"),
            ("cross-site", "navigate", "iframe"),
            ("same-site", "navigate", "iframe"),
            ("cross-site", "navigate", "object"),
            ("cross-site", "navigate", "embed"),
            ("unheard-of", "cors", "empty"),
        ] {
            let refused = Err(Refusal::ForeignPage);
            assert_eq!(fetched(site, mode, dest), refused, "{site} {mode} {dest}");
        }
        let only_site = with(&[("sec-fetch-site", "cross-site")]);
        assert_eq!(only_site, Err(Refusal::ForeignPage));
    }
}
