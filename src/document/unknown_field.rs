//! Suggests what an unknown field was meant to be.

use serde_json::Value as Json;

use super::decode::Reporter;
use super::field_synonyms;
use super::reserved_keys::SECTIONS;
use super::wrong_type::field_names;
use crate::characters::is_invisible;
use crate::diagnostic::Diagnostic;
use crate::diagnostic_code::diagnostic_codes;
use crate::did_you_mean::{certainly_meant, did_you_mean};
use crate::slug::{is_word, slug};
use crate::yaml::{MappingEntry, Node, YamlValue};

diagnostic_codes! {
    error UNKNOWN_FIELD = "unknown-field";
}

/// Returns the error about the key of `entry`, which is not a field of the group `node`. If another group of
/// the document has the field, the hint names that group.
pub(super) fn unknown_field(
    entry: &MappingEntry,
    node: &Node,
    schema: &Json,
    to: &Reporter<'_>,
) -> Diagnostic {
    let key = &entry.key;
    let known: Vec<&str> = field_names(schema).collect();
    let at_key = |message| to.at(&UNKNOWN_FIELD, entry.key_span.clone(), message);
    let visible = key.replace(is_invisible, "");
    if let Some(invisible) = key.chars().find(|c| is_invisible(*c))
        && known.contains(&visible.as_str())
    {
        let code = u32::from(invisible);
        let message = format!("this key contains an invisible character (U+{code:04X})");
        return at_key(message).hint(format!("type the key again: `{visible}`"));
    }
    let diagnostic = at_key(format!("`{key}` is not a field of {}", to.name()));
    let suggest = |diagnostic: Diagnostic, meant: &str, is_certain| match node.entry(meant) {
        Some(_) => diagnostic.hint(format!("`{meant}` is there too: keep one of the two")),
        None => {
            let diagnostic = diagnostic.hint(format!("did you mean `{meant}`?"));
            if is_certain { diagnostic.replace(meant) } else { diagnostic }
        }
    };
    let above = entry_above(entry, node);
    if above.is_some_and(|above| belongs_to_item(key, above, schema)) {
        let hint = "if it belongs to the item above, indent it below the `- `, in the column of its other fields";
        return diagnostic.hint(hint);
    }
    let word = slug(key, '_');
    if to.is_root() && node.entry("basics").is_some() && SECTIONS.contains(&key.as_str()) {
        let hint = "this is a JSON Resume: save it as JSON, and run `vitae import` with that file";
        return diagnostic.hint(hint);
    }
    if to.is_root() && ["id", "identifier", "consultant_id", "slug"].contains(&word.as_str()) {
        return diagnostic.hint("delete the line: the name of the file is the identifier");
    }
    let place = |field: &str| place_of(field, to);
    if let Some(place) = place(key) {
        return diagnostic.hint(format!("`{key}` belongs {place}"));
    }
    if to.is_root() && ["image", "picture", "bild", "foto"].contains(&word.as_str()) {
        let hint = "put the photo into the directory `photos`, with the name of this file: `anna-berg.jpg` for `anna-berg.yaml`";
        return diagnostic.hint(hint);
    }
    // The quotes of word processors are part of a key: `”title”`.
    if let Some(meant) = known.iter().find(|field| **field == word) {
        return suggest(diagnostic, meant, true);
    }
    if let Some(column) = above.and_then(|above| text_column(&above.value, to))
        && !is_word(key)
    {
        let hint = format!("if it continues the text above, indent it by {column} spaces");
        return diagnostic.hint(hint);
    }
    let similar = did_you_mean(key, known.iter().copied());
    // A synonym is a guess: its value would move to another field.
    let certain = certainly_meant(key, known.iter().copied());
    for meant in field_synonyms::fields(key) {
        if node.entry(meant).is_some() {
            return diagnostic.hint(fields_hint(&known));
        }
        if known.contains(&meant) {
            return suggest(diagnostic, meant, certain == Some(meant));
        }
        if let Some(place) = place(meant) {
            return diagnostic.hint(format!("did you mean `{meant}` {place}?"));
        }
    }
    if let Some(similar) = similar {
        return suggest(diagnostic, similar, certain == Some(similar));
    }
    let nested = did_you_mean(key, nested_fields(&to.document.schema));
    diagnostic.hint(match nested.zip(nested.and_then(place)) {
        Some((meant, place)) => format!("did you mean `{meant}` {place}?"),
        None => fields_hint(&known),
    })
}

/// Returns the entry of a group before another one.
fn entry_above<'n>(entry: &MappingEntry, node: &'n Node) -> Option<&'n MappingEntry> {
    let YamlValue::Mapping(entries) = &node.value else { return None };
    let at = entries.iter().position(|it| it.key_span == entry.key_span)?;
    entries.get(at.checked_sub(1)?)
}

/// Returns whether the items of the list at the end of an entry have a field.
fn belongs_to_item(field: &str, entry: &MappingEntry, schema: &Json) -> bool {
    let schema = &schema["properties"][&entry.key];
    match &entry.value.value {
        YamlValue::Sequence(_) => schema["items"]["properties"].get(field).is_some(),
        YamlValue::Mapping(entries) => {
            entries.last().is_some_and(|last| belongs_to_item(field, last, schema))
        }
        YamlValue::Scalar(_) | YamlValue::Invalid => false,
    }
}

/// Returns the column of the text below `|` or `>` at the end of a value.
fn text_column(node: &Node, to: &Reporter<'_>) -> Option<usize> {
    match &node.value {
        YamlValue::Mapping(entries) => text_column(&entries.last()?.value, to),
        YamlValue::Sequence(items) => text_column(items.last()?, to),
        YamlValue::Scalar(scalar) => scalar.block.then(|| to.in_line(node.span.start).0),
        // All its lines are indented too little.
        YamlValue::Invalid => {
            let (column, line) = to.in_line(node.span.start);
            line.ends_with(['|', '>']).then_some(column + 2)
        }
    }
}

/// Returns the fields of all groups of fields in a group.
fn nested_fields(schema: &Json) -> Vec<&str> {
    let fields = schema["properties"].as_object().into_iter().flatten();
    fields.flat_map(|(_, field)| field_names(field).chain(nested_fields(field))).collect()
}

fn fields_hint(known: &[&str]) -> String {
    let notes = match known.contains(&"internal") {
        true => "; private notes belong under `internal`",
        false => "",
    };
    format!("the fields here are {}{notes}", known.join(", "))
}

/// Returns the field of a group that the author meant by `key`: a synonym, or a similar word.
pub(super) fn meant_field<'a>(key: &str, known: &[&'a str]) -> Option<&'a str> {
    let mut synonyms = field_synonyms::fields(key);
    let synonym = synonyms.find_map(|field| known.iter().copied().find(|known| *known == field));
    synonym.or_else(|| did_you_mean(key, known.iter().copied()))
}

/// Returns where a field belongs that another group of the document has. A field of an item of a list never
/// belongs outside of the list.
fn place_of(field: &str, to: &Reporter<'_>) -> Option<String> {
    let root = &to.document.schema;
    if to.is_in_list() {
        return None;
    }
    match !to.is_root() && root["properties"].get(field).is_some() {
        true => Some("at the top level, without indentation".to_owned()),
        false => group_with(root, field, "").map(|group| format!("under `{group}`")),
    }
}

/// Returns the dotted path of the group of fields that has a field `key`.
fn group_with(schema: &Json, key: &str, path: &str) -> Option<String> {
    if !path.is_empty() && schema["properties"].get(key).is_some() {
        return Some(path.to_owned());
    }
    let fields = schema["properties"].as_object()?;
    fields.iter().find_map(|(name, schema)| match path {
        "" => group_with(schema, key, name),
        _ => group_with(schema, key, &format!("{path}.{name}")),
    })
}
