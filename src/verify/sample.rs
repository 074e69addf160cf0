//! The sample of consultants for runs without `--all`.

use sha2::{Digest, Sha256};

use super::expected_site::{ExpectedConsultant, ExpectedSite};
use super::table;

/// How many consultants are checked besides one of each kind.
pub(super) const SAMPLE_SIZE: usize = 25;

/// Returns one active consultant of each kind and a sample of the others, ordered by identifier. The
/// sample is the same as long as the set of active consultants is.
pub(super) fn sample(site: &ExpectedSite) -> Vec<&ExpectedConsultant> {
    let mut chosen: Vec<&ExpectedConsultant> = table::examples(site).collect();
    let active = site.active().iter();
    let mut others: Vec<&ExpectedConsultant> =
        active.filter(|consultant| !chosen.iter().any(|other| other.id == consultant.id)).collect();
    // The digest is independent of the alphabet.
    others
        .sort_by_cached_key(|consultant| <[u8; 32]>::from(Sha256::digest(consultant.id.as_str())));
    chosen.extend(others.into_iter().take(SAMPLE_SIZE));
    chosen.sort_by(|one, other| one.id.cmp(&other.id));
    chosen
}
