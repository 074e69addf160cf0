//! The context of the layout of every page: the site's name and the errors that block publishing.

use serde_json::{Value as Json, json};

use super::diagnostic::DiagnosticViews;
use crate::diagnostic::Diagnostic;
use crate::preview::state::PreviewState;
use crate::preview::{assets, url};

/// The maximum number of errors on top of a page; more of them would hide the page.
const MAX_ERRORS: usize = 5;

/// Returns the layout of a page. That of a consultant or a file lists only `own` errors.
pub(super) fn context(state: &PreviewState, own: Option<&[&Diagnostic]>) -> Json {
    let errors: Vec<&Diagnostic> = state.diagnostics.iter().filter(|d| d.is_error()).collect();
    let own_errors = own.map(|own| own.iter().copied().filter(|d| d.is_error()).collect());
    let mut first_errors = own_errors.unwrap_or_else(|| errors.clone());
    first_errors.truncate(MAX_ERRORS);
    let mut views = DiagnosticViews::new(state);
    let title = state.settings().map(|settings| settings.title.as_str());
    json!({
        "site_title": title.unwrap_or("Consultant profiles"),
        "language": state.sources.language(),
        "version": state.version(),
        // The number of consultants, until the first compilation is complete.
        "first_total": state.first_total,
        "has_site": state.site.is_some(),
        "failure": state.failure,
        "errors": errors.len(),
        "warnings": state.diagnostics.len() - errors.len(),
        // The number of reasons why the content cannot be published.
        "blockers": errors.len() + usize::from(state.failure.is_some()),
        "has_error_bar": !errors.is_empty() || state.failure.is_some(),
        "first_errors": first_errors.iter().map(|error| views.view(error)).collect::<Vec<Json>>(),
        "diagnostics_href": format!("{}{}", url::ROOT, url::DIAGNOSTICS),
        "home": url::ROOT,
        "assets": format!("{}{}", url::ROOT, url::ASSETS),
        "fingerprint": assets::fingerprint(&state.templates),
    })
}

/// Returns the layout of a page that lists the errors itself.
pub(crate) fn without_error_bar(state: &PreviewState) -> Json {
    let mut layout = context(state, None);
    layout["has_error_bar"] = false.into();
    layout
}
