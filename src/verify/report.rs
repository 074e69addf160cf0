//! What a verification found: counted, and told by cause.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use super::cause::Cause;
use super::exchange::TransportError;
use super::finding_groups::put_together;
use super::site_url::SiteUrl;

/// How many subjects of a cause are kept, and how many of its checks.
const KEPT: (usize, usize) = (1_000, 3);

/// What became of a check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum State {
    /// It is answered as promised.
    Passed,
    /// It is answered as the host is known to: the gaps' identifiers.
    Known(Vec<String>),
    /// It is not answered as promised.
    Failed(Vec<Reason>),
    /// It was not asked, or time was up before the answer was there.
    NotAsked,
}

/// Why a check failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reason {
    /// The cause.
    pub cause: Cause,
    /// Whose check it is, and what is to be said about them beside the cause.
    pub detail: Option<Detail>,
}

impl Reason {
    /// The same with each text in it exchanged.
    pub(super) fn map_text(self, map: impl Fn(&str) -> String) -> Self {
        let cause = match self.cause {
            Cause::Redirected { status, to } => Cause::Redirected {
                status,
                to: map(&to),
            },
            Cause::Field { name, problem } => Cause::Field {
                name,
                problem: map(&problem),
            },
            Cause::Body(text) => Cause::Body(map(&text)),
            cause => cause,
        };
        let detail = self.detail.map(|Detail { subject, text }| Detail {
            subject: map(&subject),
            text: map(&text),
        });
        Self { cause, detail }
    }
}

/// What a cause means for one consultant or document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Detail {
    /// An identifier or a path.
    pub subject: String,
    /// What is wrong there.
    pub text: String,
}

/// A check and what became of it.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// Its place among all checks.
    pub index: usize,
    /// The check's name.
    pub name: String,
    /// The heading below which it belongs.
    pub group: &'static str,
    /// What was asked, unless it was answered as promised.
    pub request: Option<String>,
    /// What became of it.
    pub state: State,
}

/// How many checks there were.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// As promised.
    pub passed: usize,
    /// Not as promised.
    pub failed: usize,
    /// As the host is known to answer.
    pub known: usize,
    /// Without an answer, since they were not asked or time was up.
    pub not_asked: usize,
}

impl Counts {
    /// All of them.
    pub fn all(&self) -> usize {
        self.passed + self.failed + self.known + self.not_asked
    }
}

/// A cause and all that it explains.
#[derive(Debug, Clone)]
pub struct Finding {
    /// The cause.
    pub cause: Cause,
    /// How many checks fail for it.
    pub checks: usize,
    /// Whom or what it concerns, and how; not more than anybody reads.
    pub subjects: BTreeMap<String, BTreeSet<String>>,
    /// How many more subjects there may be: checks whose subject was not kept.
    pub more: usize,
    /// Some of the requests, in the order of the checks.
    pub examples: BTreeMap<usize, String>,
    /// What else was found out: the way that a redirect goes.
    pub notes: Vec<String>,
}

impl Finding {
    /// A finding that explains nothing yet.
    pub(super) fn of(cause: Cause) -> Self {
        Self {
            cause,
            checks: 0,
            subjects: BTreeMap::new(),
            more: 0,
            examples: BTreeMap::new(),
            notes: Vec::new(),
        }
    }

    /// Takes in what another one explains.
    pub(super) fn absorb(&mut self, other: Self) {
        self.checks += other.checks;
        for (subject, texts) in other.subjects {
            self.subjects.entry(subject).or_default().extend(texts);
        }
        self.more += other.more;
        self.examples.extend(other.examples);
        while self.examples.len() > KEPT.1 {
            self.examples.pop_last();
        }
        self.notes.extend(other.notes);
    }
}

/// Why there was not one answer.
#[derive(Debug, Clone)]
pub struct Unreachable {
    /// The addresses that were asked.
    pub asked: Vec<String>,
    /// What became of the first one.
    pub failure: TransportError,
}

impl fmt::Display for Unreachable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (asked: {})", self.failure, self.asked.join(", "))
    }
}

/// A gap of the host, and how often it showed.
#[derive(Debug, Clone)]
pub struct Known {
    /// The gap's identifier.
    pub id: String,
    /// What the host does.
    pub title: String,
    /// How many checks it decides.
    pub checks: usize,
}

/// Why not everything was asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stop {
    /// Time was up.
    TimeUp,
    /// The same, since the server limits the rate of requests.
    PutOff,
    /// The server did not answer any more.
    Silence,
    /// Some consultants or documents had no answer a few times, and were given up.
    GaveUp,
    /// Something in front of the site keeps programs out.
    Blocked,
}

/// How it ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Conclusion {
    /// Everything was asked, and answered as promised.
    RenderCache,
    /// Something was not.
    Broken,
    /// There was not one answer.
    Unreachable,
}

/// What a verification found.
#[derive(Debug)]
pub struct VerificationReport {
    /// The site.
    pub address: SiteUrl,
    /// The name of the host by whose rules it should answer.
    pub host: String,
    /// Of how many active consultants the answers were looked at, and how many there are.
    pub consultants: (usize, usize),
    /// Why there was not one answer.
    pub unreachable: Option<Unreachable>,
    /// Why not everything was asked.
    pub stopped: Option<Stop>,
    /// How many checks there were.
    pub counts: Counts,
    /// Why checks failed, the gravest first.
    pub findings: Vec<Finding>,
    /// What the host is known not to keep.
    pub known: Vec<Known>,
    /// All checks, in their order.
    pub outcomes: Vec<Outcome>,
}

impl VerificationReport {
    /// A report of nothing yet.
    pub fn new(address: SiteUrl, host: String, consultants: (usize, usize)) -> Self {
        Self {
            address,
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

    /// How it ended.
    pub fn conclusion(&self) -> Conclusion {
        if self.unreachable.is_some() {
            Conclusion::Unreachable
        } else if self.counts.failed + self.counts.not_asked > 0 {
            Conclusion::Broken
        } else {
            Conclusion::RenderCache
        }
    }

    /// Adds a check; `title` says what a gap of the host is.
    pub fn add(&mut self, outcome: Outcome, title: impl Fn(&str) -> String) {
        match &outcome.state {
            State::Passed => self.counts.passed += 1,
            State::NotAsked => self.counts.not_asked += 1,
            State::Known(ids) => {
                self.counts.known += 1;
                for id in ids {
                    match self.known.iter_mut().find(|known| known.id == *id) {
                        Some(known) => known.checks += 1,
                        None => self.known.push(Known {
                            id: id.clone(),
                            title: title(id),
                            checks: 1,
                        }),
                    }
                }
            }
            State::Failed(reasons) => {
                self.counts.failed += 1;
                for reason in reasons {
                    self.explain(&outcome, reason);
                }
            }
        }
        self.outcomes.push(outcome);
    }

    fn explain(&mut self, outcome: &Outcome, reason: &Reason) {
        let known = self
            .findings
            .iter()
            .position(|finding| finding.cause == reason.cause);
        let place = known.unwrap_or_else(|| {
            self.findings.push(Finding::of(reason.cause.clone()));
            self.findings.len() - 1
        });
        let finding = &mut self.findings[place];
        let (most_subjects, most_examples) = KEPT;
        finding.checks += 1;
        let request = outcome.request.clone().unwrap_or_default();
        finding.examples.insert(outcome.index, request);
        if finding.examples.len() > most_examples {
            finding.examples.pop_last();
        }
        if let Some(Detail { subject, text }) = &reason.detail {
            let is_kept = finding.subjects.contains_key(subject);
            if is_kept || finding.subjects.len() < most_subjects {
                let texts = finding.subjects.entry(subject.clone()).or_default();
                texts.insert(text.clone());
            } else {
                finding.more += 1;
            }
        }
    }

    /// Puts everything in order: the checks in theirs, of the causes first what endangers people,
    /// the gravest first, then who is missing or not as they are, then the rest; of these what
    /// explains most.
    pub fn finish(&mut self) {
        self.outcomes.sort_by_key(|outcome| outcome.index);
        self.findings = put_together(std::mem::take(&mut self.findings));
        self.known.sort_by(|one, other| one.id.cmp(&other.id));
        self.findings.sort_by(|one, other| {
            let rank = |finding: &Finding| {
                if finding.cause.endangers() {
                    return (0, 0);
                }
                let place = if finding.cause.misrepresents() { 1 } else { 2 };
                (place, usize::MAX - finding.checks)
            };
            rank(one)
                .cmp(&rank(other))
                .then_with(|| one.cause.cmp(&other.cause))
        });
    }
}
