//! Other web pages cannot read the preview, and it serves no files outside of the content.

use std::io::{Read, Write};

use super::{PROFILE, Preview, Response, anna};
use crate::project::text;

#[test]
fn rejects_other_hosts_and_origins() {
    let project = anna("serve_guard");
    let preview = Preview::start(&project.root, &["--allow-host", "preview.example.com"]);
    let own = format!("http://localhost:{}", preview.port);
    for target in [PROFILE, "/", "/_preview/", "/_preview/_events", "/_preview/photo/anna-berg"] {
        let cross_site_fetch = [
            ("Sec-Fetch-Site", "cross-site"),
            ("Sec-Fetch-Mode", "cors"),
            ("Sec-Fetch-Dest", "empty"),
        ];
        let cross_site_frame = [
            ("Sec-Fetch-Site", "same-site"),
            ("Sec-Fetch-Mode", "navigate"),
            ("Sec-Fetch-Dest", "iframe"),
        ];
        for headers in [
            &[("Host", "attacker.example.com")][..],
            &[("Host", "localhost:1")],
            &[("Origin", "https://attacker.example.com")],
            &[("Origin", "null")],
            &cross_site_fetch,
            &cross_site_frame,
        ] {
            let response = preview.request("GET", target, headers);
            assert_eq!(response.status, 403, "{target} {headers:?}");
            assert_eq!(response.header("access-control-allow-origin"), None);
            assert!(!response.text().contains("Anna"), "{target} {headers:?}");
        }
    }
    let link = [
        ("Sec-Fetch-Site", "cross-site"),
        ("Sec-Fetch-Mode", "navigate"),
        ("Sec-Fetch-Dest", "document"),
    ];
    for headers in [
        &[("Host", "preview.example.com")][..],
        &[("Origin", own.as_str())],
        &[("Sec-Fetch-Site", "same-origin")],
        &link,
    ] {
        assert_eq!(preview.request("GET", PROFILE, headers).status, 200, "{headers:?}");
    }
    // HTTP/1.0 does not require a `Host` header.
    let mut stream = preview.connect();
    let request = format!("GET {PROFILE} HTTP/1.0\r\n\r\n");
    stream.write_all(request.as_bytes()).expect("the preview accepts data");
    let mut response = String::new();
    stream.read_to_string(&mut response).expect("a response");
    assert!(response.contains(" 403 "), "{response}");
}

#[test]
fn allows_host_names_without_port() {
    let project = anna("serve_names");
    for name in ["http://preview.example.com", "preview.example.com:8080"] {
        let output = project.run(&format!("serve --listen 127.0.0.1:0 --allow-host {name}"));
        assert_eq!(output.status.code(), Some(2), "{}", text(&output));
        assert!(text(&output).contains("without http://, port"), "{}", text(&output));
    }
    let preview = Preview::start(&project.root, &["--allow-host", "192.0.2.7"]);
    for host in ["192.0.2.7", "192.0.2.7:8443"] {
        let response = preview.request("GET", PROFILE, &[("Host", host)]);
        assert_eq!(response.status, 200, "{host}");
    }
}

#[test]
fn published_paths_run_no_scripts_and_are_revalidated() {
    let project = anna("serve_published_headers");
    let preview = Preview::start(&project.root, &[]);
    let check = |response: &Response, what: &str| {
        // A script would have the origin of the preview's own pages.
        check_headers(response, what, "no-cache", "script-src 'none'; frame-ancestors 'none'");
    };
    for target in [PROFILE, "/api/nothing", "/api/openapi.json", "/", "/nothing"] {
        check(&preview.get(target), target);
        check(&preview.request("POST", target, &[]), target);
    }
    let current = preview.get(PROFILE);
    let tag = current.header("etag").expect("an entity tag");
    let not_modified = preview.request("GET", PROFILE, &[("If-None-Match", tag)]);
    assert_eq!(not_modified.status, 304);
    check(&not_modified, "304");
}

#[test]
fn own_pages_have_a_strict_policy_and_are_not_stored() {
    let project = anna("serve_own_headers");
    let preview = Preview::start(&project.root, &[]);
    let check = |response: &Response, what: &str| {
        let policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
                      connect-src 'self'; base-uri 'none'; form-action 'none'; \
                      frame-ancestors 'none'";
        check_headers(response, what, "no-store", policy);
        for (name, value) in [
            ("access-control-allow-origin", None),
            ("cross-origin-opener-policy", Some("same-origin")),
            ("etag", None),
            ("referrer-policy", Some("no-referrer")),
            ("x-content-type-options", Some("nosniff")),
        ] {
            assert_eq!(response.header(name), value, "{what}: {name}");
        }
    };
    for target in [
        "/_preview",
        "/_preview/",
        "/_preview/anna-berg",
        "/_preview/nothing",
        "/_preview/_diagnostics",
        "/_preview/_files/site.yaml",
        "/_preview/photo/anna-berg",
        "/_preview/photo/nothing",
        "/_preview/assets/preview.js",
        "/_preview/assets/icon.svg",
        "/_preview/assets/nothing.js",
    ] {
        check(&preview.get(target), target);
        check(&preview.request("POST", target, &[]), target);
    }
    let other_host = [("Host", "attacker.example.com")];
    check(&preview.request("GET", PROFILE, &other_host), "403");
    let events = preview.request("HEAD", "/_preview/_events", &[]);
    check(&events, "events");
}

/// Checks the headers with which browsers cache, frame and embed a response. Browsers do not send Fetch
/// Metadata over plain HTTP to other machines, so that the guard alone does not prevent frames.
fn check_headers(response: &Response, what: &str, caching: &str, policy: &str) {
    for (name, value) in [
        ("cache-control", caching),
        ("content-security-policy", policy),
        ("cross-origin-resource-policy", "same-origin"),
        ("x-frame-options", "DENY"),
    ] {
        assert_eq!(response.header(name), Some(value), "{what}: {name}");
    }
}

#[test]
fn rejects_path_traversal() {
    let project = anna("serve_traversal");
    project.write("secret.yaml", "confidential");
    project.write("dist/secret", "confidential");
    let preview = Preview::start(&project.root, &[]);
    for target in [
        "/../secret.yaml",
        "/..%2fsecret.yaml",
        "/%2e%2e/secret.yaml",
        "/content/consultants/anna-berg.yaml",
        "/dist/secret",
        "/secret",
        "/_preview/../secret.yaml",
        "/_preview/photo/../../secret",
        "/_preview/photo/..%2f..%2fsecret",
        "/_internal/manifest",
        "//etc/passwd",
        "/api/consultant-public/anna-berg%00",
    ] {
        let response = preview.get(target);
        assert_eq!(response.status, 404, "{target}");
        assert!(!response.text().contains("confidential"), "{target}");
    }
}
