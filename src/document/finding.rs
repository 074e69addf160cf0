//! What the schema finds wrong, in an author's words.

use jsonschema::error::{TypeKind, ValidationErrorKind};
use jsonschema::{JsonType, ValidationError};
use serde_json::Value as Json;

use super::field::NOT_BLANK;
use super::reserved::SPELLINGS;
use crate::diagnostic::{Diagnostic, MOST, Rule, did_you_mean, plain_word};
use crate::yaml::{self, Kind, Node, Scalar, Value};

static UNKNOWN_FIELD: Rule = Rule::error("unknown-field");
static MISSING_FIELD: Rule = Rule::error("missing-field");
pub(super) static WRONG_TYPE: Rule = Rule::error("wrong-type");
static UNQUOTED_TEXT: Rule = Rule::error("unquoted-text");
pub(super) static EMPTY_VALUE: Rule = Rule::error("empty-value");
static EMPTY_ITEM: Rule = Rule::error("empty-item");
static INVALID_KEY_NAME: Rule = Rule::error("invalid-key-name");
static RESERVED_KEY: Rule = Rule::error("reserved-key");
static OUT_OF_RANGE: Rule = Rule::error("out-of-range");
static INVALID_FORM: Rule = Rule::error("invalid-form");

/// The longest value that is repeated in a message, in bytes.
const SHORT: usize = 30;

/// The findings of one document.
pub(super) struct Findings<'a> {
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

impl Findings<'_> {
    /// Takes one finding of the schema.
    pub(super) fn add(&mut self, error: &ValidationError<'_>) {
        let path = segments(error.instance_path().as_str());
        let node = path
            .iter()
            .try_fold(self.tree, |node, segment| node.child(segment));
        let Some(node) = node else { return };
        let keyword = error.schema_path().as_str().rsplit_once('/');
        let schema = keyword.and_then(|(parent, _)| self.schema.pointer(parent));
        let schema = schema.unwrap_or(&Json::Null);
        let name = self.name(&path);
        let cut = match error.kind() {
            ValidationErrorKind::AdditionalProperties { unexpected } => {
                self.too_many |= unexpected.len() > MOST;
                for key in unexpected.iter().take(MOST) {
                    self.unknown_field(node, schema, key, &name);
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
                self.wrong_type(node, kind, &name);
                true
            }
            ValidationErrorKind::MinProperties { .. } => {
                let message = format!("{name} is empty");
                self.tell(&EMPTY_ITEM, node, message, "fill it in or remove it");
                true
            }
            ValidationErrorKind::PropertyNames { error } => {
                let key = error.instance().as_str().unwrap_or_default().to_owned();
                if matches!(error.kind(), ValidationErrorKind::Not { .. }) {
                    // `internal` in an open place is told where those are looked through.
                    if key != "internal" {
                        self.reserved_key(node, &key);
                    }
                } else {
                    self.invalid_key_name(node, &key, &name);
                }
                false
            }
            ValidationErrorKind::Minimum { limit } => {
                let message = format!("{name} is smaller than {limit}");
                self.tell(&OUT_OF_RANGE, node, message, "write a larger number");
                true
            }
            ValidationErrorKind::Maximum { limit } => {
                let message = format!("{name} is larger than {limit}");
                self.tell(&OUT_OF_RANGE, node, message, "write a smaller number");
                true
            }
            ValidationErrorKind::Pattern { pattern } if pattern == NOT_BLANK => {
                let message = format!("{name} has no text");
                let hint = "write a text, or delete the line: what is left out is not published";
                self.tell(&EMPTY_VALUE, node, message, hint);
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

    fn tell(&mut self, rule: &'static Rule, node: &Node, message: String, hint: impl Into<String>) {
        let diagnostic = Diagnostic::at(rule, self.file, node.span.clone(), message);
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

    fn unknown_field(&mut self, parent: &Node, schema: &Json, key: &str, name: &str) {
        let Some(entry) = parent.entry(key) else {
            return;
        };
        let message = format!("`{key}` is not a field of {name}");
        let known = property_names(schema);
        let hint = if let Some(meant) = did_you_mean(key, known.iter().copied()) {
            format!("did you mean `{meant}`?")
        } else if let Some(home) = home_of(self.schema, key, "") {
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
        self.shape
            .push(Diagnostic::at(&UNKNOWN_FIELD, self.file, span, message).hint(hint));
    }

    fn missing_field(&mut self, parent: &Node, schema: &Json, key: &str, name: &str) {
        let known = property_names(schema);
        let Value::Mapping(entries) = &parent.value else {
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
        self.tell(&MISSING_FIELD, parent, message, hint);
    }

    fn reserved_key(&mut self, parent: &Node, key: &str) {
        let Some(entry) = parent.entry(key) else {
            return;
        };
        let (message, hint) = match SPELLINGS.iter().find(|(_, theirs)| *theirs == key) {
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
        self.shape
            .push(Diagnostic::at(&RESERVED_KEY, self.file, span, message).hint(hint));
    }

    fn invalid_key_name(&mut self, parent: &Node, key: &str, name: &str) {
        let Some(entry) = parent.entry(key) else {
            return;
        };
        let folded = plain_word(key, '_');
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

    fn wrong_type(&mut self, node: &Node, expected: &TypeKind, name: &str) {
        let allows = |json_type| match expected {
            TypeKind::Single(single) => *single == json_type,
            TypeKind::Multiple(set) => set.contains(json_type),
        };
        match &node.value {
            Value::Scalar(Scalar {
                kind: Kind::Null, ..
            }) => {
                let message = format!("{name} has no value");
                let hint = "write a value, or delete the line: what is left out is not published";
                self.tell(&EMPTY_VALUE, node, message, hint);
            }
            Value::Scalar(scalar) if allows(JsonType::String) => {
                let read_as = match &scalar.kind {
                    Kind::Bool(value) => format!("the answer {value}"),
                    _ => "a number".to_owned(),
                };
                let message =
                    format!("{name} is a text, but without quotes this is read as {read_as}");
                self.tell(
                    &UNQUOTED_TEXT,
                    node,
                    message,
                    format!("write \"{}\"", scalar.text),
                );
            }
            value => {
                let wanted = if allows(JsonType::Boolean) {
                    "true or false"
                } else if allows(JsonType::Array) {
                    "a list"
                } else if allows(JsonType::Object) {
                    "a group of fields"
                } else if allows(JsonType::String) {
                    "a text"
                } else {
                    "a whole number"
                };
                let found = match value {
                    Value::Sequence(_) => "a list".to_owned(),
                    Value::Mapping(_) => "a group of fields".to_owned(),
                    Value::Scalar(scalar) if scalar.text.len() <= SHORT => {
                        format!("the single value `{}`", scalar.text)
                    }
                    Value::Scalar(_) | Value::Mistaken => "a single value".to_owned(),
                };
                let hint = match (wanted, value) {
                    ("true or false", Value::Scalar(scalar)) => {
                        match scalar.text.to_ascii_lowercase().as_str() {
                            "yes" | "ja" | "on" | "y" | "true" | "1" => {
                                "write `true`, without quotes".to_owned()
                            }
                            "no" | "nej" | "off" | "n" | "false" | "0" => {
                                "write `false`, without quotes".to_owned()
                            }
                            _ => "write `true` or `false`, without quotes".to_owned(),
                        }
                    }
                    ("a list", Value::Scalar(scalar)) if !scalar.text.contains('\n') => {
                        format!(
                            "write each item on a line of its own below the key: `- {}`",
                            scalar.text
                        )
                    }
                    ("a list", _) => {
                        "write each item on a line of its own, beginning with `- `".to_owned()
                    }
                    ("a group of fields", Value::Scalar(scalar))
                        if yaml::tight_colon(&scalar.text) =>
                    {
                        "write a space after the colon: `key: value`".to_owned()
                    }
                    ("a group of fields", _) => {
                        "write its fields on the lines below, indented by two spaces: `key: value`"
                            .to_owned()
                    }
                    ("a text", _) => "write one text after the colon".to_owned(),
                    _ => "write digits only, without quotes".to_owned(),
                };
                let message = format!("{name} is {wanted}, but this is {found}");
                self.tell(&WRONG_TYPE, node, message, hint);
            }
        }
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
