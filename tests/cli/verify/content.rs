//! Sites that answer by the rules, with another content than here.

use super::server::{ExpectedResponse, Server};
use super::site::{ANNA, BO, CARIN, DORIS, EVA, Site, project, write};
use super::verify;
use crate::project::profile;

#[test]
fn a_site_that_is_right_passes() {
    let project = project("right");
    let site = Site::of(&project);
    let server = Server::start(move |request| site.answer(request).into());
    verify(&project, &server.url())
        .has(
            0,
            &["answers as promised: ", "all 4 consultants were looked at"],
        )
        .lacks(&["failed", "known"]);
}

#[test]
fn an_older_version_is_named_with_both_dates() {
    let project = project("older");
    for id in [ANNA, DORIS] {
        write(&project, id, "2026-01-02", true);
    }
    let site = Site::of(&project);
    let server = Server::start(move |request| site.answer(request).into());
    write(&project, ANNA, "2026-03-04", true);
    let said = verify(&project, &server.url());
    said.has(
        1,
        &[
            "it answers an older version (",
            "anna-berg: lastModified 2026-01-02 there, 2026-03-04 here\n",
        ],
    );
    said.lacks(&["doris", "ETag", "something else"]);
    // And where the site is ahead.
    write(&project, ANNA, "2026-01-02", true);
    write(&project, DORIS, "2025-12-31", true);
    verify(&project, &server.url()).has(
        1,
        &[
            "a newer version than the one here",
            "doris-falk: lastModified 2026-01-02 there, 2025-12-31 here",
            "git pull",
        ],
    );
}

#[test]
fn other_values_of_one_date_are_named_by_their_fields() {
    let project = project("fields");
    let site = Site::of(&project);
    let server = Server::start(move |request| site.answer(request).into());
    let text = profile("Name of anna-berg").replace("2026-03-14", "2026-03-04");
    let text = format!("{text}title: Secret title\nsummary: {{short: Secret summary}}\n");
    project.write("content/consultants/anna-berg.yaml", text);
    verify(&project, &server.url())
        .has(
            1,
            &["anna-berg: differs in `meta`; differs in `title`, `summary`, `card`"],
        )
        .lacks(&["Secret", "older"]);
}

#[test]
fn a_missing_profile_is_named() {
    let project = project("missing");
    let site = Site::of(&project);
    write(&project, BO, "2026-03-04", false);
    let older = Site::of(&project);
    write(&project, BO, "2026-03-04", true);
    let server = Server::start(move |request| match request.target.contains(BO) {
        true => older.answer(request).into(),
        false => site.answer(request).into(),
    });
    verify(&project, &server.url())
        .has(
            1,
            &[
                "active consultants are missing (",
                "  bo-ek: JSON Resume; profile\n",
                "photos are missing (",
                "  bo-ek: 404\n",
            ],
        )
        .lacks(&[ANNA, CARIN, DORIS, EVA, "instead of"]);
    // Of somebody who is asked for parts, and to be changed, too.
    let site = Site::of(&project);
    let server = Server::start(move |request| match request.target.contains(ANNA) {
        true => {
            let body = "{\"error\": \"Consultant not found\"}";
            ExpectedResponse::new(404, "application/json", body).into()
        }
        false => site.answer(request).into(),
    });
    verify(&project, &server.url())
        .has(1, &["active consultants are missing ("])
        .lacks(&["instead of 405", "instead of 416", "instead of 206"]);
}

#[test]
fn a_swapped_photo_is_named_with_its_owner() {
    let project = project("swapped");
    let site = Site::of(&project);
    let server = Server::start(move |request| {
        let mut other = request.clone();
        other.target = request
            .target
            .replace("consultant-photo/anna-berg", "consultant-photo/carin-dahl");
        site.answer(&other).into()
    });
    verify(&project, &server.url())
        .has(
            1,
            &[
                "another photo is answered (",
                "  anna-berg: the photo of `carin-dahl`\n",
            ],
        )
        .lacks(&["missing", "something else"]);
}

#[test]
fn a_photo_of_nobody_is_named_by_its_digest() {
    let project = project("photo");
    let site = Site::of(&project);
    let server = Server::start(move |request| {
        let mut answer = site.answer(request);
        if request
            .target
            .starts_with("/api/consultant-photo/anna-berg")
            && answer.status == 200
        {
            answer.body = b"\xFF\xD8\xFF no photo".to_vec();
        }
        answer.into()
    });
    let here = [
        "anna-berg: nobody's here; 12 bytes there (SHA-256 ",
        " bytes there",
    ];
    verify(&project, &server.url()).has(1, &here);
}

#[test]
fn an_inactive_consultant_who_is_still_there_comes_first() {
    let project = project("inactive");
    write(&project, EVA, "2026-03-04", true);
    for id in [ANNA, BO, CARIN] {
        write(&project, id, "2026-01-02", true);
    }
    let site = Site::of(&project);
    let server = Server::start(move |request| site.answer(request).into());
    write(&project, EVA, "2026-03-04", false);
    for id in [ANNA, BO, CARIN] {
        write(&project, id, "2026-03-04", true);
    }
    verify(&project, &server.url())
        .has(
            1,
            &["  eva-glad: JSON Resume; photo; profile\n", "vitae build"],
        )
        .in_order(&["STILL PUBLISHED", "an older version"]);
}

#[test]
fn somebody_elses_profile_is_named() {
    let project = project("somebody");
    let site = Site::of(&project);
    let server = Server::start(move |request| {
        let mut other = request.clone();
        other.target = request.target.replace(
            "consultant-public/anna-berg",
            "consultant-public/doris-falk",
        );
        site.answer(&other).into()
    });
    let told = [
        "somebody else's profile is answered",
        "anna-berg: the profile of `doris-falk`",
    ];
    verify(&project, &server.url()).has(1, &told);
}

#[test]
fn a_format_that_is_ignored_is_named() {
    let project = project("format");
    let site = Site::of(&project);
    let server = Server::start(move |request| {
        let mut plain = request.clone();
        plain.target = request.target.split('?').next().expect("a path").to_owned();
        site.answer(&plain).into()
    });
    verify(&project, &server.url())
        .has(
            1,
            &[
                "the query `format=jsonresume` decides otherwise",
                "anna-berg: the profile there, the JSON Resume here",
                "rules were not deployed",
            ],
        )
        .lacks(&["the body: "]);
}

#[test]
fn a_document_that_is_written_anew_is_named() {
    let project = project("rewritten");
    let site = Site::of(&project);
    let server = Server::start(move |request| {
        let mut answer = site.answer(request);
        let json: Result<serde_json::Value, _> = serde_json::from_slice(&answer.body);
        if let (Ok(json), 200) = (json, answer.status) {
            answer.body = json.to_string().into_bytes();
        }
        answer.into()
    });
    verify(&project, &server.url())
        .has(1, &["the values are right, but in other bytes"])
        .lacks(&["older", "differs in"]);
}

#[test]
fn one_wrong_field_everywhere_is_told_once() {
    let project = project("field");
    let site = Site::of(&project);
    let server = Server::start(move |request| {
        let answer: ExpectedResponse = site.answer(request);
        answer.set("Access-Control-Allow-Origin", None).into()
    });
    let said = verify(&project, &server.url());
    said.has(1, &["Access-Control-Allow-Origin: missing ("]);
    assert_eq!(said.stdout.matches(": missing").count(), 1, "{}", said.all);
}

#[test]
fn everybody_is_looked_at_if_wanted() {
    let project = project("everybody");
    for number in 0..60 {
        write(&project, &format!("person-{number}"), "2026-03-04", true);
        write(&project, &format!("inactive-{number}"), "2026-03-04", false);
    }
    write(&project, "person-7", "2026-03-04", false);
    write(&project, "inactive-7", "2026-03-04", true);
    let site = Site::of(&project);
    write(&project, "person-7", "2026-03-04", true);
    write(&project, "inactive-7", "2026-03-04", false);
    let server = Server::start(move |request| site.answer(request).into());
    let said = verify(&project, &format!("{} --all", server.url()));
    said.has(
        1,
        &[
            "all 64 consultants were looked at",
            "  person-7: JSON Resume; profile\n",
            "  inactive-7: JSON Resume; profile\n",
        ],
    );
    let said = verify(&project, &server.url());
    let summary = said.stdout.lines().next().unwrap_or_default();
    assert!(
        summary.contains("28 of 64 consultants were looked at (--all"),
        "{}",
        said.all
    );
    // The same ones each time.
    let requests = |said: &super::Said| said.stdout.clone();
    assert_eq!(requests(&said), requests(&verify(&project, &server.url())));
}
