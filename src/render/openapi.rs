//! The OpenAPI 3.1.0 description of the interface, rendered from a template and the derived schemas.

use serde_json::{Map, Value as Json, json};

use super::error_body::ErrorBody;
use super::json_resume::JsonResume;
use super::profile::ProfileJson;
use super::{JSON, absolute, artifact_at, json_body, schema};
use crate::bundle::Artifact;
use crate::error::{Error, Result};
use crate::model::id::ConsultantId;
use crate::model::site::Settings;
use crate::templates::Templates;

pub use crate::discovery::OPENAPI as PATH;

/// The version of the described interface, `<major>.<minor>.<patch>` (semantic versioning).
pub const VERSION: &str = "1.0.0";

pub(super) fn artifact(settings: &Settings, templates: &Templates) -> Result<Artifact> {
    let context = json!({
        "version": VERSION,
        "title": settings.title,
        "description": settings.description,
        "contact": {
            "name": settings.contact_name,
            "email": settings.contact_email,
            "url": settings.contact_url,
        },
        "license": { "name": settings.license_name, "url": settings.license_url },
        "server": absolute(settings, if settings.base_url.is_some() { "" } else { "/" }),
        "has_base_url": settings.base_url.is_some(),
        "profile_schema": absolute(settings, &schema::profile_schema_path()),
        "id": { "pattern": ConsultantId::PATTERN, "max_length": ConsultantId::MAX_LENGTH },
        "errors": {
            "consultant_not_found": super::error_body::CONSULTANT_NOT_FOUND,
            "photo_not_found": super::error_body::PHOTO_NOT_FOUND,
        },
        "schemas": schemas(),
    });
    let text = templates.render("api/openapi.json", context)?;
    let document: Json = serde_json::from_str(&text)
        .map_err(|error| Error::with_source("the OpenAPI template does not produce JSON", error))?;
    Ok(artifact_at(PATH, JSON, json_body(&document)?))
}

/// Returns the schemas of all response bodies, by name.
fn schemas() -> Map<String, Json> {
    const PATH: &str = "/components/schemas";
    let mut schemas = schema::components::<ProfileJson<'_>>(PATH);
    schemas.extend(schema::components::<JsonResume<'_>>(PATH));
    schemas.extend(schema::components::<ErrorBody>(PATH));
    schemas
}
