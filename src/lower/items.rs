//! Converts the items of a profile's lists: languages, certifications, work and education. Each
//! document is destructured completely, so that a new field does not compile until it is handled.

use super::values::{ValueParser, list, text, texts};
use crate::diagnostic_code::diagnostic_codes;
use crate::document::profile_items::{
    CertificationDocument, EducationDocument, LanguageDocument, LanguageExtraDocument, WorkDocument,
};
use crate::document::reserved_keys::{self, CONTRACTOR, means_contract};
use crate::model::profile::{Certification, Education, Language, Work};
use crate::yaml::deserialize::Spanned;

diagnostic_codes! {
    warning INCOMPLETE_ITEM = "incomplete-item";
    error EMPLOYMENT_TYPE = "employment-type";
}

pub(super) fn language(
    document: LanguageDocument,
    values: &mut ValueParser<'_>,
) -> Option<Language> {
    let LanguageDocument { name, level, extra } = document;
    let level = level.0.and_then(|word| values.word(word));
    let LanguageExtraDocument { fluency, others } = extra;
    let fluency = text(fluency).map(|fluency| ("fluency".to_owned(), fluency.into()));
    Some(Language { name: text(name)?, level, extra: fluency.into_iter().chain(others).collect() })
}

pub(super) fn certification(
    document: Spanned<CertificationDocument>,
    values: &mut ValueParser<'_>,
) -> Certification {
    let CertificationDocument { name, issuer, date, expires, credential_id, url, extra } =
        document.value;
    if name.0.is_none() {
        let message = "this certification has no `name`";
        values.report(&INCOMPLETE_ITEM, &document.span, message, "add `name`");
    }
    let (date, expires) = values.period(date, expires);
    Certification {
        name: text(name),
        issuer: text(issuer),
        date,
        expires,
        credential_id: text(credential_id),
        url: values.url(url),
        extra,
    }
}

/// The list that a work item belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum WorkList {
    Employment,
    Contracts,
}

pub(super) fn works(
    documents: Vec<Spanned<WorkDocument>>,
    work_list: WorkList,
    values: &mut ValueParser<'_>,
) -> Vec<Work> {
    let work = |document: Spanned<WorkDocument>| {
        check_employment_type(&document, work_list, values);
        work(document, values)
    };
    list(documents.into_iter().map(work))
}

/// Reports an `employmentType` that contradicts the list of the item.
fn check_employment_type(
    document: &Spanned<WorkDocument>,
    work_list: WorkList,
    values: &mut ValueParser<'_>,
) {
    let Some(employment_type) = document.value.extra.get(reserved_keys::EMPLOYMENT_TYPE) else {
        return;
    };
    let is_contract = employment_type.as_str().is_some_and(means_contract);
    let (message, hint) = match work_list {
        WorkList::Contracts => (
            format!("`employmentType` is always {CONTRACTOR} in `contracts`"),
            "remove `employmentType`, or move the item to `employment`",
        ),
        WorkList::Employment if is_contract => (
            format!("the `employmentType` {employment_type} means a contract"),
            "remove `employmentType`, and move the item to `contracts`",
        ),
        WorkList::Employment => return,
    };
    values.report(&EMPLOYMENT_TYPE, &document.span, message, hint);
}

fn work(document: Spanned<WorkDocument>, values: &mut ValueParser<'_>) -> Work {
    let WorkDocument {
        organization,
        role,
        location,
        url,
        start_date,
        end_date,
        description,
        summary,
        technologies,
        key_results,
        extra,
    } = document.value;
    if organization.0.is_none() && role.0.is_none() {
        let message = "this item has neither `organization` nor `role`";
        let hint = "add one of them, so that readers know what the item is";
        values.report(&INCOMPLETE_ITEM, &document.span, message, hint);
    }
    let (start_date, end_date) = values.period(start_date, end_date);
    Work {
        organization: text(organization),
        role: text(role),
        location: text(location),
        url: values.url(url),
        start_date,
        end_date,
        description: text(description),
        summary: text(summary),
        technologies: texts(technologies),
        key_results: texts(key_results),
        extra,
    }
}

pub(super) fn education(
    document: Spanned<EducationDocument>,
    values: &mut ValueParser<'_>,
) -> Education {
    let EducationDocument {
        institution,
        url,
        area,
        study_type,
        start_date,
        end_date,
        score,
        courses,
        extra,
    } = document.value;
    if institution.0.is_none() && area.0.is_none() {
        let message = "this item has neither `institution` nor `area`";
        let hint = "add one of them, so that readers know what the item is";
        values.report(&INCOMPLETE_ITEM, &document.span, message, hint);
    }
    let (start_date, end_date) = values.period(start_date, end_date);
    Education {
        institution: text(institution),
        url: values.url(url),
        area: text(area),
        study_type: text(study_type),
        start_date,
        end_date,
        score: text(score),
        courses: texts(courses),
        extra,
    }
}
