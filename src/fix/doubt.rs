//! Fixes that are right in most files, but would publish a note or change a meaning in others. Their
//! hints say what to do; a person decides.

use crate::diagnostic::Replacement;

/// The least number of words before a colon in a text: fewer can be a key.
const MIN_WORDS: usize = 3;

/// Returns whether the fix of a text needs a person.
pub(super) fn is_doubtful(text: &str, Replacement { span, text: new }: &Replacement) -> bool {
    let old = &text[span.clone()];
    if new.chars().all(|c| c == ' ') && old.contains('\t') {
        return is_uncertain_column(text, span.start);
    }
    has_note(old, new) || has_key(new) || has_block_indicator(new) || has_single_quotation_mark(new)
}

/// Returns whether the column of a line that is indented with tabs, at byte `at`, depends on their width: a
/// tab follows a dash, or the line is the first one of a block scalar below a line with spaces.
fn is_uncertain_column(text: &str, at: usize) -> bool {
    let above = text[..at].trim_end().lines().next_back().unwrap_or_default();
    let is_block = above.starts_with(' ') && above.ends_with(['|', '>', '-', '+']);
    text.contains("-\t") || is_block
}

/// Returns whether something that looks like a comment would become a value, or the reverse.
fn has_note(old: &str, new: &str) -> bool {
    if let Some(comment) = new.trim_start().strip_prefix('#') {
        let old = old.trim_start();
        let is_comment = ["// ", "<!--", "/*"].iter().any(|start| old.starts_with(start));
        return !is_comment
            && !old.trim_start_matches('#').trim_start().starts_with(comment.trim());
    }
    let is_note = |marker: &str| new.contains(marker);
    [" #", "<!--", "/*", " // ", "\n// "].into_iter().any(is_note)
}

/// Returns whether a line of a quoted text after the first one looks like a key: `E-Mail: a@b.example`.
fn has_key(new: &str) -> bool {
    let is_key = |line: &str| {
        let Some((before, _)) = line.split_once(':') else {
            return false;
        };
        before.split_whitespace().count() < MIN_WORDS
    };
    let is_quoted = new.starts_with(['"', '\'']);
    is_quoted && new.lines().skip(1).any(is_key)
}

/// Returns whether a quoted text starts like a block scalar (YAML 1.2, §8.1).
fn has_block_indicator(new: &str) -> bool {
    ["\"|", "\">", "'|", "'>"].iter().any(|start| new.starts_with(start))
}

/// Returns whether a text has one typographic quotation mark of a pair.
fn has_single_quotation_mark(new: &str) -> bool {
    new.chars().filter(|c| matches!(c, '“' | '”' | '„' | '«' | '»')).count() % 2 == 1
}
