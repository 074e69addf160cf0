//! The parameter `format`: only `format=jsonresume`, exactly so, selects the JSON Resume.

use super::contract::{ExpectedResponses, photo_at, profile_at};
use super::examples::Examples;
use crate::verify::check::{Check, Group};

/// Queries of a profile with which it is a JSON Resume.
const RESUMES: [(&str, &str); 6] = [
    ("another parameter after it", "format=jsonresume&x=1"),
    ("another parameter before it", "x=1&format=jsonresume"),
    ("parameters around it", "x=1&format=jsonresume&y=2"),
    ("a percent-encoded letter", "format=json%72esume"),
    ("the format twice", "format=jsonresume&format=jsonresume"),
    // Undecided by the interface; the hosts' own rule, held so that a change is noticed.
    ("the format after another one", "format=x&format=jsonresume"),
];

/// Queries with which it is not.
const PROFILES: [(&str, &str); 16] = [
    ("an empty query", ""),
    ("another parameter", "x=1"),
    ("no value", "format"),
    ("an empty value", "format="),
    ("an unknown value", "format=x"),
    ("the value in upper case", "format=JSONRESUME"),
    ("the value in mixed case", "format=JsonResume"),
    ("the value and a letter more", "format=jsonresumes"),
    ("the value but for a letter", "format=jsonresum"),
    ("the value after a space", "format=%20jsonresume"),
    ("the key in upper case", "FORMAT=jsonresume"),
    ("the key in mixed case", "Format=jsonresume"),
    ("the key and a letter before it", "xformat=jsonresume"),
    ("the key as a list", "format[]=jsonresume"),
    ("the format in another parameter", "x=format=jsonresume"),
    // As above.
    (
        "the format before another one",
        "format=jsonresume&format=x",
    ),
];

pub(super) fn checks(promise: &ExpectedResponses<'_>, examples: &Examples<'_>) -> Vec<Check> {
    let Some(person) = examples.anybody() else {
        return Vec::new();
    };
    let at = |query: &str| format!("{}?{query}", profile_at(&person.id));
    let resumes = RESUMES.iter().map(|(what, query)| {
        let name = format!("JSON Resume with {what}");
        Check::get(Group::Format, name, at(query), promise.resume(person))
    });
    let profiles = PROFILES.iter().map(|(what, query)| {
        let name = format!("profile with {what}");
        Check::get(Group::Format, name, at(query), promise.profile(person))
    });
    resumes.chain(profiles).collect()
}

/// A photo has no formats.
pub(super) fn photos(promise: &ExpectedResponses<'_>, examples: &Examples<'_>) -> Vec<Check> {
    let people = [
        examples.with_jpeg,
        examples.with_png,
        examples.without_photo,
    ];
    let people = people.into_iter().flatten();
    let here = people.map(|person| (&person.id, promise.photo(person)));
    let absent = examples.inactive.into_iter().chain([&examples.unknown_id]);
    let absent = absent.map(|id| (id, promise.not_found()));
    let mut checks = Vec::new();
    for (id, wanted) in here.chain(absent) {
        for query in ["format=jsonresume", "format=x", "x=1"] {
            checks.push(Check::get(
                Group::Format,
                format!("photo of {id} with {query}"),
                format!("{}?{query}", photo_at(id)),
                wanted.clone(),
            ));
        }
    }
    checks
}
