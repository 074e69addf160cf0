//! The query parameter `format`: only `format=jsonresume`, in exactly this form, selects the JSON
//! Resume.

use super::examples::Examples;
use super::responses::{Responses, photo_at, profile_at};
use crate::verify::check::{Check, Group, Subject};

/// Queries that select the JSON Resume.
const RESUMES: [(&str, &str); 6] = [
    ("another parameter after it", "format=jsonresume&x=1"),
    ("another parameter before it", "x=1&format=jsonresume"),
    ("parameters around it", "x=1&format=jsonresume&y=2"),
    ("a percent-encoded letter", "format=json%72esume"),
    ("the format twice", "format=jsonresume&format=jsonresume"),
    // The interface leaves these open; the checks hold what the hosts do, to notice a change.
    ("the format after another one", "format=x&format=jsonresume"),
];

/// Queries that do not.
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
    ("the format before another one", "format=jsonresume&format=x"),
];

pub(super) fn checks(responses: &Responses<'_>, examples: &Examples<'_>) -> Vec<Check> {
    let Some(consultant) = examples.any() else {
        return Vec::new();
    };
    let check = |format, (kind, query): &(&str, &str), expected| {
        let target = format!("{}?{query}", profile_at(&consultant.id));
        let kind = format!("{format} with {kind}");
        Check::get(Group::Format, kind, Subject::Interface, target, expected)
    };
    let resumes = RESUMES.iter();
    let resumes = resumes.map(|query| check("JSON Resume", query, responses.resume(consultant)));
    let profiles = PROFILES.iter();
    let profiles = profiles.map(|query| check("profile", query, responses.profile(consultant)));
    resumes.chain(profiles).collect()
}

/// Photos ignore the parameter.
pub(super) fn photos(responses: &Responses<'_>, examples: &Examples<'_>) -> Vec<Check> {
    let active = [examples.with_jpeg, examples.with_png, examples.without_photo];
    let active = active.into_iter().flatten();
    let active = active.map(|consultant| (&consultant.id, responses.photo(consultant)));
    let others = examples.inactive.into_iter().chain([&examples.unknown_id]);
    let others = others.map(|id| (id, responses.not_found()));
    let mut checks = Vec::new();
    for (id, expected) in active.chain(others) {
        for query in ["format=jsonresume", "format=x", "x=1"] {
            checks.push(Check::get(
                Group::Format,
                format!("photo with {query}"),
                Subject::consultant(id),
                format!("{}?{query}", photo_at(id)),
                expected.clone(),
            ));
        }
    }
    checks
}
