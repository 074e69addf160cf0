//! Checks each text of a document that is published.

use super::example_values::ExampleValues;
use super::written_text::WrittenText;
use super::{
    damaged_text, invisible_characters, joined_lines, list_items, markup, placeholders,
    published_signs,
};
use crate::diagnostic::Diagnostic;

/// Reports the error about a text, or its warnings if it has no error.
pub(super) fn check(
    text: &WrittenText<'_>,
    examples: &ExampleValues,
    mut report: impl FnMut(Diagnostic),
) {
    let invalid = || invisible_characters::unsafe_character(text.file, text.value(), text.span);
    if let Some(error) = invalid().or_else(|| examples.check(text)) {
        return report(error);
    }
    for check in [
        invisible_characters::check,
        damaged_text::check,
        placeholders::check,
        markup::check,
        list_items::check,
        joined_lines::check,
        published_signs::typographic_quotes,
        published_signs::triple_quotes,
        published_signs::comment_in_text,
    ] {
        if let Some(warning) = check(text) {
            report(warning);
        }
    }
}
