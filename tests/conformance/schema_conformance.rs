//! Tests the report about a response that violates its schema.

use libtest_mimic::Failed;
use serde_json::Value as Json;
use vitae::entry::FileKind;
use vitae::verify::difference::{BodyProblem, Difference};
use vitae::verify::evaluation::{Evaluator, Verdict};
use vitae::verify::exchange::{Exchange, Request, Response, TransportError};

use crate::netlify;
use crate::site::{Site, all_checks};

/// Responds to every request with the same document.
struct Always(Vec<u8>);

impl Exchange for Always {
    fn exchange(&self, _: &Request, _: usize) -> Result<Response, TransportError> {
        Ok(Response {
            status: 200,
            headers: vec![("content-type".to_owned(), "application/json".to_owned())],
            body: self.0.clone(),
            is_truncated: false,
        })
    }
}

/// A schema violation is reported with its location but not its value. A document that is valid but
/// differs is not reported as a violation.
pub(crate) fn is_reported() -> Result<(), Failed> {
    let site = Site::of(netlify::HOST, "");
    let expectation = &site.expectation;
    let checks = all_checks(expectation);
    let violations = |check: &str, body: &[u8]| -> Vec<String> {
        let exchange = Always(body.to_vec());
        let judge = Evaluator::new(expectation, &[], &checks, &exchange);
        let check = checks.iter().find(|other| other.name == check);
        let evaluation = judge.evaluate(check.expect("a check of this name"));
        let Verdict::Failed(differences) = evaluation.expect("an evaluation").verdict else {
            panic!("another document passes");
        };
        let violation = |difference: &Difference| match difference {
            Difference::Body(
                violation @ (BodyProblem::NotJson | BodyProblem::ViolatesSchema(_)),
            ) => Some(format!("{violation:?}")),
            _ => None,
        };
        differences.iter().filter_map(violation).collect()
    };
    for person in expectation.compiled.entries.iter() {
        for (what, kind) in [("profile", FileKind::Profile), ("JSON Resume", FileKind::JsonResume)]
        {
            let check = format!("{what} of {}", person.id);
            let mut other = site.read(&kind.file(&person.id));
            other.push(b'\n');
            assert_eq!(violations(&check, &other), Vec::<String>::new(), "{check}");
        }
    }
    let person = &expectation.compiled.entries[0];
    let check = format!("profile of {}", person.id);
    let profile = site.read(&FileKind::Profile.file(&person.id));
    let mut profile: Json = serde_json::from_slice(&profile)?;
    profile["personal"]["contact"]["email"] = Json::from("a secret instead of an email");
    profile["personal"]["location"] = Json::from(17);
    let words = violations(&check, profile.to_string().as_bytes()).concat();
    assert!(words.contains(r#"keyword: "type", pointer: "/personal/location""#), "{words}");
    assert!(!words.contains("secret") && !words.contains("17"), "{words}");
    assert_eq!(violations(&check, b"<!DOCTYPE html>"), ["NotJson"]);
    Ok(())
}
