//! The page for people at `/`: describes the three operations. It lists no consultants.

use serde_json::json;

use super::{absolute, error_body, openapi, profile, schema};
use crate::bundle::{Artifact, Endpoint};
use crate::discovery::{API_CATALOG, LLMS};
use crate::error::Result;
use crate::model::site::Settings;
use crate::templates::Templates;

pub(super) fn artifact(settings: &Settings, templates: &Templates) -> Result<Artifact> {
    let context = json!({
        "title": settings.title,
        "description": settings.description,
        "base_url": settings.base_url,
        "openapi": openapi::PATH,
        "profile_schema": schema::profile_schema_path(),
        "api_catalog": API_CATALOG,
        "llms": LLMS,
        "schema_version": profile::SCHEMA_VERSION,
        "profile_url": absolute(settings, "/api/consultant-public/"),
        "photo_url": absolute(settings, "/api/consultant-photo/"),
        "openapi_url": absolute(settings, openapi::PATH),
        "errors": {
            "consultant_not_found": error_body::CONSULTANT_NOT_FOUND,
            "photo_not_found": error_body::PHOTO_NOT_FOUND,
            "not_found": error_body::NOT_FOUND,
        },
        "contact": {
            "name": settings.contact_name,
            "email": settings.contact_email,
            "url": settings.contact_url,
        },
        "license": { "name": settings.license_name, "url": settings.license_url },
    });
    let html = templates.render_document("pages/index.html", context)?;
    Ok(Artifact {
        path: "index.html".to_owned(),
        media_type: "text/html",
        endpoints: vec![Endpoint::ok("/")],
        body: html.into(),
    })
}
