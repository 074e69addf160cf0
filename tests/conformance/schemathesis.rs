//! Tests servers against the published OpenAPI description with schemathesis. It generates valid and
//! invalid requests and finds responses that differ from the description. All checks are on and
//! warnings are failures (`tests/schemathesis/schemathesis.toml`).

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::{Value as Json, json};

use crate::prerequisite;
use crate::preview;
use crate::server::Server;
use crate::site::Site;
use crate::suite::Candidate;
use crate::temp_directory::{Scratch, copy_directory};

const PROGRAM: &str = "tests/schemathesis/.venv/bin/schemathesis";
const INSTALL: &str = "in tests/schemathesis, run `python3 -m venv .venv` and \
                       `.venv/bin/pip install -r requirements.txt`";
const DESCRIPTION: &str = "api/openapi.json";

/// This check demands an `Allow` header in a 405, which the interface leaves to the server.
const EXCLUDED: &str = "--exclude-checks=unsupported_method";

/// Returns what is missing to run schemathesis and how to install it.
///
/// # Errors
/// Returns an error instead if `VITAE_REQUIRE_ALL` is 1.
pub(crate) fn missing() -> Result<Option<String>, String> {
    prerequisite::missing(&[PROGRAM.to_owned()], INSTALL)
}

/// Tests that every response is as described.
pub(crate) fn finds_nothing(candidate: &Candidate, site: &Site) -> Result<(), String> {
    let document = description(candidate, site);
    let descriptions = [Description { name: "as published", document }];
    let report = run(candidate, site, &descriptions)?.remove(0);
    if report.has_failures { Err(report.output) } else { Ok(()) }
}

/// Returns the published description, with the one header that the preview sends with another value.
fn description(candidate: &Candidate, site: &Site) -> Json {
    let mut description: Json = serde_json::from_slice(&site.read(DESCRIPTION)).expect("JSON");
    if candidate.name == preview::preview().name {
        let policy = "/components/headers/CrossOriginResourcePolicy/schema/const";
        *description.pointer_mut(policy).expect("a header") = "same-origin".into();
    }
    description
}

/// Tests that schemathesis finds errors in the description, so that finding nothing is meaningful.
pub(crate) fn finds_wrong_descriptions(candidate: &Candidate, site: &Site) -> Result<(), String> {
    let published = description(candidate, site);
    let wrong = |name, pointer: &str, change: fn(&mut Json)| {
        let mut description = published.clone();
        change(description.pointer_mut(pointer).expect("a part of the description"));
        assert!(description != published, "{name}");
        Description { name, document: description }
    };
    const PROFILE: &str = "/paths/~1api~1consultant-public~1{consultant_id}/get/responses";
    const PHOTO: &str = "/paths/~1api~1consultant-photo~1{consultant_id}/get/responses";
    let faults = [
        wrong("the 404 is missing", PROFILE, |responses| {
            responses.as_object_mut().expect("responses").remove("404");
        }),
        wrong("photos are GIFs", &format!("{PHOTO}/200/content"), |content| {
            *content = json!({ "image/gif": {} });
        }),
        wrong(
            "another allowed origin",
            "/components/headers/AccessControlAllowOrigin/schema/const",
            |value| *value = "https://example.com".into(),
        ),
        wrong(
            "a required header that no response has",
            &format!("{PROFILE}/200/headers"),
            |headers| {
                headers["X-Version"] = json!({ "required": true, "schema": { "type": "string" } });
            },
        ),
        wrong(
            "a profile's name is a number",
            "/components/schemas/Profile/properties/name/type",
            |kind| *kind = "number".into(),
        ),
        wrong("an error has a code", "/components/schemas/Error/required", |required| {
            *required = json!(["error", "code"])
        }),
    ];
    let unnoticed: Vec<&str> = run(candidate, site, &faults)?
        .into_iter()
        .zip(&faults)
        .filter(|(report, _)| !report.has_failures)
        .map(|(_, fault)| fault.name)
        .collect();
    if unnoticed.is_empty() { Ok(()) } else { Err(format!("not found: {}", unnoticed.join(", "))) }
}

struct Description {
    name: &'static str,
    document: Json,
}

struct Report {
    has_failures: bool,
    output: String,
}

/// Runs schemathesis on the candidate's server with each description.
fn run(
    candidate: &Candidate,
    site: &Site,
    descriptions: &[Description],
) -> Result<Vec<Report>, String> {
    let directory = Scratch::new(&candidate.host);
    copy_directory(site.directory(), directory.path());
    let server = Server::start(&candidate.server.start, directory.path())?;
    let repository = Path::new(env!("CARGO_MANIFEST_DIR"));
    let test = |description: &Description| {
        let scratch = Scratch::new("schemathesis");
        let file = scratch.path().join("openapi.json");
        fs::write(&file, description.document.to_string()).expect("writable");
        let output = Command::new(repository.join(PROGRAM))
            .current_dir(scratch.path())
            .env("HOME", scratch.path())
            .env("COLUMNS", "120")
            .arg("--config-file")
            .arg(repository.join("tests/schemathesis/schemathesis.toml"))
            .arg("run")
            .arg(&file)
            .arg(format!("--url=http://127.0.0.1:{}", server.port))
            .arg(EXCLUDED)
            .output()
            .map_err(|error| format!("cannot run {PROGRAM}: {error}"))?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let has_failures = match output.status.code() {
            Some(0) if text.contains("Tested: 3") => false,
            Some(1) if text.contains("= FAILURES =") => true,
            _ => {
                let errors = String::from_utf8_lossy(&output.stderr);
                let Description { name, .. } = description;
                return Err(format!("{name}: {}\n{text}\n{errors}", output.status));
            }
        };
        Ok(Report { has_failures, output: text })
    };
    descriptions.iter().map(test).collect()
}
