//! The report of a verification.

use super::finding::{Finding, summarize};
use super::outcome::{Outcome, State};
use super::reachability::Unreachable;
use super::site_url::SiteUrl;

/// The number of checks by state.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// As expected.
    pub passed: usize,
    /// Not as expected.
    pub failed: usize,
    /// As known of the host.
    pub known: usize,
    /// Not sent.
    pub not_sent: usize,
}

impl Counts {
    /// Returns the number of all checks.
    pub fn all(&self) -> usize {
        self.passed + self.failed + self.known + self.not_sent
    }
}

/// A known deviation of the host that showed.
#[derive(Debug, Clone)]
pub struct Known {
    /// The identifier.
    pub id: String,
    /// What the host does.
    pub title: String,
    /// The number of checks in which it showed.
    pub checks: usize,
}

/// The reason why some requests were not sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stop {
    /// The deadline passed.
    OutOfTime,
    /// The server rate-limits requests, so that the deadline passed.
    RateLimited,
    /// The server stopped responding.
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
    /// The server did not respond.
    Unreachable,
}

/// How many consultants were checked.
#[derive(Debug, Clone, Copy)]
pub struct Coverage {
    /// The number of active consultants whose documents were seen.
    pub checked: usize,
    /// The number of active consultants.
    pub active: usize,
}

/// The report of a verification.
#[derive(Debug)]
pub struct VerificationReport {
    /// The site.
    pub site: SiteUrl,
    /// The name of the host.
    pub host: String,
    /// How many consultants were checked.
    pub consultants: Coverage,
    /// The reason why the server could not be reached.
    pub unreachable: Option<Unreachable>,
    /// The reason why some requests were not sent.
    pub stopped: Option<Stop>,
    /// The number of checks.
    pub counts: Counts,
    /// The causes of failures, the most severe first.
    pub findings: Vec<Finding>,
    /// The known deviations that showed, ordered by identifier.
    pub known: Vec<Known>,
    /// All checks in order.
    pub outcomes: Vec<Outcome>,
}

impl VerificationReport {
    /// Creates an empty report.
    pub fn new(site: SiteUrl, host: String, consultants: Coverage) -> Self {
        Self {
            site,
            host,
            consultants,
            unreachable: None,
            stopped: None,
            counts: Counts::default(),
            findings: Vec::new(),
            known: Vec::new(),
            outcomes: Vec::new(),
        }
    }

    /// Returns the conclusion.
    pub fn conclusion(&self) -> Conclusion {
        if self.unreachable.is_some() {
            Conclusion::Unreachable
        } else if self.counts.failed + self.counts.not_sent > 0 {
            Conclusion::Failed
        } else {
            Conclusion::Passed
        }
    }

    /// Adds an outcome; `title` returns the title of a known deviation.
    pub(super) fn add(&mut self, outcome: Outcome, title: impl Fn(&str) -> String) {
        match &outcome.state {
            State::Passed => self.counts.passed += 1,
            State::NotSent => self.counts.not_sent += 1,
            State::Known(ids) => {
                self.counts.known += 1;
                for id in ids {
                    match self.known.iter_mut().find(|known| known.id == *id) {
                        Some(known) => known.checks += 1,
                        None => {
                            self.known.push(Known { id: id.clone(), title: title(id), checks: 1 })
                        }
                    }
                }
            }
            State::Failed(reasons) => {
                self.counts.failed += 1;
                let request = outcome.request.as_deref().expect("a failed check has a request");
                for reason in reasons {
                    let mut findings = self.findings.iter();
                    let existing = findings.position(|finding| finding.cause == reason.cause);
                    let position = existing.unwrap_or_else(|| {
                        self.findings.push(Finding::new(reason.cause.clone()));
                        self.findings.len() - 1
                    });
                    self.findings[position].add(outcome.index, request, reason);
                }
            }
        }
        self.outcomes.push(outcome);
    }

    /// Summarizes the findings after the last outcome.
    pub(super) fn finish(&mut self) {
        self.findings = summarize(std::mem::take(&mut self.findings));
        self.known.sort_by(|one, other| one.id.cmp(&other.id));
    }
}
