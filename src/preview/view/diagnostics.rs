//! The page with all diagnostics: first the errors of each file, then the warnings.

use serde_json::{Value as Json, json};

use super::diagnostic::{DiagnosticViews, page_of};
use super::layout;
use crate::diagnostic::Diagnostic;
use crate::preview::state::PreviewState;

/// The maximum number of diagnostics on the page.
const MAX_DIAGNOSTICS: usize = 500;

pub(crate) fn context(state: &PreviewState) -> Json {
    let mut views = DiagnosticViews::new(state);
    let mut shown: Vec<&Diagnostic> = state.diagnostics.iter().collect();
    shown.sort_by_key(|diagnostic| !diagnostic.is_error());
    shown.truncate(MAX_DIAGNOSTICS);
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
