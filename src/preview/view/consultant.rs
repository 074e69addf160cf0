//! A consultant's page: the profile, its changes, its YAML and the published JSON.

use serde_json::{Value as Json, json};

use super::changes::{first_publication, published_changes};
use super::diagnostic::{self, DiagnosticViews, by_consultant};
use super::layout;
use super::photo::{initials, photo};
use super::profile::{profile_view, text};
use super::source_view::rows;
use crate::diagnostic::Diagnostic;
use crate::model::id::ConsultantId;
use crate::preview::displayed::Displayed;
use crate::preview::last_build::NextBuild;
use crate::preview::state::State;
use crate::preview::url;
use crate::render::profile_path;
use crate::source::Source;

/// Returns the context of the page of `id`; `None` if the consultant does not exist.
pub(crate) fn context(state: &State, id: &ConsultantId) -> Option<Json> {
    let current = state.content.get(id)?;
    let displayed = Displayed::new(state, current);
    let (profile, json_resume) = displayed.documents().unzip();
    let profile = profile.as_ref();
    let next_build = displayed.next_build();
    let has_photo = displayed.photo().is_some();
    let (changes, notes) = match (next_build, profile, state.last_build.read(id)) {
        (NextBuild::Changed | NextBuild::Unchanged, Some(profile), Some(published)) => {
            (published_changes(&published, profile), Vec::new())
        }
        (NextBuild::New | NextBuild::First, Some(profile), _) => {
            first_publication(id, profile, has_photo)
        }
        _ => Default::default(),
    };
    let path = current.path();
    let diagnostics = by_consultant(state).remove(id).unwrap_or_default();
    let errors = diagnostics.iter().filter(|d| d.is_error()).count();
    let warnings = diagnostics.len() - errors;
    let (of_yaml, of_photo): (Vec<&Diagnostic>, Vec<&Diagnostic>) =
        diagnostics.into_iter().partition(|d| d.file == path);
    let yaml_has_errors = of_yaml.iter().any(|diagnostic| diagnostic.is_error());
    let mut views = DiagnosticViews::new(state);
    let source = state.sources.get(path);
    let yaml = diagnostic::text(state, path).unwrap_or_default();
    let editor = source.and_then(Source::location).and_then(|path| url::editor(&path, 1, 1));
    let field = |pointer| profile.and_then(|profile| text(profile, pointer));
    let name = field("/personal/name").or_else(|| field("/name"));
    let name = name.unwrap_or(id.as_str());
    let summary = displayed.consultant.summary.as_ref();
    let released = state.release.as_ref().and_then(|release| release.active(id));
    let headline = summary.and_then(|summary| summary.headline.as_deref());
    Some(json!({
        "layout": layout::context(state, Some(path)),
        "name": name,
        "initials": initials(name),
        "title": field("/title").filter(|title| Some(*title) != headline),
        "headline": headline,
        "location": summary.and_then(|summary| summary.location.as_deref()),
        "photo": photo(&displayed),
        "file": format!("{}/{path}", state.sources.root()),
        "editor": editor,
        "next_build": next_build,
        "version": profile.map(|_| displayed.version),
        "published": state.last_build.root(),
        "profile": profile.map(profile_view),
        "changes": changes,
        "notes": notes,
        "rows": rows(&yaml, &of_yaml, &mut views),
        "photo_diagnostics": of_photo.into_iter().map(|d| views.view(d)).collect::<Vec<Json>>(),
        "errors": errors,
        "is_only_photo": errors > 0 && !yaml_has_errors,
        "warnings": warnings,
        "json": profile.map(|profile| format!("{profile:#}")),
        "json_resume": json_resume.flatten(),
        "api": released.map(|consultant| profile_path(&consultant.id)),
    }))
}

/// Returns the context of the page for a consultant or file that does not exist.
pub(crate) fn not_found(state: &State, name: &str) -> Json {
    let id = ConsultantId::parse(name);
    let is_published = id.is_some_and(|id| state.last_build.profiles.contains_key(&id));
    json!({
        "layout": layout::context(state, None),
        "name": name,
        // The published directory, if it still contains the consultant.
        "published": is_published.then(|| state.last_build.root()),
    })
}
