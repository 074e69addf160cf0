//! The photos of all consultants as they would be published, including inactive consultants.

use hyper::body::Bytes;

use super::displayed::Displayed;
use super::photo_cache::Purpose;
use super::state::State;
use crate::bundle::GenerateError;
use crate::model::id::ConsultantId;

/// Returns the media type and bytes of the photo of consultant `id`; `None` without one.
///
/// # Errors
/// Returns an error if the photo cannot be published or cannot be read.
pub(super) fn photo(
    id: &str,
    state: &State,
) -> Result<Option<(&'static str, Bytes)>, GenerateError> {
    let id = ConsultantId::parse(id);
    let consultant = id.and_then(|id| state.content.get(&id));
    let Some(artifact) = consultant.and_then(|current| Displayed::new(state, current).photo())
    else {
        return Ok(None);
    };
    let bytes = state.photo_cache.bytes(&artifact, Purpose::Request)?;
    Ok(Some((artifact.media_type, bytes)))
}
