//! Compares a profile with the last build, field by field.

use serde_json::Value as Json;

use super::json_diff::{Change, changes};

/// A field that may change although the profile's content does not.
const LAST_MODIFIED: &str = "lastModified";

/// Returns the changes of all fields of the `published` profile. The date of the last change, which is
/// not written by hand, comes last.
pub(super) fn published_changes(published: &[u8], profile: &Json) -> Vec<Change> {
    let date_last = |mut profile: Json| {
        if let Some(fields) = profile.as_object_mut()
            && let Some(date) = fields.shift_remove(LAST_MODIFIED)
        {
            fields.insert(LAST_MODIFIED.to_owned(), date);
        }
        profile
    };
    // A file that is not JSON has no fields.
    let before = serde_json::from_slice(published).unwrap_or(Json::Null);
    changes(&date_last(before), &date_last(profile.clone()))
}
