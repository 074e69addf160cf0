//! Validates a document against its JSON Schema and deserializes it.
//!
//! Structural errors (unknown fields, wrong types) are reported here, and their values are removed
//! from the tree, so that the rest of the document is checked in the same run. Errors of form
//! (patterns, formats) leave the value in: the model describes them more precisely, and the schema's
//! diagnostic is used only where the model finds nothing.

use super::Document;
use super::editor_hints;
use super::example_values::ExampleValues;
use super::open_value::{check_entry, visit_open_entries};
use super::private_value;
use super::schema_error::SchemaErrors;
use super::texts::TextChecks;
use super::wrong_type::not_a_mapping;
use crate::diagnostic::{Diagnostic, MAX_PER_FILE, report, report_truncation};
use crate::error::{Error, Result};
use crate::json_schema::JsonSchema;
use crate::yaml::{self, Node, YamlValue};

/// The schema of a document type.
pub struct DocumentValidator {
    schema: JsonSchema,
    examples: ExampleValues,
    subject: &'static str,
}

/// A document without its invalid values.
pub struct Validated<T> {
    /// The document.
    pub document: T,
    /// Errors in the form of values, to be reported where the model finds no error.
    pub form: Vec<Diagnostic>,
}

impl DocumentValidator {
    /// Derives the schema of `T`.
    pub(super) fn new<T: Document>() -> Self {
        let mut schema = T::bare_schema();
        let examples = ExampleValues::of(&schema);
        editor_hints::add(&mut schema);
        let schema = JsonSchema::new(&schema, &schema["definitions"])
            .expect("the derived schema is a JSON Schema");
        Self { schema, examples, subject: T::SUBJECT }
    }

    /// Validates the tree of `file`, whose text is `source`, reports its errors and deserializes the
    /// rest. Returns `None` if too little is left.
    ///
    /// # Errors
    /// Returns an error if a tree that matches the schema does not fit the type, which is a bug.
    pub fn read<T: Document>(
        &self,
        file: &str,
        source: &str,
        mut tree: Node,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Result<Option<Validated<T>>> {
        if !matches!(tree.value, YamlValue::Mapping(_)) {
            diagnostics.push(not_a_mapping(file, &tree));
            return Ok(None);
        }
        let form = self.drop_invalid(file, &mut tree, diagnostics);
        visit_open_entries(&self.schema.root, &tree, &mut |entry| {
            check_entry(file, entry, diagnostics)
        });
        let Some(form) = form else {
            return Ok(None);
        };
        private_value::check(file, &tree, diagnostics);
        TextChecks::new(file, source, &self.examples, &tree).check(&tree, diagnostics);
        let document = yaml::deserialize::from_node(&tree).map_err(|error| {
            Error::with_source(format!("{file} matches its schema but not its type"), error)
        })?;
        Ok(Some(Validated { document, form }))
    }

    /// Reports structural errors and removes their values from the tree. Returns the errors of form,
    /// or `None` if there are too many errors to continue.
    fn drop_invalid(
        &self,
        file: &str,
        tree: &mut Node,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Option<Vec<Diagnostic>> {
        let mut violations = self.schema.violations(&tree.to_json(), MAX_PER_FILE + 1).into_iter();
        let mut found = SchemaErrors::new(file, &self.schema.root, self.subject, tree);
        for violation in violations.by_ref().take(MAX_PER_FILE) {
            found.add(violation);
        }
        let truncated = found.truncated || violations.next().is_some();
        let (form, invalid) = (found.form, found.invalid);
        for diagnostic in found.structure {
            report(diagnostics, diagnostic);
        }
        if truncated {
            for diagnostic in form {
                report(diagnostics, diagnostic);
            }
            report_truncation(diagnostics, file);
            return None;
        }
        for path in invalid {
            let mut segments = path.iter();
            if let Some(node) = segments.try_fold(&mut *tree, |node, part| node.child_mut(part)) {
                node.value = YamlValue::Invalid;
            }
        }
        Some(form)
    }
}
