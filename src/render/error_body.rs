//! The bodies of errors: `{"error": <message>}` (interface, "Errors"). They name nobody: an
//! inactive consultant is answered like one who never was.

use schemars::JsonSchema;
use serde::Serialize;

use super::{JSON, json};
use crate::bundle::{Address, Artifact};
use crate::error::Result;

/// Why there is nothing to return.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Error")]
pub struct ErrorBody {
    /// A message for people.
    pub error: &'static str,
}

/// Nobody active has this identifier.
pub const CONSULTANT_NOT_FOUND: ErrorBody = ErrorBody {
    error: "Consultant not found",
};
/// Nobody active has this identifier, or they have no photo.
pub const PHOTO_NOT_FOUND: ErrorBody = ErrorBody {
    error: "Photo not found",
};
/// The method is another than GET and HEAD.
pub const METHOD_NOT_ALLOWED: ErrorBody = ErrorBody {
    error: "Method not allowed",
};
/// The site's rate limit is exceeded.
const TOO_MANY_REQUESTS: ErrorBody = ErrorBody {
    error: "Too many requests",
};
/// There is no such address.
pub const NOT_FOUND: ErrorBody = ErrorBody { error: "Not found" };

/// The error documents and what they answer.
pub(super) fn artifacts() -> Result<Vec<Artifact>> {
    let below = Address::not_found;
    let instead_of_files_below = |path| Address {
        over_files: true,
        ..Address::not_found(path)
    };
    // For some hosts a rule that leads to the requested path itself is no rule. So that every path
    // below `/_internal` is refused, two documents there refuse each other's.
    let documents = [
        (
            "error/consultant-not-found",
            CONSULTANT_NOT_FOUND,
            vec![below("/api/consultant-public/*")],
        ),
        (
            "error/photo-not-found",
            PHOTO_NOT_FOUND,
            vec![below("/api/consultant-photo/*")],
        ),
        (
            "error/not-found",
            NOT_FOUND,
            vec![
                instead_of_files_below("/_internal/*"),
                below("/api/*"),
                below("/*"),
            ],
        ),
        // For the hosts that can answer these in JSON, by rules of their own.
        ("error/method-not-allowed", METHOD_NOT_ALLOWED, Vec::new()),
        ("error/too-many-requests", TOO_MANY_REQUESTS, Vec::new()),
        (
            "not-found",
            NOT_FOUND,
            vec![instead_of_files_below("/_internal/error/*")],
        ),
    ];
    let artifact = |(name, body, addresses): (&str, ErrorBody, Vec<Address>)| {
        Ok(Artifact {
            path: format!("_internal/{name}.json"),
            media_type: JSON,
            addresses,
            body: json(&body)?,
        })
    };
    documents.into_iter().map(artifact).collect()
}
