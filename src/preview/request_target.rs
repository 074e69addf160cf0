//! The path and the query of a request (RFC 3986, §3.3 and §3.4), read as static hosts read them:
//! decoded once, never normalised.

use super::pages;

/// The path of a request.
#[derive(Debug, Clone)]
pub(super) struct Address<'a> {
    raw: &'a str,
    /// `None` if the encoding is malformed or no UTF-8.
    decoded: Option<String>,
}

impl<'a> Address<'a> {
    pub(super) fn of(raw: &'a str) -> Self {
        let decoded = decode(raw, false);
        Self { raw, decoded }
    }

    /// The path under which a file could lie. An encoded slash is no separator, and neither it nor
    /// a malformed encoding is in a file's path: those stay as they were sent, and lead nowhere.
    pub(super) fn path(&self) -> &str {
        let separators = |path: &str| path.matches('/').count();
        match &self.decoded {
            Some(decoded) if separators(decoded) == separators(self.raw) => decoded,
            _ => self.raw,
        }
    }

    /// Whether it is the folder `root`, which ends in a slash, or lies below it, however the
    /// slashes are written.
    pub(super) fn is_below(&self, root: &str) -> bool {
        let path = self.decoded.as_deref().unwrap_or(self.raw);
        path.starts_with(root) || Some(path) == root.strip_suffix('/')
    }

    /// Whether it is the address of the preview's pages but for the slash at its end, which people
    /// leave out.
    pub(super) fn is_root_without_slash(&self) -> bool {
        Some(self.path()) == pages::ROOT.strip_suffix('/')
    }

    /// The path if it belongs to the preview's own pages.
    pub(super) fn preview(&self) -> Option<&str> {
        Some(self.path()).filter(|path| path.starts_with(pages::ROOT))
    }
}

/// The value of a query's parameter; the last one if there are several.
pub(super) fn parameter(query: Option<&str>, name: &str) -> Option<String> {
    let pairs = query.unwrap_or_default().split('&').rev();
    pairs
        .filter_map(|pair| pair.split_once('='))
        .find(|(key, _)| decode(key, true).as_deref() == Some(name))
        .and_then(|(_, value)| decode(value, true))
}

/// The percent-decoded text; in a form's text, a plus sign is a space.
fn decode(text: &str, is_form: bool) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, others)) = rest.split_first() {
        rest = others;
        match first {
            b'%' => {
                let digit = |byte: &u8| char::from(*byte).to_digit(16);
                let (high, low) = (digit(rest.first()?)?, digit(rest.get(1)?)?);
                bytes.push(u8::try_from(high * 16 + low).ok()?);
                rest = &rest[2..];
            }
            b'+' if is_form => bytes.push(b' '),
            other => bytes.push(other),
        }
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_decoded_once_and_never_normalised() {
        for (raw, path) in [
            ("/api/%6Fpenapi.json", "/api/openapi.json"),
            ("/api%2Fopenapi.json", "/api%2Fopenapi.json"),
            ("/a%252Db", "/a%2Db"),
            ("/a/../b", "/a/../b"),
            ("/%2e%2e/b", "/../b"),
            ("/%zz", "/%zz"),
            ("/%", "/%"),
            ("/%C3", "/%C3"),
            ("/%C3%A5", "/\u{e5}"),
            ("/a+b", "/a+b"),
        ] {
            assert_eq!(Address::of(raw).path(), path, "{raw}");
        }
    }

    #[test]
    fn what_is_below_a_folder_does_not_depend_on_how_it_is_written() {
        for path in ["/api", "/api/", "/api/x", "/api%2Fx", "/%61pi/x"] {
            assert!(Address::of(path).is_below("/api/"), "{path}");
        }
        for path in ["/", "/apis", "/x/api/"] {
            assert!(!Address::of(path).is_below("/api/"), "{path}");
        }
    }

    #[test]
    fn the_last_of_equal_parameters_counts() {
        let format = |query| parameter(Some(query), "format");
        assert_eq!(
            format("format=x&format=jsonresume").as_deref(),
            Some("jsonresume")
        );
        assert_eq!(
            format("x=1&format=json%72esume&y").as_deref(),
            Some("jsonresume")
        );
        assert_eq!(format("format=+a%20b").as_deref(), Some(" a b"));
        assert_eq!(format("FORMAT=jsonresume"), None);
        assert_eq!(format("x=format=jsonresume"), None);
        assert_eq!(format("format"), None);
        assert_eq!(parameter(None, "format"), None);
    }
}
