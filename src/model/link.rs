//! Addresses of the web and of mail.

use serde::Serialize;

use crate::characters::is_invisible;

/// An absolute `http` or `https` URL (RFC 3986).
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Url(String);

impl Url {
    /// Reads a URL.
    ///
    /// # Errors
    /// What is wrong, in an author's words, as the predicate of a sentence about the value.
    pub fn parse(text: &str) -> Result<Self, String> {
        let lower = text.to_ascii_lowercase();
        if !lower.starts_with("https://") && !lower.starts_with("http://") {
            return Err("is not a complete web address".to_owned());
        }
        let uri = fluent_uri::Uri::parse(text).map_err(|_| match text.chars().find(odd) {
            Some(odd) if odd.is_whitespace() => "contains a space".to_owned(),
            Some(odd) => format!("contains {odd:?}, which a web address must write encoded"),
            None => "is not a web address".to_owned(),
        })?;
        match uri.authority() {
            // It would be published to everybody.
            Some(authority) if authority.userinfo().is_some() => {
                Err("holds a user name or password before its @".to_owned())
            }
            Some(authority) if !authority.host().is_empty() => Ok(Self(text.to_owned())),
            _ => Err("has no host name".to_owned()),
        }
    }

    /// The address that is meant by one without its scheme, or with characters behind its host
    /// that have to be encoded; `None` where that is not certain.
    pub fn completed(text: &str) -> Option<Self> {
        let host = text.split(['/', '?', '#']).next().unwrap_or_default();
        let is_host = host.contains('.') && !host.starts_with('.') && !host.contains(['@', ':']);
        let completed = if text.starts_with("//") {
            format!("https:{text}")
        } else if text.contains("://") {
            text.to_owned()
        } else if is_host {
            format!("https://{text}")
        } else {
            return None;
        };
        Self::parse(&encoded(&completed)).ok()
    }

    /// As text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The address with what must be encoded behind its host encoded.
fn encoded(address: &str) -> String {
    let host = address.find("://").map_or(0, |at| at + 3);
    let behind = address[host..]
        .find('/')
        .map_or(address.len(), |at| host + at);
    let mut encoded = address[..behind].to_owned();
    for character in address[behind..].chars() {
        if odd(&character) {
            let mut bytes = [0; 4];
            let bytes = character.encode_utf8(&mut bytes).bytes();
            encoded.extend(bytes.map(|byte| format!("%{byte:02X}")));
        } else {
            encoded.push(character);
        }
    }
    encoded
}

fn odd(character: &char) -> bool {
    !character.is_ascii_graphic() || r#"<>"{}|\^`"#.contains(*character)
}

/// A mail address: one `@`, no spaces, a domain with a dot.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Email(String);

impl Email {
    /// Reads a mail address.
    ///
    /// # Errors
    /// What is wrong, in an author's words, as the predicate of a sentence about the value.
    pub fn parse(text: &str) -> Result<Self, String> {
        if let Some(hidden) = text.chars().find(|c| is_invisible(*c)) {
            let code = u32::from(hidden);
            return Err(format!("contains an invisible character (U+{code:04X})"));
        }
        let (local, domain) = text.rsplit_once('@').ok_or("has no @")?;
        let label = |label: &str| {
            !label.is_empty()
                && !label.starts_with('-')
                && !label.ends_with('-')
                && label
                    .bytes()
                    .all(|b| b.is_ascii_alphanumeric() || b == b'-')
        };
        let local_part = !local.is_empty()
            && local.len() <= 64
            && local.split('.').all(|atom| {
                let special = |b| b"!#$%&'*+/=?^_`{|}~-".contains(&b);
                !atom.is_empty()
                    && atom
                        .bytes()
                        .all(|b| b.is_ascii_alphanumeric() || special(b))
            });
        if !local_part {
            return Err("is not a mail address before its @".to_owned());
        }
        if !domain.contains('.') || !domain.split('.').all(label) {
            return Err("is not a mail address after its @".to_owned());
        }
        Ok(Self(text.to_owned()))
    }

    /// As text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::{Email, Url};

    #[test]
    fn addresses_are_completed_where_that_is_certain() {
        for (text, completed) in [
            ("www.example.com", Some("https://www.example.com")),
            ("example.com/å b", Some("https://example.com/%C3%A5%20b")),
            ("//example.com", Some("https://example.com")),
            ("https://example.com/å", Some("https://example.com/%C3%A5")),
            ("annaberg", None),
            ("in/anna.berg", None),
            ("http//anna.example.com", None),
            ("anna@example.com", None),
            ("mailto:anna@example.com", None),
            ("ftp://example.com", None),
        ] {
            let url = Url::completed(text);
            assert_eq!(url.as_ref().map(Url::as_str), completed, "{text}");
        }
        let hidden = Email::parse("anna@example.com\u{200B}").expect_err("hidden");
        assert_eq!(hidden, "contains an invisible character (U+200B)");
    }

    #[test]
    fn urls() {
        for text in [
            "https://example.com",
            "HTTP://example.com/a?b=c#d",
            "https://[::1]:80/",
        ] {
            assert!(Url::parse(text).is_ok(), "{text}");
        }
        for text in [
            "",
            "example.com",
            "//example.com",
            "ftp://example.com",
            "https://",
            "https:// x",
            "https://example.com/å",
            "https://example.com/a b",
            "mailto:a@example.com",
            "javascript:alert(1)",
            "https://anna:secret@example.com",
        ] {
            assert!(Url::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn emails() {
        for text in ["a@example.com", "a.b+c@mail.example.com"] {
            assert!(Email::parse(text).is_ok(), "{text}");
        }
        for text in [
            "",
            "a",
            "a@b",
            "@example.com",
            "a@",
            "a b@example.com",
            "a@exa mple.com",
            "a@.com",
            "å@example.com",
            "a..b@example.com",
        ] {
            assert!(Email::parse(text).is_err(), "{text}");
        }
    }
}
