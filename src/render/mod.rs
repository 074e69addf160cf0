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
use serde_json::Value as Json;

use crate::bundle::{Artifact, Body, Bundle, Endpoint};
pub use crate::entry::{
    FileKind, JSON, JSON_RESUMES, PHOTOS, PROFILES, json_resume_path, photo_path, profile_path,
};
use crate::error::{Error, Result};
use crate::model::site::{Consultant, Settings};
use crate::templates::Templates;

/// Returns the URL of `path`: absolute if the site has a base URL, otherwise relative to the root.
pub fn absolute(settings: &Settings, path: &str) -> String {
    let base = settings.base_url.as_ref().map_or("", |url| url.as_str());
    format!("{base}{path}")
}

/// Renders the files that are not about one consultant and do not depend on the host.
///
/// # Errors
/// Returns an error if a template fails or two files have the same path.
pub fn site_files(settings: &Settings, templates: &Templates) -> Result<Bundle> {
    let mut bundle = Bundle::default();
    let mut artifacts = error_body::artifacts()?;
    artifacts.push(schema::ProfileSchema::new(settings)?.artifact()?);
    artifacts.push(openapi::artifact(settings, templates)?);
    artifacts.push(index_page::artifact(settings, templates)?);
    artifacts.extend(discovery::artifacts(settings, templates)?);
    for artifact in artifacts {
        bundle.insert(artifact)?;
    }
    Ok(bundle)
}

/// Renders the profile and the JSON Resume of a consultant, in this order.
///
/// # Errors
/// Returns an internal error if a document cannot be serialized.
pub fn documents(consultant: &Consultant, settings: &Settings) -> Result<[Artifact; 2]> {
    let id = &consultant.profile.id;
    let artifact = |kind: FileKind, document: &Json| {
        Ok(Artifact {
            path: kind.file(id),
            media_type: kind.media_type(),
            endpoints: vec![kind.endpoint(id)],
            body: json_body(document)?,
        })
    };
    let profile = document(&profile::ProfileJson::new(consultant))?;
    let resume = document(&json_resume::JsonResume::new(consultant, settings))?;
    Ok([artifact(FileKind::Profile, &profile)?, artifact(FileKind::JsonResume, &resume)?])
}

/// Returns an artifact whose path is also that of its only endpoint.
fn artifact_at(path: &str, media_type: &'static str, body: Body) -> Artifact {
    let endpoints = vec![Endpoint::ok(path)];
    Artifact { path: path.trim_start_matches('/').to_owned(), media_type, endpoints, body }
}

/// Converts a profile in one of its formats to JSON. Missing values are absent in groups and items;
/// only the fields of the profile itself can be null.
///
/// # Errors
/// Returns an internal error if the profile cannot be serialized.
pub fn document(profile: &impl Serialize) -> Result<Json> {
    let mut document = serde_json::to_value(profile)
        .map_err(|error| Error::with_source("cannot write JSON", error))?;
    let fields = document.as_object_mut().expect("a struct becomes an object");
    fields.values_mut().for_each(drop_nulls);
    Ok(document)
}

fn drop_nulls(value: &mut Json) {
    match value {
        Json::Array(items) => items.iter_mut().for_each(drop_nulls),
        Json::Object(fields) => {
            fields.retain(|_, field| !field.is_null());
            fields.values_mut().for_each(drop_nulls);
        }
        _ => {}
    }
}

/// Serializes a JSON document, indented and with a line break at the end: people read it with curl,
/// and compression removes the cost.
///
/// # Errors
/// Returns an internal error if the document cannot be serialized.
pub fn json_text(value: &impl Serialize) -> Result<String> {
    let mut text = serde_json::to_string_pretty(value)
        .map_err(|error| Error::with_source("cannot write JSON", error))?;
    text.push('\n');
    Ok(text)
}

fn json_body(value: &impl Serialize) -> Result<Body> {
    Ok(Body::Bytes(json_text(value)?.into_bytes()))
}
