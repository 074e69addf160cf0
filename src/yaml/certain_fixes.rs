//! Decides whether the fixes of a text are certain: with all of them, the text can be read, and in one way.

use serde_json::Value as Json;

use super::cause::Text;
use super::part::parse_part;
use super::white_space::with_spaces;
use crate::diagnostic::{Diagnostic, Replacement};

/// The columns between the stops of a tab. Of several with one meaning, the first is written.
const TAB_WIDTHS: [usize; 8] = [2, 4, 8, 3, 6, 1, 5, 7];

/// Removes the fixes of a text unless they are certain, whatever the width of a tab is. If they are, the errors
/// without a fix are consequences of the others.
pub(super) fn keep(text: Text<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let fixes = Replacement::all(diagnostics);
    if fixes.is_empty() {
        return;
    }
    let edited = |fix: &Replacement, width| match &text[fix.span.clone()] {
        white if white.contains('\t') => with_spaces(white, width),
        _ => fix.text.clone(),
    };
    let has_tab = fixes.iter().any(|fix| text[fix.span.clone()].contains('\t'));
    let widths = if has_tab { &TAB_WIDTHS[..] } else { &TAB_WIDTHS[..1] };
    let read = |width: &usize| {
        let fixed = Replacement::apply(&fixes, &text, |fix| edited(fix, *width));
        Some((*width, value(Text { text: &fixed, ..text })?))
    };
    let readings: Vec<(usize, Json)> = widths.iter().filter_map(read).collect();
    let certain = readings.first().filter(|(_, first)| readings.iter().all(|(_, it)| it == first));
    if certain.is_some() {
        diagnostics.retain(|it| it.replacement.is_some() || !it.is_error());
    }
    for diagnostic in diagnostics {
        let fix = diagnostic.replacement.take().zip(certain);
        diagnostic.replacement =
            fix.map(|(fix, (width, _))| Replacement { text: edited(&fix, *width), ..fix });
    }
}

/// Returns the value of a text without errors.
fn value(text: Text<'_>) -> Option<Json> {
    let part = parse_part(text, 0..text.len(), 1).ok()?;
    let has_error = part.diagnostics.iter().any(Diagnostic::is_error);
    part.tree.filter(|_| !has_error).map(|tree| tree.to_json())
}
