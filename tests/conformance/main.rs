//! Conformance tests: real servers respond to requests as the interface promises.
//!
//! Every server gets the same table of checks. A limitation of a server is declared by name; any
//! other difference fails, and so does a declared limitation that no longer occurs. Servers that are
//! not installed are skipped, unless `VITAE_REQUIRE_ALL` is 1. Without it and without a filter, every server gets the
//! table, and one of four of the planted faults, malformed requests and runs of schemathesis is tested.

mod clients;
mod copied_directory;
mod existing_server;
mod faults;
#[path = "../cli/free_port.rs"]
mod free_port;
#[path = "../cli/golden.rs"]
#[expect(dead_code, reason = "the other test targets use the rest")]
mod golden;
mod hosts;
mod http;
mod limitation;
mod netlify;
mod prerequisite;
mod preview;
mod rate_limit;
mod raw_requests;
mod report;
mod schemathesis;
#[path = "../cli/scratch.rs"]
mod scratch;
mod server;
#[path = "../cli/shared_photos.rs"]
mod shared_photos;
mod site;
mod suite;

use std::collections::BTreeSet;
use std::io::{Write, stderr};
use std::process::ExitCode;
use std::sync::Arc;

use libtest_mimic::{Arguments, Completion, Failed, Trial};
use serde_json::Value as Json;
use vitae::entry::FileKind;
use vitae::model::id::ConsultantId;
use vitae::verify::expected_response::ExpectedResponse;

use crate::faults::Fault;
use crate::prerequisite::REQUIRE;
use crate::scratch::Scratch;
use crate::server::Server;
use crate::site::Site;
use crate::suite::{Candidate, run};

type Outcome = Result<Completion, Failed>;

fn main() -> ExitCode {
    let mut arguments = Arguments::from_args();
    // The tests mostly wait for servers to start.
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    arguments.test_threads.get_or_insert(2 * cores);
    let candidates = hosts::all().into_iter().chain(existing_server::all()).chain([
        netlify::headers_by_target(),
        netlify::emulator(),
        preview::preview(),
    ]);
    let candidates: Vec<Arc<Candidate>> = candidates.map(Arc::new).collect();
    // A filter names what is being changed.
    let is_sample = arguments.filter.is_none() && std::env::var_os(REQUIRE).is_none();
    let step = if is_sample { 4 } else { 1 };
    let planted = candidates.iter().flat_map(planted).step_by(step);
    let described = candidates.iter().filter(|candidate| is_described(candidate));
    let described = described.map(description).step_by(step);
    let raw = candidates.iter().filter(|candidate| is_host(candidate)).flat_map(raw_requests);
    let raw = raw.step_by(step);
    let compressed = candidates.iter().filter(|candidate| is_precompressed(candidate));
    let compressed = compressed.map(removed_documents);
    // lighttpd remembers the metadata of a file for a second.
    let changed = hosts::all().into_iter().filter(|candidate| candidate.host != "lighttpd");
    let changed = changed.filter(is_precompressed).map(changed_documents);
    let trials = candidates.iter().map(conformance).chain(planted);
    let trials = trials.chain(raw).chain(compressed).chain(changed).chain(described).chain([
        rate_limit(),
        Trial::ignorable_test("schemathesis: finds a wrong description", || {
            description_of(&preview::preview(), schemathesis::finds_wrong_descriptions)
        }),
        Trial::ignorable_test("clients: TypeScript", clients::typescript),
        Trial::ignorable_test("clients: Python", clients::python),
        Trial::ignorable_test("clients: a page of another origin", clients::browser),
        Trial::test("the sample content has the expected files", files),
        Trial::test("checks are unique", unique_checks),
        Trial::test("every host has planted faults", has_faults),
        Trial::test("http: reads a body by its framing", http::reads_bodies),
        Trial::test("http: rejects a truncated body", http::rejects_truncated_bodies),
        Trial::test("reports why a server does not start", reports_start_failure),
        Trial::ignorable_test("finds limitations that no longer occur", obsolete_limitations),
    ]);
    let shared = Scratch::new("shared");
    server::SHARED.set(shared.path().to_owned()).expect("a new run");
    let conclusion = libtest_mimic::run(&arguments, trials.collect());
    Site::forget();
    // Failed results must not get into the documents.
    if !arguments.list
        && !conclusion.has_failed()
        && let Err(problem) = report::update(&candidates)
    {
        let _ = writeln!(stderr(), "{problem}");
        return ExitCode::FAILURE;
    }
    conclusion.exit_code()
}

/// Sends every check to a candidate.
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

/// Returns whether a candidate is a host with default settings.
fn is_host(candidate: &Candidate) -> bool {
    candidate.settings.is_empty() && hosts::names().contains(&candidate.name)
}

fn is_precompressed(candidate: &Candidate) -> bool {
    candidate.settings.contains("precompress: true")
}

/// Tests that a host does not send the precompressed file of a removed document.
fn removed_documents(candidate: &Arc<Candidate>) -> Trial {
    let candidate = Arc::clone(candidate);
    let name = format!("{}: compressed files without their documents", candidate.name);
    Trial::ignorable_test(name, move || {
        on(&candidate, &candidate.settings, |site| Ok(suite::needs_documents(&candidate, site)?))
    })
}

/// Tests that a host does not take a changed document for the former one.
fn changed_documents(candidate: Candidate) -> Trial {
    let name = format!("{}: documents that change", candidate.name);
    Trial::ignorable_test(name, move || {
        on(&candidate, &candidate.settings, |site| {
            Ok(suite::sends_changed_documents(&candidate, site)?)
        })
    })
}

/// Returns whether schemathesis tests a candidate: it tests each server once.
fn is_described(candidate: &Candidate) -> bool {
    is_host(candidate) || candidate.name == preview::preview().name
}

/// Tests that a host ends its responses to requests that it rejects before the rules, names the allowed methods, and
/// serves a consultant with the name of an index file.
fn raw_requests(candidate: &Arc<Candidate>) -> Vec<Trial> {
    type Test = fn(&Candidate, &Site) -> Result<(), String>;
    let tests: [(&str, Test); 3] = [
        ("responses to malformed requests end", raw_requests::get_whole_responses),
        ("a 405 has Allow", raw_requests::get_allowed_methods),
        ("a consultant named index", suite::serves_consultant_named_index),
    ];
    // Netlify itself sends its 405.
    let tests = tests
        .into_iter()
        .filter(|(name, _)| !(candidate.name == netlify::HOST && name.contains("Allow")));
    let trial = |(name, test): (&str, Test)| {
        let candidate = Arc::clone(candidate);
        let name = format!("{}: {name}", candidate.name);
        Trial::ignorable_test(name, move || on(&candidate, "", |site| Ok(test(&candidate, site)?)))
    };
    tests.map(trial).collect()
}

/// Tests a candidate against the published OpenAPI description.
fn description(candidate: &Arc<Candidate>) -> Trial {
    let candidate = Arc::clone(candidate);
    let name = format!("schemathesis: {}", candidate.name);
    Trial::ignorable_test(name, move || description_of(&candidate, schemathesis::finds_nothing))
}

fn description_of(
    candidate: &Candidate,
    test: fn(&Candidate, &Site) -> Result<(), String>,
) -> Outcome {
    if let Some(missing) = schemathesis::missing()? {
        return Ok(Completion::ignored_with(format!("skipped: {missing}")));
    }
    on(candidate, &candidate.settings, |site| Ok(test(candidate, site)?))
}

/// Tests the rate limit.
fn rate_limit() -> Trial {
    let candidate = rate_limit::candidate();
    Trial::ignorable_test(candidate.name.clone(), move || {
        on(&candidate, &candidate.settings, |site| rate_limit::is_kept(&candidate, site))
    })
}

/// Tests that the checks find each fault planted for a candidate.
fn planted(candidate: &Arc<Candidate>) -> Vec<Trial> {
    let name = &candidate.name;
    let faults = match faults::of(name) {
        Ok(faults) => faults,
        Err(problem) => {
            let test = || Err(problem.into());
            return vec![Trial::test(format!("{name}, planted faults"), test)];
        }
    };
    let trial = |fault: Fault| {
        let candidate = Arc::clone(candidate);
        Trial::ignorable_test(format!("{name}, planted: {}", fault.fault), move || {
            let settings = fault.settings.as_ref().unwrap_or(&candidate.settings);
            on(&candidate, settings, |site| {
                let other = fault.language.as_deref().map(|language| {
                    assert_eq!(language, hosts::LANGUAGE);
                    Site::of(&candidate.host, settings, Some(hosts::LANGUAGE))
                });
                Ok(faults::is_found(&fault, &candidate, site, other.as_deref().unwrap_or(site))?)
            })
        })
    };
    faults.into_iter().map(trial).collect()
}

/// Builds the site of a candidate and runs a test, if the server is installed.
fn on(
    candidate: &Candidate,
    settings: &str,
    test: impl FnOnce(&Site) -> Result<(), Failed>,
) -> Outcome {
    let server = &candidate.server;
    if let Some(missing) = prerequisite::missing(&server.needs, &server.install)? {
        return Ok(Completion::ignored_with(format!("skipped: {missing}")));
    }
    if let Some(obstacle) = existing_server::obstacle(candidate) {
        return Ok(Completion::ignored_with(format!("skipped: {obstacle}")));
    }
    let site: Arc<Site> = Site::of(&candidate.host, settings, candidate.language);
    test(&site).map(|()| Completion::Completed)
}

/// The checks compare bodies with compiled files. This tests that the files have the expected content.
fn files() -> Result<(), Failed> {
    let site = Site::of(netlify::HOST, "", None);
    let expectation = &site.expectation;
    let json = |path: &str| -> Json { serde_json::from_slice(&site.read(path)).expect("JSON") };
    for (id, name, extension) in [
        ("linnea-sjoqvist", "Linnea Sjöqvist", Some("jpg")),
        ("priya-raghunathan", "Priya Raghunathan", Some("png")),
        ("rosalind-pike", "Rosalind Pike", None),
    ] {
        let person = expectation.compiled.entries.get(id).expect("active");
        let profile = json(&FileKind::Profile.file(&person.id));
        assert_eq!((&profile["id"], &profile["name"]), (&id.into(), &name.into()));
        let links = &profile["_links"];
        assert_eq!(links["self"], format!("/api/consultant-public/{id}"));
        assert_eq!(links["photo"], format!("/api/consultant-photo/{id}"));
        assert_eq!(json(&FileKind::JsonResume.file(&person.id))["basics"]["name"], name);
        let path = person.photo.map(|photo| FileKind::Photo(photo.format).file(&person.id));
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
    let inactive = expectation.compiled.inactive.iter().map(ConsultantId::as_str);
    let inactive: Vec<&str> = inactive.collect();
    assert_eq!(inactive, ["karin-ostlund-berg", "mateo-villaseca"]);
    Ok(())
}

/// A limitation that treats a request as another one looks up that request's check, so checks must be
/// unique.
fn unique_checks() -> Result<(), Failed> {
    let checks = site::all_checks(&Site::of(netlify::HOST, "", None).expectation);
    let names: BTreeSet<_> = checks.iter().map(|check| &check.name).collect();
    assert_eq!(names.len(), checks.len());
    let requests = checks.iter().map(|check| &check.request);
    let requests: BTreeSet<_> = requests.collect();
    assert_eq!(requests.len(), checks.len());
    Ok(())
}

/// A declared limitation that the server does not have fails the run.
fn obsolete_limitations() -> Outcome {
    let mut candidate = netlify::headers_by_target();
    let consequence = "The server does not do this.";
    candidate.limitations.extend([
        limitation::reads("case", "letter case is ignored", consequence, |path, query| {
            format!("{}{query}", path.to_ascii_lowercase())
        }),
        limitation::answers("same", "nothing is different", consequence, |_, _| {}),
        limitation::answers("page", "the page is missing", consequence, |request, answer| {
            if request.method == "GET" && request.target == "/" {
                *answer = ExpectedResponse::error(404);
            }
        }),
    ]);
    on(&candidate, "", |site| {
        let results = run(&candidate, site)?;
        for name in ["profile of an id in upper case", "nothing is different", "the page"] {
            let is_found = results.has_found(name);
            assert!(is_found, "{name}: not found\n{}", results.list());
        }
        Ok(())
    })
}

/// Every server has planted faults, and every file of faults belongs to a server.
fn has_faults() -> Result<(), Failed> {
    let names = faults::names();
    for name in hosts::names() {
        assert!(names.contains(&name), "{name} has no planted faults");
    }
    let candidates = hosts::all().into_iter();
    let candidates = candidates.chain([netlify::headers_by_target()]);
    let known: Vec<String> =
        candidates.map(|candidate| faults::file_name(&candidate.name)).collect();
    for name in names {
        assert!(known.contains(&name), "faults/{name}.yaml belongs to no server");
    }
    Ok(())
}

/// The output of a server that does not start is part of the message.
fn reports_start_failure() -> Result<(), Failed> {
    let scratch = Scratch::new("empty");
    let script = "echo there are no rules >&2; exit 3";
    let problem = Server::start(script, scratch.path()).err();
    let problem = problem.expect("the script ended");
    assert!(problem.contains("there are no rules"), "{problem}");
    assert!(problem.contains("exit status: 3"), "{problem}");
    Ok(())
}
