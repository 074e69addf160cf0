//! Words in `snake_case`, such as the keys of skill categories, and their display names.

use serde_json::{Map, Value as Json};

pub use crate::slug::humanize;

/// The pattern of a word from an open vocabulary.
pub const PATTERN: &str = "^[a-z0-9_]+$";

/// Returns the name of a skill category: the one in `attributes.category_names`, or the humanized
/// key by default.
pub fn category_name(key: &str, attributes: &Map<String, Json>) -> String {
    let names = attributes.get("category_names");
    let name = names.and_then(|names| names.get(key)?.as_str());
    name.map_or_else(|| humanize(key), str::to_owned)
}
