//! Arguments of the command.

use super::server::Server;
use super::site::{Site, project, settings};
use super::{run, verify};
use crate::project::text;

#[test]
fn rejects_invalid_urls() {
    let project = project("usage_address");
    for (url, expected) in [
        ("profiles.example.com", "write one such as `https://profiles.example.com`"),
        (
            "https://profiles.example.com/api",
            "the paths of the interface start at the root of the host",
        ),
        ("https://anna:secret@profiles.example.com", "--header 'Authorization: Basic ...'"),
        ("", "the URL of the site is missing"),
    ] {
        verify(&project, url).has(2, &[expected]).lacks(&["secret"]);
    }
    run(&project, "", &[""]).has(2, &["the URL of the site is not a complete web address"]);
    for header in ["secret", "A b: secret"] {
        run(&project, "http://127.0.0.1:9", &["--header", header])
            .has(2, &["error: "])
            .lacks(&["secret"]);
    }
    verify(&project, "http://127.0.0.1:9 --host nowhere")
        .has(2, &["`nowhere` is not a supported host"]);
    verify(&project, "http://127.0.0.1:9 --content elsewhere").has(2, &["elsewhere"]);
}

#[test]
fn uses_the_base_url_of_the_settings() {
    let project = project("usage_base_url");
    let site = Site::of(&project);
    let server = Server::start(move |request| site.respond(request).into());
    settings(&project, &format!("base_url: {}\n", server.url()));
    // The links are absolute now, so the content differs.
    verify(&project, "").has(1, &[&format!("{} is not as expected", server.url())]);
}

#[test]
fn rejects_content_with_errors() {
    let project = project("usage_mistake");
    project.write("content/consultants/anna-berg.yaml", "active: true\nnme: Secret\n");
    verify(&project, "http://127.0.0.1:9")
        .has(2, &["the local content has 1 error\n  help: run `vitae check`"])
        .lacks(&["nme", "Secret", "anna"]);
}

#[test]
fn help_lists_exit_codes() {
    let project = project("usage_help");
    let output = project.run("verify --help");
    let help = text(&output);
    for line in
        ["Exit codes:", "  0  every response", "  1  a response", "  2  the site cannot be reached"]
    {
        assert!(help.contains(line), "{help}");
    }
}
