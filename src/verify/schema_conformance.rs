//! Validation of documents against the schemas in the published OpenAPI description: it
//! distinguishes other content from content that consumers cannot read.

use jsonschema::Validator;
use serde_json::{Value as Json, json};

use super::difference::{BodyProblem, ViolatedKeyword};
use super::limits::parse_json;
use crate::bundle::{Body, Bundle};
use crate::discovery::OPENAPI;
use crate::render::{JSON_RESUMES, PROFILES};

/// How many violations are reported for a document.
const MAX_VIOLATIONS: usize = 3;

/// The schemas of the documents of a consultant, by the start of the paths of the documents.
#[derive(Debug)]
pub(super) struct DocumentSchemas(Vec<(&'static str, Validator)>);

impl DocumentSchemas {
    /// Compiles the schemas in the description, which a project's own template may omit.
    pub(super) fn of(bundle: &Bundle) -> Self {
        let components = bundle.get(&OPENAPI[1..]).and_then(|artifact| {
            let Body::Document(description) = &artifact.body else { return None };
            let mut description: Json = serde_json::from_slice(description).ok()?;
            Some(description.get_mut("components")?.take())
        });
        let validator = |(directory, name): (&'static str, &str)| {
            let schema = json!({
                "$ref": format!("#/components/schemas/{name}"),
                "components": components.as_ref()?,
            });
            let options = jsonschema::draft202012::options().should_validate_formats(true);
            Some((directory, options.build(&schema).ok()?))
        };
        let documents = [(PROFILES, "Profile"), (JSON_RESUMES, "JsonResume")];
        Self(documents.into_iter().filter_map(validator).collect())
    }

    /// Validates content that should be the published file at `path`. Returns `None` if it is
    /// valid, or if the file has no schema.
    pub(super) fn violation(
        &self,
        path: &str,
        content: &[u8],
        expected: &[u8],
    ) -> Option<BodyProblem> {
        let mut validators = self.0.iter();
        let (_, validator) = validators.find(|(start, _)| path.starts_with(&start[1..]))?;
        let Some(json) = parse_json(content, expected) else { return Some(BodyProblem::NotJson) };
        let violations = validator.iter_errors(&json).map(|error| {
            let schema = error.schema_path().to_string();
            ViolatedKeyword {
                keyword: schema.rsplit('/').next().unwrap_or(&schema).to_owned(),
                pointer: error.instance_path().to_string(),
            }
        });
        let violations: Vec<ViolatedKeyword> = violations.take(MAX_VIOLATIONS).collect();
        (!violations.is_empty()).then_some(BodyProblem::ViolatesSchema(violations))
    }
}
