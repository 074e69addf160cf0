//! Recognizes files of other formats than JSON Resume.

use serde_json::Value as Json;

use super::field_mapping::section_names;
use super::{linkedin, read};

/// Formats of files that are not JSON, by the start of the file in any case. The first match decides.
const FILES: [(&[u8], &str); 8] = [
    (b"%PDF", "a PDF document, such as one from LinkedIn"),
    (b"{\\rtf", "an RTF document"),
    (b"\xD0\xCF\x11\xE0", "a Word document"),
    (b"<!DOCTYPE html", "an HTML page"),
    (b"<html", "an HTML page"),
    (b"<", "an XML document, such as a Europass CV"),
    (b"---", "a YAML document"),
    (b"basics:", "a YAML document"),
];

/// The problem of a file, as the predicate of a sentence about it, and a hint.
type Problem = (String, &'static str);

fn other_format(name: &str) -> Result<(), Problem> {
    Err((format!("is {name}, not a JSON Resume"), linkedin::GET_ARCHIVE))
}

/// Returns an error if the file is known not to be JSON.
pub(super) fn recognize_file(bytes: &[u8]) -> Result<(), Problem> {
    let text = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes).trim_ascii_start();
    let has_start =
        |start: &[u8]| text.get(..start.len()).is_some_and(|text| text.eq_ignore_ascii_case(start));
    match FILES.iter().find(|(start, _)| has_start(start)) {
        Some((_, name)) => other_format(name),
        None if read::text(bytes).is_some_and(|text| linkedin::is_table(&text)) => {
            other_format("a CSV table, such as one of a LinkedIn archive")
        }
        None => Ok(()),
    }
}

/// Returns an error if the document cannot be a JSON Resume.
pub(super) fn recognize(document: &Json) -> Result<(), Problem> {
    let has =
        |path: &str| path.split('.').try_fold(document, |value, key| value.get(key)).is_some();
    if has("basics") {
        return Ok(());
    }
    if has("schema_version") && has("_links") {
        let hint = "download it as JSON Resume: add `?format=jsonresume` to its URL";
        return Err(("is a profile published by vitae".to_owned(), hint));
    }
    let mut formats = include_str!("formats.tsv").lines().filter_map(|row| row.split_once('\t'));
    if let Some((_, name)) = formats.find(|(path, _)| has(path)) {
        return other_format(name);
    }
    if section_names("work").any(has) {
        return Ok(());
    }
    Err((
        "is not a JSON Resume: it has neither `basics` nor `work`".to_owned(),
        linkedin::GET_ARCHIVE,
    ))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{recognize, recognize_file};

    #[test]
    fn names_other_files() {
        for (file, name) in [
            (&b"%PDF-1.7"[..], Some("PDF")),
            (b"<?xml version=\"1.0\"?><SkillsPassport/>", Some("Europass")),
            (
                b"\xEF\xBB\xBF<?xml?><Candidate xmlns=\"http://www.europass.eu/1.0\"/>",
                Some("Europass"),
            ),
            (b"\n<!DOCTYPE html><p>", Some("HTML")),
            (b"<resume/>", Some("XML")),
            (b"First Name,Last Name,Headline\nAnna,Berg,x", Some("CSV")),
            (b"\xEF\xBB\xBFName\r\nRust\r\n", Some("CSV")),
            (b"basics:\n  name: Anna\n", Some("YAML")),
            (b"---\nname: Anna\n", Some("YAML")),
            (b"{\"a\": }", None),
            (b"{\"a\":[\"x\",\"Name\",\"y\"]}", None),
            (b"hello", None),
            (b"", None),
        ] {
            let problem = recognize_file(file).err().map(|(problem, _)| problem);
            assert_eq!(problem.is_some(), name.is_some(), "{problem:?} {name:?}");
            let problem = problem.unwrap_or_default();
            assert!(problem.contains(name.unwrap_or_default()), "{problem}");
        }
    }

    #[test]
    fn names_other_formats() {
        for (document, name) in [
            (json!([]), "neither `basics` nor `work`"),
            (json!({"meta": {"format": "FRESH@0.6.0"}, "name": "Anna"}), "FRESH"),
            (json!({"employment": {"history": []}, "skills": {}}), "FRESH"),
            (json!({"SkillsPassport": {}}), "Europass"),
            (json!({"publicIdentifier": "anna", "skills": []}), "LinkedIn"),
            (json!({"schema_version": "1.0", "_links": {}, "skills": {}}), "vitae"),
            (json!({"Candidate": {}}), "HR-XML"),
            (json!({"@context": "https://schema.org", "@type": "Person"}), "schema.org"),
            (json!({"$schema": "a", "type": "object", "properties": {}}), "JSON Schema"),
            (json!({"a": 1}), "neither `basics` nor `work`"),
        ] {
            let (problem, _) = recognize(&document).expect_err(name);
            assert!(problem.contains(name), "{problem}");
        }
        assert!(recognize(&json!({"basics": {}, "publicIdentifier": "x"})).is_ok());
        assert!(recognize(&json!({"work": null})).is_ok());
    }
}
