//! The documents for programs that look for the interface or for what they may do with it. They
//! list nobody.

use serde_json::json;

use super::{PHOTOS, PROFILES, absolute, error_body};
use crate::bundle::{Address, Artifact, Body};
use crate::discovery::{API_CATALOG, API_CATALOG_TYPE, LLMS, OPENAPI, ROBOTS, profile_schema_path};
use crate::error::Result;
use crate::model::id::ConsultantId;
use crate::model::site::Settings;
use crate::templates::Templates;

/// The media type of texts. Without its parameter some clients take them for another encoding.
const TEXT: &str = "text/plain; charset=utf-8";

/// The address, the template and the media type of each.
const DOCUMENTS: [(&str, &str, &str); 3] = [
    (API_CATALOG, "api/api-catalog.json", API_CATALOG_TYPE),
    (LLMS, "pages/llms.txt", TEXT),
    (ROBOTS, "pages/robots.txt", TEXT),
];

pub(super) fn artifacts(settings: &Settings, templates: &Templates) -> Result<Vec<Artifact>> {
    let context = json!({
        "title": settings.title,
        "description": settings.description,
        "has_base_url": settings.base_url.is_some(),
        "service": absolute(settings, "/"),
        "catalog": absolute(settings, API_CATALOG),
        "openapi": absolute(settings, OPENAPI),
        "profile_schema": absolute(settings, &profile_schema_path()),
        "llms": absolute(settings, LLMS),
        "profiles": absolute(settings, PROFILES),
        "photos": absolute(settings, PHOTOS),
        "id": { "pattern": ConsultantId::PATTERN, "max_length": ConsultantId::MAX_LENGTH },
        "errors": {
            "consultant_not_found": error_body::CONSULTANT_NOT_FOUND,
            "photo_not_found": error_body::PHOTO_NOT_FOUND,
        },
        "cache_seconds": settings.cache_seconds,
        "indexing": settings.indexing,
        "contact": {
            "name": settings.contact_name,
            "email": settings.contact_email,
            "url": settings.contact_url,
        },
        "license": { "name": settings.license_name, "url": settings.license_url },
    });
    let artifact = |(address, template, media_type): (&str, &str, &'static str)| {
        let text = templates.render(template, &context)?;
        Ok(Artifact {
            path: address.trim_start_matches('/').to_owned(),
            media_type,
            addresses: vec![Address::ok(address)],
            body: Body::Bytes(text.into_bytes()),
        })
    };
    DOCUMENTS.into_iter().map(artifact).collect()
}
