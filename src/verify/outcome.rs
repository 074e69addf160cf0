//! The outcomes of checks.
#![expect(missing_docs, reason = "fields are named after what they mean")]

use super::cause::{Cause, Reason};
use super::check::{Check, Group};
use super::exchange::Request;
use super::expected_site::ExpectedSite;
use super::resource::Resource;
use crate::model::id::ConsultantId;

/// The state of a check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum State {
    /// The response is as expected.
    Passed,
    /// The response differs only in known deviations of the host, given by identifier.
    Known(Vec<String>),
    /// The response is not as expected.
    Failed(Vec<Reason>),
    /// The request was not sent, or the deadline passed before the response.
    NotSent,
}

/// A check and its state.
#[derive(Debug, Clone)]
pub struct Outcome {
    pub index: usize,
    pub name: String,
    pub group: Group,
    pub state: State,
    pub request: Request,
    /// The path of the expected file.
    pub(super) file: Option<String>,
    /// Whether the identifier of an inactive consultant was removed.
    pub(super) is_anonymous: bool,
}

impl Outcome {
    pub(super) fn new(index: usize, check: &Check, state: State) -> Self {
        let mut files = check.expected.iter().filter_map(|response| response.body.file());
        Self {
            index,
            name: check.name.clone(),
            group: check.group,
            state,
            request: check.request.clone(),
            file: files.next().map(str::to_owned),
            is_anonymous: false,
        }
    }

    /// Returns the reasons if the check failed.
    pub(super) fn reasons(&self) -> &[Reason] {
        match &self.state {
            State::Failed(reasons) => reasons,
            State::Passed | State::Known(_) | State::NotSent => &[],
        }
    }

    /// Returns the consultant whose document is requested.
    pub(super) fn consultant(&self) -> Option<ConsultantId> {
        Resource::at(&self.request.target).consultant()
    }

    /// Returns the active consultant whose document the check has seen.
    pub(super) fn seen<'a>(&self, site: &'a ExpectedSite) -> Option<&'a ConsultantId> {
        let mut reasons = self.reasons().iter();
        let is_seen = self.state != State::NotSent
            && self.request.path().starts_with("/api/")
            && reasons.all(|reason| reason.cause.shows_document());
        let id = self.consultant().filter(|_| is_seen)?;
        site.compiled.entries.get(id.as_str()).map(|consultant| &consultant.id)
    }

    /// Removes the identifier of an inactive consultant, which must not be in a report, unless the
    /// consultant is still public.
    pub(super) fn anonymize(&mut self, site: &ExpectedSite) {
        use Cause::{InFormerDeploy, StillCached, StillPublished};
        let is_public =
            |reason: &Reason| matches!(reason.cause, StillPublished | StillCached | InFormerDeploy);
        let Some(id) = self.consultant() else { return };
        let Ok(index) = site.compiled.inactive.binary_search(&id) else { return };
        if self.reasons().iter().any(is_public) {
            return;
        }
        self.is_anonymous = true;
        let anonym = format!("(inactive {})", index + 1);
        for text in [&mut self.name, &mut self.request.target] {
            *text = replace_word(text, id.as_str(), &anonym);
        }
    }
}

/// Replaces an identifier wherever it is not a part of another one.
fn replace_word(text: &str, id: &str, replacement: &str) -> String {
    let is_part = |letter: char| matches!(letter, 'a'..='z' | '0'..='9' | '-');
    let mut replaced = String::new();
    let mut rest = text;
    while let Some(start) = rest.find(id) {
        let (before, after) = (&rest[..start], &rest[start + id.len()..]);
        let is_longer = before.ends_with(is_part) || after.starts_with(is_part);
        replaced.push_str(before);
        replaced.push_str(if is_longer { id } else { replacement });
        rest = after;
    }
    replaced + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replaces_whole_identifiers() {
        let replaced = |text| replace_word(text, "a", "(b)");
        assert_eq!(replaced("photo of a with x=a"), "photo of (b) with x=(b)");
        assert_eq!(replaced("/api/photo/a.jpg, A"), "/api/photo/(b).jpg, A");
        assert_eq!(replaced("anna-a a-b"), "anna-a a-b");
    }
}
