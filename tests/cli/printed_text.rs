//! Characters of content, file names and arguments cannot control the terminal or reorder what it shows.

use std::process::Output;

use vitae::characters::is_unsafe;

use crate::project::{Project, profile, text};

/// Sets the title of the window, hides the following text, rings, and writes from right to left. A C1
/// control character starts a control sequence, too.
const HOSTILE: &str = "\u{1B}]0;owned\u{7}\u{1B}[8mhidden\u{9B}2J\u{202E}desrever\u{2066}";

/// Workflow commands of GitHub after each kind of line break.
const FORGED: &str = "a\n::error::forged\r::error::forged\r\n::error::forged";

/// Runs vitae as on a terminal: with styles.
fn run(project: &Project, arguments: &[&str]) -> Output {
    let mut command = project.command("");
    command.args(arguments).env("CLICOLOR_FORCE", "1").env_remove("NO_COLOR");
    command.output().expect("vitae runs")
}

/// Asserts that the output has no unsafe character but the styles of diagnostics: `ESC [ 1 ; 31 m`.
fn assert_printable(output: &Output) {
    let printed = text(output);
    for (number, part) in printed.split('\u{1B}').enumerate() {
        let rest = part.trim_start_matches(|c: char| c.is_ascii_digit() || "[;".contains(c));
        let style = &part[..part.len() - rest.len()];
        assert!(number == 0 || rest.starts_with('m') && style != "[8", "{printed:?}");
        let rest = rest.replace("\r\n", "\n");
        assert!(!rest.contains(is_unsafe), "{printed:?}");
    }
    assert!(!printed.contains("panicked"), "{printed:?}");
    let is_forged = |line: &str| line.trim_start().starts_with("::error::forged");
    // Without a line feed after it, a carriage return lets the next text overwrite the line.
    let rest = printed.replace("\r\n", "\n");
    assert!(!rest.contains('\r') && !rest.lines().any(is_forged), "{printed:?}");
}

fn hostile(name: &str) -> Project {
    let project = Project::site(&format!("printed-text/{name}"));
    let quoted = HOSTILE
        .replace('\u{1B}', "\\e")
        .replace('\u{7}', "\\a")
        .replace('\u{9B}', "\\x9b")
        .replace('\u{202E}', "\\u202e")
        .replace('\u{2066}', "\\u2066");
    let fields = format!(
        "titel: \"{quoted}\"\n\"{quoted}\": 1\npersonal:\n  contact:\n    email: \"{quoted}\"\n    \
         website: {HOSTILE}\nengagement:\n  pricing: \"{quoted}\"\n"
    );
    project.write("content/consultants/anna-berg.yaml", profile("Anna Berg") + &fields);
    project.write(format!("content/consultants/{HOSTILE}.yaml").as_str(), profile("Bo Ek"));
    project.write(format!("content/photos/{HOSTILE}.jpg").as_str(), "no photo");
    project.write("content/consultants/raw.yaml", format!("active: true\nname: {HOSTILE}\n"));
    project
}

#[test]
fn diagnostics_are_printable_in_every_format() {
    let project = hostile("check");
    for format in ["human", "json", "github"] {
        for command in [&["check"][..], &["check", "--fix", "--dry-run"], &["check", HOSTILE]] {
            let output = run(&project, &[command, &["--format", format]].concat());
            assert_ne!(output.status.code(), Some(0), "{}", text(&output));
            assert_printable(&output);
        }
    }
    assert_printable(&run(&project, &["build"]));
}

#[test]
fn escaped_json_has_the_same_values() {
    let project = hostile("json");
    let output = run(&project, &["check", "--format", "json"]);
    let document: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let files: Vec<_> =
        document["diagnostics"].as_array().expect("a list").iter().map(|d| &d["file"]).collect();
    let name = format!("content/consultants/{HOSTILE}.yaml");
    assert!(files.iter().any(|file| file.as_str() == Some(&name)), "{files:?}");
}

#[test]
fn arguments_and_names_of_directories_are_printable() {
    let project = Project::site("printed-text/arguments");
    project.write(format!("{HOSTILE}/host.yaml").as_str(), "title: x\n");
    for arguments in [
        &[HOSTILE][..],
        &["check", &format!("--{HOSTILE}")],
        &["check", "--content", HOSTILE],
        &["check", "--explain", HOSTILE],
        &["new", HOSTILE],
        &["build", "--host", HOSTILE],
        &["build", "--out", &format!("content/{HOSTILE}")],
        &["hosts", HOSTILE],
        &["import", HOSTILE],
        &["diff", HOSTILE],
        &["diff", HOSTILE, "--format", "json"],
        &["verify", HOSTILE],
        &["verify", &format!("http://{HOSTILE}/")],
        &["verify", "http://localhost:1/", "--header", HOSTILE],
        &["verify", "http://localhost:1/", "--gone", HOSTILE],
        &["init", HOSTILE, "--git", HOSTILE],
        &["serve", "--listen", HOSTILE],
    ] {
        let output = run(&project, arguments);
        assert_ne!(output.status.code(), Some(0), "{arguments:?}: {}", text(&output));
        assert_printable(&output);
    }
    let created = run(&project, &["init", &format!("new {HOSTILE}")]);
    assert!(created.status.success(), "{}", text(&created));
    assert_printable(&created);
}

#[test]
fn imported_values_and_hosts_are_printable() {
    let project = Project::site("printed-text/import");
    let resume = serde_json::json!({
        "basics": { "name": format!("Anna {HOSTILE}"), "email": HOSTILE, HOSTILE: "x" },
        "work": [{ "name": HOSTILE, "startDate": HOSTILE, "keywords": { HOSTILE: HOSTILE } }],
    });
    let name = format!("{HOSTILE}.json");
    project.write(&name, resume.to_string());
    assert_printable(&run(&project, &["import", &name, "--id", "anna-berg"]));

    let yaml = serde_json::json!({
        "title": HOSTILE, "summary": HOSTILE, "documentation": "https://example.com/",
        "publish": [HOSTILE],
    });
    project.write("templates/hosts/hostile/host.yaml", yaml.to_string());
    for arguments in
        [&["hosts"][..], &["hosts", "hostile"], &["hosts", "--format", "json"], &["build"]]
    {
        assert_printable(&run(&project, arguments));
    }
}

#[test]
fn changes_are_printable_in_every_format() {
    let project = Project::site("printed-text/changes");
    project.succeed("build");
    let published = profile("Anna Berg");
    project.write("content/consultants/anna-berg.yaml", &published);
    project.succeed("build");
    // What another program wrote over a published file is compared as it is.
    let path = "dist/api/consultant-public/anna-berg";
    let mut document: serde_json::Value =
        serde_json::from_str(&project.read(path)).expect("the profile");
    document["title"] = HOSTILE.into();
    document["personal"][HOSTILE] = HOSTILE.into();
    document["personal"][FORGED] = FORGED.into();
    document["technologies"] = serde_json::json!([FORGED, "Rust"]);
    project.write(path, document.to_string());
    project.write(format!("dist/{FORGED}").as_str(), "");
    for format in ["human", "markdown", "json"] {
        let output = run(&project, &["diff", "dist", "--format", format]);
        assert!(output.status.success(), "{}", text(&output));
        assert_printable(&output);
        assert!(text(&output).contains("owned"), "{}", text(&output));
    }
}

#[test]
fn values_and_file_names_do_not_forge_lines() {
    let project = Project::site("printed-text/forged");
    let quoted = FORGED.replace('\n', "\\n").replace('\r', "\\r");
    let fields = format!(
        "\"titel{quoted}\": 1\npersonal:\n  contact:\n    email: \"{quoted}\"\n    \
         website: \"{quoted}\"\nengagement:\n  pricing: \"{quoted}\"\n"
    );
    project.write("content/consultants/anna-berg.yaml", profile("Anna Berg") + &fields);
    project.write(format!("content/consultants/{FORGED}.yaml").as_str(), profile("Bo Ek"));
    project.write(format!("content/photos/{FORGED}.jpg").as_str(), "no photo");
    let resume = serde_json::json!({
        "basics": { "name": format!("Anna {FORGED}"), "email": FORGED, FORGED: "x" },
        "work": [{ "name": FORGED, "startDate": FORGED, "keywords": { FORGED: FORGED } }],
    });
    let name = format!("{FORGED}.json");
    project.write(&name, resume.to_string());
    for arguments in [
        &["check"][..],
        &["check", "--format", "github"],
        &["check", "--fix", "--dry-run"],
        &["check", FORGED],
        &["check", "--content", FORGED],
        &["build"],
        &["build", "--out", &format!("content/{FORGED}")],
        &["hosts", FORGED],
        &["new", FORGED],
        &["new", "bo-ek", "--content", FORGED],
        &["import", &name, "--id", "carl-dahl"],
        &["import", FORGED],
        &["init", FORGED],
        &["diff", FORGED],
        &["verify", "http://localhost:1/", "--gone", FORGED],
    ] {
        // Without styles, which could hide the start of a line from the assertion.
        let output = project.command("").args(arguments).output().expect("vitae runs");
        assert_printable(&output);
        assert!(text(&output).contains("forged"), "{arguments:?}: {}", text(&output));
    }
}

#[test]
fn names_of_templates_and_directories_do_not_forge_lines() {
    let project = Project::site("printed-text/forged-names");
    let content = format!("{FORGED}/content");
    let site = project.read("content/site.yaml");
    project.write(&format!("{content}/site.yaml"), site + "host: nginx\n");
    let path = format!("{content}/consultants/anna-berg.yaml");
    project.write(&path, profile("Anna Berg"));
    project.write(&format!("{FORGED}/.vitae-version"), "version=0.0.1\n");
    let host = serde_json::json!({
        "title": FORGED, "summary": FORGED, "documentation": "https://example.com/",
        "withdrawal": [FORGED],
    });
    project.write(&format!("templates/hosts/{FORGED}/host.yaml"), host.to_string());
    project.write(&format!("templates/hosts/nginx/config/{FORGED}.conf"), "x");
    let out = format!("{FORGED}/dist");
    let build = ["build", "--content", &content, "--out", &out];
    let at = |command| [command, "--content", content.as_str()];
    let run = |arguments: &[&str]| {
        let output = project.command("").args(arguments).output().expect("vitae runs");
        assert_printable(&output);
        assert!(text(&output).contains("forged"), "{arguments:?}: {}", text(&output));
    };
    run(&build);
    run(&[&at("schema")[..], &["--check"]].concat());
    run(&[&at("new")[..], &["bo-ek"]].concat());
    run(&at("check"));
    run(&["hosts"]);
    run(&["hosts", FORGED]);
    project.write(&path, profile("Anna Berg").replace("active: true", "active: false"));
    project.write(&format!("{FORGED}/deploy/{FORGED}/x"), "");
    run(&[&build[..], &["--host", "nginx"]].concat());
    run(&[&build[..], &["--host", FORGED]].concat());
}
