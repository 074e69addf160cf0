//! The skeleton that `vitae new` writes: every field of a document with its description, required
//! fields filled in, the others commented out with an example.
//!
//! A line that starts with `##` is an explanation, one that starts with `# ` a field that is
//! commented out. Deleting `# ` from any of the latter leaves valid YAML.

use serde_json::{Map, Value as Json};

use super::Document;
use super::shape::{Field, GroupShape, joined};
use crate::yaml::write;

/// The longest line of an explanation, in characters.
const WIDTH: usize = 96;

const HOW_TO: &str = "A line with a single # is a field that is not used. To use it, delete its \
\"# \" and replace the example. Fields that are not used are not published.";

/// Returns the skeleton of a `T`. `schema` is the path of its schema relative to the file. The fields
/// in `given` get these values, all others are commented out.
pub fn skeleton<T: Document>(schema: &str, given: &Map<String, Json>) -> String {
    let mut lines = vec![format!("# yaml-language-server: $schema={schema}"), String::new()];
    lines.extend(explanation(T::GROUP.description));
    lines.extend(wrapped(HOW_TO));
    for field in T::GROUP.fields {
        lines.push(String::new());
        if let Some(value) = given.get(field.name()) {
            lines.extend(explanation(field.description));
            lines.extend(write::entry(field.name(), value));
        } else {
            lines.extend(entry(field).iter().map(|line| commented_out(line)));
        }
    }
    lines.push(String::new());
    lines.join("\n")
}

pub(super) fn commented_out(line: &str) -> String {
    match line {
        // An empty line of a text. With a `#`, it would end the text.
        "" => String::new(),
        _ if line.starts_with("##") => line.to_owned(),
        _ => format!("# {line}"),
    }
}

/// Returns the lines of a field: all fields of a group, one item of a list of groups, else an example.
fn entry(field: &Field) -> Vec<String> {
    let mut lines = explanation(field.description);
    let key = field.name();
    if let Some(group) = field.shape.group() {
        lines.push(format!("{key}:"));
        lines.extend(entries(group).iter().map(|line| indented(line)));
    } else if let Some(group) = field.shape.items() {
        lines.push(format!("{key}:"));
        lines.extend(item(group));
    } else if let Some(value) = field.example() {
        lines.extend(write::entry(key, &value));
    }
    lines
}

fn entries(group: &GroupShape) -> Vec<String> {
    group.fields.iter().flat_map(entry).collect()
}

/// Returns the fields of an item, with a dash before the first.
fn item(group: &GroupShape) -> Vec<String> {
    let mut lines = entries(group);
    let is_explanation = |line: &String| line.starts_with("##");
    let first = lines.iter().position(|line| !is_explanation(line));
    for (index, line) in lines.iter_mut().enumerate() {
        *line = match Some(index) == first {
            true => format!("  - {line}"),
            false => indented(&indented(line)),
        };
    }
    lines
}

fn indented(line: &str) -> String {
    match line {
        "" => String::new(),
        _ => format!("  {line}"),
    }
}

fn explanation(description: &[&str]) -> Vec<String> {
    wrapped(&joined(description))
}

/// Wraps a text into `##` comments.
fn wrapped(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= WIDTH => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(format!("## {word}")),
        }
    }
    lines
}
