//! The plan of a run: all checks of a sample of consultants, and the essential ones of all others.

use std::collections::BTreeSet;

use super::check::Check;
use super::expected_limitation::ExpectedLimitation;
use super::expected_response::{ExpectedResponse, Status};
use super::expected_site::ExpectedSite;
use super::table;
use crate::compile::CompiledSite;
use crate::digest::Digest;
use crate::entry::Entry;
use crate::model::id::ConsultantId;

/// The checks of a run.
pub struct TestPlan<'a> {
    pub(super) site: &'a ExpectedSite,
    /// The limitations of the host.
    pub(super) limitations: &'a [ExpectedLimitation],
    pub(super) checks: Vec<Check>,
    pub(super) withdrawn: Vec<ConsultantId>,
    /// The word in the queries of requests that bypass caches.
    pub(super) nonce: String,
    /// How many active consultants are checked.
    pub(super) checked: usize,
    /// Whether all documents of all consultants are checked.
    is_complete: bool,
    /// Whether the plan is about a former deploy instead of the site.
    pub(super) is_former: bool,
}

/// How many deleted profiles are checked at most with a sample.
const MAX_DELETED: usize = 100;
/// How many consultants are in the sample besides one of each kind.
const SAMPLE_SIZE: usize = 25;

impl<'a> TestPlan<'a> {
    /// Plans the checks of a site, of all consultants or of a sample of the active ones. No cache has seen the
    /// word `nonce` in a query.
    pub fn new(
        site: &'a ExpectedSite,
        limitations: &'a [ExpectedLimitation],
        is_complete: bool,
        withdrawn: Vec<ConsultantId>,
        nonce: &str,
    ) -> Self {
        let sample = sample(site);
        let (inactive, active) = (&site.compiled.inactive, &site.compiled.entries);
        let (inactive, more_inactive) = inactive.split_at(inactive.len().min(SAMPLE_SIZE));
        let mut checks = Vec::new();
        checks.extend(more_inactive.iter().flat_map(|id| unpublished(site, id, is_complete)));
        if is_complete {
            let is_other = |one: &&Entry| !sample.iter().any(|other| other.id == one.id);
            let others = active.iter().filter(is_other);
            for check in others.flat_map(|consultant| table::documents(site, consultant)) {
                checks.extend(check.as_gzip());
                checks.push(check);
            }
        }
        checks.extend(table::withdrawn(site, &withdrawn, nonce));
        checks.extend(sample.iter().flat_map(|consultant| table::active(site, consultant)));
        checks.extend(inactive.iter().flat_map(|id| table::inactive(site, id)));
        checks.extend(table::contract(site));
        checks.extend(table::after_gzip(site, nonce));
        let checked = if is_complete { active.len() } else { sample.len() };
        let nonce = nonce.to_owned();
        Self { site, limitations, checks, withdrawn, nonce, checked, is_complete, is_former: false }
    }

    /// Plans the checks that a former deploy of the site does not serve withdrawn consultants.
    pub fn former_deploy(
        site: &'a ExpectedSite,
        withdrawn: Vec<ConsultantId>,
        nonce: &str,
    ) -> Self {
        let mut checks = table::withdrawn(site, &withdrawn, nonce);
        // The deploy need not follow the interface.
        for check in &mut checks {
            check.expected = ExpectedResponse::of(Status::Gone);
        }
        Self {
            site,
            limitations: &[],
            checks,
            withdrawn,
            nonce: nonce.to_owned(),
            checked: 0,
            is_complete: false,
            is_former: true,
        }
    }

    /// Returns the consultants with these names who are unknown to the content, in order, and the checks that they are
    /// not public. With a sample, only the first ones are checked.
    pub(super) fn deleted(&self, names: &[String]) -> (Vec<ConsultantId>, Vec<Check>) {
        let CompiledSite { entries, inactive, .. } = &self.site.compiled;
        let is_known = |id: &ConsultantId| {
            entries.get(id.as_str()).is_some()
                || [inactive, &self.withdrawn].into_iter().any(|ids| ids.contains(id))
        };
        let mut ids = BTreeSet::new();
        for id in names.iter().filter_map(|name| ConsultantId::parse(name)) {
            if !is_known(&id) && (self.is_complete || ids.len() < MAX_DELETED) {
                ids.insert(id);
            }
        }
        let checks = ids.iter().flat_map(|id| unpublished(self.site, id, self.is_complete));
        let checks = checks.collect();
        (ids.into_iter().collect(), checks)
    }

    /// Returns the number of checks.
    pub fn count(&self) -> usize {
        self.checks.len()
    }
}

/// Returns the checks that a consultant is not public: of the profile, which a site that was not built since then
/// still has, or of all documents.
fn unpublished(
    site: &ExpectedSite,
    id: &ConsultantId,
    is_complete: bool,
) -> impl Iterator<Item = Check> + use<> {
    let documents = table::not_found(site, id).into_iter();
    documents.take(if is_complete { usize::MAX } else { 1 }).flat_map(Check::in_codings)
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
