//! What an answer has to be like.

use std::collections::BTreeMap;
use std::fmt;

use super::exchange::Request;
use crate::render::JSON;
use crate::route::Header;

/// What an answer has to be like. Beside what it says, no content coding may be applied that the
/// request does not accept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExpectedResponse {
    /// Its status.
    pub status: Status,
    /// By name in lower case. A field that is not named may be there or not.
    pub fields: BTreeMap<String, Field>,
    /// Its content, without its content coding.
    pub body: Body,
}

/// Which status it has to be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Status {
    /// This one.
    Is(u16),
    /// Anything outside 200 to 299.
    NoSuccess,
    /// 400 to 499.
    ClientError,
    /// The connection is closed without an answer.
    NoAnswer,
}

/// What a field has to be. If nothing else is said, it has to be there, exactly once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Field {
    /// It must not be there.
    Nothing,
    /// This value.
    Is(String),
    /// This media type, with any parameters.
    MediaType(&'static str),
    /// This media type, in UTF-8 (RFC 9110, §8.3.2: its name is the same in any letter case).
    Utf8(&'static str),
    /// All of these are members of the list, which may be in several parts (RFC 9110, §5.6.1).
    Lists(&'static [&'static str]),
    /// An entity tag (RFC 9110, §8.8.3).
    Tag,
    /// An entity tag, and if it is a strong one, other than that of an answer to one of these
    /// requests which has another content coding (RFC 9110, §8.8.3.3).
    TagOfCoding(Vec<Request>),
    /// `Accept-Encoding` is in the list, if a content coding is applied.
    VaryIfCoded,
    /// The same as in the answer to this request.
    SameAs(Request),
    /// An entity tag, other than in the answer to this request.
    OtherThan(Request),
    /// The part of the published file at this path (RFC 9110, §14.4).
    RangeOf(String, Part),
    /// The same of what this request is answered, with its content coding.
    RangeOfCoded(Request, Part),
    /// It may be missing, but if it is there, this is its value.
    NothingBut(String),
    /// It may be missing, but if it is there, it is the length of the published file at this path.
    LengthOf(String),
}

/// What the content has to be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Body {
    /// The published file at this path.
    File(String),
    /// Some bytes of that file.
    Part(String, Part),
    /// Some bytes of what this request is answered, with its content coding.
    PartOfCoded(Request, Part),
    /// None of the bytes of that file.
    HeadOf(String),
    /// This text.
    Text(&'static str),
    /// Nothing.
    Empty,
    /// `{"error": <message>}` and nothing else.
    Error,
    /// The same, and byte for byte what this target answers.
    ErrorOf(String),
    /// Anything.
    Unknown,
}

/// Some bytes of a document, in number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// The first ones.
    First(usize),
    /// The last ones.
    Last(usize),
}

impl Part {
    /// Which bytes of `length` these are.
    pub fn range(self, length: usize) -> std::ops::Range<usize> {
        match self {
            Self::First(count) => 0..count.min(length),
            Self::Last(count) => length.saturating_sub(count)..length,
        }
    }

    /// The value of `Content-Range` for a document of this length.
    pub fn content_range(self, length: usize) -> String {
        let range = self.range(length);
        format!("bytes {}-{}/{length}", range.start, range.end - 1)
    }
}

impl ExpectedResponse {
    /// A status, and nothing else that matters.
    pub fn of(status: Status) -> Self {
        Self {
            status,
            fields: BTreeMap::new(),
            body: Body::Unknown,
        }
    }

    /// 200 with the published file at `path`.
    pub fn file(path: &str, media_type: &str) -> Self {
        Self::of(Status::Is(200))
            .with("content-type", Field::Is(media_type.to_owned()))
            .with("etag", Field::Tag)
            .body(Body::File(path.to_owned()))
    }

    /// An error in JSON.
    pub fn error(status: u16) -> Self {
        Self::of(Status::Is(status))
            .with("content-type", Field::Is(JSON.to_owned()))
            .body(Body::Error)
    }

    /// The same with this field.
    #[must_use]
    pub fn with(mut self, name: &str, field: Field) -> Self {
        self.fields.insert(name.to_ascii_lowercase(), field);
        self
    }

    /// The same with these fields, each with just this value.
    #[must_use]
    pub fn with_all(self, headers: &[Header]) -> Self {
        headers.iter().fold(self, |answer, (name, value)| {
            answer.with(name, Field::Is(value.clone()))
        })
    }

    /// The same with this content.
    #[must_use]
    pub fn body(mut self, body: Body) -> Self {
        self.body = body;
        self
    }

    /// What HEAD is answered where GET, by `get`, is answered so.
    #[must_use]
    pub fn head_of(mut self, get: &Request) -> Self {
        if self.fields.contains_key("etag") {
            self.fields
                .insert("etag".to_owned(), Field::SameAs(get.clone()));
        }
        let body = match self.body.file().map(str::to_owned) {
            Some(path) => {
                let length = Field::LengthOf(path.clone());
                self.fields.insert("content-length".to_owned(), length);
                Body::HeadOf(path)
            }
            None => Body::Empty,
        };
        self.body(body)
    }
}

impl Body {
    /// The path of the published file it is taken from.
    pub fn file(&self) -> Option<&str> {
        match self {
            Self::File(path) | Self::Part(path, _) | Self::HeadOf(path) => Some(path),
            Self::PartOfCoded(..)
            | Self::Text(_)
            | Self::Empty
            | Self::Error
            | Self::ErrorOf(_)
            | Self::Unknown => None,
        }
    }
}

impl Status {
    /// Whether it is such a one.
    pub fn allows(&self, status: u16) -> bool {
        match self {
            Self::Is(wanted) => status == *wanted,
            Self::NoSuccess => !(200..300).contains(&status),
            Self::ClientError => (400..500).contains(&status),
            Self::NoAnswer => false,
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Is(status) => write!(f, "{status}"),
            Self::NoSuccess => f.write_str("anything but 2xx"),
            Self::ClientError => f.write_str("4xx"),
            Self::NoAnswer => f.write_str("no answer at all"),
        }
    }
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nothing => f.write_str("nothing"),
            Self::Is(value) => write!(f, "`{value}`"),
            Self::MediaType(media_type) => write!(f, "`{media_type}`"),
            Self::Utf8(media_type) => write!(f, "`{media_type}; charset=utf-8`"),
            Self::Lists(members) => write!(f, "`{}`", members.join(", ")),
            Self::Tag => f.write_str("an entity tag"),
            Self::TagOfCoding(_) => f.write_str("an entity tag for each content coding"),
            Self::VaryIfCoded => f.write_str("`Accept-Encoding`"),
            Self::SameAs(request) => write!(f, "the same as for {request}"),
            Self::OtherThan(request) => write!(f, "an entity tag other than for {request}"),
            Self::RangeOf(path, part) => write!(f, "{part} of `{path}`"),
            Self::RangeOfCoded(request, part) => {
                write!(f, "{part} of what is answered to {request}")
            }
            Self::NothingBut(value) => write!(f, "`{value}` or nothing"),
            Self::LengthOf(path) => write!(f, "the length of `{path}` or nothing"),
        }
    }
}

impl fmt::Display for Body {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path) => write!(f, "the published `{path}`"),
            Self::Part(path, part) => write!(f, "{part} of `{path}`"),
            Self::PartOfCoded(request, part) => {
                write!(f, "{part} of what is answered to {request}")
            }
            Self::HeadOf(_) | Self::Empty => f.write_str("nothing"),
            Self::Text(text) => write!(f, "`{text}`"),
            Self::Error => f.write_str("`{\"error\": <message>}`"),
            Self::ErrorOf(target) => {
                write!(f, "`{{\"error\": <message>}}`, the same as of {target}")
            }
            Self::Unknown => f.write_str("anything"),
        }
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::First(count) => write!(f, "the first {count} bytes"),
            Self::Last(count) => write!(f, "the last {count} bytes"),
        }
    }
}
