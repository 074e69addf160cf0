//! Values of `--header` that a server echoes in any form: no output contains them.

use super::server::{Response, Server};
use super::site::{Site, project};
use super::{run, run_with};
use crate::sampling::every;

/// The credentials `vitae-user:pass/word+123!`.
const HEADER: &str = "Authorization: Basic dml0YWUtdXNlcjpwYXNzL3dvcmQrMTIzIQ==";

/// The forms in which a server may echo the credentials.
const FORMS: [&str; 9] = [
    "Basic dml0YWUtdXNlcjpwYXNzL3dvcmQrMTIzIQ==",
    "dml0YWUtdXNlcjpwYXNzL3dvcmQrMTIzIQ",
    "dml0YWUtdXNlcjpwYXNzL3dvcmQrMTIzIQ%3D%3D",
    "dml0YWUtdXNlcjpwYXNzL3dvcmQrMTIzIQ%253D",
    "basic dml0ywutdxnlcjpwyxnzl3dvcmqrmtiziq==",
    "DML0YWUTDXNLCJPWYXNZL3DVCMQRMTIZIQ",
    "vitae-user:pass/word+123!",
    "vitae-user%3Apass%2Fword%2B123%21",
    "user=vitae-user; password=pass/word+123!",
];

/// Parts of these forms.
const SECRETS: [&str; 4] = ["dml0", "vitae-user", "word+123", "word%2b123"];

/// Responds with an echo.
type Echo = fn(Response, &str) -> Response;

#[test]
fn prints_no_form_of_an_echoed_header() {
    let project = project("secrets");
    let echoes: [Echo; 6] = [
        |response, form| response.set("Content-Type", Some(&format!("text/{form}"))),
        |_, form| {
            Response::new(302, "text/plain", "")
                .with("Location", format!("https://{form}.invalid/"))
        },
        |response, form| response.set("Cache-Control", Some(form)),
        |response, form| response.set("ETag", Some(&format!("\"{form}\""))),
        |response, form| response.with("Content-Encoding", form),
        |_, form| {
            Response::new(302, "text/plain", "")
                .with("Location", format!("https://login.invalid/?user={form}"))
        },
    ];
    let site = Site::of(&project);
    let formats = ["human", "json", "github"];
    let cases =
        (0..FORMS.len()).flat_map(|form| (0..formats.len()).map(move |format| (form, format)));
    for (form, format) in cases.step_by(every(1)) {
        let echo = echoes[(form + format) % echoes.len()];
        let (form, format) = (FORMS[form], formats[format]);
        let site = site.clone();
        let server = Server::start(move |request| echo(site.respond(request), form).into());
        let arguments = ["--header", HEADER, "--format", format, "--timeout", "60"];
        let output = run(&project, &server.url(), &arguments);
        output.has(1, &[]);
        let text = output.all.to_lowercase();
        for secret in SECRETS {
            assert!(!text.contains(secret), "{form}: {format}: {}", output.all);
        }
    }
}

#[test]
fn reads_headers_from_the_environment() {
    let project = project("secrets_environment");
    let site = Site::of(&project);
    let server = Server::start(move |request| {
        match (request.value("authorization"), request.value("x-preview")) {
            (Some(_), Some(form)) => {
                let media_type = format!("text/{form}");
                site.respond(request).set("Content-Type", Some(&media_type)).into()
            }
            _ => Response::new(401, "text/plain", "").into(),
        }
    });
    let with = |value: &str, arguments: &str| {
        let output = run_with(&project, arguments, &[], &[("VITAE_HEADER", value)]);
        assert!(!output.all.contains("canary"), "{}", output.all);
        output
    };
    let url = server.url();
    with(&format!("{HEADER}\nX-Preview: canary-of-a-secret\n"), &url)
        .has(1, &["Content-Type: not `application/json` ("]);
    let one = "X-Preview: canary-of-a-secret";
    with(one, &url).has(1, &["status 401"]);
    // A workflow sets an empty variable if the secret does not exist.
    with("", &url).has(1, &["status 401"]);
    with("canary-of-a-secret", &url).has(2, &["has the form `Name: value`"]);
    with(one, "--help").has(0, &["VITAE_HEADER"]);
    // The option replaces the variable.
    run_with(&project, &url, &["--header", HEADER], &[("VITAE_HEADER", one)])
        .has(1, &["status 401"]);
}
