//! Documents for programs that discover the interface: API catalog, `llms.txt` and `robots.txt`.
//! They list no consultants.
//!
//! `robots.txt` allows crawling even if `indexing` is false: a crawler that may not fetch a page never
//! sees `X-Robots-Tag: noindex` and can still list the bare URL where others link to it.

use serde_json::json;

use super::{PHOTOS, PROFILES, absolute, artifact_at, document_context};
use crate::bundle::Artifact;
use crate::discovery::{API_CATALOG, API_CATALOG_TYPE, LLMS, OPENAPI, ROBOTS, profile_schema_path};
use crate::error::Result;
use crate::model::settings::Settings;
use crate::templates::Templates;

/// Media type of plain text. Without the parameter some clients assume another encoding.
const TEXT: &str = "text/plain; charset=utf-8";

/// The path, template and media type of each document.
const DOCUMENTS: [(&str, &str, &str); 3] = [
    (API_CATALOG, "api/api-catalog.json", API_CATALOG_TYPE),
    (LLMS, "pages/llms.txt", TEXT),
    (ROBOTS, "pages/robots.txt", TEXT),
];

pub(super) fn artifacts(settings: &Settings, templates: &Templates) -> Result<Vec<Artifact>> {
    let own = json!({
        "service": absolute(settings, "/"),
        "catalog": absolute(settings, API_CATALOG),
        "openapi": absolute(settings, OPENAPI),
        "profile_schema": absolute(settings, &profile_schema_path()),
        "llms": absolute(settings, LLMS),
        "profiles": absolute(settings, PROFILES),
        "photos": absolute(settings, PHOTOS),
        "cache_seconds": settings.cache_seconds.0,
        "indexing": settings.indexing,
    });
    let context = document_context(settings, own);
    let artifact = |(path, template, media_type)| {
        let text = templates.render_document(template, &context)?;
        Ok(artifact_at(path, media_type, text.into()))
    };
    DOCUMENTS.into_iter().map(artifact).collect()
}
