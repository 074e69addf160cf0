//! What happens to each consultant, by digest. No field is compared, so this is cheap enough for every
//! consultant after every edit.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value as Json;

use super::LAST_MODIFIED;
use crate::digest::Digest;

/// The digest of a published profile without the date of its last change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PublicDigest(Digest);

impl PublicDigest {
    /// Returns the digest of a published profile.
    pub fn of(profile: &Json) -> Self {
        let fields = profile.as_object().into_iter().flatten();
        let fields: BTreeMap<_, _> = fields.filter(|(key, _)| *key != LAST_MODIFIED).collect();
        Self(Digest::of(&serde_json::to_vec(&fields).expect("JSON serializes")))
    }
}

/// What happens in public to a consultant between two states of a site.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ConsultantStatus {
    /// The consultant becomes public.
    New,
    /// The profile changes.
    Changed,
    /// At most the date of the last change differs.
    Unchanged,
    /// The consultant is not public any more.
    Withdrawn,
}

impl ConsultantStatus {
    /// Compares what is public of a consultant in two states; `None` if nothing is in either.
    pub fn of<T: PartialEq>(base: Option<T>, head: Option<T>) -> Option<Self> {
        Some(match (base, head) {
            (None, None) => return None,
            (None, Some(_)) => Self::New,
            (Some(_), None) => Self::Withdrawn,
            (Some(base), Some(head)) if base == head => Self::Unchanged,
            (Some(_), Some(_)) => Self::Changed,
        })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{ConsultantStatus, PublicDigest};

    #[test]
    fn the_date_does_not_change_a_consultant() {
        let profile = |date: &str, name: &str| {
            Some(PublicDigest::of(&json!({ "lastModified": date, "name": name })))
        };
        let base = profile("2026-01-01", "Anna");
        assert_eq!(
            ConsultantStatus::of(base, profile("2026-02-02", "Anna")),
            Some(ConsultantStatus::Unchanged)
        );
        assert_eq!(
            ConsultantStatus::of(base, profile("2026-01-01", "Berg")),
            Some(ConsultantStatus::Changed)
        );
        assert_eq!(ConsultantStatus::of(None, base), Some(ConsultantStatus::New));
        assert_eq!(ConsultantStatus::of(base, None), Some(ConsultantStatus::Withdrawn));
        assert_eq!(ConsultantStatus::of::<PublicDigest>(None, None), None);
    }
}
