//! Turns errors of the JSON Schema validator into diagnostics in an editor's words.

use super::field::YEAR;
use super::internal_key::means_internal;
use super::reserved_keys::SPELLINGS;
use super::unknown_field::{UNKNOWN_FIELD, meant_field, unknown_field};
use super::wrong_type::{EMPTY_VALUE, WrongType};
use crate::characters::{NOT_BLANK, is_invisible};
use crate::diagnostic::{Diagnostic, MAX_PER_FILE};
use crate::diagnostic_code::{DiagnosticCode, diagnostic_codes};
use crate::json_schema::{JsonType, Keyword, Schema, Violation};
use crate::slug::{humanize, slug};
use crate::yaml::write::quoted;
use crate::yaml::{MappingEntry, Node, ScalarKind, YamlValue};

diagnostic_codes! {
    error MISSING_FIELD = "missing-field";
    error EMPTY_ITEM = "empty-item";
    error INVALID_KEY_NAME = "invalid-key-name";
    error RESERVED_KEY = "reserved-key";
    error OUT_OF_RANGE = "out-of-range";
    error INVALID_FORM = "invalid-form";
}

/// The diagnostics about one document.
pub(super) struct SchemaErrors<'a> {
    file: &'a str,
    schema: &'a Schema,
    /// What the document describes: "the profile".
    subject: &'static str,
    tree: &'a Node,
    /// Missing and unknown fields, and values of a wrong type.
    pub(super) structure: Vec<Diagnostic>,
    /// Values of the right type in a wrong form.
    pub(super) form: Vec<Diagnostic>,
    /// Whether some errors were left out.
    pub(super) truncated: bool,
    /// Whether a hint says where to write the name of a key.
    has_named_key: bool,
    /// The paths of values that cannot be deserialized.
    pub(super) invalid: Vec<Vec<String>>,
}

/// A value with an error.
struct Subject<'a> {
    node: &'a Node,
    schema: &'a Schema,
    path: Vec<String>,
    /// What an author calls the value: its key in backticks.
    name: String,
}

impl<'a> SchemaErrors<'a> {
    pub(super) fn new(
        file: &'a str,
        schema: &'a Schema,
        subject: &'static str,
        tree: &'a Node,
    ) -> Self {
        Self {
            file,
            schema,
            subject,
            tree,
            structure: Vec::new(),
            form: Vec::new(),
            truncated: false,
            has_named_key: false,
            invalid: Vec::new(),
        }
    }

    pub(super) fn add(&mut self, violation: Violation<'a>) {
        let Violation { keyword, schema, path } = violation;
        let node = path.iter().try_fold(self.tree, |node, segment| node.child(segment));
        let node = node.expect("a value of the tree");
        if node.value == YamlValue::Invalid {
            return;
        }
        let subject = Subject { node, schema, name: self.name(&path), path };
        match keyword {
            Keyword::AdditionalProperties(keys) => self.unknown_fields(&subject, &keys),
            Keyword::Required(key) => self.structure.extend(self.missing_field(&subject, key)),
            Keyword::PropertyNames(key, violated) => {
                let diagnostic = self.wrong_key(&subject, &key, violated == "not");
                self.structure.extend(diagnostic);
            }
            // `open_value` reports empty values in open places.
            Keyword::Type if is_open_value(schema) => {}
            keyword => match self.unusable_value(&subject, &keyword) {
                Some(diagnostic) => {
                    self.structure.push(diagnostic);
                    self.invalid.push(subject.path);
                }
                None => self.form.push(self.invalid_form(&subject)),
            },
        }
    }

    fn name(&self, path: &[String]) -> String {
        match path {
            [] => self.subject.to_owned(),
            [.., key, _] if is_item(path) => format!("an item of `{key}`"),
            [.., key] => format!("`{key}`"),
        }
    }

    /// Reports a value that cannot be deserialized.
    fn unusable_value(&self, subject: &Subject<'_>, keyword: &Keyword<'_>) -> Option<Diagnostic> {
        let Subject { node, schema, name, .. } = subject;
        let report = |code: &'static DiagnosticCode, message: String, hint: &str| {
            let diagnostic = Diagnostic::at(code, self.file, node.span.clone(), message);
            Some(diagnostic.hint(hint))
        };
        match keyword {
            // The model explains what is wrong with a date that is a number.
            Keyword::Type | Keyword::Minimum(_) | Keyword::Maximum(_)
                if is_date(schema) && is_number(node) =>
            {
                None
            }
            Keyword::MinProperties => {
                let message = format!("{name} is empty");
                report(&EMPTY_ITEM, message, "fill it in or remove it")
            }
            Keyword::Minimum(limit) if !is_not_finite(node) => {
                let message = format!("{name} is smaller than {limit}");
                report(&OUT_OF_RANGE, message, "write a larger number")
            }
            Keyword::Maximum(limit) if !is_not_finite(node) => {
                let message = format!("{name} is larger than {limit}");
                report(&OUT_OF_RANGE, message, "write a smaller number")
            }
            Keyword::Type | Keyword::Minimum(_) | Keyword::Maximum(_) => {
                let is_item = is_item(&subject.path);
                Some(WrongType::new(self.file, node, schema, name, is_item).diagnostic())
            }
            Keyword::Pattern(NOT_BLANK) => {
                let hint = "write a text, or delete the line";
                report(&EMPTY_VALUE, format!("{name} has no text"), hint)
            }
            _ => None,
        }
    }

    fn invalid_form(&self, subject: &Subject<'_>) -> Diagnostic {
        let message = format!("{} does not have the format of this field", subject.name);
        let hint = (subject.schema.description.as_deref())
            .map_or("see the example in a file that `vitae new` creates".into(), first_sentence);
        let span = subject.node.span.clone();
        Diagnostic::at(&INVALID_FORM, self.file, span, message).hint(hint)
    }

    fn unknown_fields(&mut self, subject: &Subject<'_>, keys: &[String]) {
        self.truncated |= keys.len() > MAX_PER_FILE;
        // A field of an item of a list never belongs outside of the list.
        let is_in_list = subject.path.iter().any(|part| part.parse::<usize>().is_ok());
        let root = (!is_in_list).then_some(self.schema);
        let Subject { node, schema, name, .. } = subject;
        for key in keys.iter().take(MAX_PER_FILE) {
            let entry = node.entry(key);
            let diagnostic = entry.map(|entry| {
                self.invisible_in_key(entry, schema)
                    .unwrap_or_else(|| unknown_field(self.file, entry, name, node, schema, root))
            });
            self.structure.extend(diagnostic);
            self.invalid.push([&subject.path[..], std::slice::from_ref(key)].concat());
        }
    }

    fn missing_field(&self, subject: &Subject<'_>, key: &str) -> Option<Diagnostic> {
        let YamlValue::Mapping(entries) = &subject.node.value else {
            return None;
        };
        // A misspelled field is reported as unknown only.
        let known = &subject.schema.properties;
        let is_misspelling = |entry: &MappingEntry| {
            !known.contains_key(&entry.key) && meant_field(&entry.key, subject.schema) == Some(key)
        };
        if entries.iter().any(is_misspelling) {
            return None;
        }
        let hint = if key == "active" {
            "add the line `active: true` to publish the profile, or `active: false` to hold it back"
                .to_owned()
        } else {
            let description = known.get(key).and_then(|field| field.description.as_deref());
            let description = description.map(first_sentence).unwrap_or_default();
            format!("add a line `{key}: …`. {description}").trim_end().to_owned()
        };
        let message = format!("{} has no `{key}`", subject.name);
        let span = subject.node.span.clone();
        Some(Diagnostic::at(&MISSING_FIELD, self.file, span, message).hint(hint))
    }

    fn wrong_key(
        &mut self,
        subject: &Subject<'_>,
        key: &str,
        is_reserved: bool,
    ) -> Option<Diagnostic> {
        let entry = subject.node.entry(key)?;
        // `open_value` reports `internal` in open places.
        if is_reserved && means_internal(key) {
            return None;
        }
        Some(if is_reserved {
            let is_in_extra = subject.path.last().is_some_and(|segment| segment == "extra");
            reserved_key(self.file, entry, is_in_extra)
        } else {
            self.invalid_key_name(entry, subject)
        })
    }
}

impl SchemaErrors<'_> {
    /// Reports a key that is not a word, with the lines that keep it as a name.
    fn invalid_key_name(&mut self, entry: &MappingEntry, group: &Subject<'_>) -> Diagnostic {
        let (key, parent) = (&entry.key, &group.name);
        let message = format!(
            "a key under {parent} must contain only lowercase letters, digits and underscores"
        );
        let span = entry.key_span.clone();
        let diagnostic = Diagnostic::at(&INVALID_KEY_NAME, self.file, span, message);
        let slug = slug(key, '_');
        if !slug.is_empty() && group.node.entry(&slug).is_some() {
            let hint =
                format!("`{slug}:` is there too: move the values below it, or write another word");
            return diagnostic.hint(hint);
        }
        let word = available_word(&slug, entry, group.node);
        if word == slug && humanize(&word) == *key {
            return diagnostic.hint(format!("write `{word}:`")).replace(word);
        }
        let name = format!("{word}: {}", quoted(key));
        let attributes = self.tree.entry("attributes").map(|attributes| &attributes.value);
        let names = attributes.and_then(|attributes| attributes.entry("category_names"));
        // Only one diagnostic can add the keys above the name.
        let is_first = !std::mem::replace(&mut self.has_named_key, true);
        diagnostic.hint(match (attributes, names) {
            (Some(_), None) if is_first => format!(
                "write `{word}:`, and `category_names: {{{name}}}` under `attributes:`"
            ),
            (None, None) if is_first => format!(
                "write `{word}:`, and at the start of a line `attributes: {{category_names: {{{name}}}}}`"
            ),
            _ => format!("write `{word}:`, and `{name}` under `category_names:`"),
        })
    }

    /// Reports a key with an invisible character that is a field without it.
    fn invisible_in_key(&self, entry: &MappingEntry, schema: &Schema) -> Option<Diagnostic> {
        let invisible = entry.key.chars().find(|c| is_invisible(*c))?;
        let field = entry.key.replace(is_invisible, "");
        let span = entry.key_span.clone();
        let code = u32::from(invisible);
        let message = format!("this key contains an invisible character (U+{code:04X})");
        schema.properties.contains_key(&field).then(|| {
            Diagnostic::at(&UNKNOWN_FIELD, self.file, span, message)
                .hint(format!("type the key again: `{field}`"))
        })
    }
}

/// Returns a word for a key: its slug, with a number if an earlier key of the group has the same one.
fn available_word(slug: &str, entry: &MappingEntry, group: &Node) -> String {
    let slug = if slug.is_empty() { "category" } else { slug };
    let YamlValue::Mapping(entries) = &group.value else {
        return slug.to_owned();
    };
    let earlier = entries.iter().take_while(|other| other.key_span != entry.key_span);
    let same = earlier.filter(|other| self::slug(&other.key, '_') == slug).count();
    let words = (1..).map(|number| match number {
        1 => slug.to_owned(),
        _ => format!("{slug}_{number}"),
    });
    let mut words = words.filter(|word| group.entry(word).is_none());
    words.nth(same).expect("the numbers are not exhausted")
}

fn reserved_key(file: &str, entry: &MappingEntry, is_in_extra: bool) -> Diagnostic {
    let key = &entry.key;
    let at_key =
        |message: String| Diagnostic::at(&RESERVED_KEY, file, entry.key_span.clone(), message);
    match SPELLINGS.iter().find(|(_, theirs)| theirs == key) {
        Some((ours, _)) if is_in_extra => at_key(format!(
            "`{key}` is JSON Resume's name for `{ours}`, a field of the item itself"
        ))
        .hint(format!("move it out of `extra`, as `{ours}:`")),
        Some((ours, _)) => at_key(format!("`{key}` is JSON Resume's name for `{ours}`"))
            .hint(format!("write `{ours}:`"))
            .replace(*ours),
        None => at_key(format!("`{key}` is a reserved key of JSON Resume"))
            .hint("use the profile's field for this value, or choose another key"),
    }
}

/// Returns whether the schema is that of values in open places, which can be text or a group.
fn is_open_value(schema: &Schema) -> bool {
    [JsonType::String, JsonType::Object].iter().all(|expected| schema.types.contains(expected))
}

/// Returns whether the schema is that of a date: its pattern starts with a year.
fn is_date(schema: &Schema) -> bool {
    schema.pattern.as_ref().is_some_and(|pattern| pattern.as_str().starts_with(YEAR))
}

/// Returns whether a path leads to an item of a list.
fn is_item(path: &[String]) -> bool {
    path.last().is_some_and(|segment| segment.parse::<usize>().is_ok())
}

fn is_number(node: &Node) -> bool {
    let is_number =
        |kind: &ScalarKind| matches!(kind, ScalarKind::Number(_) | ScalarKind::NotFinite);
    node.scalar().is_some_and(|scalar| is_number(&scalar.kind))
}

fn is_not_finite(node: &Node) -> bool {
    node.scalar().is_some_and(|scalar| scalar.kind == ScalarKind::NotFinite)
}

fn first_sentence(text: &str) -> String {
    let end = text.find(". ").map_or(text.len(), |end| end + 1);
    text[..end].replace('\n', " ")
}
