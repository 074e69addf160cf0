//! Secrets: the values of `--header` are sent, and never printed.
//!
//! A hostile server can encode a secret in any way, so reports print nearly nothing of a response: see
//! `difference`. What they do print is hidden if it contains a secret literally.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use ureq::http::{HeaderName, HeaderValue};

/// A header that is sent with every request, such as the password of a protected site.
#[derive(Debug, Clone)]
pub struct SecretHeader {
    pub(super) name: HeaderName,
    /// The value, which must not be printed.
    pub(super) value: HeaderValue,
}

/// Headers that the checks or the connection set themselves.
const RESERVED: [&str; 11] = [
    "accept-encoding",
    "connection",
    "content-length",
    "host",
    "if-modified-since",
    "if-none-match",
    "if-range",
    "origin",
    "range",
    "transfer-encoding",
    "user-agent",
];

impl SecretHeader {
    /// Parses `Name: value`.
    ///
    /// # Errors
    /// Returns a message that does not repeat the value.
    pub fn parse(text: &str) -> Result<Self, String> {
        let Some((name, value)) = text.split_once(':') else {
            return Err("a header has the form `Name: value`".to_owned());
        };
        let (name, value) = (name.trim(), value.trim());
        let Ok(parsed) = HeaderName::from_bytes(name.as_bytes()) else {
            return Err(format!("`{name}` is not a valid header name"));
        };
        if RESERVED.contains(&parsed.as_str()) {
            return Err(format!("the checks set the header `{name}` themselves"));
        }
        let value = HeaderValue::from_str(value).ok().filter(|value| !value.is_empty());
        let mut value = value.ok_or_else(|| {
            format!(
                "the value of `{name}` is empty or has characters that are not allowed in headers"
            )
        })?;
        // Keeps it out of `Debug`.
        value.set_sensitive(true);
        Ok(Self { name: parsed, value })
    }
}

/// What is printed instead of text that reveals a secret.
const REDACTED: &str = "(hidden)";
/// A shorter secret is part of other words, and easily guessed.
const MIN_SECRET: usize = 6;

/// Replaces text from a server that reveals a secret.
#[derive(Debug, Clone, Default)]
pub struct Redactor {
    /// The headers with the secrets.
    pub(super) headers: Vec<SecretHeader>,
}

impl Redactor {
    /// Replaces the text if it contains a secret in any letter case.
    pub fn redact(&self, text: &mut String) {
        let lower = text.to_lowercase();
        let mut secrets = self.headers.iter().flat_map(|header| secrets(&header.value));
        if secrets.any(|secret| lower.contains(&secret.to_lowercase())) {
            *text = REDACTED.to_owned();
        }
    }
}

/// Returns the value of a header, the credentials after a scheme such as `Basic`, and the `user:password`
/// and the password that they encode.
fn secrets(value: &HeaderValue) -> Vec<String> {
    let value = str::from_utf8(value.as_bytes()).expect("the value was parsed from text");
    let credentials = value.rsplit(' ').next().unwrap_or(value);
    let decoded = BASE64.decode(credentials).ok().and_then(|bytes| String::from_utf8(bytes).ok());
    let decoded = decoded.unwrap_or_default();
    let password = decoded.split_once(':').map_or("", |(_, password)| password);
    let secrets = [value, credentials.trim_end_matches('='), &decoded, password];
    let is_long = |secret: &&str| secret.len() >= MIN_SECRET;
    secrets.into_iter().filter(is_long).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hides_text_with_a_secret() {
        let header = "Authorization: Basic dml0YWUtdXNlcjpwYXNzL3dvcmQrMQ==";
        let redactor = Redactor { headers: vec![SecretHeader::parse(header).expect("a header")] };
        for echo in [
            "Basic dml0YWUtdXNlcjpwYXNzL3dvcmQrMQ==",
            "you sent dml0YWUtdXNlcjpwYXNzL3dvcmQrMQ",
            "https://dml0ywutdxnlcjpwyxnzl3dvcmqrmq.example.com",
            "vitae-user:pass/word+1",
            "the password is pass/word+1",
        ] {
            let mut text = echo.to_owned();
            redactor.redact(&mut text);
            assert_eq!(text, REDACTED, "{echo}");
        }
        let mut text = "text/html instead of application/json".to_owned();
        redactor.redact(&mut text);
        assert_ne!(text, REDACTED);
        assert!(!format!("{redactor:?}").contains("dml0"));
    }

    #[test]
    fn ignores_short_secrets() {
        let headers = vec![SecretHeader::parse("X-Preview: 1").expect("a header")];
        let mut text = "status 401".to_owned();
        Redactor { headers }.redact(&mut text);
        assert_eq!(text, "status 401");
    }
}
