//! `vitae hosts`, and hosts that a project defines.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::net::TcpStream;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use regex::Regex;
use serde_json::Value as Json;

use crate::free_port::free_port;
use crate::project::{Project, files, profile, repository, text};

/// Returns the hosts in the JSON output of `vitae hosts`.
fn listed(project: &Project, arguments: &str) -> Vec<Json> {
    let output = project.succeed(&format!("hosts {arguments} --format json"));
    let document: Json = serde_json::from_str(&output).expect("JSON");
    assert_eq!(document["version"], 1);
    document["hosts"].as_array().expect("a list").clone()
}

fn names(hosts: &[Json]) -> BTreeSet<String> {
    let name = |host: &Json| host["name"].as_str().expect("a name").to_owned();
    hosts.iter().map(name).collect()
}

#[test]
fn lists_every_host_with_its_description() {
    let project = Project::empty("hosts/list");
    let hosts = listed(&project, "");
    let directories = fs::read_dir(repository().join("templates/hosts")).expect("hosts");
    let directories: BTreeSet<String> = directories
        .map(|entry| entry.expect("an entry"))
        .filter(|entry| entry.path().is_dir())
        .map(|entry| entry.file_name().into_string().expect("UTF-8"))
        .collect();
    assert_eq!(names(&hosts), directories);
    let defaults = hosts.iter().filter(|host| host["default"] == true);
    assert_eq!(defaults.count(), 1);
    let list = project.succeed("hosts");
    for host in &hosts {
        let name = host["name"].as_str().expect("a name");
        assert_eq!(listed(&project, name), std::slice::from_ref(host));
        let file = format!("templates/hosts/{name}/host.yaml");
        let file = fs::read_to_string(repository().join(file)).expect("a host.yaml");
        let file: Json = serde_yaml::from_str(&file).expect("YAML");
        for field in ["title", "summary", "documentation"] {
            assert_eq!(host[field], file[field], "{name}");
        }
        let ids = |host: &Json| -> Vec<Json> {
            let limitations = host["limitations"].as_array().cloned().unwrap_or_default();
            limitations.iter().map(|limitation| limitation["id"].clone()).collect()
        };
        assert_eq!(ids(host), ids(&file), "{name}");
        let alone = project.succeed(&format!("hosts {name}"));
        assert!(!alone.ends_with("\n\n"));
        let commands = ["run", "stop", "publish"].into_iter().flat_map(|field| {
            let lines = host[field].as_array().expect("a list");
            lines.iter().map(|line| line.as_str().expect("a line").to_owned())
        });
        for line in commands.chain([format!("vitae build --host {name}")]) {
            assert!(alone.contains(&format!("\n  {line}")), "{alone}");
        }
        for shown in [&list, &alone] {
            let title = host["title"].as_str().expect("a title");
            assert!(shown.contains(&format!("{name}: {title}")), "{shown}");
        }
        let alone: Vec<&str> = alone.split_whitespace().collect();
        let alone = alone.join(" ");
        assert!(alone.contains(file["documentation"].as_str().expect("a URL")));
        for limitation in host["limitations"].as_array().expect("a list") {
            for field in ["id", "title", "consequence"] {
                let text = limitation[field].as_str().expect("a text");
                assert!(alone.contains(text), "{name}: {text}\n{alone}");
            }
        }
        // How the tests start the server, with paths of this repository, helps no user.
        for inside in ["tests/conformance", "npm ci"] {
            assert!(!alone.contains(inside), "{alone}");
        }
    }
}

#[test]
fn rejects_an_unknown_host() {
    let project = Project::empty("hosts/unknown");
    let output = project.run("hosts gopher");
    assert_eq!(output.status.code(), Some(2));
    let text = text(&output);
    assert!(
        text.contains("`gopher` is not a supported host\n  help: `vitae hosts` lists the hosts"),
        "{text}"
    );
}

/// Hidden files of other programs are ignored; hidden templates of a host are not.
#[test]
fn a_project_can_define_hosts() {
    let project = Project::site("hosts/own");
    project.write("content/consultants/ada-berg.yaml", profile("Ada Berg"));
    let host = "title: Gopher\nsummary: A host of this project.\n\
                documentation: https://example.com/gopher\n";
    project.write("templates/hosts/gopher/host.yaml", host);
    for (file, text) in [
        ("public/.rules.j2", "{{ id_pattern }}\n"),
        ("public/.well-known/host.j2", "{{ host }}\n"),
        ("public/.DS_Store", "\0"),
        ("public/.rules.j2.swp", "\0"),
        ("public/.#rules.j2", "a lock"),
        ("config/start.sh.j2", "serve {{ dist }}\n"),
        (".notes.j2", "{{ nothing }}"),
    ] {
        project.write(&format!("templates/hosts/gopher/{file}"), text);
    }
    let [gopher] = &listed(&project, "gopher")[..] else {
        panic!("one host");
    };
    assert_eq!(gopher["summary"], "A host of this project.");
    assert_eq!(gopher["default"], false);
    assert!(names(&listed(&project, "")).contains("gopher"));
    project.succeed("build --host gopher");
    assert_eq!(project.read("dist/.rules"), "[a-z0-9-]{1,64}\n");
    assert_eq!(project.read("dist/.well-known/host"), "gopher\n");
    assert_eq!(project.read("deploy/gopher/start.sh"), "serve ../../dist\n");
    let published = project.files("dist");
    let hidden = published.keys().filter(|path| path.contains("/.") || path.starts_with('.'));
    let hidden: Vec<&str> = hidden.map(String::as_str).collect();
    assert_eq!(hidden, [".rules", ".well-known/api-catalog", ".well-known/host"]);
}

/// A host is defined by its directory alone: a copy under another name renders the same files.
#[test]
fn a_copied_host_renders_the_same_files() {
    let project = Project::site("hosts/copies");
    project.write("content/consultants/ada-berg.yaml", profile("Ada Berg"));
    for name in names(&listed(&project, "")) {
        let directory = repository().join("templates/hosts").join(&name);
        for (path, bytes) in files(&directory) {
            project.write(&format!("templates/hosts/copied/{path}"), bytes);
        }
        let build = |host: &str| -> BTreeMap<String, String> {
            project.succeed(&format!("build --host {host}"));
            let published = project.files("dist").into_iter();
            // The manifest also lists the files of the previously built host.
            let published = published.filter(|(path, _)| path != "_internal/manifest");
            let deployment = files(&project.root.join("deploy").join(host));
            let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).replace("copied", &name);
            let all = published.chain(deployment);
            all.map(|(path, bytes)| (path, text(bytes))).collect()
        };
        assert_eq!(build("copied"), build(&name), "{name}");
        // The next host is copied to the same path.
        for directory in ["templates", "deploy"] {
            let directory = project.root.join(directory);
            if directory.exists() {
                fs::remove_dir_all(directory).expect("removable");
            }
        }
    }
}

/// Both `hosts` and `build` validate the description.
#[test]
fn rejects_an_invalid_description() {
    let project = Project::site("hosts/wrong");
    let limitation =
        "  - id: a\n    title: x\n    consequence: y\n    reads: { pattern: '(', as: x }\n";
    let limitation = format!(
        "title: Tiny\nsummary: Small.\ndocumentation: https://example.com\nlimitations:\n{limitation}"
    );
    for (description, problem) in
        [(limitation, "unclosed group"), ("limts: {}\n".to_owned(), "limts")]
    {
        project.write("templates/hosts/tiny/host.yaml", &description);
        for command in ["hosts tiny", "build --host tiny"] {
            let output = project.run(command);
            let output_text = text(&output);
            assert_eq!(output.status.code(), Some(2), "{output_text}");
            assert!(
                output_text.contains("`templates/hosts/tiny/host.yaml` is invalid"),
                "{output_text}"
            );
            assert!(output_text.contains(problem), "{output_text}");
        }
    }
    let output_text = text(&project.run("build --host netlfy"));
    assert!(output_text.contains("did you mean `netlify`?"), "{output_text}");
    assert!(project.files("dist").is_empty());
}

/// Error bodies are defined in `src/render/error_body.rs`; templates use `errors`.
#[test]
fn host_templates_contain_no_error_bodies() {
    let source = fs::read_to_string(repository().join("src/render/error_body.rs")).expect("source");
    let message = Regex::new(r#"ErrorBody::new\(\s*"([^"]+)""#).expect("a pattern");
    let messages: Vec<&str> = message
        .captures_iter(&source)
        .map(|captures| captures.get(1).expect("a group").as_str())
        .filter(|message| *message != "MESSAGE")
        .collect();
    assert!(messages.contains(&"Not found"), "{messages:?}");
    let body = Regex::new(r#"["']error["']\s*:|\{\s*error\s*:"#).expect("a pattern");
    assert!(body.is_match(r#"{"error": "Not found"}"#) && body.is_match("{ error: message }"));
    for (path, bytes) in files(&repository().join("templates/hosts")) {
        if path.ends_with(".md") {
            continue;
        }
        let text = String::from_utf8_lossy(&bytes);
        assert!(!body.is_match(&text), "{path} contains an error body");
        for message in &messages {
            let is_quoted = ['"', '\'', '`']
                .iter()
                .any(|quote| text.contains(&format!("{quote}{message}{quote}")));
            assert!(!is_quoted, "{path} contains the message of an error: {message}");
        }
    }
}

/// Returns the first code block in `language` after `start`.
fn code_block<'a>(text: &'a str, start: &str, language: &str) -> &'a str {
    let (_, text) = text.split_once(start).expect("the start");
    let (_, code) = text.split_once(&format!("```{language}\n")).expect("a code block");
    code.split_once("```").expect("the end of the block").0
}

/// The host of `templates/hosts/README.md` works as written.
#[test]
fn the_tutorial_defines_a_working_host() {
    let tutorial = fs::read_to_string(repository().join("templates/hosts/README.md"));
    let tutorial = tutorial.expect("the tutorial");
    let project = Project::sample_with_one_photo("hosts/tutorial");
    let directory = "templates/hosts/python";
    for (step, language, file) in
        [("### 2.", "yaml", "host.yaml"), ("### 3.", "python", "config/server.py.j2")]
    {
        let text = code_block(&tutorial, step, language);
        project.write(&format!("{directory}/{file}"), text);
    }
    project.succeed("build --host python");
    let port = free_port();
    let mut server = Command::new("python3")
        .current_dir(&project.root)
        .args(["deploy/python/server.py", &port.to_string()])
        .stderr(Stdio::null())
        .spawn()
        .expect("python3 is installed");
    let start = Instant::now();
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        assert!(start.elapsed() < Duration::from_secs(20), "no response");
        std::thread::sleep(Duration::from_millis(50));
    }
    let output = project.run(&format!("verify http://127.0.0.1:{port} --host python"));
    server.kill().expect("it runs");
    server.wait().expect("it ends");
    assert!(output.status.success(), "{}", text(&output));
}
