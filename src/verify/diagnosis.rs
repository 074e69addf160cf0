//! The diagnosis: from the differences of a response to their causes. A cause that explains all
//! differences is reported alone.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;
use std::time::Instant;

use rayon::prelude::*;

use super::cause::{Cause, Fact, Reason};
use super::client::Client;
use super::content_coding::decode;
use super::difference::{BodyProblem, Difference, HeaderProblem};
use super::document_diff;
use super::evaluation::Evaluation;
use super::exchange::{Request, Response};
use super::expected_response::Status;
use super::expected_site::ExpectedSite;
use super::intermediary;
use super::limits::{max_length, shortened};
use super::photo_metadata;
use super::redaction::Redactor;
use super::resource::{Document, Resource};
use super::test_plan::TestPlan;
use crate::digest::Digest;
use crate::entry::FileKind;
use crate::model::id::ConsultantId;

/// Below it are the internal files of the host.
const INTERNAL: &str = "/_internal";
/// Files of a project that are not published.
const SOURCES: [&str; 4] = ["/.git/config", "/.env", "/site.yaml", "/content/site.yaml"];

/// How many photos are rendered at most to find the owner of one.
const MAX_PHOTOS: usize = 2_000;

/// Diagnoses the failures of one site.
pub(super) struct Diagnosis<'a> {
    site: &'a ExpectedSite,
    redactor: &'a Redactor,
    /// The inactive and withdrawn consultants.
    unpublished: BTreeSet<ConsultantId>,
    /// The response to a path that does not exist, if it is a success.
    catch_all: Option<Response>,
    /// The active consultants by the digest of their published photo. All photos are rendered when
    /// the first owner is searched for, but none after the deadline.
    photo_owners: OnceLock<BTreeMap<Digest, &'a ConsultantId>>,
    deadline: Instant,
}

impl<'a> Diagnosis<'a> {
    /// Creates a diagnosis with the response to a path that does not exist.
    pub(super) fn new(plan: &TestPlan<'a>, client: &'a Client, unknown: Option<Response>) -> Self {
        let inactive = plan.site.compiled.inactive.iter();
        Self {
            site: plan.site,
            redactor: &client.redactor,
            unpublished: inactive.chain(&plan.withdrawn).cloned().collect(),
            catch_all: unknown.filter(Response::is_success),
            photo_owners: OnceLock::new(),
            deadline: client.deadline,
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
            Err(error) => {
                let difference = Difference::NoResponse(error.clone());
                return vec![Cause::Difference(difference).reason()];
            }
        };
        // The first cause that explains everything is the only one.
        let intermediary = || intermediary::cause(request, response, self.redactor);
        let catch_all = || self.is_catch_all(request, response).then_some(Cause::CatchAll);
        let whole =
            || differences.iter().find_map(|difference| self.whole(request, response, difference));
        let only = intermediary().or_else(catch_all).map(Cause::reason).or_else(whole);
        if let Some(reason) = only {
            return vec![reason];
        }
        use BodyProblem::{OtherFile, TooLong};
        let is_other =
            |other: &Difference| matches!(other, Difference::Body(OtherFile(_) | TooLong(_)));
        let has_other_content = differences.iter().any(is_other);
        // Another document has another tag and another length.
        let causes = differences.iter().filter(|one| !(has_other_content && one.follows_content()));
        let reasons = causes.map(|difference| self.part(request, response, difference));
        let mut reasons: Vec<Reason> = reasons.collect();
        // Another kind of document has another schema.
        let is_other_kind =
            |reason: &Reason| matches!(reason.cause, Cause::OtherFormat | Cause::OtherConsultant);
        if reasons.iter().any(is_other_kind) {
            reasons
                .retain(|reason| !matches!(reason.cause, Cause::Difference(Difference::Body(_))));
        }
        reasons
    }

    /// Returns the cause of a difference that explains all others.
    fn whole(
        &self,
        request: &Request,
        response: &Response,
        difference: &Difference,
    ) -> Option<Reason> {
        let is_page = response.status == 404 && intermediary::is_html(response);
        match difference {
            Difference::Status { expected, got } => {
                let reason = match (expected, got) {
                    (Status::Is(404), 200..300) => self.unexpected(request, response),
                    (Status::Is(200 | 206 | 304), 404 | 410) => Some(missing(request)),
                    _ => None,
                };
                reason.or_else(|| Some(Cause::Difference(difference.clone()).reason()))
            }
            Difference::Body(_) if is_page => Some(Cause::HtmlNotFound.reason()),
            Difference::Header { name, .. } if is_page && name == "content-type" => {
                Some(Cause::HtmlNotFound.reason())
            }
            _ => None,
        }
    }

    /// Returns the cause of a single difference.
    fn part(&self, request: &Request, response: &Response, difference: &Difference) -> Reason {
        if let Difference::Body(BodyProblem::OtherFile(path)) = difference {
            return self.other_file(request, response, path);
        }
        let mut difference = difference.clone();
        let hide = |text: &mut String| *text = shortened(&self.redactor.redact(text)).into_owned();
        match &mut difference {
            Difference::Header {
                problem: HeaderProblem::Value { got, .. } | HeaderProblem::NotAccepted(got),
                ..
            } => hide(got),
            Difference::Body(BodyProblem::ViolatesSchema(keywords)) => {
                keywords.iter_mut().for_each(|violated| hide(&mut violated.pointer));
            }
            _ => {}
        }
        Cause::Difference(difference).reason()
    }

    /// Returns whether the response is the page that the server sends for every path.
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
    fn unexpected(&self, request: &Request, response: &Response) -> Option<Reason> {
        let resource = &Resource::at(&request.target);
        let path = request.path();
        let is_page = intermediary::is_html(response);
        let is_internal = path.starts_with(INTERNAL);
        let status = Fact::Status(response.status);
        let active = &self.site.compiled.entries;
        let has_no_photo =
            |id: &ConsultantId| active.get(id.as_str()).is_some_and(|one| one.photo.is_none());
        match resource {
            // A page counts, too, unless the server sends the same page for every path.
            Resource::Consultant(id, document)
                if self.unpublished.contains(id)
                    && !(is_page && (is_internal || self.catch_all.is_some())) =>
            {
                let fact = match is_internal {
                    true => Fact::Path(path.to_owned()),
                    false => Fact::Document(*document),
                };
                Some(Cause::StillPublished.about(resource, fact))
            }
            Resource::Consultant(id, Document::Photo)
                if !is_internal && intermediary::is_image(response) && has_no_photo(id) =>
            {
                Some(Cause::PhotoStillPublished.about(resource, Fact::Path(path.to_owned())))
            }
            _ if is_page => Some(Cause::CatchAll.reason()),
            Resource::Path(path) if SOURCES.contains(&&**path) => {
                Some(Cause::PublicSources.about(resource, status))
            }
            _ if is_internal => {
                Some(Cause::PublicInternalFile.about(&Resource::Path(path.to_owned()), status))
            }
            _ => None,
        }
    }

    /// Returns the cause of another body than the published file at `path`.
    fn other_file(&self, request: &Request, response: &Response, path: &str) -> Reason {
        let Ok(local) = self.site.file(path) else { return Cause::OtherContent.reason() };
        let Ok(deployed) = decode(response, max_length(local.len())) else {
            return Cause::Difference(Difference::Body(BodyProblem::Other)).reason();
        };
        let files = || document_diff::files(&deployed, &local);
        let (cause, fact) = match path.rsplit('.').next() {
            Some(extension) if extension != "html" && intermediary::is_html(response) => {
                (Cause::OtherContent, Fact::HtmlPage)
            }
            Some("jpg" | "png") if let Some(metadata) = photo_metadata::find(&deployed) => {
                (Cause::PhotoMetadata(metadata), Fact::Files(files()))
            }
            Some("jpg" | "png") => {
                let owner = self.photo_owner(&deployed).cloned().map(Fact::PhotoOf);
                (Cause::OtherPhoto, owner.unwrap_or_else(|| Fact::UnknownPhoto(files())))
            }
            Some("html" | "txt") => (Cause::OtherContent, Fact::Files(files())),
            _ => document_diff::diff(&deployed, &local, Document::of_file(path)),
        };
        match fact {
            // The server may have echoed a secret as the identifier.
            Fact::ProfileOf(id) if self.redactor.reveals(id.as_str()) => cause.reason(),
            fact => cause.about(&Resource::at(&request.target), fact),
        }
    }

    /// Returns the consultant with this published photo.
    fn photo_owner(&self, photo: &[u8]) -> Option<&'a ConsultantId> {
        let owners = self.photo_owners.get_or_init(|| {
            let entries = self.site.compiled.entries.iter();
            let photos = entries.filter_map(|entry| Some((&entry.id, entry.photo?.format)));
            let photos: Vec<_> = photos.take(MAX_PHOTOS).collect();
            let owners = photos.into_par_iter().filter_map(|(id, format)| {
                let is_in_time = Instant::now() < self.deadline;
                let file = is_in_time.then(|| self.site.file(&FileKind::Photo(format).file(id)))?;
                // `vitae check` reports photos that cannot be rendered.
                Some((Digest::of(&file.ok()?), id))
            });
            owners.collect()
        });
        owners.get(&Digest::of(photo)).copied()
    }
}

fn missing(request: &Request) -> Reason {
    let resource = Resource::at(&request.target);
    let (cause, fact) = match &resource {
        Resource::Consultant(_, Document::Photo) => (Cause::MissingPhoto, Fact::Status(404)),
        Resource::Consultant(_, document) => (Cause::MissingConsultant, Fact::Document(*document)),
        Resource::Path(_) => (Cause::MissingDocument, Fact::Status(404)),
    };
    cause.about(&resource, fact)
}
