//! How a host, or an emulator of it, is known to differ from what is promised: by name, with the
//! consequence, and so exactly that any other difference is still found.

use std::fmt;

use regex::Regex;

use super::exchange::Request;
use super::expected_response::{ExpectedResponse, Status};
use crate::error::{Error, Result};
use crate::render::host::{self, Host};

/// One way in which a server differs.
pub struct KnownDeviation {
    /// By which a site accepts it.
    pub id: String,
    /// What the server does, as half a sentence.
    pub title: String,
    /// What that means for whoever asks.
    pub consequence: String,
    /// What it does instead of what is promised, all of it.
    pub instead: Vec<Deviation>,
}

/// Gives what a path and a query, with its question mark if there is one, are taken for.
pub type Reading = Box<dyn Fn(&str, &str) -> String + Send + Sync>;

/// Changes what is wanted of an answer into what is answered.
pub type Change = Box<dyn Fn(&Request, &mut ExpectedResponse) + Send + Sync>;

/// What a server does instead of what is promised.
pub enum Deviation {
    /// It takes the target for another one. What is wanted for that one has to be answered.
    Reads(Reading),
    /// It answers in its own way.
    Answers(Change),
}

impl KnownDeviation {
    /// The server takes targets for others.
    pub fn reads(
        id: &str,
        title: &str,
        consequence: &str,
        reading: impl Fn(&str, &str) -> String + Send + Sync + 'static,
    ) -> Self {
        Self::new(
            id,
            title,
            consequence,
            vec![Deviation::Reads(Box::new(reading))],
        )
    }

    /// The server answers in its own way.
    pub fn answers(
        id: &str,
        title: &str,
        consequence: &str,
        change: impl Fn(&Request, &mut ExpectedResponse) + Send + Sync + 'static,
    ) -> Self {
        Self::new(
            id,
            title,
            consequence,
            vec![Deviation::Answers(Box::new(change))],
        )
    }

    fn new(id: &str, title: &str, consequence: &str, instead: Vec<Deviation>) -> Self {
        Self {
            id: id.to_owned(),
            title: title.to_owned(),
            consequence: consequence.trim().to_owned(),
            instead,
        }
    }

    /// What a host's `host.yaml` says.
    ///
    /// # Errors
    /// When a pattern is no regular expression.
    pub fn of_host(host: &Host) -> Result<Vec<Self>> {
        host.gaps.iter().map(Self::of).collect()
    }

    fn of(gap: &host::KnownLimitation) -> Result<Self> {
        let pattern = |text: &str| {
            Regex::new(text).map_err(|error| {
                Error::with_source(
                    format!("the pattern of the gap `{}` is wrong", gap.id),
                    error,
                )
            })
        };
        let host::KnownLimitation {
            id,
            title,
            consequence,
            ..
        } = gap;
        let mut instead = Vec::new();
        if let Some(reading) = &gap.reads {
            let (pattern, replacement) = (pattern(&reading.pattern)?, reading.replacement.clone());
            let read = move |path: &str, query: &str| {
                format!("{}{query}", pattern.replace_all(path, &replacement))
            };
            instead.push(Deviation::Reads(Box::new(read)));
        }
        if let Some(own) = &gap.answers {
            let (pattern, status) = (pattern(&own.path)?, own.status);
            let methods = own.methods.clone();
            let change = move |request: &Request, answer: &mut ExpectedResponse| {
                let is_concerned =
                    methods.is_empty() || methods.iter().any(|method| method == request.method);
                if is_concerned && pattern.is_match(request.path()) {
                    *answer = ExpectedResponse::of(Status::Is(status));
                }
            };
            instead.push(Deviation::Answers(Box::new(change)));
        }
        Ok(Self::new(id, title, consequence, instead))
    }
}

impl fmt::Debug for KnownDeviation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("KnownDeviation").field(&self.id).finish()
    }
}
