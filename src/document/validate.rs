//! The schema as validator.
//!
//! What the schema finds wrong in shape is told here and cut out of the tree, so that the rest of
//! the document can be read and checked in the same run. What is wrong in form only (a pattern, a
//! format) stays in: the model says more precisely what is wrong with it, and the schema's finding
//! is told only where the model has none.

use jsonschema::Validator;
use serde_json::Value as Json;

use super::Document;
use super::open_value::{doubtful_entry, open_entries};
use super::schema_error::SchemaErrors;
use super::typographic_quotes::pasted;
use super::wrong_type::WRONG_TYPE;
use crate::diagnostic::{Diagnostic, MOST, report, report_truncation};
use crate::error::{Error, Result};
use crate::yaml::{self, Node, YamlValue};

/// The schema of one document type, compiled.
pub struct DocumentValidator {
    schema: Json,
    validator: Validator,
    subject: &'static str,
}

/// A document as far as it has the right shape.
pub struct Validated<T> {
    /// The document without its mistaken parts.
    pub document: T,
    /// Mistakes in the form of values, to be told where the model finds nothing to say.
    pub form: Vec<Diagnostic>,
}

impl DocumentValidator {
    /// Compiles the schema of `T`.
    ///
    /// # Errors
    /// When the derived schema is not one, a fault of the program.
    pub fn new<T: Document>() -> Result<Self> {
        let schema = T::schema();
        let validator = jsonschema::draft7::options()
            .should_validate_formats(true)
            .build(&schema)
            .map_err(|error| {
                Error::with_source("a document's schema is invalid", error.to_owned())
            })?;
        Ok(Self {
            schema,
            validator,
            subject: T::SUBJECT,
        })
    }

    /// Validates the tree of `file`, tells what is wrong with its shape and reads the rest.
    ///
    /// # Errors
    /// When what passed the schema does not fit the type, a fault of the program.
    pub fn read<T: Document>(
        &self,
        file: &str,
        mut tree: Node,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Result<Option<Validated<T>>> {
        if !matches!(tree.value, YamlValue::Mapping(_)) {
            diagnostics.push(not_a_mapping(file, &tree));
            return Ok(None);
        }
        let json = tree.to_json();
        let mut form = Vec::new();
        if !self.validator.is_valid(&json) {
            let mut findings = SchemaErrors {
                file,
                schema: &self.schema,
                subject: self.subject,
                tree: &tree,
                shape: Vec::new(),
                form: Vec::new(),
                too_many: false,
                mistaken: Vec::new(),
            };
            let mut errors = self.validator.iter_errors(&json);
            for error in errors.by_ref().take(MOST) {
                findings.add(&error);
            }
            findings.too_many |= errors.next().is_some();
            let SchemaErrors {
                shape,
                form: in_form,
                too_many,
                mistaken,
                ..
            } = findings;
            for diagnostic in shape {
                report(diagnostics, diagnostic);
            }
            if too_many {
                for diagnostic in in_form {
                    report(diagnostics, diagnostic);
                }
                report_truncation(diagnostics, file);
                return Ok(None);
            }
            form = in_form;
            for path in mistaken {
                let node = path
                    .iter()
                    .try_fold(&mut tree, |node, segment| node.child_mut(segment));
                if let Some(node) = node {
                    node.value = YamlValue::Mistaken;
                }
            }
        }
        for entry in open_entries(&self.schema, &tree) {
            doubtful_entry(file, entry, diagnostics);
        }
        pasted(file, &tree, diagnostics);
        let document = yaml::deserialize::from_node(&tree).map_err(|error| {
            Error::with_source(format!("{file} passed its schema but not its type"), error)
        })?;
        Ok(Some(Validated { document, form }))
    }
}

fn not_a_mapping(file: &str, tree: &Node) -> Diagnostic {
    let message = "the file does not hold lines of the form `key: value`";
    let tight = tree
        .scalar()
        .is_some_and(|scalar| yaml::tight_colon(&scalar.text));
    if let Some(scalar) = tree.scalar()
        && let Some(spaces) = yaml::odd_spaces(&scalar.text)
    {
        let start = tree.span.start;
        return yaml::no_break_space(file, start + spaces.start..start + spaces.end);
    }
    let hint = match &tree.value {
        YamlValue::Sequence(_) => "remove the `- ` at the start of the lines",
        _ if tight => "write a space after each colon: `key: value`",
        _ => "start with a line `active: false` and a line `name: …`",
    };
    Diagnostic::at(&WRONG_TYPE, file, tree.span.clone(), message).hint(hint)
}
