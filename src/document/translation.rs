//! Translations: files with some texts of a document, in its shape. The translated text takes the place of the
//! original.

use std::collections::BTreeSet;
use std::mem::discriminant;

use super::Document;
use super::item_index::{ItemField, ItemIndex, fields_of, text};
use super::item_name::{OF, names_of};
use super::reporter::Reporter;
use super::shape::{Field, GroupShape, Shape, Translatable};
use crate::diagnostic::{Diagnostic, Span};
use crate::diagnostic_code::diagnostic_codes;
use crate::did_you_mean::{did_you_mean, fold};
use crate::source::{FileBytes, text_of};
use crate::yaml::{self, MappingEntry, Node, NodeOrigin, YamlValue};

diagnostic_codes! {
    error UNTRANSLATABLE_FIELD = "untranslatable-field";
    warning UNUSED_TRANSLATION = "unused-translation";
    warning SHORTER_LIST = "shorter-list";
    warning REPEATED_ORIGINAL = "repeated-original";
}

/// Returns the document `original` with the texts of a translation, unless that has an error; `None` if it has no key.
/// Whether it has an error does not depend on the document, so that a change of the document alone never causes one.
/// Returns at most `limit` errors and warnings about the translation. It is compared only with a document that
/// `is_valid`: an item that is missing there can be one that an error hides.
pub(super) fn translate<T: Document>(
    (original, is_valid): (&Node, bool),
    (file, bytes): FileBytes<'_>,
    limit: usize,
) -> (Option<Node>, Vec<Diagnostic>) {
    let (tree, mut diagnostics) = yaml::parse_document(file, bytes, T::document_type(), limit);
    // A file that has only comments.
    diagnostics.retain(|diagnostic| diagnostic.code != &yaml::EMPTY_FILE);
    let mut texts = original.clone();
    let Some(tree) = tree else {
        return ((!diagnostics.is_empty()).then_some(texts), diagnostics);
    };
    let mut published = tree.clone();
    T::publish_notations(&mut published, true);
    let source = text_of(bytes);
    let document = T::document_type();
    let mut to = Reporter::new((file, &source), document, original, diagnostics, limit);
    to.start_translation();
    check(&tree, T::SHAPE, &mut to);
    T::decode(&tree, &mut to);
    if to.is_whole && !to.has_error_in_item() {
        let place = ("", &tree.span);
        let mut silent = Reporter::silent(file, document, original);
        let to = if is_valid { &mut to } else { &mut silent };
        merge(&mut texts, &published, place, T::SHAPE, false, to);
    }
    (Some(texts), to.finish())
}

/// Reports the fields that a translation cannot have.
fn check(node: &Node, shape: &Shape, to: &mut Reporter<'_>) {
    if let Shape::List(item_shape) = shape {
        node.items().iter().for_each(|item| check(item, item_shape, to));
    }
    for MappingEntry { key, key_span, value } in node.entries() {
        let (shape, translation) = shape.value_of(key);
        if translation != Translatable::Never {
            check(value, shape, to);
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
    shape: &Shape,
    is_own: bool,
    to: &mut Reporter<'_>,
) {
    let is_replaced =
        original.has_value() && discriminant(&original.value) == discriminant(&translation.value);
    match (&mut original.value, &translation.value) {
        (YamlValue::Mapping(originals), YamlValue::Mapping(entries)) => {
            for entry in entries.iter().filter(|it| it.value.has_value()) {
                let key_hint = shape.translated_key();
                let (shape, translation) = shape.value_of(&entry.key);
                let is_own = is_own || translation == Translatable::Always;
                match originals.iter_mut().find(|it| it.key == entry.key) {
                    Some(original) => {
                        let place = (&*entry.key, &entry.key_span);
                        merge(&mut original.value, &entry.value, place, shape, is_own, to);
                    }
                    None => originals.extend(added(entry, shape, key_hint, is_own, to)),
                }
            }
        }
        (YamlValue::Sequence(originals), YamlValue::Sequence(items))
            if let Some(group) = shape.items() =>
        {
            merge_items(originals, items, key, group, to);
        }
        // The document keeps a value of another kind, which can be an error.
        _ if is_replaced => {
            let [here, all] = [translation, original].map(|list| list.items().len());
            if here < all {
                let message =
                    format!("`{key}` has {all} items in {}, and {here} here", to.document.subject);
                let hint = "translate the others, too: the whole list is published in place of the original";
                to.report(to.at(&SHORTER_LIST, span.clone(), message).hint(hint));
            }
            if repeats(original, translation) {
                let message = format!("`{key}` has the original beside the translation");
                let hint = "delete the original, and the sign between them";
                to.report(to.at(&REPEATED_ORIGINAL, span.clone(), message).hint(hint));
            }
            *original = translated(translation);
        }
        _ => {
            let is_there = original.has_value();
            report_unused(translation, (key, span), None, is_there, to);
        }
    }
}

/// Returns whether a translation has the text of its original and another one: `Architect → Arkitekt`.
fn repeats(original: &Node, translation: &Node) -> bool {
    let both = original.scalar().zip(translation.scalar());
    let rest = both.and_then(|(original, text)| {
        let rest = text.text.strip_prefix(&original.text);
        rest.or_else(|| text.text.strip_suffix(&original.text))
    });
    let is_sign = |word: &str| ["→", "->", "=>", "=", "/", "|"].contains(&word);
    rest.is_some_and(|rest| {
        let mut words = rest.split_whitespace();
        words.next().is_some_and(is_sign) || words.next_back().is_some_and(is_sign)
    })
}

/// Returns the parts of a translated entry that need no original, if the document does not have its key.
fn added(
    entry: &MappingEntry,
    shape: &Shape,
    key_hint: Option<&str>,
    is_own: bool,
    to: &mut Reporter<'_>,
) -> Option<MappingEntry> {
    let value = match &entry.value.value {
        YamlValue::Mapping(entries) => {
            let entries = entries.iter().filter(|it| it.value.has_value());
            let entries = entries.filter_map(|it| {
                let key_hint = shape.translated_key();
                let (shape, translation) = shape.value_of(&it.key);
                added(it, shape, key_hint, is_own || translation == Translatable::Always, to)
            });
            let entries: Vec<_> = entries.collect();
            let span = entry.value.span.clone();
            let value = YamlValue::Mapping(entries);
            Some(Node { span, value, origin: NodeOrigin::Translation }).filter(Node::has_value)
        }
        _ if is_own => Some(translated(&entry.value)),
        _ => {
            report_unused(&entry.value, (&entry.key, &entry.key_span), key_hint, false, to);
            None
        }
    };
    Some(MappingEntry { value: value?, ..entry.clone() })
}

/// Reports a translation without an original. `is_there` says whether the document has a value of another form.
fn report_unused(
    translation: &Node,
    (key, span): (&str, &Span),
    key_hint: Option<&str>,
    is_there: bool,
    to: &mut Reporter<'_>,
) {
    let subject = to.document.subject;
    let form = match &translation.value {
        YamlValue::Sequence(_) => "list",
        YamlValue::Mapping(_) => "group",
        YamlValue::Scalar(_) | YamlValue::Invalid => "text",
    };
    let message = format!("{subject} has no {form} `{key}`: this translation is not used");
    let hint = match (key_hint, is_there) {
        (Some(hint), _) => format!("write the key of the profile; {hint}"),
        (None, true) => format!("delete it, or write it as {subject} does"),
        (None, false) => format!("delete it, or add `{key}` to {subject}"),
    };
    to.report(to.at(&UNUSED_TRANSLATION, span.clone(), message).hint(hint));
}

/// Returns a value of a translation for the tree of the document.
fn translated(node: &Node) -> Node {
    let value = match &node.value {
        YamlValue::Sequence(items) => YamlValue::Sequence(items.iter().map(translated).collect()),
        YamlValue::Mapping(entries) => {
            let entry = |entry: &MappingEntry| MappingEntry {
                value: translated(&entry.value),
                ..entry.clone()
            };
            YamlValue::Mapping(entries.iter().map(entry).collect())
        }
        value @ (YamlValue::Scalar(_) | YamlValue::Invalid) => value.clone(),
    };
    Node { value, origin: NodeOrigin::Translation, span: node.span.clone() }
}

fn merge_items(
    originals: &mut [Node],
    items: &[Node],
    key: &str,
    group: &'static GroupShape,
    to: &mut Reporter<'_>,
) {
    // An item can take the name of another one when it is translated.
    let unchanged = originals.to_vec();
    let index = ItemIndex::of(&unchanged);
    let first = group.first_text().map_or("", Field::name);
    let mut translated = BTreeSet::new();
    let shape = &Shape::Group(group);
    for item in items {
        let Some(MappingEntry { value: of, .. }) = item.entry(OF) else { continue };
        let texts = item.entries().iter().filter(|it| it.key != OF).cloned().collect();
        let texts = Node { value: YamlValue::Mapping(texts), ..item.clone() };
        let general =
            || format!("write what one item has: its `{first}`, or a group of several fields");
        let names = |count| format!("`{OF}` names {count} of `{key}`");
        let (message, hint) = match index.with(&wanted(of, first))[..] {
            [at] if translated.insert(at) => {
                merge(&mut originals[at], &texts, (key, &item.span), shape, false, to);
                continue;
            }
            [_] => {
                let message = "this item is already translated above".to_owned();
                (message, "write all its texts in one place".to_owned())
            }
            // One of thousands of names is similar only for those who see it.
            [] if to.has_room() => {
                let similar = similar_name(of, &unchanged, first);
                let hint = similar.map(|name| format!("did you mean `{name}`?")).or_else(|| {
                    let names = names_of(unchanged.iter(), &index, group)?;
                    Some(format!("write which item is translated: {names}"))
                });
                (names("no item"), hint.unwrap_or_else(general))
            }
            [] => (names("no item"), general()),
            ref several => {
                let several = several.iter().filter(|_| to.has_room()).map(|at| &unchanged[*at]);
                let each = names_of(several, &index, group);
                let hint = each.map(|each| format!("write which of them is translated: {each}"));
                (names("several items"), hint.unwrap_or_else(general))
            }
        };
        to.report(to.at(&UNUSED_TRANSLATION, of.span.clone(), message).hint(hint));
    }
}

/// Returns the name of the item that is similar to the one in a translation, or the only one that is a part of it, or has
/// it as a part.
fn similar_name<'a>(of: &Node, items: &'a [Node], first: &str) -> Option<&'a str> {
    let wanted = fold(of.scalar()?.text.trim());
    let names = items.iter().filter_map(|it| Some(&*it.entry(first)?.value.scalar()?.text));
    let is_part = |name: &&str| {
        let name = fold(name.trim());
        wanted.len() > 2 && name.contains(&wanted) || name.len() > 2 && wanted.contains(&name)
    };
    let mut parts = names.clone().filter(is_part);
    did_you_mean(&wanted, names).or(parts.next().filter(|_| parts.next().is_none()))
}

/// Returns the fields of the item that a translation means by `of`: its `first` text, or those of a group.
pub(super) fn wanted<'a>(of: &'a Node, first: &'a str) -> Vec<ItemField<'a>> {
    match of.scalar() {
        Some(_) => vec![(first, text(of))],
        None => fields_of(of.entries()),
    }
}
