//! The schema as validator, its findings in an author's words.
//!
//! What the schema finds wrong in shape is told here and cut out of the tree, so that the rest of
//! the document can be read and checked in the same run. What is wrong in form only (a pattern, a
//! format) stays in: the model says more precisely what is wrong with it, and the schema's finding
//! is told only where the model has none.

use jsonschema::error::{TypeKind, ValidationErrorKind};
use jsonschema::{JsonType, ValidationError, Validator};
use serde_json::Value as Json;

use super::Document;
use crate::diagnostic::{Diagnostic, Rule, did_you_mean};
use crate::error::{Error, Result};
use crate::yaml::{self, Entry, Kind, Node, Scalar, Value};

static UNKNOWN_FIELD: Rule = Rule::error("unknown-field");
static MISSING_FIELD: Rule = Rule::error("missing-field");
static WRONG_TYPE: Rule = Rule::error("wrong-type");
static UNQUOTED_TEXT: Rule = Rule::error("unquoted-text");
static EMPTY_VALUE: Rule = Rule::error("empty-value");
static EMPTY_ITEM: Rule = Rule::error("empty-item");
static INVALID_KEY_NAME: Rule = Rule::error("invalid-key-name");
static OUT_OF_RANGE: Rule = Rule::error("out-of-range");
static INVALID_FORM: Rule = Rule::error("invalid-form");
static MISPLACED_INTERNAL: Rule = Rule::error("misplaced-internal");
static AMBIGUOUS_VALUE: Rule = Rule::error("ambiguous-value");

/// The longest value that is repeated in a message, in bytes.
const SHORT: usize = 30;

/// The schema of one document type, compiled.
pub struct DocumentValidator {
    schema: Json,
    validator: Validator,
    subject: &'static str,
}

/// A document as far as it has the right shape.
pub struct Validated<T> {
    /// The document without its mistaken parts.
    pub document: T,
    /// Mistakes in the form of values, to be told where the model finds nothing to say.
    pub form: Vec<Diagnostic>,
}

impl DocumentValidator {
    /// Compiles the schema of `T`.
    ///
    /// # Errors
    /// When the derived schema is not one, a fault of the program.
    pub fn new<T: Document>() -> Result<Self> {
        let schema = T::schema();
        let validator = jsonschema::draft7::options()
            .should_validate_formats(true)
            .build(&schema)
            .map_err(|error| {
                Error::with_source("a document's schema is invalid", error.to_owned())
            })?;
        Ok(Self {
            schema,
            validator,
            subject: T::SUBJECT,
        })
    }

    /// Validates the tree of `file`, tells what is wrong with its shape and reads the rest.
    ///
    /// # Errors
    /// When what passed the schema does not fit the type, a fault of the program.
    pub fn read<T: Document>(
        &self,
        file: &str,
        mut tree: Node,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Result<Option<Validated<T>>> {
        if !matches!(tree.value, Value::Mapping(_)) {
            diagnostics.push(not_a_mapping(file, &tree));
            return Ok(None);
        }
        let json = tree.to_json();
        let mut form = Vec::new();
        if !self.validator.is_valid(&json) {
            let mut findings = Findings {
                file,
                schema: &self.schema,
                subject: self.subject,
                tree: &tree,
                shape: Vec::new(),
                form: Vec::new(),
                mistaken: Vec::new(),
            };
            for error in self.validator.iter_errors(&json) {
                findings.add(&error);
            }
            let Findings {
                shape,
                form: in_form,
                mistaken,
                ..
            } = findings;
            diagnostics.extend(shape);
            form = in_form;
            for path in mistaken {
                let node = path
                    .iter()
                    .try_fold(&mut tree, |node, segment| node.child_mut(segment));
                if let Some(node) = node {
                    node.value = Value::Mistaken;
                }
            }
        }
        for entry in open_entries(&self.schema, &tree) {
            doubtful_entry(file, entry, diagnostics);
        }
        let document = yaml::deserialize::from_node(&tree).map_err(|error| {
            Error::with_source(format!("{file} passed its schema but not its type"), error)
        })?;
        Ok(Some(Validated { document, form }))
    }
}

/// The findings of one document.
struct Findings<'a> {
    file: &'a str,
    schema: &'a Json,
    subject: &'static str,
    tree: &'a Node,
    shape: Vec<Diagnostic>,
    form: Vec<Diagnostic>,
    /// Paths of values to cut out.
    mistaken: Vec<Vec<String>>,
}

impl Findings<'_> {
    fn add(&mut self, error: &ValidationError<'_>) {
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
                for key in unexpected {
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
                self.invalid_key_name(node, &key, &name);
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
            _ if node
                .scalar()
                .is_some_and(|scalar| scalar.text.trim().is_empty()) =>
            {
                let message = format!("{name} has no text");
                let hint = "write a text, or delete the line: what is left out is not published";
                self.tell(&EMPTY_VALUE, node, message, hint);
                true
            }
            _ => {
                let message = format!("{name} is not written in the form this field has");
                let description = schema.get("description").and_then(Json::as_str);
                let diagnostic =
                    Diagnostic::at(&INVALID_FORM, self.file, node.span.clone(), message).hint(
                        description
                            .map_or("compare it with the other profiles".into(), first_sentence),
                    );
                self.form.push(diagnostic);
                false
            }
        };
        if cut {
            self.mistaken.push(path);
        }
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
            format!(
                "the fields here are {}; notes for yourselves belong under `internal`",
                known.join(", ")
            )
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

    fn invalid_key_name(&mut self, parent: &Node, key: &str, name: &str) {
        let Some(entry) = parent.entry(key) else {
            return;
        };
        let folded: String = key
            .to_lowercase()
            .split(|c: char| !c.is_ascii_alphanumeric())
            .filter(|word| !word.is_empty())
            .collect::<Vec<_>>()
            .join("_");
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

fn not_a_mapping(file: &str, tree: &Node) -> Diagnostic {
    let message = "the file does not hold lines of the form `key: value`";
    let tight = tree
        .scalar()
        .is_some_and(|scalar| yaml::tight_colon(&scalar.text));
    let hint = match &tree.value {
        Value::Sequence(_) => "remove the `- ` at the start of the lines",
        _ if tight => "write a space after each colon: `key: value`",
        _ => "start with a line `active: false` and a line `name: …`",
    };
    Diagnostic::at(&WRONG_TYPE, file, tree.span.clone(), message).hint(hint)
}

fn segments(pointer: &str) -> Vec<String> {
    let unescape = |segment: &str| segment.replace("~1", "/").replace("~0", "~");
    pointer.split('/').skip(1).map(unescape).collect()
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

/// The entries whose keys the schema leaves open, except the editors' own notes.
fn open_entries<'a>(schema: &Json, node: &'a Node) -> Vec<&'a Entry> {
    let mut open = Vec::new();
    match &node.value {
        Value::Mapping(entries) => {
            for entry in entries {
                let known = schema
                    .pointer("/properties")
                    .and_then(|p| p.get(&entry.key));
                if known.is_some() && entry.key == "internal" {
                    continue;
                }
                match known.or_else(|| schema.get("additionalProperties").filter(|s| s.is_object()))
                {
                    Some(schema) => open.extend(open_entries(schema, &entry.value)),
                    None => open.push(entry),
                }
            }
        }
        Value::Sequence(items) => {
            if let Some(schema) = schema.get("items") {
                open.extend(items.iter().flat_map(|item| open_entries(schema, item)));
            }
        }
        Value::Scalar(_) | Value::Mistaken => {}
    }
    open
}

fn doubtful_entry(file: &str, entry: &Entry, diagnostics: &mut Vec<Diagnostic>) {
    if entry.key == "internal" {
        let message = "`internal` below another key would be published";
        let span = entry.key_span.clone();
        let diagnostic = Diagnostic::at(&MISPLACED_INTERNAL, file, span, message);
        diagnostics.push(diagnostic.hint("move it to the start of a line, without indentation"));
    }
    doubtful(file, &entry.value, diagnostics);
}

/// Tells the values under `node` that would not be published as they are written.
fn doubtful(file: &str, node: &Node, diagnostics: &mut Vec<Diagnostic>) {
    match &node.value {
        Value::Mapping(entries) => {
            for entry in entries {
                doubtful_entry(file, entry, diagnostics);
            }
        }
        Value::Sequence(items) => {
            for item in items {
                doubtful(file, item, diagnostics);
            }
        }
        Value::Scalar(scalar) => {
            let at = |rule, message: String| Diagnostic::at(rule, file, node.span.clone(), message);
            if scalar.kind == Kind::Null {
                let diagnostic = at(&EMPTY_VALUE, "this has no value".to_owned());
                diagnostics.push(diagnostic.hint("write a value, or delete the line"));
            } else if let Some(doubt) = scalar.doubt() {
                let message = format!("without quotes, `{}` is read as {doubt}", scalar.text);
                let hint = format!("write \"{}\" if it is meant as text", scalar.text);
                diagnostics.push(at(&AMBIGUOUS_VALUE, message).hint(hint));
            }
        }
        Value::Mistaken => {}
    }
}
