//! What is sent and never shown.

use std::fmt;

use ureq::http;

/// A field that is sent with every request, such as a preview's password. Its value is never shown.
#[derive(Clone, PartialEq, Eq)]
pub struct SecretHeader {
    name: String,
    value: String,
}

/// Fields that the checks or the connection decide about.
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
    /// Reads `Name: value`.
    ///
    /// # Errors
    /// What is wrong with it, without its value.
    pub fn parse(text: &str) -> Result<Self, String> {
        let Some((name, value)) = text.split_once(':') else {
            return Err("a header is `Name: value`".to_owned());
        };
        let (name, value) = (name.trim(), value.trim());
        if http::HeaderName::from_bytes(name.as_bytes()).is_err() {
            return Err(format!("`{name}` is no name of a header"));
        }
        if RESERVED.contains(&name.to_ascii_lowercase().as_str()) {
            return Err(format!("`{name}` is decided by the checks"));
        }
        if value.is_empty() || http::HeaderValue::from_str(value).is_err() {
            return Err(format!(
                "the value of `{name}` is empty or has characters that no header may have"
            ));
        }
        Ok(Self {
            name: name.to_owned(),
            value: value.to_owned(),
        })
    }

    /// Its name.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// What must not be shown.
    pub(super) fn value(&self) -> &str {
        &self.value
    }

    /// The text without the value, or the part of it behind a scheme such as `Basic`, wherever a
    /// server says it back. A short one is hidden only if it is the whole text, or stands between
    /// backticks: elsewhere it is part of other words.
    pub(super) fn hide_in(&self, text: &str) -> String {
        let credentials = self.value.rsplit(' ').next().unwrap_or(&self.value);
        let mut hidden = text.to_owned();
        for value in [&self.value, credentials] {
            if value.len() >= LONG_ENOUGH {
                hidden = hidden.replace(value, HIDDEN);
            } else if hidden == *value {
                HIDDEN.clone_into(&mut hidden);
            } else {
                hidden = hidden.replace(&format!("`{value}`"), &format!("`{HIDDEN}`"));
            }
        }
        hidden
    }
}

/// A secret has so many bytes: what is shorter is a switch, or guessed anyway.
const LONG_ENOUGH: usize = 6;
const HIDDEN: &str = "(hidden)";

impl fmt::Debug for SecretHeader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {HIDDEN}", self.name)
    }
}
