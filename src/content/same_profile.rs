//! Profiles that are published twice, such as a copy that an editor left in `consultants`.

use std::collections::HashMap;

use crate::diagnostic::Diagnostic;
use crate::diagnostic_code::diagnostic_codes;
use crate::digest::Digest;

diagnostic_codes! {
    warning SAME_PROFILE = "same-profile";
}

/// Returns a warning about each file that is identical to an earlier one of the `active` profiles, which are paths with
/// the digests of the files.
pub fn same_profiles<'a>(active: impl Iterator<Item = (&'a str, Digest)>) -> Vec<Diagnostic> {
    let mut known = HashMap::new();
    let same = active.filter_map(|(path, digest)| {
        let first = known.insert(digest, path)?;
        let message =
            format!("this file is identical to {first}: the consultant is published twice");
        let hint = "delete the copy, or write the profile of another consultant";
        Some(Diagnostic::file(&SAME_PROFILE, path, message).hint(hint))
    });
    same.collect()
}
