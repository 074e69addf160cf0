//! The addresses of the preview's pages. What is no consultant's page has a name that no
//! identifier can have.

use std::fmt::Write as _;

use crate::model::id::ConsultantId;
use crate::model::link::{Email, Url};
use crate::preview::photo;

/// The path below which the preview's own pages lie.
pub const ROOT: &str = "/_preview/";
/// Below [`ROOT`]: every mistake of every file.
pub(crate) const MISTAKES: &str = "_mistakes";
/// Below [`ROOT`]: the text of a content file, by its path.
pub(crate) const FILES: &str = "_files/";
/// Below [`ROOT`]: what pages are made with.
pub(crate) const ASSETS: &str = "assets/";

/// A consultant's page.
pub(super) fn consultant(id: &ConsultantId) -> String {
    format!("{ROOT}{id}")
}

/// A consultant's photo, also of one who is not published. The query makes another address of
/// another photo, so that a page that is open shows it.
pub(super) fn photo(id: &ConsultantId, version: &str) -> String {
    format!("{}{id}?v={version}", photo::ROOT)
}

/// The text of a content file.
pub(super) fn file(path: &str) -> String {
    format!("{ROOT}{FILES}{}", encoded(path))
}

/// The part of a page that shows a line of a file.
pub(super) fn line(number: usize) -> String {
    format!("#L{number}")
}

/// A file at a place, in an editor program that registered this scheme.
pub(super) fn editor(path: &std::path::Path, line: usize, column: usize) -> Option<String> {
    let path = path.to_str()?.replace('\\', "/");
    let path = encoded(path.trim_start_matches('/'));
    Some(format!("vscode://file/{path}:{line}:{column}"))
}

/// What a value of the content links to: an address of the web, or of mail. Nothing else is a
/// link, whatever it looks like.
pub(super) fn of_value(text: &str) -> Option<String> {
    if let Ok(url) = Url::parse(text) {
        return Some(url.as_str().to_owned());
    }
    let email = Email::parse(text).ok()?;
    Some(format!("mailto:{}", encoded(email.as_str())))
}

/// A phone number as people write it, to be called.
pub(super) fn of_phone(text: &str) -> Option<String> {
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    let plus = if text.trim_start().starts_with('+') {
        "+"
    } else {
        ""
    };
    (digits.len() > 2).then(|| format!("tel:{plus}{digits}"))
}

/// The text percent-encoded (RFC 3986, §2.1), but for `/` and `@`.
fn encoded(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => encoded.push(char::from(byte)),
            b'-' | b'.' | b'_' | b'~' | b'/' | b'@' => encoded.push(char::from(byte)),
            _ => {
                let _ = write!(encoded, "%{byte:02X}");
            }
        }
    }
    encoded
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{editor, file, of_phone, of_value};

    #[test]
    fn only_web_and_mail_are_links() {
        for text in [
            "javascript:alert(1)",
            "data:text/html,x",
            "//example.com",
            " https://example.com",
            "vbscript:x",
            "Anna Berg",
        ] {
            assert_eq!(of_value(text), None, "{text}");
        }
        let web = "https://example.com/a?b=c";
        assert_eq!(of_value(web).as_deref(), Some(web));
        let mail = of_value("a+b@example.com");
        assert_eq!(mail.as_deref(), Some("mailto:a%2Bb@example.com"));
    }

    #[test]
    fn phone_numbers_are_called_by_their_digits() {
        let number = of_phone("+46 (0)70-174 06 12");
        assert_eq!(number.as_deref(), Some("tel:+460701740612"));
        assert_eq!(of_phone("ask"), None);
    }

    #[test]
    fn paths_are_encoded() {
        let address = file("consultants/Åsa Berg#1?.yaml");
        let expected = "/_preview/_files/consultants/%C3%85sa%20Berg%231%3F.yaml";
        assert_eq!(address, expected);
        let address = editor(Path::new("/srv/my site/a.yaml"), 3, 5);
        let expected = "vscode://file/srv/my%20site/a.yaml:3:5";
        assert_eq!(address.as_deref(), Some(expected));
    }
}
