//! Recognizes the format of a JSON document.

use serde_json::{Map, Value as Json};

use crate::document::reserved_keys::SECTIONS;

/// Why a document is not a JSON Resume, as the predicate of a sentence about the file, and a hint.
pub(super) type OtherFormat = (String, &'static str);

const CONVERT: &str = "convert it to JSON Resume first, or create a profile with `vitae new`";

/// Formats by a path of keys that JSON Resume does not have.
const FORMATS: [(&str, &str); 19] = [
    ("employment.history", "a FRESH résumé (FRESCA)"),
    ("SkillsPassport", "a Europass document"),
    ("LearnerInfo", "a Europass document"),
    ("Europass", "a Europass document"),
    ("profile.personalInformation", "a Europass document"),
    ("StructuredXMLResume", "an HR-XML résumé"),
    ("Resume.StructuredXMLResume", "an HR-XML résumé"),
    ("Candidate", "an HR Open (HR-XML) candidate"),
    ("candidate.person", "an HR Open (HR-XML) candidate"),
    ("PersonName", "an HR-XML résumé"),
    ("aboutMe.profile", "a Manfred Awesomic CV (MAC)"),
    ("publicIdentifier", "an export from LinkedIn"),
    ("localizedFirstName", "an export from LinkedIn"),
    ("vanityName", "an export from LinkedIn"),
    ("linkedinUrl", "an export from LinkedIn"),
    ("positions.values", "an export from LinkedIn"),
    ("@context", "a JSON-LD document (schema.org)"),
    ("resourceType", "a FHIR resource"),
    ("openapi", "an OpenAPI description"),
];

/// Returns the fields of the document if it can be a JSON Resume.
pub(super) fn recognize(document: &Json) -> Result<&Map<String, Json>, OtherFormat> {
    let Json::Object(fields) = document else {
        return Err(("is not a group of fields".to_owned(), CONVERT));
    };
    let format = fields.get("meta").and_then(|meta| meta.get("format"));
    if let Some(format) = format.and_then(Json::as_str)
        && format.to_ascii_uppercase().starts_with("FRESH")
    {
        return Err((format!("is a FRESH résumé ({format})"), CONVERT));
    }
    if fields.contains_key("schema_version") && fields.contains_key("_links") {
        let hint = "download it as JSON Resume: add `?format=jsonresume` to its URL";
        return Err(("is a profile published by vitae".to_owned(), hint));
    }
    let has_path =
        |path: &str| path.split('.').try_fold(document, |value, key| value.get(key)).is_some();
    if !fields.contains_key("basics")
        && let Some((_, name)) = FORMATS.iter().find(|(path, _)| has_path(path))
    {
        return Err((format!("is {name}, not a JSON Resume"), CONVERT));
    }
    if ["$schema", "type", "properties"].into_iter().all(has_path) {
        return Err(("is a JSON Schema, not a résumé".to_owned(), CONVERT));
    }
    let is_section = |key: &&str| *key != "$schema" && *key != "meta" && fields.contains_key(*key);
    if !SECTIONS.iter().any(is_section) {
        let problem = "is not a JSON Resume: it has no section such as `basics` or `work`";
        return Err((problem.to_owned(), CONVERT));
    }
    Ok(fields)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::recognize;

    #[test]
    fn names_other_formats() {
        for (document, name) in [
            (json!([]), "not a group of fields"),
            (json!({"meta": {"format": "FRESH@0.6.0"}, "name": "Anna"}), "FRESH@0.6.0"),
            (json!({"employment": {"history": []}, "skills": {}}), "FRESH"),
            (json!({"SkillsPassport": {}}), "Europass"),
            (json!({"publicIdentifier": "anna", "skills": []}), "LinkedIn"),
            (json!({"schema_version": "1.0", "_links": {}, "skills": {}}), "vitae"),
            (json!({"Candidate": {}}), "HR-XML"),
            (json!({"@context": "https://schema.org", "@type": "Person"}), "schema.org"),
            (json!({"$schema": "a", "type": "object", "properties": {}}), "JSON Schema"),
            (json!({"a": 1}), "no section"),
        ] {
            let (problem, _) = recognize(&document).expect_err(name);
            assert!(problem.contains(name), "{problem}");
        }
        assert!(recognize(&json!({"basics": {}, "publicIdentifier": "x"})).is_ok());
        assert!(recognize(&json!({"work": null})).is_ok());
    }
}
