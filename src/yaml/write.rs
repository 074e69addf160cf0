//! Writes YAML that is easy to edit, and that parsers of YAML 1.1 and of YAML 1.2 (core schema) read
//! as the same values.
//!
//! A string is written as a plain scalar only if no parser can read it as something else; one that
//! starts with a digit is always quoted. Several lines become a literal block scalar, a long line a
//! folded one.

use serde_json::{Map, Value as Json};

use crate::characters::needs_escape;

/// The longest line of a folded block scalar or flow sequence, in characters.
const WIDTH: usize = 88;
/// The least width of folded text, however deep it is indented, in characters.
const MIN_FOLDED_WIDTH: usize = 40;
/// The longest item of a flow sequence, in characters.
const MAX_FLOW_ITEM: usize = 24;

/// A comment: the path of the key or item that it is written above, such as `personal.contact` or
/// `employment.0`, and its lines. An empty path is the start of the file. Keys in sequences have no
/// comments.
pub type Comment<'a> = (&'a str, &'a str);

/// Returns the document as YAML with a line break at its end.
///
/// The caller avoids keys of more than 1024 characters, which YAML does not allow, and numbers such
/// as `1e300`, which YAML 1.1 reads as strings.
pub fn write(document: &Map<String, Json>, comments: &[Comment<'_>]) -> String {
    let writer = Writer { comments };
    let lines = writer.comment("").into_iter().chain(writer.mapping(document, 0, Some("")));
    lines.map(|line| line + "\n").collect()
}

/// Returns the lines of one key and its value.
pub fn entry(key: &str, value: &Json) -> Vec<String> {
    let document = Map::from_iter([(key.to_owned(), value.clone())]);
    Writer { comments: &[] }.mapping(&document, 0, None)
}

/// Writes lines without the indentation of what contains them, which is `indent` wide.
struct Writer<'a> {
    comments: &'a [Comment<'a>],
}

impl Writer<'_> {
    fn comment(&self, path: &str) -> Vec<String> {
        let comments = self.comments.iter().filter(|(at, _)| *at == path);
        comments.flat_map(|(_, text)| text.lines()).map(|line| format!("# {line}")).collect()
    }

    /// Writes the entries of a mapping at `path`, which is `None` in a sequence. Blank lines are around the groups
    /// and lists of the document.
    fn mapping(
        &self,
        mapping: &Map<String, Json>,
        indent: usize,
        path: Option<&str>,
    ) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        let mut was_section = false;
        for (key, value) in mapping {
            let is_section = indent == 0 && is_block(value);
            if (is_section || was_section) && !lines.is_empty() {
                lines.push(String::new());
            }
            was_section = is_section;
            let path = path.map(|path| match path {
                "" => key.clone(),
                _ => format!("{path}.{key}"),
            });
            lines.extend(path.iter().flat_map(|path| self.comment(path)));
            let key = if is_plain_key(key) { format!("{key}:") } else { quoted(key) + ":" };
            let column = indent + key.chars().count() + 1;
            let flow = flow_sequence(value).filter(|line| column + line.chars().count() <= WIDTH);
            let starts_below = is_block(value) && flow.is_none();
            let value = match flow {
                Some(line) => vec![line],
                None => self.value(value, indent + 2, column, path.as_deref()),
            };
            match starts_below {
                true => lines.extend([key].into_iter().chain(value.into_iter().map(indented))),
                false => lines.extend(after(&(key + " "), value)),
            }
        }
        lines
    }

    /// Writes a value, or the first line of a scalar that starts at `column` and the lines below it.
    fn value(&self, value: &Json, indent: usize, column: usize, path: Option<&str>) -> Vec<String> {
        match value {
            Json::Object(mapping) if !mapping.is_empty() => self.mapping(mapping, indent, path),
            Json::Array(items) if !items.is_empty() => {
                let item = |(number, item): (usize, &Json)| {
                    let path = path.map(|path| self.comment(&format!("{path}.{number}")));
                    let value = self.value(item, indent + 2, indent + 2, None);
                    path.into_iter().flatten().chain(after("- ", value))
                };
                items.iter().enumerate().flat_map(item).collect()
            }
            Json::String(text) if is_literal(text) => {
                let (header, body) = match text.strip_suffix('\n') {
                    Some(body) => ("|", body),
                    None => ("|-", text.as_str()),
                };
                [header].into_iter().chain(body.split('\n')).map(str::to_owned).collect()
            }
            Json::String(text) if column + text.chars().count() > WIDTH && is_foldable(text) => {
                let width = WIDTH.saturating_sub(indent).max(MIN_FOLDED_WIDTH);
                [">-"].into_iter().chain(folded(text, width)).map(str::to_owned).collect()
            }
            Json::String(text) if is_plain(text) => vec![text.clone()],
            Json::String(text) => vec![quoted(text)],
            _ => vec![value.to_string()],
        }
    }
}

/// Returns lines of which the first one follows a key or a dash, and the others are below it.
fn after(start: &str, lines: Vec<String>) -> impl Iterator<Item = String> {
    let start = start.to_owned();
    let lines = lines.into_iter().enumerate();
    lines
        .map(move |(number, line)| if number == 0 { start.clone() + &line } else { indented(line) })
}

fn indented(line: String) -> String {
    if line.is_empty() { line } else { format!("  {line}") }
}

/// Returns whether a value is a collection that is not empty.
fn is_block(value: &Json) -> bool {
    matches!(value, Json::Object(mapping) if !mapping.is_empty())
        || matches!(value, Json::Array(items) if !items.is_empty())
}

/// A sequence of short plain scalars as `[…]`.
fn flow_sequence(value: &Json) -> Option<String> {
    let short = |item: &Json| {
        let text = item.as_str()?;
        let is_indicator = |c: char| ",[]{}:".contains(c);
        let fits =
            is_plain(text) && !text.contains(is_indicator) && text.chars().count() <= MAX_FLOW_ITEM;
        fits.then(|| text.to_owned())
    };
    let items: Option<Vec<String>> = value.as_array()?.iter().map(short).collect();
    Some(format!("[{}]", items?.join(", ")))
}

/// Returns whether some parser reads the word as a boolean, null or a number.
fn is_keyword(text: &str) -> bool {
    const WORDS: [&str; 11] =
        ["null", "true", "false", "yes", "no", "on", "off", "y", "n", "nan", "inf"];
    WORDS.iter().any(|word| text.eq_ignore_ascii_case(word))
}

fn is_plain_key(key: &str) -> bool {
    let is_usual = |c: char| c.is_alphanumeric() || "_- &+#./".contains(c);
    is_plain(key) && !key.starts_with('/') && key.chars().all(is_usual)
}

/// Returns whether every parser reads the text as a string without quotes.
fn is_plain(text: &str) -> bool {
    text.starts_with(|c: char| c.is_alphabetic() || c == '(' || c == '/')
        && !text.contains(needs_escape)
        && !text.ends_with([' ', ':'])
        && !text.contains(": ")
        && !text.contains(" #")
        && !text.ends_with(char::is_whitespace)
        && !is_keyword(text)
}

/// Returns whether a text of several lines can be a literal block scalar. White space at its start would
/// count as indentation, and at the end of a line it is invisible.
fn is_literal(text: &str) -> bool {
    let body = text.strip_suffix('\n').unwrap_or(text);
    body.contains('\n')
        && !body.starts_with(char::is_whitespace)
        && !body.ends_with('\n')
        && body
            .split('\n')
            .all(|line| !line.contains(needs_escape) && !line.ends_with(char::is_whitespace))
}

/// Returns whether a text of one line can be a folded block scalar.
fn is_foldable(text: &str) -> bool {
    !text.contains(needs_escape) && text.contains(' ') && text.trim().len() == text.len()
}

/// Splits the text into lines of at most `width` characters, only at single spaces: a parser joins
/// folded lines with one space.
fn folded(text: &str, width: usize) -> Vec<&str> {
    let mut lines = Vec::new();
    let (mut start, mut fits) = (0, None);
    for at in text.match_indices(' ').map(|(at, _)| at).chain([text.len()]) {
        let is_single = !text[..at].ends_with(' ') && !text[at..].starts_with("  ");
        if let Some(last) = fits
            && text[start..at].chars().count() > width
        {
            lines.push(&text[start..last]);
            start = last + 1;
            fits = None;
        }
        if is_single {
            fits = Some(at);
        }
    }
    lines.push(&text[start..]);
    lines
}

/// Returns the text in double quotes, with escape sequences that YAML 1.1 and 1.2 share.
pub fn quoted(text: &str) -> String {
    let mut quoted = String::from('"');
    for character in text.chars() {
        match character {
            '"' | '\\' => quoted.extend(['\\', character]),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\t' => quoted.push_str("\\t"),
            _ if !needs_escape(character) => quoted.push(character),
            _ => {
                let code = u32::from(character);
                quoted.push_str(&match code {
                    ..=0xFFFF => format!("\\u{code:04X}"),
                    _ => format!("\\U{code:08X}"),
                });
            }
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests;
