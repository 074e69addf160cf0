//! The page with all diagnostics.

use serde_json::{Value as Json, json};

use super::diagnostic::{DiagnosticViews, page_of};
use super::layout;
use crate::preview::state::PreviewState;

/// The maximum number of diagnostics on the page.
const MAX_DIAGNOSTICS: usize = 500;

pub(crate) fn context(state: &PreviewState) -> Json {
    let mut views = DiagnosticViews::new(state);
    let shown = &state.diagnostics[..state.diagnostics.len().min(MAX_DIAGNOSTICS)];
    let files = shown.chunk_by(|a, b| a.file == b.file).map(|of_file| {
        let path = &of_file[0].file;
        json!({
            "path": format!("{}/{path}", state.sources.root()),
            "href": page_of(state, path),
            "diagnostics": of_file.iter().map(|d| views.view(d)).collect::<Vec<Json>>(),
        })
    });
    json!({
        "layout": layout::without_error_bar(state),
        "files": files.collect::<Vec<Json>>(),
        "more": state.diagnostics.len() - shown.len(),
    })
}
