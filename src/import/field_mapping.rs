//! The fields of the items of a JSON Resume, with aliases: names in older versions of JSON Resume (0.0.x) and
//! common variants. Those of groups are part of their declarations.

use serde_json::{Map, Value as Json};

use super::empty_values::is_empty;
use crate::document::group::FieldGroup as _;
use crate::document::reserved_keys::{EMPLOYMENT_TYPE, TOP_LEVEL};
use crate::document::resume_field::{Kind, ResumeField};
use crate::document::shape::GroupShape;
use crate::model::attributes::Network;
use crate::model::items::{Certification, Education, Language, Work};
use crate::model::published_attributes;

/// The fields of a list's items, in the order of the profile.
pub(super) struct ItemMapping {
    /// JSON Resume's key of the field that an item without fields, a plain text, stands for.
    pub(super) main_field: &'static str,
    /// Whether the profile keeps other fields in the item's `extra`, with unchanged keys. The other items have
    /// them among their fields.
    pub(super) has_extra: bool,
    group: Option<&'static GroupShape>,
    /// Fields that are not those of a group, or that the profile keeps in `extra`.
    further: &'static [ResumeField],
}

impl ItemMapping {
    const fn of(main_field: &'static str, group: &'static GroupShape, has_extra: bool) -> Self {
        Self { main_field, has_extra, group: Some(group), further: &[] }
    }

    const fn without_group(main_field: &'static str, further: &'static [ResumeField]) -> Self {
        Self { main_field, has_extra: true, group: None, further }
    }

    /// Returns the fields that JSON Resume has.
    pub(super) fn fields(&self) -> impl Iterator<Item = &'static ResumeField> + use<> {
        let fields = self.group.into_iter().flat_map(|group| group.fields);
        let fields = fields.map(|field| &field.resume).filter(|field| field.kind != Kind::Open);
        fields.chain(self.further)
    }

    /// Returns the keys of a group that are imported as fields.
    pub(super) fn keys_in(&self, group: &Map<String, Json>) -> Vec<&'static str> {
        let keys = |field: &ResumeField| {
            [Some(field.key()), written(field, group).map(|(key, _)| key)].into_iter().flatten()
        };
        self.fields().flat_map(keys).collect()
    }
}

/// Aliases of the fields of any item.
fn usual_aliases(key: &str) -> &'static [&'static str] {
    match key {
        "url" => &["website"],
        // Some documents have one `date` or `dates` for a period.
        "startDate" => &["start", "from", "startYear", "dates", "period"],
        "endDate" => &["end", "to", "until", "endYear"],
        _ => &[],
    }
}

/// Returns the keys that a field can have in the original, the one of JSON Resume first.
pub(super) fn keys(field: &ResumeField) -> impl Iterator<Item = &'static str> + use<> {
    let (name, key) = (field.name(), field.key());
    let aliases = field.aliases().iter().chain(usual_aliases(key)).copied();
    std::iter::once(key).chain(aliases).chain((name != key).then_some(name))
}

/// Returns the first key with which a group has a value of the field, and the value.
pub(super) fn written<'a>(
    field: &ResumeField,
    group: &'a Map<String, Json>,
) -> Option<(&'static str, &'a Json)> {
    let mut values = keys(field).filter_map(|key| Some((key, group.get(key)?)));
    values.find(|(_, value)| !is_empty(value))
}

const fn text(name: &'static str, keys: &'static [&'static str]) -> ResumeField {
    ResumeField::new(name, keys, Kind::Text)
}

pub(super) const START: ResumeField = ResumeField::new("start_date", &[], Kind::Date);
pub(super) const END: ResumeField = ResumeField::new("end_date", &[], Kind::Date);

pub(super) const BASICS: ItemMapping = ItemMapping::without_group(
    "name",
    &[
        text("name", &["name", "fullName", "fullname", "full_name", "displayName"]),
        text("headline", &["label"]),
        ResumeField::new("email", &[], Kind::Email),
        text("phone", &[]),
        ResumeField::new("url", &[], Kind::Url),
        text("summary", &[]),
    ],
);

pub(super) const LOCATION: ItemMapping = ItemMapping::without_group(
    "city",
    &[
        text("address", &[]),
        text("postal_code", &["postalCode"]),
        text("city", &[]),
        text("region", &[]),
        ResumeField::new("country", &["countryCode"], Kind::Country),
    ],
);

pub(super) const WORK: ItemMapping = ItemMapping {
    // Removed if the list implies it.
    further: &[text(EMPLOYMENT_TYPE, &[])],
    ..ItemMapping::of("name", Work::GROUP, true)
};

pub(super) const EDUCATION: ItemMapping = ItemMapping::of("institution", Education::GROUP, true);

pub(super) const CERTIFICATES: ItemMapping = ItemMapping::of("name", Certification::GROUP, true);

pub(super) const LANGUAGES: ItemMapping = ItemMapping::of("language", Language::GROUP, true);

pub(super) const SKILLS: ItemMapping = ItemMapping::without_group(
    "name",
    &[
        text("name", &["name", "group", "category"]),
        ResumeField::new("keywords", &["keywords", "items"], Kind::Texts),
        text("level", &[]),
    ],
);

pub(super) const NETWORKS: ItemMapping = ItemMapping::of("url", Network::GROUP, false);

/// Returns the sections that a profile keeps under `attributes`, in its order.
pub(super) fn attributes() -> impl Iterator<Item = (&'static str, ItemMapping)> {
    published_attributes::SECTIONS.into_iter().map(|(section, group)| {
        let main = match section {
            "references" => "reference",
            _ => group.fields[0].resume.key(),
        };
        (section, ItemMapping::of(main, group, false))
    })
}

/// Returns how JSON Resume types a key that any item can have, as a text or as a list of texts.
pub(super) fn type_of_key(key: &str) -> Option<Kind> {
    let items = [WORK, EDUCATION, CERTIFICATES, LANGUAGES, SKILLS, NETWORKS];
    let items = items.into_iter().chain(attributes().map(|(_, item)| item));
    let field = items.flat_map(|item| item.fields()).find(|field| field.key() == key)?;
    Some(if field.kind == Kind::Texts { Kind::Texts } else { Kind::Text })
}

/// Aliases of section names.
pub(super) const SECTION_ALIASES: [(&str, &[&str]); 3] = [
    ("work", &["works", "experience", "experiences", "internship", "internships"]),
    ("education", &["educations"]),
    ("certificates", &["certifications"]),
];

/// Returns the names that a section can have, the one of JSON Resume first.
pub(super) fn section_names(section: &str) -> impl Iterator<Item = &str> {
    let aliases = SECTION_ALIASES.iter().find(|(name, _)| *name == section);
    let aliases = aliases.map_or(&[][..], |(_, aliases)| *aliases);
    std::iter::once(section).chain(aliases.iter().copied())
}

/// Returns whether a version of JSON Resume defines a section with this name.
pub(super) fn is_section(name: &str) -> bool {
    let is_alias = || SECTION_ALIASES.iter().any(|(_, aliases)| aliases.contains(&name));
    TOP_LEVEL.contains(&name) || is_alias()
}
