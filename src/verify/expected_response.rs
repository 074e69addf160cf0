//! Descriptions of the responses that the interface allows.
#![expect(missing_docs, reason = "variants and fields are named after what they mean")]

use std::collections::BTreeMap;
use std::fmt;

use crate::render::JSON;
use crate::route::{CONTENT_LANGUAGE, EXPOSE_HEADERS, EXPOSED_HEADERS, Header};

/// A response that the interface allows. It must not have a content coding that the request does
/// not accept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExpectedResponse {
    pub status: Status,
    /// The headers by name in lower case. Any other header may be present or not.
    pub headers: BTreeMap<String, ExpectedHeader>,
    /// The content, after decoding its content coding.
    pub body: ExpectedBody,
}

/// A set of statuses.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    Is(u16),
    /// 400 to 599.
    Error,
    /// The status of a former deploy that is deleted (404, 410) or that the public cannot read (401, 403).
    Gone,
    /// Anything but 2xx.
    NotSuccess,
}

/// What a header has to mean. Unless stated otherwise, it has to be present with one value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExpectedHeader {
    Absent,
    Is(String),
    /// This type and subtype. Of the parameters, only the charset of a text counts: JSON has none (RFC 8259, §11).
    MediaType(String),
    /// These members of a list in any order and letter case, such as directives (RFC 9111, §5.2), languages, or the only
    /// value of `X-Content-Type-Options` (Fetch, §3.6).
    Set(String),
    /// These links, and possibly others (RFC 8288, §3).
    Links(String),
    /// No rule against indexing.
    Indexable,
    /// A list with all of these members, possibly in several headers (RFC 9110, §5.6.1).
    Includes(&'static [&'static str]),
    /// An entity tag (RFC 9110, §8.8.3). A strong one identifies the bytes of the body, so it must not
    /// be that of the check's reference if this has another body.
    EntityTag,
    /// A list that includes `Accept-Encoding`, if a content coding is applied.
    VaryIfCoded,
}

/// What the content has to be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExpectedBody {
    /// The published file at this path.
    File(String),
    /// Empty, in response to HEAD for that file.
    HeadOf(String),
    Empty,
    /// `{"error": <message>}`, and the same as in the check's reference.
    Error,
    Any,
}

impl ExpectedResponse {
    /// A response of which only the status matters.
    pub fn of(status: Status) -> Self {
        Self { status, headers: BTreeMap::new(), body: ExpectedBody::Any }
    }

    /// A 200 with the published file at `path`.
    pub fn file(path: &str, media_type: &str) -> Self {
        Self::of(Status::Is(200))
            .with("content-type", ExpectedHeader::MediaType(media_type.to_owned()))
            .with("etag", ExpectedHeader::EntityTag)
            .body(ExpectedBody::File(path.to_owned()))
    }

    /// A JSON error.
    pub fn error(status: u16) -> Self {
        Self::of(Status::Is(status))
            .with("content-type", ExpectedHeader::MediaType(JSON.to_owned()))
            .body(ExpectedBody::Error)
    }

    /// Sets a header.
    #[must_use]
    pub fn with(mut self, name: &str, header: ExpectedHeader) -> Self {
        self.headers.insert(name.to_ascii_lowercase(), header);
        self
    }

    /// Sets headers with these values.
    #[must_use]
    pub fn with_all(self, headers: &[Header]) -> Self {
        headers.iter().fold(self, |response, (name, value)| {
            response.with(
                name,
                match *name {
                    EXPOSE_HEADERS => ExpectedHeader::Includes(&EXPOSED_HEADERS),
                    "Cache-Control" | CONTENT_LANGUAGE | "X-Content-Type-Options" => {
                        ExpectedHeader::Set(value.clone())
                    }
                    "Link" => ExpectedHeader::Links(value.clone()),
                    "X-Robots-Tag" => ExpectedHeader::Includes(&["noindex"]),
                    _ => ExpectedHeader::Is(value.clone()),
                },
            )
        })
    }

    /// Sets the content.
    #[must_use]
    pub fn body(mut self, body: ExpectedBody) -> Self {
        self.body = body;
        self
    }

    /// Returns the response to HEAD where this is the response to GET.
    #[must_use]
    pub fn head(self) -> Self {
        match self.body.file().map(str::to_owned) {
            Some(path) => self.body(ExpectedBody::HeadOf(path)),
            None => self.body(ExpectedBody::Empty),
        }
    }
}

impl ExpectedBody {
    /// Returns the path of the published file that the content comes from.
    pub fn file(&self) -> Option<&str> {
        match self {
            Self::File(path) | Self::HeadOf(path) => Some(path),
            _ => None,
        }
    }
}

impl Status {
    /// Returns whether the set contains a status.
    pub fn allows(&self, status: u16) -> bool {
        match self {
            Self::Is(expected) => status == *expected,
            Self::Error => (400..600).contains(&status),
            Self::Gone => matches!(status, 404 | 410 | 401 | 403),
            Self::NotSuccess => !(200..300).contains(&status),
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Is(status) => write!(f, "{status}"),
            Self::Error => f.write_str("4xx or 5xx"),
            Self::Gone => f.write_str("404, 410, 401 or 403"),
            Self::NotSuccess => f.write_str("anything but 2xx"),
        }
    }
}
