//! Chooses one language of texts that a document has in several: `{"de": "...", "en": "..."}`.

use std::collections::BTreeSet;

use serde_json::{Map, Value as Json};

use super::empty_values::is_deeply_empty;
use super::path;
use super::report::ImportReport;

/// Language codes (ISO 639-1). One key has to be of the first line, because `it`, `hr` and `no` are
/// words too.
const COMMON: &str = "en de fr es sv nl pt zh ja ru pl";
const OTHER: &str = "it da no nb nn fi is cs sk hu ro bg el tr uk et lv lt hr sl sr ca eu gl ar he fa \
    hi ko vi th id ms ga cy mt sq mk af";

/// Replaces each text in several languages by the one in `language`, or in the only language.
///
/// # Errors
/// Returns the languages of the document if `language` is not one of them, or if it has several.
pub(super) fn choose_language(
    document: &mut Json,
    language: Option<&str>,
    report: &mut ImportReport,
) -> Result<(), BTreeSet<String>> {
    let mut languages = BTreeSet::new();
    collect(document, "", &mut languages);
    let chosen = match language {
        Some(language) => languages.iter().find(|known| is_language(known, language)),
        None => languages.first().filter(|_| languages.len() == 1),
    };
    match chosen.cloned() {
        _ if languages.is_empty() => return Ok(()),
        Some(chosen) => choose(document, "", &chosen, report),
        None => return Err(languages),
    }
    Ok(())
}

fn is_language(key: &str, language: &str) -> bool {
    let code = |text: &str| text.split(['-', '_']).next().unwrap_or_default().to_lowercase();
    code(key) == code(language)
}

/// Returns whether the keys of a group at `path` are languages. The keys of `languages` are the
/// languages that a person speaks.
fn is_map(fields: &Map<String, Json>, path: &str) -> bool {
    let is_one_of = |key: &str, codes: &str| {
        let region = key.get(2..).filter(|_| matches!(key.len(), 2 | 5));
        let has_form =
            region.is_some_and(|region| region.is_empty() || region.starts_with(['-', '_']));
        has_form && codes.split_whitespace().any(|code| is_language(key, code))
    };
    let is_code = |key: &String| is_one_of(key, COMMON) || is_one_of(key, OTHER);
    let is_text = |value: &Json| !value.is_number() && !value.is_boolean();
    !path.ends_with("languages")
        && fields.keys().any(|key| is_one_of(key, COMMON))
        && fields.keys().all(is_code)
        && fields.values().all(is_text)
}

fn collect(value: &Json, path: &str, languages: &mut BTreeSet<String>) {
    match value {
        Json::Object(fields) => {
            if is_map(fields, path) {
                languages.extend(fields.keys().cloned());
            }
            for (key, value) in fields {
                collect(value, &path::child(path, key), languages);
            }
        }
        Json::Array(items) => items.iter().for_each(|item| collect(item, path, languages)),
        _ => {}
    }
}

fn choose(value: &mut Json, path: &str, language: &str, report: &mut ImportReport) {
    match value {
        Json::Object(fields) if is_map(fields, path) => {
            let mut written = fields.iter().filter(|(_, value)| !is_deeply_empty(value));
            let first = written.clone().next().or_else(|| fields.iter().next());
            let chosen = written.find(|(key, _)| is_language(key, language)).or(first);
            let chosen = chosen.expect("the group has a language").0.clone();
            for (key, other) in fields.iter().filter(|(key, _)| **key != chosen) {
                report.rejected(&path::child(path, key), other, "is in another language");
            }
            let from = path::child(path, &chosen);
            let mut inner = fields.shift_remove(&chosen).expect("the language was found");
            choose(&mut inner, &from, language, report);
            report.prepared(&from, path);
            *value = inner;
        }
        Json::Object(fields) => {
            for (key, value) in fields {
                choose(value, &path::child(path, key), language, report);
            }
        }
        Json::Array(items) => {
            for (index, item) in items.iter_mut().enumerate() {
                choose(item, &path::item(path, index), language, report);
            }
        }
        _ => {}
    }
}
