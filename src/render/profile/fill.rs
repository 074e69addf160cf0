//! What fills the published profile. The model is destructured completely: a new field does not
//! compile until it is published, or left out on purpose.

use super::{
    Categories, CertificationJson, CompanyJson, ContactJson, EducationJson, EngagementJson,
    LanguageJson, LinksJson, LocationJson, PersonalJson, ProfileJson, SCHEMA_VERSION, SkillsJson,
    SummaryJson, WorkJson, card,
};
use crate::model::date::PartialDate;
use crate::model::link::{Email, Url};
use crate::model::profile::{self, Personal, Profile};
use crate::model::site::Consultant;
use crate::render::{photo_path, profile_path};

impl<'a> ProfileJson<'a> {
    /// The published form of a consultant's profile.
    pub fn new(consultant: &'a Consultant) -> Self {
        let Profile {
            id,
            name,
            title,
            bio_short,
            last_modified,
            personal: own,
            engagement: own_engagement,
            summary_short,
            summary_full,
            categories,
            languages,
            certifications,
            employment,
            contracts,
            education: schools,
            attributes,
            card: _,
        } = &consultant.profile;
        Self {
            id: id.as_str(),
            schema_version: SCHEMA_VERSION,
            name,
            title: title.as_deref(),
            bio_short: bio_short.as_deref(),
            last_modified: last_modified.as_str(),
            personal: personal(own),
            engagement: engagement(own_engagement),
            summary: SummaryJson {
                short: summary_short.as_deref(),
                full: summary_full.as_deref(),
            },
            skills: SkillsJson {
                categories: Categories(categories),
                languages: languages.iter().map(language).collect(),
            },
            certifications: certifications.iter().map(certification).collect(),
            employment: employment.iter().map(work).collect(),
            contracts: contracts.iter().map(work).collect(),
            education: schools.iter().map(education).collect(),
            attributes: &attributes.0,
            card: card::card(consultant),
            links: LinksJson {
                this: profile_path(id),
                photo: photo_path(id),
            },
        }
    }
}

fn personal(personal: &Personal) -> PersonalJson<'_> {
    let Personal {
        name,
        headline,
        city,
        region,
        country,
        company_name,
        company_legal_name,
        email,
        phone,
        linkedin,
        website,
    } = personal;
    PersonalJson {
        name,
        headline: headline.as_deref(),
        location: LocationJson {
            city: city.as_deref(),
            region: region.as_deref(),
            country: country.as_deref(),
        },
        company: CompanyJson {
            name: company_name.as_deref(),
            legal_name: company_legal_name.as_deref(),
        },
        contact: ContactJson {
            email: email.as_ref().map(Email::as_str),
            phone: phone.as_deref(),
            linkedin: linkedin.as_ref().map(Url::as_str),
            website: website.as_ref().map(Url::as_str),
        },
    }
}

fn engagement(engagement: &profile::Engagement) -> EngagementJson<'_> {
    let profile::Engagement {
        available_from,
        available_from_note,
        work_arrangements,
        f_skatt,
        pricing,
        pricing_note,
    } = engagement;
    EngagementJson {
        available_from: date(available_from),
        available_from_note: available_from_note.as_deref(),
        work_arrangements,
        f_skatt: *f_skatt,
        pricing: pricing.as_deref(),
        pricing_note: pricing_note.as_deref(),
    }
}

fn language(language: &profile::Language) -> LanguageJson<'_> {
    let profile::Language { name, level, extra } = language;
    LanguageJson {
        name,
        level: level.as_deref(),
        extra,
    }
}

fn certification(certification: &profile::Certification) -> CertificationJson<'_> {
    let profile::Certification {
        name,
        issuer,
        date: issued,
        expires,
        credential_id,
        url,
        extra,
    } = certification;
    CertificationJson {
        name: name.as_deref(),
        issuer: issuer.as_deref(),
        date: date(issued),
        expires: date(expires),
        credential_id: credential_id.as_deref(),
        url: url.as_ref().map(Url::as_str),
        extra,
    }
}

fn work(work: &profile::Work) -> WorkJson<'_> {
    let profile::Work {
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
    } = work;
    WorkJson {
        organization: organization.as_deref(),
        role: role.as_deref(),
        location: location.as_deref(),
        url: url.as_ref().map(Url::as_str),
        start_date: date(start_date),
        end_date: date(end_date),
        description: description.as_deref(),
        summary: summary.as_deref(),
        technologies,
        key_results,
        extra,
    }
}

fn education(education: &profile::Education) -> EducationJson<'_> {
    let profile::Education {
        institution,
        url,
        area,
        study_type,
        start_date,
        end_date,
        score,
        courses,
        extra,
    } = education;
    EducationJson {
        institution: institution.as_deref(),
        url: url.as_ref().map(Url::as_str),
        area: area.as_deref(),
        study_type: study_type.as_deref(),
        start_date: date(start_date),
        end_date: date(end_date),
        score: score.as_deref(),
        courses,
        extra,
    }
}

fn date(date: &Option<PartialDate>) -> Option<String> {
    date.as_ref().map(PartialDate::to_string)
}
