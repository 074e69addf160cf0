//! What fails only because something else does is told as that.

use std::collections::BTreeMap;

use super::cause::Cause;
use super::report::{Reason, State};
use super::runner::Asked;

/// How the name of a check says that it is the HEAD of another one.
const HEAD_OF: &str = "HEAD of ";

/// Gives checks whose failure follows from another one the reason of that one.
pub(super) fn fold(asked: &mut [Asked]) {
    fold_heads(asked);
    fold_documents(asked);
}

/// An answer to HEAD has no body to be read: what it is, the one to GET says. If that one is right,
/// HEAD is answered otherwise, and nothing is missing.
fn fold_heads(asked: &mut [Asked]) {
    let is_head = |asked: &&Asked| asked.outcome.name.contains(HEAD_OF);
    let heads = asked.iter().filter(is_head);
    let heads = heads.filter(|head| matches!(head.outcome.state, State::Failed(_)));
    let names: Vec<String> = heads
        .map(|head| head.outcome.name.replacen(HEAD_OF, "", 1))
        .collect();
    let of_get: BTreeMap<String, State> = asked
        .iter()
        .filter(|asked| names.contains(&asked.outcome.name))
        .map(|asked| (asked.outcome.name.clone(), asked.outcome.state.clone()))
        .collect();
    for Asked { outcome, .. } in asked {
        let State::Failed(reasons) = &mut outcome.state else {
            continue;
        };
        let [reason] = &reasons[..] else { continue };
        if !outcome.name.contains(HEAD_OF) || !reason.cause.is_guess_at_head() {
            continue;
        }
        let is_page = reason.cause == Cause::HtmlNotFound;
        match of_get.get(&outcome.name.replacen(HEAD_OF, "", 1)) {
            Some(State::Failed(of_get))
                if is_page || of_get.iter().any(|reason| reason.cause.is_whole()) =>
            {
                *reasons = of_get.clone();
            }
            Some(State::Failed(_) | State::Passed) => {
                *reasons = vec![Reason {
                    cause: Cause::Head,
                    detail: None,
                }];
            }
            _ => {}
        }
    }
}

/// Where a document is missing or another one, its length, its parts, its tags and what it refuses
/// are too.
fn fold_documents(asked: &mut [Asked]) {
    let mut of_file: BTreeMap<String, Reason> = BTreeMap::new();
    let mut of_target: BTreeMap<String, Reason> = BTreeMap::new();
    for asked in &*asked {
        let State::Failed(reasons) = &asked.outcome.state else {
            continue;
        };
        let own = reasons.iter().find(|reason| reason.cause.is_of_content());
        if let (Some(reason), Some(file)) = (own, &asked.file) {
            for (known, key) in [(&mut of_file, file), (&mut of_target, &asked.target)] {
                known.entry(key.clone()).or_insert_with(|| reason.clone());
            }
        }
    }
    for Asked {
        outcome,
        target,
        file,
    } in asked
    {
        let by_file = file.as_ref().and_then(|file| of_file.get(file));
        let Some(reason) = by_file.or_else(|| of_target.get(target)) else {
            continue;
        };
        if let State::Failed(reasons) = &mut outcome.state
            && reasons
                .iter()
                .all(|consequence| consequence.cause.follows_from(&reason.cause))
        {
            *reasons = vec![reason.clone()];
        }
    }
}
