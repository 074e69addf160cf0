//! Planted changes of the released contract: the comparison finds each one, and knows whether it can
//! break a consumer.

use serde_json::{Value as Json, json};

use super::comparison::{Change, Effect};
use super::{OPENAPI, PROFILE, canonical, changes, released};

/// A name, the JSON pointer of the changed value, and its new value. Null removes it.
type Planted = (&'static str, &'static str, Json);

const PROFILE_OPERATION: &str = "/paths/~1api~1consultant-public~1{consultant_id}/get";
const PHOTO_OPERATION: &str = "/paths/~1api~1consultant-photo~1{consultant_id}/get";

/// Changes a copy of the document. `@` stands for the operation of the profile, `%` for that of the photo.
fn planted(document: &Json, pointer: &str, value: Json) -> Json {
    let pointer = pointer.replace('@', PROFILE_OPERATION).replace('%', PHOTO_OPERATION);
    let (parent, key) = pointer.rsplit_once('/').expect("a pointer");
    let key = key.replace("~1", "/");
    let mut changed = document.clone();
    match changed.pointer_mut(parent).unwrap_or_else(|| panic!("{parent}")) {
        Json::Object(fields) if value.is_null() => {
            assert!(fields.remove(&key).is_some(), "{pointer}");
        }
        Json::Object(fields) => drop(fields.insert(key, value)),
        Json::Array(items) if value.is_null() => {
            items.remove(key.parse().expect("an index"));
        }
        Json::Array(items) => items.push(value),
        other => panic!("{parent}: {other}"),
    }
    changed
}

/// Asserts that each change is found and has this effect only.
fn assert_found(name: &str, effect: Effect, plants: Vec<Planted>) {
    let (_, document) = &released()[name];
    for (what, pointer, value) in plants {
        let found = changes(name, document, &planted(document, pointer, value));
        let list: Vec<String> = found.iter().map(Change::to_string).collect();
        let is_found = !found.is_empty() && found.iter().all(|one| one.effect == effect);
        assert!(is_found, "{what}: {list:?}");
    }
}

/// Returns the schema of the name with a changed keyword.
fn changed_name(key: &str, value: Json) -> Json {
    let (_, document) = &released()[OPENAPI];
    let mut schema = document.pointer(NAME).expect("the schema of the name").clone();
    schema[key] = value;
    schema
}

const NAME: &str = "/components/schemas/Profile/properties/name";

#[test]
fn finds_breaking_changes_of_the_description() {
    assert_found(
        OPENAPI,
        Effect::Breaking,
        vec![
            ("removed property", NAME, Json::Null),
            ("newly nullable", NAME, changed_name("type", json!(["null", "string"]))),
            (
                "changed type",
                "/components/schemas/Error/properties/error/type",
                json!(["string", "integer"]),
            ),
            ("required becomes optional", "/components/schemas/Profile/required/0", Json::Null),
            ("removed path", "/paths/~1api~1consultant-photo~1{consultant_id}", Json::Null),
            ("removed method", "%", Json::Null),
            ("removed status", "@/responses/404", Json::Null),
            ("removed media type", "%/responses/200/content/image~1png", Json::Null),
            ("removed header", "@/responses/200/headers/ETag", Json::Null),
            ("removed parameter", "@/parameters/1", Json::Null),
            (
                "new required parameter",
                "@/parameters/-",
                json!({ "in": "query", "name": "x", "required": true }),
            ),
            (
                "narrower parameter",
                "/components/parameters/ConsultantId/schema/maxLength",
                json!(20),
            ),
            (
                "other pattern of a parameter",
                "/components/parameters/ConsultantId/schema/pattern",
                json!("^[a-z]+$"),
            ),
            ("other operation identifier", "@/operationId", json!("other")),
            ("other tag", "@/tags", json!(["other"])),
            ("security", "@/security", json!([{ "key": [] }])),
            (
                "third alternative",
                "@/responses/200/content/application~1json/schema/oneOf/-",
                json!({}),
            ),
            (
                "other reference",
                "/components/schemas/Profile/properties/card",
                json!({ "$ref": "#/components/schemas/Summary" }),
            ),
            ("removed schema", "/components/schemas/Summary", Json::Null),
            ("unknown keyword", "/components/schemas/Summary/unknownKeyword", json!(1)),
            ("other security of all", "/security", json!([{ "key": [] }])),
        ],
    );
}

#[test]
fn finds_additions_to_the_description() {
    assert_found(
        OPENAPI,
        Effect::Addition,
        vec![
            (
                "new property",
                "/components/schemas/Profile/properties/nickname",
                json!({ "type": "string" }),
            ),
            ("optional becomes required", "/components/schemas/Location/required", json!(["city"])),
            ("new path", "/paths/~1api~1new", json!({ "get": {} })),
            ("new status", "@/responses/410", json!({})),
            ("new media type", "%/responses/200/content/image~1webp", json!({})),
            (
                "new header",
                "@/responses/200/headers/Vary",
                json!({ "schema": { "type": "string" } }),
            ),
            ("new optional parameter", "@/parameters/-", json!({ "in": "query", "name": "x" })),
            ("wider parameter", "/components/parameters/ConsultantId/schema/maxLength", json!(200)),
            ("new pattern of a response", NAME, changed_name("pattern", json!("."))),
            ("new enum of a response", NAME, changed_name("enum", json!(["a"]))),
            ("new maximum of a response", NAME, changed_name("maxLength", json!(100))),
            ("new schema", "/components/schemas/New", json!({})),
            (
                "additional properties forbidden",
                "/components/schemas/Summary/additionalProperties",
                json!(false),
            ),
        ],
    );
}

#[test]
fn texts_are_not_part_of_the_contract() {
    let (_, document) = &released()[OPENAPI];
    for (pointer, value) in [
        ("@/description", json!("Another text")),
        ("/info", json!({ "title": "Another title" })),
        ("/servers", json!([{ "url": "https://example.org" }])),
        ("/components/schemas/Profile/properties/name/description", json!("Another text")),
        ("/components/schemas/Profile/properties/name/examples", json!(["Anna"])),
    ] {
        let changed = canonical::openapi(planted(document, pointer, value));
        assert!(changes(OPENAPI, document, &changed).is_empty(), "{pointer}");
    }
}

#[test]
fn finds_changes_of_the_profile_schema() {
    assert_found(
        PROFILE,
        Effect::Breaking,
        vec![
            ("removed property", "/properties/title", Json::Null),
            ("required becomes optional", "/required/0", Json::Null),
            ("removed type", "/properties/lastModified/type", Json::Null),
            ("other format", "/properties/lastModified/format", json!("date")),
            ("removed definition", "/$defs/Summary", Json::Null),
            ("other dialect", "/$schema", json!("http://json-schema.org/draft-07/schema#")),
        ],
    );
    assert_found(
        PROFILE,
        Effect::Addition,
        vec![
            ("new property", "/properties/nickname", json!({ "type": "string" })),
            ("not nullable any more", "/properties/title/type", json!("string")),
            ("new definition", "/$defs/New", json!({})),
        ],
    );
}

/// Schemas that the contract does not have today.
#[test]
fn compares_every_keyword_in_both_directions() {
    use Effect::{Addition, Breaking};
    for (narrow, wide) in [
        (json!({ "enum": ["a"] }), json!({ "enum": ["a", "b"] })),
        (json!({ "const": "a" }), json!({ "enum": ["a", "b"] })),
        (json!({ "enum": ["a"] }), json!({})),
        (json!({ "type": "string" }), json!({})),
        (json!({ "type": "string" }), json!({ "type": ["string", "null"] })),
        (json!({ "pattern": "a" }), json!({})),
        (json!({ "format": "date" }), json!({})),
        (json!({ "maxLength": 1 }), json!({ "maxLength": 2 })),
        (json!({ "maxLength": 1 }), json!({})),
        (json!({ "minItems": 2 }), json!({ "minItems": 1 })),
        (json!({ "minimum": 2 }), json!({})),
        (json!({ "required": ["a"] }), json!({})),
        (json!({ "items": { "type": "string" } }), json!({ "items": {} })),
        (json!({ "items": { "type": "string" } }), json!({})),
        (json!({ "additionalProperties": false }), json!({ "additionalProperties": true })),
        (json!({ "additionalProperties": false }), json!({})),
        (json!({ "additionalProperties": { "type": "string" } }), json!({})),
        (json!({ "propertyNames": { "maxLength": 9 } }), json!({})),
        (
            json!({ "oneOf": [{ "type": "string" }] }),
            json!({ "oneOf": [{ "type": "string" }, {}] }),
        ),
        (json!({ "anyOf": [{ "maximum": 1 }] }), json!({ "anyOf": [{ "maximum": 2 }] })),
        (json!(false), json!({})),
    ] {
        let effects = |old: &Json, new: &Json| -> Vec<Effect> {
            changes(PROFILE, old, new).iter().map(|change| change.effect).collect()
        };
        assert_eq!(effects(&narrow, &wide), [Breaking], "{narrow} becomes {wide}");
        assert_eq!(effects(&wide, &narrow), [Addition], "{wide} becomes {narrow}");
        assert!(effects(&wide, &wide).is_empty());
    }
    // Neither allows everything that the other allows.
    for (old, new) in [
        (json!({ "pattern": "a" }), json!({ "pattern": "b" })),
        (json!({ "format": "date" }), json!({ "format": "date-time" })),
        (json!({ "type": "string" }), json!({ "type": "integer" })),
        (json!({ "$ref": "#/a" }), json!({ "$ref": "#/b" })),
        (json!({ "not": {} }), json!({})),
        (
            json!({ "additionalProperties": false, "properties": {} }),
            json!({ "additionalProperties": false, "properties": { "a": {} } }),
        ),
    ] {
        let effect = changes(PROFILE, &old, &new).iter().map(|change| change.effect).max();
        assert_eq!(effect, Some(Breaking), "{old} becomes {new}");
    }
}
