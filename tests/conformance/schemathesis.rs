//! Tests servers against the published OpenAPI description with schemathesis. It generates valid and
//! invalid requests and finds responses that differ from the description. All checks are on and
//! warnings are failures (`tests/schemathesis/schemathesis.toml`).

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::{Value as Json, json};

use crate::copied_directory::copy_directory;
use crate::prerequisite;
use crate::preview;
use crate::scratch::Scratch;
use crate::server::Server;
use crate::site::Site;
use crate::suite::Candidate;

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
    match run(candidate, site, &description(candidate, site))? {
        Report { has_failures: true, output } => Err(output),
        _ => Ok(()),
    }
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
    const PROFILE: &str = "/paths/~1api~1consultant-public~1{consultant_id}/get/responses";
    const PHOTO: &str = "/paths/~1api~1consultant-photo~1{consultant_id}/get/responses";
    type Change = fn(&mut Json);
    // Where something is changed, how, and what schemathesis reports.
    let faults: [(&str, Change, &str); 6] = [
        (
            PROFILE,
            |responses| {
                responses.as_object_mut().expect("responses").remove("404");
            },
            "Documented: 200, 429",
        ),
        (
            &format!("{PHOTO}/200/content"),
            |content| *content = json!({ "image/gif": {} }),
            "Documented: image/gif",
        ),
        (
            "/components/headers/AccessControlAllowOrigin/schema/const",
            |origin| *origin = "https://example.com".into(),
            "\"https://example.com\" was expected",
        ),
        (
            &format!("{PROFILE}/200/headers"),
            |headers| {
                headers["X-Version"] = json!({ "required": true, "schema": { "type": "string" } });
            },
            "- `X-Version`",
        ),
        (
            "/components/schemas/Profile/properties/name/type",
            |kind| *kind = "number".into(),
            "is not valid under any of the schemas",
        ),
        (
            "/components/schemas/Error/required",
            |required| *required = json!(["code"]),
            "\"code\" is a required property",
        ),
    ];
    let mut wrong = description(candidate, site);
    for (pointer, change, _) in &faults {
        change(wrong.pointer_mut(pointer).expect("a part of the description"));
    }
    let report = run(candidate, site, &wrong)?;
    let unnoticed = faults.iter().filter(|(_, _, message)| !report.output.contains(message));
    match unnoticed.map(|(pointer, ..)| *pointer).collect::<Vec<_>>()[..] {
        [] => Ok(()),
        ref pointers => Err(format!("not found: {}\n{}", pointers.join(", "), report.output)),
    }
}

struct Report {
    has_failures: bool,
    output: String,
}

/// Runs schemathesis on the candidate's server.
fn run(candidate: &Candidate, site: &Site, description: &Json) -> Result<Report, String> {
    let directory = Scratch::new(&candidate.host);
    copy_directory(site.directory(), directory.path());
    let server = Server::start(&candidate.server.start, directory.path())?;
    let repository = Path::new(env!("CARGO_MANIFEST_DIR"));
    let scratch = Scratch::new("schemathesis");
    let file = scratch.path().join("openapi.json");
    fs::write(&file, description.to_string()).expect("writable");
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
            return Err(format!("{}\n{text}\n{errors}", output.status));
        }
    };
    Ok(Report { has_failures, output: text })
}
