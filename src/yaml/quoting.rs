//! Plain scalars that need quotes to be read as the text they are.

use super::lines::{closing_quote, flow_collection_end, is_block_scalar_header};
use super::write;
use crate::diagnostic::{Diagnostic, Span};
use crate::diagnostic_code::diagnostic_codes;

diagnostic_codes! {
    error NEEDS_QUOTES = "needs-quotes";
    error ESCAPE = "escape";
}

/// Why a value cannot stay as it is, and how to fix it.
struct QuotingError {
    message: String,
    fix: QuotingFix,
}

enum QuotingFix {
    /// Quotes around the value.
    Quotes,
    /// Probably this; quotes if the value is one text.
    Probably(String),
    Only(&'static str),
}

fn error(message: impl Into<String>, fix: QuotingFix) -> Option<QuotingError> {
    let message = message.into();
    Some(QuotingError { message, fix })
}

/// Reports the value of `key` at `span`, or an item, if it needs quotes, or `|` because lines below continue it.
pub(super) fn needs_quotes(
    file: &str,
    text: &str,
    key: &str,
    span: Span,
    has_block: bool,
) -> Option<Diagnostic> {
    let value = &text[span.clone()];
    let error = quoting_error(key, value, has_block)?;
    let diagnostic = Diagnostic::at(&NEEDS_QUOTES, file, span, error.message);
    let quoted = quoted(value);
    Some(match error.fix {
        QuotingFix::Quotes if has_block => diagnostic.hint(block_scalar_hint(key)),
        QuotingFix::Probably(hint) if has_block => {
            diagnostic.hint(format!("{hint}; if it is one text, {}", block_scalar_hint(key)))
        }
        QuotingFix::Quotes => {
            diagnostic.hint(format!("put quotes around the whole value: {quoted}")).replace(quoted)
        }
        QuotingFix::Probably(hint) => {
            diagnostic.hint(format!("{hint}; if it is one text, put quotes around it: {quoted}"))
        }
        QuotingFix::Only(hint) => diagnostic.hint(hint),
    })
}

/// How to write a text of several lines, which is the value of `key` or an item.
pub(super) fn block_scalar_hint(key: &str) -> String {
    let start = if key.is_empty() { "- |".to_owned() } else { format!("{key}: |") };
    format!("write `{start}` and the whole text on the lines below")
}

/// The fix of a value that ends before `after`.
fn fix(after: &str) -> QuotingFix {
    match after {
        "\"" | "'" => QuotingFix::Only("delete the quote at the end"),
        "," => QuotingFix::Only("delete the comma at the end"),
        _ if after.starts_with(',') => QuotingFix::Only(
            "write a list with one `- ` line for each item, or put quotes around the whole text",
        ),
        _ => QuotingFix::Quotes,
    }
}

fn quoting_error(key: &str, value: &str, has_block: bool) -> Option<QuotingError> {
    match value.chars().next()? {
        quote @ ('"' | '\'') => {
            let rest = &value[closing_quote(value)? + 1..];
            let after = rest.trim_start();
            // A value that ends with a quote has quotes inside it, which is another error.
            let closes_early = after.starts_with(',') || !value.ends_with(quote);
            let closes_early = !after.is_empty() && closes_early;
            let message = "the quotes close before the value ends";
            // An apostrophe: `'Anna's`.
            let fix = match rest.starts_with(char::is_alphanumeric) {
                true => QuotingFix::Only(
                    "delete the quote at the start; if the value needs quotes, write the other kind around it",
                ),
                false => fix(after),
            };
            closes_early.then(|| error(message, fix))?
        }
        '[' | '{' => {
            let after = value[flow_collection_end(value)?..].trim_start();
            let is_text = !after.is_empty() && !after.starts_with([']', '}', ':']);
            let message = "a value that starts with a bracket must end with the closing bracket";
            is_text.then(|| error(message, fix(after)))?
        }
        '`' => error("a value cannot start with a backtick", QuotingFix::Quotes),
        indicator @ ('@' | '%' | '&' | '*' | '!') => {
            error(format!("a value cannot start with `{indicator}`"), QuotingFix::Quotes)
        }
        '-' | '?' if value.len() == 1 && !key.is_empty() => {
            let hint =
                "write the value, or delete the line: a field without a line is not published";
            error("a single `-` or `?` is not a value", QuotingFix::Only(hint))
        }
        '-' if value.starts_with("- ") => {
            let hint = "write a list on the lines below the key, one `- ` line for each item";
            let message = "a value cannot start with `- ` on the line of its key";
            error(message, QuotingFix::Probably(hint.to_owned()))
        }
        '?' if value.starts_with("? ") => {
            error("a value cannot start with `? `", QuotingFix::Quotes)
        }
        '|' | '>' => block_scalar_error(value, has_block),
        _ => colon_error(value),
    }
}

/// An error in a value that starts with the indicator of a block scalar.
fn block_scalar_error(value: &str, has_block: bool) -> Option<QuotingError> {
    if is_block_scalar_header(value) {
        return None;
    }
    let hint = "write the text on the lines below, each indented by two more spaces";
    match has_block {
        true => error(
            "text of several lines starts on the line below `|` or `>`",
            QuotingFix::Only(hint),
        ),
        false => {
            error("a value cannot start with `|` or `>`", QuotingFix::Probably(hint.to_owned()))
        }
    }
}

/// An error in a plain scalar that contains a colon and a space.
fn colon_error(value: &str) -> Option<QuotingError> {
    if !value.contains(": ") && !value.ends_with(':') {
        return None;
    }
    let key = value.split(':').next().unwrap_or(value);
    let is_field = key.bytes().all(|b| b.is_ascii_lowercase() || b == b'_');
    let fix = if is_field {
        QuotingFix::Probably(format!(
            "write `{value}` on the line below, indented by two more spaces"
        ))
    } else {
        QuotingFix::Quotes
    };
    error("a value with a colon and a space in it needs quotes", fix)
}

/// The text in single quotes if double quotes would need escapes, else in double quotes.
pub(super) fn quoted(text: &str) -> String {
    if text.contains(['"', '\\']) && !text.contains('\'') {
        return format!("'{text}'");
    }
    write::quoted(text)
}

/// Reports a value at `span` that has a backslash in double quotes.
pub(super) fn invalid_escape(file: &str, text: &str, span: Span) -> Option<Diagnostic> {
    let value = &text[span.clone()];
    if !value.starts_with('"') || !value.contains('\\') {
        return None;
    }
    let content = closing_quote(value).map(|end| value[1..end].replace('\'', "''"));
    let hint = match content {
        Some(content) => format!(
            "delete the backslash, or use single quotes, which do not change it: '{content}'"
        ),
        None => "delete the backslash, or write it twice".to_owned(),
    };
    let message = "a backslash in double quotes must be followed by a letter that YAML knows";
    Some(Diagnostic::at(&ESCAPE, file, span, message).hint(hint))
}
