//! Field names in JSON Resume and in profiles, with aliases: names in older versions of JSON Resume
//! (0.0.x) and common variants.

use serde_json::{Map, Value as Json};

use super::empty_values::is_empty;
use crate::document::reserved_keys::{EMPLOYMENT_TYPE, SECTIONS};

/// The fields of a list's items, in the order of the profile.
pub(super) struct ItemMapping {
    /// JSON Resume's key of the field that an item without fields, a plain text, stands for.
    pub(super) main_field: &'static str,
    /// Whether the profile keeps other fields in the item's `extra`, with unchanged keys. The other items have
    /// them among their fields.
    pub(super) has_extra: bool,
    pub(super) fields: &'static [FieldMapping],
}

pub(super) struct FieldMapping {
    /// The key in the profile.
    pub(super) profile: &'static str,
    /// The key in JSON Resume.
    pub(super) json_resume: &'static str,
    pub(super) aliases: &'static [&'static str],
    pub(super) kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Text,
    Texts,
    /// A list of words, which can be separated by commas.
    Words,
    Date,
    EndDate,
    Url,
    Email,
    Country,
}

impl FieldMapping {
    /// Returns the keys that the field can have in the original, the one of JSON Resume first.
    pub(super) fn keys(&self) -> impl Iterator<Item = &'static str> {
        let profile = (self.profile != self.json_resume).then_some(self.profile);
        std::iter::once(self.json_resume).chain(self.aliases.iter().copied()).chain(profile)
    }

    /// Returns the first key with which a group has a value of the field, and the value.
    pub(super) fn written<'a>(
        &self,
        fields: &'a Map<String, Json>,
    ) -> Option<(&'static str, &'a Json)> {
        let mut values = self.keys().filter_map(|key| Some((key, fields.get(key)?)));
        values.find(|(_, value)| !is_empty(value))
    }
}

const fn field(profile: &'static str, json_resume: &'static str, kind: Kind) -> FieldMapping {
    with_aliases(profile, json_resume, &[], kind)
}

/// A field with the same key in the profile and in JSON Resume.
const fn same(key: &'static str, kind: Kind) -> FieldMapping {
    field(key, key, kind)
}

const fn with_aliases(
    profile: &'static str,
    json_resume: &'static str,
    aliases: &'static [&'static str],
    kind: Kind,
) -> FieldMapping {
    FieldMapping { profile, json_resume, aliases, kind }
}

/// A mapping whose first field is the main one.
const fn in_extra(fields: &'static [FieldMapping]) -> ItemMapping {
    ItemMapping { main_field: fields[0].json_resume, has_extra: true, fields }
}

impl ItemMapping {
    /// Returns the keys of a group that are imported as fields.
    pub(super) fn keys_in(&self, fields: &Map<String, Json>) -> Vec<&'static str> {
        let keys = |field: &FieldMapping| {
            let written = field.written(fields).map(|(key, _)| key);
            [Some(field.json_resume), written].into_iter().flatten()
        };
        self.fields.iter().flat_map(keys).collect()
    }
}

const fn in_item(fields: &'static [FieldMapping]) -> ItemMapping {
    ItemMapping { has_extra: false, ..in_extra(fields) }
}

const URL: FieldMapping = with_aliases("url", "url", &["website"], Kind::Url);
/// Some documents have one `date` or `dates` for a period.
pub(super) const START: FieldMapping = with_aliases(
    "start_date",
    "startDate",
    &["start", "from", "startYear", "dates", "period"],
    Kind::Date,
);
pub(super) const END: FieldMapping =
    with_aliases("end_date", "endDate", &["end", "to", "until", "endYear"], Kind::EndDate);
const NAME: FieldMapping = with_aliases("name", "name", &["title"], Kind::Text);
const SUMMARY: FieldMapping = same("summary", Kind::Text);
const DESCRIPTION: FieldMapping = same("description", Kind::Text);
const RESULTS: FieldMapping = field("key_results", "highlights", Kind::Texts);
const KEYWORDS: FieldMapping = with_aliases("keywords", "keywords", &["items"], Kind::Words);

pub(super) const BASICS: ItemMapping = in_extra(&[
    with_aliases("name", "name", &["fullName", "fullname", "full_name", "displayName"], Kind::Text),
    field("headline", "label", Kind::Text),
    same("email", Kind::Email),
    same("phone", Kind::Text),
    URL,
    SUMMARY,
]);

pub(super) const LOCATION: ItemMapping = ItemMapping {
    main_field: "city",
    ..in_extra(&[
        same("address", Kind::Text),
        field("postal_code", "postalCode", Kind::Text),
        same("city", Kind::Text),
        same("region", Kind::Text),
        field("country", "countryCode", Kind::Country),
    ])
};

pub(super) const WORK: ItemMapping = in_extra(&[
    with_aliases("organization", "name", &["company"], Kind::Text),
    with_aliases("role", "position", &["title"], Kind::Text),
    same("location", Kind::Text),
    URL,
    START,
    END,
    DESCRIPTION,
    SUMMARY,
    field("technologies", "keywords", Kind::Words),
    RESULTS,
    // Moved to `extra`, or removed if the list implies it.
    same(EMPLOYMENT_TYPE, Kind::Text),
]);

pub(super) const EDUCATION: ItemMapping = in_extra(&[
    with_aliases("institution", "institution", &["school"], Kind::Text),
    URL,
    same("area", Kind::Text),
    field("study_type", "studyType", Kind::Text),
    START,
    END,
    with_aliases("score", "score", &["gpa"], Kind::Text),
    same("courses", Kind::Texts),
]);

pub(super) const CERTIFICATES: ItemMapping = in_extra(&[
    NAME,
    with_aliases("issuer", "issuer", &["awarder"], Kind::Text),
    same("date", Kind::Date),
    same("expires", Kind::Date),
    field("credential_id", "credentialId", Kind::Text),
    URL,
]);

pub(super) const LANGUAGES: ItemMapping = in_extra(&[
    field("name", "language", Kind::Text),
    with_aliases("fluency", "fluency", &["level", "proficiency"], Kind::Text),
]);

pub(super) const SKILLS: ItemMapping = in_extra(&[
    with_aliases("name", "name", &["group", "category"], Kind::Text),
    KEYWORDS,
    same("level", Kind::Text),
]);

pub(super) const NETWORKS: ItemMapping = ItemMapping {
    main_field: "url",
    ..in_item(&[same("network", Kind::Text), same("username", Kind::Text), URL])
};

/// The sections that a profile keeps under `attributes`, in its order.
pub(super) const ATTRIBUTES: [(&str, ItemMapping); 6] = [
    (
        "volunteer",
        in_item(&[
            with_aliases("organization", "organization", &["company"], Kind::Text),
            field("role", "position", Kind::Text),
            URL,
            START,
            END,
            SUMMARY,
            RESULTS,
        ]),
    ),
    (
        "awards",
        in_item(&[
            with_aliases("title", "title", &["name"], Kind::Text),
            same("date", Kind::Date),
            same("awarder", Kind::Text),
            SUMMARY,
        ]),
    ),
    (
        "publications",
        in_item(&[
            NAME,
            same("publisher", Kind::Text),
            field("release_date", "releaseDate", Kind::Date),
            URL,
            SUMMARY,
        ]),
    ),
    ("interests", in_item(&[same("name", Kind::Text), KEYWORDS])),
    (
        "references",
        ItemMapping {
            main_field: "reference",
            ..in_item(&[same("name", Kind::Text), same("reference", Kind::Text)])
        },
    ),
    (
        "projects",
        in_item(&[
            NAME,
            DESCRIPTION,
            URL,
            START,
            END,
            RESULTS,
            KEYWORDS,
            same("roles", Kind::Words),
            same("entity", Kind::Text),
            same("type", Kind::Text),
        ]),
    ),
];

/// Returns how JSON Resume types a key that any item can have, as a text or as a list of texts.
pub(super) fn type_of_key(key: &str) -> Option<Kind> {
    let items = [&WORK, &EDUCATION, &CERTIFICATES, &LANGUAGES, &SKILLS, &NETWORKS];
    let items = items.into_iter().chain(ATTRIBUTES.iter().map(|(_, item)| item));
    let field = items.flat_map(|item| item.fields).find(|field| field.json_resume == key)?;
    Some(match field.kind {
        Kind::Texts | Kind::Words => field.kind,
        _ => Kind::Text,
    })
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
    SECTIONS.contains(&name) || is_alias()
}
