//! A consultant's page: the profile, its changes, its YAML and the published JSON.

use std::collections::BTreeSet;
use std::iter::once;

use serde_json::{Value as Json, json};

use super::diagnostic::{self, DiagnosticViews, by_consultant};
use super::layout;
use super::overview::{initials, photo_url};
use super::source_view::rows;
use crate::diagnostic::Diagnostic;
use crate::diff::fields::PathStep;
use crate::diff::{ConsultantChange, PublicConsultant, SAME_DATE, compare};
use crate::digest::Digest;
use crate::due::{self, Event};
use crate::model::due_dates::DueDates;
use crate::model::id::ConsultantId;
use crate::preview::consultant::{PreviewedConsultant, ProfileVersion};
use crate::preview::state::PreviewState;
use crate::preview::summary::ProfileSummary;
use crate::preview::url;
use crate::render::profile_path;

/// Returns the context of the page of `id`; `None` if the consultant does not exist.
pub(crate) fn context(state: &PreviewState, id: &ConsultantId) -> Option<Json> {
    let consultant = state.consultant(id)?;
    let (newest, displayed) = (&*consultant.newest, consultant.displayed());
    let (readable, json_resume) = state.documents(displayed).unzip();
    let is_readable = readable.is_some();
    // Of a file that cannot be read, the last build has a version.
    let last_build = || serde_json::from_slice(&state.last_build.read(id)?).ok();
    let is_inactive = newest.active == Some(false);
    let profile: Option<Json> = readable.or_else(|| last_build().filter(|_| !is_inactive));
    let text = |pointer| profile.as_ref()?.pointer(pointer)?.as_str();
    let name = text("/personal/name").or_else(|| text("/name")).unwrap_or(id.as_str());
    let summary = profile.as_ref().map(|profile| ProfileSummary::new(id, profile));
    let summary = summary.as_ref();
    let headline = summary.and_then(|summary| summary.headline.as_deref());
    let path = newest.profile.path();
    let mut diagnostics = by_consultant(state).remove(id).unwrap_or_default();
    diagnostics.sort_by_key(|diagnostic| !diagnostic.is_error());
    let layout = layout::context(state, Some(&diagnostics));
    let errors = diagnostics.iter().filter(|d| d.is_error()).count();
    let warnings = diagnostics.len() - errors;
    let mut failing = diagnostics.iter().filter(|d| d.is_error()).map(|d| &d.file);
    let is_only_photo = errors > 0 && failing.all(|file| file.starts_with("photos/"));
    let (of_yaml, others): (Vec<&Diagnostic>, Vec<&Diagnostic>) =
        diagnostics.into_iter().partition(|d| d.file == path);
    let mut views = DiagnosticViews::new(state);
    let yaml = diagnostic::text(state, path).unwrap_or_default();
    let editor = newest.profile.location().and_then(|path| url::editor(&path, 1, 1));
    let photo = photo_url(state, consultant);
    let change =
        profile.as_ref().filter(|_| !is_inactive).and_then(|profile| change(state, id, profile));
    let notes = change.iter().flat_map(|change| &change.notes);
    // The date of a change that is not committed yet is the date of the last commit.
    let notes = notes.filter(|note| **note != SAME_DATE).map(|note| &note.message);
    let mut untranslated = BTreeSet::new();
    // Without a translation, a sentence above the profile says so.
    if displayed.has_translation() {
        texts_of(&displayed.untranslated().unwrap_or_default(), &mut untranslated);
        // It rarely differs between languages.
        untranslated.remove(name);
    }
    let is_published = consultant.published().is_some() && state.site.is_some();
    Some(json!({
        "layout": layout,
        "name": name,
        "initials": initials(name),
        "title": text("/title").filter(|title| Some(*title) != headline),
        "headline": headline,
        "location": summary.and_then(|summary| summary.location.as_deref()),
        "photo": photo,
        "file": format!("{}/{path}", state.sources.root()),
        "editor": editor,
        "is_active": !is_inactive,
        "is_readable": is_readable,
        "has_translation": displayed.has_translation(),
        "untranslated": untranslated,
        "period": Some(newest.period).filter(|period| !period.is_unlimited()),
        "day": state.day,
        "status": state.status(consultant),
        "due": due(state, consultant),
        "has_errors": newest.has_errors,
        "has_last_good": consultant.last_good.is_some(),
        "published": state.last_build.root(),
        "is_first_build": !state.last_build.exists,
        "changes": change.as_ref().map(|change| &change.fields),
        "notes": notes.collect::<Vec<_>>(),
        "rows": rows(&yaml, &of_yaml, &mut views),
        "other_diagnostics": others.into_iter().map(|d| views.view(d)).collect::<Vec<Json>>(),
        "errors": errors,
        "is_only_photo": is_only_photo,
        "warnings": warnings,
        "json": profile.as_ref().map(|profile| format!("{profile:#}")),
        "json_resume": json_resume.flatten(),
        "api": is_published.then(|| profile_path(id)),
        "profile": profile,
    }))
}

fn texts_of(json: &Json, found: &mut BTreeSet<String>) {
    match json {
        Json::String(text) => drop(found.insert(text.trim().to_owned())),
        Json::Array(items) => items.iter().for_each(|item| texts_of(item, found)),
        Json::Object(fields) => fields.values().for_each(|field| texts_of(field, found)),
        Json::Null | Json::Bool(_) | Json::Number(_) => {}
    }
}

/// How far ahead the page looks, in days.
const DUE_WITHIN: u32 = 30;

/// Returns what is due for a consultant. Without the history of git, outdated translations are not known.
fn due(state: &PreviewState, consultant: &PreviewedConsultant) -> Vec<Event> {
    let ProfileVersion { id, period, .. } = &*consultant.newest;
    let is_published = consultant.published().is_some();
    let compiled = consultant.displayed().compile(&state.compiler).decoded.consultant;
    let dates = compiled.filter(|_| is_published).and_then(|it| DueDates::of(&it.profile));
    let mut events = due::events_of(id, *period, dates.as_ref(), state.day);
    let outdated = is_published.then(|| due::outdated(&state.sources, once(id), state.day));
    let outdated = outdated.and_then(Result::ok).into_iter().flatten();
    events.extend(outdated.map(Event::from));
    let last = state.day.after(DUE_WITHIN);
    events.retain(|event| last.is_none_or(|last| event.day <= last));
    events.sort();
    events
}

/// Compares the `profile` of a consultant with the published one, field by field.
fn change(state: &PreviewState, id: &ConsultantId, profile: &Json) -> Option<ConsultantChange> {
    let public = |profile| PublicConsultant { profile, json_resume: Digest::of(&[]), photo: None };
    let base = state.last_build.read(id).map(public);
    let head = public(serde_json::to_vec(profile).expect("JSON serializes"));
    let mut change = compare(id, base.as_ref(), Some(&head))?;
    let date = [PathStep::Key("lastModified".to_owned())];
    change.fields.sort_by_key(|field| field.path == date);
    Some(change)
}

/// Returns the context of the page for a consultant or file that does not exist.
pub(crate) fn not_found(state: &PreviewState, name: &str) -> Json {
    let is_published =
        ConsultantId::parse(name).is_some_and(|id| state.last_build.digest(&id).is_some());
    json!({
        "layout": layout::context(state, None),
        "name": name,
        // The published directory, if it still contains the consultant.
        "published": is_published.then(|| state.last_build.root()),
    })
}
