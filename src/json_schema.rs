//! JSON Schema, with the keywords that vitae's own schemas use.
//!
//! Drafts 7 and 2020-12 define these keywords alike. A library for all of JSON Schema took a fifth of the
//! compile time.
//!
//! Other keywords, other formats, and patterns that the crate `regex` does not support are ignored, as by
//! every validator that does not know them: `\p{...}` and `(?i)` too, because the program is built without
//! those tables. The schemas of vitae have none of these.

mod format;

use std::collections::BTreeMap;

use indexmap::IndexMap;
use regex::Regex;
use serde::de::{Deserialize, Deserializer, Error};
use serde_json::{Map, Number, Value as Json};

use format::has_format;

/// A schema with the definitions that it refers to.
#[derive(Debug)]
pub struct JsonSchema {
    /// The schema of the whole value.
    pub root: Schema,
    /// By name, which is the last segment of `$ref`.
    definitions: BTreeMap<String, Schema>,
}

/// A schema, with its keywords as fields.
#[derive(Debug, Default, serde::Deserialize)]
#[serde(rename_all = "camelCase", default, remote = "Self")]
#[expect(missing_docs, reason = "JSON Schema defines the keywords")]
pub struct Schema {
    /// Whether it is the schema `false`, which no value matches. `true` has no keywords.
    #[serde(skip)]
    pub is_false: bool,
    #[serde(rename = "$ref")]
    pub reference: Option<String>,
    pub description: Option<String>,
    #[serde(rename = "type", deserialize_with = "one_or_many")]
    pub types: Vec<JsonType>,
    pub r#enum: Option<Vec<Json>>,
    pub r#const: Option<Json>,
    pub properties: IndexMap<String, Schema>,
    pub additional_properties: Option<Box<Self>>,
    pub property_names: Option<Box<Self>>,
    pub required: Vec<String>,
    pub min_properties: usize,
    pub items: Option<Box<Self>>,
    pub max_length: Option<usize>,
    #[serde(deserialize_with = "regex")]
    pub pattern: Option<Regex>,
    pub format: Option<String>,
    pub minimum: Option<f64>,
    pub maximum: Option<f64>,
    pub not: Option<Box<Self>>,
    pub all_of: Vec<Self>,
    pub any_of: Option<Vec<Self>>,
    pub one_of: Option<Vec<Self>>,
}

impl<'de> Deserialize<'de> for Schema {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Json::deserialize(deserializer)? {
            Json::Bool(is_true) => Ok(Self { is_false: !is_true, ..Self::default() }),
            // The derived function, of the same name.
            keywords => Self::deserialize(keywords).map_err(D::Error::custom),
        }
    }
}

/// A type of JSON value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "JSON Schema defines the types")]
pub enum JsonType {
    Null,
    Boolean,
    Integer,
    Number,
    String,
    Array,
    Object,
}

impl JsonType {
    fn includes(self, value: &Json) -> bool {
        match self {
            Self::Null => value.is_null(),
            Self::Boolean => value.is_boolean(),
            Self::Integer => value.as_f64().is_some_and(|number| number.fract() == 0.0),
            Self::Number => value.is_number(),
            Self::String => value.is_string(),
            Self::Array => value.is_array(),
            Self::Object => value.is_object(),
        }
    }
}

fn one_or_many<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<JsonType>, D::Error> {
    let types = match Json::deserialize(deserializer)? {
        one @ Json::String(_) => Json::Array(vec![one]),
        many => many,
    };
    Vec::deserialize(types).map_err(D::Error::custom)
}

/// Reads a pattern. One that the crate `regex` does not support is ignored, see the module.
fn regex<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Regex>, D::Error> {
    let pattern = String::deserialize(deserializer)?;
    Ok(Regex::new(&pattern).ok())
}

/// A value that violates a keyword.
#[derive(Debug)]
pub struct Violation<'s> {
    /// The keyword, with what an explanation needs.
    pub keyword: Keyword<'s>,
    /// The schema with the keyword.
    pub schema: &'s Schema,
    /// The keys and indexes that lead to the value.
    pub path: Vec<String>,
}

/// A violated keyword.
#[derive(Debug, Clone, PartialEq)]
#[expect(missing_docs, reason = "JSON Schema defines the keywords")]
pub enum Keyword<'s> {
    Type,
    /// The missing key.
    Required(&'s str),
    /// The keys that are not allowed.
    AdditionalProperties(Vec<String>),
    /// A key that is not allowed, and the name of the keyword that it violates.
    PropertyNames(String, &'static str),
    MinProperties,
    Minimum(f64),
    Maximum(f64),
    /// The regular expression.
    Pattern(&'s str),
    /// The name of any other keyword.
    Other(&'static str),
}

impl Keyword<'_> {
    /// Returns the name, such as `maxLength`.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Type => "type",
            Self::Required(_) => "required",
            Self::AdditionalProperties(_) => "additionalProperties",
            Self::PropertyNames(..) => "propertyNames",
            Self::MinProperties => "minProperties",
            Self::Minimum(_) => "minimum",
            Self::Maximum(_) => "maximum",
            Self::Pattern(_) => "pattern",
            Self::Other(name) => name,
        }
    }
}

impl JsonSchema {
    /// Reads a schema that refers to `definitions` by their names.
    ///
    /// # Errors
    /// Returns an error if a keyword has a value that it cannot have.
    pub fn new(schema: &Json, definitions: &Json) -> serde_json::Result<Self> {
        let definitions: Option<_> = Deserialize::deserialize(definitions)?;
        let root = <Schema as Deserialize>::deserialize(schema)?;
        Ok(Self { root, definitions: definitions.unwrap_or_default() })
    }

    /// Returns the violations of a value, at most `limit`.
    pub fn violations(&self, value: &Json, limit: usize) -> Vec<Violation<'_>> {
        let mut validation = Validation::new(self, limit);
        validation.check(&self.root, value);
        validation.violations
    }
}

/// A step to a part of a value.
enum Segment<'v> {
    Key(&'v str),
    Index(usize),
}

/// A validation and what it has found.
struct Validation<'s, 'v> {
    schemas: &'s JsonSchema,
    limit: usize,
    /// The definitions being applied, each with its value. A definition that refers to itself is not
    /// applied to the same value again.
    applied: Vec<(*const Schema, *const Json)>,
    path: Vec<Segment<'v>>,
    violations: Vec<Violation<'s>>,
}

impl<'s, 'v> Validation<'s, 'v> {
    fn new(schemas: &'s JsonSchema, limit: usize) -> Self {
        let (applied, path, violations) = (Vec::new(), Vec::new(), Vec::new());
        Self { schemas, limit, applied, path, violations }
    }

    fn add(&mut self, schema: &'s Schema, keyword: Keyword<'s>) {
        if self.violations.len() < self.limit {
            let text = |segment: &Segment<'_>| match segment {
                Segment::Key(key) => (*key).to_owned(),
                Segment::Index(index) => index.to_string(),
            };
            let path = self.path.iter().map(text).collect();
            self.violations.push(Violation { keyword, schema, path });
        }
    }

    fn check(&mut self, schema: &'s Schema, value: &'v Json) {
        if self.violations.len() >= self.limit {
            return;
        }
        if !schema.types.is_empty() && !schema.types.iter().any(|kind| kind.includes(value)) {
            self.add(schema, Keyword::Type);
        }
        match value {
            Json::Object(members) => self.check_object(schema, members),
            Json::Array(items) => {
                if let Some(schema) = &schema.items {
                    for (index, item) in items.iter().enumerate() {
                        self.check_part(Segment::Index(index), schema, item);
                    }
                }
            }
            Json::String(text) => self.check_text(schema, text),
            Json::Number(number) => self.check_number(schema, number),
            Json::Null | Json::Bool(_) => {}
        }
        self.check_value(schema, value);
    }

    fn check_part(&mut self, segment: Segment<'v>, schema: &'s Schema, value: &'v Json) {
        self.path.push(segment);
        self.check(schema, value);
        self.path.pop();
    }

    fn check_object(&mut self, schema: &'s Schema, members: &'v Map<String, Json>) {
        for key in schema.required.iter().filter(|key| !members.contains_key(*key)) {
            self.add(schema, Keyword::Required(key));
        }
        if members.len() < schema.min_properties {
            self.add(schema, Keyword::MinProperties);
        }
        let mut unexpected = Vec::new();
        for (key, value) in members {
            if let Some(names) = &schema.property_names
                && let Some(violated) = self.violated(names, &Json::from(key.as_str()))
            {
                self.add(schema, Keyword::PropertyNames(key.clone(), violated));
            }
            match (schema.properties.get(key), &schema.additional_properties) {
                (Some(schema), _) => self.check_part(Segment::Key(key), schema, value),
                (None, Some(others)) if others.is_false => unexpected.push(key.clone()),
                (None, Some(others)) => self.check_part(Segment::Key(key), others, value),
                (None, None) => {}
            }
        }
        if !unexpected.is_empty() {
            self.add(schema, Keyword::AdditionalProperties(unexpected));
        }
    }

    fn check_text(&mut self, schema: &'s Schema, text: &str) {
        if let Some(pattern) = schema.pattern.as_ref().filter(|pattern| !pattern.is_match(text)) {
            self.add(schema, Keyword::Pattern(pattern.as_str()));
        }
        if schema.max_length.is_some_and(|max| text.chars().count() > max) {
            self.add(schema, Keyword::Other("maxLength"));
        }
        if schema.format.as_deref().is_some_and(|format| !has_format(text, format)) {
            self.add(schema, Keyword::Other("format"));
        }
    }

    fn check_number(&mut self, schema: &'s Schema, number: &Number) {
        let number = number.as_f64().expect("any number is one without arbitrary precision");
        if let Some(limit) = schema.minimum.filter(|limit| number < *limit) {
            self.add(schema, Keyword::Minimum(limit));
        }
        if let Some(limit) = schema.maximum.filter(|limit| number > *limit) {
            self.add(schema, Keyword::Maximum(limit));
        }
    }

    /// Checks the keywords for values of all types.
    fn check_value(&mut self, schema: &'s Schema, value: &'v Json) {
        let name = schema.reference.as_ref().and_then(|reference| reference.rsplit('/').next());
        if let Some(schema) = name.and_then(|name| self.schemas.definitions.get(name)) {
            let pair = (std::ptr::from_ref(schema), std::ptr::from_ref(value));
            if !self.applied.contains(&pair) {
                self.applied.push(pair);
                self.check(schema, value);
                self.applied.pop();
            }
        }
        schema.all_of.iter().for_each(|schema| self.check(schema, value));
        let matches = |schema: &&Schema| self.violated(schema, value).is_none();
        let any_of = schema.any_of.as_ref().is_none_or(|any| any.iter().any(|one| matches(&one)));
        let one_of = schema.one_of.as_ref().map(|any| any.iter().filter(matches).count());
        let is_met = [
            ("false", !schema.is_false),
            ("enum", schema.r#enum.as_ref().is_none_or(|values| values.contains(value))),
            ("const", schema.r#const.as_ref().is_none_or(|constant| constant == value)),
            ("not", !schema.not.as_deref().is_some_and(|schema| matches(&schema))),
            ("anyOf", any_of),
            ("oneOf", one_of.is_none_or(|matching| matching == 1)),
        ];
        for (name, _) in is_met.into_iter().filter(|(_, is_met)| !is_met) {
            self.add(schema, Keyword::Other(name));
        }
    }

    /// Returns the first keyword that a value violates.
    fn violated(&self, schema: &'s Schema, value: &Json) -> Option<&'static str> {
        let applied = self.applied.clone();
        let mut validation = Validation { applied, ..Validation::new(self.schemas, 1) };
        validation.check(schema, value);
        validation.violations.first().map(|violation| violation.keyword.name())
    }
}
