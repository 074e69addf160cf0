//! The results of checks.

use super::check::{Check, Group};
use super::difference::Difference;
use super::evaluation::Verdict;
use super::exchange::Request;
use super::expected_response::Status;
use super::failure_cause::FailureCause;
use super::resource::{DIRECTORIES, Resource};
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
    /// The expected status, if only one is right.
    pub(super) status: Option<u16>,
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
        let status = match check.expected.status {
            Status::Is(status) => Some(status),
            _ => None,
        };
        Self { index, name, group, request, verdict, cause, status, target: check.target() }
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
        let Some((id, _)) = Resource::at(&self.request.target).consultant else { return };
        if let Ok(index) = ids.binary_search(&id)
            && !self.cause.is_some_and(FailureCause::is_publication)
        {
            let state = format!("({state} {})", index + 1);
            for text in [&mut self.name, &mut self.request.target, &mut self.target] {
                *text = anonymized(text, &id, &state);
            }
        }
    }
}

/// Replaces an identifier where a target, or the name of a check, has that of its consultant.
fn anonymized(text: &str, id: &ConsultantId, replacement: &str) -> String {
    let places = DIRECTORIES.into_iter().chain([" of ", "withdrawn "]);
    places.fold(text.to_owned(), |mut text, place| {
        let is_end = |rest: &str| !rest.starts_with(|c| matches!(c, 'a'..='z' | '0'..='9' | '-'));
        if let Some(start) = text.rfind(&format!("{place}{id}")).map(|at| at + place.len())
            && is_end(&text[start + id.as_str().len()..])
        {
            text.replace_range(start..start + id.as_str().len(), replacement);
        }
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replaces_only_the_identifier_of_the_consultant() {
        for (id, text, expected) in [
            ("a", "HEAD of photo of a as gzip", "HEAD of photo of (x) as gzip"),
            ("profile", "HEAD of profile of profile", "HEAD of profile of (x)"),
            ("of", "profile of of as br", "profile of (x) as br"),
            ("api", "/api/consultant-public/api?x=api", "/api/consultant-public/(x)?x=api"),
            (
                "consultant-photo",
                "/api/consultant-photo/consultant-photo",
                "/api/consultant-photo/(x)",
            ),
            ("photo", "/_internal/photo/photo.jpg.gz", "/_internal/photo/(x).jpg.gz"),
            ("json", "/_internal/json-resume/json.json", "/_internal/json-resume/(x).json"),
            (
                "withdrawn",
                "withdrawn withdrawn: nothing at /api/consultant-public/withdrawn.gz",
                "withdrawn (x): nothing at /api/consultant-public/(x).gz",
            ),
            ("a", "profile of a-b", "profile of a-b"),
        ] {
            let id = ConsultantId::parse(id).expect("an identifier");
            assert_eq!(anonymized(text, &id, "(x)"), expected);
        }
    }
}
