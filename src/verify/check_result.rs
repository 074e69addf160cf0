//! The results of checks.

use super::check::{Check, Group};
use super::difference::Difference;
use super::evaluation::Verdict;
use super::exchange::Request;
use super::failure_cause::FailureCause;
use super::resource::Resource;
use crate::model::id::ConsultantId;

/// A check and its result.
#[derive(Debug, Clone)]
#[expect(missing_docs, reason = "fields are named after what they mean")]
pub struct CheckResult {
    pub index: usize,
    pub name: String,
    pub group: Group,
    pub request: Request,
    /// `None` if the request was not sent, or the deadline passed before the response.
    pub verdict: Option<Verdict>,
    /// The cause of the failure, if it is known.
    pub cause: Option<FailureCause>,
    /// The target of the expected document, or of the request if no document is expected.
    pub(super) target: String,
}

impl CheckResult {
    pub(super) fn new(
        index: usize,
        check: &Check,
        verdict: Option<Verdict>,
        cause: Option<FailureCause>,
    ) -> Self {
        let (name, group, request) = (check.name.clone(), check.group, check.request.clone());
        Self { index, name, group, request, verdict, cause, target: check.target() }
    }

    /// Returns the differences if the check failed.
    pub fn differences(&self) -> &[Difference] {
        match &self.verdict {
            Some(Verdict::Failed(differences)) => differences,
            Some(Verdict::Passed | Verdict::Known(_)) | None => &[],
        }
    }

    /// Returns the codes of the findings about a failure, the cause's first.
    pub fn codes(&self) -> Vec<&'static str> {
        let of_cause = self.cause.map(FailureCause::code);
        let is_independent =
            |other: &&Difference| !self.cause.is_some_and(|cause| other.follows_from(cause));
        let others = self.differences().iter().filter(is_independent).map(Difference::code);
        let mut codes: Vec<_> = of_cause.into_iter().chain(others).collect();
        codes.dedup();
        codes
    }

    /// Returns the document that is expected or requested.
    pub(super) fn resource(&self) -> Resource {
        Resource::at(&self.target)
    }

    /// Returns whether the request is that of a client which reads the document.
    pub(super) fn is_plain(&self) -> bool {
        self.request == Request::get(&self.target)
    }

    /// Returns whether the check is the plain request of a published document.
    pub(super) fn is_document(&self) -> bool {
        use Group::{Discovery, Documents, JsonResume, Photo, Profile};
        matches!(self.group, Profile | JsonResume | Photo | Documents | Discovery)
            && self.is_plain()
    }

    /// Returns whether the expected document arrived, possibly with wrong headers.
    pub(super) fn has_content(&self) -> bool {
        let is_header = |one: &Difference| matches!(one, Difference::Header { .. });
        self.verdict.is_some() && self.differences().iter().all(is_header)
    }

    /// Removes the identifiers of consultants who are inactive or deleted (the `state`), which must not be in a report,
    /// unless this one is still public.
    pub(super) fn anonymize(&mut self, ids: &[ConsultantId], state: &str) {
        if !self.cause.is_some_and(FailureCause::is_publication) {
            for text in [&mut self.name, &mut self.request.target, &mut self.target] {
                *text = anonymized(text, ids, state);
            }
        }
    }
}

/// Replaces identifiers, which are sorted, wherever they are not a part of another one.
fn anonymized(text: &str, ids: &[ConsultantId], state: &str) -> String {
    let is_separator = |letter: char| !matches!(letter, 'a'..='z' | '0'..='9' | '-');
    let words = text.split_inclusive(is_separator).map(|part| {
        let word = part.trim_end_matches(is_separator);
        match ids.binary_search_by(|id| id.as_str().cmp(word)) {
            Ok(index) => format!("({state} {}){}", index + 1, &part[word.len()..]),
            Err(_) => part.to_owned(),
        }
    });
    words.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replaces_whole_identifiers() {
        let inactive = ["a", "b-c"].map(|id| ConsultantId::parse(id).expect("an identifier"));
        for (text, expected) in [
            ("photo of a with x=a", "photo of (inactive 1) with x=(inactive 1)"),
            ("/api/photo/a.jpg, A", "/api/photo/(inactive 1).jpg, A"),
            ("/api/x%2Fb-c%00", "/api/x%2F(inactive 2)%00"),
            ("anna-a a-b b", "anna-a a-b b"),
        ] {
            assert_eq!(anonymized(text, &inactive, "inactive"), expected);
        }
    }
}
