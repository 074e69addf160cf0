//! Validation of documents against the schemas in the published OpenAPI description: it
//! distinguishes other content from content that consumers cannot read.

use jsonschema::Validator;
use serde_json::{Value as Json, json};

use super::limits::parse_json;
use crate::bundle::{Body, Bundle};
use crate::discovery::OPENAPI;
use crate::render::{JSON_RESUMES, PROFILES};

/// How many violations are reported for a document.
const MAX_VIOLATIONS: usize = 3;

/// The schemas of the documents of a consultant.
#[derive(Debug)]
pub(super) struct DocumentSchemas {
    profile: Validator,
    json_resume: Validator,
}

/// The way in which a document violates its schema, without any of its values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SchemaViolation {
    /// It is not JSON, or has far more values than the expected document.
    NotJson,
    /// It violates these keywords.
    Invalid(Vec<ViolatedKeyword>),
}

/// A keyword of a schema, and where a document violates it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ViolatedKeyword {
    pub keyword: String,
    /// A JSON pointer to the value.
    pub pointer: String,
}

impl DocumentSchemas {
    /// Compiles the schemas in the description. Returns `None` if it has none, as a project's own
    /// template of the description may.
    pub(super) fn of(bundle: &Bundle) -> Option<Self> {
        let Body::Bytes(description) = &bundle.get(&OPENAPI[1..])?.body else {
            return None;
        };
        let description: Json = serde_json::from_slice(description).ok()?;
        let components = description.get("components")?;
        let validator = |name: &str| {
            let schema = json!({
                "$ref": format!("#/components/schemas/{name}"),
                "components": components,
            });
            let options = jsonschema::draft202012::options();
            options.should_validate_formats(true).build(&schema).ok()
        };
        Some(Self { profile: validator("Profile")?, json_resume: validator("JsonResume")? })
    }

    /// Validates content that should be the published file at `path`. Returns `None` if it is
    /// valid, or if the file has no schema.
    pub(super) fn violation(
        &self,
        path: &str,
        content: &[u8],
        expected: &[u8],
    ) -> Option<SchemaViolation> {
        let path = format!("/{path}");
        let validator = if path.starts_with(PROFILES) {
            &self.profile
        } else if path.starts_with(JSON_RESUMES) {
            &self.json_resume
        } else {
            return None;
        };
        let Some(document) = parse_json(content, expected) else {
            return Some(SchemaViolation::NotJson);
        };
        let violations = validator.iter_errors(&document).map(|error| {
            let schema = error.schema_path().to_string();
            ViolatedKeyword {
                keyword: schema.rsplit('/').next().unwrap_or(&schema).to_owned(),
                pointer: error.instance_path().to_string(),
            }
        });
        let violations: Vec<ViolatedKeyword> = violations.take(MAX_VIOLATIONS).collect();
        (!violations.is_empty()).then_some(SchemaViolation::Invalid(violations))
    }
}
