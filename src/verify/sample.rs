//! Whom to look at, where everybody would take too long.

use sha2::{Digest, Sha256};

use super::expected_site::{ExpectedConsultant, ExpectedSite};
use super::table;

/// So many consultants beside one of each kind.
pub(super) const SAMPLE: usize = 25;

/// Some active consultants: those who are taken as examples, one of each kind, and a sample of the
/// others, which is the
/// same as long as nobody comes or goes. Ordered by identifier.
pub(super) fn sample(expectation: &ExpectedSite) -> Vec<&ExpectedConsultant> {
    let mut chosen: Vec<&ExpectedConsultant> = table::examples(expectation).collect();
    let all = expectation.active();
    let mut others: Vec<&ExpectedConsultant> = all
        .iter()
        .filter(|person| !chosen.iter().any(|other| other.id == person.id))
        .collect();
    // By something that says nothing about them, so that no letter is preferred.
    others.sort_by_cached_key(|person| <[u8; 32]>::from(Sha256::digest(person.id.as_str())));
    chosen.extend(others.into_iter().take(SAMPLE));
    chosen.sort_by(|one, other| one.id.cmp(&other.id));
    chosen
}
