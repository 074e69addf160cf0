//! The path and query of a request (RFC 3986, §3.3 and §3.4), read as static hosts read them:
//! percent-decoded once, never normalized.

use std::borrow::Cow;

use percent_encoding::percent_decode_str;

#[derive(Debug, Clone)]
pub(super) struct RequestPath<'a> {
    raw: &'a str,
    /// The same as `raw` if the encoded bytes are not UTF-8.
    decoded: Cow<'a, str>,
}

impl<'a> RequestPath<'a> {
    pub(super) fn new(raw: &'a str) -> Self {
        let decoded = percent_decode_str(raw).decode_utf8();
        Self { raw, decoded: decoded.unwrap_or(Cow::Borrowed(raw)) }
    }

    /// Returns the decoded path. A path with an encoded slash stays as sent, because it cannot be the
    /// path of a file.
    pub(super) fn as_str(&self) -> &str {
        let separators = |path: &str| path.matches('/').count();
        match separators(&self.decoded) == separators(self.raw) {
            true => &self.decoded,
            false => self.raw,
        }
    }

    /// Returns whether the path is the directory `root`, which ends in a slash, or below it, even if
    /// slashes are encoded.
    pub(super) fn is_below(&self, root: &str) -> bool {
        self.decoded.starts_with(root) || Some(&*self.decoded) == root.strip_suffix('/')
    }
}

/// Returns the value of a query parameter; the last one if the parameter is repeated.
pub(super) fn parameter(query: Option<&str>, name: &str) -> Option<String> {
    // In form encoding, a plus sign is a space.
    let decode = |text: &str| {
        let text = text.replace('+', " ");
        percent_decode_str(&text).decode_utf8().ok().map(Cow::into_owned)
    };
    let mut pairs = query?.split('&').rev().filter_map(|pair| pair.split_once('='));
    let (_, value) = pairs.find(|(key, _)| decode(key).as_deref() == Some(name))?;
    decode(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_decoded_once_and_never_normalized() {
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
            assert_eq!(RequestPath::new(raw).as_str(), path, "{raw}");
        }
    }

    #[test]
    fn encoded_paths_are_below_the_same_directory() {
        for path in ["/api", "/api/", "/api/x", "/api%2Fx", "/%61pi/x"] {
            assert!(RequestPath::new(path).is_below("/api/"), "{path}");
        }
        for path in ["/", "/apis", "/x/api/"] {
            assert!(!RequestPath::new(path).is_below("/api/"), "{path}");
        }
    }

    #[test]
    fn the_last_of_repeated_parameters_wins() {
        let format = |query| parameter(Some(query), "format");
        assert_eq!(format("format=x&format=jsonresume").as_deref(), Some("jsonresume"));
        assert_eq!(format("x=1&format=json%72esume&y").as_deref(), Some("jsonresume"));
        assert_eq!(format("format=+a%20b").as_deref(), Some(" a b"));
        assert_eq!(format("FORMAT=jsonresume"), None);
        assert_eq!(format("x=format=jsonresume"), None);
        assert_eq!(format("format"), None);
        assert_eq!(parameter(None, "format"), None);
    }
}
