//! The editors' notes about values that are not imported.

use serde_json::{Value as Json, json};

use super::path;
use super::report::{ImportReport, ReportEntry};

impl ImportReport {
    /// Returns the path and value of each rejected value, for the editors' notes.
    pub(super) fn rejected_values(&self) -> Vec<Json> {
        let note = |entry: &ReportEntry| {
            let value = shorten_data(entry.outcome.internal_value()?.clone());
            // Other keys are possible only in JSON text.
            let value = match has_only_valid_keys(&value) {
                true => value,
                false => value.to_string().into(),
            };
            Some(json!({ "path": entry.path, "value": value }))
        };
        self.entries.iter().filter_map(note).collect()
    }
}

/// The number of bytes of a `data:` URL that are kept in the notes: a whole picture in text form is
/// of no use there.
pub(super) const MAX_DATA: usize = 80;

/// Shortens the `data:` URLs in a value.
pub(super) fn shorten_data(value: Json) -> Json {
    match value {
        Json::String(text) if text.starts_with("data:") && text.len() > MAX_DATA => {
            let end = text.floor_char_boundary(MAX_DATA);
            format!("{}… ({} bytes)", &text[..end], text.len()).into()
        }
        Json::Array(items) => items.into_iter().map(shorten_data).collect(),
        Json::Object(fields) => {
            fields.into_iter().map(|(key, value)| (key, shorten_data(value))).collect()
        }
        other => other,
    }
}

fn has_only_valid_keys(value: &Json) -> bool {
    match value {
        Json::Array(items) => items.iter().all(has_only_valid_keys),
        Json::Object(fields) => {
            fields.iter().all(|(key, value)| path::is_valid_key(key) && has_only_valid_keys(value))
        }
        _ => true,
    }
}
