//! A profile document becomes a profile. Each document is destructured completely: a new field
//! does not compile until it is handled here.

use super::attributes;
use super::values::{Values, inner, list, nullable, text, texts};
use crate::diagnostic::Span;
use crate::diagnostic_code::diagnostic_codes;
use crate::document::profile::{
    CardDocument, CertificationDocument, CompanyDocument, ContactDocument, EducationDocument,
    EngagementDocument, LanguageDocument, LanguageExtraDocument, LocationDocument,
    PersonalDocument, ProfileDocument, SkillsDocument, SummaryDocument, WorkDocument,
};
use crate::document::reserved_keys::{CONTRACTOR, means_contract};
use crate::model::country;
use crate::model::date::Timestamp;
use crate::model::id::ConsultantId;
use crate::model::profile::{
    CardOverrides, Certification, Education, Engagement, Language, Personal, Profile, Work,
};
use crate::yaml::deserialize::Spanned;

diagnostic_codes! {
    warning UNKNOWN_COUNTRY = "unknown-country";
    warning INCOMPLETE_ITEM = "incomplete-item";
    error EMPLOYMENT_TYPE = "employment-type";
}

/// A document's state and, if nothing it needs is missing, its profile.
pub(super) struct Lowered {
    /// `None` if the document does not say.
    pub(super) active: Option<bool>,
    /// Whether the document itself says when it last changed.
    pub(super) states_modified: bool,
    pub(super) profile: Option<Profile>,
}

/// Lowers the document of consultant `id`; `modified` tells when the file last changed, if the
/// document does not.
pub(super) fn lower(
    document: ProfileDocument,
    id: &ConsultantId,
    values: &mut Values<'_>,
    modified: Option<Timestamp>,
) -> Lowered {
    let ProfileDocument {
        active,
        name,
        title,
        bio_short,
        last_modified,
        personal: personal_document,
        engagement: engagement_document,
        summary,
        skills,
        certifications,
        employment,
        contracts,
        education,
        attributes: attributes_document,
        card: card_document,
        internal: _,
    } = document;
    let active = active.0.map(|active| active.value);
    let name = text(name);
    let SummaryDocument { short, full } = inner(summary);
    let SkillsDocument {
        categories,
        languages,
    } = inner(skills);
    let states_modified = last_modified.0.is_some();
    let last_modified = values.timestamp(last_modified).or(modified);
    let name_or_empty = name.clone().unwrap_or_default();
    let personal = personal(inner(personal_document), &name_or_empty, values);
    let engagement = engagement(inner(engagement_document), values);
    let categories = inner(categories).0.0.into_iter();
    let languages = languages.into_iter();
    let languages = list(languages.filter_map(|l| language(l.value, values)));
    let certifications = certifications.into_iter();
    let certifications = list(certifications.map(|c| certification(c, values)));
    let employment = works(employment, false, values);
    let contracts = works(contracts, true, values);
    let education = education.into_iter();
    let education = list(education.map(|e| self::education(e, values)));
    let attributes = attributes::lower(inner(attributes_document), values);
    let card = card(inner(card_document), values);
    let categories = list(categories.map(|(key, skills)| (key, texts(skills))));
    let profile = match (name, last_modified) {
        (Some(name), Some(last_modified)) => Some(Profile {
            id: id.clone(),
            name,
            title: nullable(title),
            bio_short: nullable(bio_short),
            last_modified,
            personal,
            engagement,
            summary_short: text(short),
            summary_full: text(full),
            categories,
            languages,
            certifications,
            employment,
            contracts,
            education,
            attributes,
            card,
        }),
        _ => None,
    };
    Lowered {
        active,
        states_modified,
        profile,
    }
}

fn personal(document: PersonalDocument, name: &str, values: &mut Values<'_>) -> Personal {
    let PersonalDocument {
        name: own_name,
        headline,
        location,
        company,
        contact,
    } = document;
    let LocationDocument {
        city,
        region,
        country,
    } = inner(location);
    let CompanyDocument {
        name: company_name,
        legal_name,
    } = inner(company);
    let ContactDocument {
        email,
        phone,
        linkedin,
        website,
    } = inner(contact);
    if let Some(country) = &country.0
        && country::code(&country.value.0).is_none()
    {
        let written = &country.value.0;
        let message = format!("`{written}` is no country's name or code");
        let hint = match country::did_you_mean(written) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => "JSON Resume names countries by code and will leave it out; write the name as in Sweden, or the code as in SE".to_owned(),
        };
        values.report(&UNKNOWN_COUNTRY, &country.span, message, hint);
    }
    Personal {
        name: text(own_name).unwrap_or_else(|| name.to_owned()),
        headline: text(headline),
        city: text(city),
        region: text(region),
        country: text(country),
        company_name: text(company_name),
        company_legal_name: text(legal_name),
        email: values.email(email),
        phone: text(phone),
        linkedin: values.url(linkedin),
        website: values.url(website),
    }
}

fn engagement(document: EngagementDocument, values: &mut Values<'_>) -> Engagement {
    let EngagementDocument {
        available_from,
        available_from_note,
        work_arrangements,
        f_skatt,
        pricing,
        pricing_note,
    } = document;
    Engagement {
        available_from: values.day(available_from),
        available_from_note: text(available_from_note),
        work_arrangements: work_arrangements
            .into_iter()
            .filter_map(|word| values.word(word))
            .collect(),
        f_skatt: f_skatt.0.map(|f_skatt| f_skatt.value),
        pricing: pricing.0.and_then(|word| values.word(word)),
        pricing_note: text(pricing_note),
    }
}

fn language(document: LanguageDocument, values: &mut Values<'_>) -> Option<Language> {
    let LanguageDocument { name, level, extra } = document;
    let level = level.0.and_then(|word| values.word(word));
    let LanguageExtraDocument { fluency, others } = extra;
    let fluency = text(fluency).map(|fluency| ("fluency".to_owned(), fluency.into()));
    Some(Language {
        name: text(name)?,
        level,
        extra: fluency.into_iter().chain(others).collect(),
    })
}

fn certification(
    document: Spanned<CertificationDocument>,
    values: &mut Values<'_>,
) -> Certification {
    let CertificationDocument {
        name,
        issuer,
        date,
        expires,
        credential_id,
        url,
        extra,
    } = document.value;
    if name.0.is_none() {
        incomplete(values, &document.span, "this certification has no `name`");
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

fn works(
    documents: Vec<Spanned<WorkDocument>>,
    contracts: bool,
    values: &mut Values<'_>,
) -> Vec<Work> {
    let work = |document: Spanned<WorkDocument>| {
        employment_type(&document, contracts, values);
        work(document, values)
    };
    list(documents.into_iter().map(work))
}

/// Tells an `employmentType` that contradicts the list an item stands in.
fn employment_type(document: &Spanned<WorkDocument>, contract: bool, values: &mut Values<'_>) {
    let Some(given) = document.value.extra.get("employmentType") else {
        return;
    };
    let (message, hint) = if contract {
        let message = format!("each item of `contracts` has the `employmentType` {CONTRACTOR}");
        (
            message,
            "remove `employmentType`, or move the item to `employment`",
        )
    } else if given.as_str().is_some_and(means_contract) {
        let message = format!("the `employmentType` {given} means a contract");
        (
            message,
            "remove `employmentType`, and move the item to `contracts`",
        )
    } else {
        return;
    };
    values.report(&EMPLOYMENT_TYPE, &document.span, message, hint);
}

fn work(document: Spanned<WorkDocument>, values: &mut Values<'_>) -> Work {
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
        incomplete(
            values,
            &document.span,
            "this item has neither `organization` nor `role`",
        );
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

fn education(document: Spanned<EducationDocument>, values: &mut Values<'_>) -> Education {
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
        incomplete(
            values,
            &document.span,
            "this item has neither `institution` nor `area`",
        );
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

fn card(document: CardDocument, values: &mut Values<'_>) -> CardOverrides {
    let CardDocument {
        name,
        headline,
        location,
        top_skills,
        available_from,
    } = document;
    CardOverrides {
        name: text(name),
        headline: text(headline),
        location: text(location),
        top_skills: top_skills.0.map(|skills| texts(skills.value)),
        available_from: values.day(available_from),
    }
}

fn incomplete(values: &mut Values<'_>, span: &Span, message: &str) {
    values.report(
        &INCOMPLETE_ITEM,
        span,
        message,
        "readers will not know what it is; add it",
    );
}
