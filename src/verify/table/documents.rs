//! The documents that describe the interface, and those that lead to it.

use super::responses::{RESUME, Responses};
use crate::discovery::{API_CATALOG, LLMS, OPENAPI, ROBOTS, profile_schema_path};
use crate::verify::check::{Check, Group, Subject};

pub(super) fn checks(responses: &Responses<'_>) -> Vec<Check> {
    let schema = profile_schema_path();
    let documents = [
        (Group::Documents, "the page", "/"),
        (Group::Documents, "the schema", &schema),
        (Group::Documents, "the description", OPENAPI),
        (Group::Discovery, "the catalog of APIs", API_CATALOG),
        (Group::Discovery, "the introduction for language models", LLMS),
        (Group::Discovery, "the rules for crawlers", ROBOTS),
    ];
    let mut checks = Vec::new();
    for (group, name, target) in documents {
        let file = if target == "/" { "index.html" } else { &target[1..] };
        let Some(expected) = responses.document(file) else {
            continue;
        };
        for query in ["", "?x=1", RESUME] {
            let kind = match query {
                "" => name.to_owned(),
                query => format!("{name} with {query}"),
            };
            let target = format!("{target}{query}");
            checks.push(Check::get(group, kind, Subject::Interface, target, expected.clone()));
        }
    }
    checks
}
