//! What only the host reads, what the content is made of, and what is not there at all.

use super::contract::{ExpectedResponses, RESUME};
use super::examples::Examples;
use crate::render::{JSON_RESUMES, PROFILES};
use crate::verify::check::{Check, Group};
use crate::verify::expected_response::{Body, ExpectedResponse, Field};

/// Below `/api`, where the interface's fields are promised of every answer.
const OF_THE_INTERFACE: [&str; 14] = [
    "/api",
    "/api/",
    "/api/nothing",
    "/api/nothing/at/all",
    "/api/nothing?format=jsonresume",
    "/api/openapi.json/",
    "/api/openapi.json/x",
    "/api/openapi.json%2F",
    "/api/openapi.json.gz",
    "/api/openapi.json.br",
    "/api/openapi",
    "/api/openapi.yaml",
    "/api/OpenAPI.json",
    "/api%2Fopenapi.json",
];

/// Outside of it, where only the error is.
const OUTSIDE: [&str; 27] = [
    "/_internal",
    "/_internal/",
    "/_internal/manifest",
    "/_internal/nothing",
    "/_internal/photo",
    "/_internal/photo/",
    "/nothing",
    "/nothing?format=jsonresume",
    "/schemas",
    "/schemas/",
    "/schemas/nothing.json",
    "/.well-known",
    "/.well-known/",
    "/.well-known/nothing",
    "/.well-known/api-catalog.json",
    "/.well-known/api-catalog.gz",
    "/index.html.gz",
    "/llms.txt.br",
    "/.htaccess",
    "/.git/config",
    "/.env",
    "/site.yaml",
    "/content/site.yaml",
    "/deploy/",
    "/_redirects",
    "/_headers",
    "/404",
];

pub(super) fn checks(promise: &ExpectedResponses<'_>, examples: &Examples<'_>) -> Vec<Check> {
    let mut below = OF_THE_INTERFACE.map(str::to_owned).to_vec();
    let mut outside = OUTSIDE.map(str::to_owned).to_vec();
    // Of everybody, the check of each consultant asks for what only the host reads.
    let bundle = promise.expectation.bundle().iter();
    let internal = bundle.filter(|artifact| {
        let is_own = artifact
            .endpoints
            .iter()
            .any(|address| address.status == 200);
        artifact.path.starts_with("_internal/") && !is_own
    });
    outside.extend(internal.map(|artifact| format!("/{}", artifact.path)));
    if let Some(person) = examples.anybody() {
        let id = &person.id;
        let resume = format!("{JSON_RESUMES}{id}");
        below.extend([
            format!("/api/{id}"),
            format!("/api%2Fconsultant-public/{id}"),
            format!("{PROFILES}{id}.gz"),
            format!("{PROFILES}{id}.br"),
        ]);
        outside.extend([
            resume.clone(),
            format!("{resume}.json/"),
            format!("{resume}.json.gz"),
            format!("{resume}.json{RESUME}"),
            format!("/_internal%2Fjson-resume%2F{id}.json"),
            format!("/consultant-public/{id}"),
        ]);
    }
    let below = below.into_iter().map(|path| (path, promise.not_found()));
    let outside = outside
        .into_iter()
        .map(|path| (path, ExpectedResponse::error(404)));
    let nothing = |(path, wanted): (String, ExpectedResponse)| {
        Check::get(Group::Hidden, format!("nothing at {path}"), path, wanted)
    };
    let mut checks: Vec<Check> = below.chain(outside).map(nothing).collect();
    checks.push(page_by_its_file());
    checks
}

/// Hosts that serve a folder's `index.html` may also serve it by its name, but then as it is.
fn page_by_its_file() -> Check {
    let page = ExpectedResponse::file("index.html", "text/html")
        .with("content-type", Field::MediaType("text/html"))
        .body(Body::File("index.html".to_owned()));
    let mut check = Check::get(
        Group::Hidden,
        "the page or nothing at /index.html",
        "/index.html",
        ExpectedResponse::error(404),
    );
    check.wanted.push(page);
    check
}
