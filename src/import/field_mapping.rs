//! Field names in JSON Resume and in profiles, with aliases: names in older versions of JSON Resume
//! (0.0.x) and common variants.

/// The fields of a list's items, in the order of the profile.
pub(super) struct ItemMapping {
    /// JSON Resume's key of the field that an item without fields, a plain text, stands for.
    pub(super) main_field: &'static str,
    pub(super) additional_fields: AdditionalFields,
    pub(super) fields: &'static [Field],
}

/// Where the profile keeps fields that are not in the mapping.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum AdditionalFields {
    /// In the item's `extra`, with unchanged keys.
    InExtra,
    /// In the item itself, with the keys of the profile.
    InItem,
}

pub(super) struct Field {
    /// The key in the profile.
    pub(super) profile: &'static str,
    /// The key in JSON Resume.
    pub(super) json_resume: &'static str,
    pub(super) aliases: &'static [&'static str],
    pub(super) kind: Kind,
}

/// The kind of value in a field.
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

const fn field(profile: &'static str, json_resume: &'static str, kind: Kind) -> Field {
    with_aliases(profile, json_resume, &[], kind)
}

/// A field with the same key in the profile and in JSON Resume.
const fn same(key: &'static str, kind: Kind) -> Field {
    field(key, key, kind)
}

const fn with_aliases(
    profile: &'static str,
    json_resume: &'static str,
    aliases: &'static [&'static str],
    kind: Kind,
) -> Field {
    Field { profile, json_resume, aliases, kind }
}

const fn in_extra(main_field: &'static str, fields: &'static [Field]) -> ItemMapping {
    ItemMapping { main_field, additional_fields: AdditionalFields::InExtra, fields }
}

const fn in_item(main_field: &'static str, fields: &'static [Field]) -> ItemMapping {
    ItemMapping { main_field, additional_fields: AdditionalFields::InItem, fields }
}

const URL: Field = with_aliases("url", "url", &["website"], Kind::Url);
const START: Field = field("start_date", "startDate", Kind::Date);
const END: Field = field("end_date", "endDate", Kind::EndDate);
const NAME: Field = with_aliases("name", "name", &["title"], Kind::Text);
const SUMMARY: Field = same("summary", Kind::Text);
const DESCRIPTION: Field = same("description", Kind::Text);
const RESULTS: Field = field("key_results", "highlights", Kind::Texts);
const KEYWORDS: Field = same("keywords", Kind::Words);

pub(super) const BASICS: ItemMapping = in_extra(
    "name",
    &[
        with_aliases("name", "name", &["fullName", "fullname"], Kind::Text),
        field("headline", "label", Kind::Text),
        same("email", Kind::Email),
        same("phone", Kind::Text),
        URL,
        SUMMARY,
    ],
);

pub(super) const LOCATION: ItemMapping = in_extra(
    "address",
    &[
        same("address", Kind::Text),
        field("postal_code", "postalCode", Kind::Text),
        same("city", Kind::Text),
        same("region", Kind::Text),
        field("country", "countryCode", Kind::Country),
    ],
);

pub(super) const WORK: ItemMapping = in_extra(
    "name",
    &[
        with_aliases("organization", "name", &["company"], Kind::Text),
        field("role", "position", Kind::Text),
        same("location", Kind::Text),
        URL,
        START,
        END,
        DESCRIPTION,
        SUMMARY,
        field("technologies", "keywords", Kind::Words),
        RESULTS,
    ],
);

pub(super) const EDUCATION: ItemMapping = in_extra(
    "institution",
    &[
        with_aliases("institution", "institution", &["school"], Kind::Text),
        URL,
        same("area", Kind::Text),
        field("study_type", "studyType", Kind::Text),
        START,
        END,
        with_aliases("score", "score", &["gpa"], Kind::Text),
        same("courses", Kind::Texts),
    ],
);

pub(super) const CERTIFICATES: ItemMapping = in_extra(
    "name",
    &[
        NAME,
        with_aliases("issuer", "issuer", &["awarder"], Kind::Text),
        same("date", Kind::Date),
        same("expires", Kind::Date),
        field("credential_id", "credentialId", Kind::Text),
        URL,
    ],
);

pub(super) const LANGUAGES: ItemMapping = in_extra(
    "language",
    &[
        field("name", "language", Kind::Text),
        with_aliases("fluency", "fluency", &["level"], Kind::Text),
    ],
);

pub(super) const SKILLS: ItemMapping = in_extra(
    "name",
    &[
        with_aliases("name", "name", &["group", "category"], Kind::Text),
        KEYWORDS,
        same("level", Kind::Text),
    ],
);

pub(super) const NETWORKS: ItemMapping =
    in_item("url", &[same("network", Kind::Text), same("username", Kind::Text), URL]);

/// The sections that a profile keeps under `attributes`, in its order.
pub(super) const ATTRIBUTES: [(&str, ItemMapping); 6] = [
    (
        "volunteer",
        in_item(
            "organization",
            &[
                with_aliases("organization", "organization", &["company"], Kind::Text),
                field("role", "position", Kind::Text),
                URL,
                START,
                END,
                SUMMARY,
                RESULTS,
            ],
        ),
    ),
    (
        "awards",
        in_item(
            "title",
            &[
                with_aliases("title", "title", &["name"], Kind::Text),
                same("date", Kind::Date),
                same("awarder", Kind::Text),
                SUMMARY,
            ],
        ),
    ),
    (
        "publications",
        in_item(
            "name",
            &[
                NAME,
                same("publisher", Kind::Text),
                field("release_date", "releaseDate", Kind::Date),
                URL,
                SUMMARY,
            ],
        ),
    ),
    ("interests", in_item("name", &[same("name", Kind::Text), KEYWORDS])),
    (
        "references",
        in_item("reference", &[same("name", Kind::Text), same("reference", Kind::Text)]),
    ),
    (
        "projects",
        in_item(
            "name",
            &[
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
            ],
        ),
    ),
];

/// Aliases of section names.
pub(super) const SECTION_ALIASES: [(&str, &[&str]); 3] = [
    ("work", &["works", "experience"]),
    ("education", &["educations"]),
    ("certificates", &["certifications"]),
];
