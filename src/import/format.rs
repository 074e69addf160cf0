//! Which format a JSON document is in.

use serde_json::{Map, Value as Json};

use crate::document::reserved_keys::SECTIONS;

/// Why a document is no JSON Resume, as the predicate of a sentence about the file, and what to do.
pub(super) type Objection = (String, &'static str);

const CONVERT: &str = "convert it to JSON Resume first, or start from a new profile";

/// Formats by marks that JSON Resume does not have: a path of keys, and the format's name.
const MARKS: [(&[&str], &str); 19] = [
    (&["employment", "history"], "a FRESH résumé (FRESCA)"),
    (&["SkillsPassport"], "a Europass document"),
    (&["LearnerInfo"], "a Europass document"),
    (&["Europass"], "a Europass document"),
    (&["profile", "personalInformation"], "a Europass document"),
    (&["StructuredXMLResume"], "an HR-XML résumé"),
    (&["Resume", "StructuredXMLResume"], "an HR-XML résumé"),
    (&["Candidate"], "an HR Open (HR-XML) candidate"),
    (&["candidate", "person"], "an HR Open (HR-XML) candidate"),
    (&["PersonName"], "an HR-XML résumé"),
    (&["aboutMe", "profile"], "a Manfred Awesomic CV (MAC)"),
    (&["publicIdentifier"], "an export from LinkedIn"),
    (&["localizedFirstName"], "an export from LinkedIn"),
    (&["vanityName"], "an export from LinkedIn"),
    (&["linkedinUrl"], "an export from LinkedIn"),
    (&["positions", "values"], "an export from LinkedIn"),
    (
        &["@context"],
        "JSON-LD, a description by schema.org perhaps",
    ),
    (&["resourceType"], "a FHIR resource"),
    (&["openapi"], "a description of an interface"),
];

/// The document's fields, if it can be a JSON Resume.
pub(super) fn recognise(document: &Json) -> Result<&Map<String, Json>, Objection> {
    let Json::Object(fields) = document else {
        return Err(("holds no group of fields".to_owned(), CONVERT));
    };
    let format = fields.get("meta").and_then(|meta| meta.get("format"));
    if let Some(format) = format.and_then(Json::as_str)
        && format.to_ascii_uppercase().starts_with("FRESH")
    {
        return Err((format!("is a FRESH résumé ({format})"), CONVERT));
    }
    if fields.contains_key("schema_version") && fields.contains_key("_links") {
        let hint = "fetch the same profile as JSON Resume: add `?format=jsonresume` to its address";
        return Err(("is a profile as vitae publishes it".to_owned(), hint));
    }
    let marked = |path: &[&str]| {
        let found = path.iter().try_fold(document, |value, key| value.get(key));
        found.is_some()
    };
    if !fields.contains_key("basics")
        && let Some((_, name)) = MARKS.iter().find(|(path, _)| marked(path))
    {
        return Err((format!("is {name}, not a JSON Resume"), CONVERT));
    }
    if ["$schema", "type", "properties"]
        .iter()
        .all(|key| fields.contains_key(*key))
    {
        return Err(("is a JSON Schema, not a résumé".to_owned(), CONVERT));
    }
    let is_section = |key: &&str| *key != "$schema" && *key != "meta" && fields.contains_key(*key);
    if !SECTIONS.iter().any(is_section) {
        let message = "is no JSON Resume: it has none of its sections, such as `basics` and `work`";
        return Err((message.to_owned(), CONVERT));
    }
    Ok(fields)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::recognise;

    #[test]
    fn other_formats_are_named() {
        for (document, name) in [
            (json!([]), "no group of fields"),
            (
                json!({"meta": {"format": "FRESH@0.6.0"}, "name": "Anna"}),
                "FRESH@0.6.0",
            ),
            (
                json!({"employment": {"history": []}, "skills": {}}),
                "FRESH",
            ),
            (json!({"SkillsPassport": {}}), "Europass"),
            (
                json!({"publicIdentifier": "anna", "skills": []}),
                "LinkedIn",
            ),
            (
                json!({"schema_version": "1.0", "_links": {}, "skills": {}}),
                "vitae",
            ),
            (json!({"Candidate": {}}), "HR-XML"),
            (
                json!({"@context": "https://schema.org", "@type": "Person"}),
                "schema.org",
            ),
            (
                json!({"$schema": "a", "type": "object", "properties": {}}),
                "JSON Schema",
            ),
            (json!({"a": 1}), "none of its sections"),
        ] {
            let (message, _) = recognise(&document).expect_err(name);
            assert!(message.contains(name), "{message}");
        }
        assert!(recognise(&json!({"basics": {}, "publicIdentifier": "x"})).is_ok());
        assert!(recognise(&json!({"work": null})).is_ok());
    }
}
