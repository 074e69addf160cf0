//! Where YAML files belong that are at a place where they are ignored, or that have the name of no profile.

use super::SITE_PATH;
use super::language_tag::{language_of_country, language_tag_of};
use crate::model::id::ConsultantId;
use crate::source::{Source, Sources};

/// Returns the path at which the text of a misplaced file is a translation, if a directory or the end of its name is a
/// language, and the rest of the name is that of an original: `consultants/sv/anna-berg.yaml`, `anna-berg.sv.yaml`.
pub(super) fn translation_path(source: &Source, sources: &Sources) -> Option<String> {
    let directories = || source.path().split('/').rev().skip(1);
    let name = source.profile_name()?;
    let end = name.rsplit_once(['.', '_']).map(|(name, language)| (language, name));
    let with_name = directories().map(|directory| (directory, name)).chain(end);
    with_name.chain(directories().map(|directory| (name, directory))).find_map(
        |(language, name)| {
            let tag =
                language_tag_of(language).filter(|tag| tag.find('-').unwrap_or(tag.len()) == 2)?;
            let original = match ConsultantId::slug(name) {
                site if site == "site" => SITE_PATH.to_owned(),
                id => format!("consultants/{id}.yaml"),
            };
            sources.get(&original)?;
            let language = language_of_country(&tag).unwrap_or(&tag);
            Some(format!("translations/{language}/{original}"))
        },
    )
}

/// Says where a file belongs that is at a `path` where YAML files are ignored.
pub(super) fn right_place(source: &Source, path: &[&str], sources: &Sources) -> String {
    let has = |path: &str| sources.get(path).is_some();
    let language = path.get(1).filter(|_| path[0] == "translations");
    let tag = language.and_then(|language| language_tag_of(language));
    let is_new =
        |tag: &str| sources.starting_with(&format!("translations/{tag}/")).next().is_none();
    let copy = || {
        let path = format!("consultants/{}.yaml", source.profile_name()?);
        (language.is_none() && has(&path)).then_some(path)
    };
    match (language, tag, translation_path(source, sources).or_else(copy)) {
        (Some(language), Some(tag), _) if tag != **language && is_new(&tag) => {
            format!("rename the directory `{language}` to `{tag}`")
        }
        (.., Some(place)) if has(&place) => {
            format!("`{place}` exists: delete one of the two files")
        }
        (.., Some(place)) => format!("a translation belongs at `{place}`"),
        (Some(_), ..) => {
            "write `translations/<language>/consultants/<identifier>.yaml`, with a language tag such as sv, en-GB or zh-Hant".to_owned()
        }
        (None, ..) => {
            "move a profile directly into `consultants`, with the identifier as its name".to_owned()
        }
    }
}
