//! What fills a JSON Resume. The model is destructured completely: a new field does not compile
//! until it is written, or left out on purpose.

use serde_json::{Map, Value as Json};

use super::attributes::{further, profiles, sections, text};
use super::consultant_profile::beyond_json_resume;
use super::{
    Basics, Certificate, Education, JsonResume, Language, Location, Meta, SCHEMA, Skill, Work,
};
use crate::document::reserved_keys::CONTRACTOR;
use crate::model::country;
use crate::model::date::PartialDate;
use crate::model::link::{Email, Url};
use crate::model::profile::{self, Profile};
use crate::model::site::{Consultant, Settings};
use crate::model::word::{category_name, humanize};
use crate::render::profile::{ProfileJson, SCHEMA_VERSION};
use crate::render::{absolute, photo_path, profile_path};

impl<'a> JsonResume<'a> {
    /// The JSON Resume form of a consultant's profile; `published` is its own published form.
    pub fn new(
        consultant: &'a Consultant,
        published: &ProfileJson<'_>,
        settings: &Settings,
    ) -> Self {
        let profile = &consultant.profile;
        let attributes = &profile.attributes.0;
        let canonical = settings.base_url.is_some();
        let canonical = canonical.then(|| absolute(settings, &profile_path(&profile.id)));
        Self {
            schema: SCHEMA,
            basics: basics(consultant, settings),
            work: work(profile),
            education: profile.education.iter().map(education).collect(),
            certificates: profile.certifications.iter().map(certificate).collect(),
            skills: profile
                .categories
                .iter()
                .map(|category| skill(category, attributes))
                .collect(),
            languages: profile.languages.iter().map(language).collect(),
            sections: sections(profile),
            meta: Meta {
                canonical,
                version: SCHEMA_VERSION,
                last_modified: profile.last_modified.as_str().to_owned(),
                consultant_profile: beyond_json_resume(profile, published),
                extra: further(attributes, "meta"),
            },
        }
    }
}

fn basics<'a>(consultant: &'a Consultant, settings: &Settings) -> Basics<'a> {
    let profile = &consultant.profile;
    let personal = &profile.personal;
    let postal = |key| text(profile.attributes.0.get("location")?, key);
    let has_image = consultant.photo.is_some() && settings.base_url.is_some();
    Basics {
        name: &profile.name,
        label: personal.headline.as_deref(),
        image: has_image.then(|| absolute(settings, &photo_path(&profile.id))),
        email: personal.email.as_ref().map(Email::as_str),
        phone: personal.phone.as_deref(),
        url: personal.website.as_ref().map(Url::as_str),
        summary: profile.summary_full.as_deref(),
        location: Location {
            address: postal("address"),
            postal_code: postal("postal_code"),
            city: personal.city.as_deref(),
            country_code: personal.country.as_deref().and_then(country::code),
            region: personal.region.as_deref(),
            extra: postal_extra(&profile.attributes.0),
        },
        profiles: profiles(profile),
        extra: further(&profile.attributes.0, "basics"),
    }
}

/// What the postal address has beyond its named fields.
fn postal_extra(attributes: &Map<String, Json>) -> Map<String, Json> {
    let location = attributes.get("location").and_then(Json::as_object);
    let others = location.into_iter().flatten();
    others
        .filter(|(key, _)| *key != "address" && *key != "postal_code")
        .map(|(key, value)| (key.clone(), value.clone()))
        .collect()
}

/// Contract assignments are work history too: both lists by start date, the newest first, each
/// list keeping its own order inside equal dates.
fn work(profile: &Profile) -> Vec<Work<'_>> {
    let employment = profile.employment.iter().map(|item| (item, None));
    let contracts = profile
        .contracts
        .iter()
        .map(|item| (item, Some(CONTRACTOR)));
    let mut work: Vec<_> = employment.chain(contracts).collect();
    work.sort_by(|(a, _), (b, _)| b.start_date.cmp(&a.start_date));
    work.into_iter()
        .map(|(item, employment_type)| work_item(item, employment_type))
        .collect()
}

fn work_item<'a>(work: &'a profile::Work, employment_type: Option<&'a str>) -> Work<'a> {
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
    Work {
        name: organization.as_deref(),
        position: role.as_deref(),
        employment_type,
        location: location.as_deref(),
        url: url.as_ref().map(Url::as_str),
        description: description.as_deref(),
        start_date: date(start_date),
        end_date: date(end_date),
        summary: summary.as_deref(),
        highlights: key_results,
        keywords: technologies,
        extra,
    }
}

fn education(education: &profile::Education) -> Education<'_> {
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
    Education {
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

fn certificate(certification: &profile::Certification) -> Certificate<'_> {
    let profile::Certification {
        name,
        issuer,
        date: issued,
        expires,
        credential_id,
        url,
        extra,
    } = certification;
    Certificate {
        name: name.as_deref(),
        issuer: issuer.as_deref(),
        date: date(issued),
        expires: date(expires),
        credential_id: credential_id.as_deref(),
        url: url.as_ref().map(Url::as_str),
        extra,
    }
}

fn skill<'a>(
    (key, skills): &'a (String, Vec<String>),
    attributes: &Map<String, Json>,
) -> Skill<'a> {
    Skill {
        name: category_name(key, attributes),
        keywords: skills,
        extra: further(attributes, "skills")
            .remove(key)
            .and_then(|extra| extra.as_object().cloned())
            .unwrap_or_default(),
    }
}

fn language(language: &profile::Language) -> Language<'_> {
    let profile::Language { name, level, extra } = language;
    Language {
        language: name,
        fluency: level
            .as_deref()
            .filter(|_| !extra.contains_key("fluency"))
            .map(humanize),
        extra,
    }
}

fn date(date: &Option<PartialDate>) -> Option<String> {
    date.as_ref().map(PartialDate::to_string)
}
