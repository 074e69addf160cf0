//! Decides whether the fixes of a text are certain: with all of them, the text can be read, and in one way.

use serde_json::Value as Json;

use super::cause::{NO_BREAK_SPACE, TAB, Text};
use super::node::{Node, YamlValue};
use super::part::parse_part;
use super::white_space::with_spaces;
use crate::diagnostic::{Diagnostic, Replacement};

/// Removes the fixes of a text unless they are certain, whatever the width of a tab is. If they are, the errors
/// without a fix are consequences of the others. Of several widths with one meaning, the least is written.
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
    let read = |width: usize| {
        let fixed = Replacement::apply(&fixes, &text, |fix| edited(fix, width));
        Some((width, reading(Text { text: &fixed, ..text })?))
    };
    let lacks_fix = |it: &Diagnostic| it.is_error() && it.replacement.is_none();
    // With a tab, errors can be its consequences, but not errors of white space.
    let is_cause = |it: &Diagnostic| !has_tab || [&TAB, &NO_BREAK_SPACE].contains(&it.code);
    let is_fixable = !diagnostics.iter().any(|it| lacks_fix(it) && is_cause(it));
    let widths = if has_tab { 2..=8 } else { 2..=2 };
    let readings: Vec<(usize, Option<Json>)> =
        widths.filter(|_| is_fixable).filter_map(read).collect();
    let is_same = |first: &Option<Json>| readings.iter().all(|(_, it)| it == first);
    let certain = readings.first().filter(|(_, first)| first.is_some() && is_same(first));
    if certain.is_some() {
        diagnostics.retain(|it| it.replacement.is_some() || !it.is_error());
    }
    for diagnostic in diagnostics {
        let fix = diagnostic.replacement.take().zip(certain);
        diagnostic.replacement =
            fix.map(|(fix, (width, _))| Replacement { text: edited(&fix, *width), ..fix });
    }
}

/// Reads a text that the parser accepts. Returns no value if it has errors.
fn reading(text: Text<'_>) -> Option<Option<Json>> {
    let (tree, found) = parse_part(text, 0..text.len(), 1).ok()?;
    let has_error = found.iter().any(Diagnostic::is_error);
    let tree = tree.filter(|tree| !has_error && !has_joined_item(tree, &text));
    Some(tree.map(|tree| tree.to_json()))
}

/// Returns whether a line that starts with a dash is a part of a plain scalar.
fn has_joined_item(node: &Node, text: &str) -> bool {
    match &node.value {
        YamlValue::Mapping(entries) => entries.iter().any(|it| has_joined_item(&it.value, text)),
        YamlValue::Sequence(items) => items.iter().any(|it| has_joined_item(it, text)),
        YamlValue::Scalar(scalar) => {
            let below = text[node.span.clone()].lines().skip(1);
            scalar.plain && below.into_iter().any(|line| line.trim_start().starts_with('-'))
        }
        YamlValue::Invalid => false,
    }
}
