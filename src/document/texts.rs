//! Checks each text of a document that is published.

use super::example_values::ExampleValues;
use super::written_text::WrittenText;
use super::{invisible_characters, list_items, markup, placeholders};
use crate::diagnostic::{Diagnostic, Span, report};
use crate::diagnostic_code::DiagnosticCode;
use crate::yaml::{Node, ScalarKind, YamlValue};

/// Returns whether a diagnostic is a warning about a text, which an error about the same text makes
/// superfluous.
pub(crate) fn is_about_text(code: &DiagnosticCode) -> bool {
    let checks =
        [invisible_characters::CODES, list_items::CODES, markup::CODES, placeholders::CODES];
    checks.iter().any(|codes| codes.contains(&code))
}

/// The document whose texts are checked.
pub(super) struct TextChecks<'a> {
    file: &'a str,
    /// The text of the file.
    source: &'a str,
    examples: &'a ExampleValues,
    /// The name of the consultant; empty if the document has none.
    name: &'a str,
}

impl<'a> TextChecks<'a> {
    pub(super) fn new(
        file: &'a str,
        source: &'a str,
        examples: &'a ExampleValues,
        tree: &'a Node,
    ) -> Self {
        let name = tree.entry("name").and_then(|entry| entry.value.scalar());
        let name = name.map_or("", |scalar| scalar.text.as_str());
        Self { file, source, examples, name }
    }

    /// Checks all texts and keys, except in the editors' own notes.
    pub(super) fn check(&self, tree: &Node, diagnostics: &mut Vec<Diagnostic>) {
        if let YamlValue::Mapping(entries) = &tree.value {
            for entry in entries.iter().filter(|entry| entry.key != "internal") {
                self.check_value(&entry.value, &entry.key, false, diagnostics);
            }
        }
    }

    fn check_value(
        &self,
        node: &Node,
        key: &str,
        is_item: bool,
        diagnostics: &mut Vec<Diagnostic>,
    ) {
        match &node.value {
            YamlValue::Mapping(entries) => {
                for entry in entries {
                    self.check_key(&entry.key, &entry.key_span, diagnostics);
                    self.check_value(&entry.value, &entry.key, false, diagnostics);
                }
            }
            YamlValue::Sequence(items) => {
                for item in items {
                    self.check_value(item, key, true, diagnostics);
                }
            }
            YamlValue::Scalar(scalar) if scalar.kind == ScalarKind::String => {
                let Self { file, source, .. } = *self;
                let text = WrittenText { file, source, scalar, span: &node.span, key, is_item };
                self.check_text(&text, diagnostics);
            }
            YamlValue::Scalar(_) | YamlValue::Invalid => {}
        }
    }

    fn check_key(&self, key: &str, span: &Span, diagnostics: &mut Vec<Diagnostic>) {
        if let Some(diagnostic) = invisible_characters::unsafe_character(self.file, key, span) {
            report(diagnostics, diagnostic);
        }
    }

    fn check_text(&self, text: &WrittenText<'_>, diagnostics: &mut Vec<Diagnostic>) {
        let found = [
            invisible_characters::unsafe_character(self.file, text.value(), text.span),
            invisible_characters::check(text),
            self.examples.check(text, self.name),
            placeholders::check(text),
            markup::check(text),
            list_items::check(text),
        ];
        for diagnostic in found.into_iter().flatten() {
            report(diagnostics, diagnostic);
        }
    }
}
