//! Names and levels of skill categories that the profile does not have.

use crate::diagnostic::{Diagnostic, report};
use crate::diagnostic_code::diagnostic_codes;
use crate::did_you_mean::did_you_mean;
use crate::slug::slug;
use crate::yaml::{MappingEntry, Node, YamlValue};

diagnostic_codes! {
    warning UNKNOWN_CATEGORY = "unknown-category";
}

/// The places that refer to categories by their keys.
const REFERENCES: [&[&str]; 2] =
    [&["attributes", "category_names"], &["attributes", "json_resume", "skills"]];

/// Reports the names and levels in a profile whose category is not in `skills.categories`.
pub(super) fn check(file: &str, tree: &Node, diagnostics: &mut Vec<Diagnostic>) {
    if REFERENCES.iter().all(|path| node_at(tree, path).is_none()) {
        return;
    }
    let categories = node_at(tree, &["skills", "categories"]);
    if categories.is_some_and(|categories| categories.value == YamlValue::Invalid) {
        return;
    }
    // A key in another form is reported with the word to write.
    let words = categories.map(entries).into_iter().flatten().map(|entry| slug(&entry.key, '_'));
    let words: Vec<String> = words.collect();
    let keys: Vec<&str> = words.iter().map(String::as_str).collect();
    for path in REFERENCES {
        let Some(references) = node_at(tree, path) else {
            continue;
        };
        for entry in entries(references).filter(|entry| !keys.contains(&entry.key.as_str())) {
            report(diagnostics, unknown_category(file, entry, &keys, references));
        }
    }
}

fn unknown_category(
    file: &str,
    entry: &MappingEntry,
    keys: &[&str],
    references: &Node,
) -> Diagnostic {
    let key = &entry.key;
    let message = format!("`{key}` is not a category under `skills.categories`");
    let diagnostic = Diagnostic::at(&UNKNOWN_CATEGORY, file, entry.key_span.clone(), message);
    let without_entry: Vec<&str> =
        keys.iter().copied().filter(|key| references.entry(key).is_none()).collect();
    match did_you_mean(key, without_entry.iter().copied()) {
        Some(similar) => diagnostic.hint(format!("did you mean `{similar}`?")).replace(similar),
        None if without_entry.is_empty() => diagnostic.hint("delete it, or add the category"),
        None => diagnostic.hint(format!(
            "write the key of its category, such as `{}`, or delete it",
            without_entry.join("`, `")
        )),
    }
}

fn node_at<'a>(tree: &'a Node, path: &[&str]) -> Option<&'a Node> {
    path.iter().try_fold(tree, |node, key| Some(&node.entry(key)?.value))
}

fn entries(node: &Node) -> impl Iterator<Item = &MappingEntry> {
    match &node.value {
        YamlValue::Mapping(entries) => entries.as_slice(),
        _ => &[],
    }
    .iter()
}
