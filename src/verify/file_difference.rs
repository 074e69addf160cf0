//! How the body of a response differs from the published file that is expected.

use std::fmt;

use jiff::Timestamp;
use serde_json::{Map, Value as Json};

use super::exchange::Response;
use super::expected_site::ExpectedSite;
use super::limits::parse_json;
use super::photo_metadata::has_metadata;
use super::response_kind::{is_document, is_html_body};
use crate::digest::Digest;
use crate::error::Result;
use crate::model::id::ConsultantId;

/// How many fields are listed.
const LISTED_FIELDS: usize = 6;

/// How a body differs from the published file. It contains no values of the body, and no names of
/// fields that only the body has.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "fields are named after what they mean")]
pub enum FileDifference {
    /// An HTML page in place of another file.
    HtmlPage,
    /// A photo with metadata.
    PhotoMetadata,
    /// Longer than this many bytes, which is far more than expected.
    TooLong(usize),
    /// The same kind of file of another active consultant.
    OtherConsultant { id: ConsultantId, is_photo: bool },
    /// The profile in place of the JSON Resume, or the JSON Resume in place of the profile.
    OtherFormat,
    /// The local document was modified later, at this time.
    Older(Timestamp),
    /// The local document was modified earlier, at this time.
    Newer(Timestamp),
    /// The same JSON values in other bytes.
    SameValues,
    /// Fields of the local document with other values, and whether there are others.
    Fields { changed: Vec<String>, has_others: bool },
    /// The lengths and digests of both files.
    Bytes { deployed: (usize, String), local: (usize, String) },
}

impl FileDifference {
    /// Compares a response with the published file at `path`. `body` is its decoded body, or the start
    /// of one that is longer than `limit`.
    ///
    /// # Errors
    /// Returns an error if the published file cannot be rendered.
    pub(super) fn of(
        site: &ExpectedSite,
        path: &str,
        response: &Response,
        body: &[u8],
        limit: Option<usize>,
    ) -> Result<Self> {
        let local = site.file(path)?;
        let is_photo = path.ends_with(".jpg") || path.ends_with(".png");
        if !path.ends_with(".html") && is_html_body(response, body) {
            return Ok(Self::HtmlPage);
        }
        if is_photo && has_metadata(body) {
            return Ok(Self::PhotoMetadata);
        }
        if let Some(limit) = limit {
            return Ok(Self::TooLong(limit));
        }
        let other = match site.owner_of(body, is_photo) {
            None if is_photo => None,
            Some(id) if is_photo => Some(Self::OtherConsultant { id: id.clone(), is_photo }),
            owner => Self::of_json(site, path, body, &local, owner),
        };
        Ok(other.unwrap_or_else(|| Self::Bytes { deployed: summary(body), local: summary(&local) }))
    }

    /// Compares JSON documents. `owner` is the active consultant whose document is deployed.
    fn of_json(
        site: &ExpectedSite,
        path: &str,
        deployed: &[u8],
        local: &[u8],
        owner: Option<&ConsultantId>,
    ) -> Option<Self> {
        let deployed = parse_json(deployed, local)?;
        let local: Json = serde_json::from_slice(local).ok()?;
        if deployed == local {
            return Some(Self::SameValues);
        }
        let consultant = site.compiled.entries.find(path).map(|(entry, _)| &entry.id);
        if let Some(own) = consultant {
            let active = |id: &str| site.compiled.entries.get(id).map(|entry| &entry.id);
            let id = owner.or_else(|| active(deployed.get("id")?.as_str()?));
            if let Some(id) = id.filter(|id| *id != own) {
                return Some(Self::OtherConsultant { id: id.clone(), is_photo: false });
            }
            if is_document(&deployed) && is_profile(&deployed) != is_profile(&local) {
                return Some(Self::OtherFormat);
            }
        }
        let times = modified(&deployed).zip(modified(&local));
        let is_same_document =
            identity(&deployed).is_some() && identity(&deployed) == identity(&local);
        match times.filter(|(deployed, local)| is_same_document && deployed != local) {
            Some((deployed, local)) if deployed < local => Some(Self::Older(local)),
            Some((_, local)) => Some(Self::Newer(local)),
            None => Some(fields(deployed.as_object()?, local.as_object()?)),
        }
    }
}

/// Returns the length and the start of the SHA-256, which is enough to distinguish two files.
fn summary(file: &[u8]) -> (usize, String) {
    (file.len(), format!("{:.12}", Digest::of(file).to_string()))
}

fn is_profile(document: &Json) -> bool {
    document.get("_links").is_some()
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
fn fields(deployed: &Map<String, Json>, local: &Map<String, Json>) -> FileDifference {
    let changed = local.iter().filter(|(name, value)| deployed.get(*name) != Some(value));
    FileDifference::Fields {
        changed: changed.map(|(name, _)| name.clone()).collect(),
        has_others: deployed.keys().any(|name| !local.contains_key(name)),
    }
}

impl fmt::Display for FileDifference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::HtmlPage => f.write_str("an HTML page"),
            Self::PhotoMetadata => f.write_str("metadata"),
            Self::TooLong(limit) => {
                write!(f, "longer than {limit} bytes, which is far more than expected")
            }
            Self::OtherConsultant { id, is_photo: false } => write!(f, "the document of `{id}`"),
            Self::OtherConsultant { id, is_photo: true } => write!(f, "the photo of `{id}`"),
            Self::OtherFormat => f.write_str("the other format"),
            Self::Older(local) => {
                write!(f, "`lastModified` is earlier than the local one, {local}")
            }
            Self::Newer(local) => write!(f, "`lastModified` is later than the local one, {local}"),
            Self::SameValues => f.write_str("the same values in other bytes"),
            Self::Fields { changed, has_others } => {
                let has_others = *has_others || changed.len() > LISTED_FIELDS;
                let others = has_others.then(|| "other fields".to_owned());
                let listed = changed.iter().take(LISTED_FIELDS).map(|name| format!("`{name}`"));
                write!(f, "differs in {}", listed.chain(others).collect::<Vec<_>>().join(", "))
            }
            Self::Bytes { deployed, local } => write!(
                f,
                "{} bytes deployed (SHA-256 {}...), {} bytes locally ({}...)",
                deployed.0, deployed.1, local.0, local.1
            ),
        }
    }
}
