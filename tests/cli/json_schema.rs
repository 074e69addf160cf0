//! vitae's JSON Schema validation agrees with a library for all of JSON Schema.

use std::collections::BTreeSet;

use proptest::prelude::*;
use proptest::sample::{Index, select};
use serde_json::{Value as Json, json};
use vitae::document::Document;
use vitae::document::editor_hints::example;
use vitae::document::profile::ProfileDocument;
use vitae::document::site::SiteDocument;
use vitae::json_schema::JsonSchema;

use crate::project::Project;

/// A schema with a document that matches it.
struct Pair {
    schema: JsonSchema,
    library: jsonschema::Validator,
    document: Json,
}

impl Pair {
    fn of<T: Document>() -> Self {
        let schema = T::schema();
        let options = jsonschema::draft7::options().should_validate_formats(true);
        Self {
            library: options.build(&schema).expect("a schema"),
            schema: JsonSchema::new(&schema, &schema["definitions"]).expect("a schema"),
            document: example(&T::bare_schema()).expect("an example"),
        }
    }

    fn published(project: &Project, name: &str, path: &str) -> Self {
        let read = |path: &str| serde_json::from_str::<Json>(&project.read(path)).expect("JSON");
        let components = &read("dist/api/openapi.json")["components"];
        let reference = format!("#/components/schemas/{name}");
        let schema = json!({ "$ref": reference, "components": components });
        let options = jsonschema::draft202012::options().should_validate_formats(true);
        // It is an annotation for vitae.
        let options = options.with_format("email", |_: &str| true);
        Self {
            library: options.build(&schema).expect("a schema"),
            schema: JsonSchema::new(&schema, &components["schemas"]).expect("a schema"),
            document: read(path),
        }
    }

    /// Returns the violations that each of the two finds.
    fn violations(&self, document: &Json) -> [BTreeSet<(Vec<String>, String)>; 2] {
        let own = self.schema.violations(document, usize::MAX).into_iter();
        let own = own.map(|violation| (violation.path, violation.keyword.name().to_owned()));
        let library = self.library.iter_errors(document).map(|error| {
            let unescape = |segment: &str| segment.replace("~1", "/").replace("~0", "~");
            let pointer = error.instance_path().as_str().split('/').skip(1).map(unescape);
            (pointer.collect(), error.kind().keyword().to_owned())
        });
        [own.collect(), library.collect()]
    }
}

/// Returns a part of a document: the one at the index, of all parts in their order.
fn part<'a>(document: &'a mut Json, index: &mut usize) -> Option<&'a mut Json> {
    if *index == 0 {
        return Some(document);
    }
    *index -= 1;
    match document {
        Json::Array(items) => items.iter_mut().find_map(|item| part(item, index)),
        Json::Object(members) => members.values_mut().find_map(|member| part(member, index)),
        _ => None,
    }
}

fn number_of_parts(document: &Json) -> usize {
    1 + match document {
        Json::Array(items) => items.iter().map(number_of_parts).sum(),
        Json::Object(members) => members.values().map(number_of_parts).sum::<usize>(),
        _ => 0,
    }
}

fn values() -> impl Strategy<Value = Json> {
    let values = [
        json!(null),
        json!(true),
        json!(0),
        json!(2024),
        json!(2024.0),
        json!(2024.5),
        json!(3000),
        json!(""),
        json!(" \u{200B}"),
        json!("a word"),
        json!("word"),
        json!("2024-02"),
        json!("2024-02-03"),
        json!("2024-02-03T04:05:06Z"),
        json!("2024-13-03"),
        json!("https://example.com/a?b#c"),
        json!("https://user@example.com"),
        json!("https://example.com/å"),
        json!("anna@example.com"),
        json!(format!("{}@example.com", "a".repeat(64))),
        json!(format!("{}@example.com", "a".repeat(65))),
        json!([]),
        json!([null]),
        json!(["word", 1]),
        json!({}),
        json!({ "Other Key": { "internal": 1, "list": [null] } }),
        json!({ "position": "word", "key": {} }),
    ];
    select(values.to_vec())
}

fn keys() -> impl Strategy<Value = &'static str> {
    select(vec![
        "other",
        "Other Key",
        "internal",
        "Internally",
        "position",
        "name",
        "active",
        "a/b",
    ])
}

#[test]
fn agrees_with_a_library() {
    let project = Project::sample("json-schema");
    project.succeed("build");
    let pairs = [
        Pair::of::<ProfileDocument>(),
        Pair::of::<SiteDocument>(),
        Pair::published(&project, "Profile", "dist/api/consultant-public/amara-ndukwe"),
        Pair::published(&project, "JsonResume", "dist/_internal/json-resume/amara-ndukwe.json"),
    ];
    let change = (any::<Index>(), prop::option::of(keys()), values());
    let changes = prop::collection::vec(change, 0..4);
    let config =
        ProptestConfig { cases: 4_000, failure_persistence: None, ..ProptestConfig::default() };
    proptest!(config, |(pair in 0..pairs.len(), changes in changes)| {
        let pair = &pairs[pair];
        let mut document = pair.document.clone();
        for (index, key, value) in changes {
            let mut index = index.index(number_of_parts(&document));
            let part = part(&mut document, &mut index).expect("a part");
            match (key, part) {
                (Some(key), Json::Object(members)) if value == json!(true) => {
                    members.shift_remove(key);
                }
                (Some(key), Json::Object(members)) => {
                    members.insert(key.to_owned(), value);
                }
                (_, part) => *part = value,
            }
        }
        let [own, library] = pair.violations(&document);
        prop_assert_eq!(own, library, "{}", document);
    });
}

/// The keywords that vitae checks, with those that contain schemas first.
const CHECKED: [&str; 24] = [
    "additionalProperties",
    "allOf",
    "anyOf",
    "definitions",
    "items",
    "not",
    "oneOf",
    "properties",
    "propertyNames",
    "$ref",
    "const",
    "enum",
    "format",
    "maxLength",
    "maximum",
    "minProperties",
    "minimum",
    "pattern",
    "required",
    "type",
    // Notes for readers and editor programs.
    "$id",
    "$schema",
    "description",
    "title",
];
/// More notes for readers and editor programs.
const NOTES: [&str; 5] =
    ["default", "defaultSnippets", "errorMessage", "examples", "markdownDescription"];

/// Calls `visit` with each keyword of a schema and of the schemas in it.
fn visit_keywords(schema: &Json, visit: &mut impl FnMut(&str, &Json)) {
    let Json::Object(keywords) = schema else {
        schema.as_array().into_iter().flatten().for_each(|schema| visit_keywords(schema, visit));
        return;
    };
    for (keyword, value) in keywords {
        visit(keyword, value);
        match keyword.as_str() {
            "properties" | "definitions" | "$defs" => {
                let schemas = value.as_object().into_iter().flatten();
                schemas.for_each(|(_, schema)| visit_keywords(schema, visit));
            }
            keyword if CHECKED[..9].contains(&keyword) => visit_keywords(value, visit),
            _ => {}
        }
    }
}

#[test]
fn checks_every_keyword_format_and_pattern_of_its_own_schemas() {
    let project = Project::sample("json-schema-keywords");
    project.succeed("build");
    let read = |path: &str| serde_json::from_str::<Json>(&project.read(path)).expect("JSON");
    let description = read("dist/api/openapi.json");
    let components = description["components"]["schemas"].as_object().expect("schemas");
    let mut schemas: Vec<Json> = components.values().cloned().collect();
    schemas.push(read("dist/schemas/consultant-profile-1.0.json"));
    schemas.extend([ProfileDocument::schema(), SiteDocument::schema()]);
    let mut patterns = BTreeSet::new();
    for schema in &schemas {
        visit_keywords(schema, &mut |keyword, value| {
            let is_known = CHECKED.contains(&keyword) || NOTES.contains(&keyword);
            assert!(is_known || keyword == "$defs", "{keyword}: {value}");
            if keyword == "format" {
                // `email`, and the formats of numbers, are annotations; `minimum` and `maximum` check.
                let known = ["date", "date-time", "email", "uint8", "uint32", "uri"];
                assert!(known.map(Json::from).contains(value), "{value}");
            }
            if keyword == "pattern" {
                patterns.insert(value.as_str().expect("a pattern").to_owned());
            }
        });
    }
    assert!(patterns.len() > 10, "{patterns:?}");
    for pattern in patterns {
        regex::Regex::new(&pattern).expect("a pattern that `regex` supports");
        // Tests have tables that the program is built without.
        for syntax in ["(?", "\\p", "\\P"] {
            assert!(!pattern.contains(syntax), "{pattern}");
        }
    }
}

#[test]
fn agrees_with_a_library_about_timestamps() {
    let schema = json!({ "format": "date-time" });
    let own = JsonSchema::new(&schema, &Json::Null).expect("a schema");
    let options = jsonschema::draft202012::options().should_validate_formats(true);
    let library = options.build(&schema).expect("a schema");
    for text in [
        "2024-02-03T04:05:06Z",
        "2024-02-03T04:05:06.789+01:00",
        "1990-12-31T15:59:60-08:00",
        "2024-02-03 04:05:06Z",
        "2024-02-03T04:05Z",
        "2024-02-03T04:05:06+01",
        "2024-02-03T04:05:06",
        "2024-02-03T04:05:60Z",
        "2024-02-03T04:05:06Z[UTC]",
        "2023-02-29T04:05:06Z",
        "20240203T040506Z",
    ] {
        let text = Json::from(text);
        assert_eq!(own.violations(&text, 1).is_empty(), library.is_valid(&text), "{text}");
    }
}

#[test]
fn schemas_that_refer_to_themselves_end() {
    let reference = json!({ "$ref": "#/definitions/node" });
    for node in [
        reference.clone(),
        json!({ "allOf": [reference, reference] }),
        json!({ "anyOf": [{ "not": reference }, reference] }),
    ] {
        let schema = JsonSchema::new(&reference, &json!({ "node": node })).expect("a schema");
        schema.violations(&json!({ "name": "Anna Berg" }), 10);
    }
    let node = json!({ "type": "object", "properties": { "parent": reference } });
    let schema = JsonSchema::new(&reference, &json!({ "node": node })).expect("a schema");
    let found = schema.violations(&json!({ "parent": { "parent": { "parent": 1 } } }), 10);
    assert_eq!(found[0].path, ["parent", "parent", "parent"]);
}
