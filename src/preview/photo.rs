//! The photos of all consultants as they would be published, including inactive consultants.

use std::sync::Arc;

use hyper::body::Bytes;

use super::assets::hex;
use super::photo_cache::Purpose;
use super::state::State;
use crate::bundle::{Artifact, Body, GenerateError};
use crate::lower::ConsultantDraft;
use crate::model::id::ConsultantId;
use crate::render;
use crate::render::photo::{NoPhotoStore, PhotoStore};

/// The path of the photos, followed by the consultant's id: `/_preview/photo/anna-berg`.
pub const ROOT: &str = "/_preview/photo/";

/// Returns the media type and bytes of the photo of consultant `id`; `None` without one.
///
/// # Errors
/// Returns an error if the photo cannot be published or cannot be read.
pub fn photo(id: &str, state: &State) -> Result<Option<(&'static str, Bytes)>, GenerateError> {
    let draft = ConsultantId::parse(id).and_then(|id| state.content.draft(&id));
    let Some(artifact) = draft.and_then(|draft| displayed_photo(state, draft)) else {
        return Ok(None);
    };
    let bytes = state.photo_cache.bytes(&artifact, Purpose::Request)?;
    Ok(Some((artifact.media_type, bytes)))
}

/// Returns a digest that changes with the consultant's photo; `None` without one.
pub(in crate::preview) fn version(state: &State, draft: &ConsultantDraft) -> Option<String> {
    match &displayed_photo(state, draft)?.body {
        Body::Bytes(_) => None,
        Body::Generated(generator) => Some(hex(&generator.fingerprint()[..8])),
    }
}

/// Returns the photo of the displayed version of a profile: while the profile has errors, the
/// photo of the last release.
fn displayed_photo(state: &State, draft: &ConsultantDraft) -> Option<Arc<Artifact>> {
    let has_errors = state.content.has_errors(draft);
    let last_good = || state.release.as_ref()?.at(&render::photo_path(&draft.id));
    let last_good = has_errors.then(last_good).flatten().map(Arc::clone);
    last_good.or_else(|| current_photo(state, draft).map(Arc::new))
}

fn current_photo(state: &State, draft: &ConsultantDraft) -> Option<Artifact> {
    let photo = draft.consultant.as_ref()?.photo.as_ref()?;
    let source = state.sources.get(&photo.source)?;
    let store: Arc<dyn PhotoStore> = Arc::new(NoPhotoStore);
    let settings = state.settings()?;
    Some(render::photo::artifact(&draft.id, photo, source, None, settings, &store))
}
