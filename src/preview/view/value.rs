//! Values of any shape, as nested lists and named fields.

use serde::Serialize;
use serde_json::Value as Json;

use crate::diff::fields::is_empty;
use crate::model::word::humanize;
use crate::preview::url;

/// Values nested deeper than this are shown as JSON.
const MAX_DEPTH: usize = 6;

/// A value of any shape.
#[derive(Debug, Serialize, PartialEq)]
#[serde(tag = "kind", content = "value", rename_all = "snake_case")]
pub(super) enum DisplayValue {
    /// A text, a number or a Boolean.
    Text(Text),
    List(Vec<DisplayValue>),
    Fields(Vec<Field>),
}

/// A text that may be a link.
#[derive(Debug, Serialize, PartialEq)]
pub(super) struct Text {
    pub(super) text: String,
    pub(super) href: Option<String>,
}

#[derive(Debug, Serialize, PartialEq)]
pub(super) struct Field {
    pub(super) label: String,
    pub(super) value: DisplayValue,
    pub(super) note: Option<String>,
}

impl DisplayValue {
    pub(super) fn new(json: &Json) -> Self {
        Self::within(json, MAX_DEPTH)
    }

    /// Formats a text, as a link if it is a URL or an email address.
    pub(super) fn text(text: impl Into<String>) -> Self {
        let text = text.into();
        let href = url::of_value(&text);
        Self::Text(Text { text, href })
    }

    fn within(json: &Json, levels: usize) -> Self {
        match json {
            Json::Null => Self::text("none"),
            Json::Bool(true) => Self::text("Yes"),
            Json::Bool(false) => Self::text("No"),
            Json::Number(number) => Self::text(number.to_string()),
            Json::String(text) => Self::text(text),
            Json::Array(_) | Json::Object(_) if levels == 0 => Self::text(json.to_string()),
            Json::Array(values) => {
                let values = values.iter().map(|value| Self::within(value, levels - 1));
                Self::List(values.collect())
            }
            Json::Object(object) => {
                let fields = object.iter().filter(|(_, json)| !is_empty(json));
                let field = |(key, json): (&String, &Json)| {
                    Field::named(humanize(key), Self::within(json, levels - 1))
                };
                Self::Fields(fields.map(field).collect())
            }
        }
    }
}

impl Text {
    /// Formats a URL as a link without its scheme.
    pub(super) fn link(url: &str) -> Self {
        let short = url.trim_start_matches("https://").trim_start_matches("http://");
        Self { text: short.trim_end_matches('/').to_owned(), href: url::of_value(url) }
    }
}

impl Field {
    /// Formats a field with a name made from its key.
    pub(super) fn new(key: &str, json: &Json) -> Self {
        Self::named(humanize(key), DisplayValue::new(json))
    }

    /// Creates a field without a note.
    pub(super) fn named(label: impl Into<String>, value: DisplayValue) -> Self {
        Self { label: label.into(), value, note: None }
    }
}

/// Joins `parts` with commas; `None` without parts.
pub(super) fn comma_separated<T: Into<String>>(
    parts: impl IntoIterator<Item = T>,
) -> Option<String> {
    let parts: Vec<String> = parts.into_iter().map(Into::into).collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::DisplayValue;

    #[test]
    fn limits_the_depth() {
        let mut deep = json!("end");
        for _ in 0..200 {
            deep = json!([deep]);
        }
        let text = serde_json::to_string(&DisplayValue::new(&deep)).expect("JSON");
        assert!(text.contains("[[[[") && text.contains("end"), "{text}");
    }

    #[test]
    fn formats_scalars() {
        assert_eq!(DisplayValue::new(&json!(true)), DisplayValue::text("Yes"));
        assert_eq!(DisplayValue::new(&json!(21)), DisplayValue::text("21"));
    }
}
