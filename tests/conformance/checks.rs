//! The checks: what the interface promises, request by request, for the consultants of this
//! repository's content. They name no host, and nothing in them is taken from a host's rules.

use crate::answer::{Answer, Body, Field, JSON, Status};
use crate::site::{Site, profile_file, resume_file};

/// Active, with a photo that is published as JPEG.
pub(crate) const WITH_JPEG: &str = "linnea-sjoqvist";
/// Active, with a photo that is published as PNG.
pub(crate) const WITH_PNG: &str = "priya-raghunathan";
/// Active, without a photo.
pub(crate) const WITHOUT_PHOTO: &str = "rosalind-pike";
/// Inactive, with a photo and without one.
const INACTIVE: [&str; 2] = ["karin-ostlund-berg", "mateo-villaseca"];
/// Of nobody.
const UNKNOWN: &str = "nobody-here";
const UNKNOWN_PROFILE: &str = "/api/consultant-public/nobody-here";
const UNKNOWN_PHOTO: &str = "/api/consultant-photo/nobody-here";

/// The query that selects the JSON Resume.
const RESUME: &str = "?format=jsonresume";
const OPENAPI: &str = "/api/openapi.json";
const SCHEMA: &str = "/schemas/consultant-profile-1.0.json";
const CATALOG: &str = "/.well-known/api-catalog";
/// RFC 9727, §4.2.
const CATALOG_TYPE: &str =
    r#"application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727""#;

/// A request and what has to be answered.
#[derive(Debug, Clone)]
pub(crate) struct Check {
    pub(crate) name: String,
    pub(crate) request: Request,
    /// Any of these.
    pub(crate) wanted: Vec<Answer>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Request {
    pub(crate) method: &'static str,
    /// Path and query as they are sent.
    pub(crate) target: String,
    pub(crate) field: Option<(&'static str, Value)>,
}

/// The value of a field in a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Value {
    Text(&'static str),
    /// The entity tag with which this target is answered.
    TagOf(String),
}

/// All checks. The last one ends some servers.
pub(crate) fn all(site: &Site) -> Vec<Check> {
    let mut checks = everyone(site);
    checks.extend(unknown());
    checks.extend(formats());
    checks.extend(photos());
    checks.extend(malformed_ids());
    checks.extend(other_paths(site));
    let heads: Vec<Check> = checks.iter().map(|check| head(check, site)).collect();
    checks.extend(heads);
    checks.extend(other_methods());
    checks.extend(revalidation());
    checks.extend(ranges(site));
    checks.push(get(
        "a path with a malformed percent-encoding",
        "/api/consultant-public/%zz",
        Answer::of(Status::ClientError),
    ));
    checks
}

fn get(name: impl Into<String>, target: impl Into<String>, wanted: Answer) -> Check {
    let request = Request {
        method: "GET",
        target: target.into(),
        field: None,
    };
    Check {
        name: name.into(),
        request,
        wanted: vec![wanted],
    }
}

fn profile_path(id: &str) -> String {
    format!("/api/consultant-public/{id}")
}

fn resume_path(id: &str) -> String {
    format!("/api/consultant-public/{id}{RESUME}")
}

fn photo_path(id: &str) -> String {
    format!("/api/consultant-photo/{id}")
}

fn profile(id: &str) -> Answer {
    Answer::file(&profile_file(id), JSON)
        .api()
        .with("etag", Field::OtherThan(resume_path(id)))
}

fn resume(id: &str) -> Answer {
    Answer::file(&resume_file(id), JSON)
        .api()
        .with("etag", Field::OtherThan(profile_path(id)))
}

/// The photo published as `<id>.<extension>`.
fn photo(name: &str) -> Answer {
    let media_type = if name.ends_with(".png") {
        "image/png"
    } else {
        "image/jpeg"
    };
    Answer::file(&format!("_internal/photo/{name}"), media_type).api()
}

fn not_found() -> Answer {
    Answer::not_found().api()
}

/// Every active consultant's profile, in both formats, and every photo.
fn everyone(site: &Site) -> Vec<Check> {
    let mut checks = Vec::new();
    for file in site.files_below("api/consultant-public") {
        let id = file.rsplit('/').next().unwrap_or_default();
        checks.push(get(
            format!("profile of {id}"),
            profile_path(id),
            profile(id),
        ));
        checks.push(get(
            format!("JSON Resume of {id}"),
            resume_path(id),
            resume(id),
        ));
    }
    for file in site.files_below("_internal/photo") {
        let name = file.rsplit('/').next().unwrap_or_default();
        let (id, _) = name.rsplit_once('.').expect("an extension");
        checks.push(get(format!("photo of {id}"), photo_path(id), photo(name)));
    }
    checks
}

/// Nobody is told whether someone is inactive or never was.
fn unknown() -> Vec<Check> {
    let mut checks = Vec::new();
    for id in [UNKNOWN].into_iter().chain(INACTIVE) {
        let no_profile = || not_found().body(Body::ErrorOf(UNKNOWN_PROFILE));
        checks.extend([
            get(format!("profile of {id}"), profile_path(id), no_profile()),
            get(
                format!("JSON Resume of {id}"),
                resume_path(id),
                no_profile(),
            ),
        ]);
    }
    for id in [UNKNOWN, WITHOUT_PHOTO].into_iter().chain(INACTIVE) {
        let no_photo = not_found().body(Body::ErrorOf(UNKNOWN_PHOTO));
        checks.push(get(format!("photo of {id}"), photo_path(id), no_photo));
    }
    checks
}

/// Only `format=jsonresume`, exactly so, selects the JSON Resume.
fn formats() -> Vec<Check> {
    let resumes = [
        ("another parameter after it", "format=jsonresume&x=1"),
        ("another parameter before it", "x=1&format=jsonresume"),
        ("parameters around it", "x=1&format=jsonresume&y=2"),
        ("a percent-encoded letter", "format=json%72esume"),
        ("the format twice", "format=jsonresume&format=jsonresume"),
        // Undecided by the interface; the hosts' own rule, held so that a change is noticed.
        ("the format after another one", "format=x&format=jsonresume"),
    ];
    let profiles = [
        ("an empty query", ""),
        ("another parameter", "x=1"),
        ("no value", "format"),
        ("an empty value", "format="),
        ("an unknown value", "format=x"),
        ("the value in upper case", "format=JSONRESUME"),
        ("the value in mixed case", "format=JsonResume"),
        ("the value and a letter more", "format=jsonresumes"),
        ("the value but for a letter", "format=jsonresum"),
        ("the value after a space", "format=%20jsonresume"),
        ("the key in upper case", "FORMAT=jsonresume"),
        ("the key in mixed case", "Format=jsonresume"),
        ("the key and a letter before it", "xformat=jsonresume"),
        ("the key as a list", "format[]=jsonresume"),
        ("the format in another parameter", "x=format=jsonresume"),
        // As above.
        (
            "the format before another one",
            "format=jsonresume&format=x",
        ),
    ];
    let id = WITH_JPEG;
    let path = profile_path(id);
    let mut checks = Vec::new();
    for (what, query) in resumes {
        checks.push(get(
            format!("JSON Resume with {what}"),
            format!("{path}?{query}"),
            resume(id),
        ));
    }
    for (what, query) in profiles {
        checks.push(get(
            format!("profile with {what}"),
            format!("{path}?{query}"),
            profile(id),
        ));
    }
    checks
}

/// A photo has no formats.
fn photos() -> Vec<Check> {
    let mut checks = Vec::new();
    for query in ["format=jsonresume", "format=x", "x=1"] {
        for (id, wanted) in [
            (WITH_JPEG, photo(&format!("{WITH_JPEG}.jpg"))),
            (WITH_PNG, photo(&format!("{WITH_PNG}.png"))),
            (WITHOUT_PHOTO, not_found()),
            (INACTIVE[0], not_found()),
            (UNKNOWN, not_found()),
        ] {
            checks.push(get(
                format!("photo of {id} with {query}"),
                format!("{}?{query}", photo_path(id)),
                wanted,
            ));
        }
    }
    checks
}

/// What is no identifier is like one of nobody, in all three operations.
fn malformed_ids() -> Vec<Check> {
    let too_long = "a".repeat(65);
    let far_too_long = "a".repeat(5_000);
    // After `/api/consultant-public` or `/api/consultant-photo`.
    let ids = [
        ("nothing, not even a slash", ""),
        ("an empty id", "/"),
        ("two slashes", "//"),
        ("an id after two slashes", "//linnea-sjoqvist"),
        ("an id with a slash after it", "/linnea-sjoqvist/"),
        ("an id with two slashes after it", "/linnea-sjoqvist//"),
        ("an id with a segment after it", "/linnea-sjoqvist/x"),
        ("an id and itself", "/linnea-sjoqvist/linnea-sjoqvist"),
        ("an id in upper case", "/LINNEA-SJOQVIST"),
        ("an id with a capital", "/Linnea-sjoqvist"),
        ("an id with an underscore", "/linnea_sjoqvist"),
        ("an id with a dot", "/linnea.sjoqvist"),
        ("an id with an ending", "/linnea-sjoqvist.json"),
        ("an id with a photo's ending", "/linnea-sjoqvist.jpg"),
        ("an id with a space", "/linnea-sjoqvist%20"),
        ("an id with a plus sign", "/linnea+sjoqvist"),
        ("an id with a null byte", "/linnea-sjoqvist%00"),
        ("an id with a parameter", "/linnea-sjoqvist;v=1"),
        (
            "an id with an encoded query",
            "/linnea-sjoqvist%3Fformat=jsonresume",
        ),
        ("an id with an encoded fragment", "/linnea-sjoqvist%23"),
        ("an id with a percent sign", "/linnea-sjoqvist%25"),
        ("an id encoded twice", "/linnea%252Dsjoqvist"),
        ("an id that is a placeholder", "/:id"),
        ("an id that is an asterisk", "/*"),
        ("an id with a letter of Swedish", "/linnea-sj%C3%B6qvist"),
        ("a letter of Swedish", "/%C3%A5"),
        ("65 characters", &format!("/{too_long}")),
        ("5,000 characters", &format!("/{far_too_long}")),
        ("one dot", "/."),
        ("two dots", "/.."),
        ("two encoded dots", "/%2e%2e"),
        ("a dot after an id", "/linnea-sjoqvist/."),
        ("two dots after an id", "/linnea-sjoqvist/.."),
        (
            "two dots between two ids",
            "/nobody-here/../linnea-sjoqvist",
        ),
        ("two dots before another document", "/../openapi.json"),
        (
            "two encoded dots before another document",
            "/%2e%2e/openapi.json",
        ),
        (
            "two dots and an encoded slash before another document",
            "/..%2Fopenapi.json",
        ),
        (
            "two dots and a backslash before another document",
            r"/..\openapi.json",
        ),
        (
            "two dots and an encoded backslash before another document",
            "/..%5Copenapi.json",
        ),
        ("an encoded slash", "/%2F"),
        ("an encoded slash before an id", "/%2Flinnea-sjoqvist"),
        (
            "an encoded slash in place of the slash",
            "%2Flinnea-sjoqvist",
        ),
        (
            "an encoded slash in lower case in place of the slash",
            "%2flinnea-sjoqvist",
        ),
        (
            "an id with an encoded slash after it",
            "/linnea-sjoqvist%2F",
        ),
        ("an id with an encoded slash in it", "/linnea%2Fsjoqvist"),
        ("an encoded backslash", "/%5C"),
        (
            "an encoded backslash in place of the slash",
            "%5Clinnea-sjoqvist",
        ),
        (
            "an id with an encoded backslash after it",
            "/linnea-sjoqvist%5C",
        ),
        ("a backslash in place of the slash", r"\linnea-sjoqvist"),
        ("an id with a backslash after it", r"/linnea-sjoqvist\"),
    ];
    let mut checks = Vec::new();
    for (what, id) in ids {
        for (operation, path, query) in [
            ("profile", "/api/consultant-public", ""),
            ("JSON Resume", "/api/consultant-public", RESUME),
            ("photo", "/api/consultant-photo", ""),
        ] {
            checks.push(get(
                format!("{operation} of {what}"),
                format!("{path}{id}{query}"),
                not_found(),
            ));
        }
    }
    checks
}

/// The other documents, what is in no way published, and what is not there at all.
fn other_paths(site: &Site) -> Vec<Check> {
    let page = Answer::file("index.html", "text/html")
        .with("content-type", Field::MediaType("text/html"))
        .api();
    let text = |path: &str| {
        Answer::file(path, "text/plain")
            .with("content-type", Field::Utf8("text/plain"))
            .api()
    };
    let openapi = Answer::file("api/openapi.json", JSON).api();
    let mut checks = vec![
        get("the page", "/", page),
        get("the schema", SCHEMA, Answer::file(&SCHEMA[1..], JSON).api()),
        get(
            "the catalog of APIs",
            CATALOG,
            Answer::file(&CATALOG[1..], CATALOG_TYPE).api(),
        ),
        get(
            "the introduction for language models",
            "/llms.txt",
            text("llms.txt"),
        ),
        get("what crawlers may fetch", "/robots.txt", text("robots.txt")),
        get("the description", OPENAPI, openapi.clone()),
        get(
            "the description with ?x=1",
            format!("{OPENAPI}?x=1"),
            openapi.clone(),
        ),
        get(
            "the description with ?format=jsonresume",
            format!("{OPENAPI}{RESUME}"),
            openapi,
        ),
    ];
    for path in [
        "/api",
        "/api/",
        "/api/nothing",
        "/api/nothing/at/all",
        "/api/nothing?format=jsonresume",
        "/api/linnea-sjoqvist",
        "/api/openapi.json/",
        "/api/openapi.json/x",
        "/api/openapi.json%2F",
        "/api/openapi",
        "/api/openapi.yaml",
        "/api/OpenAPI.json",
        "/api%2Fopenapi.json",
        "/api%2Fconsultant-public/linnea-sjoqvist",
    ] {
        checks.push(get(format!("nothing at {path}"), path, not_found()));
    }
    // Outside the interface, where no fields are promised: first of all what only the host reads.
    for file in site.files_below("_internal") {
        checks.push(get(
            format!("nothing at /{file}"),
            format!("/{file}"),
            Answer::not_found(),
        ));
    }
    for path in [
        "/_internal",
        "/_internal/",
        "/_internal/nothing",
        "/_internal/photo",
        "/_internal/photo/",
        "/_internal/json-resume/linnea-sjoqvist",
        "/_internal/json-resume/linnea-sjoqvist.json/",
        "/_internal%2Fjson-resume%2Flinnea-sjoqvist.json",
        "/_internal/json-resume/linnea-sjoqvist.json?format=jsonresume",
        "/nothing",
        "/nothing?format=jsonresume",
        "/schemas",
        "/schemas/",
        "/schemas/nothing.json",
        "/consultant-public/linnea-sjoqvist",
        "/.well-known",
        "/.well-known/",
        "/.well-known/nothing",
        "/.well-known/api-catalog.json",
        "/_redirects",
        "/_headers",
        "/404",
    ] {
        checks.push(get(format!("nothing at {path}"), path, Answer::not_found()));
    }
    checks
}

/// HEAD is answered as GET is, without the body.
fn head(check: &Check, site: &Site) -> Check {
    let target = &check.request.target;
    let head_of = |wanted: &Answer| {
        let answer = wanted.clone().head_of(target);
        match &wanted.body {
            Body::File(path) => {
                let length = site.read(path).len().to_string();
                answer.with("content-length", Field::NothingBut(length))
            }
            _ => answer,
        }
    };
    Check {
        name: format!("HEAD of {}", check.name),
        request: Request {
            method: "HEAD",
            ..check.request.clone()
        },
        wanted: check.wanted.iter().map(head_of).collect(),
    }
}

/// What an operation answers: its name, target, published file and media type.
fn documents() -> [(&'static str, String, Answer); 4] {
    let id = WITH_JPEG;
    [
        ("the profile", profile_path(id), profile(id)),
        ("the JSON Resume", resume_path(id), resume(id)),
        ("the photo", photo_path(id), photo(&format!("{id}.jpg"))),
        (
            "the description",
            OPENAPI.to_owned(),
            Answer::file("api/openapi.json", JSON).api(),
        ),
    ]
}

/// Nothing can be changed.
fn other_methods() -> Vec<Check> {
    let mut checks = Vec::new();
    for method in ["POST", "PUT", "DELETE", "PATCH"] {
        let targets = documents().map(|(what, target, _)| (what, target));
        let nobody = ("a profile of nobody", UNKNOWN_PROFILE.to_owned());
        for (what, target) in targets.into_iter().chain([nobody]) {
            checks.push(Check {
                name: format!("{method} to {what}"),
                request: Request {
                    method,
                    target,
                    field: None,
                },
                wanted: vec![Answer::of(Status::NoSuccess)],
            });
        }
    }
    checks
}

/// Who has the current bytes is told so; who has those of the other format is not.
fn revalidation() -> Vec<Check> {
    let if_none_match = |target: &str| Some(("If-None-Match", Value::TagOf(target.to_owned())));
    let mut checks = Vec::new();
    for (what, target, _) in documents() {
        let unchanged = Answer::of(Status::Is(304))
            .api()
            .with("etag", Field::SameAs(target.clone()))
            .body(Body::Empty);
        checks.push(Check {
            name: format!("{what} with its own entity tag"),
            request: Request {
                method: "GET",
                field: if_none_match(&target),
                target,
            },
            wanted: vec![unchanged],
        });
    }
    let [(_, profile, profile_answer), (_, resume, resume_answer), ..] = documents();
    for (name, target, tag, answer) in [
        (
            "the profile with the entity tag of the JSON Resume",
            &profile,
            &resume,
            profile_answer,
        ),
        (
            "the JSON Resume with the entity tag of the profile",
            &resume,
            &profile,
            resume_answer,
        ),
    ] {
        checks.push(Check {
            name: name.to_owned(),
            request: Request {
                method: "GET",
                target: target.clone(),
                field: if_none_match(tag),
            },
            wanted: vec![answer],
        });
    }
    checks
}

/// A host may ignore ranges, but what it answers is never wrong.
fn ranges(site: &Site) -> Vec<Check> {
    let mut checks = Vec::new();
    for (what, target, whole) in documents() {
        let Body::File(path) = &whole.body else {
            continue;
        };
        let length = site.read(path).len();
        let part = |range: std::ops::Range<usize>| {
            let content_range = format!("bytes {}-{}/{length}", range.start, range.end - 1);
            Answer {
                status: Status::Is(206),
                ..whole.clone()
            }
            .with("content-range", Field::Is(content_range))
            .body(Body::Part(path.clone(), range))
        };
        let unsatisfiable = Answer::of(Status::Is(416));
        for (name, range, partial) in [
            ("the first bytes", "bytes=0-9", part(0..10)),
            ("the last bytes", "bytes=-10", part(length - 10..length)),
            ("bytes after its end", "bytes=99999999-", unsatisfiable),
        ] {
            checks.push(Check {
                name: format!("{name} of {what}"),
                request: Request {
                    method: "GET",
                    target: target.clone(),
                    field: Some(("Range", Value::Text(range))),
                },
                wanted: vec![whole.clone(), partial],
            });
        }
    }
    checks
}
