//! The address of a published site.

use std::fmt;

use fluent_uri::Uri;

/// Scheme and authority of a published site: every path of the interface starts at the root.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SiteUrl {
    scheme: &'static str,
    /// Host and, unless it is the scheme's own, port.
    authority: String,
}

impl SiteUrl {
    /// Reads an address such as `https://profiles.example.com`.
    ///
    /// # Errors
    /// What is wrong with it and how to write it, in one sentence. What may be a password in it is
    /// not repeated.
    pub fn parse(text: &str) -> Result<Self, String> {
        if text.trim().is_empty() {
            return Err(
                "the site's address is empty: write one such as `https://profiles.example.com`"
                    .to_owned(),
            );
        }
        let Some((scheme, rest)) = text.split_once("://") else {
            let text = without_user(text);
            return Err(format!(
                "`{text}` does not start with https:// or http://: write `https://{text}`"
            ));
        };
        let scheme = match scheme.to_ascii_lowercase().as_str() {
            "https" => "https",
            "http" => "http",
            other => return Err(format!("`{other}://` is neither https:// nor http://")),
        };
        if rest[..rest.find(['/', '?', '#']).unwrap_or(rest.len())].contains('@') {
            return Err(format!(
                "the address names a user; give it as a header instead: `{scheme}://{}` with --header 'Authorization: Basic ...'",
                without_user(rest)
            ));
        }
        if !text.is_ascii() {
            return Err(format!(
                "`{text}` is not ASCII: write a name with other letters as its `xn--` form"
            ));
        }
        let uri = Uri::parse(text).map_err(|_| format!("`{text}` is no address"))?;
        let authority = uri.authority().filter(|found| !found.host().is_empty());
        let authority = authority.ok_or_else(|| format!("`{text}` names no host"))?;
        let host = authority.host().to_ascii_lowercase();
        let port = match authority.port().map(|port| port.as_str()) {
            None | Some("") => None,
            Some(port) => match port.parse::<u16>() {
                Ok(port) if port > 0 => Some(port),
                _ => return Err(format!("`{port}` is no port: it is a number up to 65535")),
            },
        };
        let usual = if scheme == "https" { 443 } else { 80 };
        let authority = match port.filter(|port| *port != usual) {
            Some(port) => format!("{host}:{port}"),
            None => host,
        };
        let address = Self { scheme, authority };
        let path = uri.path().as_str();
        if !matches!(path, "" | "/") || uri.query().is_some() || uri.fragment().is_some() {
            return Err(format!(
                "every path of the interface starts with /api, at the root of the host: write `{address}`"
            ));
        }
        Ok(address)
    }

    /// `http` or `https`.
    pub fn scheme(&self) -> &'static str {
        self.scheme
    }

    /// Host and, unless it is the scheme's own, port.
    pub fn authority(&self) -> &str {
        &self.authority
    }
}

/// What stands behind the name of a user.
fn without_user(text: &str) -> &str {
    text.rsplit_once('@').map_or(text, |(_, host)| host)
}

impl fmt::Display for SiteUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}://{}", self.scheme, self.authority)
    }
}

impl std::str::FromStr for SiteUrl {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::parse(text)
    }
}

#[test]
fn an_address_is_a_scheme_and_a_host() {
    for (text, address) in [
        (
            "https://profiles.example.com",
            "https://profiles.example.com",
        ),
        (
            "HTTPS://Profiles.Example.com/",
            "https://profiles.example.com",
        ),
        (
            "https://profiles.example.com:443",
            "https://profiles.example.com",
        ),
        ("http://127.0.0.1:4400/", "http://127.0.0.1:4400"),
        ("http://[::1]:80", "http://[::1]"),
        ("http://localhost:443", "http://localhost:443"),
    ] {
        let parsed = SiteUrl::parse(text).map(|address| address.to_string());
        assert_eq!(parsed.as_deref(), Ok(address));
    }
}

#[test]
fn another_one_is_refused_with_the_right_one() {
    for (text, told) in [
        (
            "profiles.example.com",
            "write `https://profiles.example.com`",
        ),
        ("ftp://example.com", "`ftp://` is neither"),
        ("https://example.com/api", "write `https://example.com`"),
        ("https://example.com/?x", "write `https://example.com`"),
        (
            "https://anna:secret@example.com",
            "`https://example.com` with --header",
        ),
        ("anna:secret@example.com", "write `https://example.com`"),
        ("", "the site's address is empty"),
        ("https://", "names no host"),
        ("https:///api", "names no host"),
        ("https://example.com:99999", "`99999` is no port"),
        ("https://example.com:0", "`0` is no port"),
        ("https://exa mple.com", "is no address"),
        ("https://prøve.example.com", "`xn--` form"),
    ] {
        let problem = SiteUrl::parse(text).expect_err(text);
        assert!(problem.contains(told), "{text}: {problem}");
        assert!(!problem.contains("secret"), "{problem}");
    }
}
