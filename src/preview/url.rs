//! The URLs of the preview's pages. Names of pages that belong to no consultant contain a character
//! that an id cannot contain.

use std::borrow::Cow;

use percent_encoding::{
    AsciiSet, NON_ALPHANUMERIC, PercentEncode, percent_decode_str, utf8_percent_encode,
};

use crate::digest::Digest;
use crate::model::id::ConsultantId;
use crate::model::link::{Email, Url};

/// The root path of the preview's pages.
pub const ROOT: &str = "/_preview/";
/// Below [`ROOT`]: the page with all diagnostics.
pub(super) const DIAGNOSTICS: &str = "_diagnostics";
/// Below [`ROOT`]: the text of a content file, followed by its path.
pub(super) const FILES: &str = "_files/";
/// Below [`ROOT`]: the photos, followed by the identifier.
pub(super) const PHOTOS: &str = "photo/";
/// Below [`ROOT`]: style sheet, scripts and icon.
pub(super) const ASSETS: &str = "assets/";

/// Returns the URL of the start page with those query parameters that are not empty.
pub(super) fn start_page(parameters: &[(&str, &str)]) -> String {
    let parameters = parameters.iter().filter(|(_, value)| !value.is_empty());
    let pairs: Vec<String> =
        parameters.map(|(name, value)| format!("{name}={}", encoded(value))).collect();
    match pairs.is_empty() {
        true => ROOT.to_owned(),
        false => format!("{ROOT}?{}", pairs.join("&")),
    }
}

pub(super) fn consultant(id: &ConsultantId) -> String {
    format!("{ROOT}{id}")
}

/// Returns the path of a consultant's photo. The query changes with the photo, so that an open page
/// loads the new one.
pub(super) fn photo(id: &ConsultantId, version: Digest) -> String {
    format!("{ROOT}{PHOTOS}{id}?v={version}")
}

pub(super) fn file(path: &str) -> String {
    format!("{ROOT}{FILES}{}", encoded(path))
}

/// Returns a URL that opens a file in an editor that registered the `vscode` scheme.
pub(super) fn editor(path: &std::path::Path, line: usize, column: usize) -> Option<String> {
    let path = path.to_str()?.replace('\\', "/");
    let path = encoded(path.trim_start_matches('/'));
    Some(format!("vscode://file/{path}:{line}:{column}"))
}

/// Returns the link of a value that is an `http` or `https` URL or an email address. No other value
/// becomes a link, so that `javascript:` URLs are harmless.
pub(super) fn of_value(text: &str) -> Option<String> {
    if let Ok(url) = Url::parse(text) {
        return Some(url.as_str().to_owned());
    }
    let email = Email::parse(text).ok()?;
    Some(format!("mailto:{}", encoded(email.as_str())))
}

/// Returns the decoded name of a page or asset, if the path of a request is below [`ROOT`].
pub(super) fn name(path: &str) -> Option<Cow<'_, str>> {
    Some(percent_decode_str(path.strip_prefix(ROOT)?).decode_utf8_lossy())
}

/// Returns the value of a query parameter, if there is one, in form encoding: a plus sign is a space.
pub(super) fn parameter(query: Option<&str>, name: &str) -> Option<String> {
    let mut pairs = query?.split('&').filter_map(|pair| pair.split_once('='));
    let (_, value) = pairs.find(|(key, _)| *key == name)?;
    Some(percent_decode_str(&value.replace('+', " ")).decode_utf8_lossy().into_owned())
}

/// Percent-encodes a text (RFC 3986, §2.1), except `/` and `@`.
fn encoded(text: &str) -> PercentEncode<'_> {
    const RESERVED: &AsciiSet = &NON_ALPHANUMERIC
        .remove(b'-')
        .remove(b'.')
        .remove(b'_')
        .remove(b'~')
        .remove(b'/')
        .remove(b'@');
    utf8_percent_encode(text, RESERVED)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{editor, file, name, of_value, parameter};

    #[test]
    fn only_web_and_email_become_links() {
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
    fn encodes_paths() {
        let path = file("consultants/Åsa Berg#1?.yaml");
        let expected = "/_preview/_files/consultants/%C3%85sa%20Berg%231%3F.yaml";
        assert_eq!(path, expected);
        let url = editor(Path::new("/srv/my site/a.yaml"), 3, 5);
        let expected = "vscode://file/srv/my%20site/a.yaml:3:5";
        assert_eq!(url.as_deref(), Some(expected));
    }

    #[test]
    fn names_and_parameters_are_decoded_once() {
        let path = file("consultants/Åsa.yaml");
        assert_eq!(name(&path).as_deref(), Some("_files/consultants/Åsa.yaml"));
        assert_eq!(name("/_preview/a%252Db%C3").as_deref(), Some("a%2Db\u{FFFD}"));
        assert_eq!(name("/_preview"), None);
        let q = |query| parameter(Some(query), "q");
        assert_eq!(q("x=1&q=%C3%A5+a%20b&y").as_deref(), Some("å a b"));
        assert_eq!(q("Q=a"), None);
        assert_eq!(q("x=q=a"), None);
        assert_eq!(q("q"), None);
        assert_eq!(parameter(None, "q"), None);
    }
}
