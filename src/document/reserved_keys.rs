//! Keys that JSON Resume defines. Authors cannot use them for their own values.

use super::reporter::Reporter;
use super::resume_field::SPELLINGS;
use crate::diagnostic::Diagnostic;
use crate::diagnostic_code::diagnostic_codes;
use crate::yaml::MappingEntry;

diagnostic_codes! {
    error RESERVED_KEY = "reserved-key";
}

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
pub const TOP_LEVEL: [&str; 14] = [
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

/// Reports the key of `entry`, which JSON Resume defines.
pub(super) fn reserved_key(entry: &MappingEntry, to: &Reporter<'_>) -> Diagnostic {
    let key = &entry.key;
    let at_key = |message: String| to.at(&RESERVED_KEY, entry.key_span.clone(), message);
    let Some((ours, _)) = SPELLINGS.iter().find(|(_, theirs)| theirs == key) else {
        return at_key(format!("`{key}` is a reserved key of JSON Resume"))
            .hint("use the profile's field for this value, or choose another key");
    };
    let diagnostic = at_key(format!("`{key}` is JSON Resume's name for `{ours}`"));
    match to.key() {
        "extra" => diagnostic.hint(format!("move it out of `extra`, as `{ours}:`")),
        _ => diagnostic.hint(format!("write `{ours}:`")).replace(*ours),
    }
}
