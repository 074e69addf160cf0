//! The style sheet, scripts and icon of the preview's pages.

use super::url::ASSETS;
use crate::digest::Digest;
use crate::templates::Templates;

/// The directory of the preview's templates.
const DIRECTORY: &str = "preview";

/// The template that loads the assets.
const LAYOUT: &str = "preview/layout.html.j2";

/// Returns the media type and text of an asset; `None` if it does not exist.
pub(super) fn asset<'a>(templates: &'a Templates, name: &str) -> Option<(&'static str, &'a str)> {
    let media_type = match name.rsplit_once('.')?.1 {
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "svg" => "image/svg+xml",
        _ => return None,
    };
    let text = templates.get(&format!("{DIRECTORY}/{ASSETS}{name}"))?;
    Some((media_type, text))
}

/// Returns a digest of everything that a page loads. When it changes, open pages reload.
pub(super) fn fingerprint(templates: &Templates) -> String {
    let assets = format!("{DIRECTORY}/{}", ASSETS.trim_end_matches('/'));
    let names = templates.below(&assets).chain([LAYOUT]);
    let files: Vec<_> = names.map(|name| (name, templates.get(name))).collect();
    Digest::of(&serde_json::to_vec(&files).expect("texts serialize")).to_string()
}
