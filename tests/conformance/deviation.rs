//! How a server is known to differ from the host whose place it takes: by name, with the reason,
//! and so exactly that any other difference is still found.

use crate::answer::Answer;
use crate::checks::{Check, Request};

/// One way in which a server differs.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Deviation {
    pub(crate) name: &'static str,
    /// Why the published site is not to blame, and what its consequence is.
    pub(crate) why: &'static str,
    pub(crate) instead: Instead,
}

/// What the server does instead of what is wanted.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Instead {
    /// It takes the target for another one. Given are the path, and the query with its question
    /// mark if there is one. What is wanted for that other target has to be answered.
    Reads(fn(&str, &str) -> String),
    /// It changes what is wanted into what it answers.
    Answers(fn(&Request, &mut Answer)),
}

/// What a server with these deviations has to answer to a check among `checks`.
pub(crate) fn expected(check: &Check, checks: &[Check], deviations: &[&Deviation]) -> Vec<Answer> {
    let read = |target: String, deviation: &&Deviation| match deviation.instead {
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
        if let Instead::Answers(change) = deviation.instead {
            for answer in &mut answers {
                change(&check.request, answer);
            }
        }
    }
    answers
}
