//! Compressed forms that are published beside documents.

use std::fs;

use sha2::{Digest as _, Sha256};

use crate::own_server::{compressed_files, decompressed, replace, serve_from_own_server};
use crate::project::{Project, text};

fn project(name: &str) -> Project {
    let project = Project::sample_with_one_photo(&format!("precompressed/{name}"));
    serve_from_own_server(&project, true);
    project
}

#[test]
fn publishes_compressed_forms_of_every_document() {
    let project = project("each");
    project.succeed("build");
    let files = project.files("dist");
    let compressed = compressed_files(&project);
    for (path, document) in &compressed {
        let (bytes, plain) = (&files[path], &files[document]);
        assert_eq!(&decompressed(bytes), plain, "{path}");
        assert!(bytes.len() < plain.len(), "{path} is not smaller");
    }
    // Files with a URL that responds with 200, except photos.
    let is_document = |path: &&String| {
        !["gz", "jpg", "png"].iter().any(|extension| path.ends_with(&format!(".{extension}")))
            && !path.starts_with("_internal/error/")
            && !["_internal/manifest", "_internal/not-found.json", "rules.txt"]
                .contains(&path.as_str())
    };
    let mut documents: Vec<&String> = files.keys().filter(is_document).collect();
    documents.retain(|path| files[*path].len() > 200);
    assert!(documents.len() > 10, "{documents:?}");
    for document in &documents {
        let path = format!("{document}.gz");
        assert!(compressed.contains_key(&path), "{path} is missing");
    }
    for document in compressed.values() {
        assert!(is_document(&document), "{document} must not have a compressed form");
    }
}

#[test]
fn publishes_none_for_a_host_without_support() {
    let project = project("other-host");
    project.succeed("build --host netlify");
    assert!(compressed_files(&project).is_empty());
}

#[test]
fn removes_compressed_forms_when_disabled() {
    let project = project("off");
    serve_from_own_server(&project, false);
    project.succeed("build");
    let without = project.files("dist");
    assert!(compressed_files(&project).is_empty());
    serve_from_own_server(&project, true);
    project.succeed("build");
    assert!(compressed_files(&project).len() > 10);
    serve_from_own_server(&project, false);
    let said = project.succeed("build");
    assert!(!said.contains("withdrawn"), "{said}");
    assert_eq!(without, project.files("dist"));
}

#[test]
fn removes_every_trace_of_a_withdrawn_consultant() {
    let project = project("withdrawn");
    let traces = ["lukasz", "brzezniak", "Łukasz", "Brzeźniak"];
    let found = |project: &Project| {
        let mut found = Vec::new();
        for (path, bytes) in project.files("dist") {
            let bytes = if path.ends_with(".gz") { decompressed(&bytes) } else { bytes };
            let holds = |trace: &str| {
                path.contains(trace) || bytes.windows(trace.len()).any(|w| w == trace.as_bytes())
            };
            if traces.iter().any(|trace| holds(trace)) {
                found.push(path);
            }
        }
        found
    };
    project.succeed("build");
    let before = found(&project);
    for path in [
        "api/consultant-public/lukasz-brzezniak.gz",
        "_internal/json-resume/lukasz-brzezniak.json.gz",
    ] {
        assert!(before.contains(&path.to_owned()), "{before:?}");
    }
    let yaml = "content/consultants/lukasz-brzezniak.yaml";
    replace(&project, yaml, "active: true", "active: false");
    let said = project.succeed("build");
    assert!(said.lines().any(|line| line == "withdrawn: lukasz-brzezniak"), "{said}");
    assert_eq!(found(&project), Vec::<String>::new());
    assert!(compressed_files(&project).len() > 10);
}

#[test]
fn repairs_damaged_and_missing_forms() {
    let project = project("damaged");
    project.succeed("build");
    let whole = project.files("dist");
    project.write("dist/api/openapi.json.gz", "damaged");
    fs::remove_file(project.root.join("dist/index.html.gz")).expect("removable");
    project.succeed("build");
    assert_eq!(whole, project.files("dist"));
    // A changed document is compressed again.
    replace(&project, "content/consultants/lukasz-brzezniak.yaml", "name: ", "name: The ");
    project.succeed("build");
    let path = "api/consultant-public/lukasz-brzezniak.gz";
    let plain = decompressed(&project.files("dist")[path]);
    assert_eq!(
        String::from_utf8(plain).ok(),
        Some(project.read("dist/api/consultant-public/lukasz-brzezniak"))
    );
}

/// Earlier versions of vitae published `.br` files, too.
#[test]
fn removes_compressed_forms_of_earlier_versions() {
    let project = project("earlier");
    project.succeed("build");
    let whole = project.files("dist");
    let digest = |path: &str| vitae::digest::Digest::of(path.as_bytes()).to_string();
    let [former, current] = ["index.html.br", "index.html.gz"];
    replace(&project, "dist/_internal/manifest", &digest(current), &digest(former));
    let dist = project.root.join("dist");
    fs::rename(dist.join(current), dist.join(former)).expect("renamable");
    for directory in ["api/consultant-public", "_internal/json-resume"] {
        project.write(&format!("dist/{directory}/lukasz-brzezniak.br"), "former");
    }
    project.succeed("build");
    assert_eq!(whole, project.files("dist"));
}

/// The test replaces a compressed form and its digest in the manifest. The next build keeps the
/// replacement: it trusts the manifest instead of compressing the document again.
#[test]
fn does_not_compress_unchanged_documents_again() {
    let project = project("unchanged");
    project.succeed("build");
    let path = "dist/api/openapi.json.gz";
    let compressed = fs::read(project.root.join(path)).expect("readable");
    let other = [&compressed[..], b"\0"].concat();
    let digest = |bytes: &[u8]| {
        let hash = Sha256::digest(bytes);
        hash[..16].iter().map(|byte| format!("{byte:02x}")).collect::<String>()
    };
    replace(&project, "dist/_internal/manifest", &digest(&compressed), &digest(&other));
    project.write(path, &other);
    let said = project.succeed("build");
    assert!(said.contains("0 files added, 0 changed"), "{said}");
    assert_eq!(fs::read(project.root.join(path)).ok(), Some(other));
}

#[test]
fn leaves_unmanaged_files_and_directories_unchanged() {
    for conflict in ["a file", "a directory"] {
        let project = project("conflict");
        serve_from_own_server(&project, false);
        project.succeed("build");
        let path = "dist/index.html.gz";
        match conflict {
            "a file" => project.write(path, "mine"),
            _ => fs::create_dir(project.root.join(path)).expect("a directory"),
        }
        let before = project.files("dist");
        serve_from_own_server(&project, true);
        let output = project.run("build");
        assert_eq!(output.status.code(), Some(2), "{}", text(&output));
        assert!(text(&output).contains("index.html.gz"), "{}", text(&output));
        assert_eq!(before, project.files("dist"), "{conflict}");
    }
}
