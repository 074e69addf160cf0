//! The JSON Schemas (draft-07, which the YAML language server supports) that editor programs use. vitae validates
//! nothing with them: they describe what decoding accepts.
//!
//! `markdownDescription`, `defaultSnippets` and `errorMessage` are keywords of the YAML language server. It inserts
//! `examples` only if they are scalars or lists of scalars, so an example of a group is part of the description.

use serde_json::{Map, Value as Json, json};

use super::Document;
use super::empty_value::MEANINGFUL;
use super::internal_key;
use super::item_name::OF;
use super::open_keys::OpenKeys;
use super::shape::{Field, GroupShape, Mapping, Shape, TEXT, TextForm, TextShape, Translatable};
use crate::characters::NOT_BLANK;
use crate::yaml;

const WHICH: &str = "Which item of the profile is translated: its first text, such as the name of the organization, \
or a group of several fields if other items have the same one.";

const OPEN_VALUE: &str = "open_value";
const INTERNAL_KEY: &str = "internal_key";

/// Returns the schema of a document, or of its translation.
pub(super) fn editor_schema<T: Document>(is_translation: bool) -> Json {
    let writer = SchemaWriter { leaves_out_empty: T::LEAVES_OUT_EMPTY, is_translation };
    let mut schema = writer.group(T::GROUP);
    schema["$schema"] = "http://json-schema.org/draft-07/schema#".into();
    schema["title"] = match is_translation {
        true => format!("{}: translation", T::TITLE).into(),
        false => T::TITLE.into(),
    };
    schema["definitions"] = json!({
        OPEN_VALUE: {
            "type": ["string", "boolean", "number", "object", "array"],
            "errorMessage": "This has no value. Write one, or delete the line.",
            "items": reference(OPEN_VALUE),
            "additionalProperties": reference(OPEN_VALUE),
            "propertyNames": { "not": reference(INTERNAL_KEY) },
        },
        INTERNAL_KEY: { "pattern": *internal_key::PATTERN },
    });
    schema
}

fn reference(definition: &str) -> Json {
    json!({ "$ref": format!("#/definitions/{definition}") })
}

struct SchemaWriter {
    leaves_out_empty: bool,
    /// Whether the schema is that of a translation, which has the texts of the document only.
    is_translation: bool,
}

impl SchemaWriter {
    fn shape(&self, shape: &Shape) -> Json {
        match shape {
            Shape::Boolean => json!({ "type": "boolean" }),
            Shape::Whole { min, max } => {
                json!({ "type": "integer", "minimum": min, "maximum": max })
            }
            Shape::Text(text) => text_schema(text),
            Shape::List(item) => {
                let mut items = self.shape(item);
                if self.is_translation
                    && let Some(group) = item.group()
                {
                    add_of(&mut items, group);
                }
                json!({ "type": "array", "items": items })
            }
            Shape::Group(group) => self.group(group),
            Shape::Mapping(mapping) => self.mapping(mapping),
            Shape::Open(keys) => self.open(json!({ "type": "object" }), keys),
            Shape::Anything => reference(OPEN_VALUE),
            // An empty value can be lines that lost their indentation.
            Shape::Notes => json!({
                "type": ["object", "array", "string", "number", "boolean"],
                "pattern": NOT_BLANK,
                "errorMessage": "This has no value. Write one, or delete the line.",
            }),
        }
    }

    fn group(&self, group: &GroupShape) -> Json {
        let is_required = |field: &&Field| (field.is_required)() && !self.is_translation;
        let required: Vec<_> = group.fields.iter().filter(is_required).map(Field::name).collect();
        let property = |field: &Field| {
            let is_required = required.contains(&field.name());
            (field.name().to_owned(), self.field(field, is_required))
        };
        let properties: Map<_, _> = group.fields.iter().map(property).collect();
        let mut schema = json!({
            "description": group.description(),
            "type": "object",
            "properties": properties,
        });
        match group.others {
            None => schema["additionalProperties"] = false.into(),
            Some(keys) => schema = self.open(schema, keys),
        }
        if !required.is_empty() {
            schema["required"] = required.into();
        }
        schema
    }

    fn field(&self, field: &Field, is_required: bool) -> Json {
        if !self.has(field) {
            return false.into();
        }
        let description = field.description();
        let mut schema = self.shape(field.shape);
        let is_group = match field.shape {
            Shape::List(item) => item.has_keys(),
            shape => shape.has_keys(),
        };
        if is_group {
            if let Some(example) = self.example(field) {
                let lines = yaml::write::entry(field.name(), &example).join("\n");
                schema["markdownDescription"] =
                    format!("{description}\n\n```yaml\n{lines}\n```").into();
            }
        } else {
            if description.contains('`') {
                schema["markdownDescription"] = description.as_str().into();
            }
            if field.examples.is_some() {
                schema["examples"] = field.examples().into();
            }
        }
        schema["description"] = description.into();
        if let Some(item) = field.shape.items()
            && !item.usual.is_empty()
            && !self.is_translation
        {
            schema["defaultSnippets"] = json!([{
                "label": "new item",
                "type": "array",
                "description": item.description(),
                "body": snippet_body(item),
            }]);
        }
        let is_left_out = self.leaves_out_empty && !MEANINGFUL.contains(&field.name());
        if is_left_out && !is_required {
            add_empty(&mut schema, field.shape);
        }
        schema
    }

    /// Returns whether the document has a field.
    fn has(&self, field: &Field) -> bool {
        !self.is_translation || field.translation != Translatable::Never
    }

    /// Returns an example of the value of a field. A translation has no fields that cannot be translated.
    fn example(&self, field: &Field) -> Option<Json> {
        let (Shape::Group(group) | Shape::List(Shape::Group(group))) = field.shape else {
            return field.example();
        };
        if !self.is_translation {
            return field.example();
        }
        let entry = |it: &Field| Some((it.name().to_owned(), self.example(it)?));
        let fields = group.fields.iter().filter(|it| self.has(it)).filter_map(entry);
        match field.shape {
            Shape::List(_) => {
                let of = group.first_text().and_then(Field::example);
                let of = of.map(|example| (OF.to_owned(), example));
                Some(vec![of.into_iter().chain(fields).collect::<Map<_, _>>()].into())
            }
            _ => Some(fields.collect::<Map<_, _>>().into()),
        }
    }

    fn mapping(&self, mapping: &Mapping) -> Json {
        let mut names = json!({ "not": reference(INTERNAL_KEY) });
        if let Some(key) = &mapping.key {
            let Shape::Text(text) = key.shape else { unreachable!("a key is a text") };
            names["title"] = key.name().into();
            names["description"] = key.description().into();
            names["pattern"] = text.pattern.into();
            names["errorMessage"] = text.message.into();
        }
        let values = self.shape(mapping.value);
        json!({ "type": "object", "additionalProperties": values, "propertyNames": names })
    }

    /// Adds an open place to the schema of a group.
    fn open(&self, mut schema: Json, keys: &OpenKeys) -> Json {
        schema["additionalProperties"] = reference(OPEN_VALUE);
        let mut rejected = vec![reference(INTERNAL_KEY)];
        let reserved: Vec<_> = keys.all_reserved().collect();
        if !reserved.is_empty() {
            rejected.push(json!({ "enum": reserved }));
        }
        schema["propertyNames"] = json!({
            "title": "key",
            "description": "A field of your own.",
            "not": { "anyOf": rejected },
        });
        let text = if self.is_translation { false.into() } else { own_text() };
        let texts = keys.texts.iter().map(|key| ((*key).to_owned(), text.clone()));
        if !keys.texts.is_empty() {
            schema["allOf"] = json!([{ "properties": texts.collect::<Map<_, _>>() }]);
        }
        schema
    }
}

fn text_schema(text: &TextShape) -> Json {
    let mut schema = json!({ "type": "string", "pattern": text.pattern });
    if !text.examples.is_empty() {
        schema["examples"] = text.examples.into();
    }
    if let Some(message) = text.report() {
        schema["errorMessage"] = message.into();
    }
    match text.form {
        // A number or a boolean without quotes is the text as written.
        TextForm::Plain => schema["type"] = json!(["string", "number", "boolean"]),
        TextForm::PartialDate => {
            schema["type"] = json!(["string", "integer"]);
            schema["minimum"] = 1000.into();
            schema["maximum"] = 2999.into();
        }
        TextForm::Url => schema["format"] = "uri".into(),
        // The part before the `@` has at most 64 bytes (RFC 5321, §4.5.3.1.1).
        TextForm::Email => schema["not"] = json!({ "type": "string", "pattern": "^[^@]{65}" }),
        TextForm::Word | TextForm::Day | TextForm::Time | TextForm::Pattern => {}
    }
    schema
}

/// Returns the schema of a text in an open place, which can be empty.
fn own_text() -> Json {
    let Shape::Text(text) = TEXT else { unreachable!("a text") };
    json!({ "type": text_schema(&text)["type"], "errorMessage": text.message })
}

/// Adds the key that says which item of a list is translated.
fn add_of(items: &mut Json, group: &GroupShape) {
    let examples = group.first_text().map(Field::examples);
    let types = ["string", "number", "boolean", "object"];
    items["required"] = json!([OF]);
    let of = json!({ "description": WHICH, "type": types, "examples": examples });
    let fields = items["properties"].as_object_mut().expect("the fields of an item");
    fields.shift_insert(0, OF.to_owned(), of);
}

/// Adds no value and blank texts, which are left out, to the schema of an optional field that is no group.
fn add_empty(schema: &mut Json, shape: &Shape) {
    let types = match &schema["type"] {
        kind if shape.has_keys() || kind.is_null() => return,
        Json::Array(types) => types.clone(),
        kind => vec![kind.clone()],
    };
    let more = ["string", "null"].map(Json::from).into_iter().filter(|kind| !types.contains(kind));
    schema["type"] = types.iter().cloned().chain(more).collect();
    let keywords = schema.as_object_mut().expect("a schema with a type");
    // A blank text is no URI; the pattern says more.
    keywords.shift_remove("format");
    if shape.is_text(TextForm::Plain) {
        keywords.shift_remove("pattern");
        return;
    }
    let blank = format!("^{}*$", NOT_BLANK.replacen("[^", "[", 1));
    let pattern = match keywords.get("pattern").and_then(Json::as_str) {
        Some(pattern) => format!("{blank}|{pattern}"),
        None => blank,
    };
    keywords.insert("pattern".into(), pattern.into());
    let message = match shape {
        Shape::List(_) => "Write each item on its own line, starting with a dash and a space.",
        Shape::Boolean => "Write true or false, without quotes.",
        _ => "Write a whole number, without quotes.",
    };
    keywords.entry("errorMessage").or_insert(message.into());
}

/// Returns the usual fields of an item with placeholders for their values.
fn snippet_body(item: &GroupShape) -> Map<String, Json> {
    let placeholder = |(index, key): (usize, &&str)| {
        let text = format!("${}", index + 1);
        let is_list = item.field(key).is_some_and(|it| matches!(it.shape, Shape::List(_)));
        let value = if is_list { json!([text]) } else { json!(text) };
        ((*key).to_owned(), value)
    };
    item.usual.iter().enumerate().map(placeholder).collect()
}
