//! Renders the site into the files to publish.
//!
//! A document that is the only one at its URL is stored at that path. A document that is one of several
//! variants is stored below `/_internal/` with a file extension, and a rule of the host selects it. Direct
//! requests below `/_internal/` get a 404.

pub mod discovery;
pub mod error_body;
pub mod host;
pub mod index_page;
pub mod json_resume;
pub mod openapi;
pub mod photo;
pub mod profile;
pub mod project;
pub mod render_cache;
pub mod schema;

use std::sync::Arc;

use rayon::prelude::*;
use serde::Serialize;
use serde_json::Value as Json;

use crate::bundle::{Artifact, Body, Bundle, Endpoint};
use crate::error::{Error, Result};
use crate::model::id::ConsultantId;
use crate::model::site::{Consultant, Settings, Site};
use crate::source::Sources;
use crate::templates::Templates;
use render_cache::{Files, RenderCache};

/// Media type of JSON documents (RFC 8259, §11).
pub const JSON: &str = "application/json";

/// Path prefix of the profiles; the identifier follows. Interface, "Endpoints".
pub const PROFILES: &str = "/api/consultant-public/";

/// Path prefix of the photos; the identifier follows. Interface, "Endpoints".
pub const PHOTOS: &str = "/api/consultant-photo/";

/// Path prefix of the JSON Resume files, which only the host reads.
pub const JSON_RESUMES: &str = "/_internal/json-resume/";

/// Returns the path of a consultant's profile. Interface, "`_links`".
pub fn profile_path(id: &ConsultantId) -> String {
    format!("{PROFILES}{id}")
}

/// Returns the path of a consultant's photo. Interface, "`_links`".
pub fn photo_path(id: &ConsultantId) -> String {
    format!("{PHOTOS}{id}")
}

/// Returns the path of a consultant's JSON Resume file. Clients request the profile's path with a
/// query instead.
pub fn json_resume_path(id: &ConsultantId) -> String {
    format!("{JSON_RESUMES}{id}.json")
}

/// Returns the URL of `path`: absolute if the site has a base URL, otherwise relative to the root.
pub fn absolute(settings: &Settings, path: &str) -> String {
    let base = settings.base_url.as_ref().map_or("", |url| url.as_str());
    format!("{base}{path}")
}

/// Renders all files that do not depend on the host. Unchanged files are taken from the cache.
///
/// # Errors
/// Returns an error if a template fails or two files have the same path.
pub fn render(
    site: Site,
    templates: &Templates,
    sources: &Sources,
    cache: &mut RenderCache,
) -> Result<Bundle> {
    let mut bundle = Bundle::default();
    let settings = &site.settings().clone();
    let schema = schema::ProfileSchema::new(settings)?;
    // Moves the consultants out of the site, so that each profile is freed after rendering.
    let consultants: Vec<Arc<Consultant>> = site.into_consultants().collect();
    let previous = cache.take(settings);
    let rendered: Vec<(ConsultantId, Files)> = consultants
        .into_par_iter()
        .map(|consultant| {
            let artifacts = match previous.of(&consultant) {
                Some(artifacts) => artifacts.to_vec(),
                None => render_consultant(&consultant, settings, sources, &schema)?,
            };
            let id = consultant.profile.id.clone();
            Ok((id, Files::new(&consultant, artifacts)))
        })
        .collect::<Result<_>>()?;
    for artifact in rendered.iter().flat_map(|(_, files)| &files.artifacts) {
        bundle.insert(Arc::clone(artifact))?;
    }
    *cache = RenderCache::new(settings, rendered, previous.rules);
    for artifact in error_body::artifacts()? {
        bundle.insert(artifact)?;
    }
    bundle.insert(schema.artifact()?)?;
    bundle.insert(openapi::artifact(settings, templates)?)?;
    bundle.insert(index_page::artifact(settings, templates)?)?;
    for artifact in discovery::artifacts(settings, templates)? {
        bundle.insert(artifact)?;
    }
    Ok(bundle)
}

fn render_consultant(
    consultant: &Consultant,
    settings: &Settings,
    sources: &Sources,
    schema: &schema::ProfileSchema,
) -> Result<Vec<Arc<Artifact>>> {
    let id = &consultant.profile.id;
    let profile = document(&profile::ProfileJson::new(consultant))?;
    if cfg!(debug_assertions) {
        schema.assert_valid(id, &profile)?;
    }
    let path = profile_path(id);
    let resume = document(&json_resume::JsonResume::new(consultant, settings))?;
    let mut artifacts = vec![
        artifact_at(&path, JSON, json_body(&profile)?),
        Artifact {
            path: json_resume_path(id).trim_start_matches('/').to_owned(),
            media_type: JSON,
            endpoints: vec![Endpoint {
                query: Some(("format", "jsonresume")),
                over_files: true,
                ..Endpoint::ok(&path)
            }],
            body: json_body(&resume)?,
        },
    ];
    if let Some(photo) = &consultant.photo {
        artifacts.push(photo::artifact(id, photo, settings, sources)?);
    }
    Ok(artifacts.into_iter().map(Arc::new).collect())
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
fn json_text(value: &impl Serialize) -> Result<String> {
    let mut text = serde_json::to_string_pretty(value)
        .map_err(|error| Error::with_source("cannot write JSON", error))?;
    text.push('\n');
    Ok(text)
}

fn json_body(value: &impl Serialize) -> Result<Body> {
    let mut bytes = json_text(value)?.into_bytes();
    // All documents stay in memory until they are published; drop the unused capacity.
    bytes.shrink_to_fit();
    Ok(Body::Bytes(bytes))
}
