//! Photos that profiles name with `photo`.

use std::collections::BTreeMap;

use rayon::prelude::*;

use crate::error::Result;
use crate::model::id::ConsultantId;
use crate::source::Source;
use crate::yaml::{self, Node, Parsed};

/// The field with the name of the photo.
const FIELD: &str = "photo";

/// Returns the name of the photo that a profile names.
pub(super) fn named_photo(profile: &Node) -> Option<&str> {
    Some(profile.entry(FIELD)?.value.scalar()?.text.trim())
}

/// Returns which of the `photos` profiles name, by their consultants. A photo that several profiles name belongs to
/// none of them.
///
/// # Errors
/// Returns an error if a profile cannot be read.
pub(super) fn named_photos<'a>(
    profiles: &[(&ConsultantId, &Source)],
    photos: &[&'a Source],
) -> Result<BTreeMap<ConsultantId, &'a Source>> {
    let mut by_name: BTreeMap<&str, (&Source, Vec<ConsultantId>)> =
        photos.iter().map(|photo| (photo.name(), (*photo, Vec::new()))).collect();
    // Most sites name their photos by consultants: then no profile is read.
    if !by_name.is_empty() {
        let name = |(id, profile): &(&ConsultantId, &Source)| {
            Ok(name_in(profile)?.map(|name| ((*id).clone(), name)))
        };
        let names = profiles.par_iter().map(name).filter_map(Result::transpose);
        for (id, name) in names.collect::<Result<Vec<_>>>()? {
            if let Some((_, ids)) = by_name.get_mut(name.as_str()) {
                ids.push(id);
            }
        }
    }
    let owner = |(photo, ids): (&'a Source, Vec<ConsultantId>)| match <[_; 1]>::try_from(ids) {
        Ok([id]) => Some((id, photo)),
        Err(_) => None,
    };
    Ok(by_name.into_values().filter_map(owner).collect())
}

/// Returns the name of the photo that the profile in a file names.
pub(super) fn name_in(profile: &Source) -> Result<Option<String>> {
    let bytes = profile.read(yaml::MAX_BYTES)?;
    if !bytes.windows(FIELD.len()).any(|word| word == FIELD.as_bytes()) {
        return Ok(None);
    }
    let (parsed, _) = yaml::parse_up_to(profile.path(), &bytes, 1);
    Ok(parsed.and_then(|Parsed { tree, .. }| named_photo(&tree).map(str::to_owned)))
}
