//! The OpenAPI 3.1.0 description of the interface, rendered from a template and the derived schemas.

use serde_json::{Map, Value as Json, json};

use super::error_body::ErrorBody;
use super::json_resume::JsonResume;
use super::profile::ProfileJson;
use super::{JSON, absolute, artifact_at, document_context, json_body, schema};
use crate::bundle::Artifact;
use crate::error::{Error, Result};
use crate::model::settings::Settings;
use crate::route::Header;
use crate::templates::Templates;

pub use crate::discovery::OPENAPI as PATH;

/// The version of the described interface, `<major>.<minor>.<patch>` (semantic versioning).
pub const VERSION: &str = "1.3.0";

/// `headers` are those of every response.
pub(super) fn artifact(
    settings: &Settings,
    headers: &[Header],
    templates: &Templates,
) -> Result<Artifact> {
    let own = json!({
        "version": VERSION,
        "server": absolute(settings, if settings.base_url.is_some() { "" } else { "/" }),
        "profile_schema": absolute(settings, &schema::profile_schema_path()),
        "schemas": schemas(),
        "headers": headers,
    });
    let context = document_context(settings, own);
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
