//! Validation of documents against the schemas in the published OpenAPI description: it
//! distinguishes other content from content that consumers cannot read.

use serde_json::{Value as Json, json};

use super::difference::{BodyProblem, ViolatedKeyword};
use super::limits::parse_json;
use crate::bundle::{Body, Bundle};
use crate::discovery::OPENAPI;
use crate::json_schema::{JsonSchema, Violation};
use crate::render::{JSON_RESUMES, PROFILES};

/// How many violations are reported for a document.
const MAX_VIOLATIONS: usize = 3;

/// The schemas of the documents of a consultant, by the start of the paths of the documents.
#[derive(Debug)]
pub(super) struct DocumentSchemas(Vec<(&'static str, JsonSchema)>);

impl DocumentSchemas {
    /// Reads the schemas in the description, which a project's own template may omit.
    pub(super) fn of(bundle: &Bundle) -> Self {
        let components = bundle.get(&OPENAPI[1..]).and_then(|artifact| {
            let Body::Document(description) = &artifact.body else { return None };
            let description: Json = serde_json::from_slice(description).ok()?;
            description.pointer("/components/schemas").cloned()
        });
        let schema = |(directory, name): (&'static str, &str)| {
            let schema = json!({ "$ref": format!("#/components/schemas/{name}") });
            Some((directory, JsonSchema::new(&schema, components.as_ref()?).ok()?))
        };
        let documents = [(PROFILES, "Profile"), (JSON_RESUMES, "JsonResume")];
        Self(documents.into_iter().filter_map(schema).collect())
    }

    /// Validates content that should be the published file at `path`. Returns `None` if it is
    /// valid, or if the file has no schema.
    pub(super) fn violation(
        &self,
        path: &str,
        content: &[u8],
        expected: &[u8],
    ) -> Option<BodyProblem> {
        let mut schemas = self.0.iter();
        let (_, schema) = schemas.find(|(start, _)| path.starts_with(&start[1..]))?;
        let Some(json) = parse_json(content, expected) else { return Some(BodyProblem::NotJson) };
        let violated = |violation: Violation<'_>| ViolatedKeyword {
            keyword: violation.keyword.name().to_owned(),
            pointer: json_pointer(&violation.path),
        };
        let violations = schema.violations(&json, MAX_VIOLATIONS).into_iter();
        let violations: Vec<ViolatedKeyword> = violations.map(violated).collect();
        (!violations.is_empty()).then_some(BodyProblem::ViolatesSchema(violations))
    }
}

/// Returns the JSON Pointer (RFC 6901) of a path of keys and indexes.
fn json_pointer(path: &[String]) -> String {
    let segment = |part: &String| format!("/{}", part.replace('~', "~0").replace('/', "~1"));
    path.iter().map(segment).collect()
}
