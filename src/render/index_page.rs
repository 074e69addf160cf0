//! The page for people at `/`: describes the three operations. It lists no consultants.

use serde_json::json;

use super::{absolute, document_context, openapi, profile, schema};
use crate::bundle::{Artifact, Endpoint};
use crate::discovery::{API_CATALOG, LLMS};
use crate::error::Result;
use crate::model::settings::Settings;
use crate::templates::Templates;

pub(super) fn artifact(
    settings: &Settings,
    language: Option<&str>,
    templates: &Templates,
) -> Result<Artifact> {
    let own = json!({
        "language": language,
        "base_url": settings.base_url,
        "openapi": openapi::PATH,
        "profile_schema": schema::profile_schema_path(),
        "api_catalog": API_CATALOG,
        "llms": LLMS,
        "schema_version": profile::SCHEMA_VERSION,
        "profile_url": absolute(settings, "/api/consultant-public/"),
        "photo_url": absolute(settings, "/api/consultant-photo/"),
        "openapi_url": absolute(settings, openapi::PATH),
    });
    let context = document_context(settings, own);
    let html = templates.render_document("pages/index.html", context)?;
    Ok(Artifact {
        path: "index.html".to_owned(),
        media_type: "text/html",
        endpoints: vec![Endpoint::ok("/")],
        body: html.into(),
    })
}
