//! The fields that say when a profile is published, under another key, where they have no effect.

use super::reporter::Reporter;
use super::unknown_field::UNKNOWN_FIELD;
use crate::diagnostic::Diagnostic;
use crate::slug::letters;
use crate::yaml::MappingEntry;

/// The fields of the top level without which a profile can be published although its author withdrew it.
pub(super) const PUBLICATION_FIELDS: [&str; 3] = ["active", "publish_from", "publish_until"];

/// Reports the key of an entry that is one of these fields. Further below, and in a list, `active` can describe something
/// else.
pub(super) fn misplaced_publication_key(
    entry: &MappingEntry,
    is_below_top_level: bool,
    to: &Reporter<'_>,
) -> Option<Diagnostic> {
    let key = letters(&entry.key);
    let field = PUBLICATION_FIELDS.into_iter().find(|field| field.replace('_', "") == key)?;
    let is_field = to.document.group.field(field).is_some();
    (is_field && (is_below_top_level || field != "active")).then(|| {
        let message = format!("`{}` has no effect under another key", entry.key);
        to.at(&UNKNOWN_FIELD, entry.key_span.clone(), message)
            .hint(format!("`{field}` belongs at the top level, without indentation"))
    })
}
