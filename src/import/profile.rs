//! Assembles the profile from the parts of the document.

use serde_json::{Map, Value as Json};

use super::basics::{self, BasicsDraft};
use super::draft::{DraftGroup, DraftValue, ResumeDraft};
use super::field_mapping::{self, CERTIFICATES, EDUCATION};
use super::meta::MetaDraft;
use super::path::PUBLISHED_PROFILE;
use super::report::ImportReport;
use super::skills::{self, SkillsDraft};
use super::{convert, item, work};
use crate::document::group::FieldGroup as _;
use crate::document::reserved_keys::TOP_LEVEL;
use crate::document::shape::GroupShape;
use crate::model::country;
use crate::model::link::unwrapped;
use crate::model::profile::{Contact, Location, Profile};

/// Returns the fields of the profile, in the order of `Profile`.
pub(super) fn profile(
    document: &Map<String, Json>,
    mut meta: MetaDraft,
    report: &mut ImportReport,
) -> DraftGroup {
    let mut basics = basics::basics(document, &meta, report);
    let mut profile = DraftGroup::default();
    let inactive = DraftValue::Scalar(false.into());
    profile.put("active", ResumeDraft::without_origin(inactive));
    profile.put("name", basics.fields.take("name"));
    for field in Profile::GROUP.fields {
        if field.resume.key() == PUBLISHED_PROFILE {
            profile.put(field.name(), meta.take(field.name()));
        } else if field.has_usual_place() {
            profile.put(field.name(), meta.take(field.resume.key()));
        }
    }
    let personal = personal(&mut basics, &mut meta, report);
    profile.put("personal", personal.into_draft());
    profile.put("engagement", meta.take("engagement"));
    let mut summary = meta.take_group("summary", report);
    summary.put("full", basics.fields.take("summary"));
    profile.put("summary", summary.into_draft());
    let mut skills = skills::skills(document, &mut meta, report);
    let mut skills_group = DraftGroup::default();
    let categories = std::mem::take(&mut skills.categories);
    skills_group.put("categories", categories.into_draft());
    skills_group.put("languages", skills::languages(document, &mut meta, report));
    meta.take_skill_fields(&mut skills_group, report);
    profile.put("skills", skills_group.into_draft());
    let certifications = item::section(document, "certificates", &CERTIFICATES, report);
    profile.put("certifications", certifications);
    let [employment, contracts] = work::work(document, &mut meta, report);
    profile.put("employment", employment);
    profile.put("contracts", contracts);
    let education = item::section(document, "education", &EDUCATION, report);
    profile.put("education", education);
    let card = meta.take("card");
    let attributes = attributes(document, basics, skills, meta, report);
    profile.put("attributes", attributes.into_draft());
    profile.put("card", card);
    profile
}

fn personal(
    basics: &mut BasicsDraft,
    meta: &mut MetaDraft,
    report: &mut ImportReport,
) -> DraftGroup {
    let mut from_meta = meta.take_group("personal", report);
    let mut location = std::mem::take(&mut basics.location);
    // `basics` has the country's code, `meta` the country as its author wrote it.
    if let Some(country) = from_meta.take("country") {
        let code = |text: Option<&str>| text.and_then(country::code);
        let from_basics = location.text("country");
        if from_basics.is_none() || code(country.text()) == code(from_basics) {
            location.take("country");
            location.put("country", country);
        } else {
            report.rejected_draft(&country, "differs from the country in `basics`");
        }
    }
    take_others(Location::GROUP, &mut from_meta, &mut location);
    let mut contact = DraftGroup::default();
    contact.put("email", basics.fields.take("email"));
    let mut phone = basics.fields.take("phone");
    if let Some(DraftValue::Scalar(Json::String(text))) = phone.as_mut().map(|it| &mut it.value)
        && let number = unwrapped(text, "tel:").to_owned()
        && number != *text
    {
        report.converted("basics.phone", &text.as_str().into(), format!("written as {number}"));
        *text = number;
    }
    contact.put("phone", phone);
    take_others(Contact::GROUP, &mut from_meta, &mut contact);
    if contact.get("linkedin").is_none() {
        contact.put("linkedin", basics.linkedin.take());
    }
    contact.put("website", basics.fields.take("url"));
    let mut personal = DraftGroup::default();
    personal.put("name", from_meta.take("name"));
    personal.put("headline", basics.fields.take("headline"));
    personal.put("location", location.into_draft());
    personal.put("company", from_meta.take("company"));
    personal.put("contact", contact.into_draft());
    // Fields that are not valid here are removed from the finished draft.
    personal.0.extend(from_meta.0);
    personal
}

/// Takes the fields that JSON Resume has no place for.
fn take_others(group: &GroupShape, from: &mut DraftGroup, to: &mut DraftGroup) {
    for field in group.fields.iter().filter(|field| field.has_usual_place()) {
        to.put(field.name(), from.take(field.resume.key()));
    }
}

fn attributes(
    document: &Map<String, Json>,
    mut basics: BasicsDraft,
    skills: SkillsDraft,
    mut meta: MetaDraft,
    report: &mut ImportReport,
) -> DraftGroup {
    let from_meta = meta.take_group("attributes", report);
    let mut json_resume = DraftGroup::default();
    json_resume.put("basics", basics.fields.take("extra"));
    json_resume.put("skills", skills.additional_fields.into_draft());
    let sections = additional_sections(document, &meta, report);
    json_resume.put("sections", sections.into_draft());
    json_resume.put("meta", meta.finish(report).into_draft());
    let mut attributes = DraftGroup::default();
    attributes.put("location", basics.postal_address.into_draft());
    attributes.put("profiles", ResumeDraft::list(basics.networks));
    for (name, mapping) in field_mapping::attributes() {
        attributes.put(name, item::section(document, name, &mapping, report));
    }
    attributes.put("category_names", skills.names.into_draft());
    attributes.put("json_resume", json_resume.into_draft());
    merge(&mut attributes, from_meta, report);
    let names = attributes.get_mut("category_names").map(|names| &mut names.value);
    if let Some(DraftValue::Group(names)) = names {
        names.0.retain(|(key, _)| !skills.written_names.contains(key));
        if names.is_empty() {
            attributes.take("category_names");
        }
    }
    attributes
}

/// Imports the sections that JSON Resume does not define from a document by vitae.
fn additional_sections(
    document: &Map<String, Json>,
    meta: &MetaDraft,
    report: &mut ImportReport,
) -> DraftGroup {
    if document.contains_key("$schema") {
        report.set_by_vitae("$schema");
    }
    if meta.is_by_vitae {
        let sections = document.iter().filter(|(key, _)| !TOP_LEVEL.contains(&key.as_str()));
        return convert::free_fields(sections, "", report);
    }
    DraftGroup::default()
}

/// Adds the fields of `other` to a group. Values that the group already has differently are rejected.
fn merge(group: &mut DraftGroup, other: DraftGroup, report: &mut ImportReport) {
    for (key, draft) in other.0 {
        let Some(known) = group.get_mut(&key) else {
            group.put(&key, draft);
            continue;
        };
        if known.to_json() == draft.to_json() {
            continue;
        }
        match (&mut known.value, draft.value) {
            (DraftValue::List(items), DraftValue::List(more)) if key == "profiles" => {
                items.extend(more);
            }
            (DraftValue::Group(fields), DraftValue::Group(more)) => merge(fields, more, report),
            (_, value) => {
                let rejected = ResumeDraft { value, ..draft };
                report.rejected_draft(&rejected, "is already set by another field");
            }
        }
    }
}
