//! How a host, or an emulator of it, is known to differ from what is promised: by name, with the
//! consequence, and so exactly that any other difference is still found.

use std::fmt;

use regex::Regex;

use super::answer::{Answer, Status};
use super::exchange::Request;
use crate::error::{Error, Result};
use crate::render::host;

/// One way in which a server differs.
pub struct Gap {
    /// By which a site accepts it.
    pub id: String,
    /// What the server does, as half a sentence.
    pub title: String,
    /// What that means for whoever asks.
    pub consequence: String,
    /// What it does instead of what is promised.
    pub instead: Instead,
}

/// Gives what a path and a query, with its question mark if there is one, are taken for.
pub type Reading = Box<dyn Fn(&str, &str) -> String + Send + Sync>;

/// Changes what is wanted of an answer into what is answered.
pub type Change = Box<dyn Fn(&Request, &mut Answer) + Send + Sync>;

/// What a server does instead of what is promised.
pub enum Instead {
    /// It takes the target for another one. What is wanted for that one has to be answered.
    Reads(Reading),
    /// It answers in its own way.
    Answers(Change),
}

impl Gap {
    /// The server takes targets for others.
    pub fn reads(
        id: &str,
        title: &str,
        consequence: &str,
        reading: impl Fn(&str, &str) -> String + Send + Sync + 'static,
    ) -> Self {
        Self::new(id, title, consequence, Instead::Reads(Box::new(reading)))
    }

    /// The server answers in its own way.
    pub fn answers(
        id: &str,
        title: &str,
        consequence: &str,
        change: impl Fn(&Request, &mut Answer) + Send + Sync + 'static,
    ) -> Self {
        Self::new(id, title, consequence, Instead::Answers(Box::new(change)))
    }

    fn new(id: &str, title: &str, consequence: &str, instead: Instead) -> Self {
        Self {
            id: id.to_owned(),
            title: title.to_owned(),
            consequence: consequence.trim().to_owned(),
            instead,
        }
    }

    /// What a host's `host.yaml` says: a reading, answers of its own, or both, each as one gap.
    ///
    /// # Errors
    /// When one of its patterns is no regular expression.
    pub fn of(gap: &host::Gap) -> Result<Vec<Self>> {
        let pattern = |text: &str| {
            Regex::new(text).map_err(|error| {
                Error::with_source(
                    format!("the pattern of the gap `{}` is wrong", gap.id),
                    error,
                )
            })
        };
        let host::Gap {
            id,
            title,
            consequence,
            ..
        } = gap;
        let mut gaps = Vec::new();
        if let Some(reading) = &gap.reads {
            let (pattern, replacement) = (pattern(&reading.pattern)?, reading.replacement.clone());
            let read = move |path: &str, query: &str| {
                format!("{}{query}", pattern.replace_all(path, &replacement))
            };
            gaps.push(Self::reads(id, title, consequence, read));
        }
        if let Some(own) = &gap.answers {
            let (pattern, status) = (pattern(&own.path)?, own.status);
            let methods = own.methods.clone();
            let change = move |request: &Request, answer: &mut Answer| {
                let is_concerned =
                    methods.is_empty() || methods.iter().any(|method| method == request.method);
                if is_concerned && pattern.is_match(request.path()) {
                    *answer = Answer::of(Status::Is(status));
                }
            };
            gaps.push(Self::answers(id, title, consequence, change));
        }
        Ok(gaps)
    }
}

impl fmt::Debug for Gap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Gap").field(&self.id).finish()
    }
}
