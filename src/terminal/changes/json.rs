//! Changes as JSON, described in `docs/formats.md`.

use serde_json::{Value as Json, json};
use vitae::diff::fields::FieldChange;
use vitae::diff::{ConsultantChange, PublicChanges, SiteChange};
use vitae::model::day::Day;
use vitae::model::id::ConsultantId;

use super::{dotted, is_only_json_resume, site_verb, summary, verb};

/// Version of the format, increased by every breaking change.
const VERSION: u32 = 1;

pub(super) fn render(changes: &PublicChanges) -> Json {
    let mut document = json!({
        "version": VERSION,
        "summary": summary(changes),
        "base": changes.base,
        "head": changes.head,
        "consultants": changes.consultants.iter().map(consultant).collect::<Vec<_>>(),
        "unknown": changes.unknown.iter().map(ConsultantId::as_str).collect::<Vec<_>>(),
        "site": changes.site.iter().map(site).collect::<Vec<_>>(),
    });
    if let Some(coming) = &changes.coming {
        let change = |(day, change): &(Day, ConsultantChange)| {
            let mut change = consultant(change);
            change["date"] = json!(day);
            change
        };
        document["coming"] = coming.iter().map(change).collect();
    }
    document
}

fn consultant(change: &ConsultantChange) -> Json {
    let notes =
        change.notes.iter().map(|note| json!({ "code": note.code, "message": note.message }));
    json!({
        "id": change.id.as_str(),
        "change": verb(change),
        "from": change.former_id.as_ref().map(ConsultantId::as_str),
        "fields": change.fields.iter().map(field).collect::<Vec<_>>(),
        "photo": change.photo,
        "only_json_resume": is_only_json_resume(change),
        "notes": notes.collect::<Vec<_>>(),
    })
}

fn field(change: &FieldChange) -> Json {
    let mut field = json!({ "path": dotted(&change.path) });
    let difference = serde_json::to_value(&change.difference).expect("a difference is JSON");
    if let (Some(field), Json::Object(difference)) = (field.as_object_mut(), difference) {
        field.extend(difference);
    }
    field
}

fn site(change: &SiteChange) -> Json {
    let lines = change.lines.iter().map(
        |(is_new, line)| json!({ "kind": if *is_new { "added" } else { "removed" }, "text": line }),
    );
    json!({
        "path": change.path,
        "change": site_verb(change),
        "lines": lines.collect::<Vec<_>>(),
    })
}
