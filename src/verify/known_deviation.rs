//! Known deviations of a host, or of an emulator, from the interface. Each is described so exactly
//! that every other difference is still found.

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
    /// The target that the server serves instead of the requested one, with the response that is
    /// expected there.
    pub(super) rewrite: Option<Rewrite>,
    /// The other response that the server sends.
    pub(super) change: Option<Change>,
}

/// Maps a path and a query (with its question mark) to the target that the server serves instead.
pub(super) type Rewrite = Box<dyn Fn(&str, &str) -> String + Send + Sync>;

/// Changes an expected response into the one that the server sends.
pub(super) type Change = Box<dyn Fn(&Request, &mut ExpectedResponse) + Send + Sync>;

impl KnownDeviation {
    /// Creates a deviation of a server that serves another target.
    pub fn reads(
        id: &str,
        title: &str,
        consequence: &str,
        rewrite: impl Fn(&str, &str) -> String + Send + Sync + 'static,
    ) -> Self {
        Self::new(id, title, consequence, Some(Box::new(rewrite)), None)
    }

    /// Creates a deviation of a server that sends another response.
    pub fn answers(
        id: &str,
        title: &str,
        consequence: &str,
        change: impl Fn(&Request, &mut ExpectedResponse) + Send + Sync + 'static,
    ) -> Self {
        Self::new(id, title, consequence, None, Some(Box::new(change)))
    }

    fn new(
        id: &str,
        title: &str,
        consequence: &str,
        rewrite: Option<Rewrite>,
        change: Option<Change>,
    ) -> Self {
        let [id, title, consequence] = [id, title, consequence.trim()].map(str::to_owned);
        Self { id, title, consequence, rewrite, change }
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
        let mut deviation = Self::new(&gap.id, &gap.title, &gap.consequence, None, None);
        if let Some(reading) = &gap.reads {
            let (pattern, replacement) = (pattern(&reading.pattern)?, reading.replacement.clone());
            deviation.rewrite = Some(Box::new(move |path, query| {
                format!("{}{query}", pattern.replace_all(path, &replacement))
            }));
        }
        if let Some(response) = &gap.answers {
            let (pattern, status) = (pattern(&response.path)?, response.status);
            let methods = response.methods.clone();
            deviation.change = Some(Box::new(move |request, response| {
                let has_method =
                    methods.is_empty() || methods.iter().any(|method| method == request.method);
                if has_method && pattern.is_match(request.path()) {
                    *response = ExpectedResponse::of(Status::Is(status));
                }
            }));
        }
        Ok(deviation)
    }
}
