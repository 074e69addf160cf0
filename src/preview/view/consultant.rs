//! A consultant's page: the profile, what changes, the YAML, and what machines get.

use serde::Serialize;
use serde_json::Value as Json;

use super::diagnostics::{self, DiagnosticView, DiagnosticViews, by_consultant};
use super::json_diff::Change;
use super::layout::Frame;
use super::overview::{headline, initials, photo, place};
use super::profile::{ProfileView, text};
use super::published_diff::{Outlook, Published};
use super::source_view::{Row, lines};
use super::url;
use super::version::{Shown, Version};
use crate::diagnostic::Diagnostic;
use crate::model::id::ConsultantId;
use crate::preview::state::State;
use crate::render::profile_path;
use crate::source::Source;

/// The page.
#[derive(Debug, Serialize)]
pub(crate) struct ConsultantPage {
    frame: Frame,
    id: String,
    name: String,
    initials: String,
    title: Option<String>,
    headline: Option<String>,
    place: Option<String>,
    photo: Option<String>,
    /// The YAML file's path.
    file: String,
    /// The YAML file in an editor program.
    editor: Option<String>,
    is_active: bool,
    outlook: Outlook,
    /// What stands between the file and what is shown.
    version: Option<&'static str>,
    /// The published folder.
    published: String,
    /// When it last changed, as published.
    last_modified: Option<String>,
    profile: Option<ProfileView>,
    changes: Vec<Change>,
    lines: Vec<Row>,
    /// Mistakes that are in no line: those of the photo.
    elsewhere: Vec<DiagnosticView>,
    errors: usize,
    warnings: usize,
    profile_text: Option<String>,
    resume_text: Option<String>,
    /// Where machines get the profile; `None` while they do not.
    api: Option<String>,
}

impl ConsultantPage {
    /// The page of `id`; `None` if there is no such consultant.
    pub(crate) fn new(state: &State, id: &ConsultantId) -> Option<Self> {
        let draft = state.content.consultants.get(id)?;
        let shown = Shown::of(state, draft);
        let published = Published::of(state, id);
        let none = Json::Null;
        let profile = shown.as_ref().map_or(&none, |shown| &shown.profile);
        let outlook = published.outlook(state, draft, shown.as_ref().map(|own| &own.profile));
        let told = by_consultant(state).remove(id).unwrap_or_default();
        let errors = told.iter().filter(|told| told.is_error()).count();
        let warnings = told.len() - errors;
        let (own, others): (Vec<&Diagnostic>, Vec<&Diagnostic>) =
            told.into_iter().partition(|told| told.file == draft.path);
        let mut teller = DiagnosticViews::new(state);
        let source = state.sources.get(&draft.path);
        let yaml = source.and_then(diagnostics::text).unwrap_or_default();
        let name = text(profile, "/personal/name").or_else(|| text(profile, "/name"));
        let name = name.unwrap_or_else(|| id.to_string());
        let headline = headline(profile);
        Some(Self {
            frame: Frame::new(state, Some(&draft.path)),
            id: id.to_string(),
            initials: initials(&name),
            name,
            title: text(profile, "/title").filter(|title| Some(title) != headline.as_ref()),
            headline,
            place: place(profile),
            photo: photo(state, draft),
            file: format!("{}/{}", state.sources.root(), draft.path),
            editor: source
                .and_then(Source::location)
                .and_then(|path| url::editor(&path, 1, 1)),
            is_active: draft.active != Some(false),
            outlook,
            version: shown.as_ref().and_then(|shown| match shown.version {
                Version::Newest => None,
                Version::LastGood => Some("last_good"),
                Version::Partial => Some("partial"),
            }),
            published: state.published.root().display().to_string(),
            last_modified: text(profile, "/lastModified"),
            changes: match outlook {
                Outlook::Changed | Outlook::Same if shown.is_some() => published.changes(profile),
                _ => Vec::new(),
            },
            lines: lines(&yaml, &own, &mut teller),
            elsewhere: others.into_iter().map(|told| teller.view(told)).collect(),
            errors,
            warnings,
            api: is_released(state, id).then(|| profile_path(id)),
            profile: shown.as_ref().map(|shown| ProfileView::new(&shown.profile)),
            resume_text: shown.as_ref().and_then(Shown::resume_text),
            profile_text: shown.as_ref().map(Shown::profile_text),
        })
    }
}

fn is_released(state: &State, id: &ConsultantId) -> bool {
    let path = profile_path(id);
    let release = state.release.as_ref();
    release.is_some_and(|own| own.bundle.get(path.trim_start_matches('/')).is_some())
}

/// The page in place of one that is not there.
#[derive(Debug, Serialize)]
pub(crate) struct Missing {
    frame: Frame,
    /// What was asked for.
    name: String,
    /// The published folder, if it still has a consultant of this name.
    published: Option<String>,
}

impl Missing {
    /// The page in place of `name`.
    pub(crate) fn new(state: &State, name: &str) -> Self {
        let id = ConsultantId::parse(name);
        let is_published = id.is_some_and(|id| Published::of(state, &id).exists());
        Self {
            frame: Frame::new(state, None),
            name: name.to_owned(),
            published: is_published.then(|| state.published.root().display().to_string()),
        }
    }
}
