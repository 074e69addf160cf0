//! Redaction of secrets: the values of `--header` are sent, and never printed.
//!
//! A server may echo a secret in any form. Text is therefore compared in a canonical form, percent-
//! decoded, in lower case, and without anything but letters and digits, with the canonical forms of
//! the value, of its credentials, and of what these decode to as base64.

use std::fmt;

use ureq::http;

/// A header that is sent with every request, such as the password of a preview.
#[derive(Clone, PartialEq, Eq)]
pub struct SecretHeader {
    name: String,
    value: String,
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
        if http::HeaderName::from_bytes(name.as_bytes()).is_err() {
            return Err(format!("`{name}` is not a valid header name"));
        }
        if RESERVED.contains(&name.to_ascii_lowercase().as_str()) {
            return Err(format!("the checks set the header `{name}` themselves"));
        }
        if value.is_empty() || http::HeaderValue::from_str(value).is_err() {
            return Err(format!(
                "the value of `{name}` is empty or has characters that are not allowed in headers"
            ));
        }
        Ok(Self { name: name.to_owned(), value: value.to_owned() })
    }

    /// Returns the name.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Returns the value, which must not be printed.
    pub(super) fn value(&self) -> &str {
        &self.value
    }
}

impl fmt::Debug for SecretHeader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {REDACTED}", self.name)
    }
}

/// What is printed instead of text that reveals a secret.
const REDACTED: &str = "(hidden)";
/// A secret with fewer letters and digits is redacted only where it is the whole text: elsewhere it
/// is part of other words, and easily guessed.
const MIN_SECRET: usize = 6;
/// So many letters and digits of a secret in a row reveal it, even if the rest is missing.
const FRAGMENT: usize = 12;

/// Replaces text from a server that reveals a secret.
#[derive(Clone, Default)]
pub struct Redactor {
    /// The secrets in canonical form.
    secrets: Vec<String>,
}

impl Redactor {
    /// Creates a redactor for the values of these headers.
    pub fn new(headers: &[SecretHeader]) -> Self {
        let secrets = headers.iter().flat_map(|header| forms(&header.value));
        Self { secrets: secrets.filter(|secret| !secret.is_empty()).collect() }
    }

    /// Returns the text, or a placeholder if it contains a secret in any form.
    pub fn redact(&self, text: &str) -> String {
        if self.reveals(text) { REDACTED.to_owned() } else { text.to_owned() }
    }

    /// Returns whether the text contains a secret in any form.
    pub fn reveals(&self, text: &str) -> bool {
        let text = canonical(text);
        self.secrets.iter().any(|secret| {
            let mut fragments = secret.as_bytes().windows(FRAGMENT);
            text == *secret
                || secret.chars().count() >= MIN_SECRET && text.contains(secret)
                || fragments.any(|fragment| contains(text.as_bytes(), fragment))
        })
    }
}

impl fmt::Debug for Redactor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Redactor")
    }
}

/// Returns the canonical forms of a header's value, of the credentials after a scheme such as
/// `Basic`, of the decoded `user:password`, and of the password.
fn forms(value: &str) -> Vec<String> {
    let credentials = value.rsplit(' ').next().unwrap_or(value);
    let decoded = decode_base64(credentials);
    let password = |text: &str| text.split_once(':').map(|(_, password)| canonical(password));
    let mut forms = vec![canonical(value), canonical(credentials), canonical(&decoded)];
    forms.extend([password(credentials), password(&decoded)].into_iter().flatten());
    forms
}

/// Returns the lower-case letters and digits of a text after percent-decoding it.
fn canonical(text: &str) -> String {
    let mut text = text.to_owned();
    // A proxy may have encoded the text again.
    for _ in 0..3 {
        text = decode_percent(&text);
    }
    let letters = text.chars().flat_map(char::to_lowercase);
    letters.filter(|letter| letter.is_alphanumeric()).collect()
}

fn decode_percent(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut decoded = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let digits = text.get(at + 1..at + 3).filter(|_| bytes[at] == b'%');
        match digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) => {
                decoded.push(byte);
                at += 3;
            }
            None => {
                decoded.push(bytes[at]);
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&decoded).into_owned()
}

/// Decodes base64 or base64url (RFC 4648, §4 and §5), with or without padding; returns an empty
/// string for any other text.
fn decode_base64(text: &str) -> String {
    let (mut decoded, mut bits, mut count) = (Vec::new(), 0_u32, 0);
    for letter in text.trim_end_matches('=').bytes() {
        let value = match letter {
            b'A'..=b'Z' => letter - b'A',
            b'a'..=b'z' => letter - b'a' + 26,
            b'0'..=b'9' => letter - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            _ => return String::new(),
        };
        bits = (bits << 6 | u32::from(value)) & 0xFFFF;
        count += 6;
        if count >= 8 {
            count -= 8;
            decoded.push((bits >> count & 0xFF) as u8);
        }
    }
    String::from_utf8(decoded).unwrap_or_default()
}

fn contains(text: &[u8], fragment: &[u8]) -> bool {
    text.windows(fragment.len()).any(|window| window == fragment)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn redactor(header: &str) -> Redactor {
        Redactor::new(&[SecretHeader::parse(header).expect("a header")])
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
