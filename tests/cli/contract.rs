//! The contract with consumers: the OpenAPI description and the schema of the profile change only if
//! their versions are raised.
//!
//! `tests/contract/` has the OpenAPI description of the last release in a canonical form: without texts for people and
//! without anything of a site. `templates/schemas/` has the schemas of all released versions as they are published. A
//! change that can break a consumer requires a new major version, an addition a new minor version. `scripts/accept
//! contract` makes the current contract the last released one.
//!
//! The comparison is our own: openapi-diff 0.24 (npm) rejects OpenAPI 3.1, api-schema-diff 0.1.5 (`PyPI`) finds
//! only removed paths and statuses, and @azure/oad 0.12 reads OpenAPI 2. oasdiff has no package in these
//! registries.

mod canonical;
mod comparison;
mod planted;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{env, fs};

use serde_json::Value as Json;

use self::comparison::{Change, Effect};
use crate::project::{Project, SITE, profile, repository, text};

const OPENAPI_DIRECTORY: &str = "tests/contract";
const SCHEMAS_DIRECTORY: &str = "templates/schemas";

/// The contracts by name, each with its version and its canonical document.
type Contracts = BTreeMap<&'static str, (String, Json)>;

const OPENAPI: &str = "openapi";
const PROFILE: &str = "consultant-profile";

/// Builds a site and returns its contracts.
fn built(name: &str, site: &str, build: &str) -> Contracts {
    let project = build_site(name, site, build);
    let openapi = json(&project.read("dist/api/openapi.json"));
    let version = openapi["info"]["version"].as_str().expect("a version").to_owned();
    let (schema_version, schema) = newest_schema(&project.root.join("dist/schemas"));
    Contracts::from([
        (OPENAPI, (version, canonical::openapi(openapi))),
        (PROFILE, (schema_version, canonical::schema(&schema))),
    ])
}

fn build_site(name: &str, site: &str, build: &str) -> Project {
    let project = Project::site(&format!("contract/{name}"));
    project.write("content/site.yaml", site);
    project.write("content/consultants/anna-berg.yaml", profile("Anna Berg"));
    project.succeed(build);
    project
}

/// Reads the documents in a directory, whose names end in `-<version>.json`, in the order of their versions.
fn documents(directory: &Path) -> Vec<(String, Json)> {
    let document = |path: PathBuf| {
        let stem = path.file_stem().and_then(|stem| stem.to_str()).expect("a file name");
        let (_, version) = stem.rsplit_once('-').expect("a version");
        (version.to_owned(), json(&fs::read_to_string(&path).expect("readable")))
    };
    let entries =
        fs::read_dir(directory).expect("documents").map(|it| it.expect("an entry").path());
    let mut documents: Vec<_> = entries.map(document).collect();
    documents.sort_by_key(|(version, _)| numbers(version));
    documents
}

fn newest_schema(directory: &Path) -> (String, Json) {
    documents(directory).pop().expect("a schema")
}

/// Reads the contracts of the last release.
fn released() -> Contracts {
    let openapi = documents(&repository().join(OPENAPI_DIRECTORY));
    let [openapi] = <[_; 1]>::try_from(openapi).expect("one released version");
    let (version, schema) = newest_schema(&repository().join(SCHEMAS_DIRECTORY));
    Contracts::from([(OPENAPI, openapi), (PROFILE, (version, canonical::schema(&schema)))])
}

/// Makes the current contracts those of the last release.
fn update(contracts: &Contracts) {
    let directory = repository().join(OPENAPI_DIRECTORY);
    let (released, _) = &released()[OPENAPI];
    fs::remove_file(directory.join(format!("{OPENAPI}-{released}.json"))).expect("removable");
    let (version, openapi) = &contracts[OPENAPI];
    let path = directory.join(format!("{OPENAPI}-{version}.json"));
    fs::write(path, format!("{openapi:#}\n")).expect("writable");
    let project = build_site("released", SITE, "build");
    let (version, mut schema) = newest_schema(&project.root.join("dist/schemas"));
    schema.as_object_mut().expect("an object").shift_remove("$id");
    let path = repository().join(SCHEMAS_DIRECTORY).join(format!("{PROFILE}-{version}.json"));
    fs::write(path, format!("{schema:#}\n")).expect("writable");
}

fn json(text: &str) -> Json {
    serde_json::from_str(text).expect("JSON")
}

/// Compares two contracts.
fn changes(name: &str, old: &Json, new: &Json) -> Vec<Change> {
    match name {
        OPENAPI => comparison::openapi(old, new),
        _ => comparison::schema(old, new),
    }
}

/// Returns major, minor and patch version.
fn numbers(version: &str) -> [u32; 3] {
    let mut numbers = version.split('.').map(|number| number.parse().expect("a number"));
    [(); 3].map(|()| numbers.next().unwrap_or(0))
}

/// Decides whether the version is raised as the changes require.
fn judge(old_version: &str, new_version: &str, changes: &[Change]) -> Result<(), String> {
    let (old, new) = (numbers(old_version), numbers(new_version));
    let (is_raised, part) = match changes.iter().map(|change| change.effect).max() {
        None => (new >= old, "version"),
        Some(Effect::Addition) => (new[..2] > old[..2], "minor version"),
        Some(Effect::Breaking) => (new[0] > old[0], "major version"),
    };
    if is_raised {
        return Ok(());
    }
    let list: String = changes.iter().map(|change| format!("\n- {change}")).collect();
    Err(format!("raise the {part}: {old_version} was released, this is {new_version}{list}"))
}

#[test]
fn versions_follow_the_changes_of_the_contract() {
    let current = built("current", SITE, "build");
    let released = released();
    assert_eq!(released.len(), current.len());
    for (name, (version, document)) in &current {
        let (old_version, old) = &released[name];
        if let Err(problem) = judge(old_version, version, &changes(name, old, document)) {
            panic!("{name}: {problem}");
        }
    }
    if env::var_os("UPDATE_CONTRACT").is_some_and(|value| value == "1") {
        update(&current);
    }
}

#[test]
fn schemas_of_earlier_versions_stay_published() {
    let base_url = "https://profiles.example.com";
    let project = build_site("earlier", &format!("{SITE}base_url: {base_url}\n"), "build");
    let current = project.files("dist/schemas");
    let earlier = |line: &str| {
        let dialect = "https://json-schema.org/draft/2020-12/schema";
        format!("{{\n  \"$schema\": \"{dialect}\",\n{line}  \"type\": \"object\"\n}}\n")
    };
    let name = "consultant-profile-0.9.json";
    project.write(&format!("templates/schemas/{name}"), earlier(""));
    project.write("templates/schemas/of-another-program.json", "{}");
    let id = format!("  \"$id\": \"{base_url}/schemas/{name}\",\n");
    let mut expected = current.clone();
    expected.insert(name.to_owned(), earlier(&id).into_bytes());
    for _ in 0..2 {
        project.succeed("build");
        assert_eq!(project.files("dist/schemas"), expected);
    }
    project.write("templates/schemas/consultant-profile-0.8.json", "[]");
    let output = text(&project.run("build"));
    assert!(output.contains("`schemas/consultant-profile-0.8.json` is not a schema"), "{output}");
    assert_eq!(project.files("dist/schemas"), expected);
}

#[test]
fn the_contract_is_the_same_for_every_site_and_host() {
    let site = "title: Another title\n\
                description: Another description.\n\
                contact: {name: Other AB, email: other@example.org, url: https://example.org}\n\
                license: {name: Other terms, url: https://example.org/terms}\n\
                base_url: https://example.org\n\
                cache_seconds: 60\n\
                indexing: false\n";
    let current = built("one", SITE, "build");
    for host in ["netlify", "nginx", "s3-cloudfront"] {
        let other = built(host, site, &format!("build --host {host}"));
        for (name, contract) in &current {
            assert_eq!(&other[name], contract, "{host}: {name}");
        }
    }
}

#[test]
fn judges_versions() {
    let change =
        |effect| Change { effect, place: "here".to_owned(), what: "it changes".to_owned() };
    let addition = [change(Effect::Addition)];
    let breaking = [change(Effect::Addition), change(Effect::Breaking)];
    let passes = |new: &str, changes: &[Change]| judge("1.2.0", new, changes).is_ok();
    assert!(passes("1.2.0", &[]) && passes("1.2.1", &[]) && !passes("1.1.9", &[]));
    assert!(passes("1.3.0", &addition) && passes("2.0.0", &addition));
    assert!(!passes("1.2.0", &addition) && !passes("1.2.1", &addition));
    assert!(passes("2.0.0", &breaking) && !passes("1.3.0", &breaking));
    assert!(judge("1.0", "1.1", &addition).is_ok() && judge("1.0", "1.10", &breaking).is_err());
}
