//! From the schema of a profile to the fields of a form.

use serde_json::{Value as Json, json};

use crate::characters::NOT_BLANK;
use crate::document::Decode;
use crate::document::editor_hints::FORM_HINT;
use crate::model::day::Day;
use crate::model::word;
use crate::photo::Upload;

/// What the form does not show: values that need YAML. They stay in the file as they are.
const HIDDEN: [&str; 4] = ["attributes", "card", "internal", "extra"];

/// The longest example of a text that fits into one line of a form, in characters.
const LINE: usize = 60;

/// Returns the fields of a group.
pub(super) fn of(group: &Json) -> Vec<Json> {
    let required = group["required"].as_array();
    let is_required = |key: &str| required.is_some_and(|keys| keys.iter().any(|it| it == key));
    let properties = group["properties"].as_object().into_iter().flatten();
    let shown = properties.filter(|(key, _)| !HIDDEN.contains(&key.as_str()));
    shown.map(|(key, schema)| field(key, schema, is_required(key))).collect()
}

fn field(key: &str, schema: &Json, is_required: bool) -> Json {
    let mut field = widget(key, schema, is_required);
    field["name"] = key.into();
    field["label"] = label(key).into();
    field["required"] = is_required.into();
    if let Some(hint) = schema[FORM_HINT].as_str().or(schema["description"].as_str()) {
        field["hint"] = hint.into();
    }
    field
}

fn widget(key: &str, schema: &Json, is_required: bool) -> Json {
    let kind = schema["type"].as_str().or(schema["type"][0].as_str()).unwrap_or_default();
    match kind {
        _ if key == "photo" => {
            let accept = format!(".{}", Upload::EXTENSIONS.join(",."));
            json!({ "widget": "image", "choose_url": false, "accept": accept })
        }
        "boolean" if is_required => json!({ "widget": "boolean", "default": false }),
        // An untouched switch would be written as `false`.
        "boolean" => json!({ "widget": "select", "options": ["", "yes", "no"] }),
        // Keys of the author's choice: Sveltia CMS has no such mappings.
        "object" if key == "categories" => json!({
            "widget": "list",
            "label_singular": "Category",
            "summary": "{{category}}",
            "collapsed": true,
            "fields": [
                field("category", &schema["propertyNames"], true),
                field("skills", &schema["additionalProperties"], false),
            ],
        }),
        "object" => json!({ "widget": "object", "collapsed": true, "fields": of(schema) }),
        "array" => list(key, &schema["items"]),
        "integer" => json!({ "widget": "number", "value_type": "int" }),
        _ => text(schema, is_required),
    }
}

fn list(key: &str, items: &Json) -> Json {
    if items["type"] == "object" {
        let fields = of(items);
        let summary = fields
            .first()
            .map(|first| format!("{{{{{}}}}}", first["name"].as_str().unwrap_or_default()));
        return json!({ "widget": "list", "collapsed": true, "summary": summary, "fields": fields });
    }
    if let Some(words) = words(items) {
        return json!({ "widget": "select", "multiple": true, "options": words });
    }
    json!({ "widget": "list", "field": field(key, items, true) })
}

fn text(schema: &Json, is_required: bool) -> Json {
    if let Some(mut words) = words(schema) {
        if !is_required {
            words.insert(0, "".into());
        }
        return json!({ "widget": "select", "options": words });
    }
    if schema["pattern"] == Day::schema()["pattern"] {
        return json!({ "widget": "datetime", "type": "date", "format": "YYYY-MM-DD" });
    }
    let pattern = schema["pattern"].as_str().filter(|pattern| *pattern != NOT_BLANK);
    let mut examples = schema["examples"].as_array().into_iter().flatten().filter_map(Json::as_str);
    let is_text = examples.any(|text| text.contains('\n') || text.chars().count() > LINE);
    let mut field = json!({ "widget": if is_text { "text" } else { "string" } });
    if let Some(pattern) = pattern {
        // Sveltia CMS checks fields without a value, too.
        let pattern = if is_required { pattern.to_owned() } else { format!("^$|{pattern}") };
        let message = schema["errorMessage"].as_str().unwrap_or("This value is not valid.");
        field["pattern"] = json!([pattern, message]);
    }
    field
}

/// Returns the known values of a vocabulary.
fn words(schema: &Json) -> Option<Vec<Json>> {
    let is_word = schema["pattern"] == word::PATTERN;
    schema["examples"].as_array().filter(|_| is_word).cloned()
}

/// Returns `Job title` for `job_title`.
fn label(key: &str) -> String {
    let words = key.replace('_', " ");
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
