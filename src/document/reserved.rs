//! Keys that JSON Resume would take for something else than their author meant.

use serde_json::{Value as Json, json};

/// What the source and JSON Resume call one thing differently: our key, theirs.
pub const SPELLINGS: [(&str, &str); 5] = [
    ("role", "position"),
    ("start_date", "startDate"),
    ("end_date", "endDate"),
    ("release_date", "releaseDate"),
    ("key_results", "highlights"),
];

/// `propertyNames` of an open object that must not have JSON Resume's spellings.
pub(super) fn their_spellings() -> Json {
    but(&SPELLINGS.map(|(_, theirs)| theirs))
}

/// `propertyNames` of an open object that must not have these keys.
pub(super) fn but(keys: &[&str]) -> Json {
    json!({ "not": { "enum": keys } })
}
