//! The URL of a published site.

use std::fmt;

use fluent_uri::Uri;

/// Scheme and authority of a published site. The paths of the interface start at the root.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SiteUrl {
    /// `http` or `https`.
    pub scheme: &'static str,
    /// Host, and the port unless it is the scheme's default.
    pub authority: String,
}

impl SiteUrl {
    /// Parses a URL such as `https://profiles.example.com`.
    ///
    /// # Errors
    /// Returns a message that says how to write the URL, and does not repeat a password in it.
    pub fn parse(text: &str) -> Result<Self, String> {
        if text.trim().is_empty() {
            return Err(
                "the URL of the site is empty: write one such as `https://profiles.example.com`"
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
                "the URL contains credentials: write `{scheme}://{}`, and pass them with --header 'Authorization: Basic ...'",
                without_user(rest)
            ));
        }
        if !text.is_ascii() {
            return Err(format!(
                "`{text}` is not ASCII: write an international host name in its `xn--` form"
            ));
        }
        let uri = Uri::parse(text).map_err(|_| format!("`{text}` is not a valid URL"))?;
        let authority = uri.authority().filter(|found| !found.host().is_empty());
        let authority = authority.ok_or_else(|| format!("`{text}` has no host"))?;
        let host = authority.host().to_ascii_lowercase();
        let default_port = if scheme == "https" { 443 } else { 80 };
        let authority = match authority.port_to_u16() {
            Ok(None) => host,
            Ok(Some(port)) if port == default_port => host,
            Ok(Some(port @ 1..)) => format!("{host}:{port}"),
            Ok(Some(0)) | Err(_) => {
                let port = authority.port().map_or("", |port| port.as_str());
                return Err(format!("`{port}` is not a port: write a number from 1 to 65535"));
            }
        };
        let site = Self { scheme, authority };
        let path = uri.path().as_str();
        if !matches!(path, "" | "/") || uri.query().is_some() || uri.fragment().is_some() {
            return Err(format!(
                "the paths of the interface start at the root of the host: write `{site}`"
            ));
        }
        Ok(site)
    }
}

/// Returns the text after the credentials.
fn without_user(text: &str) -> &str {
    text.rsplit_once('@').map_or(text, |(_, host)| host)
}

impl fmt::Display for SiteUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}://{}", self.scheme, self.authority)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn normalizes_scheme_host_and_port() {
        for (text, expected) in [
            ("https://profiles.example.com", "https://profiles.example.com"),
            ("HTTPS://Profiles.Example.com/", "https://profiles.example.com"),
            ("https://profiles.example.com:443", "https://profiles.example.com"),
            ("http://127.0.0.1:4400/", "http://127.0.0.1:4400"),
            ("http://[::1]:80", "http://[::1]"),
            ("http://localhost:443", "http://localhost:443"),
        ] {
            let parsed = SiteUrl::parse(text).map(|site| site.to_string());
            assert_eq!(parsed.as_deref(), Ok(expected));
        }
    }

    #[test]
    fn rejects_other_urls_with_a_correction() {
        for (text, expected) in [
            ("profiles.example.com", "write `https://profiles.example.com`"),
            ("ftp://example.com", "`ftp://` is neither"),
            ("https://example.com/api", "write `https://example.com`"),
            ("https://example.com/?x", "write `https://example.com`"),
            (
                "https://anna:secret@example.com",
                "write `https://example.com`, and pass them with --header",
            ),
            ("anna:secret@example.com", "write `https://example.com`"),
            ("", "the URL of the site is empty"),
            ("https://", "has no host"),
            ("https:///api", "has no host"),
            ("https://example.com:99999", "`99999` is not a port"),
            ("https://example.com:0", "`0` is not a port"),
            ("https://exa mple.com", "is not a valid URL"),
            ("https://prøve.example.com", "`xn--` form"),
        ] {
            let problem = SiteUrl::parse(text).expect_err(text);
            assert!(problem.contains(expected), "{text}: {problem}");
            assert!(!problem.contains("secret"), "{problem}");
        }
    }
}
