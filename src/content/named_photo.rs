//! Photos that profiles name with `photo`.

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;

use super::UNKNOWN_PHOTO;
use crate::characters::nfc;
use crate::diagnostic::Diagnostic;
use crate::digest::Digest;
use crate::error::Result;
use crate::model::id::ConsultantId;
use crate::photo::Upload;
use crate::source::{Source, Sources};
use crate::yaml::{self, Node};

/// The field with the name of the photo.
const FIELD: &str = "photo";

/// Returns the name of the photo that a profile names, if it is a text.
pub(super) fn named_photo(profile: &Node) -> Option<&str> {
    let photo = Some(&profile.entry(FIELD)?.value).filter(|photo| photo.has_value());
    photo?.scalar().map(|name| name.text.trim())
}

/// Returns the error about a photo that a profile names and that it does not have. `user` returns the profile that has
/// it. If `photos` only has a file whose name is written in another case, the profile means that one; one with another
/// extension is only suggested.
pub(super) fn unknown_photo<'a>(
    file: &str,
    profile: &Node,
    sources: &'a Sources,
    user: impl FnOnce(&'a Source) -> Option<&'a Source>,
) -> Option<Diagnostic> {
    let (name, entry) = named_photo(profile).zip(profile.entry(FIELD))?;
    let photo = photo_named(name, sources);
    let (message, hint) = match photo.and_then(user).map(Source::stem) {
        Some(user) => (
            format!("`{name}` is the photo of `{user}`"),
            "name another file in `photos`: a photo belongs to one profile",
        ),
        None => (
            format!("`photos` has no photo `{name}`"),
            "write only the name of a file in `photos`, such as holiday.jpg",
        ),
    };
    let unknown = Diagnostic::at(&UNKNOWN_PHOTO, file, entry.value.span.clone(), message);
    if photo.is_some() {
        return Some(unknown.hint(hint));
    }
    // Of a path, the name is left.
    let lower = lowercase(name.rsplit(['/', '\\']).next().unwrap_or(name));
    let photos = || sources.starting_with("photos/").filter(|photo| is_photo(photo));
    let only = |is_meant: &dyn Fn(&Source) -> bool| {
        let mut meant = photos().filter(|photo| is_meant(photo)).map(Source::name);
        meant.next().filter(|_| meant.next().is_none())
    };
    if let Some(meant) = only(&|photo| lowercase(photo.name()) == lower) {
        return Some(
            unknown.hint(format!("did you mean `{meant}`?")).replace(yaml::write::quoted(meant)),
        );
    }
    let stem = lower.rsplit_once('.').map_or(&*lower, |(stem, _)| stem);
    let meant = only(&|photo| [stem, &lower].contains(&&*lowercase(photo.stem())));
    Some(match meant {
        Some(meant) => unknown.hint(format!("did you mean `{meant}`?")),
        None => unknown.hint(hint),
    })
}

/// Returns whether a file has the extension of a photo.
pub(super) fn is_photo(source: &Source) -> bool {
    Upload::EXTENSIONS.contains(&source.extension().to_ascii_lowercase().as_str())
}

fn lowercase(name: &str) -> String {
    nfc(name).to_lowercase()
}

/// Returns the consultants whose profiles name one of the `photos`, by its name in Unicode NFC. A photo that several
/// profiles name belongs to none of them. A photo with the name of a profile belongs to no other one. `known`
/// returns the digest of the path of a profile's photo, if there is one, or `None` if the profile has to be read.
///
/// # Errors
/// Returns an error if a profile cannot be read.
pub(super) fn named_photos(
    profiles: &BTreeMap<&ConsultantId, &Source>,
    photos: &[&Source],
    known: &(impl Fn(&ConsultantId, &Source) -> Option<Option<Digest>> + Sync),
) -> Result<BTreeMap<String, Vec<ConsultantId>>> {
    let owner =
        |photo: &Source| ConsultantId::parse(photo.stem()).filter(|id| profiles.contains_key(id));
    let owners: BTreeMap<_, _> =
        photos.iter().map(|photo| (nfc(photo.name()), owner(photo))).collect();
    let mut named = BTreeMap::<_, Vec<_>>::new();
    // Most sites have one photo of each consultant, with the name of the profile: then no profile is read.
    let owned = owners.values().flatten().collect::<BTreeSet<_>>().len();
    if owned == photos.len() {
        return Ok(named);
    }
    // A profile can name one of two photos with its own name.
    let is_certain = owned == owners.values().flatten().count();
    let by_path: BTreeMap<Digest, &&Source> =
        photos.iter().map(|photo| (Digest::of(photo.path().as_bytes()), photo)).collect();
    let name = |(id, profile): (&&ConsultantId, &&Source)| {
        let name = match known(id, profile).filter(|_| is_certain) {
            Some(photo) => {
                let photo = photo.and_then(|path| by_path.get(&path));
                photo.filter(|it| it.stem() != id.as_str()).map(|it| nfc(it.name()).into_owned())
            }
            None => name_in(profile)?,
        };
        Ok(name.map(|name| ((*id).clone(), name)))
    };
    let names = profiles.par_iter().map(name).filter_map(Result::transpose);
    for (id, name) in names.collect::<Result<Vec<_>>>()? {
        if owners.get(&*name).is_some_and(|owner| owner.as_ref().is_none_or(|owner| *owner == id)) {
            named.entry(name).or_default().push(id);
        }
    }
    Ok(named)
}

/// Returns the file in `photos` with a name, compared in Unicode NFC.
pub(super) fn photo_named<'a>(name: &str, sources: &'a Sources) -> Option<&'a Source> {
    let path = format!("photos/{name}");
    sources.starting_with("photos/").find(|photo| nfc(photo.path()) == nfc(&path))
}

/// Returns the other profile that a photo belongs to, which profile `id` names: the one with its name, or the first
/// one that names it.
pub(super) fn other_user<'a>(
    photo: &Source,
    id: &ConsultantId,
    sources: &'a Sources,
) -> Option<&'a Source> {
    let is_other = |profile: &&Source| profile.stem() != id.as_str();
    let name = nfc(photo.name());
    let uses = |profile: &Source| name_in(profile).ok().flatten().is_some_and(|it| it == name);
    let owner = sources.get(&format!("consultants/{}.yaml", photo.stem()));
    let mut profiles = sources.starting_with("consultants/").filter(is_other);
    owner.filter(is_other).or_else(|| profiles.find(|profile| uses(profile)))
}

/// Returns the name of the photo that the profile in a file names, in Unicode NFC.
pub(super) fn name_in(profile: &Source) -> Result<Option<String>> {
    let bytes = profile.read(yaml::MAX_BYTES)?;
    if !bytes.windows(FIELD.len()).any(|word| word == FIELD.as_bytes()) {
        return Ok(None);
    }
    let (tree, _) = yaml::parse_up_to(profile.path(), &bytes, 1);
    Ok(tree.and_then(|tree| named_photo(&tree).map(|name| nfc(name).into_owned())))
}
