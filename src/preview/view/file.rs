//! The text of a content file that is no consultant's, such as the site's settings.

use serde::Serialize;

use super::diagnostics::{self, DiagnosticViews};
use super::layout::Frame;
use super::source_view::{Row, lines};
use super::url;
use crate::diagnostic::Diagnostic;
use crate::preview::state::State;

/// The page.
#[derive(Debug, Serialize)]
pub(crate) struct FilePage {
    frame: Frame,
    file: String,
    editor: Option<String>,
    lines: Vec<Row>,
}

impl FilePage {
    /// The page of the file at `path`; `None` if there is no such YAML file.
    pub(crate) fn new(state: &State, path: &str) -> Option<Self> {
        let source = state.sources.get(path)?;
        let text = diagnostics::text(source)?;
        let told = state.diagnostics.iter().filter(|told| told.file == path);
        let told: Vec<&Diagnostic> = told.collect();
        let location = source.location();
        Some(Self {
            frame: Frame::new(state, Some(path)),
            file: format!("{}/{path}", state.sources.root()),
            editor: location.and_then(|path| url::editor(&path, 1, 1)),
            lines: lines(&text, &told, &mut DiagnosticViews::new(state)),
        })
    }
}
