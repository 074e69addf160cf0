//! How the body of a response differs from the published file that is expected.

use jiff::Timestamp;
use serde_json::{Map, Value as Json};

use super::cause::Cause;
use super::difference::Difference;
use super::exchange::Response;
use super::expected_site::ExpectedSite;
use super::limits::parse_json;
use super::photo_metadata::has_metadata;
use super::response_kind::{is_document, is_html_body};
use crate::digest::Digest;
use crate::error::Result;

/// How many fields are listed.
const LISTED_FIELDS: usize = 6;

/// Compares a response with the published file at `path`, whose content it does not have. `body` is its
/// decoded body, or the start of one that is longer than `limit`. The difference contains no values of
/// the body, and no names of fields that only the body has.
///
/// # Errors
/// Returns an error if the published file cannot be rendered.
pub(super) fn file_difference(
    site: &ExpectedSite,
    path: &str,
    response: &Response,
    body: &[u8],
    limit: Option<usize>,
) -> Result<Difference> {
    let local = site.file(path)?;
    let is_photo = path.ends_with(".jpg") || path.ends_with(".png");
    let (cause, problem) = if !path.ends_with(".html") && is_html_body(response, body) {
        (Cause::HtmlPage, "an HTML page".to_owned())
    } else if is_photo && has_metadata(body) {
        (Cause::PhotoMetadata, "metadata".to_owned())
    } else if let Some(limit) = limit {
        let problem = format!("longer than {limit} bytes, which is far more than expected");
        (Cause::OtherContent, problem)
    } else if is_photo && let Some(owner) = site.owner_of(body, true) {
        (Cause::OtherPhoto, format!("the photo of `{owner}`"))
    } else if let Some(difference) = json_difference(site, path, body, &local) {
        difference
    } else {
        let (deployed, local) = (summary(body), summary(&local));
        let problem = format!(
            "{} bytes deployed (SHA-256 {}...), {} bytes locally ({}...)",
            deployed.0, deployed.1, local.0, local.1
        );
        (Cause::OtherContent, problem)
    };
    Ok(Difference::Body { cause: Some(cause), problem })
}

/// Compares JSON documents. Returns `None` if a body is not a JSON object.
fn json_difference(
    site: &ExpectedSite,
    path: &str,
    body: &[u8],
    local: &[u8],
) -> Option<(Cause, String)> {
    let deployed = parse_json(body, local)?;
    let local: Json = serde_json::from_slice(local).ok()?;
    if deployed == local {
        return Some((Cause::OtherContent, "the same values in other bytes".to_owned()));
    }
    let entries = &site.compiled.entries;
    if let Some((own, _)) = entries.find(path) {
        let active = |id: &str| entries.get(id).map(|entry| &entry.id);
        let id = site.owner_of(body, false).or_else(|| active(deployed.get("id")?.as_str()?));
        if let Some(id) = id.filter(|id| **id != own.id) {
            return Some((Cause::OtherConsultant, format!("the document of `{id}`")));
        }
        if is_document(&deployed) && is_profile(&deployed) != is_profile(&local) {
            return Some((Cause::QueryIgnored, "the other format".to_owned()));
        }
    }
    let is_same_document = identity(&deployed).is_some() && identity(&deployed) == identity(&local);
    let times = modified(&deployed).zip(modified(&local)).filter(|_| is_same_document);
    let modified = |when, local| format!("`lastModified` is {when} than the local one, {local}");
    Some(match times {
        Some((deployed, local)) if deployed < local => {
            (Cause::OlderVersion, modified("earlier", local))
        }
        Some((deployed, local)) if deployed > local => {
            (Cause::NewerVersion, modified("later", local))
        }
        _ => (Cause::OtherContent, fields(deployed.as_object()?, local.as_object()?)),
    })
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
fn fields(deployed: &Map<String, Json>, local: &Map<String, Json>) -> String {
    let changed = local.iter().filter(|(name, value)| deployed.get(*name) != Some(value));
    let mut names: Vec<String> = changed.map(|(name, _)| format!("`{name}`")).collect();
    if names.len() > LISTED_FIELDS || deployed.keys().any(|name| !local.contains_key(name)) {
        names.truncate(LISTED_FIELDS);
        names.push("other fields".to_owned());
    }
    format!("differs in {}", names.join(", "))
}
