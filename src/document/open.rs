//! Values in places that the schema leaves open.

use serde_json::Value as Json;

use super::mismatch::EMPTY_VALUE;
use crate::diagnostic::{Diagnostic, tell};
use crate::rule::rules;
use crate::yaml::{Entry, Kind, Node, Value};

rules! {
    error MISPLACED_INTERNAL = "misplaced-internal";
    error AMBIGUOUS_VALUE = "ambiguous-value";
}

/// The entries whose keys the schema leaves open, except the editors' own notes.
pub(super) fn open_entries<'a>(schema: &Json, node: &'a Node) -> Vec<&'a Entry> {
    let mut open = Vec::new();
    match &node.value {
        Value::Mapping(entries) => {
            for entry in entries {
                let known = schema
                    .pointer("/properties")
                    .and_then(|p| p.get(&entry.key));
                if known.is_some() && entry.key == "internal" {
                    continue;
                }
                match known.or_else(|| schema.get("additionalProperties").filter(|s| s.is_object()))
                {
                    Some(schema) => open.extend(open_entries(schema, &entry.value)),
                    None => open.push(entry),
                }
            }
        }
        Value::Sequence(items) => {
            if let Some(schema) = schema.get("items") {
                open.extend(items.iter().flat_map(|item| open_entries(schema, item)));
            }
        }
        Value::Scalar(_) | Value::Mistaken => {}
    }
    open
}

/// Tells what is doubtful about an entry that the schema leaves open.
pub(super) fn doubtful_entry(file: &str, entry: &Entry, diagnostics: &mut Vec<Diagnostic>) {
    if entry.key == "internal" {
        let message = "`internal` below another key would be published";
        let span = entry.key_span.clone();
        let diagnostic = Diagnostic::at(&MISPLACED_INTERNAL, file, span, message);
        tell(
            diagnostics,
            diagnostic.hint("move it to the start of a line, without indentation"),
        );
    }
    doubtful(file, &entry.value, diagnostics);
}

/// Tells the values under `node` that would not be published as they are written.
fn doubtful(file: &str, node: &Node, diagnostics: &mut Vec<Diagnostic>) {
    match &node.value {
        Value::Mapping(entries) => {
            for entry in entries {
                doubtful_entry(file, entry, diagnostics);
            }
        }
        Value::Sequence(items) => {
            for item in items {
                doubtful(file, item, diagnostics);
            }
        }
        Value::Scalar(scalar) => {
            let at = |rule, message: String| Diagnostic::at(rule, file, node.span.clone(), message);
            if scalar.kind == Kind::Null {
                let diagnostic = at(&EMPTY_VALUE, "this has no value".to_owned());
                tell(
                    diagnostics,
                    diagnostic.hint("write a value, or delete the line"),
                );
            } else if let Some(doubt) = scalar.doubt() {
                let message = format!("without quotes, `{}` is read as {doubt}", scalar.text);
                let hint = format!("write \"{}\" if it is meant as text", scalar.text);
                tell(diagnostics, at(&AMBIGUOUS_VALUE, message).hint(hint));
            }
        }
        Value::Mistaken => {}
    }
}
