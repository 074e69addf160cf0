//! What is absent from the source, and has to stay so.

use std::fs;

use crate::project::repository;

/// Modules from low to high; those in one row do not know each other.
const LAYERS: [&[&str]; 11] = [
    &[
        "error",
        "diagnostic_code",
        "characters",
        "did_you_mean",
        "slug",
    ],
    &["diagnostic"],
    &["source", "templates", "bundle", "discovery"],
    &["yaml"],
    &["document", "model", "photo"],
    &["lower", "route"],
    &["render", "import"],
    &["compile"],
    &["publish", "preview", "verify"],
    &["progress", "terminal"],
    &["commands", "cli", "main"],
];

fn sources() -> Vec<(String, String)> {
    let root = repository().join("src");
    let entries = walkdir::WalkDir::new(&root)
        .into_iter()
        .map(|entry| entry.expect("listable"));
    let rust = entries.filter(|entry| entry.path().extension().is_some_and(|e| e == "rs"));
    let sources: Vec<_> = rust
        .map(|entry| {
            let path = entry
                .path()
                .strip_prefix(&root)
                .expect("below")
                .display()
                .to_string();
            (path, fs::read_to_string(entry.path()).expect("readable"))
        })
        .collect();
    assert!(sources.len() > 30, "the sources are not where they were");
    sources
}

fn module(path: &str) -> &str {
    path.split('/')
        .next()
        .unwrap_or(path)
        .trim_end_matches(".rs")
}

fn layer(module: &str) -> Option<usize> {
    LAYERS.iter().position(|layer| layer.contains(&module))
}

#[test]
fn modules_know_only_lower_ones() {
    let mut found = Vec::new();
    for (path, text) in sources() {
        let own = module(&path);
        if own == "lib" {
            continue;
        }
        let own_layer = layer(own).unwrap_or_else(|| panic!("`{own}` is in no layer"));
        let code = text
            .lines()
            .enumerate()
            .filter(|(_, line)| !line.trim_start().starts_with("//"));
        for (number, line) in code {
            for start in ["crate::", "vitae::"] {
                for (at, _) in line.match_indices(start) {
                    let used =
                        line[at + start.len()..].split(|c: char| !c.is_alphanumeric() && c != '_');
                    let used = used.into_iter().next().unwrap_or_default();
                    let Some(used_layer) = layer(used) else {
                        continue;
                    };
                    if used != own && used_layer >= own_layer && own_layer < LAYERS.len() - 1 {
                        found.push(format!("src/{path}:{}: `{own}` knows `{used}`", number + 1));
                    }
                }
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn no_host_is_named() {
    let hosts = repository().join("templates/hosts");
    let mut names: Vec<String> = fs::read_dir(hosts)
        .expect("the hosts")
        .map(|entry| {
            entry
                .expect("an entry")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .filter(|name| name != "default" && !name.contains('.'))
        .collect();
    assert!(!names.is_empty());
    names.extend(
        [
            "nginx",
            "caddy",
            "apache",
            "cloudflare",
            "vercel",
            "cloudfront",
        ]
        .map(str::to_owned),
    );
    for (path, text) in sources() {
        for name in &names {
            assert!(
                !text.to_lowercase().contains(name),
                "src/{path} names {name}"
            );
        }
    }
}

/// The words by which files are read or written, and the only modules that may use them.
#[test]
fn only_source_reads_and_only_publish_writes() {
    let words = ["std::fs", "use std::fs", "fs::", "File::", "std::{env, fs}"];
    let allowed = ["source", "templates", "publish"];
    for (path, text) in sources() {
        if !allowed.contains(&module(&path)) {
            for word in words {
                assert!(!text.contains(word), "src/{path} uses {word}");
            }
        }
    }
    for word in [
        "fs::write",
        "File::create",
        "fs::rename",
        "remove_",
        "create_dir",
    ] {
        for (path, text) in sources() {
            let writes = text.contains(word);
            assert!(
                !writes || module(&path) == "publish",
                "src/{path} uses {word}"
            );
        }
    }
}

#[test]
fn printing_and_exit_codes_are_at_the_edge() {
    let words = [
        "clap::",
        "ExitCode",
        "anstream",
        "process::exit",
        "indicatif",
    ];
    let edge = ["main", "cli", "commands", "progress", "terminal"];
    for (path, text) in sources() {
        if !edge.contains(&module(&path)) {
            for word in words {
                assert!(!text.contains(word), "src/{path} uses {word}");
            }
        }
    }
}

#[test]
fn rendering_sees_no_path_on_the_disk() {
    for (path, text) in sources() {
        if module(&path) == "render" {
            for word in ["std::path", "PathBuf", "std::fs", "std::env"] {
                assert!(!text.contains(word), "src/{path} uses {word}");
            }
        }
    }
}
