//! A consultant's page: the profile, its changes, its YAML and the published JSON.

use serde_json::{Value as Json, json};

use super::diagnostics::{self, DiagnosticViews, by_consultant};
use super::displayed_profile::DisplayedProfile;
use super::overview::{headline, initials, location, photo};
use super::profile::{profile_view, text};
use super::published_diff::{NextBuild, PublishedProfile};
use super::source_view::rows;
use super::{layout, url};
use crate::diagnostic::Diagnostic;
use crate::model::id::ConsultantId;
use crate::preview::state::State;
use crate::render::profile_path;
use crate::source::Source;

/// Returns the context of the page of `id`; `None` if the consultant does not exist.
pub(crate) fn context(state: &State, id: &ConsultantId) -> Option<Json> {
    let draft = state.content.draft(id)?;
    let displayed = DisplayedProfile::new(state, draft);
    let profile = displayed.as_ref().map(|displayed| &displayed.json);
    let published = PublishedProfile::read(state, id);
    let next_build = published.next_build(state, draft, profile);
    let changes = match (next_build, profile) {
        (NextBuild::Changed | NextBuild::Unchanged, Some(profile)) => published.changes(profile),
        _ => Vec::new(),
    };
    let diagnostics = by_consultant(state).remove(id).unwrap_or_default();
    let errors = diagnostics.iter().filter(|d| d.is_error()).count();
    let warnings = diagnostics.len() - errors;
    let (of_yaml, of_photo): (Vec<&Diagnostic>, Vec<&Diagnostic>) =
        diagnostics.into_iter().partition(|d| d.file == draft.path);
    let mut views = DiagnosticViews::new(state);
    let source = state.sources.get(&draft.path);
    let yaml = source.and_then(diagnostics::text).unwrap_or_default();
    let editor = source.and_then(Source::location).and_then(|path| url::editor(&path, 1, 1));
    let field = |pointer| profile.and_then(|profile| text(profile, pointer));
    let name = field("/personal/name").or_else(|| field("/name"));
    let name = name.unwrap_or(id.as_str());
    let headline = profile.and_then(headline);
    Some(json!({
        "layout": layout::context(state, Some(&draft.path)),
        "name": name,
        "initials": initials(name),
        "title": field("/title").filter(|title| Some(*title) != headline),
        "headline": headline,
        "location": profile.and_then(location),
        "photo": photo(state, draft),
        "file": format!("{}/{}", state.sources.root(), draft.path),
        "editor": editor,
        "next_build": next_build,
        "version": displayed.as_ref().map(|displayed| displayed.version),
        "published": state.published.root().display().to_string(),
        "profile": profile.map(profile_view),
        "changes": changes,
        "rows": rows(&yaml, &of_yaml, &mut views),
        "photo_diagnostics": of_photo.into_iter().map(|d| views.view(d)).collect::<Vec<Json>>(),
        "errors": errors,
        "warnings": warnings,
        "json": profile.map(|profile| format!("{profile:#}")),
        "json_resume": displayed.as_ref().and_then(DisplayedProfile::json_resume),
        "api": is_released(state, id).then(|| profile_path(id)),
    }))
}

fn is_released(state: &State, id: &ConsultantId) -> bool {
    let path = profile_path(id);
    let release = state.release.as_ref();
    release.is_some_and(|own| own.artifact(path.trim_start_matches('/')).is_some())
}

/// Returns the context of the page for a consultant or file that does not exist.
pub(crate) fn not_found(state: &State, name: &str) -> Json {
    let id = ConsultantId::parse(name);
    let is_published = id.is_some_and(|id| PublishedProfile::read(state, &id).exists());
    json!({
        "layout": layout::context(state, None),
        "name": name,
        // The published directory, if it still contains the consultant.
        "published": is_published.then(|| state.published.root().display().to_string()),
    })
}
