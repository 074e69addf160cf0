//! Whom to look at, where everybody would take too long.

use sha2::{Digest, Sha256};

use super::expectation::{Expectation, Person};

/// So many consultants beside one of each kind.
pub(super) const SAMPLE: usize = 25;

/// Some active consultants: one of each kind of photo, and a sample of the others, which is the
/// same as long as nobody comes or goes. Ordered by identifier.
pub(super) fn sample(expectation: &Expectation) -> Vec<&Person> {
    let all = expectation.active();
    let kind = |person: &Person| person.photo.as_ref().map(|photo| photo.media_type);
    let mut chosen: Vec<&Person> = Vec::new();
    for person in all {
        if chosen.iter().all(|other| kind(other) != kind(person)) {
            chosen.push(person);
        }
    }
    let mut others: Vec<&Person> = all
        .iter()
        .filter(|person| !chosen.iter().any(|other| other.id == person.id))
        .collect();
    // By something that says nothing about them, so that no letter is preferred.
    others.sort_by_cached_key(|person| <[u8; 32]>::from(Sha256::digest(person.id.as_str())));
    chosen.extend(others.into_iter().take(SAMPLE));
    chosen.sort_by(|one, other| one.id.cmp(&other.id));
    chosen
}
