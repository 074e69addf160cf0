//! Required fields that a document does not have.

use super::item_index::ItemIndex;
use super::item_name::{OF, names_of};
use super::reporter::Reporter;
use super::shape::{Field, GroupShape};
use super::shorthand;
use super::unknown_field::meant_field;
use crate::diagnostic::Diagnostic;
use crate::diagnostic_code::diagnostic_codes;
use crate::yaml::{MappingEntry, Node};

diagnostic_codes! {
    error MISSING_FIELD = "missing-field";
}

/// Returns the errors about the missing fields `keys` of the node of a group. A misspelled field is reported as
/// unknown only.
pub(super) fn missing_fields(
    keys: &[&str],
    node: &Node,
    group: &'static GroupShape,
    to: &Reporter<'_>,
) -> Vec<Diagnostic> {
    let known: Vec<&str> = group.names().collect();
    let unknown = node.entries().iter().filter(|entry| !known.contains(&entry.key.as_str()));
    let meant = |entry: &MappingEntry| {
        // `contact.email` is reported as unknown, too.
        match meant_field(entry.key.split('.').next()?, &known) {
            None if shorthand::is_one(entry, node, group) => group.usual.first().copied(),
            meant => meant,
        }
    };
    let meant: Vec<&str> = unknown.filter_map(meant).collect();
    let missing = keys.iter().filter(|key| !meant.contains(*key));
    let diagnostic = |key: &&str| {
        let message = format!("{} has no `{key}`", to.name());
        to.at(&MISSING_FIELD, node.span.clone(), message).hint(hint(key, group, to))
    };
    missing.map(diagnostic).collect()
}

fn hint(key: &str, group: &'static GroupShape, to: &Reporter<'_>) -> String {
    if key == OF {
        let items = to.original().filter(|_| to.has_room()).map_or(&[][..], Node::items);
        let names = names_of(items.iter(), &ItemIndex::of(items), group);
        let names = names.unwrap_or_else(|| format!("`{OF}: …`"));
        return format!("add a line that says which item is translated: {names}");
    }
    if key == "active" {
        return "add the line `active: true` to publish the profile, or `active: false` to hold it back"
            .to_owned();
    }
    let summary = group.field(key).map(Field::summary).unwrap_or_default();
    format!("add a line `{key}: …`. {summary}").trim_end().to_owned()
}
