//! Malformed identifiers: all three operations respond as for an unknown one.

use super::examples::Examples;
use super::responses::{RESUME, Responses};
use crate::discovery::OPENAPI;
use crate::model::id::ConsultantId;
use crate::verify::check::{Check, Group, Subject};
use crate::verify::exchange::Request;
use crate::verify::expected_response::{ExpectedResponse, Status};
use crate::verify::expected_site::ExpectedConsultant;

/// What follows `/api/consultant-public` or `/api/consultant-photo`. `{id}` is the identifier of an
/// active consultant, `{unknown}` an unknown one.
const MALFORMED: [(&str, &str); 36] = [
    ("nothing, not even a slash", ""),
    ("an empty id", "/"),
    ("two slashes", "//"),
    ("an id after two slashes", "//{id}"),
    ("an id with a slash after it", "/{id}/"),
    ("an id with two slashes after it", "/{id}//"),
    ("an id with a segment after it", "/{id}/x"),
    ("an id and itself", "/{id}/{id}"),
    ("an id with an extension", "/{id}.json"),
    ("an id with the extension of a photo", "/{id}.jpg"),
    ("an id with a space", "/{id}%20"),
    ("an id with a null byte", "/{id}%00"),
    ("an id with a parameter", "/{id};v=1"),
    ("an id with an encoded query", "/{id}%3Fformat=jsonresume"),
    ("an id with an encoded fragment", "/{id}%23"),
    ("an id with a percent sign", "/{id}%25"),
    ("an id that is a placeholder", "/:id"),
    ("an id that is an asterisk", "/*"),
    ("a Swedish letter", "/%C3%A5"),
    ("one dot", "/."),
    ("two dots", "/.."),
    ("two encoded dots", "/%2e%2e"),
    ("a dot after an id", "/{id}/."),
    ("two dots after an id", "/{id}/.."),
    ("two dots and an encoded slash before another document", "/..%2Fopenapi.json"),
    ("two dots and an encoded backslash before another document", "/..%5Copenapi.json"),
    ("an encoded slash", "/%2F"),
    ("an encoded slash before an id", "/%2F{id}"),
    ("an encoded slash in place of the slash", "%2F{id}"),
    ("an encoded slash in lower case in place of the slash", "%2f{id}"),
    ("an id with an encoded slash after it", "/{id}%2F"),
    ("an encoded backslash", "/%5C"),
    ("an encoded backslash in place of the slash", "%5C{id}"),
    ("an id with an encoded backslash after it", "/{id}%5C"),
    ("an id with a backslash after it", r"/{id}\"),
    (
        "two dots and an encoded slash before an internal file",
        "/..%2F..%2F_internal%2Fjson-resume%2F{id}.json",
    ),
];

/// Paths that a server may normalize. RFC 3986 calls a path with dot segments equivalent to the one
/// without (§6.2.2.3), and clients remove them before they send a request (§5.2.4); the URL Standard
/// of browsers reads a backslash as a slash. So both are right: the 404, and the response to the
/// normalized path.
const EQUIVALENT: [(&str, &str, Normalized); 5] = [
    ("two dots between two ids", "/{unknown}/../{id}", Normalized::Same),
    ("two dots before another document", "/../openapi.json", Normalized::Description),
    ("two encoded dots before another document", "/%2e%2e/openapi.json", Normalized::Description),
    (
        "two dots and a backslash before another document",
        r"/..\openapi.json",
        Normalized::Description,
    ),
    ("a backslash in place of the slash", r"\{id}", Normalized::Same),
];

/// What is at the normalized path.
#[derive(Debug, Clone, Copy)]
enum Normalized {
    /// The same operation with the identifier.
    Same,
    /// The description of the interface.
    Description,
}

/// An operation with a malformed identifier.
struct Operation {
    name: &'static str,
    /// The path before the identifier, and the query after it.
    path: &'static str,
    query: &'static str,
    /// Returns the response for an active consultant.
    expected: fn(&Responses<'_>, &ExpectedConsultant) -> ExpectedResponse,
}

const OPERATIONS: [Operation; 3] = [
    Operation {
        name: "profile",
        path: "/api/consultant-public",
        query: "",
        expected: |responses, consultant| responses.profile(consultant),
    },
    Operation {
        name: "JSON Resume",
        path: "/api/consultant-public",
        query: RESUME,
        expected: |responses, consultant| responses.resume(consultant),
    },
    Operation {
        name: "photo",
        path: "/api/consultant-photo",
        query: "",
        expected: |responses, consultant| responses.photo(consultant),
    },
];

/// A percent-encoded null byte.
const NULL_BYTE: &str = "%00";

pub(super) fn checks(responses: &Responses<'_>, examples: &Examples<'_>) -> Vec<Check> {
    let unknown_id = &examples.unknown_id;
    let consultant = examples.any();
    let id = consultant.map_or(unknown_id, |consultant| &consultant.id);
    let filled = |path: &str| {
        let path = path.replace("{id}", id.as_str());
        path.replace("{unknown}", unknown_id.as_str())
    };
    let description = responses.document(&OPENAPI[1..]);
    let malformed = MALFORMED.iter().map(|(kind, path)| (*kind, filled(path)));
    let malformed = malformed.chain(misspelled(id));
    let malformed = malformed.map(|(kind, path)| (kind, path, None));
    let equivalent = EQUIVALENT.iter();
    let equivalent =
        equivalent.map(|(kind, path, normalized)| (*kind, filled(path), Some(*normalized)));
    let mut checks = Vec::new();
    for (kind, path, normalized) in malformed.chain(equivalent) {
        for operation in &OPERATIONS {
            let mut expected = vec![responses.not_found()];
            expected.extend(normalized.and_then(|normalized| match normalized {
                Normalized::Same => {
                    consultant.map(|consultant| (operation.expected)(responses, consultant))
                }
                Normalized::Description => description.clone(),
            }));
            // Every server may refuse a request that looks like an attack (RFC 9110, §4.2.1), and
            // reverse proxies do so for a null byte.
            if path.contains(NULL_BYTE) {
                expected.push(ExpectedResponse::of(Status::ClientError));
            }
            let target = format!("{}{path}{}", operation.path, operation.query);
            let kind = format!("{} of {kind}", operation.name);
            let request = Request::get(target);
            let (group, subject) = (Group::Malformed, Subject::Interface);
            checks.push(Check::new(group, kind, subject, request, expected));
        }
    }
    checks
}

/// Returns identifiers that differ a little from `id`.
fn misspelled(id: &ConsultantId) -> Vec<(&'static str, String)> {
    let id = id.as_str();
    // Appends to an identifier without a hyphen.
    let with = |replacement: &str| match id.replacen('-', replacement, 1) {
        same if same == id => format!("{id}{replacement}"),
        replaced => replaced,
    };
    let letter = id.find(|c: char| c.is_ascii_lowercase()).unwrap_or(id.len());
    let (before, from_letter) = id.split_at(letter);
    let mut capital = from_letter.to_owned();
    if let Some(first) = capital.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    let (start, end) = id.split_at(id.len() / 2);
    [
        ("an id in upper case", id.to_ascii_uppercase()),
        ("an id with a capital", format!("{before}{capital}")),
        ("an id with an underscore", with("_")),
        ("an id with a dot", with(".")),
        ("an id with a plus sign", with("+")),
        ("an id encoded twice", with("%252D")),
        ("an id with a Swedish letter", format!("{start}%C3%B6{end}")),
        ("an id with an encoded slash in it", format!("{start}%2F{end}")),
        ("65 characters", "a".repeat(ConsultantId::MAX_LENGTH + 1)),
        ("5,000 characters", "a".repeat(5_000)),
    ]
    .into_iter()
    .filter(|(_, misspelled)| misspelled != id)
    .map(|(kind, misspelled)| (kind, format!("/{misspelled}")))
    .collect()
}
