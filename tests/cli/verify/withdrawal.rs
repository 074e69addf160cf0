//! Withdrawn consultants.

use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::server::{Response, Server};
use super::site::{ANNA, EVA, Site, project, write};
use super::verify;

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
