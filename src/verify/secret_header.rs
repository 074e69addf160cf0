//! Secrets: the values of `--header` are sent, and never printed.
//!
//! A server can encode a secret in any way, so reports print nothing of a response that it chooses: see
//! `difference`.

use ureq::http::{HeaderName, HeaderValue};

/// Parses `Name: value`, a header that is sent with every request, such as the password of a protected site. `Debug` does
/// not print the value.
///
/// # Errors
/// Returns a message that does not repeat the value.
pub fn secret_header(text: &str) -> Result<(HeaderName, HeaderValue), String> {
    let Some((name, value)) = text.split_once(':') else {
        return Err("a header has the form `Name: value`".to_owned());
    };
    let (name, value) = (name.trim(), value.trim());
    let Ok(parsed) = HeaderName::from_bytes(name.as_bytes()) else {
        return Err(format!("`{name}` is not a valid header name"));
    };
    let value = HeaderValue::from_str(value).ok().filter(|value| !value.is_empty());
    let mut value = value.ok_or_else(|| {
        format!("the value of `{name}` is empty or has characters that are not allowed in headers")
    })?;
    value.set_sensitive(true);
    Ok((parsed, value))
}
