//! The ways in which a response can differ from the expected one, as reports show them.
//!
//! Of a response, a difference has only the status, values of headers, lengths, digests, and names of fields that the
//! local document has. The values are removed if a request had secret headers.

use std::fmt;

use jiff::Timestamp;
use serde_json::{Map, Value as Json};

use super::exchange::{Response, TransportError};
use super::expected_response::Status;
use super::expected_site::ExpectedSite;
use super::failure_cause::FailureCause;
use super::limits::parse_json;
use super::photo_metadata::has_metadata;
use super::response_kind::{is_document, is_html_body};
use crate::characters::shortened;
use crate::digest::Digest;
use crate::error::Result;

/// How many characters of the value of a header are printed.
const MAX_VALUE: usize = 200;
/// How many fields are listed.
const LISTED_FIELDS: usize = 6;

/// One way in which a response differs from the expected one.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "fields are named after what they mean")]
pub enum Difference {
    /// No complete response arrived.
    NoResponse(TransportError),
    /// Another status.
    Status { expected: Status, got: u16 },
    /// A header by its name in lower case, what is wrong with it, and its values.
    Header { name: String, problem: String, received: Vec<String> },
    /// What is wrong with the body, and the cause if the body shows it.
    Body { cause: Option<FailureCause>, problem: String },
}

impl Difference {
    /// Compares a response with the published file at `path`, whose content it does not have. `body` is its
    /// decoded body, or the start of one that is longer than `limit`. The difference contains no values of
    /// the body, and no names of fields that only the body has.
    ///
    /// # Errors
    /// Returns an error if the published file cannot be rendered.
    pub(super) fn of_file(
        site: &ExpectedSite,
        path: &str,
        response: &Response,
        body: &[u8],
        limit: Option<usize>,
    ) -> Result<Self> {
        let local = site.file(path)?;
        let is_photo = path.ends_with(".jpg") || path.ends_with(".png");
        let (cause, problem) = if !path.ends_with(".html") && is_html_body(response, body) {
            (FailureCause::HtmlPage, "an HTML page".to_owned())
        } else if is_photo && has_metadata(body) {
            (FailureCause::PhotoMetadata, "metadata".to_owned())
        } else if let Some(limit) = limit {
            let problem = format!("longer than {limit} bytes, which is far more than expected");
            (FailureCause::OtherContent, problem)
        } else if is_photo && let Some(owner) = site.owner_of(body, true) {
            (FailureCause::OtherPhoto, format!("the photo of `{owner}`"))
        } else if let Some(difference) = json_difference(site, path, body, &local) {
            difference
        } else {
            // Enough to distinguish two files.
            let [deployed, here] = [body, &local].map(|file| Digest::of(file).to_string());
            let problem = format!(
                "{} bytes deployed (SHA-256 {deployed:.12}...), {} bytes locally ({here:.12}...)",
                body.len(),
                local.len(),
            );
            (FailureCause::OtherContent, problem)
        };
        Ok(Self::Body { cause: Some(cause), problem })
    }

    /// Returns a difference in a header.
    pub(super) fn of_header(name: &str, problem: &str, response: &Response) -> Self {
        let values = response.values(name).into_iter();
        let received = values.map(|value| match name {
            // The rest identifies a visitor.
            "set-cookie" => value.split_once('=').map_or("", |(name, _)| name).to_owned() + "=...",
            _ => shortened(value, MAX_VALUE).into_owned(),
        });
        let (name, problem) = (name.to_owned(), problem.to_owned());
        Self::Header { name, problem, received: received.collect() }
    }

    /// Returns a difference in the content coding.
    pub(super) fn coding(problem: &str, response: &Response) -> Self {
        Self::of_header("content-encoding", problem, response)
    }

    /// Returns the difference without the values of a header.
    #[must_use]
    pub(super) fn without_values(&self) -> Self {
        let mut difference = self.clone();
        if let Self::Header { received, .. } = &mut difference {
            received.clear();
        }
        difference
    }

    /// Returns whether the difference follows from the cause of its check: headers do not depend on the content of a
    /// document, but their media type can.
    pub(super) fn follows_from(&self, cause: FailureCause) -> bool {
        match self {
            Self::Header { name, .. } if !cause.concerns_server() => match &name[..] {
                "content-type" => {
                    matches!(cause, FailureCause::HtmlPage | FailureCause::OtherPhoto)
                }
                // A proxy that changes a document drops its entity tag.
                "etag" => {
                    matches!(
                        cause,
                        FailureCause::OtherContent
                            | FailureCause::Reformatted
                            | FailureCause::ChangedInFront
                    )
                }
                "content-language" => cause == FailureCause::OtherLanguage,
                _ => false,
            },
            _ => true,
        }
    }

    /// Returns the stable code for programs. The cause of a difference, if it is known, has its own.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NoResponse(_) => "no-response",
            Self::Status { .. } => "status",
            Self::Header { .. } => "header",
            Self::Body { .. } => "body",
        }
    }

    /// Returns what to do about a difference without a cause.
    pub fn hint(&self) -> &'static str {
        match self {
            Self::NoResponse(_) => {
                "check that the server is running, and that no firewall or proxy closes the connection"
            }
            Self::Header { name, .. } if name == "set-cookie" => {
                "everything is public and cached: turn off cookies for analytics or sessions, at least for /api"
            }
            Self::Header { name, .. } if name == "content-encoding" => {
                "deploy the rules of the host again; if they are current, find the cache or proxy that ignores `Vary` or `Accept-Encoding`"
            }
            Self::Header { name, .. } if name == "x-robots-tag" => {
                "deploy previews of many hosts add `noindex`: verify the URL of the site itself. `indexing` in site.yaml decides whether the rules of the host send it"
            }
            _ => {
                "deploy the rules of the host again; if they are current, find the proxy that changes responses"
            }
        }
    }

    /// Returns whether the status is not the expected one.
    pub(super) fn is_of_status(&self) -> bool {
        matches!(self, Self::Status { .. })
    }

    /// Returns whether both are the same, whatever status is expected.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Status { got, .. }, Self::Status { got: other, .. }) => got == other,
            _ => self.without_values() == other.without_values(),
        }
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoResponse(error) => error.fmt(f),
            Self::Status { expected, got } => write!(f, "status {got} instead of {expected}"),
            Self::Header { name, problem, .. } => write!(f, "{}: {problem}", capitalized(name)),
            Self::Body { problem, .. } => write!(f, "body: {problem}"),
        }
    }
}

/// Returns the name of a header as it is usually written.
fn capitalized(name: &str) -> String {
    let words = name.split('-').map(|word| match word {
        "etag" => "ETag".to_owned(),
        _ => word[..1].to_ascii_uppercase() + &word[1..],
    });
    words.collect::<Vec<String>>().join("-")
}

/// Compares JSON documents. Returns `None` if a body is not a JSON object.
fn json_difference(
    site: &ExpectedSite,
    path: &str,
    body: &[u8],
    local: &[u8],
) -> Option<(FailureCause, String)> {
    let deployed = parse_json(body, local)?;
    let local: Json = serde_json::from_slice(local).ok()?;
    if deployed == local {
        return Some((FailureCause::Reformatted, "reformatted".to_owned()));
    }
    let entries = &site.compiled.entries;
    if let Some((own, _)) = entries.find(path) {
        let active = |id: &str| entries.get(id).map(|entry| &entry.id);
        let id = site.owner_of(body, false).or_else(|| active(deployed.get("id")?.as_str()?));
        if let Some(id) = id.filter(|id| **id != own.id) {
            return Some((FailureCause::OtherConsultant, format!("the document of `{id}`")));
        }
        let [is_profile, was_profile] =
            [&deployed, &local].map(|json| json.get("_links").is_some());
        if is_document(&deployed) && is_profile != was_profile {
            return Some((FailureCause::QueryIgnored, "the other format".to_owned()));
        }
    }
    let is_same_document = identity(&deployed).is_some() && identity(&deployed) == identity(&local);
    let times = modified(&deployed).zip(modified(&local)).filter(|_| is_same_document);
    let modified = |when, local| format!("`lastModified` is {when} than the local one, {local}");
    Some(match times {
        Some((deployed, local)) if deployed < local => {
            (FailureCause::OlderVersion, modified("earlier", local))
        }
        Some((deployed, local)) if deployed > local => {
            (FailureCause::NewerVersion, modified("later", local))
        }
        _ => (FailureCause::OtherContent, fields(deployed.as_object()?, local.as_object()?)),
    })
}

/// Returns what distinguishes the consultant of a document: the identifier of a profile, and the name
/// of a JSON Resume.
fn identity(document: &Json) -> Option<&str> {
    let name = || document.get("basics")?.get("name");
    document.get("id").or_else(name)?.as_str()
}

/// Returns the time at which the content of a document was modified.
fn modified(document: &Json) -> Option<Timestamp> {
    let of_profile = document.get("lastModified");
    let value = of_profile.or_else(|| document.get("meta")?.get("lastModified"))?;
    value.as_str()?.parse().ok()
}

/// Names the local fields with other values. Names of other fields may be private.
fn fields(deployed: &Map<String, Json>, local: &Map<String, Json>) -> String {
    let changed = local.iter().filter(|(name, value)| deployed.get(*name) != Some(value));
    let mut names: Vec<String> = changed.map(|(name, _)| format!("`{name}`")).collect();
    if names.len() > LISTED_FIELDS || deployed.keys().any(|name| !local.contains_key(name)) {
        names.truncate(LISTED_FIELDS);
        names.push("other fields".to_owned());
    }
    format!("differs in {}", names.join(", "))
}
