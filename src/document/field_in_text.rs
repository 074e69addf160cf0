//! Lines of a text that look like a field that keeps something private or withdraws it.

use super::publication_key::PUBLICATION_FIELDS;
use super::reporter::Reporter;
use super::written_text::WrittenText;
use crate::diagnostic::Diagnostic;
use crate::diagnostic_code::diagnostic_codes;
use crate::yaml::{DeclaredFields, KnownKey};

diagnostic_codes! {
    warning FIELD_IN_TEXT = "field-in-text";
}

/// The field of an item without which the item reads as current.
const LAST_DAY: &str = "end_date";

/// Reports the first line of a text that starts with such a field of the document, or of the item that has the text.
pub(super) fn field_in_text(text: &WrittenText<'_>, to: &Reporter<'_>) -> Option<Diagnostic> {
    if !text.scalar.block && !text.written().contains('\n') {
        return None;
    }
    let keys: Vec<&str> = to.keys().collect();
    let is_declared = |field: &&str| {
        let mut groups = (0..keys.len()).map(|count| &keys[..count]);
        groups.any(|group| to.document.key(group, field) == KnownKey::Field)
    };
    let mut lines = text.lines();
    // Only after `|` or `>`, the first line does not follow the key.
    if !text.scalar.block {
        lines.next();
    }
    let (field, line, start) = lines.find_map(|(line, start)| {
        let field = field_of(line).filter(is_declared)?;
        Some((field, line, start))
    })?;
    let message = format!("this line is published as a part of the text of {}", to.name());
    let hint = match field {
        LAST_DAY => "move it out of the text, in line with the other fields of the item".to_owned(),
        "internal" => "move it, with the lines that belong to it, to the top level: `internal:` at the start of a line".to_owned(),
        _ => format!("move it to the top level: `{field}:` at the start of a line"),
    };
    Some(to.at(&FIELD_IN_TEXT, start..start + line.len(), message).hint(hint))
}

/// Returns the field that a line starts with.
fn field_of(line: &str) -> Option<&'static str> {
    let mut fields = PUBLICATION_FIELDS.into_iter().chain(["internal", LAST_DAY]);
    fields.find(|field| {
        let value = line.strip_prefix(field).and_then(|rest| rest.strip_prefix(':'));
        value.is_some_and(|value| value.is_empty() || value.starts_with(char::is_whitespace))
    })
}
