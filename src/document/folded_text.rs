//! Texts after `>`, which joins lines.

use super::written_text::WrittenText;
use crate::diagnostic::Diagnostic;
use crate::diagnostic_code::diagnostic_codes;

diagnostic_codes! {
    warning JOINED_PARAGRAPHS = "joined-paragraphs";
}

/// Reports a text of several paragraphs or of list items after `>`. An empty line between two lines
/// becomes a line break there, and a line break a space (YAML 1.2.2, §8.1.3).
pub(super) fn check(text: &WrittenText<'_>) -> Option<Diagnostic> {
    let indicator = indicator(text)?;
    let joins_paragraphs = text.value().trim().contains('\n')
        && !text.value().contains("\n\n")
        && text.written().lines().any(|line| line.trim().is_empty());
    let joins_items = text.written().lines().filter(|line| starts_item(line)).count() > 1
        && !text.value().trim().contains('\n');
    let message = match (joins_paragraphs, joins_items) {
        (true, _) => "`>` removes the empty lines between the paragraphs of this text",
        (_, true) => "`>` joins the lines of this text to one paragraph",
        _ => return None,
    };
    let diagnostic =
        Diagnostic::at(&JOINED_PARAGRAPHS, text.file, indicator..indicator + 1, message);
    if joins_paragraphs && has_wrapped_lines(text.written()) {
        return Some(diagnostic.hint("leave two empty lines between the paragraphs"));
    }
    Some(diagnostic.hint("write `|` instead of `>`, which keeps all line breaks"))
}

/// Returns whether a paragraph has several lines, which `|` would not join.
fn has_wrapped_lines(written: &str) -> bool {
    let mut lines = written.trim().lines().map(|line| line.trim().is_empty());
    let mut before = true;
    lines.any(|is_empty| !std::mem::replace(&mut before, is_empty) && !is_empty)
}

/// Returns whether a line looks like an item of a list.
fn starts_item(line: &str) -> bool {
    ["- ", "* ", "• ", "– "].iter().any(|marker| line.trim_start().starts_with(marker))
}

/// Returns the position of the `>` before a folded text: the last word before the text, apart from a
/// comment.
fn indicator(text: &WrittenText<'_>) -> Option<usize> {
    if text.scalar.plain {
        return None;
    }
    let before = text.before().trim_end();
    let start = before.rfind('\n').map_or(0, |newline| newline + 1);
    let line = before[start..].split(" #").next()?.trim_end();
    let at = line.rfind(' ').map_or(0, |space| space + 1);
    line[at..].starts_with('>').then_some(start + at)
}
