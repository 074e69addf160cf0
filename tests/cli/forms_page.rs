//! The page of `vitae forms`: its configuration, its script, where it is written, and the work of an editor in Chromium.
//!
//! `.ci/run` installs Sveltia CMS; so does `npm ci --ignore-scripts` in `tests/forms`. The tests that need it are skipped
//! without it, and fail with `VITAE_REQUIRE_ALL=1`.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use assert_cmd::cargo::cargo_bin;
use serde_json::Value as Json;
use sha2::{Digest, Sha384};
use vitae::document::Document;
use vitae::model::profile::Profile;

use crate::linters::installed;
use crate::pages::chromium;
use crate::project::{Project, SITE, git, profile, repository, text};
use crate::sampling::runs_slow_test;

const BACKEND: &str = "forms: {backend: {name: github, repo: nordvik/profiles}}\n";
const CMS: &str = "tests/forms/node_modules/@sveltia/cms";
const INSTALL: &str = "npm ci --ignore-scripts in tests/forms";

fn project(name: &str) -> Project {
    let project = Project::empty(&format!("forms/{name}"));
    project.write("content/site.yaml", format!("{SITE}{BACKEND}"));
    project
}

fn configuration(project: &Project) -> Json {
    project.succeed("forms");
    serde_json::from_str(&project.read("forms/config.json")).expect("JSON")
}

#[test]
fn the_configuration_is_valid_for_sveltia_cms() {
    let path = repository().join(CMS).join("schema/sveltia-cms.json");
    let Some(path) = installed(&path, INSTALL) else {
        return;
    };
    let schema: Json =
        serde_json::from_slice(&std::fs::read(path).expect("readable")).expect("JSON");
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    let mut configuration = configuration(&project("schema"));
    assert_eq!(validator.validate(&configuration).map_err(|error| error.to_string()), Ok(()));
    configuration["collections"][0]["folder"] = 1.into();
    assert!(!validator.is_valid(&configuration), "the schema accepts everything");
}

/// The text between two others.
fn between<'a>(text: &'a str, start: &str, end: &str) -> &'a str {
    let (_, rest) = text.split_once(start).expect(start);
    rest.split_once(end).expect(end).0
}

#[test]
fn the_script_is_the_one_of_the_package() {
    let script = repository().join(CMS).join("dist/sveltia-cms.js");
    let Some(script) = installed(&script, INSTALL) else {
        return;
    };
    let project = project("script");
    project.succeed("forms");
    let page = project.read("forms/index.html");
    let package = std::fs::read(repository().join(CMS).join("package.json")).expect("readable");
    let package: Json = serde_json::from_slice(&package).expect("JSON");
    assert_eq!(
        between(&page, "@sveltia/cms@", "/"),
        package["version"].as_str().expect("a version")
    );
    let digest = Sha384::digest(std::fs::read(script).expect("readable"));
    assert_eq!(between(&page, "integrity=\"sha384-", "\""), base64(&digest));
}

/// Encodes bytes whose number is a multiple of three.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let group = |bytes: &[u8]| {
        let number = bytes.iter().fold(0_usize, |number, byte| number << 8 | usize::from(*byte));
        [18, 12, 6, 0].map(|shift| char::from(DIGITS[number >> shift & 63]))
    };
    bytes.chunks_exact(3).flat_map(group).collect()
}

/// Asserts that the form has the fields of a group, apart from those that need YAML.
fn assert_same_fields(schema: &Json, fields: &Json, path: &str) {
    let hidden = ["attributes", "card", "internal", "extra"];
    let properties = schema["properties"].as_object().expect("fields");
    let shown: Vec<_> =
        properties.iter().filter(|(key, _)| !hidden.contains(&key.as_str())).collect();
    let fields = fields.as_array().expect("fields");
    assert_eq!(fields.len(), shown.len(), "{path}");
    for (key, schema) in shown {
        let field = fields.iter().find(|field| field["name"] == **key);
        let field = field.unwrap_or_else(|| panic!("{path}.{key} is missing"));
        let hint = field["hint"].as_str().expect("a hint");
        assert!(field["widget"] != "datetime" || !hint.contains("YYYY"), "{path}.{key}: {hint}");
        for group in [schema, &schema["items"]] {
            if group["properties"].is_object() {
                assert_same_fields(group, &field["fields"], &format!("{path}.{key}"));
            }
        }
    }
}

#[test]
fn the_form_has_every_field_of_a_profile() {
    let configuration = configuration(&project("fields"));
    let fields = &configuration["collections"][0]["fields"];
    assert_same_fields(&Profile::editor_schema(), fields, "profile");
    let names: Vec<_> = fields.as_array().expect("fields").iter().map(|it| &it["name"]).collect();
    assert_eq!(names[..5], ["name", "active", "photo", "title", "bio_short"]);
    assert_eq!(names[names.len() - 3..], ["publish_from", "publish_until", "consent"]);
    let max = &configuration["media_libraries"]["default"]["config"]["max_file_size"];
    assert_eq!(*max, vitae::photo::MAX_BYTES);
}

#[test]
fn writes_a_site_of_its_own_and_checks_it() {
    let project = project("write");
    assert_eq!(project.run("forms --check").status.code(), Some(1));
    project.succeed("forms --out site");
    project.succeed("forms --out site --check");
    project.write("site/config.json", "{}");
    let outdated = project.run("forms --out site --check");
    assert_eq!(outdated.status.code(), Some(1));
    assert!(
        text(&outdated).contains("site/config.json is not up to date; run `vitae forms`"),
        "{}",
        text(&outdated)
    );
    project.succeed("build");
    assert!(!project.files("dist").keys().any(|path| path.contains("config")));
    project.write("content/site.yaml", SITE);
    let missing = project.run("forms");
    assert_eq!(missing.status.code(), Some(2));
    assert!(text(&missing).contains("forms: {backend: "), "{}", text(&missing));
}

#[test]
fn the_path_of_the_content_is_the_one_in_the_repository() {
    let project = project("content");
    for content in ["content", "./content", "././content/", "content/."] {
        project.succeed(&format!("forms --content {content}"));
        let configuration: Json =
            serde_json::from_str(&project.read("forms/config.json")).expect("JSON");
        assert_eq!(configuration["media_folder"], "content/photos", "{content}");
    }
    let absolute = project.root.join("content");
    for content in ["../content/content".as_ref(), "content/../content".as_ref(), &*absolute] {
        let output = project.command("forms --content").arg(content).output().expect("it runs");
        assert_eq!(output.status.code(), Some(2), "{}", text(&output));
        assert!(text(&output).contains("must be a path in the repository"), "{}", text(&output));
    }
}

#[test]
fn the_page_is_neither_in_the_content_nor_in_the_published_site() {
    let project = project("place");
    project.succeed("build");
    let before = (project.files("content"), project.files("dist"));
    for out in ["dist", "dist/forms", "./dist/../dist", "content", "content/consultants", "."] {
        for options in ["", " --check"] {
            let output = project.run(&format!("forms --out {out}{options}"));
            assert_eq!(output.status.code(), Some(2), "{out}: {}", text(&output));
            let said = text(&output);
            assert!(said.contains("apart from the content and the published site"), "{said}");
        }
    }
    assert_eq!((project.files("content"), project.files("dist")), before);
}

#[test]
fn serves_the_page_on_this_machine() {
    // The settings do not say where the repository is.
    let project = Project::site("forms/serve");
    let mut child = Command::new(cargo_bin("vitae"))
        .current_dir(&project.root)
        .args(["forms", "--serve"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("vitae starts");
    let mut line = String::new();
    let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
    output.read_line(&mut line).expect("a line");
    let port: u16 = between(&line, "localhost:", "/").parse().expect("a port");
    let local = format!("localhost:{port}");
    let send = |line: &str, host: &str| {
        let mut stream = TcpStream::connect(("127.0.0.1", port)).expect("a connection");
        let request = format!("{line} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).expect("a request");
        let mut response = String::new();
        stream.read_to_string(&mut response).expect("a response");
        response
    };
    let get = |path: &str| send(&format!("GET {path}"), &local);
    let files = ["/", "/config.json", "/yaml-format.js", "/../content/site.yaml"].map(get);
    let rejected = [
        send("DELETE /", &local),
        send("GET /", "rebound.example"),
        send("GET /", &format!("{local}\r\nOrigin: https://page.example")),
    ];
    let responses = [&files[..], &rejected].concat();
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    for (response, (status, word)) in responses.iter().zip([
        ("200", "text/html"),
        ("200", "clone/local"),
        ("200", "text/javascript"),
        ("404", "not found"),
        ("405", "allow: GET, HEAD"),
        ("403", "its own address"),
        ("403", "its own address"),
    ]) {
        assert!(response.starts_with(&format!("HTTP/1.1 {status} ")), "{response}");
        for word in [word, "nosniff", "frame-ancestors 'none'"] {
            assert!(response.contains(word), "{response}");
        }
    }
}

/// Runs a script in `tests/forms`, or skips it without the packages.
fn run(script: &Path, arguments: &[PathBuf], chromium: Option<PathBuf>) -> Option<String> {
    installed(&repository().join(CMS), INSTALL)?;
    let mut command = Command::new("node");
    command.arg(repository().join(script)).args(arguments);
    if let Some(chromium) = chromium {
        command.env("VITAE_CHROMIUM", chromium);
    }
    let output = command.output().expect("node runs");
    assert!(output.status.success(), "{}", text(&output));
    Some(text(&output))
}

#[test]
fn the_format_changes_only_what_was_edited() {
    let project = project("format");
    project.succeed("forms");
    for id in ["linnea-sjoqvist", "lukasz-brzezniak", "rosalind-pike"] {
        let profile = repository().join(format!("content/consultants/{id}.yaml"));
        let profile = std::fs::read(profile).expect("a profile");
        project.write(&format!("content/consultants/{id}.yaml"), profile);
    }
    let resumes = repository().join("tests/fixtures/json-resume/corpus");
    let resumes =
        crate::project::files(&resumes).into_keys().filter(|name| name.ends_with(".json"));
    for name in resumes.step_by(12) {
        let resume = repository().join("tests/fixtures/json-resume/corpus").join(&name);
        let id = format!("imported-{}", name.trim_end_matches(".json"));
        project.command("import --id").arg(id).arg(resume).output().expect("it starts");
    }
    let arguments =
        ["forms/config.json", "content/consultants"].map(|path| project.root.join(path));
    if let Some(said) = run(Path::new("tests/forms/format.mjs"), &arguments, None) {
        let (_, profiles) = said.split_once(" edits of ").expect("a summary");
        let profiles = profiles.split(' ').next().and_then(|number| number.parse::<u32>().ok());
        assert!(profiles.is_some_and(|profiles| profiles > 8), "{said}");
    }
}

#[test]
fn the_bundle_is_up_to_date() {
    let project = Project::empty("forms/bundle");
    let out = project.root.join("yaml-format.js");
    if run(Path::new("scripts/forms/bundle.mjs"), std::slice::from_ref(&out), None).is_some() {
        let read = |path: &Path| std::fs::read(path).expect("a bundle");
        let committed = read(&repository().join("templates/forms/yaml-format.js"));
        assert!(read(&out) == committed, "run `node scripts/forms/bundle.mjs`");
    }
}

#[test]
fn an_editor_publishes_a_profile_and_a_photo_in_the_browser() {
    if !runs_slow_test("the page of `vitae forms`", "forms_page::") {
        return;
    }
    let project = project("browser");
    let job = "  # Never name the client.\n  - organization: Nordvik\n";
    let extra = "    extra: {team: 8}\n";
    let before = format!(
        "# A comment at the top.\n{}title: Architect # of everything\nbio_short: Short.\n\
         employment:\n{job}{extra}  - organization: Fossa\ninternal:\n  node.js: {{7: 8}}\n",
        profile("Anna Berg")
    );
    project.write("content/consultants/anna-berg.yaml", &before);
    project.succeed("forms");
    let photo = project.root.join("Åsa på ön.JPG");
    std::fs::copy(repository().join("content/photos/amara-ndukwe.jpg"), &photo).expect("a copy");
    let arguments = [project.root.join("forms"), project.root.clone(), photo];
    let Some(chromium) = chromium() else {
        return;
    };
    if run(Path::new("tests/forms/editor.mjs"), &arguments, Some(chromium)).is_none() {
        return;
    }
    let after = before.replace("title: Architect", "title: \"Cloud: Architect\"");
    let after = after.replace("bio_short: Short.\n", "");
    let new_job = "  - organization: Bergo Data\n";
    let ended = "    end_date: 2026-01\n";
    let after = after.replace(&format!("{job}{extra}"), &format!("{new_job}{job}{ended}{extra}"));
    assert_eq!(project.read("content/consultants/anna-berg.yaml"), after);
    let created = project.read("content/consultants/asa-oeberg-ek.yaml");
    assert!(
        created.contains("name: Åsa Öberg Ek\nactive: true\nphoto: asa-pa-oen.jpg\n"),
        "{created}"
    );
    let date = "2026-03-04T12:00:00Z";
    git(&project.root, date, &["init", "--quiet"]);
    git(&project.root, date, &["add", "content"]);
    git(&project.root, date, &["commit", "--quiet", "-m", "Start"]);
    let checked = project.succeed("check --deny warnings");
    assert!(checked.contains("no errors or warnings"), "{checked}");
    project.succeed("build");
    for file in ["api/consultant-public/asa-oeberg-ek", "_internal/photo/asa-oeberg-ek.jpg"] {
        assert!(project.root.join("dist").join(file).exists(), "{file}");
    }
}
