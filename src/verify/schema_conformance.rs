//! Whether a document fits the schema that the published description has of it: what tells a
//! document of other content from one that consumers cannot read.

use jsonschema::Validator;
use serde_json::{Value as Json, json};

use crate::bundle::{Body, Bundle};
use crate::discovery::OPENAPI;
use crate::render::{JSON, JSON_RESUMES, PROFILES};

/// How many mistakes are told of a document.
const TOLD: usize = 3;

/// The schemas of the documents that each consultant has.
#[derive(Debug)]
pub(super) struct DocumentSchemas {
    profile: Validator,
    json_resume: Validator,
}

impl DocumentSchemas {
    /// The schemas in the description of the interface. `None` if it has none: a template of the
    /// project's own may say less.
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
        Some(Self {
            profile: validator("Profile")?,
            json_resume: validator("JsonResume")?,
        })
    }

    /// What is wrong with the shape of content that should be like the published file at `path`,
    /// in words that hold no value of it; `None` if that is not known, or nothing.
    pub(super) fn mistake(&self, path: &str, content: &[u8]) -> Option<String> {
        let path = format!("/{path}");
        let validator = if path.starts_with(PROFILES) {
            &self.profile
        } else if path.starts_with(JSON_RESUMES) {
            &self.json_resume
        } else {
            return None;
        };
        let Ok(document) = serde_json::from_slice::<Json>(content) else {
            return Some(format!("no `{JSON}`"));
        };
        let mistakes = validator.iter_errors(&document).map(|error| {
            let schema = error.schema_path().to_string();
            let keyword = schema.rsplit('/').next().unwrap_or_default().to_owned();
            let place = error.instance_path().to_string();
            format!("`{keyword}` at `{place}/`")
        });
        let mistakes: Vec<String> = mistakes.take(TOLD).collect();
        let is_valid = mistakes.is_empty();
        (!is_valid).then(|| format!("not valid by its schema: {}", mistakes.join(", ")))
    }
}
