//! Renders the settings and each consultant into the files to publish.

pub mod discovery;
pub mod error_body;
pub mod host;
pub mod index_page;
pub mod json_resume;
pub mod openapi;
pub mod photo;
pub mod profile;
pub mod project;
pub mod schema;

use serde::Serialize;
use serde_json::{Map, Value as Json, json};

use crate::bundle::{Artifact, Body, Bundle, Endpoint};
pub use crate::entry::{
    FileKind, JSON, JSON_RESUMES, PHOTOS, PROFILES, json_resume_path, photo_path, profile_path,
};
use crate::error::{Error, Result};
use crate::model::consultant::Consultant;
use crate::model::id::ConsultantId;
use crate::model::settings::Settings;
use crate::route::Header;
use crate::templates::Templates;

/// Returns the URL of `path`: absolute if the site has a base URL, otherwise relative to the root.
pub fn absolute(settings: &Settings, path: &str) -> String {
    let base = settings.base_url.as_ref().map_or("", |url| url.as_str());
    format!("{base}{path}")
}

/// Renders the files that belong to no consultant and do not depend on the host. `headers` are those of every
/// response, and `language` is that of the title and the description, if both are translated.
///
/// # Errors
/// Returns an error if a template fails or two files have the same path.
pub fn site_files(
    settings: &Settings,
    headers: &[Header],
    language: Option<&str>,
    templates: &Templates,
) -> Result<Bundle> {
    let mut bundle = Bundle::default();
    let mut artifacts = error_body::artifacts()?;
    artifacts.extend(schema::artifacts(settings, templates)?);
    artifacts.push(openapi::artifact(settings, headers, templates)?);
    artifacts.push(index_page::artifact(settings, language, templates)?);
    artifacts.extend(discovery::artifacts(settings, templates)?);
    for artifact in artifacts {
        bundle.insert(artifact)?;
    }
    Ok(bundle)
}

/// Returns the variables of the template of a document: the variables of all documents, and its `own`.
fn document_context(settings: &Settings, own: Json) -> Map<String, Json> {
    let shared = json!({
        "title": settings.title,
        "description": settings.description,
        "has_base_url": settings.base_url.is_some(),
        "id": { "pattern": ConsultantId::PATTERN, "max_length": ConsultantId::MAX_LENGTH },
        "errors": {
            "consultant_not_found": error_body::CONSULTANT_NOT_FOUND,
            "photo_not_found": error_body::PHOTO_NOT_FOUND,
            "not_found": error_body::NOT_FOUND,
        },
        "contact": {
            "name": settings.contact.name,
            "email": settings.contact.email,
            "url": settings.contact.url,
        },
        "license": { "name": settings.license.name, "url": settings.license.url },
    });
    let variables = [shared, own].into_iter().filter_map(|part| part.as_object().cloned());
    variables.flatten().collect()
}

/// Renders the profile and the JSON Resume of a consultant, in this order.
///
/// # Errors
/// Returns an internal error if a document cannot be serialized.
pub fn documents(consultant: &Consultant, settings: &Settings) -> Result<[Artifact; 2]> {
    let id = &consultant.id;
    let profile = json_text(&profile::ProfileJson::new(consultant))?;
    let resume = json_text(&json_resume::JsonResume::new(consultant, settings))?;
    let profile = FileKind::Profile.artifact(id, profile.into());
    Ok([profile, FileKind::JsonResume.artifact(id, resume.into())])
}

/// Returns an artifact whose path is also the path of its only endpoint.
fn artifact_at(path: &str, media_type: &'static str, body: Body) -> Artifact {
    let endpoints = vec![Endpoint::ok(path)];
    Artifact { path: path.trim_start_matches('/').to_owned(), media_type, endpoints, body }
}

/// Serializes a JSON document: indented and with a line break at the end, because people read it with curl, and
/// compression removes the cost.
///
/// # Errors
/// Returns an internal error if the document cannot be serialized.
pub fn json_text(value: &impl Serialize) -> Result<String> {
    let text = serde_json::to_string_pretty(value);
    Ok(text.map_err(|error| Error::with_source("cannot write JSON", error))? + "\n")
}

fn json_body(value: &impl Serialize) -> Result<Body> {
    Ok(json_text(value)?.into())
}
