//! Web and email addresses.

use std::sync::LazyLock;

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use regex::Regex;
use schemars::JsonSchema;
use serde::Serialize;

use crate::characters::is_invisible;
use crate::diagnostic_code::diagnostic_codes;
use crate::document::shape::{Shape, TextForm, TextShape};
use crate::document::{Decode, InvalidText, Reporter};
use crate::yaml::{Node, write::quoted};

diagnostic_codes! {
    error INVALID_URL = "invalid-url";
    error INVALID_EMAIL = "invalid-email";
    error INVALID_BASE_URL = "invalid-base-url";
}

/// An absolute `http` or `https` URL (RFC 3986).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(inline, extend("format" = "uri"))]
pub struct Url(String);

impl Url {
    /// Parses a URL that starts with `http://` or `https://`, without a user name or password.
    ///
    /// # Errors
    /// Returns the problem as the predicate of a sentence about the value, such as "has no host name".
    pub fn parse(text: &str) -> Result<Self, String> {
        let lower = text.to_ascii_lowercase();
        if !lower.starts_with("https://") && !lower.starts_with("http://") {
            return Err("is not a complete web address".to_owned());
        }
        let uri =
            fluent_uri::Uri::parse(text).map_err(|_| match text.contains(char::is_whitespace) {
                true => "contains a space",
                false => "has a character that is not allowed in a web address",
            })?;
        match uri.authority() {
            // Credentials must not be published.
            Some(authority) if authority.userinfo().is_some() => {
                Err("contains a user name or password".to_owned())
            }
            Some(authority) if !authority.host().is_empty() => Ok(Self(text.to_owned())),
            _ => Err("has no host name".to_owned()),
        }
    }

    /// Removes brackets, adds a missing `https://`, percent-encodes characters of the path, and writes the host in ASCII.
    ///
    /// Returns `None` if the intended URL is not certain.
    pub fn complete(text: &str) -> Option<Self> {
        let text = unwrapped(text, "");
        let host = text.split(['/', '?', '#']).next().unwrap_or_default();
        let is_host = host.contains('.')
            && host.contains(char::is_alphabetic)
            && !host.starts_with('.')
            && !host.contains(['@', ':'])
            && !is_file_name(host);
        let completed = if text.starts_with("//") {
            format!("https:{text}")
        } else if text.contains("://") {
            text.to_owned()
        } else if is_host {
            format!("https://{text}")
        } else {
            return None;
        };
        Self::parse(&encode(&completed)).ok()
    }

    /// Returns the URL as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Returns an address without the brackets and the scheme with which programs copy it: `<mailto:anna@example.com>`.
pub fn unwrapped<'a>(text: &'a str, scheme: &str) -> &'a str {
    let text = text.trim();
    let inside = text.strip_prefix('<').and_then(|text| text.strip_suffix('>'));
    let text = inside.unwrap_or(text).trim();
    match text.split_at_checked(scheme.len()) {
        Some((start, rest)) if start.eq_ignore_ascii_case(scheme) => rest.trim(),
        _ => text,
    }
}

/// The host of a URL: an IP address in brackets, or a name (RFC 3986, §3.2.2).
macro_rules! host {
    () => {
        r"(\[[0-9A-Za-z:.~!$&'()*+,;=_-]+\]|([A-Za-z0-9._~!$&'()*+,;=-]|%[0-9A-Fa-f]{2})+)(:[0-9]*)?"
    };
}

impl Decode for Url {
    const SHAPE: &'static Shape = &Shape::Text(TextShape {
        form: TextForm::Url,
        pattern: concat!(
            // Without a user name or password: it would be published.
            r"^[Hh][Tt][Tt][Pp][Ss]?://",
            host!(),
            r"(/([A-Za-z0-9._~!$&'()*+,;=:@/-]|%[0-9A-Fa-f]{2})*)?",
            r"(\?([A-Za-z0-9._~!$&'()*+,;=:@/?-]|%[0-9A-Fa-f]{2})*)?",
            r"(#([A-Za-z0-9._~!$&'()*+,;=:@/?-]|%[0-9A-Fa-f]{2})*)?$"
        ),
        examples: &["https://example.com", "https://www.example.org/about"],
        message: Some(
            "Write a complete web address that starts with https://. Copy it from the browser's address bar.",
        ),
    });

    fn decode<'n>(node: &'n Node, to: &mut Reporter<'n>) -> Option<Self> {
        to.text(node, read_url)
    }
}

fn read_url(text: &str) -> Result<Url, InvalidText> {
    Url::parse(text).map_err(|problem| {
        // A line below can be a part of a text with a space.
        let complete = Url::complete(text).filter(|_| !text.contains(char::is_whitespace));
        let Some(Url(url)) = complete else {
            let hint = "copy the address from the browser's address bar";
            return InvalidText::new(&INVALID_URL, problem, hint);
        };
        let quoted = format!("\"{url}\"");
        match url.ends_with(unwrapped(text, "")) {
            true => InvalidText::fixed(&INVALID_URL, problem, quoted),
            false => InvalidText::new(&INVALID_URL, problem, format!("write {quoted}")),
        }
    })
}

/// An absolute `http` or `https` URL without a path: scheme and authority, without a trailing slash.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Origin(Url);

impl Origin {
    /// Returns the URL as text.
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }
}

impl Decode for Origin {
    const SHAPE: &'static Shape = &Shape::Text(TextShape {
        form: TextForm::Url,
        pattern: concat!(r"^[Hh][Tt][Tt][Pp][Ss]?://", host!(), "/*$"),
        examples: &["https://profiles.example.com", "https://cv.example.org"],
        message: Some(
            "Write only https:// and the host name, without a path: https://profiles.example.com.",
        ),
    });

    fn decode<'n>(node: &'n Node, to: &mut Reporter<'n>) -> Option<Self> {
        to.text(node, |text| {
            let Url(url) = read_url(text)?;
            let origin = url.trim_end_matches('/');
            let (_, authority) = origin.split_once("://").expect("a URL has a scheme");
            if authority.contains(['/', '?', '#', '@']) {
                let hint = "delete everything after the host name: every path starts with /api";
                let problem = "has more than `https://` and a host name";
                return Err(InvalidText::new(&INVALID_BASE_URL, problem, hint));
            }
            Ok(Self(Url(origin.to_owned())))
        })
    }
}

/// Returns whether a text can be the name of a file rather than of a host: `cv.pdf`, `index-en.html`.
fn is_file_name(text: &str) -> bool {
    const EXTENSIONS: &str = "pdf html htm xhtml php asp aspx jsp doc docx odt rtf tex txt csv tsv xls \
        xlsx ods ppt pptx odp key pages json xml yaml yml jpg jpeg png gif svg webp bmp heic tif tiff \
        css js ts mp3 mp4 avi wav epub log bak md zip mov rs py sh ai ps";
    let extension = text.rsplit_once('.').map(|(_, extension)| extension.to_lowercase());
    extension.is_some_and(|it| EXTENSIONS.split_whitespace().any(|known| known == it))
}

/// Percent-encodes the path, query and fragment, and writes the host in ASCII.
fn encode(url: &str) -> String {
    let host = url.find("://").map_or(0, |at| at + 3);
    let path = url[host..].find('/').map_or(url.len(), |at| host + at);
    let ascii = ascii_host(&url[host..path]).unwrap_or_else(|| url[host..path].to_owned());
    let encoded = |c: char| match must_be_percent_encoded(c) {
        true => utf8_percent_encode(&c.to_string(), NON_ALPHANUMERIC).to_string(),
        false => c.to_string(),
    };
    let rest: String = url[path..].chars().map(encoded).collect();
    format!("{}{ascii}{rest}", &url[..host])
}

/// Returns a host name in ASCII (RFC 3492): `exämple.se` becomes `xn--exmple-cua.se`. Returns `None` if a label
/// has other characters than letters, digits and hyphens.
fn ascii_host(host: &str) -> Option<String> {
    let label = |label: &str| {
        if label.is_ascii() {
            return Some(label.to_owned());
        }
        let is_allowed = label.chars().all(|c| c.is_alphanumeric() || c == '-');
        let encoded = punycode::encode(&label.to_lowercase()).ok().filter(|_| is_allowed)?;
        Some(format!("xn--{encoded}"))
    };
    let labels: Option<Vec<String>> = host.split('.').map(label).collect();
    Some(labels?.join("."))
}

/// Returns whether RFC 3986 does not allow the character in a URL.
fn must_be_percent_encoded(character: char) -> bool {
    !character.is_ascii_graphic() || r#"<>"{}|\^`"#.contains(character)
}

const EMAIL: &str = concat!(
    r"^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*",
    r"@[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?)+$"
);

/// A valid email address: one `@`, no spaces, and a dot in the domain.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(inline, extend("format" = "email"))]
pub struct Email(String);

impl Email {
    /// Parses an email address.
    ///
    /// # Errors
    /// Returns the problem as the predicate of a sentence about the value, such as "is missing the @".
    pub fn parse(text: &str) -> Result<Self, String> {
        static FORM: LazyLock<Regex> =
            LazyLock::new(|| Regex::new(EMAIL).expect("a valid pattern"));
        if let Some(hidden) = text.chars().find(|c| is_invisible(*c)) {
            let code = u32::from(hidden);
            return Err(format!("contains an invisible character (U+{code:04X})"));
        }
        let (local, _) = text.rsplit_once('@').ok_or("is missing the @")?;
        match local.len() <= 64 && FORM.is_match(text) {
            true => Ok(Self(text.to_owned())),
            false => Err("is not a valid email address".to_owned()),
        }
    }

    /// Parses an address that can have a display name, `mailto:` or an international domain name:
    /// `Anna Berg <anna@example.com>`.
    ///
    /// # Errors
    /// Returns the problem as [`Email::parse`] does.
    pub fn parse_lenient(text: &str) -> Result<Self, String> {
        let bracketed = text.trim().strip_suffix('>').and_then(|text| text.rsplit_once('<'));
        let address = bracketed.map_or(text, |(_, address)| address).trim();
        let address = unwrapped(address, "mailto:");
        let ascii = address
            .rsplit_once('@')
            .and_then(|(local, domain)| Some(format!("{local}@{}", ascii_host(domain)?)));
        Self::parse(ascii.as_deref().unwrap_or(address))
    }

    /// Returns the address as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Decode for Email {
    const SHAPE: &'static Shape = &Shape::Text(TextShape {
        form: TextForm::Email,
        pattern: EMAIL,
        examples: &["anna.berg@example.com", "hello@example.org"],
        message: Some("Write an email address, such as name@example.com."),
    });

    fn decode<'n>(node: &'n Node, to: &mut Reporter<'n>) -> Option<Self> {
        to.text(node, |text| {
            Self::parse(text).map_err(|problem| {
                let parts = text.split([',', ';', '/', '|', ' ']);
                let addresses: Vec<&str> = parts.filter(|it| Self::parse(it).is_ok()).collect();
                if addresses.len() > 1 {
                    let hint = format!("keep one address: {}", addresses.join(" or "));
                    return InvalidText::new(&INVALID_EMAIL, "has several addresses", hint);
                }
                let meant = Self::parse_lenient(text);
                let meant =
                    meant.as_ref().map_or("an address such as name@example.com", Self::as_str);
                let fix = Self::parse(unwrapped(text, "mailto:")).ok();
                let fix = fix.map(|Self(address)| quoted(&address));
                let hint = format!("write {meant}");
                InvalidText { fix, ..InvalidText::new(&INVALID_EMAIL, problem, hint) }
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Email, Url};

    #[test]
    fn completes_unambiguous_urls() {
        for (text, completed) in [
            ("www.example.com", Some("https://www.example.com")),
            ("<https://example.com/a>", Some("https://example.com/a")),
            ("<https://example.com/a", None),
            ("example.com/å b", Some("https://example.com/%C3%A5%20b")),
            ("//example.com", Some("https://example.com")),
            ("https://example.com/å", Some("https://example.com/%C3%A5")),
            ("bücher.example/å", Some("https://xn--bcher-kva.example/%C3%A5")),
            ("https://www.Åsa.example", Some("https://www.xn--sa-xia.example")),
            ("https://例え.example", Some("https://xn--r8jz45g.example")),
            ("https://ex ämple.example", None),
            ("annaberg", None),
            ("cv.pdf", None),
            ("index-en.html", None),
            ("Lebenslauf.docx", None),
            ("README.md", None),
            ("index.html#top", None),
            ("anna.md", None),
            ("4.0", None),
            ("example.com/cv.pdf", Some("https://example.com/cv.pdf")),
            ("in/anna.berg", None),
            ("http//anna.example.com", None),
            ("anna@example.com", None),
            ("mailto:anna@example.com", None),
            ("ftp://example.com", None),
        ] {
            let url = Url::complete(text);
            assert_eq!(url.as_ref().map(Url::as_str), completed, "{text}");
        }
        let hidden = Email::parse("anna@example.com\u{200B}").expect_err("hidden");
        assert_eq!(hidden, "contains an invisible character (U+200B)");
    }

    #[test]
    fn accepts_only_absolute_http_urls() {
        for text in ["https://example.com", "HTTP://example.com/a?b=c#d", "https://[::1]:80/"] {
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
    fn accepts_only_plain_email_addresses() {
        for (text, email) in [
            ("Anna Berg <anna@example.com>", "anna@example.com"),
            ("<mailto:anna@example.com>", "anna@example.com"),
            ("MAILTO:anna@example.com", "anna@example.com"),
            ("anna@bücher.example", "anna@xn--bcher-kva.example"),
        ] {
            let parsed = Email::parse_lenient(text);
            assert_eq!(parsed.as_ref().map(Email::as_str), Ok(email), "{text}");
        }
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
