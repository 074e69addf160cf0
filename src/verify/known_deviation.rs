//! Known deviations of a host, or of an emulator, from the interface. Each is described so exactly
//! that every other difference is still found.

use std::fmt;

use regex::Regex;

use super::exchange::Request;
use super::expected_response::{ExpectedResponse, Status};
use crate::error::{Error, Result};
use crate::render::host::{self, Host};

/// One way in which a server deviates.
pub struct KnownDeviation {
    /// The identifier that a site lists under `accepted_gaps`.
    pub id: String,
    /// What the server does, as a clause.
    pub title: String,
    /// The consequence for clients.
    pub consequence: String,
    /// The changes to the expected responses.
    pub deviations: Vec<Deviation>,
}

/// Maps a path and a query (with its question mark) to the target that the server serves instead.
pub type Rewrite = Box<dyn Fn(&str, &str) -> String + Send + Sync>;

/// Changes an expected response into the one that the server sends.
pub type Change = Box<dyn Fn(&Request, &mut ExpectedResponse) + Send + Sync>;

/// What a server does instead of what the interface promises.
pub enum Deviation {
    /// It serves another target, with the response that is expected there.
    Rewrites(Rewrite),
    /// It sends another response.
    Responds(Change),
}

impl KnownDeviation {
    /// Creates a deviation of a server that serves another target.
    pub fn reads(
        id: &str,
        title: &str,
        consequence: &str,
        rewrite: impl Fn(&str, &str) -> String + Send + Sync + 'static,
    ) -> Self {
        let deviation = Deviation::Rewrites(Box::new(rewrite));
        Self::new(id, title, consequence, vec![deviation])
    }

    /// Creates a deviation of a server that sends another response.
    pub fn answers(
        id: &str,
        title: &str,
        consequence: &str,
        change: impl Fn(&Request, &mut ExpectedResponse) + Send + Sync + 'static,
    ) -> Self {
        let deviation = Deviation::Responds(Box::new(change));
        Self::new(id, title, consequence, vec![deviation])
    }

    fn new(id: &str, title: &str, consequence: &str, deviations: Vec<Deviation>) -> Self {
        Self {
            id: id.to_owned(),
            title: title.to_owned(),
            consequence: consequence.trim().to_owned(),
            deviations,
        }
    }

    /// Returns the deviations that a `host.yaml` lists under `gaps`.
    ///
    /// # Errors
    /// If a pattern is not a regular expression.
    pub fn of_host(host: &Host) -> Result<Vec<Self>> {
        host.gaps.iter().map(Self::of).collect()
    }

    fn of(gap: &host::KnownLimitation) -> Result<Self> {
        let pattern = |text: &str| {
            Regex::new(text).map_err(|error| {
                let message = format!("the pattern of the gap `{}` is not valid", gap.id);
                Error::with_source(message, error)
            })
        };
        let mut deviations = Vec::new();
        if let Some(reading) = &gap.reads {
            let (pattern, replacement) = (pattern(&reading.pattern)?, reading.replacement.clone());
            let rewrite = move |path: &str, query: &str| {
                format!("{}{query}", pattern.replace_all(path, &replacement))
            };
            deviations.push(Deviation::Rewrites(Box::new(rewrite)));
        }
        if let Some(response) = &gap.answers {
            let (pattern, status) = (pattern(&response.path)?, response.status);
            let methods = response.methods.clone();
            let change = move |request: &Request, response: &mut ExpectedResponse| {
                let has_method =
                    methods.is_empty() || methods.iter().any(|method| method == request.method);
                if has_method && pattern.is_match(request.path()) {
                    *response = ExpectedResponse::of(Status::Is(status));
                }
            };
            deviations.push(Deviation::Responds(Box::new(change)));
        }
        Ok(Self::new(&gap.id, &gap.title, &gap.consequence, deviations))
    }
}

impl fmt::Debug for KnownDeviation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("KnownDeviation").field(&self.id).finish()
    }
}
