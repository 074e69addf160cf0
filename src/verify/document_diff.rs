//! What a document there is, compared with the one here: nothing of it is said but the names of
//! fields, dates and digests.

use jiff::Timestamp;
use serde_json::Value as Json;
use sha2::{Digest, Sha256};

use super::cause::Cause;
use crate::model::id::ConsultantId;

/// How many fields are named.
const NAMED: usize = 6;

/// How a JSON document there differs from the one here, byte for byte: the cause, and what to say
/// about this document.
pub(super) fn documents(there: &[u8], here: &[u8]) -> (Cause, String) {
    let parsed = (serde_json::from_slice(there), serde_json::from_slice(here));
    let (Ok(there_json), Ok(here_json)) = parsed else {
        return (Cause::Other, format!("no JSON; {}", digests(there, here)));
    };
    let (there_json, here_json): (Json, Json) = (there_json, here_json);
    if there_json == here_json {
        return (Cause::Rewritten, digests(there, here));
    }
    if Kind::of(&there_json) != Kind::of(&here_json) {
        let (there, here) = (Kind::of(&there_json), Kind::of(&here_json));
        let cause = match (there, here) {
            (Kind::Profile, Kind::JsonResume) | (Kind::JsonResume, Kind::Profile) => {
                Cause::OtherFormat
            }
            _ => Cause::Other,
        };
        return (
            cause,
            format!("{} there, {} here", there.word(), here.word()),
        );
    }
    let id = |document: &Json| {
        let text = document.get("id").and_then(Json::as_str);
        text.and_then(ConsultantId::parse)
    };
    if let (Some(there), Some(here)) = (id(&there_json), id(&here_json))
        && there != here
    {
        return (Cause::OtherConsultant, format!("the profile of `{there}`"));
    }
    match (modified(&there_json), modified(&here_json)) {
        (Some(there), Some(here)) if there != here => {
            let cause = if there < here {
                Cause::Older
            } else {
                Cause::Newer
            };
            let is_one_day = day(there) == day(here);
            let shown = |time: Timestamp| {
                if is_one_day {
                    time.to_string()
                } else {
                    day(time)
                }
            };
            (
                cause,
                format!("lastModified {} there, {} here", shown(there), shown(here)),
            )
        }
        _ => {
            let fields = differing(&there_json, &here_json);
            (Cause::Other, format!("differs in {fields}"))
        }
    }
}

/// How a file there that is no JSON differs from the one here.
pub(super) fn digests(there: &[u8], here: &[u8]) -> String {
    format!(
        "{} bytes there (SHA-256 {}...), {} here ({}...)",
        there.len(),
        digest(there),
        here.len(),
        digest(here)
    )
}

/// The beginning of a digest: enough to tell two files apart.
fn digest(bytes: &[u8]) -> String {
    let digest = Sha256::digest(bytes);
    digest
        .iter()
        .take(6)
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

/// What a document is, by what only that kind has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Profile,
    JsonResume,
    Error,
    Other,
}

impl Kind {
    fn of(document: &Json) -> Self {
        let has = |field| document.get(field).is_some();
        if has("_links") && has("schema_version") {
            Self::Profile
        } else if has("basics") && has("meta") {
            Self::JsonResume
        } else if has("error") {
            Self::Error
        } else {
            Self::Other
        }
    }

    fn word(self) -> &'static str {
        match self {
            Self::Profile => "the profile",
            Self::JsonResume => "the JSON Resume",
            Self::Error => "an error",
            Self::Other => "another document",
        }
    }
}

/// When the content of a document was changed last.
fn modified(document: &Json) -> Option<Timestamp> {
    let of_profile = document.get("lastModified");
    let value = of_profile.or_else(|| document.get("meta")?.get("lastModified"))?;
    value.as_str()?.parse().ok()
}

/// The day in UTC.
fn day(time: Timestamp) -> String {
    time.strftime("%Y-%m-%d").to_string()
}

/// The names of the fields that differ. Those that only one of them has are named if they are
/// ours.
fn differing(there: &Json, here: &Json) -> String {
    let (Json::Object(there), Json::Object(here)) = (there, here) else {
        return "everything".to_owned();
    };
    let own = here
        .iter()
        .filter(|(name, value)| there.get(*name) != Some(value));
    let mut names: Vec<String> = own.map(|(name, _)| format!("`{name}`")).collect();
    let more = names.len().saturating_sub(NAMED);
    names.truncate(NAMED);
    if more > 0 {
        names.push(format!("{more} more"));
    }
    let foreign = there
        .keys()
        .filter(|name| !here.contains_key(*name))
        .count();
    match foreign {
        0 => {}
        1 => names.push("a field that is not here".to_owned()),
        _ => names.push(format!("{foreign} fields that are not here")),
    }
    names.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: &str = r#"{"id": "anna", "schema_version": "1.0", "_links": {},
        "lastModified": "2026-03-04T09:30:00+01:00", "summary": {"short": "secret"}}"#;

    fn of(there: &str) -> (Cause, String) {
        let (cause, text) = documents(there.as_bytes(), HERE.as_bytes());
        assert!(!text.contains("secret"), "{text}");
        (cause, text)
    }

    #[test]
    fn versions_are_told_by_their_dates() {
        let older = HERE.replace("2026-03-04T09:30:00+01:00", "2026-01-02T00:00:00Z");
        let text = "lastModified 2026-01-02 there, 2026-03-04 here".to_owned();
        assert_eq!(of(&older), (Cause::Older, text));
        assert_eq!(of(&HERE.replace("2026", "2027")).0, Cause::Newer);
        let hour = of(&HERE.replace("T09", "T08")).1;
        assert_eq!(
            hour,
            "lastModified 2026-03-04T07:30:00Z there, 2026-03-04T08:30:00Z here"
        );
        let same = of(&HERE.replace("secret", "secret of others"));
        assert_eq!(same, (Cause::Other, "differs in `summary`".to_owned()));
        let more = of(&HERE.replace("\"summary\"", "\"secret\": 1, \"summary\""));
        assert_eq!(more.1, "differs in a field that is not here");
    }

    #[test]
    fn what_it_is_instead_is_told() {
        assert_eq!(
            of(&HERE.replace("\n", "").replace(' ', "")).0,
            Cause::Rewritten
        );
        let other = of(&HERE.replace("\"anna\"", "\"berta\""));
        assert_eq!(
            other,
            (Cause::OtherConsultant, "the profile of `berta`".to_owned())
        );
        let resume = of(r#"{"basics": {"name": "secret"}, "meta": {}}"#);
        let text = "the JSON Resume there, the profile here".to_owned();
        assert_eq!(resume, (Cause::OtherFormat, text));
        assert_eq!(of(r#"{"secret": 1}"#).0, Cause::Other);
        assert!(
            of("<html>secret")
                .1
                .starts_with("no JSON; 12 bytes there (SHA-256 ")
        );
    }
}
