//! The URL of a published site.

use std::fmt;

use crate::model::link::Url;

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
    /// Returns a message that says how to write the URL, and does not repeat it: it may have a password.
    pub fn parse(text: &str) -> Result<Self, String> {
        let url = Url::parse(text).map_err(|problem| {
            format!(
                "the URL of the site {problem}: write one such as `https://profiles.example.com`; pass credentials with --header 'Authorization: Basic ...'"
            )
        })?;
        let url = url.as_str().trim_end_matches('/').to_ascii_lowercase();
        let (scheme, authority) = url.split_once("://").expect("a URL has a scheme");
        let (scheme, port) = match scheme {
            "https" => ("https", ":443"),
            _ => ("http", ":80"),
        };
        if authority.contains(['/', '?', '#']) {
            return Err(
                "the paths of the interface start at the root of the host: write `https://` and the host"
                    .to_owned(),
            );
        }
        let authority = authority.strip_suffix(port).unwrap_or(authority).to_owned();
        Ok(Self { scheme, authority })
    }
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
        let example = "write one such as `https://profiles.example.com`";
        for (text, expected) in [
            ("profiles.example.com", example),
            ("ftp://example.com", example),
            ("https://example.com/api", "start at the root of the host"),
            ("https://example.com/?x", "start at the root of the host"),
            ("https://anna:secret@example.com", "pass credentials with --header"),
            ("anna:secret@example.com", example),
            ("", example),
            ("https:///api", "has no host"),
            ("https://exa mple.com", "contains a space"),
        ] {
            let problem = SiteUrl::parse(text).expect_err(text);
            assert!(problem.contains(expected), "{text}: {problem}");
            assert!(!problem.contains("secret"), "{problem}");
        }
    }
}
