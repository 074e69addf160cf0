//! The lines of a text without those that belong to no entry: of merge conflicts and of a second document.

use super::lines::{Line, is_block_scalar_header, lines, value_of};
use crate::diagnostic::{Diagnostic, Span};
use crate::diagnostic_code::diagnostic_codes;

diagnostic_codes! {
    error MERGE_CONFLICT = "merge-conflict";
    error SECOND_DOCUMENT = "second-document";
}

/// Returns the lines of a text that can be entries. Reports each git merge conflict, of which the first version
/// is kept, and the start of a second document.
pub(super) fn lines_outside(
    file: &str,
    text: &str,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<Line> {
    let mut kept: Vec<Line> = Vec::new();
    // The column of the key with the text below `|` that contains the line above. A text has no comments.
    let mut text_below: Option<usize> = None;
    let (mut is_open, mut is_second_version, mut has_ended) = (false, false, false);
    for span in lines(text) {
        let line = &text[span.clone()];
        let is_start = line.starts_with("<<<<<<< ");
        let is_end = line.starts_with(">>>>>>> ");
        if is_start || is_end && !is_open {
            let message = "the file contains a git merge conflict: two versions of the same lines";
            let hint = "keep the lines you want, delete the others and the lines with <<<<<<<, ======= and >>>>>>>";
            let conflict = Diagnostic::at(&MERGE_CONFLICT, file, span.clone(), message);
            diagnostics.push(conflict.hint(hint));
        }
        is_open = is_open || is_start;
        is_second_version = is_open && (is_second_version || line == "=======");
        if is_start || is_end || is_second_version {
            is_open &= !is_end;
            is_second_version &= is_open;
            continue;
        }
        let is_marker = line == "---" || line.starts_with("--- ");
        if kept.is_empty() && (is_marker || line.starts_with('%')) {
            continue;
        }
        if line == "..." {
            has_ended = true;
            continue;
        }
        let line = Line::read(text, &span);
        if is_marker || has_ended && line.is_some() {
            let length = if is_marker { 3 } else { span.len() };
            diagnostics.push(second_document(file, span.start..span.start + length));
            break;
        }
        let Some(line) = line.map(|line| line.below(text, kept.last())) else { continue };
        let is_text = text_below.is_some_and(|column| line.column > column);
        if !is_text && text[line.start..].starts_with('#') {
            continue;
        }
        if !is_text {
            let is_header = is_block_scalar_header(value_of(&text[line.span()]));
            text_below = is_header.then_some(line.column);
        }
        kept.push(line);
    }
    kept
}

/// Reports the start of a second document.
pub(super) fn second_document(file: &str, span: Span) -> Diagnostic {
    let hint =
        "remove it together with the line `---` or `...`; each consultant has a file of their own";
    Diagnostic::at(&SECOND_DOCUMENT, file, span, "a second document starts here").hint(hint)
}
