//! Queries, malformed identifiers, the other documents, and paths that do not exist.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::responses::{examples, targets};
use crate::discovery::{API_CATALOG, LLMS, OPENAPI, PROFILE_SCHEMAS, ROBOTS, profile_schema_path};
use crate::model::id::ConsultantId;
use crate::verify::check::{Check, Group};
use crate::verify::exchange::Request;
use crate::verify::expected_response::{ExpectedResponse, Status};
use crate::verify::expected_site::ExpectedSite;

/// The content of `paths.yaml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Paths {
    resume_queries: BTreeMap<String, String>,
    profile_queries: BTreeMap<String, String>,
    malformed_ids: BTreeMap<String, String>,
    not_found_below_api: Vec<String>,
    not_found: Vec<String>,
    hidden: Vec<String>,
}

impl Paths {
    fn new(id: &ConsultantId) -> Self {
        let id = id.as_str();
        let mut capital = id.to_owned();
        if let Some(letter) = id.find(|c: char| c.is_ascii_lowercase()) {
            capital[letter..=letter].make_ascii_uppercase();
        }
        let (start, end) = id.split_at(id.len() / 2);
        let replacements = [
            ("{id}", id),
            ("{ID}", &id.to_ascii_uppercase()),
            ("{Id}", &capital),
            ("{encoded-twice}", &format!("%25{:02X}{}", id.as_bytes()[0], &id[1..])),
            ("{start}", start),
            ("{end}", end),
            ("{too-long}", &"a".repeat(ConsultantId::MAX_LENGTH + 1)),
            ("{longer-than-a-file-name}", &"a".repeat(256)),
            ("{far-too-long}", &"a".repeat(5_000)),
        ];
        let template = include_str!("paths.yaml").to_owned();
        let text =
            replacements.iter().fold(template, |text, (name, value)| text.replace(name, value));
        let mut paths: Self = serde_yaml::from_str(&text).expect("paths.yaml is valid");
        // Some identifiers cannot be misspelled in every way.
        paths.malformed_ids.retain(|_, path| path[..] != format!("/{id}"));
        paths
    }
}

/// Returns the checks of GET requests without headers that do not depend on a certain consultant.
pub(super) fn checks(site: &ExpectedSite) -> Vec<Check> {
    let unknown = site.unknown_id();
    let consultant = examples(site).first().copied();
    let id = consultant.map_or(&unknown, |consultant| &consultant.id);
    let paths = Paths::new(id);
    let documents = consultant.map(|consultant| site.documents_of(consultant));
    let mut checks = Vec::new();
    if let Some([profile, resume, photo]) = &documents {
        let request = Request::get(format!("{}?x=1", photo.get.target));
        checks.push(photo.check(Group::Format, "photo with a parameter".to_owned(), request));
        for (document, queries) in
            [(resume, &paths.resume_queries), (profile, &paths.profile_queries)]
        {
            for (kind, query) in queries {
                let name = format!("{} with {kind}", document.name);
                let request = Request::get(format!("{}?{query}", profile.get.target));
                checks.push(document.check(Group::Format, name, request));
            }
        }
    }
    for (name, target) in targets(id) {
        let (directory, id_and_query) = target.rsplit_once('/').expect("a path");
        let query = &id_and_query[id.as_str().len()..];
        for (kind, path) in &paths.malformed_ids {
            let request = Request::get(format!("{directory}{path}{query}"));
            let name = format!("{name} of {kind}");
            checks.push(Check::new(Group::Malformed, name, request, site.not_found()));
        }
    }
    checks.extend(Check::with_variants(documents_of_site(site)));
    checks.extend(not_found(site, paths));
    checks
}

/// The documents that belong to no consultant.
fn documents_of_site(site: &ExpectedSite) -> Vec<Check> {
    let current = profile_schema_path();
    let files = site.compiled.files.iter().map(|file| format!("/{}", file.path));
    let earlier: Vec<String> =
        files.filter(|path| path.starts_with(PROFILE_SCHEMAS) && *path != current).collect();
    let mut documents = vec![
        (Group::Documents, "the page", "/"),
        (Group::Documents, "the schema", &current),
        (Group::Documents, "the description", OPENAPI),
        (Group::Discovery, "the catalog of APIs", API_CATALOG),
        (Group::Discovery, "the introduction for language models", LLMS),
        (Group::Discovery, "the rules for crawlers", ROBOTS),
    ];
    documents.extend(earlier.iter().map(|path| (Group::Documents, "an earlier schema", &**path)));
    let mut checks = Vec::new();
    for (group, name, path) in documents {
        let file = if path == "/" { "index.html" } else { &path[1..] };
        let Some(expected) = site.document(file) else { continue };
        checks.push(Check::new(group, name, Request::get(path), expected));
    }
    checks
}

/// Internal files of the host, sources of the site, and paths that do not exist.
fn not_found(site: &ExpectedSite, paths: Paths) -> Vec<Check> {
    // The internal files of consultants have a path of their own, and are checked with it.
    let internal = site.compiled.files.iter().filter(|artifact| {
        let has_endpoint = artifact.endpoints.iter().any(|endpoint| endpoint.status == 200);
        artifact.path.starts_with("_internal/") && !has_endpoint
    });
    let internal = internal.map(|artifact| format!("/{}", artifact.path));
    let below_api = paths.not_found_below_api.into_iter();
    let below_api = below_api.map(|path| Check::nothing(&path, site.not_found()));
    let others = paths.not_found.into_iter().chain(internal);
    let others = others.map(|path| Check::nothing(&path, ExpectedResponse::error(404)));
    let hidden = paths.hidden.into_iter();
    let hidden = hidden.map(|path| Check::nothing(&path, ExpectedResponse::of(Status::NotSuccess)));
    below_api.chain(others).chain(hidden).collect()
}
