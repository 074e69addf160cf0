//! Everybody's photo as it would be published, of inactive consultants too.

use hyper::body::Bytes;

use super::state::State;
use crate::bundle::RecipeError;
use crate::model::id::ConsultantId;
use crate::render;

/// The path below which the photos lie, by identifier: `/_preview/photo/anna-berg`.
pub const ROOT: &str = "/_preview/photo/";

/// Media type and bytes of the photo of consultant `id`; `None` without one.
///
/// # Errors
/// When the photo cannot be published as it is, or cannot be read.
pub fn photo(id: &str, state: &State) -> Result<Option<(&'static str, Bytes)>, RecipeError> {
    let draft = ConsultantId::parse(id).and_then(|id| state.content.consultants.get(&id));
    let photo =
        draft.and_then(|draft| Some((&draft.id, draft.consultant.as_ref()?.photo.as_ref()?)));
    let (Some((id, photo)), Some(settings)) = (photo, state.settings()) else {
        return Ok(None);
    };
    let artifact = render::photo::artifact(id, photo, settings, &state.sources)
        .map_err(RecipeError::Environment)?;
    let bytes = state.made.bytes(&artifact)?;
    Ok(Some((artifact.media_type, bytes)))
}
