//! Proves that the published site answers exactly as the interface says, on the servers that will
//! answer for it.
//!
//! One table of checks is put to every server. What a server is known to do otherwise is declared
//! by name; anything else fails, and so does a declaration that no longer holds. Servers that are
//! not installed are skipped, unless `VITAE_REQUIRE_ALL` is 1.

mod answer;
mod checks;
mod deviation;
mod hosts;
mod http;
mod netlify;
mod prerequisite;
mod preview;
mod schemathesis;
mod scratch;
mod server;
mod site;
mod suite;

use std::collections::BTreeSet;
use std::process::ExitCode;
use std::sync::Arc;

use libtest_mimic::{Arguments, Completion, Failed, Trial};
use serde_json::Value as Json;

use crate::answer::Answer;
use crate::checks::{WITH_JPEG, WITH_PNG, WITHOUT_PHOTO};
use crate::deviation::Deviation;
use crate::netlify::HeadersBy;
use crate::scratch::Scratch;
use crate::server::Server;
use crate::site::{Site, profile_file, resume_file};
use crate::suite::{Candidate, Finding, run};

type Outcome = Result<Completion, Failed>;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let candidates = hosts::all().into_iter().chain([
        netlify::double(HeadersBy::Request),
        netlify::double(HeadersBy::Target),
        netlify::emulator(),
        preview::preview(),
    ]);
    let described = hosts::all().into_iter().chain([preview::preview()]);
    let described = described.filter(|candidate| candidate.settings.is_empty());
    let trials = candidates
        .map(conformance)
        .chain(described.map(description));
    let trials = trials.chain([
        Trial::ignorable_test("schemathesis: what is wrong is found", || {
            description_of(&preview::preview(), schemathesis::finds_what_is_wrong)
        }),
        always(
            "the published files are what the checks take them for",
            files,
        ),
        always("no check is there twice", no_check_twice),
        always("http: a body is read by its framing", http::reads_bodies),
        always(
            "http: a cut off body is no answer",
            http::refuses_what_is_cut_off,
        ),
        always("a server that does not start says why", says_why),
        Trial::ignorable_test("netlify: every planted fault is found", planted_faults),
        Trial::ignorable_test(
            "netlify: every needless deviation is found",
            needless_deviations,
        ),
    ]);
    libtest_mimic::run(&arguments, trials.collect()).exit_code()
}

fn always(name: &str, test: fn() -> Result<(), Failed>) -> Trial {
    Trial::test(name, test)
}

/// A candidate passes every check.
fn conformance(candidate: Candidate) -> Trial {
    Trial::ignorable_test(candidate.name.clone(), move || {
        on(&candidate, |site| nothing(&run(&candidate, site, |_| {})?))
    })
}

/// A candidate answers as the published description says.
fn description(candidate: Candidate) -> Trial {
    let name = format!("schemathesis: {}", candidate.name);
    Trial::ignorable_test(name, move || {
        description_of(&candidate, schemathesis::finds_nothing)
    })
}

fn description_of(
    candidate: &Candidate,
    test: fn(&Candidate, &Site) -> Result<(), String>,
) -> Outcome {
    if let Some(missing) = schemathesis::missing()? {
        return Ok(Completion::ignored_with(format!("skipped: {missing}")));
    }
    on(candidate, |site| Ok(test(candidate, site)?))
}

/// Builds the site of a candidate for a test, if it can be run on this machine.
fn on(candidate: &Candidate, test: impl FnOnce(&Site) -> Result<(), Failed>) -> Outcome {
    let server = &candidate.server;
    if let Some(missing) = prerequisite::missing(&server.needs, &server.install)? {
        return Ok(Completion::ignored_with(format!("skipped: {missing}")));
    }
    let site: Arc<Site> = Site::of(&candidate.host, &candidate.settings);
    test(&site).map(|()| Completion::Completed)
}

fn nothing(findings: &[Finding]) -> Result<(), Failed> {
    if findings.is_empty() {
        return Ok(());
    }
    Err(format!("{} finding(s):\n{}", findings.len(), list(findings)).into())
}

fn list(findings: &[Finding]) -> String {
    let findings: Vec<String> = findings.iter().map(Finding::to_string).collect();
    findings.join("\n")
}

/// The checks compare bodies with published files; these have to be what they are taken for.
fn files() -> Result<(), Failed> {
    let site = Site::of(netlify::HOST, "");
    let json = |path: &str| -> Json { serde_json::from_slice(&site.read(path)).expect("JSON") };
    for (id, name) in [
        (WITH_JPEG, "Linnea Sjöqvist"),
        (WITH_PNG, "Priya Raghunathan"),
        (WITHOUT_PHOTO, "Rosalind Pike"),
    ] {
        let profile = json(&profile_file(id));
        assert_eq!(
            (&profile["id"], &profile["name"]),
            (&id.into(), &name.into())
        );
        let links = &profile["_links"];
        assert_eq!(links["self"], format!("/api/consultant-public/{id}"));
        assert_eq!(links["photo"], format!("/api/consultant-photo/{id}"));
        assert_eq!(json(&resume_file(id))["basics"]["name"], name);
    }
    assert_eq!(json("api/openapi.json")["openapi"], "3.1.0");
    for (file, signature) in [
        (
            format!("_internal/photo/{WITH_JPEG}.jpg"),
            "\u{FFFD}\u{FFFD}",
        ),
        (format!("_internal/photo/{WITH_PNG}.png"), "\u{FFFD}PNG\r\n"),
    ] {
        let bytes = site.read(&file);
        let start = String::from_utf8_lossy(&bytes[..16]).into_owned();
        assert!(start.starts_with(signature), "{file}: {start:?}");
    }
    Ok(())
}

/// A deviation that reads a request as another finds that one's check, so there must be but one.
fn no_check_twice() -> Result<(), Failed> {
    let checks = checks::all(&Site::of(netlify::HOST, ""));
    let names: BTreeSet<&str> = checks.iter().map(|check| &*check.name).collect();
    assert_eq!(names.len(), checks.len());
    for (index, check) in checks.iter().enumerate() {
        let later = &checks[index + 1..];
        let same = later.iter().find(|other| other.request == check.request);
        assert!(same.is_none(), "{} and {same:?}", check.name);
    }
    Ok(())
}

/// A suite that finds nothing proves nothing, unless it finds what is there.
fn planted_faults() -> Outcome {
    on(&netlify::double(HeadersBy::Request), |site| {
        let mut unnoticed = Vec::new();
        for fault in netlify::faults::ALL {
            let plant = |folder: &std::path::Path| (fault.plant)(&folder.join("dist"));
            let findings = run(&netlify::double(fault.headers_by), site, plant)?;
            if !findings
                .iter()
                .any(|finding| finding.name == fault.found_by)
            {
                let (name, found_by) = (fault.name, fault.found_by);
                unnoticed.push(format!(
                    "{name}: not found by `{found_by}`\n{}",
                    list(&findings)
                ));
            }
        }
        assert!(unnoticed.is_empty(), "{}", unnoticed.join("\n"));
        Ok(())
    })
}

/// A deviation that the server does not, or no longer, have is found too.
fn needless_deviations() -> Outcome {
    let mut candidate = netlify::double(HeadersBy::Request);
    candidate.deviations.extend([
        Deviation::reads("letter case is ignored", "It is not so.", |path, query| {
            format!("{}{query}", path.to_ascii_lowercase())
        }),
        Deviation::answers("nothing is different", "It is not so.", |_, _| {}),
        Deviation::answers("the page is missing", "It is not so.", |request, answer| {
            if request.method == "GET" && request.target == "/" {
                *answer = Answer::not_found();
            }
        }),
    ]);
    on(&candidate, |site| {
        let findings = run(&candidate, site, |_| {})?;
        for name in [
            "profile of an id in upper case",
            "nothing is different",
            "the page",
        ] {
            let is_found = findings.iter().any(|finding| finding.name == name);
            assert!(is_found, "{name}: not found\n{}", list(&findings));
        }
        Ok(())
    })
}

/// A server that does not start would otherwise be a riddle in the log of a build.
fn says_why() -> Result<(), Failed> {
    let scratch = Scratch::new("empty");
    let script = "echo there are no rules >&2; exit 3";
    let problem = Server::start(script, scratch.path()).err();
    let problem = problem.expect("it ended");
    assert!(problem.contains("there are no rules"), "{problem}");
    assert!(problem.contains("exit status: 3"), "{problem}");
    Ok(())
}
