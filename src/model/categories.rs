//! Skills by category.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Deref;

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Serialize;

use super::attributes::Attributes;
use crate::diagnostic::Diagnostic;
use crate::diagnostic_code::diagnostic_codes;
use crate::document::resume_field::{Kind, ResumeField};
use crate::document::shape::{Field, Mapping, Shape, TextForm, TextShape, Translatable};
use crate::document::{Decode, Reporter};
use crate::slug::{humanize, slug};
use crate::yaml::write::quoted;
use crate::yaml::{MappingEntry, Node, Scalar, YamlValue};

diagnostic_codes! {
    error INVALID_KEY_NAME = "invalid-key-name";
    warning UNUSED_CATEGORY_NAME = "unused-category-name";
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

/// The key of a category in a document.
const KEY: Field = Field {
    resume: ResumeField::new("category", &[], Kind::Other),
    description: &["The name of the category, such as Cloud & DevOps."],
    form_hint: None,
    is_published: true,
    examples: None,
    is_invented: false,
    is_required: || true,
    shape: &Shape::Text(TextShape {
        form: TextForm::Pattern,
        // A Latin letter or a digit. An underscore at one end, or a slash at the start, sets a key aside.
        pattern: r"^([^_/][\s\S]*)?[0-9A-Za-zÀ-ɏḀ-ỿ]([\s\S]*[^_])?$",
        examples: &[],
        message: Some("Write a name with Latin letters or digits, such as Cloud & DevOps."),
    }),
    translation: Translatable::Never,
};

impl Decode for Categories {
    const SHAPE: &'static Shape = &Shape::Mapping(&Mapping {
        key: Some(KEY),
        value: Vec::<String>::SHAPE,
        translated_key: Some(
            "its name in this language belongs below `attributes:` and `  category_names:`",
        ),
    });

    /// The keys become the published ones in `publish_keys`.
    fn decode<'n>(node: &'n Node, to: &mut Reporter<'n>) -> Option<Self> {
        let entries = to.entries::<Self>(node)?;
        let mut counts = HashMap::new();
        for key in entries.iter().filter_map(|entry| published_key(&entry.key)) {
            *counts.entry(key).or_insert(0) += 1;
        }
        for entry in entries {
            let key = published_key(&entry.key);
            let is_shared = key.as_ref().is_some_and(|key| counts[key] > 1);
            if key.is_none() || is_shared && !is_key(&entry.key) {
                let diagnostic = invalid_name(entry, key.as_deref(), to);
                to.report(diagnostic);
            }
        }
        IndexMap::decode(node, to).map(Self)
    }

    fn absent() -> Option<Self> {
        Some(Self::default())
    }
}

/// The longest name that becomes a key, in characters; also the longest such key.
const MAX_LENGTH: usize = 100;

/// Returns whether a category is written as its published key.
fn is_key(written: &str) -> bool {
    let is_part = |part: &str| {
        !part.is_empty() && part.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
    };
    written.split('_').all(is_part)
}

/// Returns the published key of a category, which is written as that key or as a name; `None` if the name gives no key.
pub fn published_key(written: &str) -> Option<String> {
    if is_key(written) {
        return Some(written.to_owned());
    }
    let key = key_of_name(written);
    let is_set_aside = written.starts_with(['_', '/']) || written.ends_with('_');
    (!key.is_empty() && !is_set_aside && !is_too_long(written)).then_some(key)
}

fn is_too_long(name: &str) -> bool {
    [name, &key_of_name(name)].iter().any(|text| text.chars().nth(MAX_LENGTH).is_some())
}

/// Converts a name to a key: `Cloud & DevOps` becomes `cloud_devops`, `C#` becomes `c_sharp`.
pub fn key_of_name(name: &str) -> String {
    slug(&name.replace('#', " sharp ").replace('+', " plus "), '_')
}

/// Returns the error about a name that gives no key, or the `key` of another category, with how to write both.
fn invalid_name(entry: &MappingEntry, key: Option<&str>, to: &Reporter<'_>) -> Diagnostic {
    let name = quoted(&entry.key);
    let message = match key {
        Some(key) => format!("another category under {} has the key `{key}`, too", to.name()),
        None if is_too_long(&entry.key) => {
            format!("a name under {} has more than {MAX_LENGTH} characters", to.name())
        }
        None => format!(
            "a name under {} needs a Latin letter or a digit, and no `_` or `/` at its ends",
            to.name()
        ),
    };
    to.at(&INVALID_KEY_NAME, entry.key_span.clone(), message).hint(format!(
        "write another word, and `<word>: {name}` under `category_names:` in `attributes:`"
    ))
}

/// Replaces the names of categories by their keys. Unless that is done in a translation, the names go to
/// `attributes.category_names`, in the order of the categories, if the key does not give the name and no other one is there.
/// Returns whether a category has a name.
pub(super) fn publish_keys(profile: &mut Node, is_translation: bool) -> bool {
    let categories = profile.entry("skills").and_then(|it| it.value.entry("categories"));
    let is_name = |entry: &MappingEntry| !is_key(&entry.key);
    if !categories.is_some_and(|it| it.value.entries().iter().any(is_name)) {
        return false;
    }
    let value = profile.value_mut("skills").and_then(|it| it.value_mut("categories"));
    let Some(YamlValue::Mapping(categories)) = value.map(|it| &mut it.value) else { return false };
    let names: Vec<_> = categories
        .iter_mut()
        .map(|entry| {
            let key = published_key(&entry.key).unwrap_or_else(|| entry.key.clone());
            let written = std::mem::replace(&mut entry.key, key.clone());
            let is_needed = written != key && written != humanize(&key);
            let text = YamlValue::Scalar(Scalar::resolve(written, false));
            let value = Node::new(entry.key_span.clone(), text);
            let name = MappingEntry { key: key.clone(), key_span: entry.key_span.clone(), value };
            (key, is_needed.then_some(name))
        })
        .collect();
    if is_translation || names.iter().all(|(_, name)| name.is_none()) {
        return true;
    }
    let value = profile.value_mut("attributes").and_then(|it| it.value_mut("category_names"));
    if let Some(YamlValue::Mapping(all)) = value.map(|it| &mut it.value) {
        let written = std::mem::take(all).into_iter().map(|name| (name.key.clone(), name));
        let mut written: IndexMap<_, _> = written.collect();
        let name = |(key, name): (String, _)| written.swap_remove(&key).or(name);
        all.extend(names.into_iter().filter_map(name));
        all.extend(written.into_values());
    }
    true
}

/// Returns the entries of a `profile` that name categories it does not have.
pub fn unused_names(profile: &Node) -> impl Iterator<Item = &MappingEntry> {
    let within = |group, key| Some(&profile.entry(group)?.value.entry(key)?.value);
    let categories = within("skills", "categories").map(Node::entries).unwrap_or_default();
    let with_skills = categories.iter().filter(|entry| entry.value.has_value());
    let keys: HashSet<_> = with_skills.filter_map(|entry| published_key(&entry.key)).collect();
    let names = within("attributes", "category_names").map(Node::entries).unwrap_or_default();
    names.iter().filter(move |name| !keys.contains(&name.key))
}

/// Says what to do about a name of a category that a `profile` does not have.
pub fn unused_name_hint(MappingEntry { key, value, .. }: &MappingEntry, profile: &Node) -> String {
    let categories = profile.entry("skills").and_then(|it| it.value.entry("categories"));
    let text = value.scalar().map_or("", |name| &*name.text);
    match categories.and_then(|all| all.value.entry(text)) {
        Some(category) => format!("the key comes first: `{}: {key}`", category.key),
        None => "delete the name, or write the key of a category under `skills.categories` of the profile".to_owned(),
    }
}

/// Leaves out the names of categories that a profile does not have, with a warning about each of them: without its
/// category, a name is a remainder that no editor sees.
pub(super) fn leave_out_unused_names(
    attributes: &mut Attributes,
    profile: &Node,
    to: &mut Reporter<'_>,
) {
    let mut unused = HashSet::new();
    for entry in unused_names(profile) {
        let MappingEntry { key, value, .. } = entry;
        let message = format!("the profile has no category `{key}`: its name is not published");
        let hint = unused_name_hint(entry, profile);
        to.warn_about_item(&UNUSED_CATEGORY_NAME, value, message, hint);
        unused.insert(key.as_str());
    }
    attributes.category_names.retain(|key, _| !unused.contains(key.as_str()));
}

/// Returns the name of a skill category: the one in `attributes.category_names`, or the humanized
/// key by default.
pub fn category_name(key: &str, attributes: &Attributes) -> String {
    attributes.category_names.get(key).cloned().unwrap_or_else(|| humanize(key))
}
