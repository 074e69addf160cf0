//! The plan of a run: all checks of a sample of consultants, and the essential ones of all others.

use std::borrow::Cow;

use super::check::{Check, Group};
use super::expected_site::{ExpectedConsultant, ExpectedSite};
use super::known_deviation::KnownDeviation;
use super::sample::{SAMPLE_SIZE, sample};
use super::table;
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
#[derive(Debug)]
pub struct TestPlan<'a> {
    pub(super) site: &'a ExpectedSite,
    /// The known deviations of the host.
    pub(super) deviations: &'a [KnownDeviation],
    /// The checks of the interface and of the sample.
    pub(super) table: Vec<Check>,
    /// The consultants outside of the sample. Their checks are created one consultant at a time.
    others: Vec<Other<'a>>,
    pub(super) withdrawn: Vec<ConsultantId>,
    checked: usize,
}

#[derive(Debug, Clone, Copy)]
enum Other<'a> {
    Active(&'a ExpectedConsultant),
    Inactive(&'a ConsultantId),
}

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
        let inactive = site.inactive();
        let (inactive, more_inactive) = inactive.split_at(inactive.len().min(SAMPLE_SIZE));
        let mut table = table::withdrawn(&withdrawn, nonce, site);
        let of_sample = sample.iter();
        table.extend(of_sample.flat_map(|consultant| table::active(site, consultant)));
        table.extend(inactive.iter().flat_map(|id| table::inactive(site, id)));
        // The last check stops some emulators, so it is the last of all.
        table.extend(table::contract(site));
        let mut others = Vec::new();
        if scope == Scope::All {
            let is_other =
                |active: &&ExpectedConsultant| !sample.iter().any(|other| other.id == active.id);
            others.extend(more_inactive.iter().map(Other::Inactive));
            others.extend(site.active().iter().filter(is_other).map(Other::Active));
        }
        let checked = match scope {
            Scope::Sample => sample.len(),
            Scope::All => site.active().len(),
        };
        Self { site, deviations, table, others, withdrawn, checked }
    }

    /// Returns how many active consultants are checked.
    pub fn checked(&self) -> usize {
        self.checked
    }

    /// Returns the number of active consultants.
    pub fn active(&self) -> usize {
        self.site.active().len()
    }

    /// Returns the number of checks.
    pub fn len(&self) -> usize {
        self.table.len() + CHECKS_OF_OTHER * self.others.len()
    }

    /// Returns whether the plan has no checks.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the checks of a turn, each with its index, or `None` after the last turn. Those of
    /// consultants outside of the sample come first.
    pub(super) fn turn(&self, turn: usize) -> Option<Vec<(usize, Cow<'_, Check>)>> {
        let Some(other) = self.others.get(turn) else {
            let index = turn - self.others.len();
            let check = self.table.get(index)?;
            return Some(vec![(index, Cow::Borrowed(check))]);
        };
        let checks = match other {
            Other::Active(consultant) => table::active(self.site, consultant),
            Other::Inactive(id) => table::inactive(self.site, id),
        };
        let is_essential = |check: &Check| !matches!(check.group, Group::Head | Group::OtherPaths);
        let checks = checks.into_iter().filter(is_essential);
        let first = self.table.len() + turn * CHECKS_OF_OTHER;
        let checks = (first..).zip(checks.take(CHECKS_OF_OTHER).map(Cow::Owned));
        Some(checks.collect())
    }
}
