//! Translations: files with some texts of a document, in its shape. The translated text takes the place of the
//! original.

use std::borrow::Cow;
use std::collections::BTreeSet;

use serde_json::Value as Json;

use super::Document;
use super::decode::Reporter;
use super::translatable::{ELSEWHERE, OF, TRANSLATED, field, first_text};
use crate::characters::nfc;
use crate::diagnostic::{Diagnostic, Span};
use crate::diagnostic_code::diagnostic_codes;
use crate::did_you_mean::did_you_mean;
use crate::source::text_of;
use crate::yaml::{self, MappingEntry, Node, YamlValue};

diagnostic_codes! {
    error UNTRANSLATABLE_FIELD = "untranslatable-field";
    warning UNUSED_TRANSLATION = "unused-translation";
}

/// Returns the document `original` with the texts of a translation, unless that has an error; `None` if it has no key.
/// Whether it has an error does not depend on the document, so that a change of the document alone never causes one.
/// Returns at most `limit` errors and warnings about the translation.
pub(super) fn translate<T: Document>(
    original: &Node,
    (file, bytes): (&str, &[u8]),
    limit: usize,
) -> (Option<Node>, Vec<Diagnostic>) {
    let (tree, mut diagnostics) = yaml::parse_up_to(file, bytes, limit);
    // A file that has only comments.
    diagnostics.retain(|diagnostic| diagnostic.code != &yaml::EMPTY_FILE);
    let mut texts = original.clone();
    let Some(tree) = tree else {
        return ((!diagnostics.is_empty()).then_some(texts), diagnostics);
    };
    let source = text_of(bytes);
    let document = T::document_type();
    let mut to = Reporter::new((file, &source), document, original, diagnostics, limit);
    to.is_translation = true;
    check(&tree, &document.schema, &mut to);
    T::decode(&tree, &mut to);
    if to.is_whole && !to.has_error_in_item() {
        merge(&mut texts, &tree, ("", &tree.span), &document.schema, false, &mut to);
    }
    (Some(texts), to.finish())
}

/// Reports the fields that a translation cannot have.
fn check(node: &Node, schema: &Json, to: &mut Reporter<'_>) {
    match &node.value {
        YamlValue::Sequence(items) => {
            items.iter().for_each(|item| check(item, &schema["items"], to));
        }
        YamlValue::Mapping(entries) => {
            for entry in entries {
                let field = field(schema, &entry.key);
                if field[TRANSLATED] == false {
                    let message = format!("`{}` cannot be translated", entry.key);
                    let error = to.at(&UNTRANSLATABLE_FIELD, entry.key_span.clone(), message);
                    let hint = format!("delete it: its value is that of {}", to.document.subject);
                    to.report(error.hint(hint));
                } else {
                    check(&entry.value, field, to);
                }
            }
        }
        YamlValue::Scalar(_) | YamlValue::Invalid => {}
    }
}

/// Puts the texts of a valid translation in the place of the original ones. `(key, span)` leads to the translation;
/// `is_own` says whether it needs no original.
fn merge(
    original: &mut Node,
    translation: &Node,
    (key, span): (&str, &Span),
    schema: &Json,
    is_own: bool,
    to: &mut Reporter<'_>,
) {
    let is_own = is_own || schema[TRANSLATED] == true;
    let is_used = is_own || original.has_value();
    if !original.has_value() && matches!(translation.value, YamlValue::Mapping(_)) {
        original.value = YamlValue::Mapping(Vec::new());
    }
    match (&mut original.value, &translation.value) {
        (YamlValue::Mapping(originals), YamlValue::Mapping(entries)) => {
            for entry in entries.iter().filter(|it| it.key != OF && it.value.has_value()) {
                let original = place(originals, &entry.key);
                let at = (&*entry.key, &entry.key_span);
                merge(original, &entry.value, at, field(schema, &entry.key), is_own, to);
            }
            originals.retain(|it| it.key_span != ELSEWHERE || it.value.has_value());
        }
        (YamlValue::Sequence(originals), YamlValue::Sequence(items))
            if schema["items"]["properties"].is_object() =>
        {
            merge_items(originals, items, key, &schema["items"], to);
        }
        (_, YamlValue::Sequence(items)) if is_used && items.iter().all(is_scalar) => {
            let text = |item: &Node| Node { span: ELSEWHERE, ..item.clone() };
            let value = YamlValue::Sequence(items.iter().map(text).collect());
            *original = Node { span: ELSEWHERE, value };
        }
        (_, YamlValue::Scalar(_)) if is_used => {
            *original = Node { span: ELSEWHERE, ..translation.clone() };
        }
        _ => {
            let message = format!("{} has no such `{key}` here", to.document.subject);
            let warning = to.at(&UNUSED_TRANSLATION, span.clone(), message);
            to.report(warning.hint("delete it, or write the original first"));
        }
    }
}

/// Returns the value of a key, which is an empty group if the key is new.
fn place<'a>(entries: &'a mut Vec<MappingEntry>, key: &str) -> &'a mut Node {
    let at = entries.iter().position(|entry| entry.key == key).unwrap_or_else(|| {
        let value = Node { span: ELSEWHERE, value: YamlValue::Mapping(Vec::new()) };
        entries.push(MappingEntry { key: key.to_owned(), key_span: ELSEWHERE, value });
        entries.len() - 1
    });
    &mut entries[at].value
}

fn merge_items(
    originals: &mut [Node],
    items: &[Node],
    key: &str,
    schema: &Json,
    to: &mut Reporter<'_>,
) {
    let items = items.iter().filter_map(|item| Some((item, &item.entry(OF)?.value)));
    // An item can take the name of another one when it is translated.
    let found: Vec<_> =
        items.map(|(item, of)| (item, of, matches(originals, of, schema))).collect();
    let mut translated = BTreeSet::new();
    let first = first_text(schema);
    for (item, of, found) in found {
        let general =
            || format!("write what one item has: its `{first}`, or a group of several fields");
        let (count, hint) = match found[..] {
            [at] if translated.insert(at) => {
                merge(&mut originals[at], item, (key, &item.span), schema, false, to);
                continue;
            }
            [_] => ("a translated item", "write all its texts in one place".to_owned()),
            [] => {
                let texts = originals.iter().filter_map(|item| item.entry(first)?.value.scalar());
                let texts = texts.map(|scalar| &*scalar.text);
                let similar = of.scalar().and_then(|of| did_you_mean(&of.text, texts));
                ("no item", similar.map_or_else(general, |it| format!("did you mean `{it}`?")))
            }
            [..] => ("several items", general()),
        };
        let message = format!("`{OF}` names {count} of `{key}`");
        let warning = to.at(&UNUSED_TRANSLATION, of.span.clone(), message);
        to.report(warning.hint(hint));
    }
}

/// Returns the items that have the first text `of`, or the fields of the group `of`.
fn matches(items: &[Node], of: &Node, schema: &Json) -> Vec<usize> {
    let wanted: Vec<_> = match &of.value {
        YamlValue::Mapping(fields) => fields.iter().map(|it| (&*it.key, text(&it.value))).collect(),
        _ => vec![(first_text(schema), text(of))],
    };
    let has = |item: &Node, key: &str, wanted: &Option<Cow<'_, str>>| {
        wanted.is_some() && item.entry(key).and_then(|entry| text(&entry.value)) == *wanted
    };
    let is_wanted = |item: &Node| {
        !wanted.is_empty() && wanted.iter().all(|(key, wanted)| has(item, key, wanted))
    };
    (0..items.len()).filter(|index| is_wanted(&items[*index])).collect()
}

fn is_scalar(node: &Node) -> bool {
    node.scalar().is_some()
}

fn text(node: &Node) -> Option<Cow<'_, str>> {
    Some(nfc(node.scalar()?.text.trim())).filter(|text| !text.is_empty())
}
