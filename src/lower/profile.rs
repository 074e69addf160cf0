//! Converts a profile document to a profile. Each document is destructured completely, so that a
//! new field does not compile until it is handled.

use super::attributes::IntoObject as _;
use super::items::{self, WorkList};
use super::values::{ValueParser, inner, list, nullable, text, texts};
use crate::diagnostic_code::diagnostic_codes;
use crate::document::profile::{
    CardDocument, CompanyDocument, ContactDocument, EngagementDocument, LocationDocument,
    PersonalDocument, ProfileDocument, SkillsDocument, SummaryDocument,
};
use crate::model::country;
use crate::model::date::Timestamp;
use crate::model::id::ConsultantId;
use crate::model::profile::{
    CardOverrides, Company, Contact, Engagement, Location, Personal, Profile, Summary,
};

diagnostic_codes! {
    warning UNKNOWN_COUNTRY = "unknown-country";
    warning MISSING_COUNTRY_CODE = "missing-country-code";
}

/// The result of lowering a profile document.
pub(super) struct LoweredProfile {
    /// The value of `active`; `None` if it is missing or invalid.
    pub(super) active: Option<bool>,
    /// Whether the document has a `last_modified`.
    pub(super) sets_last_modified: bool,
    /// `None` if the document lacks a required field.
    pub(super) profile: Option<Profile>,
}

/// Converts the document of consultant `id`. `modified` is the last-modified date of the files, for
/// documents that do not set it.
pub(super) fn lower(
    document: ProfileDocument,
    id: &ConsultantId,
    values: &mut ValueParser<'_>,
    modified: Option<Timestamp>,
) -> LoweredProfile {
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
        attributes,
        card: card_document,
        internal: _,
    } = document;
    let name = text(name);
    let SummaryDocument { short, full } = inner(summary);
    let SkillsDocument { categories, languages } = inner(skills);
    let sets_last_modified = last_modified.0.is_some();
    let last_modified = values.timestamp(last_modified).or(modified);
    // These report their problems even if the profile is incomplete.
    let personal = personal(inner(personal_document), name.as_deref(), values);
    let engagement = engagement(inner(engagement_document), values);
    let languages = list(languages.into_iter().filter_map(|l| items::language(l.value, values)));
    let certifications = list(certifications.into_iter().map(|c| items::certification(c, values)));
    let employment = items::works(employment, WorkList::Employment, values);
    let contracts = items::works(contracts, WorkList::Contracts, values);
    let education = list(education.into_iter().map(|e| items::education(e, values)));
    let attributes = inner(attributes).into_object(values);
    let card = card(inner(card_document), values);
    let categories = inner(categories).0.into_iter();
    let categories = list(categories.map(|(key, skills)| (key, texts(skills))));
    let required = name.zip(personal).zip(last_modified);
    let profile = required.map(|((name, personal), last_modified)| Profile {
        id: id.clone(),
        name,
        title: nullable(title),
        bio_short: nullable(bio_short),
        last_modified,
        personal,
        engagement,
        summary: Summary { short: text(short), full: text(full) },
        categories,
        languages,
        certifications,
        employment,
        contracts,
        education,
        attributes,
        card,
    });
    LoweredProfile { active: active.0.map(|active| active.value), sets_last_modified, profile }
}

/// Returns `None` if neither the group nor the profile has a name.
fn personal(
    document: PersonalDocument,
    profile_name: Option<&str>,
    values: &mut ValueParser<'_>,
) -> Option<Personal> {
    let PersonalDocument { name, headline, location, company, contact } = document;
    let LocationDocument { city, region, country } = inner(location);
    let CompanyDocument { name: company_name, legal_name } = inner(company);
    let ContactDocument { email, phone, linkedin, website } = inner(contact);
    if let Some(country) = &country.0
        && country::code(&country.value.0).is_none()
    {
        let written = &country.value.0;
        let message = format!("`{written}` is not the name or code of a country");
        let hint = match country::did_you_mean(written) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => "write a name such as Sweden, or a code such as SE; other values are missing in JSON Resume".to_owned(),
        };
        values.report(&UNKNOWN_COUNTRY, &country.span, message, hint);
    }
    if let Some(phone) = &phone.0
        && !has_country_code(&phone.value.0)
    {
        let message = format!("the phone number `{}` has no country code", phone.value.0);
        let hint = "start with `+` and the country code, in quotes, such as \"+46 8 …\" for a number in Sweden";
        values.report(&MISSING_COUNTRY_CODE, &phone.span, message, hint);
    }
    let contact = Contact {
        email: values.email(email),
        phone: text(phone),
        linkedin: values.url(linkedin),
        website: values.url(website),
    };
    Some(Personal {
        name: text(name).or_else(|| profile_name.map(str::to_owned))?,
        headline: text(headline),
        location: Location { city: text(city), region: text(region), country: text(country) },
        company: Company { name: text(company_name), legal_name: text(legal_name) },
        contact,
    })
}

/// Returns whether a phone number starts with `+` or `00` and a country code.
fn has_country_code(phone: &str) -> bool {
    let number = phone.trim_start_matches(|c: char| !c.is_ascii_digit() && c != '+');
    number.starts_with('+') || number.starts_with("00")
}

fn engagement(document: EngagementDocument, values: &mut ValueParser<'_>) -> Engagement {
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

fn card(document: CardDocument, values: &mut ValueParser<'_>) -> CardOverrides {
    let CardDocument { name, headline, location, top_skills, available_from } = document;
    CardOverrides {
        name: text(name),
        headline: text(headline),
        location: text(location),
        top_skills: top_skills.0.map(|skills| texts(skills.value)),
        available_from: values.day(available_from),
    }
}
