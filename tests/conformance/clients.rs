//! Clients generated from the published OpenAPI description read every document of a served site, and a
//! page of another origin reads one in a browser.
//!
//! `tests/clients/` contains the programs that use the generated clients, and lists the generators.

use std::fs;
use std::path::Path;
use std::process::Command;

use assert_cmd::cargo::cargo_bin;

use crate::copied_directory::copy_directory;
use crate::hosts;
use crate::prerequisite::{self, search_path};
use crate::scratch::Scratch;
use crate::server::Server;
use crate::{Completion, Outcome};

/// The host of the site.
const HOST: &str = "nginx";

/// A profile with most of the attributes that have a fixed form.
const ALL_ATTRIBUTES: &str = "tests/cases/json-resume/content/consultants";

const TYPESCRIPT: &str = r#"
cp "$CLIENTS/client.mts" .
ln -s "$CLIENTS/node_modules" node_modules
export PATH="$CLIENTS/node_modules/.bin:$PATH"
openapi-typescript "$URL/api/openapi.json" --output schema.d.ts
tsc --strict --noUncheckedIndexedAccess --noPropertyAccessFromIndexSignature \
  --target es2022 --module nodenext --lib es2022,dom,dom.iterable client.mts
node client.mjs "$URL" $IDS
"#;

const PYTHON: &str = r#"
cp "$CLIENTS/client.py" .
export PATH="$CLIENTS/.venv/bin:$PATH"
openapi-python-client generate --url "$URL/api/openapi.json" --fail-on-warning \
  --meta none --output-path consultants
mypy --strict --follow-imports=silent client.py
python client.py "$URL" $IDS
"#;

const BROWSER: &str = r#"
export VITAE_CHROMIUM="$(command -v chromium-headless-shell)"
node "$CLIENTS/browser.mjs" "$URL" linnea-sjoqvist rosalind-pike karin-ostlund-berg
"#;

/// Generates, compiles and runs a TypeScript client.
pub(crate) fn typescript() -> Outcome {
    let install = "npm ci --ignore-scripts, in tests/clients";
    run(TYPESCRIPT, "tests/clients/node_modules/.bin/openapi-typescript", install)
}

/// Generates, type-checks and runs a Python client.
pub(crate) fn python() -> Outcome {
    let install =
        "python3 -m venv .venv && .venv/bin/pip install -r requirements.txt, in tests/clients";
    run(PYTHON, "tests/clients/.venv/bin/openapi-python-client", install)
}

/// A page of another origin reads headers, revalidates a profile and shows a photo in Chromium, and so does the team
/// page of `docs/consuming.md`.
pub(crate) fn browser() -> Outcome {
    let install =
        "apt-get install chromium-headless-shell, and npm ci --ignore-scripts in tests/preview";
    let missing = prerequisite::missing(&["chromium-headless-shell".to_owned()], install)?;
    match missing {
        Some(missing) => Ok(Completion::ignored_with(format!("skipped: {missing}"))),
        None => run(BROWSER, "tests/preview/node_modules/playwright-core", install),
    }
}

/// Runs a script while a server serves the site.
fn run(script: &str, generator: &str, install: &str) -> Outcome {
    let mut candidates = hosts::all().into_iter();
    let server = candidates.find(|one| one.host == HOST).expect("a host with a server").server;
    let generator = [generator.to_owned()];
    for (needs, install) in [(&server.needs[..], &*server.install), (&generator, install)] {
        if let Some(missing) = prerequisite::missing(needs, install)? {
            return Ok(Completion::ignored_with(format!("skipped: {missing}")));
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let site = build(root)?;
    let ids = fs::read_dir(site.path().join("dist/api/consultant-public")).expect("profiles");
    let ids = ids.map(|file| file.expect("a file").file_name().into_string().expect("an id"));
    let ids: Vec<String> = ids.filter(|name| !name.contains('.')).collect();
    assert!(ids.len() > 1, "{ids:?}");
    let server = Server::start(&server.start, site.path())?;
    let scratch = Scratch::new("clients");
    succeed(
        Command::new("sh")
            .args(["-e", "-c", script])
            .current_dir(scratch.path())
            .env("PATH", search_path())
            .env("HOME", scratch.path())
            .env("CLIENTS", root.join("tests/clients"))
            .env("URL", format!("http://127.0.0.1:{}", server.port))
            .env("IDS", ids.join(" ")),
    )?;
    Ok(Completion::Completed)
}

/// Builds the sample content and a profile with all kinds of attributes.
fn build(root: &Path) -> Result<Scratch, String> {
    let site = Scratch::new("clients-site");
    let content = site.path().join("content");
    copy_directory(&root.join("content"), &content);
    copy_directory(&root.join(ALL_ATTRIBUTES), &content.join("consultants"));
    let settings = content.join("site.yaml");
    let text = fs::read_to_string(&settings).expect("the settings");
    fs::write(settings, format!("{text}base_url: https://profiles.example.net\n"))
        .expect("writable");
    let mut command = Command::new(cargo_bin("vitae"));
    succeed(command.current_dir(site.path()).args(["build", "--host", HOST]))?;
    Ok(site)
}

/// Runs a command. Returns its output if it fails.
fn succeed(command: &mut Command) -> Result<(), String> {
    let output = command.output().map_err(|error| format!("cannot run {command:?}: {error}"))?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    match output.status.success() {
        true => Ok(()),
        false => Err(format!("{}{}", text(&output.stdout), text(&output.stderr))),
    }
}
