//! What an answer has to be like, and how one differs from it.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;

use serde_json::Value as Json;

use crate::http::{Failure, Response};
use crate::site::Site;

pub(crate) const JSON: &str = "application/json";

/// The fields of every answer below `/api`, errors included.
const API_FIELDS: [(&str, &str); 5] = [
    ("access-control-allow-origin", "*"),
    ("cache-control", "public, max-age=300"),
    (
        "link",
        "</api/openapi.json>; rel=\"service-desc\"; type=\"application/json\", \
         </schemas/consultant-profile-1.0.json>; rel=\"describedby\"; type=\"application/json\", \
         </.well-known/api-catalog>; rel=\"api-catalog\"; type=\"application/linkset+json\"",
    ),
    ("x-content-type-options", "nosniff"),
    ("x-robots-tag", "noindex"),
];

/// How many bytes of a body a report shows.
const PREVIEW: usize = 100;

/// What an answer has to be like.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Answer {
    pub(crate) status: Status,
    /// By name in lower case. A field that is not named may be there or not.
    pub(crate) fields: BTreeMap<&'static str, Field>,
    pub(crate) body: Body,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Status {
    Is(u16),
    /// Anything outside 200 to 299.
    NoSuccess,
    /// 400 to 499.
    ClientError,
    /// The connection is closed without an answer.
    NoAnswer,
}

/// What a field has to be. But for `NothingBut`, it has to be there, exactly once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Field {
    Is(String),
    /// This media type, with any parameters.
    MediaType(&'static str),
    /// This media type, in UTF-8 (RFC 9110, §8.3.2: its name is the same in any letter case).
    Utf8(&'static str),
    /// An entity tag (RFC 9110, §8.8.3).
    Tag,
    /// The same as when this target is fetched.
    SameAs(String),
    /// Other than when this target is fetched.
    OtherThan(String),
    /// It may be missing, but if it is there, this is its value.
    NothingBut(String),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Body {
    /// The published file at this path.
    File(String),
    /// Some bytes of that file.
    Part(String, Range<usize>),
    /// None of the bytes of that file.
    HeadOf(String),
    Text(&'static str),
    Empty,
    /// `{"error": <message>}` and nothing else.
    Error,
    /// The same, and byte for byte what this target answers.
    ErrorOf(&'static str),
    Unknown,
}

impl Answer {
    /// A status, and nothing else that matters.
    pub(crate) fn of(status: Status) -> Self {
        Self {
            status,
            fields: BTreeMap::new(),
            body: Body::Unknown,
        }
    }

    /// 200 with the published file at `path`.
    pub(crate) fn file(path: &str, media_type: &str) -> Self {
        Self::of(Status::Is(200))
            .with("content-type", Field::Is(media_type.to_owned()))
            .with("etag", Field::Tag)
            .body(Body::File(path.to_owned()))
    }

    /// 404 with an error in JSON.
    pub(crate) fn not_found() -> Self {
        Self::of(Status::Is(404))
            .with("content-type", Field::Is(JSON.to_owned()))
            .body(Body::Error)
    }

    pub(crate) fn with(mut self, name: &'static str, field: Field) -> Self {
        self.fields.insert(name, field);
        self
    }

    pub(crate) fn body(mut self, body: Body) -> Self {
        self.body = body;
        self
    }

    /// What HEAD is answered where GET of `target` is answered so.
    pub(crate) fn head_of(mut self, target: &str) -> Self {
        if self.fields.contains_key("etag") {
            self.fields.insert("etag", Field::SameAs(target.to_owned()));
        }
        let body = match self.body.file() {
            Some(path) => Body::HeadOf(path.to_owned()),
            None => Body::Empty,
        };
        self.body(body)
    }

    /// The same with the fields of every answer below `/api`.
    pub(crate) fn api(self) -> Self {
        let with = |answer: Self, (name, value): (&'static str, &str)| {
            answer.with(name, Field::Is(value.to_owned()))
        };
        API_FIELDS.into_iter().fold(self, with)
    }

    /// How an exchange differs from what is wanted; empty if it does not.
    pub(crate) fn differences(
        &self,
        outcome: &Result<Response, Failure>,
        site: &Site,
        fetch: &dyn Fn(&str) -> Result<Response, Failure>,
    ) -> Vec<String> {
        let response = match (outcome, &self.status) {
            (Err(Failure::NoAnswer), Status::NoAnswer) => return Vec::new(),
            (Err(failure), status) => return vec![format!("wanted {status}, got {failure:?}")],
            (Ok(response), _) => response,
        };
        let mut differences = Vec::new();
        if !self.status.allows(response.status) {
            let got = response.status;
            differences.push(format!("status: wanted {}, got {got}", self.status));
        }
        for (name, field) in &self.fields {
            let got = response.values(name);
            let reference = match field {
                Field::SameAs(target) | Field::OtherThan(target) => fetch(target)
                    .ok()
                    .and_then(|response| Some((*response.values(name).first()?).to_owned())),
                _ => None,
            };
            if !field.allows(&got, reference.as_deref()) {
                let reference = reference.map_or_else(String::new, |value| format!(" ({value})"));
                differences.push(format!("{name}: wanted {field:?}{reference}, got {got:?}"));
            }
        }
        if !self.body.allows(&response.body, site, fetch) {
            differences.push(format!(
                "body: wanted {:?}, got {}",
                self.body,
                preview(&response.body)
            ));
        }
        differences
    }
}

impl Status {
    fn allows(&self, status: u16) -> bool {
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

impl Field {
    fn allows(&self, got: &[&str], reference: Option<&str>) -> bool {
        match (self, got) {
            (Self::NothingBut(_), []) => true,
            (Self::Is(wanted) | Self::NothingBut(wanted), [got]) => got == wanted,
            (Self::MediaType(wanted), [got]) => {
                got.split(';').next().map(str::trim) == Some(*wanted)
            }
            (Self::Utf8(wanted), [got]) => {
                let plain = got.replace([' ', '"'], "").to_ascii_lowercase();
                plain.split_once(';') == Some((*wanted, "charset=utf-8"))
            }
            (Self::Tag, [got]) => is_tag(got),
            (Self::SameAs(_), [got]) => reference == Some(*got),
            (Self::OtherThan(_), [got]) => {
                is_tag(got) && reference.is_some_and(|other| other != *got)
            }
            _ => false,
        }
    }
}

impl Body {
    /// The path of the published file it is taken from.
    pub(crate) fn file(&self) -> Option<&str> {
        match self {
            Self::File(path) | Self::Part(path, _) | Self::HeadOf(path) => Some(path),
            Self::Text(_) | Self::Empty | Self::Error | Self::ErrorOf(_) | Self::Unknown => None,
        }
    }

    fn allows(
        &self,
        got: &[u8],
        site: &Site,
        fetch: &dyn Fn(&str) -> Result<Response, Failure>,
    ) -> bool {
        match self {
            Self::File(path) => got == site.read(path),
            Self::Part(path, range) => Some(got) == site.read(path).get(range.clone()),
            Self::Text(wanted) => got == wanted.as_bytes(),
            Self::HeadOf(_) | Self::Empty => got.is_empty(),
            Self::Error => is_error(got),
            Self::ErrorOf(target) => {
                is_error(got) && fetch(target).is_ok_and(|response| response.body == got)
            }
            Self::Unknown => true,
        }
    }
}

fn is_tag(value: &str) -> bool {
    let opaque = value.strip_prefix("W/").unwrap_or(value);
    opaque.len() > 2 && opaque.starts_with('"') && opaque.ends_with('"')
}

/// Whether it is what the interface, "Errors", says: an object with a message, and nothing else.
fn is_error(body: &[u8]) -> bool {
    let Ok(Json::Object(members)) = serde_json::from_slice(body) else {
        return false;
    };
    let has_message = |message: &Json| message.as_str().is_some_and(|text| !text.is_empty());
    members.len() == 1 && members.get("error").is_some_and(has_message)
}

fn preview(body: &[u8]) -> String {
    let start = &body[..body.len().min(PREVIEW)];
    format!("{} bytes: {:?}", body.len(), String::from_utf8_lossy(start))
}
