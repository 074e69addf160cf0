//! The bodies of error responses, such as 404: `{"error": <message>}` (interface, "Errors").
//!
//! Every error body is defined here and nowhere else. Each is published as a document, and host templates
//! get its text as `errors` (`templates/hosts/README.md`).
//!
//! The bodies name no consultant: an inactive one gets the same response as an unknown one.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value as Json, json};

use super::{JSON, json_body, json_text};
use crate::bundle::{Artifact, Endpoint};
use crate::error::Result;

/// The body of an error response.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Error")]
pub struct ErrorBody {
    /// A message for people.
    pub error: &'static str,
}

/// 404: the consultant is unknown or inactive.
pub const CONSULTANT_NOT_FOUND: ErrorBody = ErrorBody::new("Consultant not found");
/// 404: the consultant is unknown or inactive, or has no photo.
pub const PHOTO_NOT_FOUND: ErrorBody = ErrorBody::new("Photo not found");
/// 404: the path does not exist.
pub const NOT_FOUND: ErrorBody = ErrorBody::new("Not found");
/// 405: the method is neither GET nor HEAD.
pub const METHOD_NOT_ALLOWED: ErrorBody = ErrorBody::new("Method not allowed");
/// 429: the site's rate limit is exceeded.
const TOO_MANY_REQUESTS: ErrorBody = ErrorBody::new("Too many requests");

/// The names under which host templates find the bodies.
const NAMED: [(&str, ErrorBody); 5] = [
    ("consultant_not_found", CONSULTANT_NOT_FOUND),
    ("photo_not_found", PHOTO_NOT_FOUND),
    ("not_found", NOT_FOUND),
    ("method_not_allowed", METHOD_NOT_ALLOWED),
    ("too_many_requests", TOO_MANY_REQUESTS),
];

impl ErrorBody {
    const fn new(error: &'static str) -> Self {
        Self { error }
    }

    /// Returns what host templates can insert: the message, the body on one line, and the text of
    /// the published document.
    fn context(&self) -> Result<Json> {
        Ok(json!({
            "message": self.error,
            "body": format!(r#"{{"error": {}}}"#, json!(self.error)),
            "document": json_text(self)?,
        }))
    }
}

/// Returns all error bodies by name, for the context of host templates.
pub(super) fn contexts() -> Result<Map<String, Json>> {
    NAMED.iter().map(|(name, body)| Ok(((*name).to_owned(), body.context()?))).collect()
}

/// Returns the published error documents.
///
/// Some hosts ignore a rule whose target is the requested path itself, so a single document cannot
/// hide all of `/_internal/`: `not-found` hides `/_internal/error/`, and `error/not-found` the rest.
pub(super) fn artifacts() -> Result<Vec<Artifact>> {
    let hiding = |path| Endpoint { over_files: true, ..Endpoint::not_found(path) };
    let document = |name: &str, body: ErrorBody, endpoints: Vec<Endpoint>| {
        let path = format!("_internal/{name}.json");
        Ok(Artifact { path, media_type: JSON, endpoints, body: json_body(&body)? })
    };
    let not_found =
        vec![hiding("/_internal/*"), Endpoint::not_found("/api/*"), Endpoint::not_found("/*")];
    let profiles = vec![Endpoint::not_found("/api/consultant-public/*")];
    let photos = vec![Endpoint::not_found("/api/consultant-photo/*")];
    let errors = vec![hiding("/_internal/error/*")];
    [
        document("error/consultant-not-found", CONSULTANT_NOT_FOUND, profiles),
        document("error/photo-not-found", PHOTO_NOT_FOUND, photos),
        document("error/not-found", NOT_FOUND, not_found),
        // Hosts send these by rules of their own.
        document("error/method-not-allowed", METHOD_NOT_ALLOWED, Vec::new()),
        document("error/too-many-requests", TOO_MANY_REQUESTS, Vec::new()),
        document("not-found", NOT_FOUND, errors),
    ]
    .into_iter()
    .collect()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value as Json, json};

    use super::contexts;

    #[test]
    fn both_forms_have_the_same_content() {
        let contexts = contexts().expect("serializable");
        for (name, context) in contexts {
            let expected = json!({ "error": context["message"] });
            for form in ["body", "document"] {
                let text = context[form].as_str().expect("a string");
                let parsed: Json = serde_json::from_str(text).expect("JSON");
                assert_eq!(parsed, expected, "{name}");
            }
        }
    }
}
