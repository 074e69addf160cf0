//! Recognizes files of other formats than JSON Resume.

use serde_json::Value as Json;

use super::field_mapping::section_names;
use super::notation::{front_matter, is_toml};
use super::{linkedin, read};
use crate::yaml::format_of;

/// The formats of other files, by the start of their first line; comments of TeX start with a percent sign.
const STARTS: [(&[u8], &str); 2] =
    [(b"<", "an XML document, such as a Europass CV"), (b"\\", "a TeX document")];
/// What to do with a document of another format, as a hint.
const CONVERT: &str =
    "convert it to JSON Resume with another program, or create a profile with `vitae new`";

/// The problem of a file, as the predicate of a sentence about it, and a hint.
type Problem = (String, &'static str);

fn other_format(name: &str, hint: &'static str) -> Result<(), Problem> {
    Err((format!("is {name}, not a JSON Resume"), hint))
}

/// Returns an error if the file is known to be neither JSON nor YAML nor a LinkedIn archive.
pub(super) fn recognize_file(bytes: &[u8]) -> Result<(), Problem> {
    let text = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let mut lines = text.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii_start);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with(b"%"));
    let start = STARTS.iter().find(|(start, _)| first.is_some_and(|line| line.starts_with(start)));
    if let Some(name) = format_of(bytes).or(start.map(|(_, name)| *name)) {
        return other_format(name, CONVERT);
    }
    match read::text(bytes) {
        Some(text) if linkedin::is_table(&text) => {
            other_format("a CSV table, such as one of a LinkedIn archive", linkedin::GET_ARCHIVE)
        }
        Some(text) if is_toml(&text) => other_format("TOML", CONVERT),
        Some(text) => front_matter(&text).map_or(Ok(()), recognize_front_matter),
        None => Ok(()),
    }
}

/// Returns the error about a Markdown page.
fn recognize_front_matter(front: &str) -> Result<(), Problem> {
    let json = read::yaml("front matter", front).ok().flatten();
    let document: Option<Json> = json.and_then(|json| serde_json::from_str(&json).ok());
    document.as_ref().map_or(Ok(()), recognize_keys)?;
    let hint = match document.is_some_and(|document| recognize(&document).is_ok()) {
        true => "import a file with only the lines between the two lines `---`",
        false => CONVERT,
    };
    other_format("a Markdown page with front matter", hint)
}

/// Returns an error if the document cannot be a JSON Resume.
pub(super) fn recognize(document: &Json) -> Result<(), Problem> {
    let has = |path: &str| has(document, path);
    let has_basics = has("basics");
    if !has_basics && has("schema_version") && has("_links") {
        let hint = "download it as JSON Resume: add `?format=jsonresume` to its URL";
        return Err(("is a profile published by vitae".to_owned(), hint));
    }
    if let Some(items) = document.as_array() {
        let is_section =
            |item: &Json| item.get("title").is_some() && item.get("contents").is_some();
        let is_al_folio = !items.is_empty() && items.iter().all(is_section);
        return other_format(if is_al_folio { "a cv.yml of al-folio" } else { "a list" }, CONVERT);
    }
    recognize_keys(document)?;
    match has_basics || section_names("work").any(has) {
        true => Ok(()),
        false => {
            Err(("is not a JSON Resume: it has neither `basics` nor `work`".to_owned(), CONVERT))
        }
    }
}

fn has(document: &Json, path: &str) -> bool {
    path.split('.').try_fold(document, |value, key| value.get(key)).is_some()
}

/// Returns an error if the document has the keys of another format.
fn recognize_keys(document: &Json) -> Result<(), Problem> {
    let has_basics = has(document, "basics");
    for row in include_str!("formats.tsv").lines().filter(|row| !row.starts_with('#')) {
        let mut cells = row.split('\t');
        let mut cell = || cells.next().unwrap_or_default();
        let (keys, name) = (cell(), cell());
        // A JSON Resume can have such keys, too.
        if has_basics == keys.starts_with("basics")
            && keys.split(',').all(|path| has(document, path))
        {
            let hint = if cell() == "linkedin" { linkedin::GET_ARCHIVE } else { CONVERT };
            return other_format(name, hint);
        }
    }
    Ok(())
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
            (b"BEGIN:VCARD\r\nVERSION:3.0\r\n", Some("vCard")),
            (b"PK\x03\x04 word/document.xml", Some("Word")),
            (b"PK\x03\x04 mimetypeapplication/vnd.oasis.opendocument.text", Some("OpenDocument")),
            (b"\\documentclass[11pt]{moderncv}\n", Some("TeX")),
            (b"%% Anna Berg\n\n%--\n\\input{head}\n", Some("TeX")),
            (b"PK\x03\x04 xl/workbook.xml", Some("Excel")),
            (b"PK\x03\x04 ppt/presentation.xml", Some("PowerPoint")),
            (b"\xD0\xCF\x11\xE0\xA1\xB1", Some("Excel")),
            (b"[basics]\nname = \"Anna\"\n", Some("TOML")),
            (b"+++\ntitle = \"Anna\"\n+++\n", Some("TOML")),
            (b"---\ntitle: Anna\nsuperuser: true\nwork: []\n---\nText\n", Some("HugoBlox")),
            (b"---\ntitle: Anna\n---\n# Text\n", Some("Markdown")),
            (b"---\na: [\n---\n# Text\n", Some("Markdown")),
            (b"---\nbasics: {name: Anna}\n---\nText\n", Some("Markdown")),
            (b"---\nbasics: {name: Anna}\n---\n", None),
            (b"basics:\n  name: Anna\n", None),
            (b"%YAML 1.2\n---\nname: Anna\n", None),
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
            (json!([]), "a list"),
            (json!([{"title": "Work", "type": "map", "contents": []}]), "al-folio"),
            (json!([{"title": "Work"}, {"title": "B", "contents": []}]), "a list"),
            (
                json!({"sidebar": {"name": "A", "tagline": "B"}, "experiences": {"info": []}}),
                "online-cv",
            ),
            (json!({"title": "A", "superuser": true, "work": []}), "HugoBlox"),
            (json!({"slug": "me", "is_owner": true, "experience": []}), "HugoBlox"),
            (json!({"meta": {"format": "FRESH@0.6.0"}, "name": "Anna"}), "FRESH"),
            (json!({"employment": {"history": []}, "skills": {}}), "FRESH"),
            (json!({"SkillsPassport": {}}), "Europass"),
            (json!({"publicIdentifier": "anna", "skills": []}), "LinkedIn"),
            (json!({"schema_version": "1.0", "_links": {}, "skills": {}}), "vitae"),
            (json!({"Candidate": {}}), "HR-XML"),
            (json!({"@context": "https://schema.org", "@type": "Person"}), "schema.org"),
            (json!({"$schema": "a", "type": "object", "properties": {}}), "JSON Schema"),
            (json!({"basics": {}, "sections": {}, "metadata": {}}), "Reactive Resume"),
            (json!({"resume": {"profile": {}}, "settings": {}}), "OpenResume"),
            (json!({"cv": {"name": "Anna"}}), "RenderCV"),
            (json!({"content": {"basics": {}}}), "YAMLResume"),
            (json!({"bruker_id": "1", "title": {}}), "Flowcase"),
            (json!({"key_qualifications": [], "project_experiences": []}), "Flowcase"),
            (json!({"project_experiences": []}), "neither `basics` nor `work`"),
            (json!({"experience": "B", "responsibilities": [], "qualifications": []}), "job"),
            (json!({"a": 1}), "neither `basics` nor `work`"),
        ] {
            let (problem, _) = recognize(&document).expect_err(name);
            assert!(problem.contains(name), "{problem}");
        }
        assert!(recognize(&json!({"basics": {}, "publicIdentifier": "x"})).is_ok());
        assert!(recognize(&json!({"work": null})).is_ok());
    }
}
