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
    let mut writer = Writer { text: String::new(), comments };
    writer.comment("", 0);
    writer.mapping(document, 0, Some(""), false);
    writer.text
}

/// Returns the lines of one key and its value.
pub fn entry(key: &str, value: &Json) -> Vec<String> {
    let document = Map::from_iter([(key.to_owned(), value.clone())]);
    write(&document, &[]).lines().map(str::to_owned).collect()
}

struct Writer<'a> {
    text: String,
    comments: &'a [Comment<'a>],
}

impl Writer<'_> {
    fn comment(&mut self, path: &str, indent: usize) {
        let comments = self.comments.iter().filter(|(at, _)| *at == path);
        for line in comments.flat_map(|(_, text)| text.lines()) {
            self.indent(indent);
            self.text.push_str("# ");
            self.line(line);
        }
    }

    fn indent(&mut self, indent: usize) {
        self.text.extend(std::iter::repeat_n(' ', indent));
    }

    /// Writes the entries of a mapping at `path`, which is `None` in a sequence. With `inline` the
    /// first key continues the current line.
    fn mapping(
        &mut self,
        mapping: &Map<String, Json>,
        indent: usize,
        path: Option<&str>,
        inline: bool,
    ) {
        let mut is_separated = true;
        for (number, (key, value)) in mapping.iter().enumerate() {
            let is_section = indent == 0 && is_block(value);
            if is_section && !is_separated {
                self.text.push('\n');
            }
            let path = path.map(|path| match path {
                "" => key.clone(),
                _ => format!("{path}.{key}"),
            });
            if let Some(path) = &path {
                self.comment(path, indent);
            }
            if !(inline && number == 0) {
                self.indent(indent);
            }
            let key = if is_plain_key(key) { key.clone() } else { quoted(key) };
            self.text.push_str(&key);
            self.text.push(':');
            self.value(value, indent, path.as_deref(), key.chars().count() + 1);
            is_separated = is_section;
            if is_section && number + 1 < mapping.len() {
                self.text.push('\n');
            }
        }
    }

    /// Writes a value after its key, which is indented by `indent` and `column` characters long.
    fn value(&mut self, value: &Json, indent: usize, path: Option<&str>, column: usize) {
        match value {
            Json::Object(mapping) if !mapping.is_empty() => {
                self.text.push('\n');
                self.mapping(mapping, indent + 2, path, false);
            }
            Json::Array(items) if !items.is_empty() => match flow_sequence(items) {
                Some(line) if indent + column + 1 + line.chars().count() <= WIDTH => {
                    self.text.push(' ');
                    self.line(&line);
                }
                _ => {
                    self.text.push('\n');
                    self.sequence(items, indent + 2, path, false);
                }
            },
            _ => {
                self.text.push(' ');
                self.scalar(value, indent + 2, indent + column + 1);
            }
        }
    }

    /// Writes the items of a sequence. `path` and `inline` are those of [`Self::mapping`].
    fn sequence(&mut self, items: &[Json], indent: usize, path: Option<&str>, inline: bool) {
        for (number, item) in items.iter().enumerate() {
            if let Some(path) = path {
                self.comment(&format!("{path}.{number}"), indent);
            }
            if !(inline && number == 0) {
                self.indent(indent);
            }
            self.text.push_str("- ");
            match item {
                Json::Object(mapping) if !mapping.is_empty() => {
                    self.mapping(mapping, indent + 2, None, true);
                }
                Json::Array(items) if !items.is_empty() => {
                    self.sequence(items, indent + 2, None, true)
                }
                _ => self.scalar(item, indent + 2, indent + 2),
            }
        }
    }

    /// Writes a scalar that starts at `column`. The lines of a block scalar are indented by `indent`.
    fn scalar(&mut self, value: &Json, indent: usize, column: usize) {
        match value {
            Json::String(text) if is_literal(text) => {
                let (header, body) = match text.strip_suffix('\n') {
                    Some(body) => ("|", body),
                    None => ("|-", text.as_str()),
                };
                self.block(header, body.split('\n'), indent);
            }
            Json::String(text) if column + text.chars().count() > WIDTH && is_foldable(text) => {
                let width = WIDTH.saturating_sub(indent).max(MIN_FOLDED_WIDTH);
                self.block(">-", folded(text, width), indent);
            }
            Json::String(text) if is_plain(text) => self.line(text),
            Json::String(text) => self.line(&quoted(text)),
            Json::Object(_) => self.line("{}"),
            Json::Array(_) => self.line("[]"),
            Json::Null | Json::Bool(_) | Json::Number(_) => self.line(&value.to_string()),
        }
    }

    fn line(&mut self, text: &str) {
        self.text.push_str(text);
        self.text.push('\n');
    }

    fn block<'t>(&mut self, header: &str, lines: impl IntoIterator<Item = &'t str>, indent: usize) {
        self.line(header);
        for line in lines {
            if !line.is_empty() {
                self.indent(indent);
            }
            self.line(line);
        }
    }
}

/// Returns whether a value is written on the lines below its key.
fn is_block(value: &Json) -> bool {
    match value {
        Json::Object(mapping) => !mapping.is_empty(),
        Json::Array(items) => !items.is_empty(),
        _ => false,
    }
}

/// A sequence of short plain scalars as `[…]`.
fn flow_sequence(items: &[Json]) -> Option<String> {
    let short = |item: &Json| {
        let text = item.as_str()?;
        let is_indicator = |c: char| ",[]{}:".contains(c);
        let fits =
            is_plain(text) && !text.contains(is_indicator) && text.chars().count() <= MAX_FLOW_ITEM;
        fits.then(|| text.to_owned())
    };
    let items: Option<Vec<String>> = items.iter().map(short).collect();
    Some(format!("[{}]", items?.join(", ")))
}

/// Returns whether some parser reads the word as a boolean, null or a number.
fn is_keyword(text: &str) -> bool {
    const WORDS: [&str; 11] =
        ["null", "true", "false", "yes", "no", "on", "off", "y", "n", "nan", "inf"];
    WORDS.iter().any(|word| text.eq_ignore_ascii_case(word))
}

fn is_plain_key(key: &str) -> bool {
    key.starts_with(|c: char| c.is_ascii_alphabetic())
        && key.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-')
        && !is_keyword(key)
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
