//! Sites with several faults, and faults that look like others: a report names the right cause or none.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::Value as Json;

use super::server::{Reply, Request, Response, Server};
use super::site::{ANNA, DORIS, EVA, Site, project, settings, write};
use super::verify;
use crate::project::Project;

/// Verifies a site. Returns the codes of the findings, and their details with the code.
fn findings(
    project: &Project,
    handler: impl Fn(&Request) -> Reply + Send + Sync + 'static,
) -> (BTreeSet<String>, Vec<String>) {
    findings_with(project, "", handler)
}

/// Does the same with further options.
fn findings_with(
    project: &Project,
    options: &str,
    handler: impl Fn(&Request) -> Reply + Send + Sync + 'static,
) -> (BTreeSet<String>, Vec<String>) {
    let server = Server::start(handler);
    let output = verify(project, &format!("{} --format json {options}", server.url()));
    let document: Json = serde_json::from_str(&output.stdout).expect("JSON");
    let text = |json: &Json| json.as_str().expect("a text").to_owned();
    let (mut codes, mut details) = (BTreeSet::new(), Vec::new());
    for finding in document["findings"].as_array().expect("a list") {
        let code = text(&finding["code"]);
        let of_finding = finding["details"].as_array().expect("a list");
        details.extend(of_finding.iter().map(|detail| format!("{code}: {}", text(detail))));
        codes.insert(code);
    }
    (codes, details)
}

/// Asserts the codes of the findings about a site, and returns the details.
#[track_caller]
fn assert_codes(
    project: &Project,
    expected: &[&str],
    handler: impl Fn(&Request) -> Reply + Send + Sync + 'static,
) -> Vec<String> {
    let (codes, details) = findings(project, handler);
    let expected: BTreeSet<String> = expected.iter().map(|code| (*code).to_owned()).collect();
    assert_eq!(codes, expected, "{details:#?}");
    details
}

fn gzip(response: Response) -> Response {
    let mut coded = GzEncoder::new(Vec::new(), Compression::fast());
    coded.write_all(&response.body).expect("in memory");
    let body = coded.finish().expect("in memory");
    let response = Response { body, ..response }.with("Content-Encoding", "gzip");
    // Another entity tag than that of the identity.
    response.set("ETag", None).with("ETag", "W/\"coded\"").with("Vary", "Accept-Encoding")
}

fn page(title: &str) -> Response {
    Response::new(200, "text/html", format!("<!DOCTYPE html><title>{title}</title>"))
}

#[test]
fn a_success_for_everyone_does_not_make_inactive_consultants_public() {
    let project = project("causes_success");
    // A page and JSON that differ in each response.
    for media_type in ["text/html", "application/json"] {
        let count = AtomicUsize::new(0);
        let (codes, details) = findings(&project, move |_| {
            let number = count.fetch_add(1, Ordering::Relaxed);
            let body = match media_type {
                "text/html" => format!("<!DOCTYPE html>{number}"),
                _ => format!("{{\"ok\": true, \"number\": {number}}}"),
            };
            Response::new(200, media_type, body).into()
        });
        assert!(codes.contains("answers-everything"), "{codes:?}");
        for other in ["still-there", "photo-still-there", "content-file", "internal-file"] {
            assert!(!codes.contains(other), "{details:#?}");
        }
    }
}

#[test]
fn a_photo_for_everyone_does_not_make_photos_public() {
    let project = project("causes_avatar");
    let site = Site::of(&project);
    for is_same in [true, false] {
        let site = site.clone();
        let (codes, details) = findings(&project, move |request| {
            let response = site.respond(request);
            let Some(name) = request.target.strip_prefix("/api/consultant-photo/") else {
                return response.into();
            };
            let name = if is_same { "" } else { name };
            Response::new(200, "image/jpeg", format!("\u{FF}\u{D8} {name}")).into()
        });
        assert!(codes.contains("answers-everything"), "{codes:?}");
        for other in ["still-there", "photo-still-there", "other-photo", "missing-photo"] {
            assert!(!codes.contains(other), "{details:#?}");
        }
    }
}

#[test]
fn an_inactive_consultant_is_found_behind_a_page_for_everything() {
    let project = project("causes_fallback");
    write(&project, EVA, "2026-03-04", true);
    let site = Site::of(&project);
    write(&project, EVA, "2026-03-04", false);
    let (codes, details) = findings(&project, move |request| {
        let response = site.respond(request);
        match response.status {
            404 => page("Welcome").into(),
            _ => response.into(),
        }
    });
    assert!(codes.contains("still-there") && codes.contains("answers-everything"), "{codes:?}");
    for document in ["profile", "JSON Resume", "photo"] {
        let detail = format!("still-there: {document} of eva-glad: status 200");
        assert!(details.contains(&detail), "{details:#?}");
    }
}

#[test]
fn a_page_at_one_path_is_only_a_status() {
    let project = project("causes_listing");
    let site = Site::of(&project);
    assert_codes(&project, &["status"], move |request| match request.target.as_str() {
        "/schemas/" | "/_internal/" => page("Index of /").into(),
        _ => site.respond(request).into(),
    });
}

#[test]
fn a_missing_variant_does_not_make_a_consultant_missing() {
    let project = project("causes_variant");
    let site = Site::of(&project);
    assert_codes(&project, &["status"], move |request| {
        let mut request = request.clone();
        request.target = request.target.replace("anna-berg?x=1", "nobody?x=1");
        site.respond(&request).into()
    });
    // Without a rule for the query.
    let site = Site::of(&project);
    let details = assert_codes(&project, &["missing-consultant", "status"], move |request| {
        let mut request = request.clone();
        if request.target.contains("format=jsonresume") {
            request.target = "/api/consultant-public/nobody".to_owned();
        }
        site.respond(&request).into()
    });
    let resume = "missing-consultant: JSON Resume of anna-berg: status 404".to_owned();
    assert!(details.contains(&resume), "{details:#?}");
    assert!(!details.iter().any(|detail| detail.contains("profile of")), "{details:#?}");
}

#[test]
fn the_document_of_another_consultant_is_not_an_older_version() {
    let project = project("causes_older_other");
    write(&project, DORIS, "2026-01-02", true);
    let site = Site::of(&project);
    write(&project, DORIS, "2026-03-04", true);
    let (codes, details) = findings(&project, move |request| {
        let mut request = request.clone();
        request.target =
            request.target.replace("consultant-public/anna-berg", "consultant-public/doris-falk");
        site.respond(&request).into()
    });
    assert!(codes.contains("older-version"), "{codes:?}");
    let other = "other-consultant: profile of anna-berg: the document of `doris-falk`".to_owned();
    assert!(details.contains(&other), "{details:#?}");
    let is_older = |detail: &&String| detail.starts_with("older-version");
    let older: Vec<&String> = details.iter().filter(is_older).collect();
    assert!(older.iter().all(|detail| detail.contains(DORIS)), "{older:?}");
    assert!(!older.iter().any(|detail| detail.contains(ANNA)), "{older:?}");
}

#[test]
fn a_firewall_for_unusual_paths_is_only_a_status() {
    let project = project("causes_firewall");
    let site = Site::of(&project);
    assert_codes(&project, &["status"], move |request| match request.target.contains('%') {
        true => Response::new(403, "text/html", "<h1>Forbidden</h1>").into(),
        false => site.respond(request).into(),
    });
}

#[test]
fn an_overloaded_server_has_only_errors() {
    let project = project("causes_overload");
    let site = Site::of(&project);
    let count = AtomicUsize::new(0);
    let (codes, details) =
        findings(&project, move |request| match count.fetch_add(1, Ordering::Relaxed) % 20 {
            19 => Response::new(503, "text/html", "<h1>Service unavailable</h1>").into(),
            _ => site.respond(request).into(),
        });
    assert!(codes.contains("server-error"), "{codes:?}");
    // Differences from a response that is an error have no cause.
    let is_other =
        |code: &&String| !["server-error", "status", "header", "body"].contains(&&***code);
    assert_eq!(codes.iter().find(is_other), None, "{details:#?}");
}

#[test]
fn a_cached_document_is_older_alone() {
    let project = project("causes_cached");
    write(&project, ANNA, "2026-01-02", true);
    let before = Site::of(&project);
    write(&project, ANNA, "2026-03-04", true);
    let site = Site::of(&project);
    let details = assert_codes(&project, &["older-version"], move |request| {
        let is_profile = request.target.starts_with("/api/consultant-public/anna-berg");
        match is_profile && !request.target.contains("format") {
            true => before.respond(request).into(),
            false => site.respond(request).into(),
        }
    });
    assert_eq!(details.len(), 1, "{details:#?}");
    assert!(details[0].contains("profile of anna-berg: `lastModified` is earlier"), "{details:?}");
}

#[test]
fn a_login_page_has_one_cause() {
    let project = project("causes_login");
    assert_codes(&project, &["answers-everything"], |_| page("Log in").into());
    assert_codes(&project, &["password"], |_| Response::new(401, "text/html", "Log in").into());
    assert_codes(&project, &["redirect"], |_| {
        Response::new(302, "text/html", "").with("Location", "https://login.invalid").into()
    });
}

#[test]
fn several_faults_are_reported_with_their_causes() {
    let project = project("causes_several");
    write(&project, EVA, "2026-03-04", true);
    write(&project, ANNA, "2026-01-02", true);
    let site = Site::of(&project);
    write(&project, EVA, "2026-03-04", false);
    write(&project, ANNA, "2026-03-04", true);
    let expected = ["header", "older-version", "photo-metadata", "redirect", "still-there"];
    let details = assert_codes(&project, &expected, move |request| {
        let mut response = site.respond(request).set("X-Content-Type-Options", None);
        if request.target.starts_with("/llms.txt") {
            return Response::new(301, "text/plain", "").with("Location", "/").into();
        }
        if request.target.starts_with("/api/consultant-photo/bo-ek") && response.status == 200 {
            // A chunk of text after the header chunk.
            let chunk = b"\0\0\0\x04tEXta\0bc\0\0\0\0";
            response.body.splice(33..33, chunk.iter().copied());
        }
        response.into()
    });
    assert!(
        details.contains(&"photo-metadata: photo of bo-ek: metadata".to_owned()),
        "{details:#?}"
    );
}

/// A fallback to the start page, as for an app of one page, besides rules that are otherwise right.
#[test]
fn a_page_at_every_other_path_has_one_finding() {
    let project = project("causes_app");
    let site = Site::of(&project);
    let fallback = move |request: &Request, site: &Site| {
        let root = Request { target: "/".to_owned(), ..request.clone() };
        site.respond(&root)
    };
    for variant in ["unknown paths", "every path", "json below /api", "every method", "gzip"] {
        let site = site.clone();
        assert_codes(&project, &["answers-everything"], move |request| {
            let response = site.respond(request);
            let is_reached = match variant {
                "every path" => response.status < 400,
                "every method" => response.status == 405,
                _ => false,
            };
            if response.status != 404 && !is_reached {
                return response.into();
            }
            let page = match variant {
                "every method" => {
                    fallback(&Request { method: "GET".to_owned(), ..request.clone() }, &site)
                }
                _ => fallback(request, &site),
            };
            match variant {
                "json below /api" if request.target.starts_with("/api/consultant-public/") => {
                    page.set("Content-Type", Some("application/json")).into()
                }
                "gzip" if request.value("accept-encoding") == Some("gzip") => gzip(page).into(),
                _ => page.into(),
            }
        });
    }
}

/// The rules of `/api` respond to unknown consultants, and a fallback to all other paths.
#[test]
fn a_page_at_every_path_outside_of_the_api_has_one_finding() {
    let project = project("causes_location");
    let site = Site::of(&project);
    assert_codes(&project, &["answers-everything"], move |request| {
        let response = site.respond(request);
        match request.target.starts_with("/api") || response.status != 404 {
            true => response.into(),
            false => site.respond(&Request { target: "/".to_owned(), ..request.clone() }).into(),
        }
    });
}

/// Returns content with a translation and the addresses of both sites.
fn translated(name: &str) -> Project {
    let project = project(name);
    settings(&project, "base_url: https://profiles.example.com\n");
    let sv = "base_url: https://sv.example.com\ntitle: Profiler\ndescription: Våra profiler\n";
    project.write("content/translations/sv/site.yaml", sv);
    let translation = "content/translations/sv/consultants/anna-berg.yaml";
    project.write(translation, "name: Anna på svenska\n");
    project
}

#[test]
fn the_site_in_another_language_is_not_another_version() {
    let project = translated("causes_language");
    let sites = [None, Some("sv")].map(|language| Site::in_language(&project, language));
    let [original, swedish] = sites;
    let mut former = original.clone();
    former.replace("api/openapi.json", "\"version\": \"1.", "\"version\": \"0.");
    // The header of the server can be that of the rules or of the files.
    for (site, header, options, proof) in [
        (&swedish, Some("sv"), "", "its `Content-Language`"),
        (&swedish, Some("SV"), "", "its `Content-Language`"),
        (&swedish, None, "", "the `Content-Language` in its description"),
        (&original, None, "--language sv", "its description has no `Content-Language`"),
        (&original, Some("sv"), "--language sv", "its description has no `Content-Language`"),
        // Of another version of vitae.
        (&former, None, "--language sv", "the address in its description"),
    ] {
        let site = site.clone();
        let (codes, details) = findings_with(&project, options, move |request| {
            site.respond(request).set("Content-Language", header).into()
        });
        assert_eq!(codes, BTreeSet::from(["other-language".to_owned()]), "{details:#?}");
        let is_proof =
            details.len() == 1 && details[0].starts_with(&format!("other-language: {proof}"));
        assert!(is_proof, "{header:?} {options}: {details:?}");
    }
    // Each site as it is.
    for (site, options) in [(original, ""), (swedish, "--language sv")] {
        let (codes, details) =
            findings_with(&project, options, move |request| site.respond(request).into());
        assert_eq!(codes, BTreeSet::new(), "{details:#?}");
    }
}

#[test]
fn an_older_site_in_the_right_language_is_an_older_version() {
    let project = translated("causes_language_older");
    write(&project, ANNA, "2026-01-02", true);
    let before = Site::in_language(&project, Some("sv"));
    write(&project, ANNA, "2026-03-04", true);
    let server = Server::start(move |request| before.respond(request).into());
    verify(&project, &format!("{} --language sv", server.url()))
        .has(1, &["the site serves an older version ("])
        .lacks(&["= help: add `--language`"]);
    // No header.
    let site = Site::in_language(&project, Some("sv"));
    let server =
        Server::start(move |request| site.respond(request).set("Content-Language", None).into());
    verify(&project, &format!("{} --language sv", server.url()))
        .has(1, &["Content-Language: missing ("])
        .lacks(&["this is the site"]);
}

#[test]
fn a_cache_can_have_the_404_of_a_new_document() {
    let project = project("causes_cached_404");
    write(&project, "frida-holm", "2026-03-04", true);
    let site = Site::of(&project);
    let new = "/api/consultant-public/frida-holm";
    // Only the copy for clients with gzip.
    let of_gzip = site.clone();
    let details = assert_codes(&project, &["cached-not-found"], move |request| {
        let is_cached = request.target == new && request.value("accept-encoding") == Some("gzip");
        let target = if is_cached { "/api/consultant-public/nobody-here" } else { &request.target };
        let request = Request { target: target.to_owned(), ..request.clone() };
        of_gzip.respond(&request).into()
    });
    assert_eq!(details, ["cached-not-found: profile of frida-holm: status 404"]);
    for is_cache in [true, false] {
        let site = site.clone();
        let expected = if is_cache { "cached-not-found" } else { "missing-consultant" };
        let details = assert_codes(&project, &[expected], move |request| {
            let is_known = [new.to_owned(), format!("{new}?format=jsonresume")];
            let is_404 = match is_cache {
                true => is_known.contains(&request.target),
                false => request.target.starts_with(new),
            };
            let mut request = request.clone();
            if is_404 {
                request.target = "/api/consultant-public/nobody-here".to_owned();
            }
            site.respond(&request).into()
        });
        let detail = format!("{expected}: profile of frida-holm: status 404");
        assert!(details.contains(&detail), "{details:#?}");
    }
}

#[test]
fn a_cache_can_ignore_the_coding_that_a_client_accepts() {
    let project = project("causes_vary");
    let site = Site::of(&project);
    let cache: Mutex<BTreeMap<String, Response>> = Mutex::default();
    let server = Server::start(move |request| {
        let response = || {
            let response = site.respond(request);
            match request.value("accept-encoding") {
                Some("gzip") if response.status == 200 => gzip(response),
                _ => response,
            }
        };
        if request.method != "GET" || request.value("if-none-match").is_some() {
            return response().into();
        }
        let mut cache = cache.lock().expect("no panic");
        cache.entry(request.target.clone()).or_insert_with(response).clone().into()
    });
    // The requests in the order of the table: those with gzip are later.
    verify(&project, &format!("{} --jobs 1", server.url())).has(
        1,
        &[
            "Content-Encoding: a coding that the request does not accept (4 checks)",
            "  received `gzip`\n",
            "?x=",
            "ignores `Vary`",
        ],
    );
}

#[test]
fn an_old_build_with_a_withdrawn_consultant_is_an_older_version() {
    let project = project("causes_old_build");
    write(&project, EVA, "2026-03-04", true);
    let title = project.read("content/site.yaml").replace("title: ", "title: Former ");
    project.write("content/site.yaml", title);
    let site = Site::of(&project);
    write(&project, EVA, "2026-03-04", false);
    settings(&project, "");
    let details = assert_codes(&project, &["older-version", "still-there"], move |request| {
        site.respond(request).into()
    });
    assert!(details.iter().any(|it| it.contains("/api/openapi.json: ")), "{details:#?}");
}

#[test]
fn a_proxy_that_rewrites_json_is_no_older_version() {
    let project = project("causes_reformatted");
    write(&project, EVA, "2026-03-04", true);
    let site = Site::of(&project);
    write(&project, EVA, "2026-03-04", false);
    let expected = ["reformatted", "still-there"];
    assert_codes(&project, &expected, move |request| {
        let mut response = site.respond(request);
        if let Ok(json) = serde_json::from_slice::<Json>(&response.body)
            && response.status == 200
        {
            response.body = json.to_string().into_bytes();
        }
        response.into()
    });
}
