//! Limitations of a host, or of an emulator, from the interface. Each is described so exactly
//! that every other difference is still found.

use regex::Regex;

use super::exchange::Request;
use super::expected_response::{ExpectedResponse, Status};
use crate::render::host::{Host, Limitation};

/// One way in which a server differs from the interface.
pub struct ExpectedLimitation {
    /// The identifier.
    pub id: String,
    /// What the server does, as a clause.
    pub title: String,
    /// The consequence for clients.
    pub consequence: String,
    /// The target that the server serves instead of the requested one, with the response that is
    /// expected there.
    pub rewrite: Option<Rewrite>,
    /// The other response that the server sends.
    pub change: Option<Change>,
}

/// Maps a path and a query (with its question mark) to the target that the server serves instead.
pub type Rewrite = Box<dyn Fn(&str, &str) -> String + Send + Sync>;

/// Changes an expected response into the one that the server sends.
pub type Change = Box<dyn Fn(&Request, &mut ExpectedResponse) + Send + Sync>;

impl ExpectedLimitation {
    /// Returns the limitations that a `host.yaml` lists.
    pub fn of_host(host: &Host) -> Vec<Self> {
        host.limitations.iter().map(Self::of).collect()
    }

    fn of(limitation: &Limitation) -> Self {
        let pattern = |text: &str| Regex::new(text).expect("`host.yaml` was checked");
        let rewrite = limitation.reads.as_ref().map(|reading| -> Rewrite {
            let (pattern, replacement) = (pattern(&reading.pattern), reading.replacement.clone());
            Box::new(move |path, query| {
                pattern.replace_all(&format!("{path}{query}"), &replacement).into_owned()
            })
        });
        let change = limitation.answers.as_ref().map(|answer| -> Change {
            let (pattern, status) = (pattern(&answer.path), answer.status);
            let methods = answer.methods.clone();
            Box::new(move |request, response| {
                let has_method =
                    methods.is_empty() || methods.iter().any(|method| method == request.method);
                if has_method && pattern.is_match(request.path()) {
                    *response = ExpectedResponse::of(Status::Is(status));
                }
            })
        });
        Self {
            id: limitation.id.clone(),
            title: limitation.title.clone(),
            consequence: limitation.consequence.trim().to_owned(),
            rewrite,
            change,
        }
    }
}
