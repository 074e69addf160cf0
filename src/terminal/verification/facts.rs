//! The text of facts and of the consultants and documents that they are about.

use jiff::Timestamp;
use vitae::verify::cause::{Affected, DocumentKind, Fact, Files};

/// How many fields are listed.
const LISTED_FIELDS: usize = 6;

pub(super) fn affected_text(affected: &Affected) -> String {
    match affected {
        Affected::Consultant(id) => id.to_string(),
        Affected::Path(path) => path.clone(),
        Affected::NotFound => "paths that do not exist".to_owned(),
    }
}

pub(super) fn fact_text(fact: &Fact) -> String {
    match fact {
        Fact::Document(document) => document.name().to_owned(),
        Fact::Path(path) => path.clone(),
        Fact::Status(status) => format!("status {status}"),
        Fact::Request(request) => request.to_string(),
        Fact::HtmlPage => "an HTML page".to_owned(),
        Fact::PhotoOf(id) => format!("the photo of `{id}`"),
        Fact::UnknownPhoto(files) => format!("an unknown photo; {}", files_text(files)),
        Fact::Files(files) => files_text(files),
        Fact::NotJson(files) => format!("not a comparable JSON document; {}", files_text(files)),
        Fact::Kind { deployed, local } => {
            format!("{} instead of {}", kind(*deployed), kind(*local))
        }
        Fact::ProfileOf(id) => format!("the profile of `{id}`"),
        Fact::Modified { deployed, local } => modified(*deployed, *local),
        Fact::Fields { document, changed, only_deployed } => {
            let document = document.map(|document| format!("the {} ", document.name()));
            document.unwrap_or_default() + &fields(changed, *only_deployed)
        }
    }
}

fn files_text(files: &Files) -> String {
    let ((length, digest), (local_length, local_digest)) = (&files.deployed, &files.local);
    format!(
        "{length} bytes deployed (SHA-256 {digest}...), {local_length} bytes locally ({local_digest}...)"
    )
}

fn kind(kind: DocumentKind) -> &'static str {
    match kind {
        DocumentKind::Profile => "the profile",
        DocumentKind::JsonResume => "the JSON Resume",
        DocumentKind::Error => "an error",
        DocumentKind::Other => "another document",
    }
}

/// Names two dates, or two times if the dates are the same.
fn modified(deployed: Timestamp, local: Timestamp) -> String {
    let [mut times, dates] = [
        [deployed, local].map(|time| time.to_string()),
        [deployed, local].map(|time| time.strftime("%Y-%m-%d").to_string()),
    ];
    if dates[0] != dates[1] {
        times = dates;
    }
    format!("lastModified {} deployed, {} locally", times[0], times[1])
}

fn fields(names: &[String], unknown: usize) -> String {
    let listed = names.iter().take(LISTED_FIELDS);
    let mut parts: Vec<String> = listed.map(|name| format!("`{name}`")).collect();
    match names.len().saturating_sub(LISTED_FIELDS) {
        0 => {}
        more => parts.push(format!("{more} more")),
    }
    match unknown {
        0 => {}
        1 => parts.push("a field that the local document does not have".to_owned()),
        _ => parts.push(format!("{unknown} fields that the local document does not have")),
    }
    format!("differs in {}", parts.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_times_only_on_the_same_date() {
        let text = |deployed: &str, local: &str| {
            let time = |text: &str| text.parse::<Timestamp>().expect("a time");
            fact_text(&Fact::Modified { deployed: time(deployed), local: time(local) })
        };
        assert_eq!(
            text("2026-01-02T00:00:00Z", "2026-03-04T09:30:00+01:00"),
            "lastModified 2026-01-02 deployed, 2026-03-04 locally"
        );
        assert_eq!(
            text("2026-03-04T08:30:00+01:00", "2026-03-04T09:30:00+01:00"),
            "lastModified 2026-03-04T07:30:00Z deployed, 2026-03-04T08:30:00Z locally"
        );
    }

    #[test]
    fn lists_fields() {
        let text = |names: &[&str], unknown| {
            fields(&names.iter().map(|name| name.to_string()).collect::<Vec<_>>(), unknown)
        };
        assert_eq!(text(&["summary"], 0), "differs in `summary`");
        let of_others = "differs in a field that the local document does not have";
        assert_eq!(text(&[], 1), of_others);
        let many = "differs in `a`, `b`, `c`, `d`, `e`, `f`, 1 more";
        assert_eq!(text(&["a", "b", "c", "d", "e", "f", "g"], 0), many);
    }
}
