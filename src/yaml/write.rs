//! From values to YAML that people like to maintain, and that every reader of YAML gives back as
//! the same values: by the core schema of YAML 1.2, by YAML 1.1, and by programs between the two.
//!
//! A text goes without quotes only where no reader can take it for something else; what begins
//! with a digit is always quoted. Several lines become a literal block, a long line a folded one.

use serde_json::{Map, Value as Json};

use crate::characters::needs_escape;

/// The width in characters that folded texts and lists on one line keep to.
const WIDTH: usize = 88;
/// How many characters of a folded text stand on a line at least, however deep it is.
const LEAST_WIDTH: usize = 40;
/// The longest text, in characters, that stands in a list on one line.
const SHORT: usize = 24;

/// A comment: the path of the key it stands above, as in `personal.contact`, and its lines. Keys
/// below a list have no comments; an empty path is the start of the file.
pub type Comment<'a> = (&'a str, &'a str);

/// The document as YAML, with a line break at its end. YAML allows keys of 1024 characters at most,
/// and YAML 1.1 reads a number like `1e300` as a text; both are the caller's to avoid.
pub fn write(document: &Map<String, Json>, comments: &[Comment<'_>]) -> String {
    let mut writer = Writer {
        text: String::new(),
        comments,
    };
    writer.comment("", 0);
    writer.mapping(document, 0, Some(""), false);
    writer.text
}

/// The lines of one key and its value.
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
            self.text.push_str(line);
            self.text.push('\n');
        }
    }

    fn indent(&mut self, indent: usize) {
        self.text.extend(std::iter::repeat_n(' ', indent));
    }

    /// One line or more for each entry. `path` is the mapping's own, `None` below a list; with
    /// `goes_on` the first key stands on the line that is begun.
    fn mapping(
        &mut self,
        mapping: &Map<String, Json>,
        indent: usize,
        path: Option<&str>,
        goes_on: bool,
    ) {
        let mut parted = true;
        for (number, (key, value)) in mapping.iter().enumerate() {
            let parts = indent == 0 && is_block(value);
            if parts && !parted {
                self.text.push('\n');
            }
            let path = path.map(|path| match path {
                "" => key.clone(),
                _ => format!("{path}.{key}"),
            });
            if let Some(path) = &path {
                self.comment(path, indent);
            }
            if !(goes_on && number == 0) {
                self.indent(indent);
            }
            let key = if is_plain_key(key) {
                key.clone()
            } else {
                quoted(key)
            };
            self.text.push_str(&key);
            self.text.push(':');
            self.value(value, indent, path.as_deref(), key.chars().count() + 1);
            parted = parts;
            if parts && number + 1 < mapping.len() {
                self.text.push('\n');
            }
        }
    }

    /// A value behind its key, which is `column` characters long and indented by `indent`.
    fn value(&mut self, value: &Json, indent: usize, path: Option<&str>, column: usize) {
        match value {
            Json::Object(mapping) if !mapping.is_empty() => {
                self.text.push('\n');
                self.mapping(mapping, indent + 2, path, false);
            }
            Json::Array(items) if !items.is_empty() => match on_one_line(items) {
                Some(line) if indent + column + 1 + line.chars().count() <= WIDTH => {
                    self.text.push(' ');
                    self.text.push_str(&line);
                    self.text.push('\n');
                }
                _ => {
                    self.text.push('\n');
                    self.sequence(items, indent + 2, false);
                }
            },
            _ => {
                self.text.push(' ');
                self.scalar(value, indent + 2, indent + column + 1);
            }
        }
    }

    fn sequence(&mut self, items: &[Json], indent: usize, goes_on: bool) {
        for (number, item) in items.iter().enumerate() {
            if !(goes_on && number == 0) {
                self.indent(indent);
            }
            self.text.push_str("- ");
            match item {
                Json::Object(mapping) if !mapping.is_empty() => {
                    self.mapping(mapping, indent + 2, None, true);
                }
                Json::Array(items) if !items.is_empty() => self.sequence(items, indent + 2, true),
                _ => self.scalar(item, indent + 2, indent + 2),
            }
        }
    }

    /// A scalar from `column` on; what does not fit goes on below, indented by `indent`.
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
                let width = WIDTH.saturating_sub(indent).max(LEAST_WIDTH);
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

/// Whether a value takes lines of its own below its key.
fn is_block(value: &Json) -> bool {
    match value {
        Json::Object(mapping) => !mapping.is_empty(),
        Json::Array(items) => !items.is_empty(),
        _ => false,
    }
}

/// A list of short texts on one line.
fn on_one_line(items: &[Json]) -> Option<String> {
    let short = |item: &Json| {
        let text = item.as_str()?;
        let in_brackets = |c: char| ",[]{}:".contains(c);
        let fits = is_plain(text) && !text.contains(in_brackets) && text.chars().count() <= SHORT;
        fits.then(|| text.to_owned())
    };
    let items: Option<Vec<String>> = items.iter().map(short).collect();
    Some(format!("[{}]", items?.join(", ")))
}

/// Words that some reader takes for a boolean, for null or for a number.
fn is_special(text: &str) -> bool {
    const WORDS: [&str; 11] = [
        "null", "true", "false", "yes", "no", "on", "off", "y", "n", "nan", "inf",
    ];
    WORDS.iter().any(|word| text.eq_ignore_ascii_case(word))
}

fn is_plain_key(key: &str) -> bool {
    key.starts_with(|c: char| c.is_ascii_alphabetic())
        && key
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-')
        && !is_special(key)
}

/// Whether no reader takes the text for anything but itself.
fn is_plain(text: &str) -> bool {
    text.starts_with(|c: char| c.is_alphabetic() || c == '(' || c == '/')
        && !text.contains(needs_escape)
        && !text.ends_with([' ', ':'])
        && !text.contains(": ")
        && !text.contains(" #")
        && !text.ends_with(char::is_whitespace)
        && !is_special(text)
}

/// Whether a text of several lines can stand in a literal block. What begins with a blank or
/// ends a line with one could not be told from indentation, or seen.
fn is_literal(text: &str) -> bool {
    let body = text.strip_suffix('\n').unwrap_or(text);
    body.contains('\n')
        && !body.starts_with(char::is_whitespace)
        && !body.ends_with('\n')
        && body
            .split('\n')
            .all(|line| !line.contains(needs_escape) && !line.ends_with(char::is_whitespace))
}

/// Whether a text of one line can stand in a folded block.
fn is_foldable(text: &str) -> bool {
    !text.contains(needs_escape) && text.contains(' ') && text.trim().len() == text.len()
}

/// The text in lines of at most `width` characters, broken only where one space stands between
/// two words: there alone a reader puts one space again.
fn folded(text: &str, width: usize) -> Vec<&str> {
    let mut lines = Vec::new();
    let (mut start, mut fits) = (0, None);
    for (at, _) in text.match_indices(' ') {
        let single = !text[..at].ends_with(' ') && !text[at + 1..].starts_with(' ');
        if let Some(last) = fits
            && text[start..at].chars().count() > width
        {
            lines.push(&text[start..last]);
            start = last + 1;
            fits = None;
        }
        if single {
            fits = Some(at);
        }
    }
    if let Some(last) = fits
        && text[start..].chars().count() > width
    {
        lines.push(&text[start..last]);
        start = last + 1;
    }
    lines.push(&text[start..]);
    lines
}

/// The text in double quotes, by escapes that YAML 1.1 and 1.2 share.
pub fn quoted(text: &str) -> String {
    let mut quoted = String::from('"');
    for character in text.chars() {
        match character {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\t' => quoted.push_str("\\t"),
            _ if !needs_escape(character) => quoted.push(character),
            _ => {
                let code = u32::from(character);
                quoted.push_str(&match code {
                    ..=0xFF => format!("\\x{code:02X}"),
                    0x100..=0xFFFF => format!("\\u{code:04X}"),
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
