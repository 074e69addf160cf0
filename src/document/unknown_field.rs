//! Suggests what an unknown field was meant to be.

use super::field_synonyms;
use crate::diagnostic::Diagnostic;
use crate::diagnostic_code::diagnostic_codes;
use crate::did_you_mean::did_you_mean;
use crate::json_schema::Schema;
use crate::yaml::MappingEntry;

diagnostic_codes! {
    error UNKNOWN_FIELD = "unknown-field";
}

/// Reports the key of `entry`, which is not a field of its group. `parent` is what an author calls
/// the group, `schema` its schema. If another group in the schema `root` has the field, the hint
/// names that group.
pub(super) fn unknown_field(
    file: &str,
    entry: &MappingEntry,
    parent: &str,
    schema: &Schema,
    root: Option<&Schema>,
) -> Diagnostic {
    let key = &entry.key;
    let known: Vec<&str> = schema.properties.keys().map(String::as_str).collect();
    let group = root.and_then(|root| group_with(root, key, ""));
    let similar = did_you_mean(key, known.iter().copied()).filter(|_| group.is_none());
    let meant = similar.or_else(|| field_synonyms::meant(key, &known));
    let message = format!("`{key}` is not a field of {parent}");
    let diagnostic = Diagnostic::at(&UNKNOWN_FIELD, file, entry.key_span.clone(), message);
    match (meant, group) {
        (Some(meant), _) => diagnostic.hint(format!("did you mean `{meant}`?")).replace(meant),
        (None, Some(group)) => diagnostic.hint(format!("`{key}` belongs under `{group}`")),
        (None, None) => {
            let notes = match known.contains(&"internal") {
                true => "; private notes belong under `internal`",
                false => "",
            };
            diagnostic.hint(format!("the fields here are {}{notes}", known.join(", ")))
        }
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
