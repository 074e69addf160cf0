//! Output formats for programs, and what no format may contain.

use serde_json::Value as Json;
use vitae::document::Document;
use vitae::model::profile::Profile;

use super::server::{Reply, Server};
use super::site::{ANNA, EVA, Site, project, write};
use super::verify;
use crate::privacy::full;
use crate::project::Project;

/// Starts a site with an older version, an inactive consultant, a wrong header, and a server that
/// ignores slashes at the end.
fn flawed(project: &Project) -> Server {
    write(project, EVA, "2026-03-04", true);
    write(project, ANNA, "2026-01-02", true);
    let site = Site::of(project);
    write(project, EVA, "2026-03-04", false);
    write(project, ANNA, "2026-03-04", true);
    Server::start(move |request| {
        let mut read = request.clone();
        if let Some(path) = read.target.strip_suffix('/').filter(|path| !path.is_empty()) {
            read.target = path.to_owned();
        }
        if request.method == "PUT" {
            return Reply::Nothing;
        }
        let response = site.respond(&read);
        // Annotations must escape these targets.
        match request.target.contains('%') {
            true => response.set("X-Content-Type-Options", None).into(),
            false => response.into(),
        }
    })
}

#[test]
fn json_lists_all_checks() {
    let project = project("formats_json");
    let server = flawed(&project);
    let output = verify(&project, &format!("{} --format json --host netlify", server.url()));
    let document: Json = serde_json::from_str(&output.stdout).expect("JSON");
    assert_eq!((output.code, &document["version"]), (Some(1), &2.into()), "{}", output.all);
    assert_eq!(document["conclusion"], "failed");
    assert_eq!(document["url"], server.url());
    assert_eq!(document["findings"][0]["code"], "still-there");
    let counts = &document["counts"];
    let checks = document["checks"].as_array().expect("checks");
    for (count, state) in
        [("passed", "passed"), ("failed", "failed"), ("known", "known"), ("not_sent", "not-sent")]
    {
        let here = checks.iter().filter(|check| check["result"] == state).count();
        assert_eq!(counts[count], here, "{state}");
    }
    assert!(counts["known"].as_u64() > Some(0) && counts["failed"].as_u64() > Some(20));
    let known = document["known"].as_array().expect("a list");
    let is_reported = |one: &Json| one["title"] != "" && one["checks"].as_u64() > Some(0);
    assert!(known.iter().all(is_reported), "{known:?}");
    assert!(known.iter().any(|one| one["id"] == "trailing-slash"), "{known:?}");
    let names: std::collections::BTreeSet<_> =
        checks.iter().map(|check| check["name"].as_str()).collect();
    assert_eq!(names.len(), checks.len(), "a name is there twice");
}

#[test]
fn reports_unreachable_sites_in_every_format() {
    let project = project("formats_unreachable");
    let url = "http://nobody.invalid";
    let output = verify(&project, &format!("{url} --format json"));
    let document: Json = serde_json::from_str(&output.stdout).expect("JSON");
    assert_eq!((output.code, &document["conclusion"]), (Some(2), &"unreachable".into()));
    let output = verify(&project, &format!("{url} --format github"));
    output.has(2, &["::error title=no-response::http://nobody.invalid cannot be reached"]);
}

#[test]
fn github_has_one_annotation_per_cause() {
    let project = project("formats_github");
    let server = flawed(&project);
    let output = verify(&project, &format!("{} --format github --host netlify", server.url()));
    output.has(
        1,
        &[
            "::error title=still-there::",
            "::error title=older-version::",
            "::error title=header::",
            "::notice title=trailing-slash::limitation: ",
            "%0Aprofile of eva-glad: status 200%0A",
            "%25C3%25A5",
        ],
    );
    let lines: Vec<&str> = output.stdout.lines().collect();
    let (summary, commands) = lines.split_last().expect("a summary");
    assert!(summary.contains("is not as expected"), "{summary}");
    assert!(commands.iter().all(|line| line.starts_with("::")), "{}", output.all);
    assert!(commands.len() < 10, "{}", output.all);
}

#[test]
fn prints_no_values_of_profiles() {
    let project = project("formats_canary");
    let mut document = full(&Profile::editor_schema(), "profile");
    document.as_object_mut().expect("an object").shift_remove("internal");
    let write = |changed: &Json| {
        let yaml = serde_json::to_string_pretty(changed).expect("JSON");
        project.write("content/consultants/somebody.yaml", yaml);
    };
    let there = document.to_string().replace("Canary", "Canary there");
    write(&serde_json::from_str(&there).expect("JSON"));
    let site = Site::of(&project);
    for active in [true, false] {
        document["active"] = active.into();
        write(&document);
        let site = site.clone();
        let server = Server::start(move |request| {
            let mut response = site.respond(request);
            if request.target.contains("consultant-photo") {
                response.body = b"Canary".to_vec();
            }
            response.into()
        });
        for format in ["human", "json", "github"] {
            let output = verify(&project, &format!("{} --format {format}", server.url()));
            output.has(1, &["somebody"]);
            let lower = output.all.to_lowercase();
            for word in ["canary", "1987-06-05t04", "1986-05-04"] {
                assert!(!lower.contains(word), "{word} is in:\n{}", output.all);
            }
        }
    }
}

#[test]
fn names_inactive_consultants_only_if_public() {
    let project = project("formats_inactive");
    let site = std::sync::Arc::new(Site::of(&project));
    let right = std::sync::Arc::clone(&site);
    let right = Server::start(move |request| right.respond(request).into());
    let flawed = Server::start(move |request| {
        let response = site.respond(request);
        response.set("Cache-Control", Some("no-store")).into()
    });
    let away = Server::start(|request| {
        let location = format!("https://elsewhere.invalid{}", request.target);
        let response = super::server::Response::new(301, "text/plain", "");
        response.with("Location", location).into()
    });
    for (server, code) in [(right, 0), (flawed, 1), (away, 1)] {
        for format in ["human", "json", "github"] {
            let output = verify(&project, &format!("{} --format {format}", server.url()));
            output.has(code, &[]).lacks(&[EVA]);
        }
    }
}
