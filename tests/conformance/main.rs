//! Proves that the published site answers exactly as the interface says, on the servers that will
//! answer for it.
//!
//! One table of checks is put to every server. What a server is known to do otherwise is declared
//! by name; anything else fails, and so does a declaration that no longer holds. Servers that are
//! not installed are skipped, unless `VITAE_REQUIRE_ALL` is 1.

mod answer;
mod checks;
mod deviation;
mod http;
mod netlify;
mod prerequisite;
#[cfg(unix)]
mod preview;
mod scratch;
mod server;
mod site;
mod suite;

use std::collections::BTreeSet;
use std::sync::Arc;

use serde_json::Value as Json;

use crate::answer::Answer;
use crate::checks::{WITH_JPEG, WITH_PNG, WITHOUT_PHOTO};
use crate::deviation::{Deviation, Instead};
use crate::netlify::HeadersBy;
use crate::scratch::{Scratch, copy_folder};
use crate::server::Server;
use crate::site::{Site, profile_file, resume_file};
use crate::suite::{Candidate, Finding, run};

#[test]
fn netlify_answers_as_specified_if_header_rules_see_the_request() {
    conforms(&netlify::double(HeadersBy::Request));
}

#[test]
fn netlify_answers_as_specified_if_header_rules_see_the_target() {
    conforms(&netlify::double(HeadersBy::Target));
}

#[test]
fn the_emulator_of_netlify_answers_as_specified() {
    conforms(&netlify::emulator());
}

#[cfg(unix)]
#[test]
fn the_preview_answers_as_specified() {
    conforms(&preview::preview());
}

/// The checks compare bodies with published files; these have to be what they are taken for.
#[test]
fn the_published_files_are_what_the_checks_take_them_for() {
    let site = Site::of(netlify::HOST);
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
}

/// A deviation that reads a request as another finds that one's check, so there must be but one.
#[test]
fn no_check_is_there_twice() {
    let checks = checks::all(&Site::of(netlify::HOST));
    let names: BTreeSet<&str> = checks.iter().map(|check| &*check.name).collect();
    assert_eq!(names.len(), checks.len());
    for (index, check) in checks.iter().enumerate() {
        let later = &checks[index + 1..];
        let same = later.iter().find(|other| other.request == check.request);
        assert!(same.is_none(), "{} and {same:?}", check.name);
    }
}

/// A suite that finds nothing proves nothing, unless it finds what is there.
#[test]
fn every_planted_fault_is_found() {
    let Some(site) = prepare(&netlify::double(HeadersBy::Request)) else {
        return;
    };
    let mut unnoticed = Vec::new();
    for fault in netlify::faults::ALL {
        let scratch = Scratch::new("fault");
        copy_folder(&site.dist(), scratch.path());
        (fault.plant)(scratch.path());
        let findings = run(&netlify::double(fault.headers_by), scratch.path(), &site);
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
}

/// A deviation that the server does not, or no longer, have is found too.
#[test]
fn every_needless_deviation_is_found() {
    let mut candidate = netlify::double(HeadersBy::Request);
    let Some(site) = prepare(&candidate) else {
        return;
    };
    let needless = |name, instead| Deviation {
        name,
        why: "It is not so.",
        instead,
    };
    candidate.deviations.extend([
        needless(
            "letter case is ignored",
            Instead::Reads(|path, query| format!("{}{query}", path.to_ascii_lowercase())),
        ),
        needless("nothing is different", Instead::Answers(|_, _| {})),
        needless(
            "the page is missing",
            Instead::Answers(|request, answer| {
                if request.method == "GET" && request.target == "/" {
                    *answer = Answer::not_found();
                }
            }),
        ),
    ]);
    let findings = run(&candidate, &site.dist(), &site);
    for name in [
        "profile of an id in upper case",
        "nothing is different",
        "the page",
    ] {
        let is_found = findings.iter().any(|finding| finding.name == name);
        assert!(is_found, "{name}: not found\n{}", list(&findings));
    }
}

/// A server that does not start would otherwise be a riddle in the log of a build.
#[test]
fn a_server_that_does_not_start_says_why() {
    let candidate = netlify::double(HeadersBy::Request);
    if !prerequisite::is_met(&candidate.name, candidate.missing.as_deref()) {
        return;
    }
    let empty = Scratch::new("empty");
    let mut command = (candidate.command)(empty.path());
    let server = Server::start(&mut command, candidate.start_timeout);
    let problem = server.err().expect("it has no rules");
    assert!(problem.contains("has no _redirects"), "{problem}");
}

/// Builds the site, puts the checks to the candidate, and fails with everything that was found.
fn conforms(candidate: &Candidate) {
    let Some(site) = prepare(candidate) else {
        return;
    };
    let findings = run(candidate, &site.dist(), &site);
    assert!(
        findings.is_empty(),
        "{} finding(s) on {}:\n{}",
        findings.len(),
        candidate.name,
        list(&findings)
    );
}

/// Builds the site, if the candidate can be run on this machine.
fn prepare(candidate: &Candidate) -> Option<Arc<Site>> {
    prerequisite::is_met(&candidate.name, candidate.missing.as_deref())
        .then(|| Site::of(netlify::HOST))
}

fn list(findings: &[Finding]) -> String {
    let findings: Vec<String> = findings.iter().map(Finding::to_string).collect();
    findings.join("\n")
}
