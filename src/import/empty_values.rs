//! Values that contain nothing to import.

use serde_json::Value as Json;

use crate::characters::is_blank;

/// Returns whether the value contains nothing to import.
pub(super) fn is_empty(value: &Json) -> bool {
    match value {
        Json::Null => true,
        Json::String(text) => is_blank(text),
        Json::Array(items) => items.is_empty(),
        Json::Object(fields) => fields.is_empty(),
        Json::Bool(_) | Json::Number(_) => false,
    }
}

/// Returns whether the value and all values in it are empty.
pub(super) fn is_deeply_empty(value: &Json) -> bool {
    match value {
        Json::Array(items) => items.iter().all(is_deeply_empty),
        Json::Object(fields) => fields.values().all(is_deeply_empty),
        scalar => is_empty(scalar),
    }
}

/// Returns the number of values that contain no other values and are not empty.
pub(super) fn scalars(value: &Json) -> usize {
    match value {
        Json::Array(items) => items.iter().map(scalars).sum(),
        Json::Object(fields) => fields.values().map(scalars).sum(),
        scalar => usize::from(!is_empty(scalar)),
    }
}
