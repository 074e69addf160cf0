//! Failures that follow from other failures: they get the reason of the other one.

use std::collections::{BTreeMap, BTreeSet};

use super::cause::{Cause, Reason};
use super::check::HEAD_OF;
use super::outcome::{Outcome, State};

/// Replaces the reasons of failures that follow from other failures. The requests with the word
/// `nonce` in their query bypass caches.
pub(super) fn correlate(outcomes: &mut [Outcome], nonce: &str) {
    attribute_to_caches(outcomes, nonce);
    attribute_heads(outcomes);
    attribute_to_documents(outcomes);
}

/// Distinguishes withdrawn consultants who are only in a cache from those who are still published: for
/// the former, all requests that bypass caches get a 404.
fn attribute_to_caches(outcomes: &mut [Outcome], nonce: &str) {
    let mut is_removed = BTreeMap::new();
    for check in outcomes.iter().filter(|check| check.request.query().ends_with(nonce)) {
        let is_published = is_still_published(check);
        if is_published || check.state == State::Passed {
            *is_removed.entry(check.consultant()).or_insert(true) &= !is_published;
        }
    }
    for check in outcomes.iter_mut().filter(|check| is_still_published(check)) {
        let is_cached = is_removed.get(&check.consultant()) == Some(&true);
        if let (true, State::Failed(reasons)) = (is_cached, &mut check.state) {
            reasons.iter_mut().for_each(|reason| reason.cause = Cause::StillCached);
        }
    }
}

fn is_still_published(check: &Outcome) -> bool {
    check.reasons().iter().any(|reason| reason.cause == Cause::StillPublished)
}

/// The response to HEAD has no body, so its cause may be a wrong guess: the response to GET shows
/// the right one. If GET passed, nothing but HEAD fails.
fn attribute_heads(outcomes: &mut [Outcome]) {
    let is_guess = |check: &Outcome| match check.reasons() {
        [reason] => check.request.method == "HEAD" && reason.cause.is_guess_for_head(),
        _ => false,
    };
    let of_get = |head: &Outcome| head.name.trim_start_matches(HEAD_OF).to_owned();
    let names: BTreeSet<_> = outcomes.iter().filter(|check| is_guess(check)).map(of_get).collect();
    let gets = outcomes.iter().filter(|check| names.contains(&check.name));
    let gets: BTreeMap<_, _> =
        gets.map(|check| (check.name.clone(), check.state.clone())).collect();
    for check in outcomes.iter_mut().filter(|check| is_guess(check)) {
        let is_page = check.reasons()[0].cause == Cause::HtmlNotFound;
        let reasons = match gets.get(&of_get(check)) {
            Some(State::Failed(of_get))
                if is_page || of_get.iter().any(|reason| reason.cause.is_whole()) =>
            {
                of_get.clone()
            }
            Some(State::Failed(_) | State::Passed) => vec![Cause::Head.reason()],
            Some(State::Known(_) | State::NotSent) | None => continue,
        };
        check.state = State::Failed(reasons);
    }
}

/// If a document is missing or different, its length, ranges and entity tags differ, too.
fn attribute_to_documents(outcomes: &mut [Outcome]) {
    let mut by_file: BTreeMap<String, Reason> = BTreeMap::new();
    let mut by_target: BTreeMap<String, Reason> = BTreeMap::new();
    for check in &*outcomes {
        let mut reasons = check.reasons().iter();
        let reason = reasons.find(|reason| reason.cause.is_content());
        if let (Some(reason), Some(file)) = (reason, &check.file) {
            for (reasons, key) in [(&mut by_file, file), (&mut by_target, &check.request.target)] {
                reasons.entry(key.clone()).or_insert_with(|| reason.clone());
            }
        }
    }
    for check in outcomes {
        let reason = check.file.as_ref().and_then(|file| by_file.get(file));
        let reason = reason.or_else(|| by_target.get(&check.request.target));
        if let (Some(reason), State::Failed(reasons)) = (reason, &mut check.state) {
            let count = reasons.len();
            reasons.retain(|consequence| !consequence.cause.follows_from(&reason.cause));
            if reasons.len() < count && !reasons.contains(reason) {
                reasons.insert(0, reason.clone());
            }
        }
    }
}
