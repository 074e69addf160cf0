//! What surrounds every page: the site's name, and the mistakes that stop the publishing.

use serde::Serialize;

use super::diagnostics::{DiagnosticView, DiagnosticViews};
use super::url;
use crate::diagnostic::Diagnostic;
use crate::preview::assets;
use crate::preview::state::State;

/// More mistakes than this would hide the page.
const MOST: usize = 5;

/// The surroundings of a page.
#[derive(Debug, Serialize)]
pub(crate) struct Frame {
    /// The site's name.
    site: String,
    /// The state's version, by which an open page knows whether it is the newest.
    version: String,
    /// Whether there is a published page to look at.
    has_release: bool,
    /// What the environment did.
    failure: Option<String>,
    errors: usize,
    warnings: usize,
    /// What stops the publishing: the mistakes, and the failure.
    obstacles: usize,
    /// Whether they are shown on top of the page.
    has_strip: bool,
    /// The first of the mistakes.
    mistakes: Vec<DiagnosticView>,
    /// How many more there are.
    more: usize,
    /// Where all of them are.
    mistakes_href: String,
    home: &'static str,
    /// The address below which the assets are.
    assets: String,
    /// Tells these assets from changed ones.
    fingerprint: String,
}

impl Frame {
    /// The surroundings of a page, with the mistakes of the file at `own` first.
    pub(super) fn new(state: &State, own: Option<&str>) -> Self {
        let is_own = |told: &&Diagnostic| Some(told.file.as_str()) == own;
        let errors = || state.diagnostics.iter().filter(|told| told.is_error());
        let own_first = errors()
            .filter(is_own)
            .chain(errors().filter(|told| !is_own(told)));
        let mut teller = DiagnosticViews::new(state);
        let mistakes: Vec<DiagnosticView> =
            own_first.take(MOST).map(|told| teller.view(told)).collect();
        let count = errors().count();
        Self {
            site: state
                .settings()
                .map_or_else(|| "Consultant profiles".to_owned(), |own| own.title.clone()),
            version: state.version(),
            has_release: state.release.is_some(),
            failure: state.failure.clone(),
            errors: count,
            warnings: state.diagnostics.len() - count,
            obstacles: count + usize::from(state.failure.is_some()),
            has_strip: count > 0 || state.failure.is_some(),
            more: count - mistakes.len(),
            mistakes,
            mistakes_href: format!("{}{}", url::ROOT, url::MISTAKES),
            home: url::ROOT,
            assets: format!("{}{}", url::ROOT, url::ASSETS),
            fingerprint: assets::fingerprint(&state.templates),
        }
    }

    /// The surroundings of a page that shows the mistakes itself.
    pub(crate) fn without_strip(state: &State) -> Self {
        Self {
            has_strip: false,
            mistakes: Vec::new(),
            ..Self::new(state, None)
        }
    }
}
