//! What a site is asked: everything about some, and only what is there about all others.

use std::borrow::Cow;

use super::check::{Check, Group};
use super::expected_site::{ExpectedConsultant, ExpectedSite};
use super::known_deviation::KnownDeviation;
use super::sample::{SAMPLE, sample};
use super::table;
use super::withdrawal;
use crate::model::id::ConsultantId;

/// Whom to look at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// Some consultants of each kind.
    Sample,
    /// Every consultant.
    Everybody,
}

/// All that a site is asked.
#[derive(Debug)]
pub struct TestPlan<'a> {
    pub(super) expectation: &'a ExpectedSite,
    /// How the host is known to differ.
    pub(super) gaps: &'a [KnownDeviation],
    /// Everything: of the interface, and about some consultants.
    pub(super) table: Vec<Check>,
    /// About all others only whether they are there, and as here. Their checks are made when their
    /// turn comes: there may be many.
    further: Vec<Further<'a>>,
    pub(super) gone: Vec<ConsultantId>,
    /// A word that no cache has seen in a query.
    pub(super) fresh: String,
    looked_at: usize,
}

#[derive(Debug, Clone, Copy)]
enum Further<'a> {
    Active(&'a ExpectedConsultant),
    Inactive(&'a ConsultantId),
}

/// How many checks there are of one further consultant: two formats and a photo.
const EACH: usize = 3;

impl<'a> TestPlan<'a> {
    /// What a site is asked whose host is known for `gaps`. Those in `gone` are said to be withdrawn; `fresh` is a word that no
    /// cache has seen in a query.
    pub fn new(
        expectation: &'a ExpectedSite,
        gaps: &'a [KnownDeviation],
        scope: Scope,
        gone: Vec<ConsultantId>,
        fresh: &str,
    ) -> Self {
        let some = sample(expectation);
        let (withheld, more_withheld) = {
            let all = expectation.inactive();
            all.split_at(all.len().min(SAMPLE))
        };
        let mut table = withdrawal::checks(&gone, fresh, expectation);
        table.extend(
            some.iter()
                .flat_map(|person| table::active(expectation, person)),
        );
        table.extend(
            withheld
                .iter()
                .flat_map(|id| table::inactive(expectation, id)),
        );
        let looked_at = some.len();
        let mut further = Vec::new();
        if scope == Scope::Everybody {
            let is_new =
                |person: &&ExpectedConsultant| !some.iter().any(|other| other.id == person.id);
            let others = expectation.active().iter().filter(is_new);
            further.extend(more_withheld.iter().map(Further::Inactive));
            further.extend(others.map(Further::Active));
        }
        // Its last check ends some servers.
        table.extend(table::contract(expectation));
        let looked_at = match scope {
            Scope::Sample => looked_at,
            Scope::Everybody => expectation.active().len(),
        };
        Self {
            expectation,
            gaps,
            table,
            further,
            gone,
            fresh: fresh.to_owned(),
            looked_at,
        }
    }

    /// Of how many active consultants the answers are looked at, and how many there are.
    pub fn consultants(&self) -> (usize, usize) {
        (self.looked_at, self.expectation.active().len())
    }

    /// How many checks there are.
    pub fn len(&self) -> usize {
        self.table.len() + EACH * self.further.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The checks of a turn, each with its place among all; `None` after the last one. Those about
    /// further consultants come first, since the last check of the table ends some servers.
    pub(super) fn turn(&self, turn: usize) -> Option<Vec<(usize, Cow<'_, Check>)>> {
        if let Some(further) = self.further.get(turn) {
            let checks = match further {
                Further::Active(person) => table::active(self.expectation, person),
                Further::Inactive(id) => table::inactive(self.expectation, id),
            };
            let is_about_content =
                |check: &Check| !matches!(check.group, Group::Head | Group::Hidden);
            let first = self.table.len() + turn * EACH;
            let checks = checks.into_iter().filter(is_about_content).take(EACH);
            let checks = checks.enumerate();
            return Some(
                checks
                    .map(|(place, check)| (first + place, Cow::Owned(check)))
                    .collect(),
            );
        }
        let index = turn - self.further.len();
        let check = self.table.get(index)?;
        Some(vec![(index, Cow::Borrowed(check))])
    }
}
