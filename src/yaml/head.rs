//! The start of an entry that the parser rejects: the key or the item that its author meant.

use super::lines::{Line, closing_quote, is_word, key, split_comment};
use super::unclosed_quote::unclosed_on_line;
use super::{indentation, spacing};
use crate::diagnostic::{Diagnostic, Replacement, Span};
use crate::diagnostic_code::diagnostic_codes;

diagnostic_codes! {
    error SYNTAX = "syntax";
}

/// How comments start and end in other languages.
pub(super) const COMMENTS: [(&str, &str); 3] = [("//", ""), ("<!--", "-->"), ("/*", "*/")];

/// What separates keys and values in other languages.
const SEPARATORS: [&str; 4] = ["=>", "->", ":=", "="];

/// The start of an entry.
pub(super) enum EntryHead {
    /// An item, and what follows its dash.
    Item(Option<Line>),
    /// A key. `value` is where its value starts; `None` if it is below the key.
    Key { key: String, span: Span, value: Option<usize> },
    /// A comment in the form of another language.
    Comment,
    /// Neither.
    Text,
}

/// Recognizes the start of an entry, and what is wrong with it. Only a list can have items without a dash and a
/// space.
pub(super) fn head(
    file: &str,
    text: &str,
    line: &Line,
    may_be_item: bool,
) -> (EntryHead, Option<Diagnostic>) {
    let entry = &text[line.span()];
    comment(file, line, entry)
        .or_else(|| item(file, text, line, may_be_item))
        .or_else(|| quoted_key(file, text, line))
        .or_else(|| plain_key(file, text, line))
        .or_else(|| other_separator(file, text, line))
        .unwrap_or((EntryHead::Text, None))
}

/// Recognizes a comment in the form of another language.
fn comment(file: &str, line: &Line, entry: &str) -> Option<(EntryHead, Option<Diagnostic>)> {
    let (opening, closing) = COMMENTS.into_iter().find(|(it, _)| entry.starts_with(it))?;
    let mut error = comment_in_other_form(file, line.start, opening);
    match entry.strip_suffix(closing) {
        Some(remark) => {
            let text = format!("# {}", remark[opening.len()..].trim()).trim_end().to_owned();
            error.replacement = Some(Replacement { span: line.span(), text });
        }
        None => {
            error = error.hint(format!(
                "start each line of the comment with `#`, without `{opening}` and `{closing}`"
            ));
        }
    }
    Some((EntryHead::Comment, Some(error)))
}

/// Reports a comment that starts at byte `at` in the form of another language.
pub(super) fn comment_in_other_form(file: &str, at: usize, opening: &str) -> Diagnostic {
    Diagnostic::at(&SYNTAX, file, at..at + opening.len(), "a comment starts with `#`")
        .hint(format!("write `#` instead of `{opening}`"))
}

/// Recognizes `- item`, `-item`, and the items of other programs.
fn item(
    file: &str,
    text: &str,
    line: &Line,
    is_list: bool,
) -> Option<(EntryHead, Option<Diagnostic>)> {
    let entry = &text[line.span()];
    let item = |length: usize| {
        let white = entry[length..].len() - entry[length..].trim_start().len();
        let rest = line.rest(length + white);
        // The lines below line up with the place where the space should be.
        let has_space = entry[1..].starts_with(char::is_whitespace) && entry.starts_with('-')
            || list_marker(entry).is_some();
        let column = if has_space { rest.column } else { line.column + 2 };
        let rest = Line { column, ..rest };
        EntryHead::Item(
            (rest.start < rest.end && !text[rest.start..].starts_with('#')).then_some(rest),
        )
    };
    let unquoted = entry.strip_prefix(['"', '\'']).unwrap_or(entry).trim_start();
    if unquoted.len() < entry.len() && unquoted.starts_with("- ") {
        let head = item(entry.len() - unquoted.len() + 1);
        return Some((head, Some(unclosed_on_line(file, line.span()))));
    }
    let Some(after) = entry.strip_prefix('-') else {
        let marker = list_marker(entry).filter(|_| is_list)?;
        // The fix keeps the column of the text.
        let span = line.start..line.start + marker.len();
        let message = "an item of a list starts with a dash";
        let error = Diagnostic::at(&SYNTAX, file, span, message)
            .hint(format!("write `- ` instead of `{marker} `"))
            .replace(format!("{:1$}", "-", marker.len()));
        return Some((item(marker.len()), Some(error)));
    };
    if after.is_empty() || after.starts_with(char::is_whitespace) {
        let tab = line.start + 1..line.start + 2;
        let tab = after.starts_with('\t').then(|| indentation::tab_at(file, tab));
        return Some((item(1), tab));
    }
    let is_unclosed = after.starts_with(['"', '\'']) && closing_quote(after).is_none();
    if is_list && is_unclosed {
        return Some((item(2), Some(unclosed_on_line(file, line.start + 1..line.end))));
    }
    let lacks_space = spacing::is_item(after) && (is_list || key(entry).is_some());
    lacks_space.then(|| (item(1), Some(spacing::missing_space_after_dash(file, line.start))))
}

/// Returns the marker of a list item in other programs, if an entry starts with one: `*`, `1.` or `1)`.
pub(super) fn list_marker(entry: &str) -> Option<&str> {
    let (marker, _) = entry.split_once(' ')?;
    let number = marker.strip_suffix(['.', ')']).unwrap_or_default();
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    (marker == "*" || is_number).then_some(marker)
}

/// Recognizes a key in quotes, or after a quote that is not closed.
fn quoted_key(file: &str, text: &str, line: &Line) -> Option<(EntryHead, Option<Diagnostic>)> {
    let entry = &text[line.span()];
    if !entry.starts_with(['"', '\'']) {
        return None;
    }
    let colon =
        closing_quote(entry).map(|end| end + 1 + entry[end + 1..].find(|c| c != ' ').unwrap_or(0));
    let colon = colon.filter(|colon| is_colon(&entry[*colon..]));
    if let Some(colon) = colon {
        let end = closing_quote(entry)?;
        let span = line.start..line.start + end + 1;
        let value = value_after(text, line, line.start + colon + 1);
        return Some((EntryHead::Key { key: entry[1..end].to_owned(), span, value }, None));
    }
    let name = key(entry[1..].trim_start())?;
    let start = line.end - entry[1..].trim_start().len();
    let span = start..start + name.len();
    let value = value_after(text, line, span.end + 1);
    Some((
        EntryHead::Key { key: name.to_owned(), span, value },
        Some(unclosed_on_line(file, line.span())),
    ))
}

fn is_colon(text: &str) -> bool {
    text.strip_prefix(':').is_some_and(|it| it.is_empty() || it.starts_with(char::is_whitespace))
}

/// Returns where the value of a key on this line starts, after byte `at`.
fn value_after(text: &str, line: &Line, at: usize) -> Option<usize> {
    let rest = &text[at.min(line.end)..line.end];
    let value = line.end - rest.trim_start().len();
    (!split_comment(&text[value..line.end]).0.is_empty()).then_some(value)
}

/// Recognizes a key before a colon.
fn plain_key(file: &str, text: &str, line: &Line) -> Option<(EntryHead, Option<Diagnostic>)> {
    let entry = &text[line.span()];
    let word =
        entry.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(entry.len());
    let colon = spacing::colon_without_space(entry);
    let (name, error) = match key(entry) {
        Some(name) => (name, None),
        None if is_colon(&entry[word..]) && word > 0 => (&entry[..word], None),
        None => {
            let colon = colon?;
            let value = line.start + colon + 1;
            let is_quote = text[value..].starts_with(['"', '\'']);
            let is_unclosed = is_quote && closing_quote(&text[value..line.end]).is_none();
            let error = match is_unclosed {
                true => unclosed_on_line(file, value..line.end),
                false => spacing::missing_space_after_colon(file, line.start + colon),
            };
            let skipped = usize::from(is_unclosed);
            let span = line.start..line.start + colon;
            let value = value_after(text, line, value + skipped);
            let key = entry[..colon].to_owned();
            return Some((EntryHead::Key { key, span, value }, Some(error)));
        }
    };
    let span = line.start..line.start + name.len();
    let value = value_after(text, line, span.end + 1);
    Some((EntryHead::Key { key: name.to_owned(), span, value }, error))
}

/// Recognizes `key = value`.
fn other_separator(file: &str, text: &str, line: &Line) -> Option<(EntryHead, Option<Diagnostic>)> {
    let entry = &text[line.span()];
    let length = entry.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))?;
    let (word, rest) = entry.split_at(length);
    let separator = SEPARATORS.into_iter().find(|it| rest.trim_start().starts_with(it))?;
    let value = &rest.trim_start()[separator.len()..];
    if !is_word(word) || value.starts_with('=') {
        return None;
    }
    let value = value.trim_start();
    let message = format!("a key and its value are separated by `:`, not by `{separator}`");
    let mut error = Diagnostic::at(&SYNTAX, file, line.span(), message)
        .hint(format!("write `{word}: {value}`"));
    let (start, end) = (line.start + word.len(), line.end - value.len());
    error.replacement = Some(Replacement { span: start..end, text: ": ".to_owned() });
    let span = line.start..start;
    let value = value_after(text, line, end);
    Some((EntryHead::Key { key: word.to_owned(), span, value }, Some(error)))
}
