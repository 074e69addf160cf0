//! The documents that describe the interface, and those that lead to it.

use super::contract::{ExpectedResponses, RESUME};
use crate::discovery::{API_CATALOG, LLMS, OPENAPI, ROBOTS, profile_schema_path};
use crate::verify::check::{Check, Group};

pub(super) fn checks(promise: &ExpectedResponses<'_>) -> Vec<Check> {
    let schema = profile_schema_path();
    let documents = [
        (Group::Documents, "the page", "/", "index.html"),
        (Group::Documents, "the schema", &schema, &schema[1..]),
        (Group::Documents, "the description", OPENAPI, &OPENAPI[1..]),
        (
            Group::Discovery,
            "the catalog of APIs",
            API_CATALOG,
            &API_CATALOG[1..],
        ),
        (
            Group::Discovery,
            "the introduction for language models",
            LLMS,
            &LLMS[1..],
        ),
        (
            Group::Discovery,
            "what crawlers may fetch",
            ROBOTS,
            &ROBOTS[1..],
        ),
    ];
    let mut checks = Vec::new();
    for (group, name, target, file) in documents {
        let Some(answer) = promise.document(file) else {
            continue;
        };
        for query in ["", "?x=1", RESUME] {
            let name = match query {
                "" => name.to_owned(),
                query => format!("{name} with {query}"),
            };
            let target = format!("{target}{query}");
            checks.push(Check::get(group, name, target, answer.clone()));
        }
    }
    checks
}
