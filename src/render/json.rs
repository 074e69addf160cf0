//! Writes JSON: indented and with a line break at the end, because people read it with curl, and
//! compression removes the cost.

use serde::Serialize;

use crate::error::{Error, Result};

/// Serializes a JSON document.
///
/// # Errors
/// Returns an internal error if the document cannot be serialized.
pub fn json_text(value: &impl Serialize) -> Result<String> {
    let text = serde_json::to_string_pretty(value);
    Ok(text.map_err(|error| Error::with_source("cannot write JSON", error))? + "\n")
}
