//! The live preview: it follows the content, answers as the published site does, and tells nothing
//! to other pages.

use std::fs;
use std::io::Write;
use std::net::TcpListener;
use std::path::Path;

use vitae::bundle::Body;
use vitae::model::site::Settings;
use vitae::route::{api_headers, routes};
use vitae::source::Sources;
use vitae::source::published_directory::PublishedDirectory;
use vitae::templates::Templates;
use vitae::{Options, compile};

use crate::preview::{Preview, Response};
use crate::project::{Project, SITE, git, profile, repository, text};

const PROFILE: &str = "/api/consultant-public/anna-berg";
const FILE: &str = "content/consultants/anna-berg.yaml";

/// A site with one consultant.
fn anna(name: &str) -> Project {
    let project = Project::site(name);
    project.write(FILE, profile("Anna Berg"));
    project
}

fn is_not_found(response: &Response) -> bool {
    response.status == 404
        && response.field("content-type") == Some("application/json")
        && response.text().starts_with("{\n  \"error\": ")
}

#[test]
fn an_edit_is_seen() {
    let project = anna("serve_edit");
    let mut preview = Preview::start(&project.root, &[]);
    let mut events = preview.events();
    assert_eq!(events.revision(), 1);
    assert!(preview.get(PROFILE).text().contains("Anna Berg"));
    project.write(FILE, profile("Anna Nyberg"));
    events.until(|| preview.get(PROFILE).text().contains("Anna Nyberg"));
    assert!(preview.get("/_preview/").text().contains("Anna Nyberg"));

    // Whoever comes later learns the newest revision at once.
    assert!(preview.events().revision() > 1);
    assert!(preview.line().starts_with("revision 1: no mistakes"));
    assert!(preview.line().starts_with("revision 2: no mistakes ("));
}

#[test]
fn a_save_by_rename_is_seen() {
    let project = anna("serve_rename");
    let preview = Preview::start(&project.root, &[]);
    let mut events = preview.events();
    for name in ["Anna A", "Anna B", "Anna C"] {
        project.write("content/consultants/.anna-berg.yaml.swp", profile(name));
        let from = project.root.join("content/consultants/.anna-berg.yaml.swp");
        fs::rename(from, project.root.join(FILE)).expect("renamed");
        events.until(|| preview.get(PROFILE).text().contains(name));
    }
}

#[test]
fn what_is_broken_is_told_and_the_last_good_state_served() {
    let project = anna("serve_broken");
    let preview = Preview::start(&project.root, &[]);
    let mut events = preview.events();
    events.revision();
    let good = preview.get(PROFILE).essence();
    project.write(FILE, "active: true\nname: [\n");
    events.revision();
    assert_eq!(preview.get(PROFILE).essence(), good);
    let page = preview.get("/_preview/");
    assert_eq!(page.status, 200);
    assert!(page.text().contains("anna-berg"));
    project.write(FILE, profile("Anna Mended"));
    events.until(|| preview.get(PROFILE).text().contains("Anna Mended"));
}

#[test]
fn while_nothing_was_ever_good_there_is_nothing() {
    let project = anna("serve_never_good");
    project.write(FILE, "active: true\n");
    let preview = Preview::start(&project.root, &[]);
    for target in ["/", PROFILE, "/api/openapi.json", "/nothing"] {
        assert!(is_not_found(&preview.get(target)), "{target}");
    }
    assert_eq!(preview.get("/_preview/").status, 200);
    let mut events = preview.events();
    project.write(FILE, profile("Anna Berg"));
    events.until(|| preview.get(PROFILE).status == 200);
}

/// Each route, with what it says: status, media type, headers and bytes.
#[test]
fn every_route_is_answered_as_stated() {
    let project = Project::sample("serve_routes");
    let preview = Preview::start(&project.root, &[]);
    let content = project.root.join("content");
    let sources = Sources::from_disk(&content).expect("readable");
    let report =
        compile(&sources, &Templates::embedded(), &Options::default()).expect("it compiles");
    let bundle = report.output.expect("no mistakes");
    let headers = api_headers(&settings(&sources));
    assert!(headers.len() > 3);
    let mut seen = 0;
    for route in routes(&bundle) {
        let artifact = bundle.get(&route.artifact[1..]).expect("an artifact");
        let bytes = match &artifact.body {
            Body::Bytes(bytes) => bytes.clone(),
            Body::Generated(generator) => generator.generate().expect("a photo"),
        };
        let query = route.query.map(|(name, value)| format!("?{name}={value}"));
        let target = format!(
            "{}{}",
            route.path.replace('*', "nothing-here"),
            query.unwrap_or_default()
        );
        let response = preview.get(&target);
        assert_eq!(response.status, route.status, "{target}");
        assert_eq!(
            response.field("content-type"),
            Some(route.media_type),
            "{target}"
        );
        assert!(response.body == bytes, "{target} has other bytes");
        let length = bytes.len().to_string();
        assert_eq!(
            response.field("content-length"),
            Some(length.as_str()),
            "{target}"
        );
        for (name, value) in &headers {
            let name = name.to_ascii_lowercase();
            let wanted = match name.as_str() {
                // The published one would hide the next save.
                "cache-control" => Some("no-cache"),
                _ => Some(value.as_str()),
            };
            assert_eq!(response.field(&name), wanted, "{target}: {name}");
        }
        seen += 1;
    }
    assert!(seen > 20, "{seen} routes");
}

fn settings(sources: &Sources) -> Settings {
    let content = vitae::lower::lower(sources, &["netlify".to_owned()], &Default::default());
    content.expect("readable").settings.expect("settings")
}

#[test]
fn an_inactive_consultant_is_like_nobody() {
    let project = Project::sample("serve_inactive");
    let preview = Preview::start(&project.root, &[]);
    for operation in ["consultant-public", "consultant-photo"] {
        for query in ["", "?format=jsonresume"] {
            let answer = |id| {
                preview
                    .get(&format!("/api/{operation}/{id}{query}"))
                    .essence()
            };
            let unknown_id = answer("nobody-here");
            assert_eq!(unknown_id.0, 404);
            assert_eq!(answer("karin-ostlund-berg"), unknown_id);
        }
    }
    // The preview itself shows everybody.
    let photo = preview.get("/_preview/photo/karin-ostlund-berg");
    assert_eq!(
        (photo.status, photo.field("content-type")),
        (200, Some("image/jpeg"))
    );
    assert!(photo.body.starts_with(b"\xFF\xD8"));
    assert_eq!(preview.get("/_preview/photo/rosalind-pike").status, 404);
    assert_eq!(preview.get("/_preview/photo/nobody-here").status, 404);
}

#[test]
fn nothing_is_changed_by_a_request() {
    let project = anna("serve_methods");
    let preview = Preview::start(&project.root, &[]);
    for method in ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW"] {
        for target in [PROFILE, "/", "/_preview/", "/_preview/_events", "/nothing"] {
            let response = preview.request(method, target, &[("Content-Length", "0")]);
            assert_eq!(response.status, 405, "{method} {target}");
            assert_eq!(response.field("allow"), Some("GET, HEAD"));
        }
    }
    let mut with_body = preview.connect();
    let head = format!(
        "POST {PROFILE} HTTP/1.1\r\nHost: localhost:{}\r\nContent-Length: 99999999\r\n\r\n",
        preview.port
    );
    with_body.write_all(head.as_bytes()).expect("it listens");
    let _ = with_body.write_all(&[b'x'; 100_000]);
    assert_eq!(preview.get(PROFILE).status, 200);
}

#[test]
fn head_and_entity_tags() {
    let project = anna("serve_tags");
    let preview = Preview::start(&project.root, &[]);
    for target in [PROFILE, "/", "/_preview/", "/nothing"] {
        let get = preview.get(target);
        let head = preview.request("HEAD", target, &[]);
        assert_eq!(head.status, get.status);
        assert_eq!(head.essence().1, get.essence().1, "{target}");
        assert!(head.body.is_empty(), "{target}");
    }
    let get = preview.get(PROFILE);
    let tag = get.field("etag").expect("a tag");
    for known in [tag, &format!("W/{tag}"), &format!("\"x\", {tag}"), "*"] {
        let response = preview.request("GET", PROFILE, &[("If-None-Match", known)]);
        assert_eq!(response.status, 304, "{known}");
        assert_eq!(response.field("etag"), Some(tag));
        assert_eq!(response.field("access-control-allow-origin"), Some("*"));
        assert!(response.body.is_empty());
    }
    let response = preview.request("GET", PROFILE, &[("If-None-Match", "\"x\"")]);
    assert_eq!((response.status, &response.body), (200, &get.body));
    let mut events = preview.events();
    project.write(FILE, profile("Anna Nyberg"));
    events.until(|| preview.get(PROFILE).field("etag") != Some(tag));
}

#[test]
fn other_hosts_and_other_pages_read_nothing() {
    let project = anna("serve_guard");
    let preview = Preview::start(&project.root, &["--allow-host", "preview.example.com"]);
    let own = format!("http://localhost:{}", preview.port);
    for target in [
        PROFILE,
        "/",
        "/_preview/",
        "/_preview/_events",
        "/_preview/photo/anna-berg",
    ] {
        let foreign_fetch = [
            ("Sec-Fetch-Site", "cross-site"),
            ("Sec-Fetch-Mode", "cors"),
            ("Sec-Fetch-Dest", "empty"),
        ];
        let foreign_frame = [
            ("Sec-Fetch-Site", "same-site"),
            ("Sec-Fetch-Mode", "navigate"),
            ("Sec-Fetch-Dest", "iframe"),
        ];
        for fields in [
            &[("Host", "attacker.example.com")][..],
            &[("Host", "localhost:1")],
            &[("Origin", "https://attacker.example.com")],
            &[("Origin", "null")],
            &foreign_fetch,
            &foreign_frame,
        ] {
            let response = preview.request("GET", target, fields);
            assert_eq!(response.status, 403, "{target} {fields:?}");
            assert_eq!(response.field("access-control-allow-origin"), None);
            assert!(!response.text().contains("Anna"), "{target} {fields:?}");
        }
    }
    let link = [
        ("Sec-Fetch-Site", "cross-site"),
        ("Sec-Fetch-Mode", "navigate"),
        ("Sec-Fetch-Dest", "document"),
    ];
    for fields in [
        &[("Host", "preview.example.com")][..],
        &[("Origin", own.as_str())],
        &[("Sec-Fetch-Site", "same-origin")],
        &link,
    ] {
        assert_eq!(
            preview.request("GET", PROFILE, fields).status,
            200,
            "{fields:?}"
        );
    }
    // One without a host at all.
    let mut stream = preview.connect();
    let request = format!("GET {PROFILE} HTTP/1.0\r\n\r\n");
    stream.write_all(request.as_bytes()).expect("it listens");
    let mut answer = String::new();
    std::io::Read::read_to_string(&mut stream, &mut answer).expect("it answers");
    assert!(answer.contains(" 403 "), "{answer}");
}

/// No consultant can have an address of the preview's own, and a forgotten slash is no obstacle.
#[test]
fn its_own_addresses_are_no_consultants() {
    let project = anna("serve_addresses");
    for id in ["events", "photo", "assets"] {
        let path = format!("content/consultants/{id}.yaml");
        project.write(&path, profile("Anna Berg"));
    }
    let preview = Preview::start(&project.root, &[]);
    for id in ["events", "photo", "assets"] {
        let page = preview.get(&format!("/_preview/{id}"));
        assert_eq!(page.status, 200, "{id}");
        assert_eq!(page.field("content-type"), Some("text/html; charset=utf-8"));
    }
    let moved = preview.get("/_preview");
    assert_eq!(moved.status, 308);
    assert_eq!(moved.field("location"), Some("/_preview/"));
}

#[test]
fn its_own_pages_load_nothing_from_elsewhere() {
    let project = anna("serve_headers");
    let preview = Preview::start(&project.root, &[]);
    for target in [
        "/_preview/",
        "/_preview/nothing",
        "/_preview",
        "/_preview%2F",
    ] {
        let response = preview.get(target);
        let policy = response.field("content-security-policy").expect("a policy");
        assert!(policy.starts_with("default-src 'none'"), "{policy}");
        assert!(policy.contains("frame-ancestors 'none'"), "{policy}");
        assert_eq!(response.field("x-frame-options"), Some("DENY"));
        assert_eq!(response.field("access-control-allow-origin"), None);
    }
}

/// Over plain HTTP, at an address in the network, browsers do not say who asks.
#[test]
fn no_answer_is_shown_by_others_or_kept() {
    let project = anna("serve_everywhere");
    let preview = Preview::start(&project.root, &[]);
    let everywhere = |response: &Response, what: &str| {
        let policy = response.field("content-security-policy").expect("a policy");
        assert!(policy.ends_with("frame-ancestors 'none'"), "{what}");
        for (name, value) in [
            ("x-frame-options", "DENY"),
            ("cross-origin-resource-policy", "same-origin"),
            ("cache-control", "no-cache"),
        ] {
            assert_eq!(response.field(name), Some(value), "{what}: {name}");
        }
    };
    for target in [
        PROFILE,
        "/api/nothing",
        "/api/openapi.json",
        "/",
        "/nothing",
        "/_preview",
        "/_preview/",
        "/_preview/nothing",
        "/_preview/photo/anna-berg",
    ] {
        everywhere(&preview.get(target), target);
        everywhere(&preview.request("POST", target, &[]), target);
    }
    let foreign = [("Host", "attacker.example.com")];
    everywhere(&preview.request("GET", PROFILE, &foreign), "refused");
    everywhere(
        &preview.request("HEAD", "/_preview/_events", &[]),
        "the events",
    );
    let tag = preview.get(PROFILE);
    let known = [("If-None-Match", tag.field("etag").expect("a tag"))];
    everywhere(&preview.request("GET", PROFILE, &known), "not modified");
}

/// HEAD is answered as GET, without the events.
#[test]
fn the_events_have_a_head() {
    let project = anna("serve_head_of_events");
    let preview = Preview::start(&project.root, &[]);
    let head = preview.request("HEAD", "/_preview/_events", &[]);
    assert_eq!(head.status, 200);
    assert_eq!(head.field("content-type"), Some("text/event-stream"));
    assert!(head.body.is_empty());
    assert_eq!(head.field("content-length"), None);
}

#[test]
fn nothing_outside_is_read() {
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

#[test]
fn clients_that_stall_or_exaggerate_hinder_nobody() {
    let project = anna("serve_stalling");
    let preview = Preview::start(&project.root, &[]);
    let mut stalling: Vec<_> = (0..100).map(|_| preview.connect()).collect();
    for stream in &mut stalling {
        let half = format!("GET {PROFILE} HTTP/1.1\r\nHost: local");
        stream.write_all(half.as_bytes()).expect("it listens");
    }
    let listening: Vec<_> = (0..50).map(|_| preview.events()).collect();
    let long = "x".repeat(200_000);
    let mut exaggerating = preview.connect();
    let head = format!("GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: {long}\r\n\r\n");
    // It may be refused before all of it is sent.
    let _ = exaggerating.write_all(head.as_bytes());
    assert_eq!(preview.get(PROFILE).status, 200);
    drop((stalling, listening));
    assert_eq!(preview.get(PROFILE).status, 200);
}

/// Open pages leave room for those that ask; with too many of them the oldest ends.
#[test]
fn open_pages_keep_nobody_waiting() {
    let project = anna("serve_many_pages");
    let preview = Preview::start(&project.root, &[]);
    let mut pages: Vec<_> = (0..600).map(|_| preview.events()).collect();
    let newest = pages.last_mut().expect("a page");
    assert_eq!(newest.revision(), 1);
    assert_eq!(preview.get(PROFILE).status, 200);
    project.write(FILE, profile("Anna Nyberg"));
    assert_eq!(newest.revision(), 2);
    assert!(pages[0].has_ended());
}

#[test]
fn a_photo_that_is_replaced_is_another_one() {
    let project = anna("serve_photo");
    let photo =
        |name: &str| fs::read(repository().join("content/photos").join(name)).expect("a photo");
    let preview = Preview::start(&project.root, &[]);
    let mut events = preview.events();
    let target = "/api/consultant-photo/anna-berg";
    assert!(is_not_found(&preview.get(target)));
    project.write("content/photos/anna-berg.jpg", photo("amara-ndukwe.jpg"));
    events.until(|| preview.get(target).status == 200);
    let first = preview.get(target).body;
    assert_eq!(preview.get("/_preview/photo/anna-berg").body, first);

    // One that arrives slowly is whole in the end.
    let slow = photo("linnea-sjoqvist.jpg");
    let path = project.root.join("content/photos/anna-berg.jpg");
    let mut file = fs::File::create(path).expect("writable");
    for part in slow.chunks(slow.len() / 5) {
        file.write_all(part).expect("writable");
        std::thread::sleep(std::time::Duration::from_millis(40));
    }
    drop(file);
    events.until(|| {
        let response = preview.get(target);
        response.status == 200 && response.body != first
    });
    fs::remove_file(project.root.join("content/photos/anna-berg.jpg")).expect("removed");
    events.until(|| is_not_found(&preview.get(target)));
}

/// Its structure is whole, its last pixels are not: that shows only when it is made.
#[test]
fn a_photo_that_cannot_be_made_is_told() {
    let project = anna("serve_damaged_photo");
    let mut preview = Preview::start(&project.root, &[]);
    let mut events = preview.events();
    let path = repository().join("content/photos/linnea-sjoqvist.jpg");
    let mut photo = fs::read(path).expect("a photo");
    let middle = photo.len() / 2;
    photo.truncate(middle);
    photo.extend([0xFF, 0xD9]);
    project.write("content/photos/anna-berg.jpg", &photo);
    let check = project.run("check");
    assert_eq!(check.status.code(), Some(1), "{}", text(&check));
    // Each revision is said before it is an event.
    while !preview.line().contains(": 1 error") {
        events.revision();
    }
    assert_eq!(preview.get("/_preview/photo/anna-berg").status, 500);
    fs::remove_file(project.root.join("content/photos/anna-berg.jpg")).expect("removed");
    while !preview.line().contains(": no mistakes") {
        events.revision();
    }
}

/// The last good version is whole: its photos do not come from what is on the disk by now.
#[test]
fn photos_are_those_of_the_version_that_is_served() {
    use std::collections::BTreeSet;
    use vitae::preview::incremental::Compiler;
    use vitae::preview::response::answer;

    let project = anna("serve_last_good_photo");
    let photo =
        |name: &str| fs::read(repository().join("content/photos").join(name)).expect("a photo");
    let (first, second) = (photo("amara-ndukwe.jpg"), photo("linnea-sjoqvist.jpg"));
    let path = "content/photos/anna-berg.jpg";
    project.write(path, &first);
    let mut compiler = Compiler::new(previewed(&project)).expect("it compiles");
    let dry_run = |compiler: &mut Compiler| {
        while compiler.is_dry_run_pending() {
            compiler.dry_run();
        }
    };
    let get = |compiler: &Compiler, target: &str| {
        let request = hyper::Request::get(target).body(()).expect("a request");
        let response = answer(&request.into_parts().0, compiler.state());
        let status = response.status().as_u16();
        (status, response.into_body().to_vec())
    };
    let targets = [
        "/api/consultant-photo/anna-berg",
        "/_preview/photo/anna-berg",
    ];
    let photos = |compiler: &Compiler| targets.map(|target| get(compiler, target));
    let compile = |compiler: &mut Compiler| {
        compiler.compile(&BTreeSet::new()).expect("a change");
    };
    // Nobody asked for it yet: that it was rehearsed is enough.
    dry_run(&mut compiler);
    let site = project.root.join("content/site.yaml");
    let mend = || fs::write(&site, SITE).expect("writable");
    let damage = || fs::write(&site, "title: [").expect("writable");

    let mut truncated = first.clone();
    truncated.truncate(first.len() / 2);
    project.write(path, &truncated);
    compile(&mut compiler);
    assert!(!compiler.state().diagnostics.is_empty());
    let good = photos(&compiler);
    assert_eq!(good[0].0, 200, "{}", String::from_utf8_lossy(&good[0].1));
    assert!(good[0] == good[1]);

    // Damage that shows only when it is made.
    let mut pixels = second.clone();
    pixels.truncate(second.len() / 2);
    pixels.extend([0xFF, 0xD9]);
    project.write(path, &pixels);
    compile(&mut compiler);
    dry_run(&mut compiler);
    assert!(compiler.state().is_stale());
    assert!(photos(&compiler) == good);
    // Nor does it come back with another change.
    project.write(FILE, profile("Anna Nyberg"));
    compile(&mut compiler);
    assert_eq!(compiler.state().diagnostics.len(), 1);
    assert!(photos(&compiler) == good);
    assert!(get(&compiler, PROFILE).1 != get(&compiler, "/nothing").1);
    assert!(!String::from_utf8_lossy(&get(&compiler, PROFILE).1).contains("Nyberg"));

    project.write(path, &first);
    compile(&mut compiler);
    dry_run(&mut compiler);
    assert!(photos(&compiler) == good);
    assert!(String::from_utf8_lossy(&get(&compiler, PROFILE).1).contains("Nyberg"));

    // Beside another mistake: exchanged, then gone.
    damage();
    project.write(path, &second);
    compile(&mut compiler);
    assert!(photos(&compiler)[0] == good[0]);
    fs::remove_file(project.root.join(path)).expect("removed");
    compile(&mut compiler);
    assert!(photos(&compiler)[0] == good[0]);
    project.write(path, &second);
    mend();
    compile(&mut compiler);
    let newest = photos(&compiler);
    assert!(newest[0].0 == 200 && newest[0] == newest[1] && newest != good);
    fs::remove_file(project.root.join(path)).expect("removed");
    compile(&mut compiler);
    assert_eq!(photos(&compiler).map(|(status, _)| status), [404, 404]);
}

/// What a compiler of the preview is told about `project`.
fn previewed(project: &Project) -> vitae::preview::incremental::Project {
    vitae::preview::incremental::Project {
        content: project.root.join("content"),
        templates: None,
        options: Options::default(),
        published: PublishedDirectory::new(&project.root.join("dist")),
    }
}

#[test]
fn many_files_at_once_and_new_folders_are_seen() {
    let project = Project::site("serve_burst");
    let consultants = project.root.join("content/consultants");
    fs::remove_dir_all(&consultants).expect("removed");
    let preview = Preview::start(&project.root, &[]);
    let mut events = preview.events();
    for round in 0..3 {
        for number in 0..200 {
            let path = format!("content/consultants/c-{number}.yaml");
            project.write(&path, profile(&format!("Name {number} of {round}")));
        }
        for number in [0, 99, 199] {
            let target = format!("/api/consultant-public/c-{number}");
            let name = format!("Name {number} of {round}");
            events.until(|| preview.get(&target).text().contains(&name));
        }
        fs::remove_dir_all(&consultants).expect("removed");
        events.until(|| is_not_found(&preview.get("/api/consultant-public/c-0")));
    }
}

#[test]
fn a_content_folder_that_vanishes_comes_back() {
    let project = anna("serve_vanished");
    let mut preview = Preview::start(&project.root, &[]);
    let mut events = preview.events();
    events.revision();
    let (content, elsewhere) = (project.root.join("content"), project.root.join("elsewhere"));
    fs::rename(&content, &elsewhere).expect("renamed");
    events.revision();
    assert_eq!(preview.get(PROFILE).status, 200);
    assert_eq!(preview.get("/_preview/").status, 200);
    fs::rename(&elsewhere, &content).expect("renamed");
    events.revision();
    project.write(FILE, profile("Anna Nyberg"));
    events.until(|| preview.get(PROFILE).text().contains("Anna Nyberg"));
    fs::remove_dir_all(&content).expect("removed");
    events.revision();
    project.write("content/site.yaml", SITE);
    project.write(FILE, profile("Anna Again"));
    events.until(|| preview.get(PROFILE).text().contains("Anna Again"));
    let said = (0..3).map(|_| preview.line()).collect::<String>();
    assert!(
        said.contains("there is no content directory content; the API answers as in revision 1")
    );
}

#[test]
fn templates_are_followed_and_a_wrong_one_is_shown() {
    let project = anna("serve_templates");
    let mut preview = Preview::start(&project.root, &[]);
    let mut events = preview.events();
    events.revision();
    project.write(
        "templates/pages/index.html.j2",
        "<p>{{ title }} of ours</p>",
    );
    events.until(|| preview.get("/").text() == "<p>Nordvik Profiles of ours</p>");
    project.write("templates/pages/index.html.j2", "{{ nothing_like_it }}");
    events.revision();
    assert_eq!(preview.get("/").text(), "<p>Nordvik Profiles of ours</p>");
    project.write("templates/pages/index.html.j2", "<p>mended</p>");
    events.until(|| preview.get("/").text() == "<p>mended</p>");
    let mut said = String::new();
    while !said.contains("pages/index.html.j2") {
        said = preview.line();
        assert!(!said.is_empty(), "it never said what is wrong");
    }
}

#[test]
fn a_commit_dates_the_profile() {
    let project = anna("serve_commit");
    project.write(FILE, "active: true\nname: Anna Berg\n");
    git(&project.root, "2026-01-01T00:00:00Z", &["init", "--quiet"]);
    git(&project.root, "2026-01-01T00:00:00Z", &["add", "."]);
    let commit = |date| {
        git(
            &project.root,
            date,
            &["commit", "--quiet", "--allow-empty", "-am", "x"],
        )
    };
    commit("2026-01-02T03:04:05+01:00");
    let preview = Preview::start(&project.root, &[]);
    let mut events = preview.events();
    events.revision();
    let is_dated = |date: &str| preview.get(PROFILE).text().contains(date);
    assert!(is_dated("2026-01-02T03:04:05+01:00"));
    project.write(FILE, "active: true\nname: Anna Nyberg\n");
    events.until(|| preview.get(PROFILE).text().contains("Anna Nyberg"));
    assert!(is_dated("2026-01-02T03:04:05+01:00"));
    commit("2026-02-03T04:05:06+01:00");
    events.until(|| is_dated("2026-02-03T04:05:06+01:00"));
}

#[test]
fn a_repository_made_meanwhile_is_followed() {
    // Elsewhere it would be in this program's own.
    let root = std::env::temp_dir().join(format!("vitae-serve-{}", std::process::id()));
    let _ = fs::remove_dir_all(&root);
    fs::create_dir_all(root.join("content/consultants")).expect("a folder");
    fs::write(root.join("content/site.yaml"), SITE).expect("writable");
    fs::write(root.join(FILE), "active: true\nname: Anna Berg\n").expect("writable");
    let preview = Preview::start(&root, &[]);
    let mut events = preview.events();
    events.revision();
    let is_dated = |date: &str| preview.get(PROFILE).text().contains(date);
    git(&root, "2026-01-01T00:00:00Z", &["init", "--quiet"]);
    git(&root, "2026-01-01T00:00:00Z", &["add", "."]);
    for date in ["2026-01-02T03:04:05+01:00", "2026-02-03T04:05:06+01:00"] {
        let commit = ["commit", "--quiet", "--allow-empty", "-am", "x"];
        let text = format!("active: true\nname: Anna of {date}\n");
        fs::write(root.join(FILE), text).expect("writable");
        git(&root, date, &commit);
        events.until(|| is_dated(date));
    }
    drop(preview);
    fs::remove_dir_all(&root).expect("removed");
}

/// The open page compares with what was published last.
#[test]
fn a_publication_is_noticed() {
    let project = anna("serve_publication");
    let preview = Preview::start(&project.root, &[]);
    for (name, arguments) in [
        ("Anna Berg", "build"),
        ("Anna A", "build"),
        ("Anna B", "build --swap"),
    ] {
        let mut events = preview.events();
        project.write(FILE, profile(name));
        events.until(|| preview.get(PROFILE).text().contains(name));
        let mut events = preview.events();
        let before = events.revision();
        project.succeed(arguments);
        assert!(events.revision() > before, "{arguments}");
    }
}

#[test]
fn it_writes_nothing_and_ends_when_interrupted() {
    let project = Project::sample("serve_reads");
    project.succeed("build");
    let before = project.files(".");
    let mut preview = Preview::start(&project.root, &[]);
    assert_eq!(preview.get("/_preview/").status, 200);
    assert_eq!(
        preview.get("/api/consultant-photo/linnea-sjoqvist").status,
        200
    );
    let listening = preview.events();
    let status = preview.interrupt();
    assert_eq!(status.code(), Some(0));
    drop(listening);
    assert!(project.files(".") == before, "files changed");
}

#[test]
fn what_cannot_start_says_why() {
    let project = anna("serve_start");
    let refused = |arguments: &str, why: &str| {
        let output = project.run(arguments);
        assert_eq!(output.status.code(), Some(2), "{}", text(&output));
        assert!(text(&output).contains(why), "{}", text(&output));
    };
    refused(
        "serve --listen 127.0.0.1:0 --content nowhere",
        "there is no content directory nowhere",
    );
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = taken.local_addr().expect("an address");
    refused(
        &format!("serve --listen {address}"),
        &format!("cannot listen at {address}"),
    );
    refused("serve --listen nonsense", "invalid value");
    refused(
        "serve --listen 127.0.0.1:0 --templates nowhere",
        "cannot list nowhere",
    );
}

/// The address that stands for all of them is none that a browser can open.
#[test]
fn what_it_says_is_an_address_that_answers() {
    let project = anna("serve_every_address");
    // Reading where it is from its first line is part of the test.
    let preview = Preview::start_as(&project.root, &["--listen", "0.0.0.0:0"]);
    let host = format!("127.0.0.1:{}", preview.port);
    let response = preview.request("GET", "/_preview/", &[("Host", &host)]);
    assert_eq!(response.status, 200);
}

#[test]
fn only_a_name_can_be_allowed() {
    let project = anna("serve_names");
    for (name, why) in [
        ("http://preview.example.com", "without http://"),
        ("preview.example.com:8080", "without a port"),
    ] {
        let output = project.run(&format!("serve --listen 127.0.0.1:0 --allow-host {name}"));
        assert_eq!(output.status.code(), Some(2), "{}", text(&output));
        assert!(text(&output).contains(why), "{}", text(&output));
    }
    let preview = Preview::start(&project.root, &["--allow-host", "192.0.2.7"]);
    for host in ["192.0.2.7", "192.0.2.7:8443"] {
        let response = preview.request("GET", PROFILE, &[("Host", host)]);
        assert_eq!(response.status, 200, "{host}");
    }
}

#[test]
fn without_a_port_of_choice_a_free_one_is_taken() {
    let project = anna("serve_ports");
    let first = Preview::start_as(&project.root, &[]);
    let second = Preview::start_as(&project.root, &[]);
    assert_ne!(first.port, second.port);
    for preview in [&first, &second] {
        assert!((4400..4500).contains(&preview.port));
        assert_eq!(preview.get(PROFILE).status, 200);
    }
}

/// What was taken over is what would have been made anew.
#[test]
fn a_state_after_many_changes_is_as_one_made_at_once() {
    use std::collections::BTreeSet;
    use vitae::preview::incremental::{Compiler, Project as Previewed};

    let project = Project::sample("serve_incremental");
    let content = project.root.join("content");
    let templates = project.root.join("templates");
    project.write("templates/pages/index.html.j2", "{{ title }}");
    let mut compiler = Compiler::new(Previewed {
        content: content.clone(),
        templates: Some(templates.clone()),
        options: Options::default(),
        published: PublishedDirectory::new(Path::new("nowhere")),
    })
    .expect("it compiles");
    let sample = |path: &str| fs::read(repository().join("content").join(path)).expect("there");
    let rosalind = String::from_utf8(sample("consultants/rosalind-pike.yaml")).expect("UTF-8");
    let site = String::from_utf8(sample("site.yaml")).expect("UTF-8");
    let file = "content/consultants/rosalind-pike.yaml";
    type Change<'a> = Box<dyn Fn() + 'a>;
    let write = |path: &'static str, bytes: Vec<u8>| -> Change<'_> {
        let project = &project;
        Box::new(move || project.write(path, &bytes))
    };
    let changes: Vec<Change<'_>> = vec![
        write(file, rosalind.replace("Rosalind", "Rosalinda").into()),
        write(
            file,
            rosalind.replace("active: true", "active: false").into(),
        ),
        write(file, rosalind.clone().into()),
        write(
            "content/photos/rosalind-pike.png",
            sample("photos/priya-raghunathan.png"),
        ),
        write(
            "content/photos/rosalind-pike.png",
            sample("photos/henrik-tallbacka.png"),
        ),
        write(
            "content/site.yaml",
            site.replace("max_px: 800", "max_px: 60").into(),
        ),
        write(
            "content/site.yaml",
            site.replace("# base_url", "base_url").into(),
        ),
        write(
            "content/consultants/new-one.yaml",
            profile("New One").into(),
        ),
        write(file, b"name: [".to_vec()),
        write(file, rosalind.into()),
        write(
            "templates/pages/index.html.j2",
            b"{{ description }}".to_vec(),
        ),
        Box::new(|| fs::remove_file(content.join("photos/rosalind-pike.png")).expect("gone")),
        Box::new(|| fs::remove_file(content.join("consultants/new-one.yaml")).expect("gone")),
    ];
    for (number, change) in changes.iter().enumerate() {
        change();
        compiler
            .compile(&BTreeSet::new())
            .expect("something changed");
        let state = compiler.state();
        let sources = Sources::from_disk(&content).expect("readable");
        let overlaid = Templates::of_project(Some(&templates)).expect("readable");
        let report = compile(&sources, &overlaid, &Options::default()).expect("it compiles");
        assert_eq!(state.diagnostics, report.diagnostics, "change {number}");
        let Some(bundle) = report.output else {
            assert!(state.is_stale(), "change {number}");
            continue;
        };
        assert!(!state.is_stale(), "change {number}");
        let release = state.release.as_ref().expect("a release");
        let bytes = |bundle: &vitae::bundle::Bundle| -> Vec<(String, Vec<u8>)> {
            let bytes = bundle.iter().map(|artifact| match &artifact.body {
                Body::Bytes(bytes) => (artifact.path.clone(), bytes.clone()),
                Body::Generated(generator) => {
                    (artifact.path.clone(), generator.fingerprint().to_vec())
                }
            });
            bytes.collect()
        };
        assert!(bytes(&release.bundle) == bytes(&bundle), "change {number}");
        assert_eq!(release.routes, routes(&bundle), "change {number}");
    }
    assert!(
        compiler.compile(&BTreeSet::new()).is_none(),
        "nothing changed"
    );
}
