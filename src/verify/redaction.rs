//! Redaction of secrets: the values of `--header` are sent, and never printed.
//!
//! A server may echo a secret in any form. Text is therefore compared in a canonical form: percent-
//! decoded, in lower case, letters and digits only. The secret's forms are the value, its credentials,
//! and these decoded as base64.

use base64::Engine as _;
use base64::engine::general_purpose::{GeneralPurpose, GeneralPurposeConfig};
use percent_encoding::percent_decode_str;
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
/// A secret with fewer letters and digits is redacted only where it is the whole text: elsewhere it
/// is part of other words, and easily guessed.
const MIN_SECRET: usize = 6;
/// The number of consecutive letters and digits that reveal a secret, even if the rest is missing.
const FRAGMENT: usize = 12;

/// Replaces text from a server that reveals a secret.
#[derive(Debug, Clone, Default)]
pub struct Redactor {
    /// The headers with the secrets.
    pub(super) headers: Vec<SecretHeader>,
}

impl Redactor {
    /// Returns the text, or a placeholder if it contains a secret in any form.
    pub fn redact(&self, text: &str) -> String {
        if self.reveals(text) { REDACTED.to_owned() } else { text.to_owned() }
    }

    /// Returns whether the text contains a secret in any form.
    pub fn reveals(&self, text: &str) -> bool {
        let text = canonical(text);
        let mut secrets = self.headers.iter().flat_map(|header| forms(&header.value));
        secrets.any(|secret| {
            let has = |part: &[u8]| secret.as_bytes().windows(FRAGMENT).any(|other| other == part);
            text == secret
                || secret.chars().count() >= MIN_SECRET && text.contains(&secret)
                || text.as_bytes().windows(FRAGMENT).any(has)
        })
    }
}

/// Base64 without padding (RFC 4648, §4), whose unused last bits may have any value.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &base64::alphabet::STANDARD,
    GeneralPurposeConfig::new()
        .with_decode_padding_mode(base64::engine::DecodePaddingMode::RequireNone)
        .with_decode_allow_trailing_bits(true),
);

/// Returns the canonical forms of a header's value, of the credentials after a scheme such as
/// `Basic`, of the decoded `user:password`, and of the password, as far as they are not empty.
fn forms(value: &HeaderValue) -> Vec<String> {
    let value = str::from_utf8(value.as_bytes()).expect("the value was parsed from text");
    let credentials = value.rsplit(' ').next().unwrap_or(value);
    let base64 = credentials.trim_end_matches('=').replace('-', "+").replace('_', "/");
    let decoded = BASE64.decode(base64).ok().and_then(|bytes| String::from_utf8(bytes).ok());
    let decoded = decoded.unwrap_or_default();
    let password = |text: &str| text.split_once(':').map(|(_, password)| canonical(password));
    let mut forms = vec![canonical(value), canonical(credentials), canonical(&decoded)];
    forms.extend([password(credentials), password(&decoded)].into_iter().flatten());
    forms.retain(|form| !form.is_empty());
    forms
}

/// Returns the lower-case letters and digits of a text after percent-decoding it.
fn canonical(text: &str) -> String {
    let mut text = text.to_owned();
    // A proxy may have encoded the text again.
    for _ in 0..3 {
        text = percent_decode_str(&text).decode_utf8_lossy().into_owned();
    }
    let letters = text.chars().flat_map(char::to_lowercase);
    letters.filter(|letter| letter.is_alphanumeric()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn redactor(header: &str) -> Redactor {
        Redactor { headers: vec![SecretHeader::parse(header).expect("a header")] }
    }

    #[test]
    fn recognizes_every_form_of_credentials() {
        // The credentials are `vitae-user:pass/word+1`.
        let redactor = redactor("Authorization: Basic dml0YWUtdXNlcjpwYXNzL3dvcmQrMQ==");
        for echo in [
            "Basic dml0YWUtdXNlcjpwYXNzL3dvcmQrMQ==",
            "you sent dml0YWUtdXNlcjpwYXNzL3dvcmQrMQ",
            "dml0YWUtdXNlcjpwYXNzL3dvcmQrMQ%3D%3D",
            "dml0YWUtdXNlcjpwYXNzL3dvcmQrMQ%253D",
            "dml0ywutdxnlcjpwyxnzl3dvcmqrmq",
            "DML0YWUTDXNLCJPWYXNZL3DVCMQRMQ",
            "vitae-user:pass/word+1",
            "vitae-user%3Apass%2Fword%2B1",
            "password is pass/word+1",
            "dml0YWUtdXNlcjpw",
        ] {
            assert_eq!(redactor.redact(echo), REDACTED, "{echo}");
        }
        assert_eq!(redactor.redact("public, max-age=300"), "public, max-age=300");
        assert!(!format!("{redactor:?}").contains("vitae"));
    }

    #[test]
    fn redacts_short_secrets_only_where_they_are_the_whole_text() {
        let redactor = redactor("X-Preview: 1");
        assert_eq!(redactor.redact("max-age=301"), "max-age=301");
        assert_eq!(redactor.redact("1"), REDACTED);
    }
}
