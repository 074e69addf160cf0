//! What is no identifier is like one of nobody, in all three operations.

use super::contract::{ExpectedResponses, RESUME};
use super::examples::Examples;
use crate::discovery::OPENAPI;
use crate::model::id::ConsultantId;
use crate::verify::check::{Check, Group};
use crate::verify::expected_response::{ExpectedResponse, Status};
use crate::verify::expected_site::ExpectedConsultant;

/// What stands after `/api/consultant-public` or `/api/consultant-photo`; `{id}` is an identifier
/// of somebody, `{nobody}` one of nobody.
const WRITTEN: [(&str, &str); 36] = [
    ("nothing, not even a slash", ""),
    ("an empty id", "/"),
    ("two slashes", "//"),
    ("an id after two slashes", "//{id}"),
    ("an id with a slash after it", "/{id}/"),
    ("an id with two slashes after it", "/{id}//"),
    ("an id with a segment after it", "/{id}/x"),
    ("an id and itself", "/{id}/{id}"),
    ("an id with an ending", "/{id}.json"),
    ("an id with a photo's ending", "/{id}.jpg"),
    ("an id with a space", "/{id}%20"),
    ("an id with a null byte", "/{id}%00"),
    ("an id with a parameter", "/{id};v=1"),
    ("an id with an encoded query", "/{id}%3Fformat=jsonresume"),
    ("an id with an encoded fragment", "/{id}%23"),
    ("an id with a percent sign", "/{id}%25"),
    ("an id that is a placeholder", "/:id"),
    ("an id that is an asterisk", "/*"),
    ("a letter of Swedish", "/%C3%A5"),
    ("one dot", "/."),
    ("two dots", "/.."),
    ("two encoded dots", "/%2e%2e"),
    ("a dot after an id", "/{id}/."),
    ("two dots after an id", "/{id}/.."),
    (
        "two dots and an encoded slash before another document",
        "/..%2Fopenapi.json",
    ),
    (
        "two dots and an encoded backslash before another document",
        "/..%5Copenapi.json",
    ),
    ("an encoded slash", "/%2F"),
    ("an encoded slash before an id", "/%2F{id}"),
    ("an encoded slash in place of the slash", "%2F{id}"),
    (
        "an encoded slash in lower case in place of the slash",
        "%2f{id}",
    ),
    ("an id with an encoded slash after it", "/{id}%2F"),
    ("an encoded backslash", "/%5C"),
    ("an encoded backslash in place of the slash", "%5C{id}"),
    ("an id with an encoded backslash after it", "/{id}%5C"),
    ("an id with a backslash after it", r"/{id}\"),
    (
        "two dots and an encoded slash before what only the host reads",
        "/..%2F..%2F_internal%2Fjson-resume%2F{id}.json",
    ),
];

/// The same for what some servers see only after its dot segments were removed: RFC 3986, §6.2.2.3
/// calls the two addresses equivalent, and clients remove them before they send (§5.2.4). For the
/// URL Standard, by which browsers read, a backslash is a slash. So either is right: nobody has it,
/// or it is what the address without them is.
const EQUIVALENT: [(&str, &str, Plain); 5] = [
    ("two dots between two ids", "/{nobody}/../{id}", Plain::Own),
    (
        "two dots before another document",
        "/../openapi.json",
        Plain::Description,
    ),
    (
        "two encoded dots before another document",
        "/%2e%2e/openapi.json",
        Plain::Description,
    ),
    (
        "two dots and a backslash before another document",
        r"/..\openapi.json",
        Plain::Description,
    ),
    ("a backslash in place of the slash", r"\{id}", Plain::Own),
];

/// What is at the address without dot segments and backslashes.
#[derive(Debug, Clone, Copy)]
enum Plain {
    /// The operation's answer for the identifier.
    Own,
    /// The description of the interface.
    Description,
}

/// An operation as it is written, and what it answers for somebody.
type Operation = (
    &'static str,
    &'static str,
    &'static str,
    fn(&ExpectedResponses<'_>, &ExpectedConsultant) -> ExpectedResponse,
);

const OPERATIONS: [Operation; 3] = [
    (
        "profile",
        "/api/consultant-public",
        "",
        |promise, person| promise.profile(person),
    ),
    (
        "JSON Resume",
        "/api/consultant-public",
        RESUME,
        |promise, person| promise.resume(person),
    ),
    ("photo", "/api/consultant-photo", "", |promise, person| {
        promise.photo(person)
    }),
];

/// A null byte as it is written in a path.
const NULL_BYTE: &str = "%00";

pub(super) fn checks(promise: &ExpectedResponses<'_>, examples: &Examples<'_>) -> Vec<Check> {
    let unknown_id = &examples.unknown_id;
    let somebody = examples.anybody();
    let id = somebody.map_or(unknown_id, |person| &person.id);
    let named = |written: &str| {
        let written = written.replace("{id}", id.as_str());
        written.replace("{nobody}", unknown_id.as_str())
    };
    let description = promise.document(&OPENAPI[1..]);
    let never = WRITTEN
        .iter()
        .map(|(what, written)| (*what, named(written)));
    let never = never.chain(misspelt(id)).map(|other| (other, None));
    let equivalent = EQUIVALENT
        .iter()
        .map(|(what, written, plain)| ((*what, named(written)), Some(*plain)));
    let mut checks = Vec::new();
    for ((what, written), plain) in never.chain(equivalent) {
        for (operation, path, query, answer) in OPERATIONS {
            let plain = plain.and_then(|plain| match plain {
                Plain::Own => somebody.map(|person| answer(promise, person)),
                Plain::Description => description.clone(),
            });
            let mut check = Check::get(
                Group::Malformed,
                format!("{operation} of {what}"),
                format!("{path}{written}{query}"),
                promise.not_found(),
            );
            check.wanted.extend(plain);
            // RFC 9110, §4.2.1 leaves it to every server on the way to refuse what may be an attack,
            // and reverse proxies do that with a null byte.
            if written.contains(NULL_BYTE) {
                check.wanted.push(ExpectedResponse::of(Status::ClientError));
            }
            checks.push(check);
        }
    }
    checks
}

/// What is nearly the identifier.
fn misspelt(id: &ConsultantId) -> impl Iterator<Item = (&'static str, String)> {
    let id = id.as_str();
    // Where nothing can be exchanged in it, it is appended.
    let with = |other: &str| match id.replacen('-', other, 1) {
        same if same == id => format!("{id}{other}"),
        exchanged => exchanged,
    };
    let capital = id.char_indices().find(|(_, c)| c.is_ascii_lowercase());
    let capital = capital.map_or_else(String::new, |(at, c)| {
        let (before, after) = (&id[..at], &id[at + 1..]);
        format!("{before}{}{after}", c.to_ascii_uppercase())
    });
    let middle = id.len() / 2;
    let (start, end) = id.split_at(middle);
    [
        ("an id in upper case", id.to_ascii_uppercase()),
        ("an id with a capital", capital),
        ("an id with an underscore", with("_")),
        ("an id with a dot", with(".")),
        ("an id with a plus sign", with("+")),
        ("an id encoded twice", with("%252D")),
        (
            "an id with a letter of Swedish",
            format!("{start}%C3%B6{end}"),
        ),
        (
            "an id with an encoded slash in it",
            format!("{start}%2F{end}"),
        ),
        ("65 characters", "a".repeat(ConsultantId::MAX_LENGTH + 1)),
        ("5,000 characters", "a".repeat(5_000)),
    ]
    .into_iter()
    .filter(move |(_, other)| !other.is_empty() && other != id)
    .map(|(what, other)| (what, format!("/{other}")))
    .collect::<Vec<_>>()
    .into_iter()
}
