//! The places of translations: `translations/<language>/consultants/<id>.yaml` and `translations/<language>/site.yaml`.

use crate::diagnostic::Diagnostic;
use crate::diagnostic_code::diagnostic_codes;
use crate::did_you_mean::did_you_mean;
use crate::document::UNUSED_TRANSLATION;
use crate::source::{Source, Sources};

diagnostic_codes! {
    error LANGUAGE_TAG = "language-tag";
}

/// Returns the diagnostic about the place of a file in the directory of a language. `path` is the path below that.
pub(super) fn misplaced(
    source: &Source,
    language: &str,
    path: &[&str],
    sources: &Sources,
) -> Option<Diagnostic> {
    let tag = canonical(language);
    if tag.as_deref() != Some(language) {
        let message = format!("`{language}` is not a language tag");
        let hint = match tag {
            Some(tag) => format!("rename the directory to `{tag}`"),
            None => "name the directory with a tag of BCP 47, such as sv, en-GB or zh-Hant".into(),
        };
        return Some(Diagnostic::file(&LANGUAGE_TAG, source.path(), message).hint(hint));
    }
    let ["consultants", name] = path else { return None };
    let is_selected = sources.language() == Some(language);
    if !is_selected || sources.get(&format!("consultants/{name}")).is_some() {
        return None;
    }
    let message = format!("no profile has the name `{name}`: this translation is not used");
    let profiles = sources.starting_with("consultants/").map(Source::name);
    let hint = match did_you_mean(name, profiles) {
        Some(similar) => format!("did you mean `{similar}`?"),
        None => "give it the name of the profile, or delete it".to_owned(),
    };
    Some(Diagnostic::file(&UNUSED_TRANSLATION, source.path(), message).hint(hint))
}

/// Returns a language tag in its usual case (BCP 47, RFC 5646, §2.1.1), so that no two directories have the same
/// language; `None` if `tag` is not a language and subtags.
pub fn canonical(tag: &str) -> Option<String> {
    let (language, subtags) = tag.split_once('-').map_or((tag, None), |(a, b)| (a, Some(b)));
    let is_alphabetic = language.bytes().all(|byte| byte.is_ascii_alphabetic());
    let mut canonical = language.to_ascii_lowercase();
    for subtag in subtags.into_iter().flat_map(|subtags| subtags.split('-')) {
        let is_valid = matches!(subtag.len(), 1..=8)
            && subtag.bytes().all(|byte| byte.is_ascii_alphanumeric());
        let subtag = match subtag.len() {
            _ if !is_valid => return None,
            2 => subtag.to_ascii_uppercase(),
            4 => subtag[..1].to_ascii_uppercase() + &subtag[1..].to_ascii_lowercase(),
            _ => subtag.to_ascii_lowercase(),
        };
        canonical = format!("{canonical}-{subtag}");
    }
    (is_alphabetic && matches!(language.len(), 2 | 3)).then_some(canonical)
}

#[cfg(test)]
mod tests {
    use super::canonical;

    #[test]
    fn language_tags_have_one_spelling() {
        for (tag, expected) in [
            ("sv", Some("sv")),
            ("EN-gb", Some("en-GB")),
            ("zh-hant", Some("zh-Hant")),
            ("zh-hant-tw", Some("zh-Hant-TW")),
            ("es-419", Some("es-419")),
            ("nds", Some("nds")),
            ("de-ch-1996", Some("de-CH-1996")),
            ("sl-Rozaj", Some("sl-rozaj")),
            ("swedish", None),
            ("sv_SE", None),
            ("sv-", None),
            ("s", None),
            ("sv-", None),
            ("sv--SE", None),
            ("sv-å", None),
            ("åä", None),
        ] {
            assert_eq!(canonical(tag).as_deref(), expected, "{tag}");
        }
    }
}
