//! Everybody's photo as it would be published, of inactive consultants too.

use std::sync::Arc;

use hyper::body::Bytes;

use super::photo_cache::Purpose;
use super::state::State;
use crate::bundle::{Artifact, Body, GenerateError};
use crate::diagnostic::Diagnostic;
use crate::lower::content::ConsultantDraft;
use crate::model::id::ConsultantId;
use crate::render;

/// The path below which the photos lie, by identifier: `/_preview/photo/anna-berg`.
pub const ROOT: &str = "/_preview/photo/";

/// Media type and bytes of the photo of consultant `id`; `None` without one.
///
/// # Errors
/// When the photo cannot be published as it is, or cannot be read.
pub fn photo(id: &str, state: &State) -> Result<Option<(&'static str, Bytes)>, GenerateError> {
    let draft = ConsultantId::parse(id).and_then(|id| state.content.consultants.get(&id));
    let Some(artifact) = draft.and_then(|draft| shown(state, draft)) else {
        return Ok(None);
    };
    let bytes = state.made.bytes(&artifact, Purpose::Answer)?;
    Ok(Some((artifact.media_type, bytes)))
}

/// A word that is another one when the consultant's photo is; `None` without one.
pub(in crate::preview) fn version(state: &State, draft: &ConsultantDraft) -> Option<String> {
    match &shown(state, draft)?.body {
        Body::Bytes(_) => None,
        Body::Generated(generator) => {
            let digits = generator.fingerprint();
            let digits = digits.iter().take(8).map(|byte| format!("{byte:02x}"));
            Some(digits.collect())
        }
    }
}

/// The photo of the version of a consultant that is shown: while there are mistakes, the last one
/// without.
fn shown(state: &State, draft: &ConsultantDraft) -> Option<Arc<Artifact>> {
    let has_errors = draft.diagnostics.iter().any(Diagnostic::is_error);
    let last_good = || state.release.as_ref()?.at(&render::photo_path(&draft.id));
    let last_good = has_errors.then(last_good).flatten().map(Arc::clone);
    last_good.or_else(|| newest(state, draft).map(Arc::new))
}

fn newest(state: &State, draft: &ConsultantDraft) -> Option<Artifact> {
    let photo = draft.consultant.as_ref()?.photo.as_ref()?;
    // A photo of the content is in its sources.
    render::photo::artifact(&draft.id, photo, state.settings()?, &state.sources).ok()
}
