//! Sites that follow the rules, but serve other content.

use super::server::{Response, Server};
use super::site::{ANNA, BO, CARIN, DORIS, EVA, Site, project, write};
use super::verify;
use crate::project::profile;

#[test]
fn passes_a_correct_site() {
    let project = project("right");
    let site = Site::of(&project);
    let server = Server::start(move |request| site.respond(request).into());
    verify(&project, &server.url())
        .has(0, &["is as expected: ", "all 4 consultants checked"])
        .lacks(&["failed", "known"]);
}

#[test]
fn reports_versions_with_the_local_date() {
    let project = project("older");
    for id in [ANNA, DORIS] {
        write(&project, id, "2026-01-02", true);
    }
    let site = Site::of(&project);
    let server = Server::start(move |request| site.respond(request).into());
    write(&project, ANNA, "2026-03-04", true);
    let output = verify(&project, &server.url());
    output.has(
        1,
        &[
            "the site serves an older version (",
            "profile of anna-berg: `lastModified` is earlier than the local one, 2026-03-04T",
        ],
    );
    output.lacks(&["doris", "ETag", "differs from the local content", "2026-01-02"]);
    // The site is newer.
    write(&project, ANNA, "2026-01-02", true);
    write(&project, DORIS, "2025-12-31", true);
    verify(&project, &server.url()).has(
        1,
        &[
            "a newer version than the local content",
            "profile of doris-falk: `lastModified` is later than the local one, 2025-12-31T",
            "git pull",
        ],
    );
}

#[test]
fn reports_fields_with_other_values() {
    let project = project("fields");
    let site = Site::of(&project);
    let server = Server::start(move |request| site.respond(request).into());
    let text = profile("Name of anna-berg").replace("2026-03-14", "2026-03-04");
    let text = format!("{text}title: Secret title\nsummary: {{short: Secret summary}}\n");
    project.write("content/consultants/anna-berg.yaml", text);
    verify(&project, &server.url())
        .has(
            1,
            &[
                "  profile of anna-berg: differs in `title`, `summary`, `card`\n",
                "  JSON Resume of anna-berg: differs in `basics`, `meta`\n",
            ],
        )
        .lacks(&["Secret", "older"]);
}

#[test]
fn reports_missing_profiles() {
    let project = project("missing");
    let site = Site::of(&project);
    write(&project, BO, "2026-03-04", false);
    let older = Site::of(&project);
    write(&project, BO, "2026-03-04", true);
    let server = Server::start(move |request| match request.target.contains(BO) {
        true => older.respond(request).into(),
        false => site.respond(request).into(),
    });
    verify(&project, &server.url())
        .has(
            1,
            &[
                "documents of active consultants are missing (",
                "  profile of bo-ek: status 404\n",
                "photos are missing (",
                "  photo of bo-ek: status 404\n",
            ],
        )
        .lacks(&[ANNA, CARIN, DORIS, EVA, "instead of"]);
    // The same for the consultant in range requests and other methods.
    let site = Site::of(&project);
    let server = Server::start(move |request| match request.target.contains(ANNA) {
        true => {
            let body = "{\"error\": \"Consultant not found\"}";
            Response::new(404, "application/json", body).into()
        }
        false => site.respond(request).into(),
    });
    verify(&project, &server.url()).has(1, &["active consultants are missing ("]).lacks(&[
        "instead of 405",
        "instead of 416",
        "instead of 206",
    ]);
}

#[test]
fn reports_swapped_photos_with_their_owner() {
    let project = project("swapped");
    let site = Site::of(&project);
    let server = Server::start(move |request| {
        let mut other = request.clone();
        other.target =
            request.target.replace("consultant-photo/anna-berg", "consultant-photo/carin-dahl");
        site.respond(&other).into()
    });
    verify(&project, &server.url())
        .has(
            1,
            &[
                "the site serves the photo of another consultant (",
                "  photo of anna-berg: the photo of `carin-dahl`\n",
            ],
        )
        .lacks(&["missing", "differs from the local content"]);
}

#[test]
fn reports_unknown_photos_by_digest() {
    let project = project("photo");
    let site = Site::of(&project);
    let server = Server::start(move |request| {
        let mut response = site.respond(request);
        if request.target.starts_with("/api/consultant-photo/anna-berg") && response.status == 200 {
            response.body = b"\xFF\xD8\xFF no photo".to_vec();
        }
        response.into()
    });
    let here = ["photo of anna-berg: 12 bytes deployed (SHA-256 ", " bytes locally ("];
    verify(&project, &server.url()).has(1, &here);
}

#[test]
fn a_wrong_photo_has_one_cause_among_other_faults() {
    let project = project("photo_faults");
    let site = Site::of(&project);
    let wrong = b"\xFF\xD8\xFF no photo".to_vec();
    // Far longer than the published photo, as an original is.
    let long = [&wrong[..], &[0; 200_000]].concat();
    for (photo, cause) in [(wrong, "12 bytes deployed"), (long, "longer than")] {
        let site = site.clone();
        let server = Server::start(move |request| {
            let mut response = site.respond(request).set("X-Content-Type-Options", None);
            let is_photo = request.target.starts_with("/api/consultant-photo/anna-berg");
            if is_photo && response.status == 200 {
                response.body.clone_from(&photo);
            }
            response.into()
        });
        verify(&project, &server.url())
            .has(1, &["X-Content-Type-Options: missing (", &format!("photo of anna-berg: {cause}")])
            .lacks(&["Content-Length", "ETag", "Content-Range"]);
    }
}

#[test]
fn reports_metadata_of_photos() {
    let segment = |content: &[u8]| {
        let length = (content.len() as u16 + 2).to_be_bytes();
        [b"\xFF\xD8\xFF\xE1", &length[..], content, b"\xFF\xD9"].concat()
    };
    let png = [&b"\x89PNG\r\n\x1A\n"[..], &[0, 0, 0, 4], b"eXIf", b"MM\0*", &[0; 4]].concat();
    let xmp = segment(b"http://ns.adobe.com/xap/1.0/\0<exif:GPSLatitude>");
    // Metadata is at the start of a photo that is too long, too.
    let long = [&segment(b"Exif\0\0MM\0*")[..], &[0; 200_000]].concat();
    for (number, photo) in [png, xmp, long].into_iter().enumerate() {
        let project = project(&format!("photo_metadata_{number}"));
        let site = Site::of(&project);
        let server = Server::start(move |request| {
            let mut response = site.respond(request);
            if request.target.contains("consultant-photo/anna-berg") && response.status == 200 {
                response.body.clone_from(&photo);
            }
            response.into()
        });
        verify(&project, &server.url())
            .has(1, &["photos have metadata", "  photo of anna-berg: metadata\n", "`dist`"])
            .lacks(&["differs from"]);
    }
}

#[test]
fn reports_inactive_consultants_first() {
    let project = project("inactive");
    write(&project, EVA, "2026-03-04", true);
    for id in [ANNA, BO, CARIN] {
        write(&project, id, "2026-01-02", true);
    }
    let site = Site::of(&project);
    let server = Server::start(move |request| site.respond(request).into());
    write(&project, EVA, "2026-03-04", false);
    for id in [ANNA, BO, CARIN] {
        write(&project, id, "2026-03-04", true);
    }
    verify(&project, &server.url())
        .has(
            1,
            &[
                "  profile of eva-glad: status 200\n",
                "  photo of eva-glad: status 200\n",
                "vitae build",
            ],
        )
        .in_order(&["still public", "an older version"]);
}

#[test]
fn reports_profiles_of_other_consultants() {
    let project = project("somebody");
    let site = Site::of(&project);
    let server = Server::start(move |request| {
        let mut other = request.clone();
        other.target =
            request.target.replace("consultant-public/anna-berg", "consultant-public/doris-falk");
        site.respond(&other).into()
    });
    let expected = [
        "the site serves the document of another consultant",
        "profile of anna-berg: the document of `doris-falk`",
        "JSON Resume of anna-berg: the document of `doris-falk`",
    ];
    verify(&project, &server.url()).has(1, &expected);
}

#[test]
fn reports_an_ignored_format() {
    let project = project("format");
    let site = Site::of(&project);
    let server = Server::start(move |request| {
        let mut plain = request.clone();
        plain.target = request.target.split('?').next().expect("a path").to_owned();
        site.respond(&plain).into()
    });
    verify(&project, &server.url())
        .has(
            1,
            &[
                "the query `format=jsonresume` selects the wrong format",
                "JSON Resume of anna-berg: the other format",
                "deploy the rules",
            ],
        )
        .lacks(&["body: "]);
}

#[test]
fn reports_rewritten_documents() {
    let project = project("rewritten");
    let site = Site::of(&project);
    let server = Server::start(move |request| {
        let mut response = site.respond(request);
        let json: Result<serde_json::Value, _> = serde_json::from_slice(&response.body);
        if let (Ok(json), 200) = (json, response.status) {
            response.body = json.to_string().into_bytes();
        }
        response.into()
    });
    verify(&project, &server.url())
        .has(1, &["profile of anna-berg: reformatted"])
        .lacks(&["older", "differs in"]);
}

#[test]
fn reports_a_missing_header_once() {
    let project = project("field");
    let site = Site::of(&project);
    let server = Server::start(move |request| {
        let response: Response = site.respond(request);
        response.set("Access-Control-Allow-Origin", None).into()
    });
    let output = verify(&project, &server.url());
    output.has(1, &["Access-Control-Allow-Origin: missing ("]);
    assert_eq!(output.stdout.matches(": missing").count(), 1, "{}", output.all);
}

#[test]
fn compares_documents_as_gzip() {
    let project = project("gzip");
    for number in 0..60 {
        write(&project, &format!("person-{number}"), "2026-01-02", true);
    }
    let older = Site::of(&project);
    for number in 0..60 {
        write(&project, &format!("person-{number}"), "2026-03-04", true);
    }
    let site = Site::of(&project);
    let server = Server::start(move |request| {
        let is_gzip = request.value("accept-encoding") == Some("gzip");
        let response = if is_gzip { older.respond(request) } else { site.respond(request) };
        let tag = request.value("if-none-match").is_some();
        let response = response.with("Vary", "Accept-Encoding");
        match is_gzip && !tag && response.status == 200 {
            true => {
                let body = vitae::publish::gzip::gzip(&response.body);
                Response { body, ..response.with("Content-Encoding", "gzip") }.into()
            }
            false => response.into(),
        }
    });
    let title = "the site serves an older version (";
    let of_person = "JSON Resume of person-0: `lastModified` is earlier";
    verify(&project, &format!("{} --all", server.url()))
        .has(1, &[title, "(120 checks)", of_person, "Accept-Encoding: gzip\n"]);
    verify(&project, &server.url()).has(1, &[title, "Accept-Encoding: gzip\n"]);
}

#[test]
fn checks_all_consultants_on_request() {
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
    let server = Server::start(move |request| site.respond(request).into());
    let output = verify(&project, &format!("{} --all", server.url()));
    output.has(
        1,
        &[
            "all 64 consultants checked",
            "  profile of person-7: status 404\n",
            "  profile of inactive-7: status 200\n",
        ],
    );
    let output = verify(&project, &server.url());
    let summary = output.stdout.lines().next().unwrap_or_default();
    assert!(summary.contains("28 of 64 consultants checked (--all"), "{}", output.all);
    // The sample has one request for each inactive consultant.
    output.has(1, &["  profile of inactive-7: status 200\n"]).lacks(&["JSON Resume of inactive-7"]);
    // The sample is stable.
    let requests = |output: &super::CommandOutput| output.stdout.clone();
    assert_eq!(requests(&output), requests(&verify(&project, &server.url())));
}
