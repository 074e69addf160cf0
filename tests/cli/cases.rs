//! Whole contents and what becomes of them: `tests/cases/<name>/{content,expected}`,
//! some with `templates` of their own.
//!
//! `expected/said.txt` is what `vitae build` says, the other files what it publishes. What is the
//! same for every content (error documents, the manifest) or has tests of its own (the interface's
//! description, the schema, the page, what leads programs to them) is not repeated there. With `VITAE_BLESS=1` the expected
//! files are written instead of compared.

use std::collections::BTreeMap;
use std::path::Path;
use std::{env, fs};

use crate::project::{Project, copy, files, repository, text};

const ELSEWHERE: [&str; 9] = [
    ".well-known/",
    "_internal/error/",
    "_internal/manifest",
    "_internal/not-found.json",
    "api/openapi.json",
    "index.html",
    "llms.txt",
    "robots.txt",
    "schemas/",
];

#[test]
fn every_case_comes_out_as_expected() {
    let folder = repository().join("tests/cases");
    let mut cases: Vec<_> = fs::read_dir(&folder)
        .expect("the cases")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    cases.sort();
    assert!(cases.len() > 8, "the cases are not where they were");
    let mut differences = Vec::new();
    for case in cases {
        let name = case
            .file_name()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        let project = Project::empty(&format!("cases/{name}"));
        for folder in ["content", "templates"]
            .map(Path::new)
            .iter()
            .filter(|f| case.join(f).exists())
        {
            copy(&case.join(folder), &project.root.join(folder));
        }
        let said = text(&project.run("build"));
        let mut got: BTreeMap<String, Vec<u8>> = project
            .files("dist")
            .into_iter()
            .filter(|(path, _)| {
                !ELSEWHERE
                    .iter()
                    .any(|elsewhere| path.starts_with(elsewhere))
            })
            .collect();
        got.insert("said.txt".to_owned(), said.into_bytes());
        let expected = case.join("expected");
        if env::var_os("VITAE_BLESS").is_some() {
            let _ = fs::remove_dir_all(&expected);
            for (path, bytes) in &got {
                let path = expected.join(path);
                fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
                fs::write(path, bytes).expect("writable");
            }
        }
        let expected = files(&expected);
        for path in got
            .keys()
            .chain(expected.keys().filter(|path| !got.contains_key(*path)))
        {
            let show = |files: &BTreeMap<String, Vec<u8>>| {
                let bytes = files.get(path);
                bytes.map_or("(no such file)".into(), |bytes| {
                    String::from_utf8_lossy(bytes).into_owned()
                })
            };
            if got.get(path) != expected.get(path) {
                differences.push(format!(
                    "{name}: {path}\nexpected:\n{}\ngot:\n{}",
                    show(&expected),
                    show(&got)
                ));
            }
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n\n"));
}
