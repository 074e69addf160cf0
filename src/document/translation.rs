//! Translations: files with some texts of a document, in its shape. The translated text takes the place of the
//! original.

use std::sync::LazyLock;

use serde_json::{Value as Json, json};

use super::Document;
use super::decode::{Decode as _, Reporter};
use super::document_type::DocumentType;
use super::missing_field::MISSING_FIELD;
use super::translatable::{OF, TRANSLATED, field, first_text, is_open, is_text};
use super::wrong_type::not_a_mapping;
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

/// Puts the texts of a translation in the place of those of the document `original`, unless the translation has an
/// error. Whether it has one does not depend on the document, so that a change of the document alone never causes one.
/// Returns whether the translation has a key, at most `limit` errors and warnings about it, and one for each text that
/// is not used.
pub(super) fn translate<T: Document>(
    original: &mut Node,
    (file, bytes): (&str, &[u8]),
    limit: usize,
) -> (bool, Vec<Diagnostic>) {
    let (tree, mut diagnostics) = yaml::parse_up_to(file, bytes, limit);
    // A file that has only comments.
    diagnostics.retain(|diagnostic| diagnostic.code != &yaml::EMPTY_FILE);
    let Some(tree) = tree else {
        return (!diagnostics.is_empty(), diagnostics);
    };
    if !matches!(tree.value, YamlValue::Mapping(_)) {
        diagnostics.push(not_a_mapping(file, &tree));
        return (true, diagnostics);
    }
    let document = T::document_type();
    let mut check = TranslationCheck { file, diagnostics };
    check.group(&tree, &document.schema, &document.translatable);
    let source = text_of(bytes);
    let mut to = Reporter::new((file, &source), document, original, check.diagnostics, limit);
    to.is_translation = true;
    T::decode(&tree, &mut to);
    let mut diagnostics = to.finish();
    if !diagnostics.iter().any(Diagnostic::is_error) {
        let mut merge = Merge { file, document, diagnostics: Vec::new() };
        merge.group(original, &tree, &document.translatable);
        diagnostics.extend(merge.diagnostics);
    }
    (true, diagnostics)
}

/// Reports what a translation of any document cannot have.
struct TranslationCheck<'a> {
    file: &'a str,
    diagnostics: Vec<Diagnostic>,
}

impl TranslationCheck<'_> {
    /// Checks a group with this `schema`. `part` is the schema of what can be translated of it.
    fn group(&mut self, node: &Node, schema: &Json, part: &Json) {
        let YamlValue::Mapping(entries) = &node.value else { return };
        for entry in entries.iter().filter(|entry| entry.key != OF) {
            match (field(schema, &entry.key), field(part, &entry.key)) {
                (Some(schema), Some(part)) => self.value(entry, schema, part),
                (Some(_), None) => {
                    let message = format!("`{}` cannot be translated", entry.key);
                    let span = entry.key_span.clone();
                    let error = Diagnostic::at(&UNTRANSLATABLE_FIELD, self.file, span, message);
                    let hint = "delete it: its value is that of the profile";
                    self.diagnostics.push(error.hint(hint));
                }
                // The decoder reports an unknown field.
                (None, _) => {}
            }
        }
    }

    fn value(&mut self, entry: &MappingEntry, schema: &Json, part: &Json) {
        match &entry.value.value {
            YamlValue::Sequence(items) if part["items"]["properties"].is_object() => {
                for item in items {
                    self.of(item, &entry.key, &part["items"]);
                    self.group(item, &schema["items"], &part["items"]);
                }
            }
            _ if part["type"] == "object" => self.group(&entry.value, schema, part),
            _ => {}
        }
    }

    /// Checks which item of the list `key` an item of the translation is for.
    fn of(&mut self, item: &Node, key: &str, schema: &Json) {
        let is_group = matches!(item.value, YamlValue::Mapping(_));
        if is_group && wanted(item, schema).is_none() {
            let (message, span) = match item.entry(OF) {
                None => (format!("an item of `{key}` has no `{OF}`"), &item.span),
                Some(of) => (format!("`{OF}` names no item of `{key}`"), &of.value.span),
            };
            let first = first_text(schema).unwrap_or_default();
            let error = Diagnostic::at(&MISSING_FIELD, self.file, span.clone(), message);
            self.diagnostics.push(error.hint(format!(
                "write which item of the profile it translates: `{OF}:` and its `{first}`"
            )));
        }
    }
}

/// Returns the fields that identify the item that an item of a translation is for, and their texts.
pub(super) fn wanted<'n>(item: &'n Node, schema: &'n Json) -> Option<Vec<(&'n str, &'n str)>> {
    let of = &item.entry(OF)?.value;
    let text = |node: &'n Node| Some(node.scalar()?.text.trim()).filter(|it| !it.is_empty());
    match &of.value {
        YamlValue::Scalar(_) => Some(vec![(first_text(schema)?, text(of)?)]),
        YamlValue::Mapping(entries) if !entries.is_empty() => {
            let field = |entry: &'n MappingEntry| Some((entry.key.as_str(), text(&entry.value)?));
            entries.iter().map(field).collect()
        }
        _ => None,
    }
}

/// Returns the items that have these texts in their fields.
pub(super) fn matches(items: &[Node], wanted: &[(&str, &str)]) -> Vec<usize> {
    let has = |item: &Node, (key, text): &(&str, &str)| {
        let value = item.entry(key).and_then(|entry| entry.value.scalar());
        value.is_some_and(|value| nfc(value.text.trim()) == nfc(text))
    };
    let is_wanted = |item: &Node| wanted.iter().all(|field| has(item, field));
    (0..items.len()).filter(|index| is_wanted(&items[*index])).collect()
}

/// Puts the texts of a valid translation in the place of the original ones.
struct Merge<'a> {
    file: &'a str,
    document: &'static DocumentType,
    diagnostics: Vec<Diagnostic>,
}

impl Merge<'_> {
    fn unused(&mut self, span: &Span, message: String, hint: impl Into<String>) {
        let warning = Diagnostic::at(&UNUSED_TRANSLATION, self.file, span.clone(), message);
        self.diagnostics.push(warning.hint(hint));
    }

    fn group(&mut self, original: &mut Node, translation: &Node, schema: &Json) {
        let (YamlValue::Mapping(originals), YamlValue::Mapping(entries)) =
            (&mut original.value, &translation.value)
        else {
            return;
        };
        for entry in entries.iter().filter(|entry| entry.key != OF && entry.value.has_value()) {
            let Some(field) = field(schema, &entry.key) else { continue };
            let at = originals.iter().position(|it| it.key == entry.key && it.value.has_value());
            match at {
                Some(at) => self.value(&mut originals[at].value, entry, field),
                // Names of categories are derived from their keys if the profile has none.
                None if is_map_of_texts(schema) => originals.push(MappingEntry {
                    value: translated(&entry.value),
                    key_span: TRANSLATED,
                    ..entry.clone()
                }),
                None if has_map_of_texts(field) => {
                    originals.retain(|it| it.key != entry.key);
                    let value = YamlValue::Mapping(Vec::new());
                    let mut group = Node { span: TRANSLATED, value };
                    self.group(&mut group, &entry.value, field);
                    let key_span = TRANSLATED;
                    originals.push(MappingEntry { value: group, key_span, key: entry.key.clone() });
                }
                None => self.lacks(originals, entry),
            }
        }
    }

    fn lacks(&mut self, originals: &[MappingEntry], entry: &MappingEntry) {
        let key = &entry.key;
        let message = format!("{} has no `{key}` here", self.document.subject);
        let hint = match did_you_mean(key, originals.iter().map(|it| it.key.as_str())) {
            Some(similar) => format!("did you mean `{similar}`?"),
            None => "delete it, or write the original first".to_owned(),
        };
        self.unused(&entry.key_span, message, hint);
    }

    fn value(&mut self, original: &mut Node, entry: &MappingEntry, schema: &Json) {
        let new = &entry.value;
        let is_translated = match (&mut original.value, &new.value) {
            (YamlValue::Mapping(_), YamlValue::Mapping(_)) => {
                return self.group(original, new, if is_open(schema) { open() } else { schema });
            }
            (YamlValue::Sequence(originals), YamlValue::Sequence(items))
                if schema["items"]["properties"].is_object() =>
            {
                return self.items(originals, items, &entry.key, &schema["items"]);
            }
            (YamlValue::Sequence(originals), YamlValue::Sequence(items)) => {
                originals.iter().chain(items).all(|item| item.scalar().is_some())
            }
            (YamlValue::Scalar(original), YamlValue::Scalar(_)) => {
                is_text(schema) || original.to_json().is_string()
            }
            // It has been reported.
            (YamlValue::Invalid, _) => return,
            _ => false,
        };
        if is_translated {
            *original = translated(new);
            return;
        }
        let message = format!("`{}` is another kind of value in the original", entry.key);
        let hint = "write it in the form of the original, or delete it";
        self.unused(&entry.key_span, message, hint);
    }

    fn items(&mut self, originals: &mut [Node], items: &[Node], key: &str, schema: &Json) {
        // An item can take the name of another one when it is translated.
        let found = items.iter().filter_map(|item| {
            let (of, wanted) = item.entry(OF).zip(wanted(item, schema))?;
            let matches = matches(originals, &wanted);
            Some((item, of, wanted, matches))
        });
        let found: Vec<_> = found.collect();
        let mut translated = Vec::new();
        for (item, of, wanted, matches) in found {
            let span = &of.value.span;
            let fields = wanted.iter().map(|(key, text)| format!("{key}: {text}"));
            let fields = fields.collect::<Vec<_>>().join(", ");
            match matches[..] {
                [at] if translated.contains(&at) => {
                    let message = format!("another item translates `{fields}`, too");
                    self.unused(span, message, "write the texts of one item together");
                }
                [at] => {
                    translated.push(at);
                    self.group(&mut originals[at], item, schema);
                }
                [] => {
                    let message = format!("no item of `{key}` has `{fields}`");
                    let texts = originals.iter().filter_map(|it| text_of_field(it, wanted[0].0));
                    let hint = match did_you_mean(wanted[0].1, texts) {
                        Some(similar) => format!("did you mean `{similar}`?"),
                        None => "write what the original has, or delete the item".to_owned(),
                    };
                    self.unused(span, message, hint);
                }
                _ => {
                    let message = format!("several items of `{key}` have `{fields}`");
                    let hint = format!("write several fields of one item: `of: {{{fields}, …}}`");
                    self.unused(span, message, hint);
                }
            }
        }
    }
}

/// Returns a text or a list of texts as it is in the document.
fn translated(node: &Node) -> Node {
    let value = match &node.value {
        YamlValue::Sequence(items) => YamlValue::Sequence(items.iter().map(translated).collect()),
        other => other.clone(),
    };
    Node { span: TRANSLATED, value }
}

fn text_of_field<'n>(item: &'n Node, key: &str) -> Option<&'n str> {
    Some(item.entry(key)?.value.scalar()?.text.as_str())
}

/// Returns the schema of a group in an open place.
pub(super) fn open() -> &'static Json {
    static OPEN: LazyLock<Json> =
        LazyLock::new(|| json!({ "additionalProperties": Json::schema() }));
    &OPEN
}

/// Returns whether a group has texts under keys of the author's choice.
fn is_map_of_texts(schema: &Json) -> bool {
    is_text(&schema["additionalProperties"])
}

fn has_map_of_texts(schema: &Json) -> bool {
    let mut fields = schema["properties"].as_object().into_iter().flat_map(|it| it.values());
    is_map_of_texts(schema) || fields.any(is_map_of_texts)
}
