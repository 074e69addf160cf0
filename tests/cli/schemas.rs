//! The JSON Schemas for editor programs: descriptions, examples, and the committed copies.

use serde_json::Value as Json;
use vitae::document::group::FieldGroup as _;
use vitae::document::shape::{Field, GroupShape};
use vitae::document::{Decode as _, Document};
use vitae::model::profile::Profile;
use vitae::model::settings::Settings;
use vitae::yaml;

use crate::golden::assert_matches;
use crate::project::{Project, files, repository, text};

/// A property of a schema. Its path consists of keys and `[]`.
pub(crate) struct Property<'a> {
    pub(crate) path: Vec<String>,
    schema: &'a Json,
}

/// Returns the properties of all levels.
pub(crate) fn properties(schema: &Json) -> Vec<Property<'_>> {
    fn collect<'a>(schema: &'a Json, path: &[String], found: &mut Vec<Property<'a>>) {
        for (key, field) in schema["properties"].as_object().into_iter().flatten() {
            let path = [path, std::slice::from_ref(key)].concat();
            collect(field, &path, found);
            collect(&field["items"], &[path.as_slice(), &["[]".to_owned()]].concat(), found);
            let schema = field;
            found.push(Property { path, schema });
        }
    }
    let mut found = Vec::new();
    collect(schema, &[], &mut found);
    assert!(found.len() > 10, "the schema has too few properties");
    found
}

fn schemas() -> [Json; 2] {
    [Profile::editor_schema(), Settings::editor_schema()]
}

/// Returns a validator for one property, which can refer to the definitions of the schema.
fn validator(schema: &Json, property: &Json) -> jsonschema::Validator {
    let mut property = property.clone();
    property["definitions"] = schema["definitions"].clone();
    jsonschema::draft7::options().should_validate_formats(true).build(&property).expect("a schema")
}

/// Returns the examples of a property: those of the schema, or the one in the description.
fn examples(property: &Property<'_>) -> Vec<Json> {
    if let Some(examples) = property.schema["examples"].as_array() {
        return examples.clone();
    }
    let description = property.schema["markdownDescription"].as_str();
    let shown = description.and_then(|description| {
        let (_, shown) = description.split_once("\n\n```yaml\n")?;
        shown.strip_suffix("\n```")
    });
    let mut diagnostics = Vec::new();
    let tree = shown.and_then(|shown| yaml::parse("shown", shown.as_bytes(), &mut diagnostics));
    let key = property.path.last().expect("a key");
    let value = tree.and_then(|tree| tree.entry(key).map(|entry| entry.value.to_json()));
    value.into_iter().collect()
}

#[test]
fn every_field_has_a_description_and_examples_that_are_valid() {
    for schema in schemas() {
        for property in properties(&schema) {
            let path = property.path.join(".");
            let description = property.schema["description"].as_str().unwrap_or_default();
            assert!(description.len() > 5, "{path} has no description");
            let examples = examples(&property);
            assert!(!examples.is_empty(), "{path} has no example");
            // A single example would be inserted when the key is completed.
            let shown = property.schema["examples"].as_array();
            assert!(
                shown.is_none_or(|shown| shown.len() > 1)
                    || ["host", "untranslated"].contains(&&*path),
                "{path} has one example"
            );
            let validator = validator(&schema, property.schema);
            for example in examples {
                assert!(validator.is_valid(&example), "{path}: {example} is not valid");
            }
        }
    }
}

/// Sets the value at the path, in the first item of each list.
fn set(document: &mut Json, path: &[String], value: Json) {
    let Some((first, rest)) = path.split_first() else {
        *document = value;
        return;
    };
    match first.as_str() {
        "[]" => {
            if document.is_null() {
                *document = Json::Array(vec![Json::Null]);
            }
            set(&mut document[0], rest, value);
        }
        key => set(&mut document[key], rest, value),
    }
}

fn text_of(document: &Json) -> String {
    yaml::write::write(document.as_object().expect("an object"), &[])
}

/// Returns the invented examples of a group and of those below it.
fn invented_examples(group: &GroupShape) -> Vec<String> {
    fn texts(example: &Json) -> Vec<String> {
        match example {
            Json::String(text) => vec![text.trim().to_owned()],
            Json::Array(examples) => examples.iter().flat_map(texts).collect(),
            _ => Vec::new(),
        }
    }
    let texts_of = |field: &Field| {
        let own = if field.is_invented { field.examples() } else { Vec::new() };
        let below = field.shape.group().or(field.shape.items());
        let below = below.map(invented_examples).unwrap_or_default();
        own.iter().flat_map(texts).chain(below).collect::<Vec<_>>()
    };
    group.fields.iter().flat_map(texts_of).collect()
}

#[test]
fn sample_content_has_no_invented_example() {
    let invented = invented_examples(Profile::GROUP);
    assert!(invented.len() > 60, "{}", invented.len());
    for kept in ["+46 70 174 06 05", "anna.berg@example.com", "Nordvik Sjukhus"] {
        assert!(invented.iter().any(|example| example == kept), "{kept}");
    }
    for shared in ["Stockholm", "Sweden", "remote", "Kubernetes", "Microsoft"] {
        assert!(!invented.iter().any(|example| example == shared), "{shared}");
    }
    let content = files(&repository().join("content/consultants"));
    assert!(content.len() > 5);
    for (path, bytes) in content {
        let tree = yaml::parse(&path, &bytes, &mut Vec::new()).expect("a profile");
        let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let text = tree.to_json().to_string();
        for example in invented.iter().map(|example| words(example)) {
            assert!(!text.contains(&Json::from(example.as_str()).to_string()), "{path}: {example}");
        }
    }
}

/// Checks that `check` reports nothing but invented examples, and the photo that does not exist.
fn assert_only_examples_are_reported(project: &Project) {
    let output = project.run("check --format json");
    let document: Json = serde_json::from_slice(&output.stdout).expect("JSON");
    for diagnostic in document["diagnostics"].as_array().expect("a list") {
        let code = diagnostic["code"].as_str().expect("a code");
        assert!(["example-value", "unknown-photo"].contains(&code), "{diagnostic}");
    }
}

#[test]
fn check_accepts_every_example_of_the_profile_but_invented_ones() {
    let project = Project::site("schemas/examples");
    let schema = Profile::editor_schema();
    let mut whole = Profile::SHAPE.example().expect("an example of a profile");
    whole["active"] = false.into();
    let mut count = 0;
    let mut write = |document: &Json| {
        let path = format!("content/consultants/example-{count}.yaml");
        project.write(&path, text_of(document));
        count += 1;
    };
    write(&whole);
    for property in properties(&schema) {
        for example in examples(&property) {
            let mut document = whole.clone();
            set(&mut document, &property.path, example);
            document["active"] = false.into();
            write(&document);
        }
    }
    assert!(count > 200, "{count} documents");
    assert_only_examples_are_reported(&project);
}

#[test]
fn check_accepts_every_example_of_the_site() {
    let schema = Settings::editor_schema();
    let whole = Settings::SHAPE.example().expect("an example of a site");
    for property in properties(&schema) {
        for example in examples(&property) {
            let project = Project::empty("schemas/site");
            let mut document = whole.clone();
            set(&mut document, &property.path, example);
            project.write("content/site.yaml", text_of(&document));
            // The default host warns about settings that it does not support.
            project.succeed("check");
        }
    }
}

#[test]
fn committed_schemas_are_up_to_date() {
    let project = Project::site("schemas/committed");
    project.succeed("schema");
    let written = project.files("content/schema");
    assert_eq!(written.len(), 4);
    for (name, schema) in written {
        assert_matches(&format!("content/schema/{name}"), schema);
    }
    assert!(project.succeed("schema").contains("up to date"));
}

#[test]
fn schema_check_names_outdated_schemas_and_writes_nothing() {
    let project = Project::site("schemas/drift");
    let output = project.run("schema --check");
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output).contains("content/schema/consultant.json is missing"));
    assert!(!project.root.join("content/schema").exists());

    project.succeed("schema");
    assert!(project.succeed("schema --check").contains("up to date"));
    project.write("content/schema/site.json", "{}\n");
    let before = project.files(".");
    let output = project.run("schema --check");
    assert_eq!(output.status.code(), Some(1));
    let printed = text(&output);
    assert!(printed.contains("content/schema/site.json is not up to date"), "{printed}");
    assert!(printed.contains("run `vitae schema`"), "{printed}");
    assert!(!printed.contains("consultant.json"), "{printed}");
    assert_eq!(project.files("."), before);
    // Checking the content does not need the schemas.
    project.succeed("check");
}

#[test]
fn every_file_names_its_schema() {
    let content = repository().join("content");
    let mut count = 0;
    for (path, bytes) in files(&content) {
        let Some(schema) = path.ends_with(".yaml").then(|| {
            let is_translation = path.starts_with("translations/");
            let schema = match (is_translation, path.ends_with("site.yaml")) {
                (false, true) => Settings::SCHEMA_PATH,
                (false, false) => Profile::SCHEMA_PATH,
                (true, true) => Settings::TRANSLATION_SCHEMA_PATH,
                (true, false) => Profile::TRANSLATION_SCHEMA_PATH,
            };
            "../".repeat(path.matches('/').count()) + schema
        }) else {
            continue;
        };
        let text = String::from_utf8(bytes).expect("UTF-8");
        let modeline = format!("# yaml-language-server: $schema={schema}\n");
        assert!(text.starts_with(&modeline), "content/{path}");
        count += 1;
    }
    assert!(count > 5);
}
