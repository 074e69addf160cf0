//! The profile's fields from the document's parts.

use serde_json::{Map, Value as Json};

use super::draft::{DraftValue, Group, ResumeDraft};
use super::field_mapping::{ATTRIBUTES, CERTIFICATES, EDUCATION, SECTION_ALIASES};
use super::meta::Beyond;
use super::report::ImportReport;
use super::{basics, item, path, repair, skills, work};
use crate::document::reserved_keys::SECTIONS;
use crate::model::country;

/// The profile's fields, in the order of `ProfileDocument`.
pub(super) fn profile(
    document: &Map<String, Json>,
    mut beyond: Beyond,
    report: &mut ImportReport,
) -> Group {
    let mut basics = basics::basics(document, &beyond, report);
    let mut profile = Group::default();
    let active = ResumeDraft {
        value: DraftValue::Scalar(false.into()),
        origin: None,
    };
    profile.put("active", Some(active));
    profile.put("name", basics.fields.take("name"));
    for key in ["title", "bio_short"] {
        profile.put(key, beyond.take(key));
    }
    profile.put(
        "personal",
        personal(&mut basics, &mut beyond, report).draft(),
    );
    profile.put("engagement", beyond.take("engagement"));
    let mut summary = beyond.take_group("summary", report);
    summary.put("full", basics.fields.take("summary"));
    profile.put("summary", summary.draft());

    let skills = skills::skills(document, &mut beyond, report);
    let languages = skills::languages(document, &mut beyond, report);
    let mut can = Group::default();
    can.put("categories", skills.categories.draft());
    can.put("languages", languages);
    profile.put("skills", can.draft());
    let certificates = item::section(document, "certificates", &CERTIFICATES, report);
    profile.put("certifications", certificates);
    let [employment, contracts] = work::work(document, report);
    profile.put("employment", employment);
    profile.put("contracts", contracts);
    profile.put(
        "education",
        item::section(document, "education", &EDUCATION, report),
    );

    let own = beyond.take_group("attributes", report);
    let card = beyond.take("card");
    let mut json_resume = Group::default();
    json_resume.put("basics", basics.fields.take("extra"));
    json_resume.put("skills", skills.further.draft());
    json_resume.put("sections", further_sections(document, report).draft());
    json_resume.put("meta", beyond.finish(report).draft());
    let mut attributes = Group::default();
    attributes.put("location", basics.postal.draft());
    attributes.put("profiles", ResumeDraft::list(basics.networks));
    for (name, table) in &ATTRIBUTES {
        attributes.put(name, item::section(document, name, table, report));
    }
    attributes.put("category_names", skills.names.draft());
    attributes.put("json_resume", json_resume.draft());
    merge(&mut attributes, own, report);
    profile.put("attributes", attributes.draft());
    profile.put("card", card);
    profile
}

fn personal(basics: &mut basics::Basics, beyond: &mut Beyond, report: &mut ImportReport) -> Group {
    let mut own = beyond.take_group("personal", report);
    let mut location = std::mem::take(&mut basics.place);
    // JSON Resume has the code, the profile the country as its author wrote it.
    if let Some(country) = own.take("country") {
        let code = |text: Option<&str>| text.and_then(country::code);
        let shown = location.text("country");
        if shown.is_none() || code(country.text()) == code(shown) {
            location.take("country");
            location.put("country", Some(country));
        } else {
            report.refused(&country, "is not the country of `basics`");
        }
    }
    let mut contact = Group::default();
    contact.put("email", basics.fields.take("email"));
    contact.put("phone", basics.fields.take("phone"));
    contact.put("linkedin", own.take("linkedin").or(basics.linkedin.take()));
    contact.put("website", basics.fields.take("url"));
    let mut personal = Group::default();
    personal.put("name", own.take("name"));
    personal.put("headline", basics.fields.take("headline"));
    personal.put("location", location.draft());
    personal.put("company", own.take("company"));
    personal.put("contact", contact.draft());
    // What vitae does not write there: whether it can be a field, settling finds out.
    personal.0.extend(own.0);
    personal
}

/// Sections that JSON Resume does not know.
fn further_sections(document: &Map<String, Json>, report: &mut ImportReport) -> Group {
    let mut sections = Group::default();
    for (key, value) in document {
        if key == "$schema" {
            report.stated_anew(key);
            continue;
        }
        let is_alias = SECTION_ALIASES
            .iter()
            .any(|(_, names)| names.contains(&key.as_str()));
        let known = is_alias || SECTIONS.contains(&key.as_str());
        let path = path::child("", key);
        if !known && repair::is_usable(key, value, &path, report) {
            sections.put(key, repair::open(value, &path, report));
        }
    }
    sections
}

/// Adds what the profile has to what came from elsewhere, which comes first.
fn merge(there: &mut Group, own: Group, report: &mut ImportReport) {
    for (key, draft) in own.0 {
        let Some((_, known)) = there.0.iter_mut().find(|(known, _)| *known == key) else {
            there.put(&key, Some(draft));
            continue;
        };
        if known.to_json() == draft.to_json() {
            continue;
        }
        match (&mut known.value, draft) {
            (
                DraftValue::List(all),
                ResumeDraft {
                    value: DraftValue::List(more),
                    ..
                },
            ) if key == "profiles" => {
                all.extend(more);
            }
            (
                DraftValue::Group(all),
                ResumeDraft {
                    value: DraftValue::Group(more),
                    ..
                },
            ) => {
                merge(all, more, report);
            }
            (_, draft) => report.refused(&draft, "has its place elsewhere"),
        }
    }
}
