//! Photos that profiles name with `photo`.

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;

use crate::digest::Digest;
use crate::error::Result;
use crate::model::id::ConsultantId;
use crate::source::Source;
use crate::yaml::{self, Node, Parsed, ScalarKind};

/// The field with the name of the photo.
const FIELD: &str = "photo";

/// Returns the name of the photo that a profile names, if it is a text.
pub(super) fn named_photo(profile: &Node) -> Option<&str> {
    let name = profile.entry(FIELD)?.value.scalar().filter(|it| it.kind == ScalarKind::String)?;
    Some(name.text.trim()).filter(|name| !name.is_empty())
}

/// Returns the digest of the photo's name that a profile has, if any; `None` if the profile has to be read.
pub(crate) type KnownNames<'a> =
    dyn Fn(&ConsultantId, &Source) -> Option<Option<Digest>> + Sync + 'a;

/// Returns what stands for the name of a photo outside of the content. The name can be that of an inactive consultant.
pub(super) fn digest_of_name(name: &str) -> Digest {
    Digest::of(name.as_bytes())
}

/// Returns the consultants whose profiles name one of the `photos`, by its name. A photo that several profiles name
/// belongs to none of them. A photo with the name of a profile belongs to no other one. A profile that is `known` is not
/// read.
///
/// # Errors
/// Returns an error if a profile cannot be read.
pub(super) fn named_photos<'a>(
    profiles: &BTreeMap<&ConsultantId, &Source>,
    photos: &[&'a Source],
    known: &KnownNames<'_>,
) -> Result<BTreeMap<&'a str, Vec<ConsultantId>>> {
    let owner =
        |photo: &Source| ConsultantId::parse(photo.stem()).filter(|id| profiles.contains_key(id));
    let owners: BTreeMap<&str, _> =
        photos.iter().map(|photo| (photo.name(), owner(photo))).collect();
    let mut named = BTreeMap::<_, Vec<_>>::new();
    // Most sites have one photo of each consultant, with the name of the profile: then no profile is read.
    if owners.values().flatten().collect::<BTreeSet<_>>().len() == photos.len() {
        return Ok(named);
    }
    let digests: BTreeMap<Digest, &str> =
        owners.keys().map(|name| (digest_of_name(name), *name)).collect();
    let name = |(id, profile): (&&ConsultantId, &&Source)| {
        let name = match known(id, profile) {
            Some(name) => name.and_then(|name| Some((*digests.get(&name)?).to_owned())),
            None => name_in(profile)?,
        };
        Ok(name.map(|name| ((*id).clone(), name)))
    };
    let names = profiles.par_iter().map(name).filter_map(Result::transpose);
    for (id, name) in names.collect::<Result<Vec<_>>>()? {
        if let Some((name, owner)) = owners.get_key_value(name.as_str())
            && owner.as_ref().is_none_or(|owner| *owner == id)
        {
            named.entry(name).or_default().push(id);
        }
    }
    Ok(named)
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
