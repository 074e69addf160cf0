//! Suggests what an unknown field was meant to be.

use super::field_synonyms;
use crate::diagnostic::Diagnostic;
use crate::diagnostic_code::diagnostic_codes;
use crate::did_you_mean::{certainly_meant, did_you_mean};
use crate::json_schema::Schema;
use crate::slug::slug;
use crate::yaml::{MappingEntry, Node};

diagnostic_codes! {
    error UNKNOWN_FIELD = "unknown-field";
}

/// Reports the key of `entry`, which is not a field of its group. `parent` is what an author calls
/// the group `node`, `schema` its schema. If another group in the schema `root` has the field, the hint
/// names that group.
pub(super) fn unknown_field(
    file: &str,
    entry: &MappingEntry,
    parent: &str,
    node: &Node,
    schema: &Schema,
    root: Option<&Schema>,
) -> Diagnostic {
    let key = &entry.key;
    let message = format!("`{key}` is not a field of {parent}");
    let diagnostic = Diagnostic::at(&UNKNOWN_FIELD, file, entry.key_span.clone(), message);
    let suggest = |diagnostic: Diagnostic, meant: &str, is_certain| match node.entry(meant) {
        Some(_) => diagnostic.hint(format!("`{meant}` is there too: keep one of the two")),
        None => {
            let diagnostic = diagnostic.hint(format!("did you mean `{meant}`?"));
            if is_certain { diagnostic.replace(meant) } else { diagnostic }
        }
    };
    let place = |field: &str| root.and_then(|root| place_of(field, schema, root));
    if let Some(place) = place(key) {
        return diagnostic.hint(format!("`{key}` belongs {place}"));
    }
    let known: Vec<&str> = schema.properties.keys().map(String::as_str).collect();
    let word = slug(key, '_');
    // The quotes of word processors are part of a key: `”title”`.
    if let Some(meant) = known.iter().find(|field| **field == word) {
        return suggest(diagnostic, meant, true);
    }
    let similar = did_you_mean(key, known.iter().copied());
    // A synonym is a guess: its value would move to another field.
    let certain = certainly_meant(key, known.iter().copied());
    for meant in field_synonyms::fields(key) {
        if node.entry(meant).is_some() {
            return diagnostic.hint(fields_hint(&known));
        }
        if schema.properties.contains_key(meant) {
            return suggest(diagnostic, meant, certain == Some(meant));
        }
        if let Some(place) = place(meant) {
            return diagnostic.hint(format!("did you mean `{meant}` {place}?"));
        }
    }
    if let Some(similar) = similar {
        return suggest(diagnostic, similar, certain == Some(similar));
    }
    diagnostic.hint(fields_hint(&known))
}

fn fields_hint(known: &[&str]) -> String {
    let notes = match known.contains(&"internal") {
        true => "; private notes belong under `internal`",
        false => "",
    };
    format!("the fields here are {}{notes}", known.join(", "))
}

/// Returns the field of a group that the author meant by `key`: a synonym, or a similar word.
pub(super) fn meant_field<'a>(key: &str, schema: &'a Schema) -> Option<&'a str> {
    let mut synonyms = field_synonyms::fields(key);
    let synonym = synonyms.find(|field| schema.properties.contains_key(*field));
    let known = schema.properties.keys().map(String::as_str);
    synonym.or_else(|| did_you_mean(key, known))
}

/// Returns where a field belongs that another group than `schema` has.
fn place_of(field: &str, schema: &Schema, root: &Schema) -> Option<String> {
    let is_top = !std::ptr::eq(schema, root) && root.properties.contains_key(field);
    match is_top {
        true => Some("at the top level, without indentation".to_owned()),
        false => group_with(root, field, "").map(|group| format!("under `{group}`")),
    }
}

/// Returns the dotted path of the group of fields that has a field `key`.
fn group_with(schema: &Schema, key: &str, path: &str) -> Option<String> {
    if !path.is_empty() && schema.properties.contains_key(key) {
        return Some(path.to_owned());
    }
    schema.properties.iter().find_map(|(name, schema)| match path {
        "" => group_with(schema, key, name),
        _ => group_with(schema, key, &format!("{path}.{name}")),
    })
}
