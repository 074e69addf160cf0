//! Consultants who were withdrawn.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::server::{ExpectedResponse, Server};
use super::site::{ANNA, EVA, Site, project, write};
use super::verify;

#[test]
fn who_is_gone_passes_and_needs_no_file() {
    let project = project("gone_passes");
    let site = Site::of(&project);
    let server = Server::start(move |request| site.answer(request).into());
    let arguments = format!("{} --gone never-was --gone {EVA}", server.url());
    verify(&project, &arguments).has(0, &["answers as promised"]);
}

#[test]
fn who_is_still_there_is_named_first() {
    let project = project("gone_still");
    write(&project, "frida-holm", "2026-03-04", true);
    let site = Site::of(&project);
    std::fs::remove_file(project.root.join("content/consultants/frida-holm.yaml")).expect("there");
    let server = Server::start(move |request| site.answer(request).into());
    verify(&project, &server.url()).has(0, &[]);
    verify(&project, &format!("{} --gone frida-holm", server.url())).has(
        1,
        &[
            "is inactive or withdrawn is STILL PUBLISHED (",
            "  frida-holm: JSON Resume; profile\n",
        ],
    );
}

#[test]
fn a_cache_is_told_from_the_site() {
    let project = project("gone_cached");
    write(&project, "frida-holm", "2026-03-04", true);
    let before = Site::of(&project);
    std::fs::remove_file(project.root.join("content/consultants/frida-holm.yaml")).expect("there");
    let site = Site::of(&project);
    let server = Server::start(move |request| {
        let is_known = [
            "/api/consultant-public/frida-holm",
            "/api/consultant-public/frida-holm?format=jsonresume",
        ];
        if is_known.contains(&request.target.as_str()) {
            before.answer(request).into()
        } else {
            site.answer(request).into()
        }
    });
    verify(&project, &format!("{} --gone frida-holm", server.url()))
        .has(
            1,
            &[
                "is STILL ANSWERED from a cache (",
                "  frida-holm: JSON Resume; profile\n",
                "empty the cache",
            ],
        )
        .lacks(&["STILL PUBLISHED"]);
}

#[test]
fn a_file_behind_the_addresses_is_found() {
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
            return ExpectedResponse::new(200, "image/jpeg", "x").into();
        }
        site.answer(request).into()
    });
    let arguments = format!("{} --gone frida-holm", server.url());
    verify(&project, &arguments).has(
        1,
        &[
            "STILL PUBLISHED",
            "  frida-holm: /_internal/photo/frida-holm.jpg\n",
        ],
    );
    is_coded.store(true, Ordering::Relaxed);
    verify(&project, &arguments).has(1, &["  frida-holm: /_internal/photo/frida-holm.jpg.gz\n"]);
}

#[test]
fn who_is_active_here_is_not_withdrawn() {
    let project = project("gone_active");
    verify(&project, &format!("http://127.0.0.1:9 --gone {ANNA}"))
        .has(2, &["`anna-berg` is active in the content here"]);
    verify(&project, "http://127.0.0.1:9 --gone Anna").has(2, &["`Anna` is no identifier"]);
}

#[test]
fn who_is_inactive_is_first_whatever_type_they_have() {
    let project = project("gone_typed");
    write(&project, EVA, "2026-03-04", true);
    let site = Site::of(&project);
    write(&project, EVA, "2026-03-04", false);
    let server = Server::start(move |request| {
        let answer = site.answer(request);
        match request.target.contains("consultant-public") {
            true => answer.set("Content-Type", Some("text/html")).into(),
            false => answer.into(),
        }
    });
    for arguments in [server.url(), format!("{} --gone {EVA}", server.url())] {
        verify(&project, &arguments)
            .has(1, &["  eva-glad: JSON Resume; photo; profile\n"])
            .in_order(&[
                "who is inactive or withdrawn is STILL PUBLISHED",
                "Content-Type: `text/html` instead of",
            ])
            .lacks(&["answers 200 also", "in HTML", "a page for people"]);
    }
}

#[test]
fn a_photo_that_was_taken_away_is_gone_too() {
    let project = project("gone_photo");
    let before = Site::of(&project);
    std::fs::remove_file(project.root.join("content/photos/anna-berg.jpg")).expect("there");
    let site = Site::of(&project);
    let server =
        Server::start(
            move |request| match request.target.contains("consultant-photo/anna-berg") {
                true => before.answer(request).into(),
                false => site.answer(request).into(),
            },
        );
    verify(&project, &server.url())
        .has(
            1,
            &[
                "a photo that was taken away is STILL PUBLISHED (",
                "  anna-berg: /api/consultant-photo/anna-berg\n",
            ],
        )
        .lacks(&["status 200 instead"]);
}
