//! Changes as Markdown for GitHub: the summary of a workflow, or a comment in a pull request.
//!
//! Every text of the content is escaped with numeric character references, which neither Markdown nor
//! HTML interprets: `@name` sends no notification, and `#1` is no link.

use vitae::characters::printable;
use vitae::diff::fields::ValueChange;
use vitae::diff::words::{DiffSegment, SegmentKind};
use vitae::diff::{ConsultantChange, PublicChanges, SiteChange};
use vitae::model::day::Day;

use super::{UNKNOWN, coming, dotted, is_only_json_resume, site_verb, summary, value, verb};

/// The length above which the other changes are only counted, in bytes: a comment on GitHub has at most
/// 65,536 characters.
const MAX_LENGTH: usize = 60_000;

/// The most lines of a change that are shown without a click.
const MAX_LINES: usize = 12;

pub(super) fn render(changes: &PublicChanges, checklist: Option<&str>) -> String {
    let (base, head) = (escaped(&changes.base), escaped(&changes.head));
    let language = changes.language.as_deref().map(|it| format!(" in {}", code(it)));
    let language = language.unwrap_or_default();
    let mut text = format!(
        "### Public profiles{language}: {}\n\n{head} compared with {base}\n",
        summary(changes)
    );
    for id in &changes.unknown {
        text += &format!("\n**{}: {UNKNOWN}**\n", code(id.as_str()));
    }
    let consultants = changes.consultants.iter().map(|change| consultant(change, None));
    let coming = coming(changes).map(|(day, change)| consultant(change, Some(*day)));
    let sections = consultants.chain(coming).chain(changes.site.iter().map(site));
    let mut left_out = 0;
    for section in sections {
        match text.len() + section.len() <= MAX_LENGTH && left_out == 0 {
            true => text += &section,
            false => left_out += 1,
        }
    }
    if left_out > 0 {
        text += &format!("\nAnd {left_out} more: run `vitae diff`.\n");
    }
    if let Some(checklist) = checklist {
        text += &format!("\n<pre>{}</pre>\n", escaped(checklist));
    }
    text.trim_end().to_owned()
}

/// Shows a change; one that is coming with its day.
fn consultant(change: &ConsultantChange, coming: Option<Day>) -> String {
    let id = code(change.id.as_str());
    let title = match (&change.former_id, coming) {
        (_, Some(day)) => format!("{id}: public from {day}"),
        (Some(former), None) => format!("{} → {id}: renamed", code(former.as_str())),
        (None, None) => format!("{id}: {}", verb(change)),
    };
    let notes = change.notes.iter().map(|note| format!("- **Look at this:** {}", note.message));
    let mut lines: Vec<String> = notes.collect();
    for field in &change.fields {
        let path = code(&dotted(&field.path));
        lines.push(match &field.difference {
            ValueChange::Added { after } => format!("- {path}: {}", inserted(&value(after))),
            ValueChange::Removed { before } => format!("- {path}: {}", deleted(&value(before))),
            ValueChange::Replaced { before, after } => {
                format!("- {path}: {} → {}", deleted(&value(before)), inserted(&value(after)))
            }
            ValueChange::Moved { from, to } => {
                format!("- {path}: moved from position {from} to {to}")
            }
            ValueChange::Words { segments } => {
                format!("- {path}: {}", segments.iter().map(segment).collect::<String>())
            }
            ValueChange::Entries { segments } => {
                let changed = segments.iter().filter(|it| it.kind != SegmentKind::Unchanged);
                format!("- {path}: {}", changed.map(segment).collect::<Vec<_>>().join(", "))
            }
        });
    }
    lines.extend(change.photo.map(|change| format!("- photo {change}")));
    if is_only_json_resume(change) {
        lines.push("- JSON Resume".to_owned());
    }
    section(&title, &lines)
}

fn site(change: &SiteChange) -> String {
    let line = |(is_new, line): &(bool, String)| match is_new {
        true => format!("- {}", inserted(line)),
        false => format!("- {}", deleted(line)),
    };
    let title = format!("{}: {}", code(&change.path), site_verb(change));
    section(&title, &change.lines.iter().map(line).collect::<Vec<_>>())
}

/// Returns a title and its lines, which are collapsed if there are many.
fn section(title: &str, lines: &[String]) -> String {
    let text = lines.join("\n");
    match lines.len() {
        0 => format!("\n**{title}**\n"),
        1..=MAX_LINES => format!("\n**{title}**\n\n{text}\n"),
        count => format!(
            "\n<details><summary><b>{title}</b> ({count} changes)</summary>\n\n{text}\n\n</details>\n"
        ),
    }
}

fn segment(segment: &DiffSegment) -> String {
    match segment.kind {
        SegmentKind::Unchanged => escaped(&segment.text),
        SegmentKind::Added => inserted(&segment.text),
        SegmentKind::Removed => deleted(&segment.text),
        SegmentKind::Moved => format!("moved {}", escaped(&segment.text)),
    }
}

fn inserted(text: &str) -> String {
    format!("<ins>{}</ins>", escaped(text))
}

fn deleted(text: &str) -> String {
    format!("<del>{}</del>", escaped(text))
}

fn code(text: &str) -> String {
    format!("<code>{}</code>", escaped(text))
}

/// Replaces everything that Markdown or HTML can interpret.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for character in printable(text).chars() {
        match character {
            '\n' => escaped += "<br>",
            ' ' => escaped.push(' '),
            _ if character.is_ascii() && !character.is_ascii_alphanumeric() => {
                escaped += &format!("&#{};", u32::from(character));
            }
            _ => escaped.push(character),
        }
    }
    escaped
}
