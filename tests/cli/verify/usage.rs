//! How it is called.

use super::server::Server;
use super::site::{Site, project, settings};
use super::{run, verify};
use crate::project::text;

#[test]
fn the_address_is_a_host_and_nothing_else() {
    let project = project("usage_address");
    for (url, told) in [
        (
            "profiles.example.com",
            "write `https://profiles.example.com`",
        ),
        (
            "https://profiles.example.com/api",
            "every path of the interface starts with /api, at the root of the host",
        ),
        (
            "https://anna:secret@profiles.example.com",
            "--header 'Authorization: Basic ...'",
        ),
        ("", "which site?"),
    ] {
        verify(&project, url).has(2, &[told]).lacks(&["secret"]);
    }
    run(&project, "", &[""]).has(2, &["the site's address is empty"]);
    for header in ["secret", "Range: secret", "A b: secret"] {
        run(&project, "http://127.0.0.1:9", &["--header", header])
            .has(2, &["error: "])
            .lacks(&["secret"]);
    }
    verify(&project, "http://127.0.0.1:9 --host nowhere")
        .has(2, &["there is no `templates/hosts/nowhere/host.yaml`"]);
    verify(&project, "http://127.0.0.1:9 --content elsewhere").has(2, &["elsewhere"]);
}

#[test]
fn the_address_of_the_settings_is_taken() {
    let project = project("usage_base_url");
    let site = Site::of(&project);
    let server = Server::start(move |request| site.answer(request).into());
    settings(&project, &format!("base_url: {}\n", server.url()));
    // Links are absolute now: another content.
    verify(&project, "").has(
        1,
        &[&format!("{} does not answer as promised", server.url())],
    );
}

#[test]
fn a_content_with_mistakes_is_nothing_to_compare_with() {
    let project = project("usage_mistake");
    project.write(
        "content/consultants/anna-berg.yaml",
        "active: true\nnme: Secret\n",
    );
    verify(&project, "http://127.0.0.1:9")
        .has(2, &["unknown-field", "the content here has mistakes ("]);
}

#[test]
fn the_exit_codes_are_in_the_manual() {
    let project = project("usage_help");
    let output = project.run("verify --help");
    let help = text(&output);
    for line in [
        "Exit codes:",
        "  0  everything",
        "  1  something",
        "  2  the site cannot be reached",
    ] {
        assert!(help.contains(line), "{help}");
    }
}
