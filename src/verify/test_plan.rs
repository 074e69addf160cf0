//! The plan of a run: all checks of a sample of consultants, and the essential ones of all others.

use super::check::{Check, Group};
use super::expected_site::ExpectedSite;
use super::known_deviation::KnownDeviation;
use super::table;
use crate::digest::Digest;
use crate::entry::Entry;
use crate::model::id::ConsultantId;

/// Which consultants to check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// A sample.
    Sample,
    /// All of them.
    All,
}

/// The checks of a run.
pub struct TestPlan<'a> {
    pub(super) site: &'a ExpectedSite,
    /// The known deviations of the host.
    pub(super) deviations: &'a [KnownDeviation],
    /// The checks of the interface and of the sample.
    pub(super) table: Vec<Check>,
    /// The consultants outside of the sample. Their checks are created one consultant at a time.
    others: Vec<&'a ConsultantId>,
    pub(super) withdrawn: Vec<ConsultantId>,
    /// The word in the queries of requests that bypass caches.
    pub(super) nonce: String,
    /// How many active consultants are checked.
    pub(super) checked: usize,
    /// Whether the plan is about a former deploy instead of the site.
    pub(super) is_former: bool,
}

/// How many consultants are in the sample besides one of each kind.
const SAMPLE_SIZE: usize = 25;
/// The number of checks of a consultant outside of the sample: both formats and the photo.
const CHECKS_OF_OTHER: usize = 3;

impl<'a> TestPlan<'a> {
    /// Plans the checks of a site. No cache has seen the word `nonce` in a query.
    pub fn new(
        site: &'a ExpectedSite,
        deviations: &'a [KnownDeviation],
        scope: Scope,
        withdrawn: Vec<ConsultantId>,
        nonce: &str,
    ) -> Self {
        let sample = sample(site);
        let (inactive, active) = (&site.compiled.inactive, &site.compiled.entries);
        let (inactive, more_inactive) = inactive.split_at(inactive.len().min(SAMPLE_SIZE));
        let mut table = table::withdrawn(site, &withdrawn, nonce);
        table.extend(sample.iter().flat_map(|consultant| table::active(site, consultant)));
        table.extend(inactive.iter().flat_map(|id| table::inactive(site, id)));
        // The last check stops some emulators, so it is the last of all.
        table.extend(table::contract(site));
        let (others, checked) = match scope {
            Scope::Sample => (Vec::new(), sample.len()),
            Scope::All => {
                let ids = active.iter().map(|consultant| &consultant.id);
                let others = ids.filter(|id| !sample.iter().any(|other| other.id == **id));
                (more_inactive.iter().chain(others).collect(), active.len())
            }
        };
        Self {
            site,
            deviations,
            table,
            others,
            withdrawn,
            nonce: nonce.to_owned(),
            checked,
            is_former: false,
        }
    }

    /// Plans the checks that a former deploy of the site does not serve withdrawn consultants.
    pub fn former_deploy(
        site: &'a ExpectedSite,
        withdrawn: Vec<ConsultantId>,
        nonce: &str,
    ) -> Self {
        Self {
            site,
            deviations: &[],
            table: table::former_deploy(site, &withdrawn, nonce),
            others: Vec::new(),
            withdrawn,
            nonce: nonce.to_owned(),
            checked: 0,
            is_former: true,
        }
    }

    /// Returns the number of checks.
    pub fn count(&self) -> usize {
        self.table.len() + CHECKS_OF_OTHER * self.others.len()
    }

    /// Returns the checks. Those of consultants outside of the sample come first.
    pub(super) fn checks(&self) -> impl Iterator<Item = Check> {
        let others = self.others.iter().flat_map(|other| {
            let checks = match self.site.compiled.entries.get(other.as_str()) {
                Some(consultant) => table::active(self.site, consultant),
                None => table::inactive(self.site, other),
            };
            let is_essential =
                |check: &Check| !matches!(check.group, Group::Head | Group::OtherPaths);
            checks.into_iter().filter(is_essential).take(CHECKS_OF_OTHER)
        });
        others.chain(self.table.iter().cloned())
    }
}

/// Returns one active consultant of each kind and a sample of the others, ordered by identifier. The
/// sample is the same as long as the set of active consultants is.
fn sample(site: &ExpectedSite) -> Vec<&Entry> {
    let mut sample = table::examples(site);
    let mut others: Vec<&Entry> = site.compiled.entries.iter().collect();
    others.retain(|consultant| !sample.iter().any(|other| other.id == consultant.id));
    // The digest is independent of the alphabet.
    others.sort_by_cached_key(|consultant| Digest::of(consultant.id.as_str().as_bytes()));
    sample.extend(others.into_iter().take(SAMPLE_SIZE));
    sample.sort_by(|one, other| one.id.cmp(&other.id));
    sample
}
