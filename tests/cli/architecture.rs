//! Rules about the source code: layers, circular imports, and what each module may use.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use crate::project::repository;

/// Modules from low to high. A module may use the modules of lower rows.
const LAYERS: [&[&str]; 19] = [
    &["characters", "paths"],
    &[
        "birth_date",
        "confidential",
        "error",
        "diagnostic_code",
        "did_you_mean",
        "digest",
        "private_text",
        "slug",
    ],
    &["diagnostic", "private_keys"],
    &["source", "templates", "bundle", "discovery", "private_value"],
    &["yaml"],
    &["photo"],
    &["document"],
    &["model"],
    &["content", "entry"],
    &["route"],
    &["render", "import"],
    &["compile", "fix"],
    &["diff", "due"],
    &["publish", "preview", "verify"],
    &["cache", "forms"],
    &["progress", "terminal"],
    &["commands"],
    &["cli"],
    &["main"],
];

/// Returns the path below `src` and the text of each source file.
fn sources() -> Vec<(String, String)> {
    let root = repository().join("src");
    let sources: Vec<_> = walkdir::WalkDir::new(&root)
        .into_iter()
        .map(|entry| entry.expect("an entry").into_path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .map(|path| {
            let relative = path.strip_prefix(&root).expect("a path below src");
            let text = fs::read_to_string(&path).expect("readable");
            (relative.display().to_string(), text)
        })
        .collect();
    assert!(sources.len() > 30, "the source files have moved");
    sources
}

fn module(path: &str) -> &str {
    let first = path.split('/').next().expect("a first component");
    first.trim_end_matches(".rs")
}

fn layer(module: &str) -> Option<usize> {
    LAYERS.iter().position(|layer| layer.contains(&module))
}

/// Returns the code without line comments and unit tests.
fn code(text: &str) -> String {
    let (code, _) = text.split_once("#[cfg(test)]\nmod ").unwrap_or((text, ""));
    let lines = code.lines();
    let lines = lines.filter(|line| !line.trim_start().starts_with("//"));
    lines.collect::<Vec<_>>().join("\n")
}

/// Returns the paths that a file uses, from the root of the crate: `["verify", "client"]` for
/// `use super::client::Client` in `verify/runner.rs`.
fn used_paths(path: &str, code: &str) -> BTreeSet<Vec<String>> {
    let own = module_path(path);
    let mut used = BTreeSet::new();
    for keyword in ["crate::", "vitae::", "super::"] {
        for (at, _) in code.match_indices(keyword) {
            let is_start = !code[..at].ends_with(|c: char| c.is_alphanumeric() || "_:".contains(c));
            if !is_start {
                continue;
            }
            let mut rest = &code[at..];
            let mut base = match keyword {
                "super::" => own.clone(),
                _ => Vec::new(),
            };
            while let Some(after) = rest.strip_prefix("super::") {
                base.pop();
                rest = after;
            }
            let rest = rest.strip_prefix("crate::").unwrap_or(rest);
            let rest = rest.strip_prefix("vitae::").unwrap_or(rest);
            for tail in expand(rest) {
                used.insert(base.iter().cloned().chain(tail).collect());
            }
        }
    }
    used
}

/// Returns the first two components of each path at the start of the text: one path, or several for
/// a group in braces.
fn expand(text: &str) -> Vec<Vec<String>> {
    let Some(group) = text.strip_prefix('{') else {
        let name: String = text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        let after = text[name.len()..].strip_prefix("::");
        let is_final =
            after.is_none_or(|after| after.starts_with(|c: char| !c.is_alphabetic() && c != '{'));
        let tails = match after {
            Some(after) if !is_final => expand(after),
            _ => vec![Vec::new()],
        };
        let path = |tail: Vec<String>| std::iter::once(name.clone()).chain(tail).collect();
        return tails.into_iter().map(path).collect();
    };
    let mut paths = Vec::new();
    let (mut depth, mut start) = (0, 0);
    for (at, character) in group.char_indices() {
        match character {
            '{' => depth += 1,
            '}' if depth > 0 => depth -= 1,
            ',' | '}' if depth == 0 => {
                let item = group[start..at].trim();
                if !item.is_empty() {
                    paths.extend(expand(item));
                }
                start = at + 1;
                if character == '}' {
                    break;
                }
            }
            _ => {}
        }
    }
    paths
}

/// Returns the module path of a file: `["verify", "table"]` for `verify/table/mod.rs`.
fn module_path(path: &str) -> Vec<String> {
    let path = path.trim_end_matches(".rs").trim_end_matches("/mod");
    path.split('/').map(str::to_owned).collect()
}

#[test]
fn modules_use_only_lower_layers() {
    let mut violations = Vec::new();
    for (path, text) in sources() {
        let own = module(&path);
        if own == "lib" {
            continue;
        }
        let own_layer = layer(own).unwrap_or_else(|| panic!("`{own}` is in no layer"));
        for used in used_paths(&path, &code(&text)) {
            let is_violation = |used: usize| used >= own_layer;
            if used[0] != own && layer(&used[0]).is_some_and(is_violation) {
                violations.push(format!("src/{path}: `{own}` uses `{}`", used[0]));
            }
        }
    }
    assert!(violations.is_empty(), "{}", violations.join("\n"));
}

#[test]
fn files_of_a_directory_do_not_import_each_other_in_a_circle() {
    // For each directory: which of its files and subdirectories use which others.
    let mut uses: BTreeMap<Vec<String>, BTreeMap<String, BTreeSet<String>>> = BTreeMap::new();
    let sources = sources();
    let modules: BTreeSet<_> = sources.iter().map(|(path, _)| module_path(path)).collect();
    for (path, text) in &sources {
        let own = module_path(path);
        // Unit tests may use the modules that use theirs.
        if own.iter().any(|module| module == "tests") {
            continue;
        }
        for used in used_paths(path, &code(text)) {
            let shared = own.iter().zip(&used).take_while(|(a, b)| a == b).count();
            if shared == 0 {
                continue;
            }
            let child = |path: &[String]| match path.get(..=shared) {
                Some(child) if modules.contains(child) => child[shared].clone(),
                _ => "mod".to_owned(),
            };
            let (from, to) = (child(&own), child(&used));
            if from != to {
                let directory = uses.entry(own[..shared].to_vec()).or_default();
                directory.entry(from).or_default().insert(to);
            }
        }
    }
    let mut circles = Vec::new();
    for (directory, uses) in &uses {
        let directory = directory.join("/");
        for start in uses.keys() {
            if reachable(uses, start).contains(start) {
                circles.push(format!("src/{directory}: {start}"));
            }
        }
    }
    assert!(circles.is_empty(), "part of a circle:\n{}", circles.join("\n"));
}

/// Returns everything that `start` uses, directly or through others.
fn reachable(uses: &BTreeMap<String, BTreeSet<String>>, start: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut open = vec![start.to_owned()];
    while let Some(next) = open.pop() {
        for used in uses.get(&next).into_iter().flatten() {
            if found.insert(used.clone()) {
                open.push(used.clone());
            }
        }
    }
    found
}

#[test]
fn paths_in_the_architecture_document_exist() {
    let text = fs::read_to_string(repository().join("ARCHITECTURE.md")).expect("readable");
    let names: Vec<_> = sources().into_iter().map(|(path, _)| path).collect();
    let exists = |path: &str| match path.contains('/') {
        true => repository().join(path).exists(),
        false => names.iter().any(|name| name.rsplit('/').next() == Some(path)),
    };
    let directories = ["src/", "tests/", "templates/", "docs/", "benches/", "content/"];
    let is_path = |word: &&str| {
        let is_listed = directories.iter().any(|directory| word.starts_with(directory));
        (is_listed || word.ends_with(".rs")) && !word.contains('<')
    };
    let words = text.lines().flat_map(|line| line.split('`').skip(1).step_by(2));
    let missing: Vec<_> = words.filter(is_path).filter(|path| !exists(path)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn no_host_is_named() {
    let hosts = repository().join("templates/hosts");
    let mut names: Vec<String> = fs::read_dir(hosts)
        .expect("the hosts")
        .map(|entry| entry.expect("an entry").file_name())
        .map(|name| name.to_string_lossy().into_owned())
        .filter(|name| name != "default" && !name.contains('.'))
        .collect();
    assert!(!names.is_empty());
    let products = ["nginx", "caddy", "apache", "cloudflare", "vercel", "cloudfront"];
    names.extend(products.map(str::to_owned));
    for (path, text) in sources() {
        let text = text.to_lowercase();
        for name in &names {
            assert!(!text.contains(name), "src/{path} names {name}");
        }
    }
}

#[test]
fn only_some_modules_read_and_write() {
    let access = ["std::fs", "use std::fs", "fs::", "File::", "std::{env, fs}"];
    let writing = ["fs::write", "File::create", "fs::rename", "fs::remove_", "fs::create_dir"];
    for (path, text) in sources() {
        if !["source", "templates", "publish", "cache"].contains(&module(&path)) {
            assert_uses_none(&path, &text, &access);
        }
        if !["publish", "cache"].contains(&module(&path)) {
            assert_uses_none(&path, &text, &writing);
        }
    }
}

#[test]
fn only_the_command_line_prints_and_exits() {
    let words = ["clap::", "ExitCode", "anstream", "process::exit", "indicatif"];
    let command_line = ["main", "cli", "commands", "progress", "terminal"];
    for (path, text) in sources() {
        if !command_line.contains(&module(&path)) {
            assert_uses_none(&path, &text, &words);
        }
    }
}

/// vitae decides by shapes (`src/document/shape.rs`), never by the JSON Schema that it writes from them.
#[test]
fn few_modules_build_or_read_json_schemas() {
    let words = ["\"properties\"", "\"additionalProperties\"", "\"propertyNames\"", "\"$ref\""];
    let writers = [
        // For editor programs.
        "document/editor_schema.rs",
        // For consumers: what the derived schemas of published types lack.
        "model/published_attributes.rs",
        "render/json_resume/item.rs",
        "render/json_resume/other_fields.rs",
        "render/schema.rs",
    ];
    for (path, text) in sources() {
        if !writers.contains(&&*path) {
            assert_uses_none(&path, &code(&text), &words);
        }
    }
}

#[test]
fn rendering_uses_no_path_on_the_disk() {
    for (path, text) in sources() {
        if module(&path) == "render" {
            assert_uses_none(&path, &text, &["std::path", "PathBuf", "std::fs", "std::env"]);
        }
    }
}

#[test]
fn paths_print_and_resolve_the_same_on_every_system() {
    let words = [".display()", ".canonicalize()", "fs::canonicalize", "MAIN_SEPARATOR"];
    for (path, text) in sources() {
        if path != "paths.rs" {
            assert_uses_none(&path, &text, &words);
        }
    }
}

fn assert_uses_none(path: &str, text: &str, words: &[&str]) {
    for word in words {
        assert!(!text.contains(word), "src/{path} uses {word}");
    }
}
