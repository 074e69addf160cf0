//! Keeps unidiomatic wording out of messages, comments, templates and documents.

use std::fs;
use std::path::PathBuf;

use regex::Regex;

use crate::project::repository;

/// Wording to avoid and its replacement. Matches whole words of any case.
const AVOIDED: [(&str, &str); 12] = [
    ("(some|any|no)body|who(m|ever)", "the actor: a client, an author, `vitae build`"),
    ("(is|are|was|were|be|been) told|tells?", "report, print, state"),
    ("(that|which) (is|are) none", "not a valid ..."),
    ("(is|are) no (address|date|file|identifier|proof|text|word)", "is not a ..."),
    ("mend(s|ed|ing)?|cures?|cured", "fix"),
    ("mistakes?", "error, warning, diagnostic, problem"),
    ("folders?", "directory"),
    ("endings?", "file extension"),
    ("anew|beforehand|thereby|hence|without a word", "again, before, so, silently"),
    ("by which|of whom|to whom", "a sentence with the actor as its subject"),
    ("answers? as|(is|are) answered", "respond with, return"),
    ("behind (it|them)|double of", "after, below; emulator, simulator"),
];

/// Phrases that are right: standard terms, names and file names.
const ALLOWED: [&str; 5] =
    ["line ending", "tell apart", "CreateKind::Folder", "nobody-here", "\"folder\": "];

/// Texts for content editors, who know directories as folders: parts of their paths.
const FOR_EDITORS: [&str; 5] = [
    "/codes/",
    "docs/diagnostics.md",
    "docs/editing.md",
    "src/document/site.rs",
    "templates/preview/",
];

#[test]
fn messages_comments_and_documents_use_plain_wording() {
    let patterns = AVOIDED.map(|(words, instead)| {
        let pattern = Regex::new(&format!(r"(?i-u)\b({words})\b")).expect("a valid pattern");
        (pattern, instead)
    });
    let mut found = Vec::new();
    for path in files() {
        let Ok(text) = fs::read_to_string(repository().join(&path)) else {
            // A binary file, such as an image.
            continue;
        };
        for (number, line) in (1..).zip(text.lines()) {
            let line =
                ALLOWED.iter().fold(line.to_owned(), |line, allowed| line.replace(allowed, ""));
            for (pattern, instead) in &patterns {
                let Some(words) = pattern.find(&line) else {
                    continue;
                };
                let is_allowed =
                    *instead == "directory" && FOR_EDITORS.iter().any(|part| path.contains(part));
                if !is_allowed {
                    found.push(format!("{path}:{number}: `{}`; write: {instead}", words.as_str()));
                }
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// Returns the paths of the checked files, relative to the repository.
fn files() -> Vec<String> {
    let root = repository();
    let below = ["src", "templates", "docs", "benches", "content/site.yaml"].into_iter().flat_map(
        |directory| {
            walkdir::WalkDir::new(root.join(directory))
                .into_iter()
                .map(|entry| entry.expect("an entry"))
                .filter(|entry| entry.file_type().is_file())
                .map(walkdir::DirEntry::into_path)
        },
    );
    let documents = fs::read_dir(root)
        .expect("the repository")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "md"));
    let relative = |path: PathBuf| {
        let path = path.strip_prefix(root).expect("a path below the repository");
        path.display().to_string()
    };
    let files: Vec<_> = below.chain(documents).map(relative).collect();
    assert!(files.len() > 200, "the files have moved");
    // The script of the forms contains a library.
    let not_checked = ["CHANGELOG.md", "templates/forms/yaml-format.js"];
    let is_checked = |path: &String| !not_checked.contains(&path.as_str());
    files.into_iter().filter(is_checked).collect()
}
