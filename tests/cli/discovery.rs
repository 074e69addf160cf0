//! The discovery documents (API catalog, `llms.txt`, `robots.txt`, `Link` header) follow the
//! specifications of their formats.

use std::sync::Arc;

use serde_json::{Value as Json, json};
use vitae::Options;
use vitae::discovery::{API_CATALOG, API_CATALOG_TYPE, LLMS, ROBOTS, link_header};
use vitae::route::Route;
use vitae::source::Sources;
use vitae::templates::Templates;

use crate::compilation::compile;
use crate::project::{Project, profile};

const BASE: &str = "https://profiles.example.net";

/// Settings with characters that are special in Markdown, JSON or headers.
const ODD_SITE: &str = r##"base_url: https://profiles.example.net
title: "# Råd & [Code](x) <b>_quoted_\\ \"here\""
description: |
  First line,

  ## and a second
contact: {name: "Desk [of] *Anna*", email: "desk@example.com", url: "https://example.com/a_(b)"}
license: {name: "Terms `1`", url: "https://example.com/terms(1)"}
indexing: true
"##;

/// Returns built sites without a base URL, with one, and with special characters, each with its base
/// URL.
fn projects(test: &str) -> [(Project, &'static str); 3] {
    let sample = |name: &str, line: &str| {
        let project = Project::sample_with_one_photo(&format!("discovery/{test}-{name}"));
        let site = project.read("content/site.yaml");
        project.write("content/site.yaml", site + line);
        project
    };
    let odd = Project::site(&format!("discovery/{test}-odd"));
    odd.write("content/site.yaml", ODD_SITE);
    odd.write("content/consultants/anna-berg.yaml", profile("Anna Berg"));
    let projects = [
        (sample("relative", ""), ""),
        (sample("absolute", &format!("base_url: {BASE}\n")), BASE),
        (odd, BASE),
    ];
    for (project, _) in &projects {
        project.succeed("build");
    }
    projects
}

fn published(project: &Project, path: &str) -> String {
    project.read(&format!("dist{path}"))
}

fn routes_of(project: &Project) -> Vec<Route> {
    let sources =
        Sources::from_disk(&project.root.join("content"), &Arc::default()).expect("readable");
    let options = Options::on(crate::project::day());
    let (outcome, _) = compile(&sources, &Templates::embedded(), &options).expect("it compiles");
    outcome.site.expect("no errors").routes.iter().collect()
}

/// Returns whether the site has a document with this media type (without parameters) at `url`.
fn is_served(routes: &[Route], base: &str, url: &str, media_type: Option<&str>) -> bool {
    let Some(path) = url.strip_prefix(base) else {
        return false;
    };
    routes.iter().any(|route| {
        let essence = route.media_type.split(';').next();
        route.path == path && route.status == 200 && (media_type.is_none() || media_type == essence)
    })
}

/// Returns a JSON Schema of `application/linkset+json` (RFC 9264, §4.2).
fn linkset_schema() -> Json {
    // §4.2.4.2: as in `title*`.
    let internationalized = json!({
        "type": "array",
        "minItems": 1,
        "items": {
            "type": "object",
            "required": ["value"],
            "properties": { "value": { "type": "string" }, "language": { "type": "string" } },
            "additionalProperties": false,
        },
    });
    let texts = json!({ "type": "array", "items": { "type": "string" } });
    let text = json!({ "type": "string" });
    // §4.2.3, §4.2.4.1, and §4.2.4.3 for extension attributes.
    let target = json!({
        "type": "object",
        "required": ["href"],
        "properties": {
            "href": { "type": "string", "format": "uri-reference" },
            "hreflang": texts,
            "media": text,
            "type": text,
            "title": text,
        },
        "patternProperties": { r"\*$": internationalized },
        "additionalProperties": texts,
    });
    // §4.2.2. Extension relations (RFC 8288, §2.1.2) are URIs.
    let context = json!({
        "type": "object",
        "properties": { "anchor": { "type": "string", "format": "uri-reference" } },
        "propertyNames": { "pattern": "^([a-z][a-z0-9.-]*|[a-z][a-z0-9+.-]*:.+)$" },
        "additionalProperties": { "type": "array", "minItems": 1, "items": target },
        "minProperties": 2,
    });
    // §4.2.1
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "required": ["linkset"],
        "properties": { "linkset": { "type": "array", "items": context } },
        "additionalProperties": false,
    })
}

fn linkset_validator() -> jsonschema::Validator {
    jsonschema::draft202012::options()
        .should_validate_formats(true)
        .build(&linkset_schema())
        .expect("a schema")
}

/// RFC 9727, §4, and its examples in appendix A.
#[test]
fn catalog_is_a_valid_link_set_without_dead_links() {
    let validator = linkset_validator();
    for (project, base) in projects("catalog") {
        let catalog: Json = serde_json::from_str(&published(&project, API_CATALOG)).expect("JSON");
        let errors: Vec<_> = validator.iter_errors(&catalog).collect();
        assert!(errors.is_empty(), "{errors:?}");
        let routes = routes_of(&project);
        let [of_catalog, of_api] = catalog["linkset"].as_array().expect("contexts").as_slice()
        else {
            panic!("{catalog}");
        };
        assert_eq!(of_catalog["anchor"], format!("{base}{API_CATALOG}"));
        assert_eq!(of_catalog["item"][0]["href"], of_api["anchor"]);
        assert!(API_CATALOG_TYPE.contains(of_catalog["profile"][0]["href"].as_str().expect("URI")));
        // RFC 8631, §4
        for (relation, path) in [
            ("service-desc", "/api/openapi.json"),
            ("service-doc", "/"),
            ("service-meta", "/schemas/consultant-profile-1.0.json"),
        ] {
            let links = of_api[relation].as_array().expect("links");
            assert_eq!(links[0]["href"], format!("{base}{path}"));
            for link in links {
                let url = link["href"].as_str().expect("a URL");
                assert!(is_served(&routes, base, url, link["type"].as_str()), "{link}");
            }
        }
        let description: Json =
            serde_json::from_str(&published(&project, "/api/openapi.json")).expect("JSON");
        assert_eq!(of_api["license"][0]["href"], description["info"]["license"]["url"]);
    }
}

#[test]
fn schema_rejects_invalid_link_sets() {
    let validator = linkset_validator();
    let good = json!({ "linkset": [{
        "anchor": "https://example.net/bar",
        "next": [{ "href": "https://example.com/foo", "hreflang": ["en"], "title*": [
            { "value": "nästa", "language": "sv" }
        ] }],
        "https://example.com/relations/baz": [{ "href": "/x", "type": "text/html" }],
    }] });
    assert!(validator.is_valid(&good));
    for bad in [
        json!([]),
        json!({}),
        json!({ "linkset": [], "title": "x" }),
        json!({ "linkset": { "anchor": "/" } }),
        json!({ "linkset": [{ "anchor": "/", "item": { "href": "/" } }] }),
        json!({ "linkset": [{ "anchor": "/", "item": ["/"] }] }),
        json!({ "linkset": [{ "anchor": "/", "item": [{ "type": "text/html" }] }] }),
        json!({ "linkset": [{ "anchor": "/", "item": [{ "href": "a b" }] }] }),
        json!({ "linkset": [{ "anchor": "/", "item": [{ "href": "/", "type": ["text/html"] }] }] }),
        json!({ "linkset": [{ "anchor": "/", "item": [{ "href": "/", "hreflang": "en" }] }] }),
        json!({ "linkset": [{ "anchor": "/", "title": "An API" }] }),
    ] {
        assert!(!validator.is_valid(&bad), "{bad}");
    }
}

/// RFC 8288, §3: `<reference>; name="value"; ..., <reference>; ...`
#[test]
fn link_header_has_no_dead_links() {
    let [(project, _), ..] = projects("links");
    let value = link_header();
    assert!(project.read("dist/_headers").contains(&format!("  Link: {value}\n")));
    let routes = routes_of(&project);
    let mut relations = Vec::new();
    for link in value.split(", ") {
        let mut parts = link.split("; ");
        let target = parts.next().expect("a target");
        let target =
            target.strip_prefix('<').and_then(|rest| rest.strip_suffix('>')).expect("in brackets");
        let mut parameter = |wanted: &str| {
            let (name, value) = parts.next()?.split_once('=')?;
            assert_eq!(name, wanted);
            value.strip_prefix('"')?.strip_suffix('"').map(str::to_owned)
        };
        relations.push(parameter("rel").expect("a relation"));
        let media_type = parameter("type").expect("a media type");
        assert!(is_served(&routes, "", target, Some(&media_type)), "{link}");
    }
    assert_eq!(relations, ["service-desc", "describedby", "api-catalog"]);
}

/// Parses a line of a list of links into URL and note.
fn link(line: &str) -> Option<(&str, &str)> {
    let rest = line.strip_prefix("- [")?;
    let mut ends = rest.match_indices("](").map(|(at, _)| at);
    let end = ends.find(|at| !rest[..*at].ends_with('\\'))?;
    let (url, note) = rest[end + 2..].split_once("): ")?;
    (!url.contains(['(', ')', ' '])).then_some((url, note))
}

/// llmstxt.org, "Format": a title, a summary as a quote, text without headings, then sections of links.
#[test]
fn llms_txt_has_the_specified_format() {
    for (project, base) in projects("llms") {
        let text = published(&project, LLMS);
        let mut lines = text.lines();
        let title = lines.next().and_then(|line| line.strip_prefix("# "));
        assert!(title.is_some_and(|title| title.len() > 3), "{text}");
        assert_eq!(lines.next(), Some(""));
        let summary = lines.next().and_then(|line| line.strip_prefix("> "));
        assert!(summary.is_some_and(|summary| summary.len() > 3), "{text}");
        assert_eq!(lines.next(), Some(""));
        let (prose, sections) = text.split_once("\n## ").expect("sections");
        assert!(!prose[2..].contains("\n#"), "{prose}");
        for operation in [
            "/api/consultant-public/<consultant_id>` ",
            "?format=jsonresume",
            "/api/consultant-photo/<consultant_id>` ",
            "/api/openapi.json` ",
            "Consultant not found",
            "Photo not found",
            "`304`",
            "`429`",
        ] {
            assert!(prose.contains(operation), "{operation} is not in {prose}");
        }
        assert!(prose.contains(&format!("`GET {base}/api/openapi.json`")));
        let routes = routes_of(&project);
        let mut names = Vec::new();
        let mut elsewhere = Vec::new();
        for section in sections.split("\n## ") {
            let (name, links) = section.split_once("\n\n").expect("a name and links");
            names.push(name);
            for line in links.trim_end().lines() {
                let (url, note) = link(line).unwrap_or_else(|| panic!("{line} is not a link"));
                assert!(!note.is_empty(), "{line}");
                if !is_served(&routes, base, url, None) {
                    elsewhere.push(url.to_owned());
                }
            }
        }
        assert_eq!(names, ["Interface", "Terms", "Optional"]);
        assert_eq!(elsewhere.len(), 2, "{elsewhere:?}");
    }
}

#[test]
fn llms_txt_escapes_special_characters() {
    let [.., (project, _)] = projects("odd");
    let text = published(&project, LLMS);
    for line in [
        r#"# # Råd & \[Code\](x) \<b>\_quoted\_\\ "here""#,
        "> First line, ## and a second",
        r"- [Terms \`1\`](https://example.com/terms%281%29): the terms of use of the profiles",
        r"- [Desk \[of\] \*Anna\*](https://example.com/a_%28b%29): contact, email desk@example.com",
    ] {
        assert!(text.lines().any(|found| found == line), "{line}\n{text}");
    }
}

/// RFC 9309, §2.2. A crawler that may not fetch a page never sees `X-Robots-Tag`, so `robots.txt` lets
/// crawlers in even if `indexing` is false.
#[test]
fn robots_txt_allows_everything() {
    let [(closed, _), _, (open, _)] = projects("robots");
    for (project, says) in
        [(&closed, "X-Robots-Tag: noindex"), (&open, "listed by search engines.")]
    {
        let text = published(project, ROBOTS);
        let (comments, rules): (Vec<_>, Vec<_>) =
            text.lines().partition(|line| line.starts_with('#'));
        assert_eq!(rules, ["User-agent: *", "Allow: /"]);
        assert!(comments.join("\n").contains(says), "{text}");
        let headers = project.read("dist/_headers");
        let has_noindex = headers.contains("X-Robots-Tag: noindex");
        assert_eq!(has_noindex, says.contains("noindex"), "{headers}");
    }
}

#[test]
fn discovery_documents_do_not_depend_on_consultants() {
    let project = Project::sample_with_one_photo("discovery/unknown");
    project.succeed("build");
    let documents = || [API_CATALOG, LLMS, ROBOTS].map(|path| published(&project, path));
    let before = documents();
    let consultants = project.files("content/consultants");
    assert!(consultants.len() > 5);
    for path in consultants.keys() {
        let file = project.root.join("content/consultants").join(path);
        std::fs::remove_file(file).expect("removable");
        let id = path.trim_end_matches(".yaml");
        for document in &before {
            assert!(!document.contains(id), "{id} is named in {document}");
        }
    }
    std::fs::remove_dir_all(project.root.join("content/photos")).expect("removable");
    project.write("content/consultants/someone-else.yaml", profile("Someone Else"));
    project.succeed("build");
    assert!(documents() == before);
}
