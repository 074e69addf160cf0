//! Withdrawn consultants.

use std::collections::BTreeSet;
use std::fs;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use serde_json::Value as Json;

use super::server::{Response, Server};
use super::site::{ANNA, EVA, Site, project, write};
use super::verify;
use crate::project::{Project, git};

#[test]
fn passes_without_a_file_of_withdrawn_consultants() {
    let project = project("gone_passes");
    let site = Site::of(&project);
    let server = Server::start(move |request| site.respond(request).into());
    let arguments = format!("{} --gone never-was --gone {EVA}", server.url());
    verify(&project, &arguments).has(0, &["is as expected"]);
}

#[test]
fn reports_withdrawn_consultants_who_are_public() {
    let project = project("gone_still");
    write(&project, "frida-holm", "2026-03-04", true);
    let site = Site::of(&project);
    fs::remove_file(project.root.join("content/consultants/frida-holm.yaml")).expect("there");
    let server = Server::start(move |request| site.respond(request).into());
    verify(&project, &server.url()).has(0, &[]);
    verify(&project, &format!("{} --gone frida-holm", server.url())).has(
        1,
        &[
            "inactive or withdrawn consultants are still public (",
            "  profile of frida-holm: status 200\n",
        ],
    );
}

#[test]
fn reports_consultants_who_are_public_after_the_last_day() {
    let project = project("gone_period");
    let path = "content/consultants/anna-berg.yaml";
    // More than the sample has.
    for number in 0..30 {
        write(&project, &format!("a-{number}"), "2026-03-04", false);
    }
    let site = Site::of(&project);
    project.write(path, project.read(path) + "publish_until: 2026-12-31\n");
    let server = Server::start(move |request| site.respond(request).into());
    let url = server.url();
    for options in ["", "--no-cache"] {
        verify(&project, &format!("{url} --as-of 2026-12-31 {options}")).has(0, &[]);
        verify(&project, &format!("{url} --as-of 2027-01-01 {options}"))
            .has(1, &["inactive or withdrawn consultants are still public ("]);
    }
}

/// Creates a repository whose commits deleted `frida-holm` and renamed `gun-holm` to `gun-ek`. Returns the site before.
fn deleted(name: &str) -> (Project, Site) {
    let project = project(name);
    let change = |message: &str| {
        git(&project.root, "2026-11-20T08:00:00Z", &["add", "."]);
        git(&project.root, "2026-11-20T08:00:00Z", &["commit", "-qm", message]);
    };
    for id in ["frida-holm", "gun-holm", "hugo-holm"] {
        write(&project, id, "2026-03-04", true);
    }
    let before = Site::of(&project);
    project.write("content/consultants/notes.txt.yaml", "");
    git(&project.root, "", &["init", "-q", "-b", "main"]);
    change("Add");
    let file = |id: &str| project.root.join(format!("content/consultants/{id}.yaml"));
    for id in ["frida-holm", "hugo-holm", "notes.txt"] {
        fs::remove_file(file(id)).expect("there");
    }
    fs::rename(file("gun-holm"), file("gun-ek")).expect("renamable");
    change("Delete and rename");
    // A consultant who returned is not deleted.
    write(&project, "hugo-holm", "2026-03-04", true);
    change("Add again");
    (project, before)
}

#[test]
fn reports_deleted_profiles_that_are_public() {
    let (project, before) = deleted("gone_deleted");
    let site = Site::of(&project);
    let server = Server::start(move |request| {
        let is_deleted = ["/frida-holm", "/gun-holm"].iter().any(|id| request.target.contains(id));
        if is_deleted { before.respond(request).into() } else { site.respond(request).into() }
    });
    let url = server.url();
    for options in ["", "--all", "--format json", "--format github"] {
        let output = verify(&project, &format!("{url} {options}"));
        output.has(1, &["profile of frida-holm: status 200", "profile of gun-holm: status 200"]);
    }
    let all = verify(&project, &format!("{url} --all"));
    all.has(1, &["JSON Resume of frida-holm: status 200"]);
}

#[test]
fn names_no_deleted_profile_that_is_gone() {
    let (project, _) = deleted("gone_deleted_names");
    let site = Site::of(&project);
    let asked = Arc::new(AtomicBool::new(false));
    let log = Arc::clone(&asked);
    let server = Server::start(move |request| {
        log.fetch_or(request.target.ends_with("/frida-holm"), Ordering::Relaxed);
        site.respond(request).set("Cache-Control", Some("no-store")).into()
    });
    for format in ["human", "json", "github"] {
        verify(&project, &format!("{} --format {format}", server.url())).has(1, &[]).lacks(&[
            "frida-holm",
            "gun-holm",
            "shallow clone",
        ]);
    }
    assert!(asked.load(Ordering::Relaxed));
    for (directory, bytes) in project.files(".vitae") {
        let text = String::from_utf8_lossy(&bytes);
        assert!(!text.contains("frida-holm"), "{directory}");
    }
}

#[test]
fn masks_only_the_identifiers_of_unpublished_consultants() {
    let project = project("gone_masked");
    write(&project, "api", "2026-03-04", true);
    write(&project, "consultant-public", "2026-03-04", false);
    git(&project.root, "", &["init", "-q", "-b", "main"]);
    git(&project.root, "2026-11-20T08:00:00Z", &["add", "."]);
    git(&project.root, "2026-11-20T08:00:00Z", &["commit", "-qm", "Add"]);
    fs::remove_file(project.root.join("content/consultants/api.yaml")).expect("there");
    git(&project.root, "2026-11-21T08:00:00Z", &["commit", "-qam", "Delete"]);
    let site = Site::of(&project);
    let server = Server::start(move |request| {
        site.respond(request).set("Cache-Control", Some("no-store")).into()
    });
    let output = verify(&project, &format!("{} --format json", server.url()));
    let report: Json = serde_json::from_str(&output.stdout).expect("JSON");
    let checks = report["checks"].as_array().expect("a list");
    let requests: Vec<&str> = checks.iter().filter_map(|it| it["request"].as_str()).collect();
    for request in [
        "GET /api/consultant-public/(deleted 1)",
        "GET /api/consultant-public/(inactive 1)?format=jsonresume",
        "HEAD /api/consultant-photo/(inactive 1)",
        "GET /api/consultant-public/anna-berg",
        "GET /api/nothing",
    ] {
        assert!(requests.contains(&request), "{request}: {requests:#?}");
    }
    for request in requests {
        for wrong in [")/", "public/api", "public/consultant-public"] {
            assert!(!request.contains(wrong), "{request}");
        }
    }
}

#[test]
fn asks_for_the_newest_deleted_profiles() {
    let project = project("gone_deleted_many");
    let site = Site::of(&project);
    git(&project.root, "", &["init", "-q", "-b", "main"]);
    let ids = |range: std::ops::Range<usize>| range.map(|number| format!("former-{number}"));
    for (range, years) in [(0..10, 3), (10..130, 0)] {
        let day = crate::project::day().to_string();
        let year: usize = day[..4].parse().expect("a year");
        let date = format!("{}-01-02T00:00:00Z", year - years);
        for id in ids(range.clone()) {
            write(&project, &id, "2026-03-04", true);
        }
        for ids in [true, false] {
            if !ids {
                for id in range.clone().map(|number| format!("former-{number}")) {
                    fs::remove_file(project.root.join(format!("content/consultants/{id}.yaml")))
                        .expect("there");
                }
            }
            git(&project.root, &date, &["add", "."]);
            git(&project.root, &date, &["commit", "-qm", "Change"]);
        }
    }
    let asked: Arc<Mutex<BTreeSet<String>>> = Arc::default();
    let log = Arc::clone(&asked);
    let server = Server::start(move |request| {
        if let Some((_, id)) = request.target.split_once("/former-") {
            log.lock().expect("no panic").insert(id.to_owned());
        }
        site.respond(request).into()
    });
    let requested = |options: &str| {
        asked.lock().expect("no panic").clear();
        let url = server.url();
        verify(&project, &format!("{url} {options}")).has(0, &[]).lacks(&["shallow"]);
        asked.lock().expect("no panic").clone()
    };
    let targets = requested("");
    assert_eq!(targets.len(), 100, "{targets:?}");
    assert!(!targets.contains("5"), "{targets:?}");
    let targets = requested("--all");
    assert!(targets.contains("5") && targets.contains("5?format=jsonresume"), "{targets:?}");
}

#[test]
fn says_that_a_shallow_clone_lacks_deleted_profiles() {
    let (project, _) = deleted("gone_deleted_shallow");
    let site = Site::of(&project);
    let server = Server::start(move |request| site.respond(request).into());
    let clone = Project::empty("verify/gone_deleted_clone");
    fs::remove_dir_all(clone.root.join("content")).expect("removable");
    let source = format!("file://{}", project.root.display());
    git(&clone.root, "", &["clone", "-q", "--depth=1", &source, "."]);
    for format in ["human", "json", "github"] {
        verify(&clone, &format!("{} --format {format}", server.url()))
            .has(0, &["; profiles that older commits deleted not checked (shallow clone)"]);
    }
}

#[test]
fn distinguishes_a_cache_from_the_site() {
    let project = project("gone_cached");
    write(&project, "frida-holm", "2026-03-04", true);
    let before = Site::of(&project);
    fs::remove_file(project.root.join("content/consultants/frida-holm.yaml")).expect("there");
    let site = Site::of(&project);
    let server = Server::start(move |request| {
        let is_known = [
            "/api/consultant-public/frida-holm",
            "/api/consultant-public/frida-holm?format=jsonresume",
        ];
        if is_known.contains(&request.target.as_str()) {
            before.respond(request).into()
        } else {
            site.respond(request).into()
        }
    });
    verify(&project, &format!("{} --gone frida-holm", server.url()))
        .has(
            1,
            &[
                "a cache still serves withdrawn consultants (",
                "  profile of frida-holm: status 200\n",
                "purge the cache",
            ],
        )
        .lacks(&["still public"]);
}

/// A server, or a cache, can have a compressed copy of a removed profile.
#[test]
fn reports_consultants_who_are_public_in_a_coding() {
    let project = project("gone_coding");
    write(&project, EVA, "2026-03-04", true);
    let before = Site::of(&project);
    write(&project, EVA, "2026-03-04", false);
    let site = Site::of(&project);
    for coding in ["gzip", "br"] {
        for is_cache in [false, true] {
            let (before, site) = (before.clone(), site.clone());
            let server = Server::start(move |request| {
                let is_coded = request.value("accept-encoding") == Some(coding);
                let is_cached = !request.target.contains("x=") || !is_cache;
                match is_coded && is_cached && request.target.contains("public/eva-glad") {
                    true => before.respond(request).with("Content-Encoding", coding).into(),
                    false => site.respond(request).into(),
                }
            });
            let public = ["  profile of eva-glad: status 200\n", &format!("Encoding: {coding}\n")];
            verify(&project, &server.url()).has(1, &public).has(1, &["still public"]);
            let title = if is_cache { "a cache still serves" } else { "are still public" };
            verify(&project, &format!("{} --gone {EVA}", server.url()))
                .has(1, &public)
                .has(1, &[title]);
        }
    }
}

#[test]
fn reports_internal_files_of_withdrawn_consultants() {
    let project = project("gone_file");
    let site = Site::of(&project);
    let is_coded = Arc::new(AtomicBool::new(false));
    let coded = Arc::clone(&is_coded);
    let server = Server::start(move |request| {
        let path = request.target.split('?').next().unwrap_or_default();
        let file = match coded.load(Ordering::Relaxed) {
            true => "/_internal/photo/frida-holm.jpg.gz",
            false => "/_internal/photo/frida-holm.jpg",
        };
        if path == file {
            return Response::new(200, "image/jpeg", "x").into();
        }
        site.respond(request).into()
    });
    let arguments = format!("{} --gone frida-holm", server.url());
    verify(&project, &arguments)
        .has(1, &["still public", "  /_internal/photo/frida-holm.jpg: status 200\n"]);
    is_coded.store(true, Ordering::Relaxed);
    verify(&project, &arguments).has(1, &["  /_internal/photo/frida-holm.jpg.gz: status 200\n"]);
}

#[test]
fn rejects_active_consultants() {
    let project = project("gone_active");
    verify(&project, &format!("http://127.0.0.1:9 --gone {ANNA}"))
        .has(2, &["`anna-berg` is not withdrawn but active"]);
    verify(&project, "http://127.0.0.1:9 --gone Anna").has(2, &["`Anna` is not an identifier"]);
}

#[test]
fn reports_inactive_consultants_with_any_media_type() {
    let project = project("gone_typed");
    write(&project, EVA, "2026-03-04", true);
    let site = Site::of(&project);
    write(&project, EVA, "2026-03-04", false);
    let server = Server::start(move |request| {
        let response = site.respond(request);
        match request.target.contains("consultant-public") {
            true => response.set("Content-Type", Some("text/html")).into(),
            false => response.into(),
        }
    });
    for arguments in [server.url(), format!("{} --gone {EVA}", server.url())] {
        verify(&project, &arguments)
            .has(
                1,
                &["  profile of eva-glad: status 200\n", "  JSON Resume of eva-glad: status 200\n"],
            )
            .in_order(&[
                "inactive or withdrawn consultants are still public",
                "Content-Type: not `application/json`",
            ])
            .lacks(&["responds with success to paths", "HTML pages", "a page for people"]);
    }
}

#[test]
fn reports_removed_photos() {
    let project = project("gone_photo");
    let before = Site::of(&project);
    fs::remove_file(project.root.join("content/photos/anna-berg.jpg")).expect("there");
    let site = Site::of(&project);
    let server =
        Server::start(move |request| match request.target.contains("consultant-photo/anna-berg") {
            true => before.respond(request).into(),
            false => site.respond(request).into(),
        });
    verify(&project, &server.url())
        .has(1, &["removed photos are still public (", "  photo of anna-berg: status 200\n"])
        .lacks(&["status 200 instead"]);
}
