//! Fields and items without a value, and how to delete them.

use serde_json::Value as Json;

use crate::characters::is_blank;
use crate::diagnostic::{Diagnostic, Replacement};
use crate::diagnostic_code::{DiagnosticCode, diagnostic_codes};
use crate::yaml::{Node, ScalarKind, YamlValue};

diagnostic_codes! {
    error EMPTY_VALUE = "empty-value";
}

/// Fields that are not deleted: without them, a profile is published at once or without end.
const NOT_DELETED: [&str; 2] = ["`publish_from`", "`publish_until`"];

/// A list or group that is written as empty, such as `[]`, which means the same as no field.
static EMPTY_LIST: DiagnosticCode = DiagnosticCode::warning("empty-value", EMPTY_VALUE.page);

/// Returns whether a value is null, has no visible character, or is a group or list of such values.
pub(super) fn is_empty(node: &Node, schema: &dyn Fn() -> Json) -> bool {
    !has_value(node) && {
        let schema = schema();
        let can_be_null =
            schema["type"].as_array().is_some_and(|types| types.contains(&"null".into()));
        !(can_be_null && is_null(node)) && means_nothing(node, &schema)
    }
}

fn is_null(node: &Node) -> bool {
    node.scalar().is_some_and(|scalar| scalar.kind == ScalarKind::Null)
}

/// Returns whether a value has a visible character, or is not known.
fn has_value(node: &Node) -> bool {
    match &node.value {
        YamlValue::Mapping(entries) => entries.iter().any(|entry| has_value(&entry.value)),
        YamlValue::Sequence(items) => items.iter().any(has_value),
        YamlValue::Scalar(scalar) => !is_null(node) && !is_blank(&scalar.text),
        YamlValue::Invalid => true,
    }
}

/// Returns whether deleting a value without visible characters loses nothing. In an open place, an author can mean
/// an empty text or list.
fn means_nothing(node: &Node, schema: &Json) -> bool {
    match &node.value {
        _ if schema.get("$ref").is_some() => is_null(node),
        YamlValue::Scalar(_) => true,
        YamlValue::Mapping(entries) => {
            // A key that is no field can be the value: `Sailing:` in a list of hobbies.
            let is_field_empty = |(key, value)| {
                schema["properties"].get(key).is_some_and(|field| means_nothing(value, field))
            };
            !entries.is_empty() && entries.iter().map(|it| (&it.key, &it.value)).all(is_field_empty)
        }
        YamlValue::Sequence(items) => {
            !items.is_empty() && items.iter().all(|item| means_nothing(item, &schema["items"]))
        }
        YamlValue::Invalid => false,
    }
}

/// Returns the error about an empty value. It has a fix if the `source` is given. `name` is what an author calls
/// the value.
pub(super) fn empty_value(file: &str, source: Option<&str>, node: &Node, name: &str) -> Diagnostic {
    let (problem, hint) = match node.scalar() {
        Some(_) => ("has no value", "write a value, or delete the line"),
        None => ("has no values", "write its values, or delete it with the lines below it"),
    };
    let message = format!("{name} {problem}");
    let source = source.filter(|_| !NOT_DELETED.contains(&name));
    let diagnostic = Diagnostic::at(&EMPTY_VALUE, file, node.span.clone(), message).hint(hint);
    Diagnostic { replacement: source.and_then(|source| deletion(source, node)), ..diagnostic }
}

/// Returns the warning about a list or group without content, such as `[]`.
pub(super) fn empty_list(file: &str, source: &str, node: &Node) -> Option<Diagnostic> {
    let is_empty = match &node.value {
        YamlValue::Mapping(entries) => entries.is_empty(),
        YamlValue::Sequence(items) => items.is_empty(),
        YamlValue::Scalar(_) | YamlValue::Invalid => false,
    };
    is_empty.then(|| Diagnostic {
        code: &EMPTY_LIST,
        message: "this field is empty".to_owned(),
        hint: Some("delete the line: it means the same as no field".to_owned()),
        ..empty_value(file, Some(source), node, "")
    })
}

/// Returns the end of the last key or scalar of a value.
fn end(node: &Node) -> usize {
    let last = match &node.value {
        YamlValue::Mapping(entries) => entries.last().map(|entry| &entry.value),
        YamlValue::Sequence(items) => items.last(),
        YamlValue::Scalar(_) | YamlValue::Invalid => None,
    };
    last.map_or(node.span.end, end)
}

/// Returns the fix that deletes the lines of an entry or item, but not those with only a comment; `None` if they
/// can contain something else.
fn deletion(source: &str, node: &Node) -> Option<Replacement> {
    let (at, end) = (node.span.start, end(node));
    let line = source[..at].rfind('\n').map_or(0, |at| at + 1);
    let next_line = source[end..].find('\n').map_or(source.len(), |at| end + at + 1);
    let text = source[line..next_line].trim_start_matches([' ', '-']);
    let start = (next_line - text.len()).min(at);
    let key = source[start..at].trim_end();
    let rest =
        source[end..next_line].trim_start_matches(|c: char| ": []{}|>-".contains(c)).trim_end();
    // The keys of `{Java, Go}` can be the values, and so can `#1 in sales`.
    let can_be_value = |after: &str| after.starts_with(|c: char| !c.is_whitespace() && c != '#');
    if source[line..end].contains('{')
        || !key.is_empty() && !key.ends_with(':')
        || !rest.is_empty() && !rest.starts_with('#')
        || source[end..next_line].split('#').skip(1).any(can_be_value)
    {
        return None;
    }
    // The next key of an item gets the dash before its first key.
    let next = next_line + (start - line);
    let is_next_key = source[line..start].contains('-')
        && source.get(next_line..next).is_some_and(|it| it.trim_matches(' ').is_empty())
        && source[next..].starts_with(|c: char| !c.is_whitespace() && c != '#');
    if is_next_key {
        return Some(Replacement { span: start..next, text: String::new() });
    }
    let is_comment = |line: &&str| line.trim_start().starts_with('#');
    let text = source[line..next_line].split_inclusive('\n').filter(is_comment).collect();
    Some(Replacement { span: line..next_line, text })
}
