//! The lines of a text without those that belong to no entry: of merge conflicts, code fences and a second document.

use super::cause::{Cause, Text};
use super::lines::{Line, is_block_scalar_header, lines, value_of};
use super::white_space;
use crate::diagnostic::Diagnostic;

/// Returns the lines of a text that can be entries. Reports each git merge conflict, of which the first version
/// is kept, the rest of a conflict, the first code fence, the start of a second document, and tabs.
pub(super) fn lines_outside(text: Text<'_>, diagnostics: &mut Vec<Diagnostic>) -> Vec<Line> {
    let mut kept: Vec<Line> = Vec::new();
    // The column of the key with the text below `|` that contains the line above. A text has no comments.
    let mut text_below: Option<usize> = None;
    let (mut is_open, mut is_second_version, mut has_ended) = (false, false, false);
    let mut has_fence = false;
    for span in lines(&text) {
        let line = &text[span.clone()];
        // A name can follow the marker.
        let is_named = |marker: &str| line == marker || line.starts_with(&format!("{marker} "));
        let (is_start, is_middle) = (is_named("<<<<<<<"), line == "=======");
        let is_end = is_named(">>>>>>>");
        if is_start {
            diagnostics.push(text.error(&Cause::CONFLICT, span.clone()));
        } else if !is_open && (is_middle || is_end) {
            diagnostics.push(text.error(&Cause::REST_OF_CONFLICT, span));
            continue;
        }
        if line.starts_with("```") {
            diagnostics.extend((!has_fence).then(|| text.error(&Cause::CODE_FENCE, span)));
            has_fence = true;
            continue;
        }
        is_open |= is_start;
        is_second_version = is_open && (is_second_version || is_middle);
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
        let line = Line::read(&text, &span);
        if is_marker || has_ended && line.is_some() {
            diagnostics.push(text.error(&Cause::DOCUMENT, span));
            break;
        }
        let Some(line) = line else { continue };
        if text_below.is_none_or(|column| line.column <= column) {
            let entry = &text[line.span()];
            if line.has_tab(&text) {
                let in_text = text_below.is_some();
                diagnostics.extend(white_space::in_indentation(text, &line, in_text));
            }
            if entry.starts_with('#') {
                continue;
            }
            text_below = is_block_scalar_header(value_of(entry)).then_some(line.column);
        }
        kept.push(line);
    }
    kept
}
