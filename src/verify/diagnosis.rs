//! From what differs in an answer to why: the cause that explains most, and alone if it explains
//! all.

use std::collections::BTreeSet;

use super::cause::{Cause, Failed, OF_CONTENT};
use super::content_coding;
use super::difference::{Difference, is_tag};
use super::document_diff;
use super::exchange::{Request, Response, TransportError};
use super::expected_response::{Body, Field, Status};
use super::expected_site::ExpectedSite;
use super::intermediary;
use super::photo_owner::PhotoOwners;
use super::report::{Detail, Reason};
use super::subject::{Document, Subject};
use crate::model::id::ConsultantId;

/// What is known here about what there should be.
pub(super) struct Diagnosis<'a> {
    expectation: &'a ExpectedSite,
    /// Who is in the content and inactive, and who is said to be withdrawn.
    gone: BTreeSet<ConsultantId>,
    /// What is answered where nothing can be, if that is a success.
    anything: Option<Response>,
    /// Whose each photo is.
    owners: PhotoOwners<'a>,
}

impl<'a> Diagnosis<'a> {
    /// With those who are said to be `withdrawn`, and what the server answers to `anything`.
    pub(super) fn new(
        expectation: &'a ExpectedSite,
        withdrawn: &[ConsultantId],
        anything: Option<Response>,
    ) -> Self {
        let inactive = expectation.inactive().iter();
        Self {
            expectation,
            gone: inactive.chain(withdrawn).cloned().collect(),
            anything: anything.filter(is_success),
            owners: PhotoOwners::new(expectation.bundle()),
        }
    }

    /// Why an exchange is not as wanted.
    pub(super) fn reasons(
        &self,
        request: &Request,
        outcome: &Result<Response, TransportError>,
        differences: &[Difference],
    ) -> Vec<Reason> {
        let response = match outcome {
            Ok(response) => response,
            Err(failure) => return vec![plain(Cause::Unanswered(Failed::from(failure)))],
        };
        if let Some(cause) = intermediary::cause(request, response) {
            return vec![plain(cause)];
        }
        if self.is_anything(request, response) {
            return vec![plain(Cause::AnswersEverything)];
        }
        let subject = Subject::of(request.path(), request.query());
        let is_page = response.status == 404 && intermediary::is_html(response);
        // What explains all the rest: an answer of another status is another one in every way.
        let whole = differences.iter().find_map(|difference| match difference {
            Difference::Status { wanted, got } => {
                Some(self.other_status(request, response, &subject, (wanted, *got)))
            }
            Difference::Body { .. } if is_page => Some(plain(Cause::HtmlNotFound)),
            Difference::Field { name, .. } if is_page && name == "content-type" => {
                Some(plain(Cause::HtmlNotFound))
            }
            _ => None,
        });
        if let Some(reason) = whole {
            return vec![reason];
        }
        let has_other_content = differences.iter().any(|difference| {
            matches!(
                difference,
                Difference::Body {
                    wanted: Body::File(_),
                    ..
                }
            )
        });
        let reasons = differences
            .iter()
            .filter_map(|difference| match difference {
                Difference::NoAnswer { failure, .. } => {
                    Some(plain(Cause::Unanswered(Failed::from(failure))))
                }
                Difference::Status { .. } => None,
                // The content of another document has other tags and lengths.
                Difference::Field { name, .. }
                    if has_other_content && OF_CONTENT.contains(&name.as_str()) =>
                {
                    None
                }
                Difference::Field {
                    name,
                    wanted,
                    reference,
                    got,
                } => Some(plain(Cause::Field {
                    name: name.clone(),
                    problem: problem(wanted, reference.as_deref(), got),
                })),
                Difference::Coding(problem) => Some(plain(Cause::Field {
                    name: "content-encoding".to_owned(),
                    problem: problem.clone(),
                })),
                Difference::Shape(problem) => Some(plain(Cause::Body(problem.clone()))),
                Difference::Body { wanted, .. } => {
                    Some(self.other_body(response, wanted, &subject))
                }
            });
        let mut reasons: Vec<Reason> = reasons.collect();
        // A document of another kind has another schema.
        let is_other_kind =
            |reason: &Reason| matches!(reason.cause, Cause::OtherFormat | Cause::OtherConsultant);
        if reasons.iter().any(is_other_kind) {
            reasons.retain(|reason| !matches!(reason.cause, Cause::Body(_)));
        }
        reasons
    }

    /// Whether the answer is the one that everything gets.
    fn is_anything(&self, request: &Request, response: &Response) -> bool {
        let is_same = |anything: &Response| match request.method {
            "HEAD" => ["content-type", "content-length"]
                .iter()
                .all(|name| response.value(name) == anything.value(name)),
            _ => response.body == anything.body,
        };
        is_success(response) && self.anything.as_ref().is_some_and(is_same)
    }

    /// What a status explains.
    fn other_status(
        &self,
        request: &Request,
        response: &Response,
        subject: &Subject,
        (wanted, got): (&Status, u16),
    ) -> Reason {
        let reason = match (wanted, got) {
            (Status::Is(404), 200..300) => self.present(request, response, subject),
            (Status::Is(200 | 206 | 304), 404 | 410) => Some(missing(subject)),
            _ => None,
        };
        reason.unwrap_or_else(|| {
            plain(Cause::Status {
                wanted: wanted.to_string(),
                got,
            })
        })
    }

    /// What is answered although it is not to be there.
    fn present(&self, request: &Request, response: &Response, subject: &Subject) -> Option<Reason> {
        let is_page = intermediary::is_html(response);
        let is_internal = request.path().starts_with(INTERNAL);
        match subject {
            // Where nobody else is answered, even a page is theirs.
            Subject::Consultant(id, document)
                if self.gone.contains(id)
                    && !(is_page && (is_internal || self.anything.is_some())) =>
            {
                let at = match is_internal {
                    true => request.path(),
                    false => document.word(),
                };
                Some(about(Cause::StillThere, id, at))
            }
            Subject::Consultant(id, Document::Photo)
                if !is_internal && intermediary::is_image(response) && self.has_no_photo(id) =>
            {
                Some(about(Cause::PhotoStillThere, id, request.path()))
            }
            _ if is_page => Some(plain(Cause::AnswersEverything)),
            Subject::Path(path) if SOURCES.contains(&&**path) => {
                let status = format!("status {}", response.status);
                Some(about(Cause::Sources, path, status))
            }
            _ if is_internal => {
                let status = format!("status {}", response.status);
                Some(about(Cause::Exposed, request.path(), status))
            }
            _ => None,
        }
    }

    /// Whether it is somebody active who has no photo here.
    fn has_no_photo(&self, id: &ConsultantId) -> bool {
        let mut active = self.expectation.active().iter();
        active.any(|person| person.id == *id && person.photo.is_none())
    }

    /// What is answered in place of the wanted body.
    fn other_body(&self, response: &Response, wanted: &Body, subject: &Subject) -> Reason {
        let problem = match wanted {
            Body::File(path) => return self.other_file(response, path, subject),
            Body::Error => "no error in JSON",
            Body::ErrorOf(_) => "another error than for somebody unknown",
            Body::HeadOf(_) | Body::Empty => "there is one where there must be none",
            Body::Part(..) | Body::PartOfCoded(..) => "not the bytes that were asked for",
            Body::Text(_) | Body::Unknown => "another one",
        };
        plain(Cause::Body(problem.to_owned()))
    }

    fn other_file(&self, response: &Response, path: &str, subject: &Subject) -> Reason {
        let Ok(there) = content_coding::decoded(response) else {
            return plain(Cause::Body("not in the coding that it says".to_owned()));
        };
        let there = &*there;
        if intermediary::is_html(response) && !path.ends_with(".html") {
            return about(Cause::Other, subject, "a page for people");
        }
        let Ok(here) = self.expectation.file(path) else {
            return about(Cause::Other, subject, "it is not here");
        };
        if path.ends_with(".jpg") || path.ends_with(".png") {
            let text = match self.owners.of(there) {
                Some(owner) => format!("the photo of `{owner}`"),
                None => format!("nobody's here; {}", document_diff::digests(there, &here)),
            };
            return about(Cause::OtherPhoto, subject, text);
        }
        if path.ends_with(".html") || path.ends_with(".txt") {
            return about(Cause::Other, subject, document_diff::digests(there, &here));
        }
        let (cause, text) = document_diff::documents(there, &here);
        about(cause, subject, text)
    }
}

/// Below it lies what only the host reads.
const INTERNAL: &str = "/_internal";
/// What a project has beside what is published.
const SOURCES: [&str; 4] = ["/.git/config", "/.env", "/site.yaml", "/content/site.yaml"];

fn is_success(response: &Response) -> bool {
    (200..300).contains(&response.status)
}

fn missing(subject: &Subject) -> Reason {
    match subject {
        Subject::Consultant(id, Document::Photo) => about(Cause::MissingPhoto, id, "404"),
        Subject::Consultant(id, document) => about(Cause::MissingConsultant, id, document.word()),
        Subject::Path(path) => about(Cause::MissingDocument, path, "404"),
    }
}

fn plain(cause: Cause) -> Reason {
    Reason {
        cause,
        detail: None,
    }
}

fn about(cause: Cause, subject: impl ToString, text: impl Into<String>) -> Reason {
    Reason {
        cause,
        detail: Some(Detail {
            subject: subject.to_string(),
            text: text.into(),
        }),
    }
}

/// What is wrong with a field, without values that differ from answer to answer.
fn problem(wanted: &Field, reference: Option<&str>, got: &[String]) -> String {
    let is_list = matches!(wanted, Field::Lists(_) | Field::VaryIfCoded);
    let words = match wanted {
        // Its value may be one person's.
        Field::Nothing => "there must be none",
        _ if got.is_empty() => "missing",
        _ if got.len() > 1 && !is_list => "there more than once",
        Field::Tag | Field::TagOfCoding(_) | Field::OtherThan(_)
            if got.iter().any(|tag| !is_tag(tag)) =>
        {
            "no entity tag"
        }
        Field::Tag => "no entity tag",
        Field::TagOfCoding(_) => "the same for different content codings",
        Field::SameAs(_) => "another one than for the document itself",
        Field::OtherThan(_) if reference.is_none() => "missing in the other format",
        Field::OtherThan(_) => "the same for both formats",
        Field::RangeOf(..) | Field::RangeOfCoded(..) => "not the bytes that were asked for",
        Field::LengthOf(_) => "not the length of the document",
        Field::Is(_)
        | Field::MediaType(_)
        | Field::Utf8(_)
        | Field::Lists(_)
        | Field::VaryIfCoded
        | Field::NothingBut(_) => {
            let got: String = got.join(", ").chars().take(LONGEST).collect();
            return format!("`{got}` instead of {wanted}");
        }
    };
    words.to_owned()
}

/// So much of a field's value is shown, in characters.
const LONGEST: usize = 120;
