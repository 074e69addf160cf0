//! The preview responds as the published site does.

use std::io::Write;
use std::sync::Arc;

use vitae::bundle::Body;
use vitae::compile::Options;
use vitae::source::Sources;
use vitae::templates::Templates;

use super::{FILE, PROFILE, Preview, anna};
use crate::compilation::compile;
use crate::project::{Project, profile};

/// Checks the status, media type, headers and bytes of each route.
#[test]
fn serves_every_route() {
    let project = Project::sample("serve_routes");
    let preview = Preview::start(&project.root, &[]);
    let content = project.root.join("content");
    let sources = Sources::from_disk(&content, &Arc::default()).expect("readable");
    let (outcome, files) =
        compile(&sources, &Templates::embedded(), &Options::on(crate::project::day()))
            .expect("the content compiles");
    let site = outcome.site.expect("valid content");
    let headers = &site.headers;
    assert!(headers.len() > 3);
    let routes: Vec<_> = site.routes.iter().collect();
    assert!(routes.len() > 20, "{} routes", routes.len());
    let files: Vec<_> = files.iter().chain(site.files.iter()).collect();
    for route in routes {
        let artifact = files.iter().find(|file| file.path == route.artifact[1..]);
        let artifact = artifact.expect("an artifact");
        let bytes = match &artifact.body {
            Body::Document(document) => document.to_vec(),
            Body::Generated(generator) => generator.generate().expect("a photo"),
        };
        let query = route.query.map(|(name, value)| format!("?{name}={value}"));
        let target =
            format!("{}{}", route.path.replace('*', "nothing-here"), query.unwrap_or_default());
        let response = preview.get(&target);
        assert_eq!(response.status, route.status, "{target}");
        assert_eq!(response.header("content-type"), Some(route.media_type), "{target}");
        assert!(response.body == bytes, "{target}: the body differs");
        let length = bytes.len().to_string();
        assert_eq!(response.header("content-length"), Some(length.as_str()), "{target}");
        for (name, value) in headers {
            let name = name.to_ascii_lowercase();
            let expected = match name.as_str() {
                // With the published value, browsers would not notice the next save.
                "cache-control" => Some("no-cache"),
                // Other pages must not show unpublished photos.
                "cross-origin-resource-policy" => Some("same-origin"),
                _ => Some(value.as_str()),
            };
            assert_eq!(response.header(&name), expected, "{target}: {name}");
        }
    }
}

#[test]
fn inactive_consultants_are_not_found() {
    let project = Project::sample("serve_inactive");
    let preview = Preview::start(&project.root, &[]);
    for operation in ["consultant-public", "consultant-photo"] {
        for query in ["", "?format=jsonresume"] {
            let response =
                |id| preview.get(&format!("/api/{operation}/{id}{query}")).without_date();
            let unknown = response("unknown-id");
            assert_eq!(unknown.0, 404);
            assert_eq!(response("karin-ostlund-berg"), unknown);
        }
    }
    // The preview itself also shows inactive consultants.
    let photo = preview.get("/_preview/photo/karin-ostlund-berg");
    assert_eq!((photo.status, photo.header("content-type")), (200, Some("image/jpeg")));
    assert!(photo.body.starts_with(b"\xFF\xD8"));
    assert_eq!(preview.get("/_preview/photo/rosalind-pike").status, 404);
    assert_eq!(preview.get("/_preview/photo/unknown-id").status, 404);
}

#[test]
fn rejects_other_methods() {
    let project = anna("serve_methods");
    let preview = Preview::start(&project.root, &[]);
    for method in ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW"] {
        for target in [PROFILE, "/", "/_preview/", "/_preview/_events", "/nothing"] {
            let response = preview.request(method, target, &[("Content-Length", "0")]);
            assert_eq!(response.status, 405, "{method} {target}");
            assert_eq!(response.header("allow"), Some("GET, HEAD"));
        }
    }
    let mut with_body = preview.connect();
    let head = format!(
        "POST {PROFILE} HTTP/1.1\r\nHost: localhost:{}\r\nContent-Length: 99999999\r\n\r\n",
        preview.port
    );
    with_body.write_all(head.as_bytes()).expect("the preview accepts data");
    let _ = with_body.write_all(&[b'x'; 100_000]);
    assert_eq!(preview.get(PROFILE).status, 200);
}

#[test]
fn supports_head_and_entity_tags() {
    let project = anna("serve_tags");
    let preview = Preview::start(&project.root, &[]);
    for target in [PROFILE, "/", "/_preview/", "/nothing"] {
        let get = preview.get(target);
        let head = preview.request("HEAD", target, &[]);
        assert_eq!(head.status, get.status);
        assert_eq!(head.without_date().1, get.without_date().1, "{target}");
        assert!(head.body.is_empty(), "{target}");
    }
    let get = preview.get(PROFILE);
    let tag = get.header("etag").expect("an entity tag");
    for client_tag in [tag, &format!("W/{tag}"), &format!("\"x\", {tag}"), "*"] {
        let response = preview.request("GET", PROFILE, &[("If-None-Match", client_tag)]);
        assert_eq!(response.status, 304, "{client_tag}");
        assert_eq!(response.header("etag"), Some(tag));
        assert_eq!(response.header("access-control-allow-origin"), Some("*"));
        assert!(response.body.is_empty());
    }
    let response = preview.request("GET", PROFILE, &[("If-None-Match", "\"x\"")]);
    assert_eq!((response.status, &response.body), (200, &get.body));
    let mut events = preview.events();
    project.write(FILE, profile("Anna Nyberg"));
    events.until(|| preview.get(PROFILE).header("etag") != Some(tag));
}

#[test]
fn head_of_the_event_stream_has_no_body() {
    let project = anna("serve_head_of_events");
    let preview = Preview::start(&project.root, &[]);
    let head = preview.request("HEAD", "/_preview/_events", &[]);
    assert_eq!(head.status, 200);
    assert_eq!(head.header("content-type"), Some("text/event-stream"));
    assert!(head.body.is_empty());
    assert_eq!(head.header("content-length"), None);
}

#[test]
fn own_paths_do_not_collide_with_ids() {
    let project = anna("serve_addresses");
    for id in ["events", "photo", "assets"] {
        let path = format!("content/consultants/{id}.yaml");
        project.write(&path, profile("Anna Berg"));
    }
    let preview = Preview::start(&project.root, &[]);
    for id in ["events", "photo", "assets"] {
        let page = preview.get(&format!("/_preview/{id}"));
        assert_eq!(page.status, 200, "{id}");
        assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"));
    }
    let redirect = preview.get("/_preview");
    assert_eq!(redirect.status, 308);
    assert_eq!(redirect.header("location"), Some("/_preview/"));
}
