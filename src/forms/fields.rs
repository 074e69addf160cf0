//! From the fields of a profile to the fields of a form.

use serde_json::{Value as Json, json};

use crate::document::shape::{Field, GroupShape, Shape, TextForm, TextShape};
use crate::photo::Upload;

/// What the form does not show: values that need YAML. They stay in the file as they are.
const HIDDEN: [&str; 4] = ["attributes", "card", "internal", "extra"];

/// The longest example of a text that fits into one line of a form, in characters.
const LINE: usize = 60;

/// Returns the fields of a group.
pub(super) fn of(group: &GroupShape) -> Vec<Json> {
    let shown = group.fields.iter().filter(|field| !HIDDEN.contains(&field.name()));
    shown.map(field).collect()
}

fn field(field: &Field) -> Json {
    let is_required = (field.is_required)();
    let widget = match (field.name(), field.shape) {
        ("photo", _) => {
            let accept = format!(".{}", Upload::EXTENSIONS.join(",."));
            json!({ "widget": "image", "choose_url": false, "accept": accept })
        }
        (_, Shape::Text(text)) => self::text(text, &field.examples(), is_required),
        (name, shape) => widget(name, shape, is_required),
    };
    let mut widget = named(field.name(), widget, is_required);
    let hint = field.form_hint.map_or_else(|| field.description(), str::to_owned);
    widget["hint"] = hint.into();
    widget
}

fn named(name: &str, mut widget: Json, is_required: bool) -> Json {
    widget["name"] = name.into();
    widget["label"] = label(name).into();
    widget["required"] = is_required.into();
    widget
}

fn widget(name: &str, shape: &Shape, is_required: bool) -> Json {
    match shape {
        Shape::Boolean if is_required => json!({ "widget": "boolean", "default": false }),
        // An untouched switch would be written as `false`.
        Shape::Boolean => json!({ "widget": "select", "options": ["", "yes", "no"] }),
        Shape::Whole { .. } => json!({ "widget": "number", "value_type": "int" }),
        Shape::Text(text) => self::text(text, &[], is_required),
        Shape::List(Shape::Group(group)) => {
            let summary = group.fields.first().map(|first| format!("{{{{{}}}}}", first.name()));
            let fields = of(group);
            json!({ "widget": "list", "collapsed": true, "summary": summary, "fields": fields })
        }
        Shape::List(Shape::Text(text)) if text.form == TextForm::Word => {
            json!({ "widget": "select", "multiple": true, "options": text.examples })
        }
        Shape::List(item) => {
            json!({ "widget": "list", "field": named(name, widget(name, item, true), true) })
        }
        Shape::Group(group) => {
            json!({ "widget": "object", "collapsed": true, "fields": of(group) })
        }
        // Keys of the author's choice: Sveltia CMS has no such mappings.
        Shape::Mapping(mapping) => json!({
            "widget": "list",
            "label_singular": "Category",
            "summary": "{{category}}",
            "collapsed": true,
            "fields": [
                mapping.key.as_ref().map(field),
                named("skills", widget("skills", mapping.value, false), false),
            ],
        }),
        Shape::Open(_) | Shape::Anything | Shape::Notes => {
            unreachable!("`{name}` needs YAML: it is hidden")
        }
    }
}

/// Returns the widget of a text. A field can have examples of its own.
fn text(text: &TextShape, examples: &[Json], is_required: bool) -> Json {
    if text.form == TextForm::Word {
        let empty = (!is_required).then_some("");
        let words: Vec<&str> = empty.into_iter().chain(text.examples.iter().copied()).collect();
        return json!({ "widget": "select", "options": words });
    }
    if text.form == TextForm::Day {
        return json!({ "widget": "datetime", "type": "date", "format": "YYYY-MM-DD" });
    }
    let mut examples = examples.iter().filter_map(Json::as_str);
    let is_long = examples.any(|text| text.contains('\n') || text.chars().count() > LINE);
    let mut field = json!({ "widget": if is_long { "text" } else { "string" } });
    if text.form != TextForm::Plain {
        // Sveltia CMS checks fields without a value, too.
        let pattern =
            if is_required { text.pattern.to_owned() } else { format!("^$|{}", text.pattern) };
        let message = text.message.unwrap_or("This value is not valid.");
        field["pattern"] = json!([pattern, message]);
    }
    field
}

/// Returns `Job title` for `job_title`.
fn label(key: &str) -> String {
    let words = key.replace('_', " ");
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
