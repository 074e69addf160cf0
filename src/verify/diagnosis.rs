//! The diagnosis: from the differences of a response to their causes. A cause that explains all
//! differences is reported alone.

use std::collections::BTreeSet;

use super::cause::{BodyProblem, CONTENT_HEADERS, Cause, HeaderProblem, Reason};
use super::client::Client;
use super::comparison::Difference;
use super::content_coding::{CodingError, decode};
use super::document_diff;
use super::evaluation::Evaluation;
use super::exchange::{Request, Response};
use super::expected_response::{Body, Status};
use super::expected_site::ExpectedSite;
use super::fact::Fact;
use super::intermediary;
use super::limits::max_length;
use super::photo_owner::PhotoOwners;
use super::redaction::Redactor;
use super::resource::{Document, Resource};
use super::schema_conformance::SchemaViolation;
use super::test_plan::TestPlan;
use crate::model::id::ConsultantId;

/// Below it are the internal files of the host.
const INTERNAL: &str = "/_internal";
/// Files of a project that are not published.
const SOURCES: [&str; 4] = ["/.git/config", "/.env", "/site.yaml", "/content/site.yaml"];
/// How many characters of a header are reported.
const MAX_HEADER: usize = 120;

/// Diagnoses the failures of one site.
pub(super) struct Diagnosis<'a> {
    site: &'a ExpectedSite,
    redactor: &'a Redactor,
    /// The inactive and withdrawn consultants.
    unpublished: BTreeSet<ConsultantId>,
    /// The response to a path that does not exist, if it is a success.
    catch_all: Option<Response>,
    owners: PhotoOwners<'a>,
}

impl<'a> Diagnosis<'a> {
    /// Creates a diagnosis with the response to a path that does not exist.
    pub(super) fn new(plan: &TestPlan<'a>, client: &'a Client, unknown: Option<Response>) -> Self {
        let inactive = plan.site.inactive().iter();
        Self {
            site: plan.site,
            redactor: client.redactor(),
            unpublished: inactive.chain(&plan.withdrawn).cloned().collect(),
            catch_all: unknown.filter(Response::is_success),
            owners: PhotoOwners::new(plan.site.bundle(), client.deadline()),
        }
    }

    /// Returns the reasons why a check failed.
    pub(super) fn reasons(
        &self,
        evaluation: &Evaluation,
        differences: &[Difference],
    ) -> Vec<Reason> {
        let request = &evaluation.request;
        let response = match &evaluation.outcome {
            Ok(response) => response,
            Err(error) => return vec![Cause::NoResponse(error.clone()).reason()],
        };
        if let Some(cause) = intermediary::cause(request, response, self.redactor) {
            return vec![cause.reason()];
        }
        if self.is_catch_all(request, response) {
            return vec![Cause::CatchAll.reason()];
        }
        let resource = Resource::at(&request.target);
        let mut differences_of_whole = differences.iter();
        if let Some(reason) = differences_of_whole
            .find_map(|difference| self.whole(request, response, &resource, difference))
        {
            return vec![reason];
        }
        let has_other_content = differences.iter().any(|difference| match difference {
            Difference::Body(expected) => matches!(expected, Body::File(_)),
            Difference::TooLong(_) => true,
            _ => false,
        });
        let is_consequence = |difference: &Difference| match difference {
            // Another document has another tag and another length.
            Difference::Header { name, .. } => {
                has_other_content && CONTENT_HEADERS.contains(&name.as_str())
            }
            _ => false,
        };
        let mut reasons: Vec<Reason> = differences
            .iter()
            .filter(|difference| !is_consequence(difference))
            .filter_map(|difference| self.part(response, &resource, difference))
            .collect();
        // Another kind of document has another schema.
        let is_other_kind =
            |reason: &Reason| matches!(reason.cause, Cause::OtherFormat | Cause::OtherConsultant);
        if reasons.iter().any(is_other_kind) {
            reasons.retain(|reason| !matches!(reason.cause, Cause::Body(_)));
        }
        reasons
    }

    /// Returns the cause of a difference that explains all others.
    fn whole(
        &self,
        request: &Request,
        response: &Response,
        resource: &Resource,
        difference: &Difference,
    ) -> Option<Reason> {
        let is_page = response.status == 404 && intermediary::is_html(response);
        match difference {
            Difference::Status { expected, got } => {
                let reason = match (expected, got) {
                    (Status::Is(404), 200..300) => self.unexpected(request, response, resource),
                    (Status::Is(200 | 206 | 304), 404 | 410) => Some(missing(resource)),
                    _ => None,
                };
                let (expected, got) = (expected.clone(), *got);
                Some(reason.unwrap_or_else(|| Cause::Status { expected, got }.reason()))
            }
            Difference::Body(_) if is_page => Some(Cause::HtmlNotFound.reason()),
            Difference::Header { name, .. } if is_page && name == "content-type" => {
                Some(Cause::HtmlNotFound.reason())
            }
            _ => None,
        }
    }

    /// Returns the cause of a difference that explains itself only.
    fn part(
        &self,
        response: &Response,
        resource: &Resource,
        difference: &Difference,
    ) -> Option<Reason> {
        let cause = match difference {
            // A reason of its own has been returned for it.
            Difference::Status { .. } => return None,
            Difference::NoResponse(error) => Cause::NoResponse(error.clone()),
            Difference::Header { name, problem, .. } => {
                Cause::Header { name: name.clone(), problem: self.printable(problem) }
            }
            Difference::Coding(error) => Cause::Header {
                name: "content-encoding".to_owned(),
                problem: HeaderProblem::Coding(match error {
                    CodingError::NotAccepted(coding) => {
                        CodingError::NotAccepted(self.shortened(coding))
                    }
                    other => other.clone(),
                }),
            },
            Difference::TooLong(limit) => Cause::Body(BodyProblem::TooLong(*limit)),
            Difference::Schema(violation) => {
                let mut violation = violation.clone();
                if let SchemaViolation::Invalid(keywords) = &mut violation {
                    for violated in keywords {
                        violated.pointer = self.shortened(&violated.pointer);
                    }
                }
                Cause::Body(BodyProblem::Schema(violation))
            }
            Difference::Body(expected) => Cause::Body(match expected {
                Body::File(path) => return Some(self.other_file(response, path, resource)),
                Body::Error => BodyProblem::NotError,
                Body::SameErrorAs(_) => BodyProblem::OtherError,
                Body::HeadOf(_) | Body::Empty => BodyProblem::Unexpected,
                Body::Part(..) => BodyProblem::WrongRange,
                Body::Text(_) | Body::Any => BodyProblem::Other,
            }),
        };
        Some(cause.reason())
    }

    /// Removes secrets from the value of a header, and shortens it.
    fn printable(&self, problem: &HeaderProblem) -> HeaderProblem {
        match problem {
            HeaderProblem::Value { got, expected } => {
                HeaderProblem::Value { got: self.shortened(got), expected: expected.clone() }
            }
            other => other.clone(),
        }
    }

    fn shortened(&self, text: &str) -> String {
        self.redactor.redact(text).chars().take(MAX_HEADER).collect()
    }

    /// Returns whether a response is the one to every path.
    fn is_catch_all(&self, request: &Request, response: &Response) -> bool {
        let is_same = |catch_all: &Response| match request.method {
            "HEAD" => ["content-type", "content-length"]
                .iter()
                .all(|name| response.value(name) == catch_all.value(name)),
            // Of a long page, only the start was read.
            _ if catch_all.is_truncated => response.body.starts_with(&catch_all.body),
            _ => response.body == catch_all.body,
        };
        response.is_success() && self.catch_all.as_ref().is_some_and(is_same)
    }

    /// Returns the cause of a success at a path that should not exist.
    fn unexpected(
        &self,
        request: &Request,
        response: &Response,
        resource: &Resource,
    ) -> Option<Reason> {
        let is_page = intermediary::is_html(response);
        let is_internal = request.path().starts_with(INTERNAL);
        let status = Fact::Status(response.status);
        match resource {
            // Unless every path gets a page, even a page is about the consultant.
            Resource::Consultant(id, document)
                if self.unpublished.contains(id)
                    && !(is_page && (is_internal || self.catch_all.is_some())) =>
            {
                let fact = match is_internal {
                    true => Fact::Path(request.path().to_owned()),
                    false => Fact::Document(*document),
                };
                Some(Cause::StillPublished.about(id, fact))
            }
            Resource::Consultant(id, Document::Photo)
                if !is_internal && intermediary::is_image(response) && self.has_no_photo(id) =>
            {
                let fact = Fact::Path(request.path().to_owned());
                Some(Cause::PhotoStillPublished.about(id, fact))
            }
            _ if is_page => Some(Cause::CatchAll.reason()),
            Resource::Path(path) if SOURCES.contains(&&**path) => {
                Some(Cause::PublicSources.about(&**path, status))
            }
            _ if is_internal => Some(Cause::PublicInternalFile.about(request.path(), status)),
            _ => None,
        }
    }

    fn has_no_photo(&self, id: &ConsultantId) -> bool {
        let consultant = self.site.find_active(id);
        consultant.is_some_and(|consultant| consultant.photo.is_none())
    }

    /// Returns the cause of another body than the published file at `path`.
    fn other_file(&self, response: &Response, path: &str, resource: &Resource) -> Reason {
        let Ok(local) = self.site.file(path) else {
            return Cause::OtherContent.reason();
        };
        let Ok(deployed) = decode(response, max_length(local.len())) else {
            return Cause::Body(BodyProblem::Other).reason();
        };
        if intermediary::is_html(response) && !path.ends_with(".html") {
            return Cause::OtherContent.about(resource, Fact::HtmlPage);
        }
        if path.ends_with(".jpg") || path.ends_with(".png") {
            let fact = match self.owners.of(&deployed) {
                Some(owner) => Fact::PhotoOf(owner.clone()),
                None => Fact::UnknownPhoto(document_diff::files(&deployed, &local)),
            };
            return Cause::OtherPhoto.about(resource, fact);
        }
        if path.ends_with(".html") || path.ends_with(".txt") {
            let fact = Fact::Files(document_diff::files(&deployed, &local));
            return Cause::OtherContent.about(resource, fact);
        }
        match document_diff::diff(&deployed, &local) {
            // The server may have echoed a secret as the identifier.
            (cause, Fact::ProfileOf(id)) if self.redactor.reveals(id.as_str()) => cause.reason(),
            (cause, fact) => cause.about(resource, fact),
        }
    }
}

fn missing(resource: &Resource) -> Reason {
    match resource {
        Resource::Consultant(id, Document::Photo) => {
            Cause::MissingPhoto.about(id, Fact::Status(404))
        }
        Resource::Consultant(id, document) => {
            Cause::MissingConsultant.about(id, Fact::Document(*document))
        }
        Resource::Path(path) => Cause::MissingDocument.about(&**path, Fact::Status(404)),
    }
}
