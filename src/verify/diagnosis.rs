//! The diagnosis: which causes the failed checks have. A cause that is not certain is not reported.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::check::Check;
use super::check_result::CheckResult;
use super::client::SiteClient;
use super::content_coding::decode;
use super::difference::Difference;
use super::evaluation::Verdict;
use super::exchange::{Exchange, Request, Response, TransportError};
use super::expected_response::Status;
use super::failure_cause::FailureCause;
use super::limits::{max_length, parse_json};
use super::resource::{DocumentKind, Resource};
use super::response_kind::{is_challenge, is_document, is_html, is_image, is_page_with};
use super::test_plan::TestPlan;
use crate::entry::Entries;
use crate::model::id::ConsultantId;
use crate::render::{photo_path, profile_path};

/// The directory with the internal files of the host.
const INTERNAL: &str = "_internal";
/// Files of a project that are not published.
const SOURCES: [&str; 4] = ["/.git/config", "/.env", "/site.yaml", "/content/site.yaml"];

/// Headers that only the rules of a host set.
const OF_RULES: [&str; 3] =
    ["access-control-expose-headers", "cross-origin-resource-policy", "link"];

/// Diagnoses the failures of one site.
pub(super) struct Diagnosis<'a> {
    active: &'a Entries,
    /// A text on the page that the host sends while it has paused the site.
    paused_page: Option<&'a str>,
    /// The cause if another consultant is public.
    still_published: FailureCause,
    /// The responses to the profile and the photo of an unknown consultant, and to an unknown path outside of `/api`, if
    /// they are successes.
    catch_all: [Option<Response>; 3],
}

impl<'a> Diagnosis<'a> {
    /// Requests documents of an unknown consultant, and an unknown path, to compare other responses with them.
    ///
    /// # Errors
    /// Returns an error if the server responds to neither request: one of them may time out although the
    /// server responds to others.
    pub(super) fn new(plan: &TestPlan<'a>, client: &SiteClient) -> Result<Self, TransportError> {
        let unknown = plan.site.unknown_id();
        let received = [profile_path(&unknown), photo_path(&unknown)]
            .map(|target| client.exchange(&Request::get(target), max_length(0)));
        if let [Err(error), Err(other)] = &received
            && ![error, other].contains(&&TransportError::RateLimited)
        {
            return Err(error.clone());
        }
        let [profile, photo] = received.map(Result::ok);
        let other = client.exchange(&Request::get(format!("/{unknown}")), max_length(0)).ok();
        Ok(Self {
            active: &plan.site.compiled.entries,
            paused_page: plan.site.paused_page.as_deref(),
            still_published: match plan.is_former {
                true => FailureCause::FormerDeploy,
                false => FailureCause::StillPublished,
            },
            catch_all: [profile, photo, other]
                .map(|response| response.filter(Response::is_success)),
        })
    }

    /// Returns the cause of the differences of one response, as far as it shows the cause.
    pub(super) fn cause(
        &self,
        check: &Check,
        response: &Response,
        differences: &[Difference],
    ) -> Option<FailureCause> {
        let decoded;
        let response = match decode(response, max_length(0)) {
            Ok(Cow::Owned(body)) => {
                decoded = Response { body, ..response.clone() };
                &decoded
            }
            _ => response,
        };
        if self.paused_page.is_some_and(|text| is_page_with(text, response)) {
            return Some(FailureCause::Paused);
        }
        if let Some(cause) = in_front(response) {
            return Some(cause);
        }
        let request = &check.request;
        // Only a body shows the cause.
        if request.method == "HEAD" {
            return None;
        }
        let catch_all = self.catch_all(&request.target);
        // Of a long page, only the start was read.
        let is_same = |other: &Response| {
            response.body.iter().take(max_length(0)).eq(other.body.iter().take(max_length(0)))
        };
        let is_page = response.status == 404 && is_html(response);
        differences.iter().find_map(|difference| match difference {
            Difference::Status { .. } | Difference::Body { .. }
                if response.is_success() && catch_all.is_some_and(is_same) =>
            {
                Some(FailureCause::AnswersEverything)
            }
            Difference::Status { expected, got: 200..300, .. }
                if !expected.allows(200) && request.method == "GET" =>
            {
                self.unexpected(request, response, catch_all)
            }
            Difference::Status { expected: Status::Is(200), got: 404 | 410, .. } => {
                let target = check.target();
                (*request == Request::get(&target)).then(|| missing(&Resource::at(&target)))
            }
            Difference::Body { cause: Some(cause), .. } => Some(*cause),
            Difference::Body { .. } if is_page => Some(FailureCause::HtmlNotFound),
            Difference::Header { name, .. } if is_page && name == "content-type" => {
                Some(FailureCause::HtmlNotFound)
            }
            _ => None,
        })
    }

    /// Returns the catch-all response at paths like this one.
    fn catch_all(&self, target: &str) -> Option<&Response> {
        let [profile, photo, other] = &self.catch_all;
        let resource = Resource::at(target);
        let of_kind = match resource.consultant {
            Some((_, DocumentKind::Photo)) => photo.as_ref(),
            _ => profile.as_ref(),
        };
        match resource.is_of_interface() {
            true => of_kind,
            false => other.as_ref().or(of_kind),
        }
    }

    /// Returns the cause of a success at a path that should not exist.
    fn unexpected(
        &self,
        request: &Request,
        response: &Response,
        catch_all: Option<&Response>,
    ) -> Option<FailureCause> {
        let path = request.path();
        let (is_page, is_internal) = (is_html(response), path.contains(INTERNAL));
        let json = parse_json(&response.body, &[]).filter(is_document);
        let id = json.as_ref().and_then(|json| ConsultantId::parse(json.get("id")?.as_str()?));
        let has_no_photo =
            |id: &ConsultantId| self.active.get(id.as_str()).is_some_and(|one| one.photo.is_none());
        // If unknown consultants get a success, too, only a document proves that one is public.
        let has_document = json.is_some()
            || is_image(response) && !catch_all.is_some_and(is_image)
            || catch_all.is_none() && !(is_page && is_internal);
        let is_active = |id: &ConsultantId| self.active.get(id.as_str()).is_some();
        match Resource::at(&request.target).consultant {
            // Another consultant's profile exposes nothing.
            _ if id.as_ref().is_some_and(is_active) => None,
            _ if id.is_some() => Some(self.still_published),
            Some((id, _)) if has_document && !is_active(&id) => Some(self.still_published),
            Some((id, DocumentKind::Photo))
                if has_document && is_image(response) && has_no_photo(&id) =>
            {
                Some(FailureCause::PhotoStillPublished)
            }
            _ if let Some(other) = catch_all
                && (is_page || other.value("content-type") == response.value("content-type")) =>
            {
                Some(FailureCause::AnswersEverything)
            }
            _ if is_page => None,
            _ if SOURCES.contains(&path) => Some(FailureCause::PublicSources),
            _ if is_internal => Some(FailureCause::PublicInternalFile),
            _ => catch_all.map(|_| FailureCause::AnswersEverything),
        }
    }
}

/// Returns the cause if a response does not come from the site, but from something in front of it.
fn in_front(response: &Response) -> Option<FailureCause> {
    if is_challenge(response) {
        return Some(FailureCause::BotProtection);
    }
    match response.status {
        304 => None,
        300..=399 => Some(FailureCause::Redirect),
        401 | 407 => Some(FailureCause::Password),
        // The right status for a method that the server does not implement.
        501 => None,
        500.. => Some(FailureCause::ServerError),
        _ => None,
    }
}

fn missing(resource: &Resource) -> FailureCause {
    match resource.consultant {
        Some((_, DocumentKind::Photo)) => FailureCause::MissingPhoto,
        Some(_) => FailureCause::MissingConsultant,
        None => FailureCause::MissingDocument,
    }
}

/// The plain request of a document shows its cause. Failures of other requests have the same cause if
/// they have the same difference.
pub(super) fn apply_to_same_document(results: &mut [CheckResult]) {
    let mut of_plain: BTreeMap<String, (FailureCause, Vec<Difference>)> = BTreeMap::new();
    for result in results.iter().filter(|result| result.is_plain()) {
        if let Some(cause) = result.cause {
            let differences = result.differences().to_vec();
            of_plain.entry(result.target.clone()).or_insert((cause, differences));
        }
    }
    for result in results.iter_mut().filter(|result| result.cause.is_none()) {
        let Some((cause, differences)) = of_plain.get(&result.target) else { continue };
        let is_explained = |other: &Difference| {
            other.follows_from(*cause)
                && differences.iter().any(|difference| difference.is_like(other))
        };
        if result.differences().iter().any(is_explained) {
            result.cause = Some(*cause);
        }
    }
}

/// If the server sends documents of the site, but none with a header that only the rules set, it does not apply the
/// rules. This explains all failures that do not depend on the content.
pub(super) fn find_ignored_rules(results: &mut [CheckResult]) {
    let is_of_rules = |one: &&Difference| matches!(one, Difference::Header { name, .. } if OF_RULES.contains(&name.as_str()));
    let lacks_all = |result: &CheckResult| {
        result.differences().iter().filter(is_of_rules).count() == OF_RULES.len()
    };
    let is_of_api = |one: &&CheckResult| one.is_document() && one.target.starts_with("/api");
    let mut documents = results.iter().filter(is_of_api).filter(|one| one.has_content());
    if documents.clone().next().is_none() || !documents.all(lacks_all) {
        return;
    }
    use FailureCause::{HtmlNotFound, MissingPhoto, PublicInternalFile, QueryIgnored, Redirect};
    for result in results.iter_mut().filter(|result| !result.differences().is_empty()) {
        if matches!(
            result.cause,
            None | Some(HtmlNotFound | MissingPhoto | PublicInternalFile | QueryIgnored | Redirect)
        ) {
            result.cause = Some(FailureCause::RulesNotApplied);
        }
    }
}

/// If all documents of the interface arrived unchanged, a proxy or CDN changes its page or the rules
/// for crawlers.
pub(super) fn find_changes_in_front(results: &mut [CheckResult]) {
    let mut of_api =
        results.iter().filter(|one| one.is_document() && one.target.starts_with("/api"));
    if !of_api.all(CheckResult::has_content) {
        return;
    }
    let pages = results.iter_mut().filter(|one| ["/", "/robots.txt"].contains(&&*one.target));
    for result in pages.filter(|one| one.cause == Some(FailureCause::OtherContent)) {
        result.cause = Some(FailureCause::ChangedInFront);
    }
}

/// If the site itself still publishes a withdrawn consultant, documents without a date, or with the same one, are those of
/// an older build, too.
pub(super) fn find_older_build(results: &mut [CheckResult]) {
    let has = |cause| results.iter().any(|one| one.cause == Some(cause));
    if has(FailureCause::StillPublished) && !has(FailureCause::NewerVersion) {
        for result in results.iter_mut() {
            if result.cause == Some(FailureCause::OtherContent) {
                result.cause = Some(FailureCause::OlderVersion);
            }
        }
    }
}

/// If this is the site in another language, it has other documents.
pub(super) fn find_other_language(results: &mut [CheckResult]) {
    use FailureCause::{
        ChangedInFront, MissingConsultant, NewerVersion, OlderVersion, OtherContent, OtherLanguage,
    };
    for result in results {
        let is_of_content = match result.cause {
            None => result.differences().iter().any(|one| one.follows_from(OtherLanguage)),
            Some(cause) => matches!(
                cause,
                ChangedInFront | MissingConsultant | NewerVersion | OlderVersion | OtherContent
            ),
        };
        if is_of_content {
            result.cause = Some(OtherLanguage);
        }
    }
}

/// Distinguishes withdrawn consultants who are only in a cache from those who are still published: for
/// the former, all requests that bypass caches, with the word `nonce` in their query, get a 404.
pub(super) fn distinguish_caches(results: &mut [CheckResult], nonce: &str) {
    let consultant = |result: &CheckResult| result.resource().consultant.map(|(id, _)| id);
    let is_public = |result: &CheckResult| result.cause.is_some_and(FailureCause::is_publication);
    let mut is_removed = BTreeMap::new();
    for result in results.iter().filter(|result| result.request.query().ends_with(nonce)) {
        if is_public(result) || result.verdict == Some(Verdict::Passed) {
            *is_removed.entry(consultant(result)).or_insert(true) &= !is_public(result);
        }
    }
    for result in results.iter_mut().filter(|result| is_public(result)) {
        if is_removed.get(&consultant(result)) == Some(&true) {
            result.cause = Some(FailureCause::StillCached);
        }
    }
}
