//! From the site to the files that are published, as values.

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

use crate::bundle::{Address, Artifact, Body, Bundle};
use crate::error::{Error, Result};
use crate::model::id::ConsultantId;
use crate::model::site::{Consultant, Settings, Site};
use crate::source::Sources;
use crate::templates::Templates;
use render_cache::{Files, RenderCache};

/// The media type of JSON documents (RFC 8259, §11).
pub const JSON: &str = "application/json";

/// Below it lie the profiles, by identifier. Interface, "Endpoints".
pub const PROFILES: &str = "/api/consultant-public/";

/// Below it lie the photos, by identifier. Interface, "Endpoints".
pub const PHOTOS: &str = "/api/consultant-photo/";

/// Below it lie the JSON Resumes, where only the host reads them.
pub const JSON_RESUMES: &str = "/_internal/json-resume/";

/// The address of a consultant's profile. Interface, "`_links`".
pub fn profile_path(id: &ConsultantId) -> String {
    format!("{PROFILES}{id}")
}

/// The address of a consultant's photo. Interface, "`_links`".
pub fn photo_path(id: &ConsultantId) -> String {
    format!("{PHOTOS}{id}")
}

/// The file with a consultant's JSON Resume; its address is the profile's with a query.
pub fn json_resume_path(id: &ConsultantId) -> String {
    format!("{JSON_RESUMES}{id}.json")
}

/// `path` on the published site: absolute with a base URL, without one from the root.
pub fn absolute(settings: &Settings, path: &str) -> String {
    let base = settings.base_url.as_ref().map_or("", |url| url.as_str());
    format!("{base}{path}")
}

/// Renders everything that does not depend on the host, and keeps what can be taken over the next
/// time.
///
/// # Errors
/// When a template is wrong, or two files would have one path.
pub fn render(
    site: Site,
    templates: &Templates,
    sources: &Sources,
    kept: &mut RenderCache,
) -> Result<Bundle> {
    let mut bundle = Bundle::default();
    let settings = &site.settings().clone();
    let schema = schema::ProfileSchema::new(settings)?;
    // Taken over, so that each profile is let go when its files are made.
    let consultants: Vec<Arc<Consultant>> = site.into_consultants().collect();
    let before = kept.take(settings);
    let rendered: Vec<(ConsultantId, Files)> = consultants
        .into_par_iter()
        .map(|consultant| {
            let artifacts = match before.of(&consultant) {
                Some(artifacts) => artifacts.to_vec(),
                None => self::consultant(&consultant, settings, sources, &schema)?,
            };
            let id = consultant.profile.id.clone();
            Ok((id, Files::new(&consultant, artifacts)))
        })
        .collect::<Result<_>>()?;
    for artifact in rendered.iter().flat_map(|(_, files)| &files.artifacts) {
        bundle.insert(Arc::clone(artifact))?;
    }
    *kept = RenderCache::new(settings, rendered, before.rules);
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

fn consultant(
    consultant: &Consultant,
    settings: &Settings,
    sources: &Sources,
    schema: &schema::ProfileSchema,
) -> Result<Vec<Arc<Artifact>>> {
    let id = &consultant.profile.id;
    let profile = profile::ProfileJson::new(consultant);
    if cfg!(debug_assertions) {
        schema.assert_valid(id, &profile)?;
    }
    let path = profile_path(id);
    let resume = json_resume::JsonResume::new(consultant, &profile, settings);
    let mut artifacts = vec![
        Artifact {
            path: path.trim_start_matches('/').to_owned(),
            media_type: JSON,
            addresses: vec![Address::ok(&path)],
            body: json(&profile)?,
        },
        Artifact {
            path: json_resume_path(id).trim_start_matches('/').to_owned(),
            media_type: JSON,
            addresses: vec![Address {
                query: Some(("format", "jsonresume")),
                over_files: true,
                ..Address::ok(&path)
            }],
            body: json(&resume)?,
        },
    ];
    if let Some(photo) = &consultant.photo {
        artifacts.push(photo::artifact(id, photo, settings, sources)?);
    }
    Ok(artifacts.into_iter().map(Arc::new).collect())
}

/// A JSON document, indented, with a line break at its end.
fn json(value: &impl Serialize) -> Result<Body> {
    let mut bytes = serde_json::to_vec_pretty(value)
        .map_err(|error| Error::with_source("cannot write JSON", error))?;
    bytes.push(b'\n');
    // Every document is held until it is published; growing left as much again in reserve.
    bytes.shrink_to_fit();
    Ok(Body::Bytes(bytes))
}
