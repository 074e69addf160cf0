//! Changes as text for people.

use vitae::characters::printable_line;
use vitae::diff::fields::ValueChange;
use vitae::diff::words::{DiffSegment, SegmentKind};
use vitae::diff::{ConsultantChange, PublicChanges, SiteChange};
use vitae::model::day::Day;

use super::{UNKNOWN, coming, dotted, is_only_json_resume, site_verb, summary, value, verb};

/// The longest unchanged part of a text that is shown whole, in characters.
const MAX_CONTEXT: usize = 60;

/// The most lines of a file of the site that are shown.
const MAX_LINES: usize = 40;

pub(super) fn render(changes: &PublicChanges, checklist: Option<&str>) -> String {
    let compared = format!("{} compared with {}", changes.head, changes.base);
    let mut text = format!("{}\n\n", printable_line(&compared));
    for change in &changes.consultants {
        text += &consultant(change, None);
        text += "\n";
    }
    for (day, change) in coming(changes) {
        text += &consultant(change, Some(*day));
        text += "\n";
    }
    for change in &changes.site {
        text += &site(change);
        text += "\n";
    }
    for id in &changes.unknown {
        text += &format!("! {id}: {UNKNOWN}\n\n");
    }
    text += &summary(changes);
    match checklist {
        Some(checklist) => format!("{text}\n\n{checklist}"),
        None => text,
    }
}

/// Shows a change; one that is coming with its day.
fn consultant(change: &ConsultantChange, coming: Option<Day>) -> String {
    let mut lines = vec![match (&change.former_id, coming) {
        (_, Some(day)) => format!("{}: public from {day}", change.id),
        (Some(former), None) => format!("renamed {former} to {}", change.id),
        (None, None) => format!("{} {}", verb(change), change.id),
    }];
    for field in &change.fields {
        let path = dotted(&field.path);
        lines.push(match &field.difference {
            ValueChange::Added { after } => format!("  + {path}: {}", value(after)),
            ValueChange::Removed { before } => format!("  - {path}: {}", value(before)),
            ValueChange::Replaced { before, after } => {
                format!("  ~ {path}: {} -> {}", value(before), value(after))
            }
            ValueChange::Moved { from, to } => {
                format!("  ~ {path}: moved from position {from} to {to}")
            }
            ValueChange::Words { segments } => format!("  ~ {path}: {}", words(segments)),
            ValueChange::Entries { segments } => format!("  ~ {path}: {}", entries(segments)),
        });
    }
    lines.extend(change.photo.map(|change| format!("  ~ photo: {change}")));
    if is_only_json_resume(change) {
        lines.push("  ~ JSON Resume".to_owned());
    }
    lines.extend(change.notes.iter().map(|note| format!("  ! {}", note.message)));
    lines.iter().map(|line| printable_line(line) + "\n").collect()
}

/// Marks the changed words of a text: `builds [-web sites-]{+platforms+}`.
fn words(segments: &[DiffSegment]) -> String {
    let segment = |segment: &DiffSegment| match segment.kind {
        SegmentKind::Unchanged | SegmentKind::Moved => without_middle(&segment.text),
        SegmentKind::Added => format!("{{+{}+}}", segment.text),
        SegmentKind::Removed => format!("[-{}-]", segment.text),
    };
    let text: String = segments.iter().map(segment).collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Leaves out the middle of a long text.
fn without_middle(text: &str) -> String {
    let characters: Vec<char> = text.chars().collect();
    if characters.len() <= MAX_CONTEXT {
        return text.to_owned();
    }
    let (start, end) =
        (&characters[..MAX_CONTEXT / 2], &characters[characters.len() - MAX_CONTEXT / 2..]);
    start.iter().chain(['…'].iter()).chain(end).collect()
}

/// Lists the changed entries: `+AWS, -Azure, moved Go`.
fn entries(segments: &[DiffSegment]) -> String {
    let changed = segments.iter().filter_map(|segment| match segment.kind {
        SegmentKind::Unchanged => None,
        SegmentKind::Added => Some(format!("+{}", segment.text)),
        SegmentKind::Removed => Some(format!("-{}", segment.text)),
        SegmentKind::Moved => Some(format!("moved {}", segment.text)),
    });
    changed.collect::<Vec<_>>().join(", ")
}

fn site(change: &SiteChange) -> String {
    let mut text = format!("{} {}\n", site_verb(change), printable_line(&change.path));
    for (is_new, line) in change.lines.iter().take(MAX_LINES) {
        text += &format!("  {} {line}\n", if *is_new { '+' } else { '-' });
    }
    if let Some(more @ 1..) = change.lines.len().checked_sub(MAX_LINES) {
        text += &format!("  and {more} more lines\n");
    }
    text
}
