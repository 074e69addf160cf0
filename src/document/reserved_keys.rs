//! Keys that JSON Resume defines. Authors cannot use them for their own values.

use serde_json::{Value as Json, json};

/// The keys of `basics`. Named fields, or vitae itself, provide their values.
pub const BASICS: [&str; 9] =
    ["name", "label", "image", "email", "phone", "url", "summary", "location", "profiles"];
/// The keys of `basics.location`, except those spelled as in vitae.
pub const LOCATION: [&str; 4] = ["postalCode", "city", "countryCode", "region"];
/// The keys of `meta`.
pub const META: [&str; 4] = ["canonical", "version", "lastModified", "consultantProfile"];
/// The keys of an item of `skills`.
pub const SKILL: [&str; 2] = ["name", "keywords"];
/// The keys of the top level.
pub const SECTIONS: [&str; 14] = [
    "$schema",
    "basics",
    "work",
    "volunteer",
    "education",
    "awards",
    "certificates",
    "publications",
    "skills",
    "languages",
    "interests",
    "references",
    "projects",
    "meta",
];

/// The key of an item of `work` that marks a contract assignment (schema.org).
pub const EMPLOYMENT_TYPE: &str = "employmentType";
/// The `employmentType` of a contract assignment.
pub const CONTRACTOR: &str = "CONTRACTOR";

/// Returns whether an `employmentType` means a contract assignment.
pub fn means_contract(employment_type: &str) -> bool {
    const WORDS: [&str; 7] =
        [CONTRACTOR, "CONTRACT", "FREELANCE", "FREELANCER", "CONSULTANT", "CONSULTING", "KONSULT"];
    WORDS.iter().any(|word| word.eq_ignore_ascii_case(employment_type.trim()))
}

/// Fields that JSON Resume calls differently: the name in vitae, the name in JSON Resume.
pub const SPELLINGS: [(&str, &str); 5] = [
    ("role", "position"),
    ("start_date", "startDate"),
    ("end_date", "endDate"),
    ("release_date", "releaseDate"),
    ("key_results", "highlights"),
];

/// Returns the name of a field in JSON Resume.
pub fn json_resume_spelling(key: &str) -> &str {
    SPELLINGS.iter().find(|(ours, _)| *ours == key).map_or(key, |(_, theirs)| theirs)
}

/// `propertyNames` of an open group that rejects JSON Resume's names.
pub(super) fn no_json_resume_names() -> Json {
    none_of(SPELLINGS.map(|(_, theirs)| theirs))
}

/// `propertyNames` of an open group that rejects these keys.
pub(super) fn none_of<'a>(keys: impl IntoIterator<Item = &'a str>) -> Json {
    json!({ "not": { "enum": keys.into_iter().collect::<Vec<_>>() } })
}
