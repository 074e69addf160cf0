//! Values that YAML does not read as the text they are without quotes around them.

use super::source_lines::{Written, behind_bracket, closing_quote};
use super::write;
use crate::diagnostic::{Diagnostic, Span};
use crate::diagnostic_code::diagnostic_codes;

diagnostic_codes! {
    error NEEDS_QUOTES = "needs-quotes";
    error ESCAPE = "escape";
}

/// What to do about a value without quotes.
enum QuotingFix {
    /// Quotes around it, for certain.
    Quotes,
    /// What the author may have meant else; the quotes are the other way.
    Rather(String),
    /// Only what the words say.
    Other(&'static str),
}

/// Tells that the value on the line at `span` needs quotes. `goes_on`: whether the line below is
/// indented more.
pub(super) fn needs_quotes(
    file: &str,
    text: &str,
    span: &Span,
    goes_on: bool,
) -> Option<Diagnostic> {
    let written = Written::read(&text[span.clone()])?;
    let (problem, cure) = problem(&written, goes_on)?;
    let place = span.start + written.span().start..span.start + written.span().end;
    let diagnostic = Diagnostic::at(&NEEDS_QUOTES, file, place, problem);
    let quoted = quoted(written.value);
    Some(match cure {
        QuotingFix::Quotes => diagnostic
            .hint(format!("put quotes around the whole value: {quoted}"))
            .replace(quoted),
        QuotingFix::Rather(hint) => diagnostic.hint(format!(
            "{hint}; if it is one text, put quotes around it: {quoted}"
        )),
        QuotingFix::Other(hint) => diagnostic.hint(hint),
    })
}

fn problem(written: &Written<'_>, goes_on: bool) -> Option<(&'static str, QuotingFix)> {
    let value = written.value;
    let in_text = !written.key.is_empty();
    Some(match value.chars().next()? {
        quote @ ('"' | '\'') => {
            let behind = value[closing_quote(value)? + 1..].trim_start();
            // Else quotes within quotes, which is told as such.
            let ends = !behind.is_empty() && !value.ends_with(quote);
            ends.then_some(("the quotes close before the value ends", QuotingFix::Quotes))?
        }
        '[' | '{' => {
            let behind = value[behind_bracket(value)?..].trim_start();
            let is_text = !behind.is_empty() && !behind.starts_with([']', '}', ',', ':']);
            let problem = "text stands behind the closing bracket, but what begins with a bracket ends with it";
            is_text.then_some((problem, QuotingFix::Quotes))?
        }
        '@' => ("a value cannot begin with `@`", QuotingFix::Quotes),
        '`' => ("a value cannot begin with a backtick", QuotingFix::Quotes),
        '%' => ("a value cannot begin with `%`", QuotingFix::Quotes),
        '&' => ("a value cannot begin with `&`", QuotingFix::Quotes),
        '*' => ("a value cannot begin with `*`", QuotingFix::Quotes),
        '!' => ("a value cannot begin with `!`", QuotingFix::Quotes),
        '-' | '?' if value.len() == 1 && in_text => (
            "a single `-` or `?` is not a value",
            QuotingFix::Other(
                "write the value, or delete the line: what is left out is not published",
            ),
        ),
        '-' if value.starts_with("- ") => (
            "a value cannot begin with `- ` on the line of its key",
            QuotingFix::Rather(
                "write a list on the lines below the key, one `- ` line for each item".to_owned(),
            ),
        ),
        '?' if value.starts_with("? ") => ("a value cannot begin with `? `", QuotingFix::Quotes),
        '|' | '>' if is_block_header(value) => return None,
        '|' | '>' if goes_on => (
            "text of several lines begins on the line below `|` or `>`",
            QuotingFix::Other(
                "write the text on the lines below, each indented by two more spaces",
            ),
        ),
        '|' | '>' => ("a value cannot begin with `|` or `>`", QuotingFix::Quotes),
        _ if value.contains(": ") || value.ends_with(':') => {
            let is_field = |key: &str| key.bytes().all(|b| b.is_ascii_lowercase() || b == b'_');
            let field = value.split(':').next().filter(|key| is_field(key));
            let cure = match field {
                Some(_) => QuotingFix::Rather(format!(
                    "write `{value}` on the line below, indented by two more spaces"
                )),
                None => QuotingFix::Quotes,
            };
            (
                "a colon with a space behind it cannot stand in a value without quotes",
                cure,
            )
        }
        _ => return None,
    })
}

/// Whether a value is the `|` or `>` above a text of several lines (YAML 1.2.2, §8.1.1).
pub(super) fn is_block_header(value: &str) -> bool {
    let signs = value.strip_prefix(['|', '>']);
    signs.is_some_and(|signs| {
        let ends = |signs: &str| signs.is_empty() || matches!(signs, "+" | "-");
        let digit = |c: char| ('1'..='9').contains(&c);
        let unsigned = signs.strip_prefix(['+', '-']).unwrap_or(signs);
        ends(signs)
            || signs.strip_prefix(digit).is_some_and(ends)
            || unsigned.strip_prefix(digit).is_some_and(str::is_empty)
    })
}

/// A text in quotes: in single ones where double ones would need escapes.
fn quoted(text: &str) -> String {
    if text.contains(['"', '\\']) && !text.contains('\'') {
        return format!("'{text}'");
    }
    write::quoted(text)
}

/// The hint for a value that cannot begin as it does: the value on the line at `at`, in quotes.
pub(super) fn in_quotes(line: &str) -> Option<(Span, String)> {
    let written = Written::read(line)?;
    Some((written.span(), quoted(written.value)))
}

/// Tells that a backslash in double quotes on the line at `span` means nothing.
pub(super) fn escape(file: &str, text: &str, span: &Span) -> Option<Diagnostic> {
    let written = Written::read(&text[span.clone()])?;
    let value = written.value;
    if !value.starts_with('"') || !value.contains('\\') {
        return None;
    }
    let place = span.start + written.span().start..span.start + written.span().end;
    let message = "between double quotes, a backslash and the letter behind it stand for another character, and not all letters can follow";
    let inner = closing_quote(value).map(|end| value[1..end].replace('\'', "''"));
    let hint = match inner {
        Some(inner) => format!(
            "delete the backslash, or write single quotes, in which it stands for itself: '{inner}'"
        ),
        None => "delete the backslash, or write it twice".to_owned(),
    };
    Some(Diagnostic::at(&ESCAPE, file, place, message).hint(hint))
}
