//! The published description of the interface, held against servers by schemathesis: it makes
//! requests of the description, those that fit it and those that do not, and finds what is
//! answered otherwise than described. Its settings are in `tests/schemathesis/schemathesis.toml`.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::{Value as Json, json};

use crate::prerequisite;
use crate::server::Server;
use crate::site::Site;
use crate::suite::Candidate;
use crate::temp_directory::{Scratch, copy_folder};

const PROGRAM: &str = "tests/schemathesis/.venv/bin/schemathesis";
const INSTALL: &str = "in tests/schemathesis, run `python3 -m venv .venv` and \
                       `.venv/bin/pip install -r requirements.txt`";
const DESCRIPTION: &str = "api/openapi.json";

/// Hosts whose rules are not asked about other methods than GET: their servers refuse some (TRACE)
/// without saying which there are. The interface promises `Allow` only where a host can send it.
/// CloudFront refuses TRACE with 403 before any function of ours is asked.
const REFUSE_BY_THEMSELVES: [&str; 3] = ["apache-htaccess", "netlify", "s3-cloudfront"];

/// What is missing to run it, and how to get it.
///
/// # Errors
/// Where nothing may be missing.
pub(crate) fn missing() -> Result<Option<String>, String> {
    prerequisite::missing(&[PROGRAM.to_owned()], INSTALL)
}

/// Nothing is answered otherwise than described.
pub(crate) fn finds_nothing(candidate: &Candidate, site: &Site) -> Result<(), String> {
    let description: Json = serde_json::from_slice(&site.read(DESCRIPTION)).expect("JSON");
    let (found, said) = run(candidate, site, &[("as published", description)])?.remove(0);
    if found { Err(said) } else { Ok(()) }
}

/// Whatever the description says wrongly is found, so that finding nothing means something.
pub(crate) fn finds_what_is_wrong(candidate: &Candidate, site: &Site) -> Result<(), String> {
    let published: Json = serde_json::from_slice(&site.read(DESCRIPTION)).expect("JSON");
    let wrong = |name, pointer: &str, change: fn(&mut Json)| {
        let mut description = published.clone();
        change(description.pointer_mut(pointer).expect("a part of it"));
        assert!(description != published, "{name}");
        (name, description)
    };
    const PROFILE: &str = "/paths/~1api~1consultant-public~1{consultant_id}/get/responses";
    const PHOTO: &str = "/paths/~1api~1consultant-photo~1{consultant_id}/get/responses";
    let faults = [
        wrong("no 404 is described", PROFILE, |responses| {
            responses.as_object_mut().expect("responses").remove("404");
        }),
        wrong(
            "photos are GIFs",
            &format!("{PHOTO}/200/content"),
            |content| {
                *content = json!({ "image/gif": {} });
            },
        ),
        wrong(
            "every origin but one may read",
            "/components/headers/AccessControlAllowOrigin/schema/const",
            |value| *value = "https://example.com".into(),
        ),
        wrong(
            "a header that nobody sends is required",
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
        wrong(
            "an error has a code",
            "/components/schemas/Error/required",
            |required| *required = json!(["error", "code"]),
        ),
    ];
    let unnoticed: Vec<&str> = run(candidate, site, &faults)?
        .into_iter()
        .zip(&faults)
        .filter_map(|((found, _), (name, _))| (!found).then_some(*name))
        .collect();
    if unnoticed.is_empty() {
        Ok(())
    } else {
        Err(format!("not found: {}", unnoticed.join(", ")))
    }
}

/// Holds each description against the candidate's server; gives whether something was found, and
/// what was said.
fn run(
    candidate: &Candidate,
    site: &Site,
    descriptions: &[(&str, Json)],
) -> Result<Vec<(bool, String)>, String> {
    let folder = Scratch::new(&candidate.host);
    copy_folder(site.folder(), folder.path());
    let server = Server::start(&candidate.server.start, folder.path())?;
    let refuses_by_itself = REFUSE_BY_THEMSELVES.contains(&&*candidate.name);
    let unpromised = refuses_by_itself.then_some("--exclude-checks=unsupported_method");
    let repository = Path::new(env!("CARGO_MANIFEST_DIR"));
    let hold = |(name, description): &(&str, Json)| {
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
            .args(unpromised)
            .output()
            .map_err(|error| format!("cannot run {PROGRAM}: {error}"))?;
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        let errors = String::from_utf8_lossy(&output.stderr);
        match output.status.code() {
            Some(0) if said.contains("Tested: 3") => Ok((false, said)),
            Some(1) if said.contains("= FAILURES =") => Ok((true, said)),
            _ => Err(format!("{name}: {}\n{said}\n{errors}", output.status)),
        }
    };
    descriptions.iter().map(hold).collect()
}
