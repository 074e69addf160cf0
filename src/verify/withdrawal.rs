//! Who was withdrawn has to be gone everywhere: at every address under which something of them
//! was, past every cache.

use std::collections::BTreeSet;

use super::cause::Cause;
use super::check::{Check, Group};
use super::exchange::Request;
use super::expected_response::{Body, ExpectedResponse};
use super::expected_site::ExpectedSite;
use super::report::State;
use super::runner::Asked;
use crate::model::id::ConsultantId;
use crate::render::{PHOTOS, PROFILES};

/// The checks that `ids` are gone. `fresh` is a word that no cache has seen in a query before.
pub(super) fn checks(ids: &[ConsultantId], fresh: &str, expectation: &ExpectedSite) -> Vec<Check> {
    let unknown_id = expectation.unknown_id();
    let mut checks = Vec::new();
    for id in ids {
        let api = || ExpectedResponse::error(404).with_all(expectation.headers());
        let no_profile = || api().body(Body::ErrorOf(format!("{PROFILES}{unknown_id}")));
        let no_photo = || api().body(Body::ErrorOf(format!("{PHOTOS}{unknown_id}")));
        let profile = format!("{PROFILES}{id}");
        let photo = format!("{PHOTOS}{id}");
        let mut paths = vec![
            (profile.clone(), no_profile()),
            (format!("{profile}?format=jsonresume"), no_profile()),
            (photo.clone(), no_photo()),
        ];
        for coding in ["gz", "br"] {
            paths.push((format!("{profile}.{coding}"), api()));
        }
        for file in [
            format!("/_internal/json-resume/{id}.json"),
            format!("/_internal/photo/{id}.jpg"),
            format!("/_internal/photo/{id}.png"),
        ] {
            for ending in ["", ".gz", ".br"] {
                paths.push((format!("{file}{ending}"), ExpectedResponse::error(404)));
            }
        }
        for (target, wanted) in paths {
            let separator = if target.contains('?') { '&' } else { '?' };
            for (target, past) in [
                (target.clone(), ""),
                (format!("{target}{separator}x={fresh}"), " past caches"),
            ] {
                let get = Request::get(target.clone());
                let head = Request {
                    method: "HEAD",
                    ..get.clone()
                };
                // A fresh query is no part of a name: it is another one each time.
                let shown = target.replace(fresh, "...");
                let name = format!("withdrawn {id}: nothing at {shown}{past}");
                let of_head = wanted.clone().head_of(&get);
                checks.push(Check::of(Group::Absent, &name, get, vec![wanted.clone()]));
                let name = format!("withdrawn {id}: HEAD of nothing at {shown}{past}");
                checks.push(Check::of(Group::Absent, name, head, vec![of_head]));
            }
        }
    }
    checks
}

/// Tells those who are only in a cache any more from those who are still published.
pub(super) fn attribute_to_caches(asked: &mut [Asked], fresh: &str) {
    let is_fresh = |asked: &&Asked| asked.target.contains(fresh);
    let still = |asked: &Asked| match &asked.outcome.state {
        State::Failed(reasons) => {
            let mut still = reasons
                .iter()
                .filter(|reason| reason.cause == Cause::StillThere);
            Some(still.next()?.detail.as_ref()?.subject.clone())
        }
        _ => None,
    };
    let published: BTreeSet<String> = asked.iter().filter(is_fresh).filter_map(still).collect();
    // Only about these is it known.
    let refused: BTreeSet<String> = asked
        .iter()
        .filter(is_fresh)
        .filter(|asked| asked.outcome.state == State::Passed)
        .filter_map(|asked| withdrawn(&asked.outcome.name).map(str::to_owned))
        .collect();
    for asked in asked {
        let is_cached =
            still(asked).is_some_and(|id| refused.contains(&id) && !published.contains(&id));
        if let (true, State::Failed(reasons)) = (is_cached, &mut asked.outcome.state) {
            for reason in reasons {
                reason.cause = Cause::Cached;
            }
        }
    }
}

/// Whose check of these it is.
fn withdrawn(name: &str) -> Option<&str> {
    let (id, _) = name.strip_prefix("withdrawn ")?.split_once(':')?;
    Some(id)
}
