//! Known deviations of a host, or of an emulator, from the interface. Each is described so exactly
//! that every other difference is still found.

use regex::Regex;

use super::exchange::Request;
use super::expected_response::{ExpectedResponse, Status};
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
        Self { rewrite: Some(Box::new(rewrite)), ..Self::new(id, title, consequence) }
    }

    /// Creates a deviation of a server that sends another response.
    pub fn answers(
        id: &str,
        title: &str,
        consequence: &str,
        change: impl Fn(&Request, &mut ExpectedResponse) + Send + Sync + 'static,
    ) -> Self {
        Self { change: Some(Box::new(change)), ..Self::new(id, title, consequence) }
    }

    fn new(id: &str, title: &str, consequence: &str) -> Self {
        let [id, title, consequence] = [id, title, consequence.trim()].map(str::to_owned);
        Self { id, title, consequence, rewrite: None, change: None }
    }

    /// Returns the deviations that a `host.yaml` lists under `gaps`.
    pub fn of_host(host: &Host) -> Vec<Self> {
        host.gaps.iter().map(Self::of).collect()
    }

    fn of(limitation: &host::KnownLimitation) -> Self {
        let pattern = |text: &str| Regex::new(text).expect("`host.yaml` was checked");
        let mut deviation = Self::new(&limitation.id, &limitation.title, &limitation.consequence);
        if let Some(reading) = &limitation.reads {
            let (pattern, replacement) = (pattern(&reading.pattern), reading.replacement.clone());
            deviation.rewrite = Some(Box::new(move |path, query| {
                format!("{}{query}", pattern.replace_all(path, &replacement))
            }));
        }
        if let Some(response) = &limitation.answers {
            let (pattern, status) = (pattern(&response.path), response.status);
            let methods = response.methods.clone();
            deviation.change = Some(Box::new(move |request, response| {
                let has_method =
                    methods.is_empty() || methods.iter().any(|method| method == request.method);
                if has_method && pattern.is_match(request.path()) {
                    *response = ExpectedResponse::of(Status::Is(status));
                }
            }));
        }
        deviation
    }
}
