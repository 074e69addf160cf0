//! Internal files of the host, sources of the site, and paths that do not exist.

use super::examples::Examples;
use super::responses::{RESUME, Responses};
use crate::render::{JSON_RESUMES, PROFILES};
use crate::verify::check::{Check, Group, Subject};
use crate::verify::exchange::Request;
use crate::verify::expected_response::{Body, ExpectedHeader, ExpectedResponse};

/// Paths below `/api`, where every response has the headers of the interface.
const API: [&str; 14] = [
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

/// Paths outside of it.
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

pub(super) fn checks(responses: &Responses<'_>, examples: &Examples<'_>) -> Vec<Check> {
    let mut api = API.map(str::to_owned).to_vec();
    let mut outside = OUTSIDE.map(str::to_owned).to_vec();
    // The internal files of consultants have a path of their own, and are checked with it.
    let internal = responses.site.bundle().iter().filter(|artifact| {
        let has_endpoint = artifact.endpoints.iter().any(|endpoint| endpoint.status == 200);
        artifact.path.starts_with("_internal/") && !has_endpoint
    });
    outside.extend(internal.map(|artifact| format!("/{}", artifact.path)));
    if let Some(consultant) = examples.any() {
        let id = &consultant.id;
        let resume = format!("{JSON_RESUMES}{id}");
        api.extend([
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
    let api = api.into_iter().map(|path| (path, responses.not_found()));
    let outside = outside.into_iter().map(|path| (path, ExpectedResponse::error(404)));
    api.chain(outside)
        .map(|(path, expected)| {
            let subject = Subject::Path(path.clone());
            Check::get(Group::OtherPaths, "nothing", subject, path, expected)
        })
        .chain([page_by_file_name()])
        .collect()
}

/// Hosts may serve the page by its file name, too, but then unchanged.
fn page_by_file_name() -> Check {
    let page = ExpectedResponse::file("index.html", "text/html")
        .with("content-type", ExpectedHeader::MediaType("text/html"))
        .body(Body::File("index.html".to_owned()));
    Check::new(
        Group::OtherPaths,
        "the page or nothing",
        Subject::Path("/index.html".to_owned()),
        Request::get("/index.html"),
        vec![ExpectedResponse::error(404), page],
    )
}
