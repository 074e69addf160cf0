//! Keys that JSON Resume would take for something else than their author meant.

use serde_json::{Value as Json, json};

/// What JSON Resume has at each place where a document leaves other keys open. These are given by
/// named fields, or by vitae itself.
pub const BASICS: [&str; 9] = [
    "name", "label", "image", "email", "phone", "url", "summary", "location", "profiles",
];
/// The keys of `basics.location`, but for those that have our spelling there.
pub const LOCATION: [&str; 4] = ["postalCode", "city", "countryCode", "region"];
/// The keys of `meta`.
pub const META: [&str; 4] = ["canonical", "version", "lastModified", "consultantProfile"];
/// The keys of an item of `skills`.
pub const SKILL: [&str; 2] = ["name", "keywords"];
/// The keys of the whole document.
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

/// What stands as `employmentType` for a contract assignment.
pub const CONTRACTOR: &str = "CONTRACTOR";

/// Whether an `employmentType` says that a work is a contract assignment.
pub fn means_contract(employment_type: &str) -> bool {
    const WORDS: [&str; 7] = [
        CONTRACTOR,
        "CONTRACT",
        "FREELANCE",
        "FREELANCER",
        "CONSULTANT",
        "CONSULTING",
        "KONSULT",
    ];
    WORDS
        .iter()
        .any(|word| word.eq_ignore_ascii_case(employment_type.trim()))
}

/// What the source and JSON Resume call one thing differently: our key, theirs.
pub const SPELLINGS: [(&str, &str); 5] = [
    ("role", "position"),
    ("start_date", "startDate"),
    ("end_date", "endDate"),
    ("release_date", "releaseDate"),
    ("key_results", "highlights"),
];

/// `propertyNames` of an open object that must not have JSON Resume's spellings.
pub(super) fn their_spellings() -> Json {
    but(&SPELLINGS.map(|(_, theirs)| theirs))
}

/// `propertyNames` of an open object that must not have these keys.
pub(super) fn but(keys: &[&str]) -> Json {
    json!({ "not": { "enum": keys } })
}
