//! Skills by category.

use std::collections::BTreeMap;
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
use crate::yaml::{MappingEntry, Node};

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

/// The key of a category.
const KEY: Field = Field {
    resume: ResumeField::new("category", &[], Kind::Other),
    description: &["The key of the category: lowercase letters, digits and underscores."],
    form_hint: None,
    is_published: true,
    examples: None,
    is_invented: false,
    is_required: || true,
    shape: &Shape::Text(TextShape {
        form: TextForm::Pattern,
        pattern: "^[a-z0-9]+(_[a-z0-9]+)*$",
        examples: &[],
        message: Some(
            "Write the key in lowercase letters, digits and underscores, such as security_compliance.",
        ),
    }),
    translation: Translatable::Never,
};

impl Decode for Categories {
    const SHAPE: &'static Shape =
        &Shape::Mapping(&Mapping { key: Some(KEY), value: Vec::<String>::SHAPE });

    fn decode<'n>(node: &'n Node, to: &mut Reporter<'n>) -> Option<Self> {
        let entries = to.entries::<Self>(node)?;
        let words: Vec<String> = entries.iter().map(|entry| slug(&entry.key, '_')).collect();
        let is_other_key = |word: &str| words.iter().filter(|other| *other == word).count() > 1;
        for entry in entries {
            if !is_key(&entry.key) {
                let diagnostic = invalid_key_name(entry, is_other_key, to);
                to.report(diagnostic);
            }
        }
        IndexMap::decode(node, to).map(Self)
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

/// Returns the error about a key that is not a word, with how to keep it as the name of the category.
fn invalid_key_name(
    entry: &MappingEntry,
    is_other_key: impl Fn(&str) -> bool,
    to: &Reporter<'_>,
) -> Diagnostic {
    let (key, parent) = (&entry.key, to.name());
    let message =
        format!("a key under {parent} must contain only lowercase letters, digits and underscores");
    let diagnostic = to.at(&INVALID_KEY_NAME, entry.key_span.clone(), message);
    let word = Some(slug(key, '_')).filter(|word| !word.is_empty() && !is_other_key(word));
    match word {
        Some(word) if humanize(&word) == *key => {
            diagnostic.hint(format!("write `{word}:`")).replace(word)
        }
        word => {
            let written = word.as_ref().map_or("another word".into(), |word| format!("`{word}:`"));
            let word = word.as_deref().unwrap_or("<word>");
            diagnostic.hint(format!(
                "write {written}, and `{word}: {}` under `category_names:` in `attributes:`",
                quoted(key)
            ))
        }
    }
}

/// Returns the entries of a `profile` that name categories it does not have.
pub fn unused_names(profile: &Node) -> impl Iterator<Item = &MappingEntry> {
    let within = |group, key| Some(&profile.entry(group)?.value.entry(key)?.value);
    let categories = within("skills", "categories");
    let names = within("attributes", "category_names").map(Node::entries).unwrap_or_default();
    names.iter().filter(move |name| {
        let skills = categories.and_then(|all| all.entry(&name.key));
        skills.is_none_or(|skills| !skills.value.has_value())
    })
}

/// Leaves out the names of categories that a profile does not have, with a warning about each of them: without its
/// category, a name is a remainder that no editor sees.
pub(super) fn leave_out_unused_names(
    attributes: &mut Attributes,
    profile: &Node,
    to: &mut Reporter<'_>,
) {
    for MappingEntry { key, value, .. } in unused_names(profile) {
        let message = format!("the profile has no category `{key}`: its name is not published");
        let hint = "delete the name, or write the key of a category under `skills.categories`";
        to.warn_about_item(&UNUSED_CATEGORY_NAME, value, message, hint);
        attributes.category_names.shift_remove(key);
    }
}

/// Returns the name of a skill category: the one in `attributes.category_names`, or the humanized
/// key by default.
pub fn category_name(key: &str, attributes: &Attributes) -> String {
    attributes.category_names.get(key).cloned().unwrap_or_else(|| humanize(key))
}
