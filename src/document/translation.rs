//! Translations: files with some texts of a document, in its shape. The translated text takes the place of the
//! original.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::mem::discriminant;

use serde_json::Value as Json;

use super::Document;
use super::decode::Reporter;
use super::editor_hints::TRANSLATED;
use super::translatable::{ELSEWHERE, OF, field, first_text};
use crate::characters::nfc;
use crate::diagnostic::{Diagnostic, Span};
use crate::diagnostic_code::diagnostic_codes;
use crate::did_you_mean::did_you_mean;
use crate::source::{FileBytes, text_of};
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
    (file, bytes): FileBytes<'_>,
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
    for item in node.items() {
        check(item, &schema["items"], to);
    }
    for MappingEntry { key, key_span, value } in node.entries() {
        let field = field(schema, key);
        if field[TRANSLATED] != false {
            check(value, field, to);
            continue;
        }
        let message = format!("`{key}` cannot be translated");
        let hint = format!("delete it: its value is that of {}", to.document.subject);
        to.report(to.at(&UNTRANSLATABLE_FIELD, key_span.clone(), message).hint(hint));
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
    let is_used = match original.span == ELSEWHERE {
        true => is_own,
        // The document keeps a value of another kind, which can be an error.
        false => {
            original.has_value()
                && discriminant(&original.value) == discriminant(&translation.value)
        }
    };
    match (&mut original.value, &translation.value) {
        (YamlValue::Mapping(originals), YamlValue::Mapping(entries)) => {
            for entry in entries.iter().filter(|it| it.value.has_value()) {
                let at = originals.iter().position(|it| it.key == entry.key);
                let at = at.unwrap_or_else(|| {
                    let value = Node { span: ELSEWHERE, value: YamlValue::Mapping(Vec::new()) };
                    originals.push(MappingEntry { key_span: ELSEWHERE, value, ..entry.clone() });
                    originals.len() - 1
                });
                let place = (&*entry.key, &entry.key_span);
                let schema = field(schema, &entry.key);
                merge(&mut originals[at].value, &entry.value, place, schema, is_own, to);
            }
            originals.retain(|it| it.key_span != ELSEWHERE || it.value.has_value());
        }
        (YamlValue::Sequence(originals), YamlValue::Sequence(items))
            if schema["items"]["properties"].is_object() =>
        {
            merge_items(originals, items, key, &schema["items"], to);
        }
        (_, value) if is_used && !matches!(value, YamlValue::Mapping(_)) => {
            *original = translation.clone();
            move_elsewhere(original);
        }
        _ => {
            let message = format!("{} has no `{key}` in this form here", to.document.subject);
            let warning = to.at(&UNUSED_TRANSLATION, span.clone(), message);
            to.report(warning.hint("delete it, or write the original in the same form first"));
        }
    }
}

/// Makes a value a part of another file than its own.
fn move_elsewhere(node: &mut Node) {
    node.span = ELSEWHERE;
    match &mut node.value {
        YamlValue::Sequence(items) => items.iter_mut().for_each(move_elsewhere),
        YamlValue::Mapping(entries) => entries.iter_mut().for_each(|entry| {
            entry.key_span = ELSEWHERE;
            move_elsewhere(&mut entry.value);
        }),
        YamlValue::Scalar(_) | YamlValue::Invalid => {}
    }
}

fn merge_items(
    originals: &mut [Node],
    items: &[Node],
    key: &str,
    schema: &Json,
    to: &mut Reporter<'_>,
) {
    // An item can take the name of another one when it is translated.
    let unchanged = originals.to_vec();
    let first = first_text(schema);
    let mut translated = BTreeSet::new();
    for item in items {
        let Some(MappingEntry { value: of, .. }) = item.entry(OF) else { continue };
        let texts = item.entries().iter().filter(|it| it.key != OF).cloned().collect();
        let texts = Node { span: item.span.clone(), value: YamlValue::Mapping(texts) };
        let general =
            format!("write what one item has: its `{first}`, or a group of several fields");
        let (count, hint) = match items_with(&unchanged, of, schema)[..] {
            [at] if translated.insert(at) => {
                merge(&mut originals[at], &texts, (key, &item.span), schema, false, to);
                continue;
            }
            [_] => ("a translated item", "write all its texts in one place".to_owned()),
            [] => {
                let names = unchanged.iter().filter_map(|it| it.entry(first)?.value.scalar());
                let wanted = of.scalar().map_or("", |of| &of.text);
                let similar = did_you_mean(wanted, names.map(|name| &*name.text));
                ("no item", similar.map_or(general, |name| format!("did you mean `{name}`?")))
            }
            [..] => ("several items", general),
        };
        let message = format!("`{OF}` names {count} of `{key}`");
        to.report(to.at(&UNUSED_TRANSLATION, of.span.clone(), message).hint(hint));
    }
}

/// Returns which items have the first text `of`, or the fields of the group `of`.
pub(super) fn items_with(items: &[Node], of: &Node, schema: &Json) -> Vec<usize> {
    let wanted: Vec<_> = match of.scalar() {
        Some(_) => vec![(first_text(schema), text(of))],
        None => of.entries().iter().map(|it| (&*it.key, text(&it.value))).collect(),
    };
    let has = |item: &Node, (key, wanted): &(&str, Option<Cow<'_, str>>)| {
        wanted.is_some() && item.entry(key).and_then(|entry| text(&entry.value)) == *wanted
    };
    let is_wanted = |item| !wanted.is_empty() && wanted.iter().all(|field| has(item, field));
    (0..items.len()).filter(|index| is_wanted(&items[*index])).collect()
}

fn text(node: &Node) -> Option<Cow<'_, str>> {
    Some(nfc(node.scalar()?.text.trim())).filter(|text| !text.is_empty())
}
