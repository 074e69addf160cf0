//! The difference between a deployed document and the local one, without any of their values but
//! dates and identifiers.

use jiff::Timestamp;
use serde_json::Value as Json;

use super::cause::{Cause, DocumentKind, Fact, Files};
use super::limits::parse_json;
use super::resource::Document;
use crate::digest::Digest;
use crate::model::id::ConsultantId;

/// Returns how a deployed JSON document differs from the local one, whose bytes are different.
pub(super) fn diff(deployed: &[u8], local: &[u8], document: Option<Document>) -> (Cause, Fact) {
    let parsed = parse_json(deployed, local).zip(parse_json(local, local));
    let Some((deployed_json, local_json)) = parsed else {
        return (Cause::OtherContent, Fact::NotJson(files(deployed, local)));
    };
    if deployed_json == local_json {
        return (Cause::Rewritten, Fact::Files(files(deployed, local)));
    }
    let kinds = (kind(&deployed_json), kind(&local_json));
    if kinds.0 != kinds.1 {
        use DocumentKind::{JsonResume, Profile};
        let cause = match kinds {
            (Profile, JsonResume) | (JsonResume, Profile) => Cause::OtherFormat,
            _ => Cause::OtherContent,
        };
        return (cause, Fact::Kind { deployed: kinds.0, local: kinds.1 });
    }
    if let (Some(deployed), Some(local)) = (id(&deployed_json), id(&local_json))
        && deployed != local
    {
        return (Cause::OtherConsultant, Fact::ProfileOf(deployed));
    }
    match (modified(&deployed_json), modified(&local_json)) {
        (Some(deployed), Some(local)) if deployed != local => {
            let cause = match deployed < local {
                true => Cause::OlderVersion,
                false => Cause::NewerVersion,
            };
            (cause, Fact::Modified { deployed, local })
        }
        _ => (Cause::OtherContent, fields(&deployed_json, &local_json, document)),
    }
}

/// Describes two files by their lengths and digests.
pub(super) fn files(deployed: &[u8], local: &[u8]) -> Files {
    let describe = |bytes: &[u8]| {
        // Enough to distinguish two files.
        (bytes.len(), format!("{:.12}", Digest::of(bytes).to_string()))
    };
    Files { deployed: describe(deployed), local: describe(local) }
}

/// Recognizes a document by the fields that only its kind has.
fn kind(document: &Json) -> DocumentKind {
    let has = |field| document.get(field).is_some();
    if has("_links") && has("schema_version") {
        DocumentKind::Profile
    } else if has("basics") && has("meta") {
        DocumentKind::JsonResume
    } else if has("error") {
        DocumentKind::Error
    } else {
        DocumentKind::Other
    }
}

fn id(document: &Json) -> Option<ConsultantId> {
    document.get("id")?.as_str().and_then(ConsultantId::parse)
}

/// Returns the time at which the content of a document was modified.
fn modified(document: &Json) -> Option<Timestamp> {
    let of_profile = document.get("lastModified");
    let value = of_profile.or_else(|| document.get("meta")?.get("lastModified"))?;
    value.as_str()?.parse().ok()
}

/// Names the local fields with other values. Names of other fields may be private.
fn fields(deployed: &Json, local: &Json, document: Option<Document>) -> Fact {
    let empty = serde_json::Map::new();
    let deployed = deployed.as_object().unwrap_or(&empty);
    let local = local.as_object().unwrap_or(&empty);
    let changed = local.iter().filter(|(name, value)| deployed.get(*name) != Some(value));
    Fact::Fields {
        document,
        changed: changed.map(|(name, _)| name.clone()).collect(),
        only_deployed: deployed.keys().filter(|name| !local.contains_key(*name)).count(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOCAL: &str = r#"{"id": "anna", "schema_version": "1.0", "_links": {},
        "lastModified": "2026-03-04T09:30:00+01:00", "summary": {"short": "secret"}}"#;

    fn of(deployed: &str) -> (Cause, Fact) {
        let (cause, fact) = diff(deployed.as_bytes(), LOCAL.as_bytes(), None);
        assert!(!format!("{fact:?}").contains("secret"), "{fact:?}");
        (cause, fact)
    }

    #[test]
    fn dates_distinguish_versions() {
        let older = LOCAL.replace("2026-03-04T09:30:00+01:00", "2026-01-02T00:00:00Z");
        assert_eq!(of(&older).0, Cause::OlderVersion);
        assert_eq!(of(&LOCAL.replace("2026", "2027")).0, Cause::NewerVersion);
        let fields = |names: &[&str], only_deployed| {
            let changed = names.iter().map(|name| name.to_string()).collect();
            (Cause::OtherContent, Fact::Fields { document: None, changed, only_deployed })
        };
        assert_eq!(of(&LOCAL.replace("secret", "secret of others")), fields(&["summary"], 0));
        let more = LOCAL.replace("\"summary\"", "\"secret\": 1, \"summary\"");
        assert_eq!(of(&more), fields(&[], 1));
    }

    #[test]
    fn recognizes_other_documents() {
        let compact = LOCAL.replace(['\n', ' '], "");
        assert_eq!(of(&compact).0, Cause::Rewritten);
        let other = of(&LOCAL.replace("\"anna\"", "\"berta\""));
        let berta = ConsultantId::parse("berta").expect("an id");
        assert_eq!(other, (Cause::OtherConsultant, Fact::ProfileOf(berta)));
        let resume = of(r#"{"basics": {"name": "secret"}, "meta": {}}"#);
        let (deployed, local) = (DocumentKind::JsonResume, DocumentKind::Profile);
        assert_eq!(resume, (Cause::OtherFormat, Fact::Kind { deployed, local }));
        assert_eq!(of(r#"{"secret": 1}"#).0, Cause::OtherContent);
        assert!(matches!(of("<html>secret").1, Fact::NotJson(files) if files.deployed.0 == 12));
    }
}
