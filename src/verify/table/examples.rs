//! Consultants and documents that serve as examples.

use super::responses::ExpectedDocument;
use crate::discovery::OPENAPI;
use crate::entry::Entry;
use crate::model::id::ConsultantId;
use crate::photo::Format;
use crate::verify::expected_site::ExpectedSite;

/// Returns an active consultant with a JPEG photo, one with a PNG photo, and one without a photo, as
/// far as the content has them.
pub(in crate::verify) fn active(site: &ExpectedSite) -> Vec<&Entry> {
    let with = |format: Option<Format>| {
        let has_format = move |entry: &&Entry| entry.photo.map(|photo| photo.format) == format;
        let mut entries = site.compiled.entries.iter().filter(has_format);
        let first = entries.clone().next();
        entries.find(|entry| is_distinctive(&entry.id)).or(first)
    };
    [Some(Format::Jpeg), Some(Format::Png), None].into_iter().filter_map(with).collect()
}

/// Returns a document of each operation: at most four.
pub(super) fn documents(site: &ExpectedSite) -> Vec<ExpectedDocument> {
    let consultant = active(site).first().copied();
    let of_consultant = consultant.into_iter().flat_map(|consultant| site.documents_of(consultant));
    let description = site
        .document(&OPENAPI[1..])
        .map(|response| ExpectedDocument::new(("description", OPENAPI.to_owned()), response));
    // A photo that does not exist is not a document.
    let exists = |document: &ExpectedDocument| document.response.body.file().is_some();
    of_consultant.chain(description).filter(exists).collect()
}

/// Returns whether an identifier can be misspelled in every way: it has a letter and an inner
/// hyphen.
fn is_distinctive(id: &ConsultantId) -> bool {
    let id = id.as_str();
    id.contains(|c: char| c.is_ascii_lowercase()) && id.trim_matches('-').contains('-')
}
