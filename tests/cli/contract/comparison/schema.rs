//! The comparison of two schemas: which values become possible, and which no longer are.

use std::collections::BTreeSet;

use serde_json::{Value as Json, json};

use super::{Comparison, Effect, Sender, pairs};

/// The keywords of the largest numbers.
const MAXIMUMS: [&str; 5] =
    ["maxLength", "maximum", "exclusiveMaximum", "maxItems", "maxProperties"];
/// The keywords of the smallest numbers.
const MINIMUMS: [&str; 5] =
    ["minLength", "minimum", "exclusiveMinimum", "minItems", "minProperties"];

impl Comparison<'_> {
    /// More values become possible.
    pub(super) fn more(&mut self, place: &str, what: &str, sender: Sender) {
        let effect = if sender == Sender::Site { Effect::Breaking } else { Effect::Addition };
        self.add(effect, place, what);
    }

    /// Fewer values are possible.
    pub(super) fn fewer(&mut self, place: &str, what: &str, sender: Sender) {
        let effect = if sender == Sender::Site { Effect::Addition } else { Effect::Breaking };
        self.add(effect, place, what);
    }

    /// Compares two schemas.
    pub(super) fn schema(&mut self, place: &str, old: &Json, new: &Json, sender: Sender) {
        match (old, new) {
            (old, new) if old == new => return,
            (Json::Bool(false), _) => return self.more(place, "values become possible", sender),
            (_, Json::Bool(false)) => return self.fewer(place, "no value is possible", sender),
            _ => {}
        }
        self.values(place, old, new, sender);
        for (keyword, before, after) in pairs(old, new) {
            let place = &format!("{place}/{keyword}");
            match keyword {
                _ if before == after => {}
                "properties" => self.properties(place, old, new, sender),
                "$defs" => {
                    for (name, before, after) in pairs(before, after) {
                        self.optional(&format!("{place}/{name}"), before, after, sender);
                    }
                }
                "required" => self.set(place, before, after, sender, true),
                "type" => self.types(place, before, after, sender),
                "enum" | "const" => {}
                "items" | "additionalProperties" | "propertyNames" => {
                    let any = json!({});
                    let or_any = |schema| match schema {
                        &Json::Null | &Json::Bool(true) => &any,
                        schema => schema,
                    };
                    self.schema(place, or_any(before), or_any(after), sender);
                }
                "pattern" | "format" => match (before.is_null(), after.is_null()) {
                    (false, true) => self.more(place, "removed", sender),
                    (true, false) => self.fewer(place, "added", sender),
                    _ => self.equal(place, before, after),
                },
                "oneOf" | "anyOf" => self.alternatives(place, before, after, sender),
                _ if MAXIMUMS.contains(&keyword) => {
                    let limit = |value: &Json| value.as_f64().unwrap_or(f64::INFINITY);
                    self.limit(place, limit(before), limit(after), sender);
                }
                _ if MINIMUMS.contains(&keyword) => {
                    let limit = |value: &Json| -value.as_f64().unwrap_or(f64::NEG_INFINITY);
                    self.limit(place, limit(before), limit(after), sender);
                }
                // References have the names of types in generated clients.
                _ => self.equal(place, before, after),
            }
        }
    }

    fn properties(&mut self, place: &str, old: &Json, new: &Json, sender: Sender) {
        let is_closed = |schema: &Json| {
            let others = &schema["additionalProperties"];
            !others.is_null() && others != &json!(true) && others != &json!({})
        };
        for (name, before, after) in pairs(&old["properties"], &new["properties"]) {
            let place = &format!("{place}/{name}");
            match (before.is_null(), after.is_null()) {
                (false, true) => self.add(Effect::Breaking, place, "removed"),
                (true, false) if is_closed(old) => self.more(place, "added", sender),
                (true, false) => self.add(Effect::Addition, place, "added"),
                _ => self.schema(place, before, after, sender),
            }
        }
    }

    /// Compares a definition, which generated clients have as a type.
    fn optional(&mut self, place: &str, before: &Json, after: &Json, sender: Sender) {
        match (before.is_null(), after.is_null()) {
            (false, true) => self.add(Effect::Breaking, place, "removed"),
            (true, false) => self.add(Effect::Addition, place, "added"),
            _ => self.schema(place, before, after, sender),
        }
    }

    /// Compares two lists of values. If each value restricts, fewer are more possibilities.
    fn set(&mut self, place: &str, old: &Json, new: &Json, sender: Sender, restricts: bool) {
        let values = |list: &Json| -> BTreeSet<String> {
            list.as_array().into_iter().flatten().map(Json::to_string).collect()
        };
        let (old, new) = (values(old), values(new));
        for value in new.difference(&old) {
            let what = format!("{value} added");
            if restricts {
                self.fewer(place, &what, sender)
            } else {
                self.more(place, &what, sender)
            }
        }
        for value in old.difference(&new) {
            let what = format!("{value} removed");
            if restricts {
                self.more(place, &what, sender)
            } else {
                self.fewer(place, &what, sender)
            }
        }
    }

    fn types(&mut self, place: &str, old: &Json, new: &Json, sender: Sender) {
        let list = |types: &Json| match types {
            Json::String(_) => json!([types]),
            other => other.clone(),
        };
        match (old.is_null(), new.is_null()) {
            (false, true) => self.more(place, "removed", sender),
            (true, false) => self.fewer(place, "added", sender),
            _ => self.set(place, &list(old), &list(new), sender, false),
        }
    }

    /// Compares the values of `enum` and `const`.
    fn values(&mut self, place: &str, old: &Json, new: &Json, sender: Sender) {
        let allowed = |schema: &Json| match (schema.get("const"), schema.get("enum")) {
            (Some(value), _) => Some(json!([value])),
            (None, values) => values.cloned(),
        };
        let place = &format!("{place}/enum");
        match (allowed(old), allowed(new)) {
            (Some(_), None) => self.more(place, "removed", sender),
            (None, Some(_)) => self.fewer(place, "added", sender),
            (Some(old), Some(new)) => self.set(place, &old, &new, sender, false),
            (None, None) => {}
        }
    }

    fn limit(&mut self, place: &str, old: f64, new: f64, sender: Sender) {
        match new > old {
            true => self.more(place, "allows more", sender),
            false => self.fewer(place, "allows less", sender),
        }
    }

    fn alternatives(&mut self, place: &str, old: &Json, new: &Json, sender: Sender) {
        let list = |value: &Json| value.as_array().cloned().unwrap_or_default();
        let (old, new) = (list(old), list(new));
        if old.is_empty() || new.is_empty() {
            return self.add(Effect::Breaking, place, "added or removed");
        }
        for (index, (old, new)) in old.iter().zip(&new).enumerate() {
            self.schema(&format!("{place}/{index}"), old, new, sender);
        }
        match new.len().cmp(&old.len()) {
            std::cmp::Ordering::Greater => self.more(place, "alternative added", sender),
            std::cmp::Ordering::Less => self.fewer(place, "alternative removed", sender),
            std::cmp::Ordering::Equal => {}
        }
    }
}
