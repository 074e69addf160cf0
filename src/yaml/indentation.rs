//! Errors of indentation: tabs, and lines that do not line up with the ones above them.

use super::lines::{Line, indentation, is_block_scalar_header, line_at, lines_above, value_of};
use crate::diagnostic::{Diagnostic, Replacement, Span};
use crate::diagnostic_code::diagnostic_codes;

diagnostic_codes! {
    error TAB = "tab";
    error INDENTATION = "indentation";
}

/// Reports a tab in the indentation of a line.
pub(super) fn tab(file: &str, text: &str, line: &Line) -> Option<Diagnostic> {
    let start = line_at(text, line.start).start;
    let white = indentation(&text[start..line.end]);
    let tab = start + white.find('\t')?;
    let mut diagnostic = tab_at(file, tab..tab + 1);
    if line.has_certain_column {
        let text = " ".repeat(line.column);
        diagnostic.replacement = Some(Replacement { span: start..start + white.len(), text });
    }
    Some(diagnostic)
}

/// Reports a tab.
pub(super) fn tab_at(file: &str, tab: Span) -> Diagnostic {
    let message = "this line is indented with a tab";
    let hint = "replace it with spaces: YAML is indented with spaces only, two for each level";
    Diagnostic::at(&TAB, file, tab, message).hint(hint)
}

/// Reports a `- ` line that YAML reads as a continuation of the plain scalar at `span`, the item
/// above it, because it is indented more.
pub(super) fn merged_item(file: &str, text: &str, span: &Span) -> Option<Diagnostic> {
    let item = line_at(text, span.start);
    let indent = text[item.start..span.start].trim_end().strip_suffix('-')?;
    let merged = text[span.clone()]
        .match_indices('\n')
        .map(|(at, _)| line_at(text, span.start + at + 1))
        .find(|line| text[line.clone()].trim_start().starts_with("- "))?;
    let dash = merged.start + indentation(&text[merged.clone()]).len();
    let message = "this line is indented more than the item above and becomes part of it";
    let diagnostic = Diagnostic::at(&INDENTATION, file, merged.start..dash + 1, message)
        .hint("start it in the same column as the `-` of the item above");
    // After a key or another dash, the right column is not known.
    Some(if indent.chars().all(|c| c == ' ') {
        diagnostic.replace(format!("{indent}-"))
    } else {
        diagnostic
    })
}

/// Reports that the indentation of the line at byte `at` does not match the lines above.
pub(super) fn mismatch(file: &str, text: &str, at: usize) -> Diagnostic {
    let line = &line_at(text, at);
    let depth = indentation(&text[line.clone()]).len();
    let at_line =
        |message: &str| Diagnostic::at(&INDENTATION, file, line.start + depth..line.end, message);
    if let Some(parent) = commented_parent(text, line.start, depth) {
        return at_line("the group that this line belongs to is commented out")
            .related(parent.comment, "this line")
            .hint(format!("also delete the `#` before `{}:` above", parent.key));
    }
    if let Some(first) = first_block_scalar_line(text, line.start, depth) {
        return at_line("this line is indented less than the first line of its text")
            .related(first, "the first line of the text")
            .hint("indent all lines of the text like the line that is indented least");
    }
    at_line("the indentation of this line does not match the lines above")
        .hint("check its indentation: keys that belong together start in the same column")
}

/// A key without a value that is commented out.
struct CommentedKey<'a> {
    /// From the `#` to the end of the line.
    comment: Span,
    key: &'a str,
}

/// Returns whether the parent of the line at `start` is in the comments right above it.
pub(super) fn has_commented_parent(text: &str, start: usize, depth: usize) -> bool {
    commented_parent(text, start, depth).is_some()
}

/// Returns the parent of the line at `start` if it is in the comments right above it.
fn commented_parent(text: &str, start: usize, depth: usize) -> Option<CommentedKey<'_>> {
    let mut comments = lines_above(text, start).map_while(|line| {
        let hash = line.start + indentation(&text[line.clone()]).len();
        let content = text[hash..line.end].strip_prefix('#')?;
        Some((line.start, hash..line.end, content))
    });
    comments.find_map(|(line_start, comment, content)| {
        let content = content.strip_prefix(' ').unwrap_or(content);
        let code = content.split(" #").next().unwrap_or(content).trim();
        let key = code.strip_suffix(':')?;
        let is_key = !key.is_empty() && key.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
        let key_depth = comment.start - line_start + indentation(content).len();
        (is_key && key_depth < depth).then_some(CommentedKey { comment, key })
    })
}

/// Returns the first line of the block scalar above, if it is indented by more than `depth`.
fn first_block_scalar_line(text: &str, start: usize, depth: usize) -> Option<Span> {
    let line_depth = |line: &Span| indentation(&text[line.clone()]).len();
    let mut first = None;
    for line in lines_above(text, start) {
        if line_depth(&line) < depth {
            let header = value_of(&text[line]);
            return first
                .filter(|first| line_depth(first) > depth && is_block_scalar_header(header));
        }
        first = Some(line);
    }
    None
}
