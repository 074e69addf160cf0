//! Proves that the published site answers exactly as the interface says, on the servers that will
//! answer for it.
//!
//! One table of checks is put to every server. What a server is known to do otherwise is declared
//! by name; anything else fails, and so does a declaration that no longer holds. Servers that are
//! not installed are skipped, unless `VITAE_REQUIRE_ALL` is 1.

mod existing_server;
mod faults;
#[path = "../cli/golden.rs"]
#[expect(dead_code, reason = "the other test targets use the rest")]
mod golden;
mod hosts;
mod http;
mod netlify;
mod prerequisite;
mod preview;
mod rate_limit;
mod report;
mod schema_conformance;
mod schemathesis;
mod server;
mod site;
mod suite;
mod temp_directory;

use std::collections::BTreeSet;
use std::io::{Write, stderr};
use std::process::ExitCode;
use std::sync::Arc;

use libtest_mimic::{Arguments, Completion, Failed, Trial};
use serde_json::Value as Json;
use vitae::model::id::ConsultantId;
use vitae::verify::expected_response::ExpectedResponse;
use vitae::verify::known_deviation::KnownDeviation;
use vitae::verify::table;

use crate::faults::Fault;
use crate::server::Server;
use crate::site::Site;
use crate::suite::{Candidate, run};
use crate::temp_directory::Scratch;

type Outcome = Result<Completion, Failed>;

fn main() -> ExitCode {
    let mut arguments = Arguments::from_args();
    // Most of the time is waiting for servers to start.
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    arguments.test_threads.get_or_insert(2 * cores);
    let candidates = hosts::all()
        .into_iter()
        .chain(existing_server::all())
        .chain([
            netlify::headers_by_target(),
            netlify::emulator(),
            preview::preview(),
        ]);
    let candidates: Vec<Arc<Candidate>> = candidates.map(Arc::new).collect();
    let planted = candidates.iter().flat_map(planted);
    let described = candidates
        .iter()
        .filter(|candidate| is_described(candidate));
    let described = described.map(description);
    let trials = candidates.iter().map(conformance).chain(planted);
    let trials = trials.chain(described).chain([
        rate_limit(),
        Trial::ignorable_test("schemathesis: what is wrong is found", || {
            description_of(&preview::preview(), schemathesis::finds_what_is_wrong)
        }),
        Trial::test("the files are what the checks take them for", files),
        Trial::test("no check is there twice", no_check_twice),
        Trial::test("every host has planted faults", has_faults),
        Trial::test(
            "what breaks a schema is told",
            schema_conformance::is_reported,
        ),
        Trial::test("http: a body is read by its framing", http::reads_bodies),
        Trial::test(
            "http: a cut off body is no answer",
            http::refuses_what_is_cut_off,
        ),
        Trial::test("a server that does not start says why", says_why),
        Trial::ignorable_test("every needless gap is found", needless_gaps),
    ]);
    let conclusion = libtest_mimic::run(&arguments, trials.collect());
    Site::forget();
    // What failed has no business in the document.
    if !arguments.list
        && !conclusion.has_failed()
        && let Err(problem) = report::drop_invalid(&candidates)
    {
        let _ = writeln!(stderr(), "{problem}");
        return ExitCode::FAILURE;
    }
    conclusion.exit_code()
}

/// A candidate passes every check.
fn conformance(candidate: &Arc<Candidate>) -> Trial {
    let candidate = Arc::clone(candidate);
    Trial::ignorable_test(candidate.name.clone(), move || {
        on(&candidate, &candidate.settings, |site| {
            let results = run(&candidate, site)?;
            report::remember(&candidate, &results.outcomes);
            match results.findings.len() {
                0 => Ok(()),
                count => Err(format!("{count} finding(s):\n{}", results.list()).into()),
            }
        })
    })
}

/// Whether the published description is held against a candidate: against each server once.
fn is_described(candidate: &Candidate) -> bool {
    let is_host = candidate.settings.is_empty() && hosts::names().contains(&candidate.name);
    is_host || candidate.name == preview::preview().name
}

/// A candidate answers as the published description says.
fn description(candidate: &Arc<Candidate>) -> Trial {
    let candidate = Arc::clone(candidate);
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
    on(candidate, &candidate.settings, |site| {
        Ok(test(candidate, site)?)
    })
}

/// Who asks too often is told so.
fn rate_limit() -> Trial {
    let candidate = rate_limit::candidate();
    Trial::ignorable_test(candidate.name.clone(), move || {
        on(&candidate, &candidate.settings, |site| {
            rate_limit::is_kept(&candidate, site)
        })
    })
}

/// Each fault that is planted for a candidate is found.
fn planted(candidate: &Arc<Candidate>) -> Vec<Trial> {
    let name = &candidate.name;
    let faults = match faults::of(name) {
        Ok(faults) => faults,
        Err(problem) => {
            let test = || Err(problem.into());
            return vec![Trial::test(format!("{name}, planted"), test)];
        }
    };
    let trial = |fault: Fault| {
        let candidate = Arc::clone(candidate);
        Trial::ignorable_test(format!("{name}, planted: {}", fault.fault), move || {
            let settings = fault.settings.as_ref().unwrap_or(&candidate.settings);
            on(&candidate, settings, |site| {
                Ok(faults::is_found(&fault, &candidate, site)?)
            })
        })
    };
    faults.into_iter().map(trial).collect()
}

/// Builds the site of a candidate for a test, if it can be run on this machine.
fn on(
    candidate: &Candidate,
    settings: &str,
    test: impl FnOnce(&Site) -> Result<(), Failed>,
) -> Outcome {
    let server = &candidate.server;
    if let Some(missing) = prerequisite::missing(&server.needs, &server.install)? {
        return Ok(Completion::ignored_with(format!("skipped: {missing}")));
    }
    let site: Arc<Site> = Site::of(&candidate.host, settings);
    test(&site).map(|()| Completion::Completed)
}

/// The checks compare bodies with compiled files; these have to be what they are taken for.
fn files() -> Result<(), Failed> {
    let site = Site::of(netlify::HOST, "");
    let expectation = &site.expectation;
    let json = |path: &str| -> Json { serde_json::from_slice(&site.read(path)).expect("JSON") };
    for (id, name, extension) in [
        ("linnea-sjoqvist", "Linnea Sjöqvist", Some("jpg")),
        ("priya-raghunathan", "Priya Raghunathan", Some("png")),
        ("rosalind-pike", "Rosalind Pike", None),
    ] {
        let people = expectation.active().iter();
        let person = people.clone().find(|person| person.id.as_str() == id);
        let person = person.expect("active");
        let profile = json(&person.profile_file());
        assert_eq!(
            (&profile["id"], &profile["name"]),
            (&id.into(), &name.into())
        );
        let links = &profile["_links"];
        assert_eq!(links["self"], format!("/api/consultant-public/{id}"));
        assert_eq!(links["photo"], format!("/api/consultant-photo/{id}"));
        assert_eq!(json(&person.resume_file())["basics"]["name"], name);
        let path = person.photo.as_ref().map(|photo| photo.path.clone());
        let expected = extension.map(|extension| format!("_internal/photo/{id}.{extension}"));
        assert_eq!(path, expected);
        if let Some(path) = path {
            let signature: &[u8] = match extension {
                Some("png") => b"\x89PNG\r\n",
                _ => b"\xFF\xD8\xFF",
            };
            assert!(site.read(&path).starts_with(signature), "{path}");
            let compiled = expectation.file(&path).map_err(|error| error.to_string())?;
            assert!(*compiled == *site.read(&path), "{path}");
        }
    }
    assert_eq!(json("api/openapi.json")["openapi"], "3.1.0");
    let inactive = expectation.inactive().iter().map(ConsultantId::as_str);
    let inactive: Vec<&str> = inactive.collect();
    assert_eq!(inactive, ["karin-ostlund-berg", "mateo-villaseca"]);
    Ok(())
}

/// A gap that reads a request as another finds that one's check, so there must be but one.
fn no_check_twice() -> Result<(), Failed> {
    let checks = table::all(&Site::of(netlify::HOST, "").expectation);
    let names: BTreeSet<_> = checks.iter().map(|check| &check.id).collect();
    assert_eq!(names.len(), checks.len());
    let requests = checks.iter().map(|check| (&check.request, &check.copied));
    let requests: BTreeSet<_> = requests.collect();
    assert_eq!(requests.len(), checks.len());
    Ok(())
}

/// A gap that the server does not, or no longer, have is found too.
fn needless_gaps() -> Outcome {
    let mut candidate = netlify::headers_by_target();
    let consequence = "It is not so.";
    candidate.gaps.extend([
        KnownDeviation::reads(
            "case",
            "letter case is ignored",
            consequence,
            |path, query| format!("{}{query}", path.to_ascii_lowercase()),
        ),
        KnownDeviation::answers("same", "nothing is different", consequence, |_, _| {}),
        KnownDeviation::answers(
            "page",
            "the page is missing",
            consequence,
            |request, answer| {
                if request.method == "GET" && request.target == "/" {
                    *answer = ExpectedResponse::error(404);
                }
            },
        ),
    ]);
    on(&candidate, "", |site| {
        let results = run(&candidate, site)?;
        for name in [
            "profile of an id in upper case",
            "nothing is different",
            "the page",
        ] {
            let is_found = results.has_found(name);
            assert!(is_found, "{name}: not found\n{}", results.list());
        }
        Ok(())
    })
}

/// Each server that can be started is put to the test of faults, and no file of them is of none.
fn has_faults() -> Result<(), Failed> {
    let names = faults::names();
    for name in hosts::names() {
        assert!(names.contains(&name), "{name} has no planted faults");
    }
    let candidates = hosts::all().into_iter();
    let candidates = candidates.chain([netlify::headers_by_target()]);
    let known: Vec<String> = candidates
        .map(|candidate| faults::file_name(&candidate.name))
        .collect();
    for name in names {
        assert!(
            known.contains(&name),
            "no server is named as faults/{name}.yaml"
        );
    }
    Ok(())
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
