//! Documents for programs that discover the interface: API catalog, `llms.txt` and `robots.txt`.
//! They list no consultants.
//!
//! `robots.txt` allows crawling even if `indexing` is false: a crawler that may not fetch a page never
//! sees `X-Robots-Tag: noindex` and can still list the bare URL where others link to it.

use serde_json::json;

use super::{PHOTOS, PROFILES, absolute, artifact_at, error_body};
use crate::bundle::Artifact;
use crate::discovery::{API_CATALOG, API_CATALOG_TYPE, LLMS, OPENAPI, ROBOTS, profile_schema_path};
use crate::error::Result;
use crate::model::id::ConsultantId;
use crate::model::site::Settings;
use crate::templates::Templates;

/// Media type of plain text. Without the parameter some clients assume another encoding.
const TEXT: &str = "text/plain; charset=utf-8";

struct Document {
    path: &'static str,
    template: &'static str,
    media_type: &'static str,
}

const DOCUMENTS: [Document; 3] = [
    Document { path: API_CATALOG, template: "api/api-catalog.json", media_type: API_CATALOG_TYPE },
    Document { path: LLMS, template: "pages/llms.txt", media_type: TEXT },
    Document { path: ROBOTS, template: "pages/robots.txt", media_type: TEXT },
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
    let artifact = |document: &Document| {
        let text = templates.render_document(document.template, &context)?;
        let body = text.into();
        Ok(artifact_at(document.path, document.media_type, body))
    };
    DOCUMENTS.iter().map(artifact).collect()
}
