//! The report of a verification.
#![expect(missing_docs, reason = "variants and fields are named after what they mean")]

use std::ops::AddAssign;

use super::finding::Finding;
use super::outcome::{Outcome, State};
use super::reachability::Unreachable;
use super::site_url::SiteUrl;

/// The number of checks by state.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    pub passed: usize,
    pub failed: usize,
    /// Differs only in known deviations of the host.
    pub known: usize,
    pub not_sent: usize,
}

impl AddAssign for Counts {
    fn add_assign(&mut self, Self { passed, failed, known, not_sent }: Self) {
        self.passed += passed;
        self.failed += failed;
        self.known += known;
        self.not_sent += not_sent;
    }
}

impl Counts {
    /// Counts the outcomes by state.
    pub fn of<'a>(outcomes: impl IntoIterator<Item = &'a Outcome>) -> Self {
        let mut counts = Self::default();
        for outcome in outcomes {
            *match outcome.state {
                State::Passed => &mut counts.passed,
                State::Failed(_) => &mut counts.failed,
                State::Known(_) => &mut counts.known,
                State::NotSent => &mut counts.not_sent,
            } += 1;
        }
        counts
    }
}

/// A known deviation of the host that occurred.
#[derive(Debug, Clone)]
pub struct Known {
    pub id: String,
    /// What the host does.
    pub title: String,
    /// The number of checks in which it showed.
    pub checks: usize,
}

/// The reason why some requests were not sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stop {
    OutOfTime,
    /// The server rate-limits requests, so that the deadline passed.
    RateLimited,
    NotResponding,
    /// Some consultants or documents did not respond, and were skipped after a few requests.
    Skipped,
    /// Something in front of the site blocks programs.
    Blocked,
}

/// The conclusion of a verification.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Conclusion {
    /// All responses are as expected, or as known of the host.
    Passed,
    /// Some responses are not, or are unknown.
    Failed,
    Unreachable,
}

/// The report of a verification.
#[derive(Debug)]
pub struct VerificationReport {
    pub site: SiteUrl,
    /// The number of active consultants whose documents were seen.
    pub checked: usize,
    pub active: usize,
    pub unreachable: Option<Unreachable>,
    pub stopped: Option<Stop>,
    /// The causes of failures, the most severe first.
    pub findings: Vec<Finding>,
    /// The known deviations that showed, ordered by identifier.
    pub known: Vec<Known>,
    /// All checks in order.
    pub outcomes: Vec<Outcome>,
    /// The former deploys that were asked for withdrawn consultants.
    pub former_deploys: Vec<Self>,
}

impl VerificationReport {
    pub fn counts(&self) -> Counts {
        Counts::of(&self.outcomes)
    }

    /// Returns the conclusion about the site and all former deploys.
    pub fn conclusion(&self) -> Conclusion {
        let is_gone = |deploy: &Self| deploy.own_conclusion() == Conclusion::Passed;
        match self.own_conclusion() {
            Conclusion::Passed if !self.former_deploys.iter().all(is_gone) => Conclusion::Failed,
            conclusion => conclusion,
        }
    }

    /// Returns the conclusion without the former deploys.
    pub fn own_conclusion(&self) -> Conclusion {
        let counts = self.counts();
        if self.unreachable.is_some() {
            Conclusion::Unreachable
        } else if counts.failed + counts.not_sent > 0 {
            Conclusion::Failed
        } else {
            Conclusion::Passed
        }
    }
}
