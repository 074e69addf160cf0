//! Prints what changes in public.

mod human;
mod json;
mod markdown;

use clap::ValueEnum;
use serde_json::Value as Json;
use vitae::diff::fields::PathStep;
use vitae::diff::{ConsultantChange, ConsultantStatus, PublicChanges, SiteChange};
use vitae::error::Result;
use vitae::model::day::Day;

use super::{plural, print_json, print_stdout};

/// Output format of changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ChangesFormat {
    /// Text for people
    Human,
    /// Markdown for the summary of a workflow or a comment in a pull request
    Markdown,
    /// One JSON document (docs/formats.md)
    Json,
}

/// Prints the changes, and for people the checklist of what can still serve withdrawn consultants.
pub(crate) fn show(
    format: ChangesFormat,
    changes: &PublicChanges,
    checklist: Option<&str>,
) -> Result<()> {
    match format {
        ChangesFormat::Human => print_stdout(&human::render(changes, checklist)),
        ChangesFormat::Markdown => print_stdout(&markdown::render(changes, checklist)),
        ChangesFormat::Json => print_json(&json::render(changes)),
    }
}

/// What is said of a consultant with errors in the base.
const UNKNOWN: &str = "the file has errors in the base; a profile that an earlier build published can change \
    or be withdrawn";

/// Returns the number of changes of each kind: "1 added, 2 changed".
fn summary(changes: &PublicChanges) -> String {
    let count = |word: &'static str| {
        let count = changes.consultants.iter().filter(|change| verb(change) == word).count();
        (count > 0).then(|| format!("{count} {word}"))
    };
    let mut parts: Vec<String> =
        ["added", "changed", "renamed", "withdrawn"].into_iter().filter_map(count).collect();
    match coming(changes).count() {
        0 => {}
        count => parts.push(format!("{count} coming")),
    }
    if !changes.site.is_empty() {
        parts.push(format!("{} of the site", plural(changes.site.len(), "file")));
    }
    match parts[..] {
        [] => "nothing changes in public".to_owned(),
        _ => parts.join(", "),
    }
}

fn verb(change: &ConsultantChange) -> &'static str {
    match change.status {
        _ if change.former_id.is_some() => "renamed",
        ConsultantStatus::New => "added",
        ConsultantStatus::Changed => "changed",
        ConsultantStatus::Unchanged => "unchanged",
        ConsultantStatus::Withdrawn => "withdrawn",
    }
}

/// Returns the day on which each consultant that is not public yet becomes public, and what changes on it.
fn coming(changes: &PublicChanges) -> impl Iterator<Item = &(Day, ConsultantChange)> {
    changes.coming.iter().flatten()
}

fn site_verb(change: &SiteChange) -> &'static str {
    match (change.before, change.after) {
        (false, _) => "added",
        (_, false) => "removed",
        _ => "changed",
    }
}

/// Returns whether a change is only visible in the JSON Resume form of a profile.
fn is_only_json_resume(change: &ConsultantChange) -> bool {
    change.status == ConsultantStatus::Changed && change.fields.is_empty() && change.photo.is_none()
}

/// Formats a path: `contracts[Region North, Architect].end_date`.
fn dotted(path: &[PathStep]) -> String {
    let mut text = String::new();
    for step in path {
        match step {
            PathStep::Key(key) if text.is_empty() => text += key,
            PathStep::Key(key) => text += &format!(".{key}"),
            PathStep::Item(name) => text += &format!("[{name}]"),
        }
    }
    text
}

/// Formats a value on one line: a text without quotes, other values as JSON.
fn value(json: &Json) -> String {
    match json {
        Json::String(text) => text.split_whitespace().collect::<Vec<_>>().join(" "),
        Json::Array(items) if items.iter().all(Json::is_string) => {
            items.iter().map(value).collect::<Vec<_>>().join(", ")
        }
        other => other.to_string(),
    }
}
