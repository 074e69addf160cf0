//! Checks each text of a document that is published.

use super::example_values::ExampleValues;
use super::written_text::WrittenText;
use super::{invisible_characters, list_items, markup, placeholders};
use crate::diagnostic::Diagnostic;

/// Returns the errors about a text, or if there are none the warnings. `name` is the name of the consultant.
pub(super) fn check(
    text: &WrittenText<'_>,
    examples: &ExampleValues,
    name: &str,
) -> impl Iterator<Item = Diagnostic> {
    let errors = [
        invisible_characters::unsafe_character(text.file, text.value(), text.span),
        examples.check(text, name),
    ];
    let is_valid = errors.iter().all(Option::is_none);
    let warnings = is_valid.then(|| {
        [
            invisible_characters::check(text),
            placeholders::check(text),
            markup::check(text),
            list_items::check(text),
        ]
    });
    errors.into_iter().chain(warnings.into_iter().flatten()).flatten()
}
