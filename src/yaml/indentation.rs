//! Errors of indentation: tabs, and lines that do not line up with the ones above them.

use super::lines::{
    Line, entry_of, indentation, is_block_scalar_header, line_at, lines, lines_above, value_of,
};
use crate::diagnostic::{Diagnostic, Replacement, Span};
use crate::diagnostic_code::diagnostic_codes;

diagnostic_codes! {
    error TAB = "tab";
    error INDENTATION = "indentation";
}

/// Reports a tab in the indentation of `line`. The fix writes two spaces for each tab if all indented lines of
/// the group start with tabs, or if that puts the line into the column of the one above or of its children.
pub(super) fn tab(file: &str, text: &str, line: &Span) -> Option<Diagnostic> {
    let white = indentation(&text[line.clone()]);
    let tab = line.start + white.find('\t')?;
    let mut diagnostic = tab_at(file, tab..tab + 1);
    if has_only_tabs(text, line) || lines_up(text, line) {
        let span = line.start..line.start + white.len();
        diagnostic.replacement = Some(Replacement { span, text: white.replace('\t', "  ") });
    }
    Some(diagnostic)
}

/// Reports a tab.
pub(super) fn tab_at(file: &str, tab: Span) -> Diagnostic {
    let message = "this line is indented with a tab";
    let hint = "replace it with spaces: YAML is indented with spaces only, two for each level";
    Diagnostic::at(&TAB, file, tab, message).hint(hint)
}

/// Returns whether all indented lines around a line start with a tab, up to those that are not indented, and no
/// tab follows a dash.
fn has_only_tabs(text: &str, line: &Span) -> bool {
    let is_indented = |line: &&str| line.starts_with([' ', '\t']);
    let has_tabs = |line: &str| line.starts_with('\t') && !line.contains("-\t");
    let above = lines_above(text, line.start).map(|line| &text[line]);
    let below = lines(&text[line.start..]).map(|below| &text[line.start..][below]);
    let mut below = below.filter(|line| !line.is_empty()).take_while(is_indented);
    above.take_while(is_indented).all(has_tabs) && below.all(has_tabs)
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

/// Returns whether a line starts in the column of the line above, or in that of its children.
fn lines_up(text: &str, line: &Span) -> bool {
    let mut above = lines_above(text, line.start).filter_map(|line| Line::read(text, &line));
    let above = above.find(|above| !text[above.start..].starts_with('#'));
    let (Some(above), Some(line)) = (above, Line::read(text, line)) else { return false };
    let (entry, has_dash) = (&text[above.span()], text[line.start..].starts_with("- "));
    let column = above.column + entry.len() - entry_of(entry).len();
    let is_text = is_block_scalar_header(value_of(entry)) || text.contains("-\t");
    !is_text
        && match entry.ends_with(':') {
            true => line.column == column + 2,
            false if has_dash => line.column == above.column && entry.starts_with("- "),
            false => line.column == column,
        }
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
