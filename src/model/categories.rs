//! Skills by category.

use std::collections::BTreeMap;
use std::ops::Deref;

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value as Json, json};

use crate::diagnostic::Diagnostic;
use crate::diagnostic_code::diagnostic_codes;
use crate::document::{Decode, Reporter};
use crate::slug::{humanize, slug};
use crate::yaml::write::quoted;
use crate::yaml::{MappingEntry, Node, YamlValue};

diagnostic_codes! {
    error INVALID_KEY_NAME = "invalid-key-name";
}

/// Skills by the key of their category, in the order written.
#[derive(Debug, Clone, PartialEq, Default, Serialize, JsonSchema)]
#[serde(transparent)]
#[schemars(inline)]
pub struct Categories(
    #[schemars(with = "BTreeMap<String, Vec<String>>")] IndexMap<String, Vec<String>>,
);

impl Deref for Categories {
    type Target = IndexMap<String, Vec<String>>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl Decode for Categories {
    fn decode<'n>(node: &'n Node, to: &mut Reporter<'n>) -> Option<Self> {
        let mut has_named_key = false;
        for entry in to.entries::<Self>(node)? {
            if !is_key(&entry.key) {
                let diagnostic = invalid_key_name(entry, node, &mut has_named_key, to);
                to.report(diagnostic);
            }
        }
        IndexMap::decode(node, to).map(Self)
    }

    fn schema() -> Json {
        let mut schema = IndexMap::<String, Vec<String>>::schema();
        schema["propertyNames"] = json!({
            "title": "category",
            "description": "The key of the category: lowercase letters, digits and underscores.",
            "pattern": "^[a-z0-9]+(_[a-z0-9]+)*$",
            "errorMessage": "Write the key in lowercase letters, digits and underscores, such as security_compliance.",
        });
        schema
    }

    fn absent() -> Option<Self> {
        Some(Self::default())
    }
}

/// Returns whether a key has the pattern of the schema.
fn is_key(key: &str) -> bool {
    let is_part = |part: &str| {
        !part.is_empty() && part.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
    };
    key.split('_').all(is_part)
}

/// Returns the error about a key that is not a word, with the lines that keep it as a name. `has_named_key` says
/// whether an earlier hint has such lines: only one can add the keys above the name.
fn invalid_key_name(
    entry: &MappingEntry,
    group: &Node,
    has_named_key: &mut bool,
    to: &Reporter<'_>,
) -> Diagnostic {
    let key = &entry.key;
    let parent = to.name();
    let message =
        format!("a key under {parent} must contain only lowercase letters, digits and underscores");
    let diagnostic = to.at(&INVALID_KEY_NAME, entry.key_span.clone(), message);
    let slug = slug(key, '_');
    if !slug.is_empty() && group.entry(&slug).is_some() {
        let hint =
            format!("`{slug}:` is there too: move the values below it, or write another word");
        return diagnostic.hint(hint);
    }
    let word = available_word(&slug, entry, group);
    if word == slug && humanize(&word) == *key {
        return diagnostic.hint(format!("write `{word}:`")).replace(word);
    }
    let name = format!("{word}: {}", quoted(key));
    let attributes = to.root().entry("attributes").map(|attributes| &attributes.value);
    let names = attributes.and_then(|attributes| attributes.entry("category_names"));
    let is_first = !std::mem::replace(has_named_key, true);
    diagnostic.hint(match (attributes, names) {
        (Some(_), None) if is_first => {
            format!("write `{word}:`, and `category_names: {{{name}}}` under `attributes:`")
        }
        (None, None) if is_first => format!(
            "write `{word}:`, and at the start of a line `attributes: {{category_names: {{{name}}}}}`"
        ),
        _ => format!("write `{word}:`, and `{name}` under `category_names:`"),
    })
}

/// Returns a word for a key: its slug, with a number if an earlier key of the group has the same one.
fn available_word(slug: &str, entry: &MappingEntry, group: &Node) -> String {
    let slug = if slug.is_empty() { "category" } else { slug };
    let YamlValue::Mapping(entries) = &group.value else {
        unreachable!("a group is a mapping");
    };
    let earlier = entries.iter().take_while(|other| other.key_span != entry.key_span);
    let same = earlier.filter(|other| self::slug(&other.key, '_') == slug).count();
    let words = (1..).map(|number| match number {
        1 => slug.to_owned(),
        _ => format!("{slug}_{number}"),
    });
    let mut words = words.filter(|word| group.entry(word).is_none());
    words.nth(same).expect("the numbers are not exhausted")
}
