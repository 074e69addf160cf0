//! The page of a content file that belongs to no consultant, such as `site.yaml`.

use serde_json::{Value as Json, json};

use super::diagnostic::{self, DiagnosticViews};
use super::layout;
use super::source_view::rows;
use crate::diagnostic::Diagnostic;
use crate::preview::state::PreviewState;
use crate::preview::url;

/// Returns the context of the page; `None` if `path` is not an existing YAML file.
pub(crate) fn context(state: &PreviewState, path: &str) -> Option<Json> {
    let source = state.sources.get(path)?;
    let text = diagnostic::text(state, path)?;
    let of_file = state.diagnostics.iter().filter(|d| d.file == path);
    let of_file: Vec<&Diagnostic> = of_file.collect();
    Some(json!({
        "layout": layout::context(state, Some(&of_file)),
        "file": format!("{}/{path}", state.sources.root()),
        "editor": source.location().and_then(|path| url::editor(&path, 1, 1)),
        "rows": rows(&text, &of_file, &mut DiagnosticViews::new(state)),
    }))
}
