//! How a server is known to differ from the host whose place it takes: by name, with the reason,
//! and so exactly that any other difference is still found.

use regex::Regex;
use vitae::render::host::Gap;

use crate::answer::{Answer, Status};
use crate::checks::{Check, Request};

/// One way in which a server differs.
pub(crate) struct Deviation {
    pub(crate) name: String,
    /// Why the published site is not to blame, and what its consequence is.
    pub(crate) why: String,
    pub(crate) instead: Instead,
}

/// What the server does instead of what is wanted.
pub(crate) enum Instead {
    /// It takes the target for another one. Given are the path, and the query with its question
    /// mark if there is one. What is wanted for that other target has to be answered.
    Reads(Box<dyn Fn(&str, &str) -> String + Send>),
    /// It changes what is wanted into what it answers.
    Answers(Box<dyn Fn(&Request, &mut Answer) + Send>),
}

impl Deviation {
    pub(crate) fn reads(
        name: &str,
        why: &str,
        reads: impl Fn(&str, &str) -> String + Send + 'static,
    ) -> Self {
        Self {
            name: name.to_owned(),
            why: why.to_owned(),
            instead: Instead::Reads(Box::new(reads)),
        }
    }

    pub(crate) fn answers(
        name: &str,
        why: &str,
        answers: impl Fn(&Request, &mut Answer) + Send + 'static,
    ) -> Self {
        Self {
            name: name.to_owned(),
            why: why.to_owned(),
            instead: Instead::Answers(Box::new(answers)),
        }
    }

    /// What a host is known not to keep, as its `host.yaml` says.
    pub(crate) fn of(gap: &Gap) -> Vec<Self> {
        let pattern = |text: &str| Regex::new(text).unwrap_or_else(|error| panic!("{error}"));
        let reads = gap.reads.as_ref().map(|reading| {
            let (pattern, replacement) = (pattern(&reading.pattern), reading.replacement.clone());
            Self::reads(&gap.title, &gap.consequence, move |path, query| {
                format!("{}{query}", pattern.replace_all(path, &replacement))
            })
        });
        let answers = gap.answers.as_ref().map(|own| {
            let (pattern, status) = (pattern(&own.path), own.status);
            Self::answers(&gap.title, &gap.consequence, move |request, answer| {
                let path = request.target.split('?').next().unwrap_or_default();
                if pattern.is_match(path) {
                    *answer = Answer::of(Status::Is(status));
                }
            })
        });
        reads.into_iter().chain(answers).collect()
    }
}

/// What a server with these deviations has to answer to a check among `checks`.
pub(crate) fn expected(check: &Check, checks: &[Check], deviations: &[&Deviation]) -> Vec<Answer> {
    let read = |target: String, deviation: &&Deviation| match &deviation.instead {
        Instead::Reads(read) => {
            let query = target.find('?').unwrap_or(target.len());
            read(&target[..query], &target[query..])
        }
        Instead::Answers(_) => target,
    };
    let read_as = Request {
        target: deviations.iter().fold(check.request.target.clone(), read),
        ..check.request.clone()
    };
    // A reading that leads to no check changes nothing.
    let same = if read_as == check.request {
        None
    } else {
        checks.iter().find(|other| other.request == read_as)
    };
    let mut answers = same.unwrap_or(check).wanted.clone();
    for deviation in deviations {
        if let Instead::Answers(change) = &deviation.instead {
            for answer in &mut answers {
                change(&check.request, answer);
            }
        }
    }
    answers
}
