//! What the schema finds wrong, in an author's words.

use jsonschema::ValidationError;
use jsonschema::error::ValidationErrorKind;
use serde_json::Value as Json;

use super::open_value::means_internal;
use super::reserved_keys::SPELLINGS;
use super::synonyms;
use super::wrong_type::{EMPTY_VALUE, mismatch};
use crate::characters::NOT_BLANK;
use crate::diagnostic::{Diagnostic, MOST};
use crate::diagnostic_code::{DiagnosticCode, diagnostic_codes};
use crate::did_you_mean::did_you_mean;
use crate::slug::slug;
use crate::yaml::{Kind, Node, YamlValue};

diagnostic_codes! {
    error UNKNOWN_FIELD = "unknown-field";
    error MISSING_FIELD = "missing-field";
    error EMPTY_ITEM = "empty-item";
    error INVALID_KEY_NAME = "invalid-key-name";
    error RESERVED_KEY = "reserved-key";
    error OUT_OF_RANGE = "out-of-range";
    error INVALID_FORM = "invalid-form";
}

/// The findings of one document.
pub(super) struct SchemaErrors<'a> {
    pub(super) file: &'a str,
    pub(super) schema: &'a Json,
    pub(super) subject: &'static str,
    pub(super) tree: &'a Node,
    pub(super) shape: Vec<Diagnostic>,
    pub(super) form: Vec<Diagnostic>,
    /// Whether there are more findings than were looked at.
    pub(super) too_many: bool,
    /// Paths of values to cut out.
    pub(super) mistaken: Vec<Vec<String>>,
}

impl SchemaErrors<'_> {
    /// Takes one finding of the schema.
    pub(super) fn add(&mut self, error: &ValidationError<'_>) {
        let path = segments(error.instance_path().as_str());
        let node = path
            .iter()
            .try_fold(self.tree, |node, segment| node.child(segment));
        let Some(node) = node else { return };
        if node.value == YamlValue::Mistaken {
            return;
        }
        let keyword = error.schema_path().as_str().rsplit_once('/');
        let schema = keyword.and_then(|(parent, _)| self.schema.pointer(parent));
        let schema = schema.unwrap_or(&Json::Null);
        let name = self.name(&path);
        let cut = match error.kind() {
            ValidationErrorKind::AdditionalProperties { unexpected } => {
                self.too_many |= unexpected.len() > MOST;
                for key in unexpected.iter().take(MOST) {
                    self.unknown_field(node, schema, key, &path);
                    self.mistaken
                        .push([path.as_slice(), std::slice::from_ref(key)].concat());
                }
                false
            }
            ValidationErrorKind::Required { property } => {
                self.missing_field(node, schema, property.as_str().unwrap_or_default(), &name);
                false
            }
            // An empty value in an open place is told where those are looked through.
            ValidationErrorKind::Type { .. } if is_of_open_value(error) => false,
            // A date in another form: what is wrong with it the model can say.
            ValidationErrorKind::Type { .. }
            | ValidationErrorKind::Minimum { .. }
            | ValidationErrorKind::Maximum { .. }
                if is_date(schema) && is_number(node) =>
            {
                self.wrong_form(node, schema, &name);
                false
            }
            ValidationErrorKind::Type { kind } => {
                self.shape
                    .push(mismatch(self.file, node, schema, kind, &name));
                true
            }
            ValidationErrorKind::MinProperties { .. } => {
                let message = format!("{name} is empty");
                self.report(&EMPTY_ITEM, node, message, "fill it in or remove it");
                true
            }
            ValidationErrorKind::PropertyNames { error } => {
                let key = error.instance().as_str().unwrap_or_default().to_owned();
                if matches!(error.kind(), ValidationErrorKind::Not { .. }) {
                    // `internal` in an open place is told where those are looked through.
                    if !means_internal(&key) {
                        self.reserved_key(node, &key, &path);
                    }
                } else {
                    self.invalid_key_name(node, &key, &name);
                }
                false
            }
            ValidationErrorKind::Minimum { limit } => {
                let message = format!("{name} is smaller than {limit}");
                self.report(&OUT_OF_RANGE, node, message, "write a larger number");
                true
            }
            ValidationErrorKind::Maximum { limit } => {
                let message = format!("{name} is larger than {limit}");
                self.report(&OUT_OF_RANGE, node, message, "write a smaller number");
                true
            }
            ValidationErrorKind::Pattern { pattern } if pattern == NOT_BLANK => {
                let message = format!("{name} has no text");
                let hint = "write a text, or delete the line: what is left out is not published";
                self.report(&EMPTY_VALUE, node, message, hint);
                true
            }
            _ => {
                self.wrong_form(node, schema, &name);
                false
            }
        };
        if cut {
            self.mistaken.push(path);
        }
    }

    fn wrong_form(&mut self, node: &Node, schema: &Json, name: &str) {
        let message = format!("{name} is not written in the form this field has");
        let description = schema.get("description").and_then(Json::as_str);
        let hint = description.map_or("compare it with the other profiles".into(), first_sentence);
        let diagnostic = Diagnostic::at(&INVALID_FORM, self.file, node.span.clone(), message);
        self.form.push(diagnostic.hint(hint));
    }

    fn report(
        &mut self,
        code: &'static DiagnosticCode,
        node: &Node,
        message: String,
        hint: impl Into<String>,
    ) {
        let diagnostic = Diagnostic::at(code, self.file, node.span.clone(), message);
        self.shape.push(diagnostic.hint(hint));
    }

    /// How an author calls the value at `path`: its last key in backticks.
    fn name(&self, path: &[String]) -> String {
        match path {
            [] => self.subject.to_owned(),
            [.., key, index] if index.parse::<usize>().is_ok() => format!("an item of `{key}`"),
            [.., key] => format!("`{key}`"),
        }
    }

    fn unknown_field(&mut self, parent: &Node, schema: &Json, key: &str, path: &[String]) {
        let Some(entry) = parent.entry(key) else {
            return;
        };
        let message = format!("`{key}` is not a field of {}", self.name(path));
        let known = property_names(schema);
        // What belongs to an item of a list is never at home outside of it.
        let is_in_list = path.iter().any(|segment| segment.parse::<usize>().is_ok());
        let home = home_of(self.schema, key, "").filter(|_| !is_in_list);
        let near = did_you_mean(key, known.iter().copied()).filter(|_| home.is_none());
        let meant = near.or_else(|| synonyms::meant(key, &known));
        let hint = if let Some(meant) = meant {
            format!("did you mean `{meant}`?")
        } else if let Some(home) = home {
            format!("`{key}` belongs under `{home}`")
        } else {
            let notes = if known.contains(&"internal") {
                "; notes for yourselves belong under `internal`"
            } else {
                ""
            };
            format!("the fields here are {}{notes}", known.join(", "))
        };
        let span = entry.key_span.clone();
        let diagnostic = Diagnostic::at(&UNKNOWN_FIELD, self.file, span, message).hint(hint);
        self.shape.push(match meant {
            Some(meant) => diagnostic.replace(meant),
            None => diagnostic,
        });
    }

    fn missing_field(&mut self, parent: &Node, schema: &Json, key: &str, name: &str) {
        let known = property_names(schema);
        let YamlValue::Mapping(entries) = &parent.value else {
            return;
        };
        // Misspelt is told as misspelt, not as missing too.
        let misspelt = entries.iter().any(|entry| {
            !known.contains(&entry.key.as_str())
                && did_you_mean(&entry.key, known.iter().copied()) == Some(key)
        });
        if misspelt {
            return;
        }
        let message = format!("{name} has no `{key}`");
        let hint = match key {
            "active" => "add the line `active: true` to publish the profile, `active: false` to keep it back".to_owned(),
            _ => {
                let description = schema
                    .pointer(&format!("/properties/{key}/description"))
                    .and_then(Json::as_str);
                let description = description.map(first_sentence).unwrap_or_default();
                format!("add a line `{key}: …`. {description}").trim_end().to_owned()
            }
        };
        self.report(&MISSING_FIELD, parent, message, hint);
    }

    fn reserved_key(&mut self, parent: &Node, key: &str, path: &[String]) {
        let Some(entry) = parent.entry(key) else {
            return;
        };
        let spelling = SPELLINGS.iter().find(|(_, theirs)| *theirs == key);
        let is_in_extra = path.last().is_some_and(|segment| segment == "extra");
        let (message, hint) = match spelling {
            Some((ours, _)) if is_in_extra => (
                format!("`{key}` is JSON Resume's word for `{ours}`, a field of the item itself"),
                format!("move it out of `extra`, as `{ours}:`"),
            ),
            Some((ours, _)) => (
                format!("`{key}` is JSON Resume's word for `{ours}`"),
                format!("write `{ours}:`"),
            ),
            None => (
                format!("JSON Resume has a field `{key}` of its own here"),
                "use the item's own fields, or choose another key".to_owned(),
            ),
        };
        let span = entry.key_span.clone();
        let diagnostic = Diagnostic::at(&RESERVED_KEY, self.file, span, message).hint(hint);
        self.shape.push(match spelling.filter(|_| !is_in_extra) {
            Some((ours, _)) => diagnostic.replace(*ours),
            None => diagnostic,
        });
    }

    fn invalid_key_name(&mut self, parent: &Node, key: &str, name: &str) {
        let Some(entry) = parent.entry(key) else {
            return;
        };
        let folded = slug(key, '_');
        let message = format!("a key under {name} is lower case letters, digits and underscores");
        let hint = if folded.is_empty() {
            format!("write another key and put {key:?} under `attributes: category_names:`")
        } else {
            format!(
                "write `{folded}:`; how it is shown goes under `attributes: category_names: {folded}: {key:?}`"
            )
        };
        let span = entry.key_span.clone();
        self.shape
            .push(Diagnostic::at(&INVALID_KEY_NAME, self.file, span, message).hint(hint));
    }
}

fn segments(pointer: &str) -> Vec<String> {
    let unescape = |segment: &str| segment.replace("~1", "/").replace("~0", "~");
    pointer.split('/').skip(1).map(unescape).collect()
}

/// Whether the finding is about a value in an open place, the schema's only definition.
fn is_of_open_value(error: &ValidationError<'_>) -> bool {
    error.schema_path().as_str().starts_with("/definitions/")
}

/// Whether the schema is that of a date which may be a part of one.
fn is_date(schema: &Json) -> bool {
    schema["type"].is_array() && schema["maximum"].is_number()
}

fn is_number(node: &Node) -> bool {
    node.scalar()
        .is_some_and(|scalar| matches!(scalar.kind, Kind::Number(_)))
}

fn property_names(schema: &Json) -> Vec<&str> {
    let properties = schema.get("properties").and_then(Json::as_object);
    properties
        .into_iter()
        .flatten()
        .map(|(key, _)| key.as_str())
        .collect()
}

/// The group of fields that has a field `key`, as a path with dots.
fn home_of(schema: &Json, key: &str, path: &str) -> Option<String> {
    let properties = schema.get("properties").and_then(Json::as_object)?;
    if !path.is_empty() && properties.contains_key(key) {
        return Some(path.to_owned());
    }
    properties.iter().find_map(|(name, schema)| {
        let path = if path.is_empty() {
            name.clone()
        } else {
            format!("{path}.{name}")
        };
        home_of(schema, key, &path)
    })
}

fn first_sentence(text: &str) -> String {
    let end = text.find(". ").map_or(text.len(), |end| end + 1);
    text[..end].replace('\n', " ")
}
