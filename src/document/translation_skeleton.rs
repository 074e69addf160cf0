//! The skeleton that `vitae translate` writes: the texts of a document without a translation, commented out.

use serde_json::{Map, Value as Json};

use super::Document;
use super::skeleton::{commented_out, indented, wrapped};
use super::translatable::{OF, field, first_text, is_open, is_text};
use super::translation::{matches, open, wanted};
use crate::yaml::{Node, ScalarKind, YamlValue, write};

/// Returns the lines of a new translation. `schema` is the path of its schema relative to the file.
pub fn skeleton(schema: &str, explanation: &str, missing_texts: &[String]) -> String {
    let first = [format!("# yaml-language-server: $schema={schema}"), String::new()];
    let lines = [&first, &wrapped(explanation)[..], &[String::new()], missing_texts].concat();
    lines.join("\n") + "\n"
}

/// Returns the lines of the texts of an `original` without a `translation`.
pub fn missing_texts<T: Document>(original: &Node, translation: Option<&Node>) -> Vec<String> {
    let lines = group(original, translation, &T::document_type().translatable);
    lines.iter().map(|line| commented_out(line)).collect()
}

fn group(original: &Node, translation: Option<&Node>, schema: &Json) -> Vec<String> {
    let YamlValue::Mapping(entries) = &original.value else { return Vec::new() };
    let mut lines = Vec::new();
    for entry in entries.iter().filter(|entry| entry.value.has_value()) {
        let Some(schema) = field(schema, &entry.key) else { continue };
        let translation = translation.and_then(|it| it.entry(&entry.key)).map(|it| &it.value);
        let translation = translation.filter(|it| it.has_value());
        let value = &entry.value;
        let is_text = match &value.value {
            YamlValue::Scalar(scalar) => is_text(schema) || scalar.kind == ScalarKind::String,
            YamlValue::Sequence(items) => items.iter().all(|item| item.scalar().is_some()),
            YamlValue::Mapping(_) | YamlValue::Invalid => false,
        };
        if is_text && translation.is_none() {
            lines.extend(write::entry(&entry.key, &value.to_json()));
        }
        let below = match &value.value {
            YamlValue::Sequence(list) => items(list, translation, &schema["items"]),
            _ => group(value, translation, if is_open(schema) { open() } else { schema }),
        };
        lines.extend((!below.is_empty()).then(|| format!("{}:", entry.key)));
        lines.extend(below.iter().map(|line| indented(line)));
    }
    lines
}

/// Returns the lines of the items of a list of groups.
fn items(items: &[Node], translation: Option<&Node>, schema: &Json) -> Vec<String> {
    let translated = match translation.map(|translation| &translation.value) {
        Some(YamlValue::Sequence(items)) => items.as_slice(),
        _ => &[],
    };
    let mut lines = Vec::new();
    for (index, item) in items.iter().enumerate() {
        let is_of_item = |it: &&Node| {
            wanted(it, schema).is_some_and(|wanted| matches(items, &wanted) == [index])
        };
        let below = group(item, translated.iter().find(is_of_item), schema);
        let of = identifying_fields(items, index, schema).filter(|_| !below.is_empty());
        if let Some(of) = of {
            let mut item = write::entry(OF, &of).into_iter().chain(below);
            lines.extend(item.next().map(|line| format!("- {line}")));
            lines.extend(item.map(|line| indented(&line)));
        }
    }
    lines
}

/// Returns the text of the first field of an item, or the fields that distinguish it from other items; `None` if
/// another item is the same.
fn identifying_fields(items: &[Node], index: usize, schema: &Json) -> Option<Json> {
    let YamlValue::Mapping(entries) = &items[index].value else { return None };
    let first = first_text(schema)?;
    let (mut entries, others): (Vec<_>, Vec<_>) = entries.iter().partition(|it| it.key == first);
    entries.extend(others);
    let (mut texts, mut values) = (Vec::new(), Map::new());
    for entry in entries.into_iter().filter(|entry| entry.value.has_value()) {
        let Some(scalar) = entry.value.scalar() else { continue };
        texts.push((entry.key.as_str(), scalar.text.trim()));
        values.insert(entry.key.clone(), entry.value.to_json());
        if matches(items, &texts) == [index] {
            let is_first = texts.len() == 1 && texts[0].0 == first;
            return Some(if is_first { entry.value.to_json() } else { values.into() });
        }
    }
    None
}
