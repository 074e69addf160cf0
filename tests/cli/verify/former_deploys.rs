//! Former deploys, which may still serve withdrawn consultants.

use std::sync::{Arc, Mutex};

use regex::Regex;
use serde_json::Value as Json;

use super::server::{Reply, Request, Response, Server};
use super::site::{Site, project, write};
use super::{run, verify};
use crate::at_once::at_once;
use crate::golden::assert_matches;
use crate::project::Project;

/// The consultant who is withdrawn. No output has the name or any other text of the profile.
const FRIDA: &str = "frida-holm";
/// A part of the name in the profile.
const CANARY: &str = "Name of";

/// Creates a project whose site no longer has [`FRIDA`], and returns the site before and after.
fn withdrawn(name: &str) -> (Project, Site, Server) {
    let project = project(name);
    write(&project, FRIDA, "2026-03-04", true);
    let before = Site::of(&project);
    std::fs::remove_file(project.root.join("content/consultants/frida-holm.yaml")).expect("there");
    let after = Site::of(&project);
    let server = Server::start(move |request| after.respond(request).into());
    (project, before, server)
}

/// Returns the arguments for a site and a former deploy.
fn arguments(site: &Server, former: &str) -> String {
    format!("{} --gone {FRIDA} --at {former}", site.url())
}

/// Starts a former deploy that responds with this status to every request.
fn with_status(status: u16) -> Server {
    Server::start(move |_| Response::new(status, "text/html", "<p>A page</p>").into())
}

#[test]
fn accepts_deleted_and_protected_deploys() {
    let (project, _, site) = withdrawn("former_gone");
    let former = [404, 410, 401, 403].map(with_status);
    let at: Vec<String> = former.iter().map(|server| format!("--at {}", server.url())).collect();
    let arguments = format!("{} --gone {FRIDA} {}", site.url(), at.join(" "));
    let output = verify(&project, &arguments);
    output.has(0, &["; 4 of 4 former deploys without withdrawn consultants\n"]);
    for server in former {
        let url = server.url();
        output.has(0, &[&format!("former deploy {url} serves no withdrawn consultants: ")]);
    }
}

#[test]
fn reports_deploys_that_serve_withdrawn_consultants() {
    let (project, before, site) = withdrawn("former_still");
    let former = Server::start(move |request| before.respond(request).into());
    let url = former.url();
    verify(&project, &arguments(&site, &url))
        .has(
            1,
            &[
                "; 0 of 1 former deploy without withdrawn consultants\n",
                &format!("former deploy {url} still serves withdrawn consultants: "),
                "a former deploy still serves withdrawn consultants (",
                "  profile of frida-holm: status 200\n",
                "delete this deploy at the host",
            ],
        )
        .lacks(&[CANARY]);
}

#[test]
fn reports_single_files_and_caches_of_former_deploys() {
    let (project, before, site) = withdrawn("former_parts");
    let photo = Server::start(|request| match request.target.starts_with("/_internal/photo/") {
        true => Response::new(200, "image/png", "x").into(),
        false => Response::new(404, "text/plain", "").into(),
    });
    verify(&project, &arguments(&site, &photo.url()))
        .has(1, &["still serves", "  /_internal/photo/frida-holm.jpg: status 200\n"]);
    let cache = Server::start(move |request| match request.target.contains("x=") {
        true => Response::new(404, "text/plain", "").into(),
        false => before.respond(request).into(),
    });
    verify(&project, &arguments(&site, &cache.url()))
        .has(1, &["a cache still serves withdrawn consultants ("]);
}

#[test]
fn nothing_temporary_counts_as_gone() {
    let (project, _, site) = withdrawn("former_temporary");
    let redirect = Server::start(|_| {
        Response::new(302, "text/plain", "").with("Location", "https://login.invalid/").into()
    });
    let challenge = Server::start(|_| {
        Response::new(403, "text/html", "<!DOCTYPE html><title>Just a moment...</title>").into()
    });
    let limited =
        Server::start(|_| Response::new(429, "text/plain", "").with("Retry-After", "1").into());
    let page = Server::start(|_| Response::new(200, "text/html", "<!DOCTYPE html>Hello").into());
    let cases = [
        (redirect, "  status 302\n"),
        (challenge, "a bot protection responds"),
        (limited, "rate-limiting requests (429)"),
        (page, "the server responds with success to paths that do not exist"),
        (with_status(503), "  status 503\n"),
        (with_status(400), "status 400 instead of 404"),
        (Server::start(|_| Reply::Bytes(b"nonsense\r\n\r\n".to_vec())), "cannot be reached"),
        (Server::start(|_| Reply::Nothing), "cannot be reached: it may still serve"),
    ];
    at_once(cases, |(former, expected)| {
        let url = former.url();
        let arguments = format!("{} --timeout 12", arguments(&site, &url));
        verify(&project, &arguments)
            .has(1, &[expected, &format!("former deploy {url} "), "0 of 1 former deploy"])
            .lacks(&["still serves withdrawn consultants"]);
    });
}

#[test]
fn an_unresolved_name_or_a_closed_port_does_not_count_as_gone() {
    let (project, _, site) = withdrawn("former_unresolved");
    at_once(["http://nobody-here.invalid", "http://127.0.0.1:9"], |url| {
        verify(&project, &arguments(&site, url)).has(
            1,
            &[&format!(
                "former deploy {url} cannot be reached: it may still serve withdrawn consultants"
            )],
        );
    });
}

#[test]
fn every_format_names_the_former_deploy() {
    let (project, before, site) = withdrawn("former_formats");
    let former = Server::start(move |request| before.respond(request).into());
    let url = former.url();
    let gone = with_status(410);
    let arguments = format!("{} --at {}", arguments(&site, &url), gone.url());
    let [json, github] = ["json", "github"]
        .map(|format| verify(&project, &format!("{arguments} --format {format}")));
    let document: Json = serde_json::from_str(&json.stdout).expect("JSON");
    assert_eq!(
        (document["version"].as_u64(), &document["conclusion"]),
        (Some(2), &"failed".into())
    );
    assert_eq!(document["counts"]["failed"], 0);
    let deploys = document["former_deploys"].as_array().expect("a list");
    let of = |field: &str| -> Vec<&Json> { deploys.iter().map(|deploy| &deploy[field]).collect() };
    assert_eq!(of("url"), [&Json::from(&*url), &gone.url().into()]);
    assert_eq!(of("conclusion"), ["failed", "passed"]);
    assert_eq!(deploys[0]["findings"][0]["code"], "former-deploy");
    assert!(deploys[0]["counts"]["failed"].as_u64() > Some(3), "{}", json.all);
    github.has(
        1,
        &[&format!(
            "::error title=former-deploy::{url}: a former deploy still serves withdrawn consultants ("
        )],
    );
    let human = verify(&project, &arguments);
    let ports = [(site.port, "1"), (former.port, "2"), (gone.port, "3")];
    let golden = |name: &str, text: &str| {
        // The word that no cache has seen, and the number of all checks.
        let text = Regex::new("x=[0-9a-f]{16}").expect("a pattern").replace_all(text, "x=...");
        let all = Regex::new("expected: [0-9]+ checks").expect("a pattern");
        let text = all.replace_all(&text, "expected: all checks").into_owned();
        let text = ports.iter().fold(text, |text, (port, number)| {
            text.replace(&format!("http://127.0.0.1:{port}"), &format!("http://host-{number}"))
        });
        assert_matches(&format!("tests/fixtures/former-deploys/{name}.txt"), text);
    };
    golden("human", &human.stdout);
    golden("github", &github.stdout);
    let mut deploys = document["former_deploys"].clone();
    deploys.as_array_mut().expect("a list").iter_mut().for_each(|deploy| {
        let checks = deploy["checks"].as_array_mut().expect("a list");
        checks.truncate(1);
    });
    golden("json", &format!("{deploys:#}\n"));
    for output in [human, json, github] {
        output.lacks(&[CANARY]);
    }
}

#[test]
fn former_deploys_get_no_header_and_their_redirects_are_not_followed() {
    let (project, before, site) = withdrawn("former_header");
    let seen: Arc<Mutex<Vec<Request>>> = Arc::default();
    let log = Arc::clone(&seen);
    let followed: Arc<Mutex<Vec<Request>>> = Arc::default();
    let log_of_target = Arc::clone(&followed);
    let target = Server::start(move |request| {
        log_of_target.lock().expect("no panic").push(request.clone());
        Response::new(404, "text/plain", "").into()
    });
    let target = target.url();
    let former = Server::start(move |request| {
        log.lock().expect("no panic").push(request.clone());
        match request.target.contains("consultant-photo") {
            true => Response::new(307, "text/plain", "")
                .with("Location", format!("{target}{}", request.target))
                .into(),
            false => before.respond(request).into(),
        }
    });
    let header = ["--header", "Authorization: Bearer canary-of-the-secret"];
    run(&project, &arguments(&site, &former.url()), &header)
        .has(1, &["still serves"])
        .lacks(&["canary-of-the-secret"]);
    assert!(followed.lock().expect("no panic").is_empty());
    let requests = seen.lock().expect("no panic");
    assert!(requests.len() > 20);
    assert!(requests.iter().all(|request| request.value("authorization").is_none()));
}

#[test]
fn rejects_wrong_usage() {
    let project = project("former_usage");
    let site = "http://127.0.0.1:9";
    verify(&project, &format!("{site} --at http://127.0.0.1:8")).has(2, &["--gone <ID>"]);
    verify(&project, &format!("{site} --gone {FRIDA} --at {site}/")).has(
        2,
        &["`http://127.0.0.1:9` is the site itself: --at needs the URL of a former deploy"],
    );
    verify(&project, &format!("{site} --gone {FRIDA} --at example.com"))
        .has(2, &["write one such as `https://profiles.example.com`"]);
    verify(&project, &format!("{site} --gone {FRIDA} --at https://a:secret@example.com"))
        .has(2, &["contains a user name or password"])
        .lacks(&["secret"]);
}
