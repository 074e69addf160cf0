//! Recognizes the format of a JSON document.

use serde_json::Value as Json;

use super::read;
use crate::document::reserved_keys::SECTIONS;

/// Why a document is not a JSON Resume, as the predicate of a sentence about the file, and a hint.
pub(super) type OtherFormat = (String, &'static str);

/// What to do with a file of another format.
pub(super) const CONVERT: &str =
    "convert it to JSON Resume first, or create a profile with `vitae new`";

/// The problem of a document that is of an unknown format.
pub(super) const NO_SECTIONS: &str = "is not a JSON Resume: it has neither `basics` nor `work`";

/// Formats of files that are not JSON, by the start of the file. The first match decides.
const FILES: [(&[u8], &str); 9] = [
    (b"%PDF", "a PDF document"),
    (b"PK\x03\x04", "a ZIP archive, such as a download from LinkedIn or a Word document"),
    (b"\x1F\x8B", "a compressed file (gzip)"),
    (b"{\\rtf", "an RTF document"),
    (b"\xD0\xCF\x11\xE0", "a Word document"),
    (b"\x89PNG", "a picture"),
    (b"\xFF\xD8\xFF", "a picture"),
    (b"BEGIN:VCARD", "a vCard"),
    (b"---", "a YAML document"),
];

/// Returns the format of a file that is not JSON, if it is known.
pub(super) fn of_file(bytes: &[u8]) -> Option<&'static str> {
    if let Some((_, name)) = FILES.iter().find(|(start, _)| bytes.starts_with(start)) {
        return Some(name);
    }
    let text = read::text(bytes)?;
    let text = text.trim_start();
    let start = text[..text.floor_char_boundary(4_000)].to_lowercase();
    let first_line = start.lines().next().unwrap_or_default();
    let is_yaml_key = |line: &str| {
        let key = line.split_once(':').filter(|(_, rest)| rest.is_empty() || rest.starts_with(' '));
        key.is_some_and(|(key, _)| {
            !key.is_empty() && key.chars().all(|c| c.is_alphanumeric() || "_-".contains(c))
        })
    };
    let is_csv = |separator: char| {
        let header = first_line.split(separator).map(|cell| cell.trim_matches(['"', ' ']));
        let is_name = |cell: &str| {
            !cell.is_empty() && cell.chars().all(|c| c.is_alphanumeric() || " _-/()".contains(c))
        };
        first_line.contains(separator) && header.clone().all(is_name)
    };
    if start.starts_with('<') {
        Some(match start {
            _ if start.contains("europass") || start.contains("skillspassport") => {
                "a Europass XML document"
            }
            _ if start.contains("<html") || start.starts_with("<!doctype html") => "an HTML page",
            _ => "an XML document",
        })
    } else if start.starts_with(['{', '[']) {
        None
    } else if is_csv(',') || is_csv(';') || is_csv('\t') {
        Some("a CSV table, such as an export from LinkedIn")
    } else if start
        .lines()
        .find(|line| !line.trim_start().starts_with('#'))
        .is_some_and(is_yaml_key)
    {
        Some("a YAML document")
    } else {
        None
    }
}

/// Returns an error if the document cannot be a JSON Resume.
pub(super) fn recognize(document: &Json) -> Result<(), OtherFormat> {
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
    let formats = include_str!("formats.tsv").lines();
    let mut formats = formats.filter_map(|row| row.split_once('\t'));
    if !fields.contains_key("basics")
        && let Some((_, name)) = formats.find(|(path, _)| has_path(path))
    {
        return Err((format!("is {name}, not a JSON Resume"), CONVERT));
    }
    if ["$schema", "type", "properties"].into_iter().all(has_path) {
        return Err(("is a JSON Schema, not a résumé".to_owned(), CONVERT));
    }
    let is_section = |key: &&str| *key != "$schema" && *key != "meta" && fields.contains_key(*key);
    match SECTIONS.iter().any(is_section) {
        true => Ok(()),
        false => Err((NO_SECTIONS.to_owned(), CONVERT)),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{of_file, recognize};

    #[test]
    fn names_other_files() {
        for (file, name) in [
            (&b"%PDF-1.7"[..], Some("PDF")),
            (b"PK\x03\x04\x14", Some("ZIP")),
            (b"<?xml version=\"1.0\"?><SkillsPassport/>", Some("Europass")),
            (
                b"\xEF\xBB\xBF<?xml?><Candidate xmlns=\"http://www.europass.eu/1.0\"/>",
                Some("Europass"),
            ),
            (b"\n<!DOCTYPE html><p>", Some("HTML")),
            (b"<resume/>", Some("XML")),
            (b"First Name,Last Name,Headline\nAnna,Berg,x", Some("CSV")),
            (b"# r\nbasics:\n  name: Anna\n", Some("YAML")),
            (b"---\nname: Anna\n", Some("YAML")),
            (b"{\"a\": }", None),
            (b"hello", None),
            (b"", None),
        ] {
            let found = of_file(file);
            assert_eq!(found.is_some(), name.is_some(), "{found:?} {name:?}");
            assert!(found.unwrap_or_default().contains(name.unwrap_or_default()), "{found:?}");
        }
    }

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
            (json!({"a": 1}), "neither `basics` nor `work`"),
        ] {
            let (problem, _) = recognize(&document).expect_err(name);
            assert!(problem.contains(name), "{problem}");
        }
        assert!(recognize(&json!({"basics": {}, "publicIdentifier": "x"})).is_ok());
        assert!(recognize(&json!({"work": null})).is_ok());
    }
}
