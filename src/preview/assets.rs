//! The files that pages are made with: style sheet, scripts, icon.

use sha2::{Digest as _, Sha256};

use super::view::url::ASSETS;
use crate::templates::Templates;

/// The folder of the templates in which they are.
const FOLDER: &str = "preview";

/// The template that says which of them a page loads, and how.
const LAYOUT: &str = "preview/layout.html.j2";

/// The media type and the text of an asset, by its name; `None` if there is none of that name.
pub(super) fn asset<'a>(templates: &'a Templates, name: &str) -> Option<(&'static str, &'a str)> {
    let media_type = match name.rsplit_once('.')?.1 {
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "svg" => "image/svg+xml",
        _ => return None,
    };
    let text = templates.get(&format!("{FOLDER}/{ASSETS}{name}"))?;
    Some((media_type, text))
}

/// A digest of everything a page loads; another one, and a page that is open has to be loaded anew.
pub(super) fn fingerprint(templates: &Templates) -> String {
    let assets = format!("{FOLDER}/{}", ASSETS.trim_end_matches('/'));
    let mut hash = Sha256::new();
    for name in templates.below(&assets).chain([LAYOUT]) {
        for part in [name, templates.get(name).unwrap_or_default()] {
            hash.update(part.len().to_le_bytes());
            hash.update(part);
        }
    }
    let digits = hash.finalize();
    digits
        .iter()
        .take(8)
        .map(|byte| format!("{byte:02x}"))
        .collect()
}
