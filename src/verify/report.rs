//! The report of a verification.
#![expect(missing_docs, reason = "variants and fields are named after what they mean")]

use super::check_result::CheckResult;
use super::evaluation::Verdict;
use super::exchange::TransportError;
use super::finding::Finding;
use super::site_url::SiteUrl;

/// The number of checks by result.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CheckCounts {
    pub passed: usize,
    pub failed: usize,
    /// Differs only in limitations of the host.
    pub known: usize,
    pub not_sent: usize,
}

/// A limitation of the host.
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
    /// A proxy or CDN blocks programs.
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
    /// The number of active consultants who were checked.
    pub checked: usize,
    pub active: usize,
    pub unreachable: Option<TransportError>,
    pub stopped: Option<Stop>,
    /// The causes of failures, the most severe first.
    pub findings: Vec<Finding>,
    /// The limitations of the host, in the order of [`Verdict::Known`].
    pub known: Vec<Known>,
    /// The results of all checks in order.
    pub results: Vec<CheckResult>,
    /// Whether some deleted profiles are unknown, because the clone is shallow.
    pub is_shallow: bool,
    /// The former deploys that were asked for withdrawn consultants.
    pub former_deploys: Vec<Self>,
}

impl VerificationReport {
    pub fn counts(&self) -> CheckCounts {
        let mut counts = CheckCounts::default();
        for result in &self.results {
            *match result.verdict {
                Some(Verdict::Passed) => &mut counts.passed,
                Some(Verdict::Failed(_)) => &mut counts.failed,
                Some(Verdict::Known(_)) => &mut counts.known,
                None => &mut counts.not_sent,
            } += 1;
        }
        counts
    }

    /// Returns the limitations that occurred.
    pub fn occurred(&self) -> impl Iterator<Item = &Known> {
        self.known.iter().filter(|known| known.checks > 0)
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
