//! A structural comparison of two contracts in canonical form. What it does not know counts as breaking.

mod schema;

use std::collections::BTreeSet;
use std::fmt;

use serde_json::{Map, Value as Json, json};

/// What a change means for consumers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Effect {
    /// Consumers of the old contract can use the new one.
    Addition,
    /// A consumer, such as a client generated from the old contract, can fail.
    Breaking,
}

/// A difference between two contracts.
#[derive(Debug, Clone)]
pub(super) struct Change {
    pub(super) effect: Effect,
    /// Where it is, as names and keywords with slashes.
    pub(super) place: String,
    pub(super) what: String,
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { effect, place, what } = self;
        write!(f, "{place}: {what} ({effect:?})")
    }
}

/// Who sends values that match a schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sender {
    /// The site, in a response: more possible values are breaking.
    Site,
    /// The consumer, in a request: fewer possible values are breaking.
    Consumer,
}

/// Compares two OpenAPI descriptions.
pub(super) fn openapi(old: &Json, new: &Json) -> Vec<Change> {
    let mut comparison = Comparison { old, new, changes: Vec::new() };
    for (key, old, new) in pairs(old, new) {
        match key {
            "paths" => comparison.named(key, old, new, Comparison::path_item),
            "components" => comparison.components(old, new),
            _ => comparison.equal(key, old, new),
        }
    }
    comparison.changes
}

/// Compares two schemas of what the site sends.
pub(super) fn schema(old: &Json, new: &Json) -> Vec<Change> {
    let mut comparison = Comparison { old, new, changes: Vec::new() };
    comparison.schema("", old, new, Sender::Site);
    comparison.changes
}

pub(super) struct Comparison<'a> {
    /// The whole documents, for references.
    old: &'a Json,
    new: &'a Json,
    changes: Vec<Change>,
}

/// Returns the values of both objects by key. `Null` stands for a missing value.
pub(super) fn pairs<'a>(old: &'a Json, new: &'a Json) -> Vec<(&'a str, &'a Json, &'a Json)> {
    let keys = |value: &'a Json| value.as_object().map(Map::keys).into_iter().flatten();
    let all: BTreeSet<&str> = keys(old).chain(keys(new)).map(String::as_str).collect();
    all.into_iter().map(|key| (key, &old[key], &new[key])).collect()
}

impl<'a> Comparison<'a> {
    pub(super) fn add(&mut self, effect: Effect, place: &str, what: &str) {
        let (place, what) = (place.to_owned(), what.to_owned());
        self.changes.push(Change { effect, place, what });
    }

    /// Any difference is breaking.
    pub(super) fn equal(&mut self, place: &str, old: &Json, new: &Json) {
        if old != new {
            self.add(Effect::Breaking, place, &format!("{old} becomes {new}"));
        }
    }

    /// Compares the members of two objects: a removed one is breaking, a new one an addition.
    fn named(
        &mut self,
        place: &str,
        old: &'a Json,
        new: &'a Json,
        compare: fn(&mut Self, &str, &'a Json, &'a Json),
    ) {
        for (name, old, new) in pairs(old, new) {
            let place = format!("{place}/{name}");
            match (old.is_null(), new.is_null()) {
                (false, true) => self.add(Effect::Breaking, &place, "removed"),
                (true, false) => self.add(Effect::Addition, &place, "added"),
                _ => compare(self, &place, old, new),
            }
        }
    }

    /// Only schemas are compared by name: generated clients have types with these names. References to
    /// other components are followed.
    fn components(&mut self, old: &'a Json, new: &'a Json) {
        for (key, old, new) in pairs(old, new) {
            let place = format!("components/{key}");
            match key {
                "schemas" => self.named(&place, old, new, |comparison, place, old, new| {
                    comparison.schema(place, old, new, Sender::Site);
                }),
                "parameters" | "headers" | "responses" => {}
                _ => self.equal(&place, old, new),
            }
        }
    }

    fn path_item(&mut self, place: &str, old: &'a Json, new: &'a Json) {
        self.named(place, old, new, Self::operation);
    }

    fn operation(&mut self, place: &str, old: &'a Json, new: &'a Json) {
        for (key, old, new) in pairs(old, new) {
            let place = format!("{place}/{key}");
            match key {
                "parameters" => self.parameters(&place, old, new),
                "responses" => self.named(&place, old, new, Self::response),
                // The operation's name, its group and its security are part of generated clients.
                _ => self.equal(&place, old, new),
            }
        }
    }

    fn parameters(&mut self, place: &str, old: &'a Json, new: &'a Json) {
        let by_name = |root: &'a Json, list: &'a Json| -> Json {
            let list = list.as_array().into_iter().flatten().map(|one| resolved(root, one));
            let key = |one: &Json| format!("{} {}", one["in"], one["name"]).replace('"', "");
            list.map(|one| (key(one), one.clone())).collect::<Map<_, _>>().into()
        };
        let (old, new) = (by_name(self.old, old), by_name(self.new, new));
        for (name, old, new) in pairs(&old, &new) {
            let place = format!("{place}/{name}");
            let is_required = |parameter: &Json| parameter["required"] == true;
            match (old.is_null(), new.is_null()) {
                (false, true) => self.add(Effect::Breaking, &place, "removed"),
                (true, false) if is_required(new) => {
                    self.add(Effect::Breaking, &place, "added as required");
                }
                (true, false) => self.add(Effect::Addition, &place, "added"),
                _ => self.described(&place, old, new, Sender::Consumer),
            }
        }
    }

    fn response(&mut self, place: &str, old: &'a Json, new: &'a Json) {
        let (old, new) = (resolved(self.old, old), resolved(self.new, new));
        for (key, old, new) in pairs(old, new) {
            let place = format!("{place}/{key}");
            match key {
                "headers" => self.named(&place, old, new, |comparison, place, old, new| {
                    let (old, new) = (resolved(comparison.old, old), resolved(comparison.new, new));
                    comparison.described(place, old, new, Sender::Site);
                }),
                "content" => self.named(&place, old, new, |comparison, place, old, new| {
                    comparison.described(place, old, new, Sender::Site);
                }),
                _ => self.equal(&place, old, new),
            }
        }
    }

    /// Compares parameters, headers or media types: their schemas, and whether they are required.
    fn described(&mut self, place: &str, old: &Json, new: &Json, sender: Sender) {
        for (key, old, new) in pairs(old, new) {
            let place = format!("{place}/{key}");
            match key {
                "schema" => {
                    let any = json!({});
                    let or_any = |schema| if schema == &Json::Null { &any } else { schema };
                    self.schema(&place, or_any(old), or_any(new), sender);
                }
                "required" => match (old == &json!(true), new == &json!(true)) {
                    (true, false) => self.more(&place, "becomes optional", sender),
                    (false, true) => self.fewer(&place, "becomes required", sender),
                    _ => {}
                },
                _ => self.equal(&place, old, new),
            }
        }
    }
}

/// Follows a reference within a document.
fn resolved<'a>(root: &'a Json, value: &'a Json) -> &'a Json {
    match value["$ref"].as_str() {
        Some(reference) => {
            let pointer = reference.strip_prefix('#').expect("a reference within the document");
            root.pointer(pointer).expect("the target of a reference")
        }
        None => value,
    }
}
