//! The skeleton that `vitae translate` writes: the texts of a document without a translation, commented out.

use serde_json::{Map, Value as Json};

use super::skeleton::{commented_out, wrapped};
use super::translatable::{ELSEWHERE, OF, TRANSLATED, field, first_text, is_text};
use super::{Decoded, Document};
use crate::yaml::{Node, ScalarKind, YamlValue, write::write};

const HOW_TO: &str = "The texts of the profile. To translate a text, delete the \"# \" of its lines and of the keys \
above that lead to it, and replace the text. Texts that are not translated are published as they are in the profile.";

/// Returns the lines of a new translation. `schema` is the path of its schema relative to the file.
pub fn skeleton(schema: &str, missing_texts: &[String]) -> String {
    let first = [format!("# yaml-language-server: $schema={schema}"), String::new()];
    let lines = [&first, &wrapped(HOW_TO)[..], &[String::new()], missing_texts].concat();
    lines.join("\n") + "\n"
}

/// Returns the lines of the texts without a translation.
pub fn missing_texts<T: Document>(decoded: &Decoded<T>) -> Vec<String> {
    let texts = decoded.texts.as_ref().unwrap_or(&decoded.tree);
    match missing(&decoded.tree, texts, &T::document_type().schema) {
        Some(Json::Object(missing)) => write(&missing, &[]).lines().map(commented_out).collect(),
        _ => Vec::new(),
    }
}

/// Returns the texts of an `original` that are the same in `texts`; `None` if there are none.
fn missing(original: &Node, texts: &Node, schema: &Json) -> Option<Json> {
    if texts.span == ELSEWHERE || !original.has_value() || schema[TRANSLATED] == false {
        return None;
    }
    match (&original.value, &texts.value) {
        (YamlValue::Scalar(scalar), _) => {
            let is_text = is_text(schema) || scalar.kind == ScalarKind::String;
            is_text.then(|| original.to_json())
        }
        (YamlValue::Mapping(entries), _) => {
            let fields = entries.iter().filter_map(|entry| {
                let texts = &texts.entry(&entry.key)?.value;
                let missing = missing(&entry.value, texts, field(schema, &entry.key))?;
                Some((entry.key.clone(), missing))
            });
            Some(fields.collect::<Map<_, _>>()).filter(|it| !it.is_empty()).map(Json::Object)
        }
        (YamlValue::Sequence(items), YamlValue::Sequence(texts))
            if schema["items"]["properties"].is_object() =>
        {
            let all = original.to_json();
            let missing = items.iter().zip(texts).filter_map(|(item, texts)| {
                let mut missing = missing(item, texts, &schema["items"])?;
                let of = identification(item, &all, &schema["items"])?;
                missing.as_object_mut()?.shift_insert(0, OF.to_owned(), of);
                Some(missing)
            });
            Some(missing.collect::<Vec<_>>()).filter(|it| !it.is_empty()).map(Json::Array)
        }
        (YamlValue::Sequence(items), _) => {
            items.iter().all(|item| item.scalar().is_some()).then(|| original.to_json())
        }
        (YamlValue::Invalid, _) => None,
    }
}

/// Returns the text of the first field of an item, or the fields that distinguish it from the others of the list
/// `all`; `None` if another item is the same.
fn identification(item: &Node, all: &Json, schema: &Json) -> Option<Json> {
    let YamlValue::Mapping(entries) = &item.value else { return None };
    let first = first_text(schema);
    let scalars = entries.iter().filter(|it| it.value.scalar().is_some() && it.value.has_value());
    let mut fields: Vec<_> = scalars.map(|it| (it.key.clone(), it.value.to_json())).collect();
    fields.sort_by_key(|(key, _)| key != first);
    let is_only = |count: &usize| {
        let has_fields = |item: &&Json| fields[..*count].iter().all(|(key, it)| item[key] == *it);
        all.as_array().is_some_and(|all| all.iter().filter(has_fields).count() == 1)
    };
    match (1..=fields.len()).find(is_only)? {
        1 if fields[0].0 == first => Some(fields.swap_remove(0).1),
        count => Some(fields.into_iter().take(count).collect()),
    }
}
