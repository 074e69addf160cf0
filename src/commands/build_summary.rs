//! The summary of a build: the consultants that it added, changed and withdrew.
//!
//! The log of a build can be public. It has the identifiers of consultants who are or were public and the
//! names of changed fields, but no values.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use rayon::prelude::*;
use vitae::characters::printable_lines;
use vitae::compile::CompiledSite;
use vitae::diff::{PublicDigest, changed_fields};
use vitae::entry::{PROFILES, consultant_of, variant_of};
use vitae::error::Result;
use vitae::model::id::ConsultantId;
use vitae::paths::ToSlash;
use vitae::publish::{BuildChanges, Publication};

use crate::terminal::plural;

/// The most consultants that a line names.
pub(super) const MAX_NAMED: usize = 20;

/// The most fields that are named for a consultant.
const MAX_FIELDS: usize = 5;

/// What changes of consultants: the names of fields, "photo" and "JSON Resume".
type Changed = BTreeMap<ConsultantId, Vec<String>>;

/// Returns the consultants whose profiles the publication changes, apart from their dates.
pub(super) fn changed_profiles(publication: &Publication) -> Result<Changed> {
    let change = |path: String| {
        let Some(id) = profile_at(&path) else { return Ok(None) };
        let [base, head] = publication.versions(&path)?;
        let digest =
            |profile: &[u8]| PublicDigest::of(&serde_json::from_slice(profile).unwrap_or_default());
        let has_changed = digest(&base) != digest(&head);
        Ok(has_changed.then(|| (id, changed_fields(&base, &head))))
    };
    let replaced = publication.replaced(PROFILES.trim_start_matches('/'));
    replaced.into_par_iter().map(change).filter_map(Result::transpose).collect()
}

/// Returns the consultant whose profile is published at `path`. The compressed form of a profile is none.
fn profile_at(path: &str) -> Option<ConsultantId> {
    ConsultantId::parse(path.strip_prefix(PROFILES.trim_start_matches('/'))?)
}

/// Returns the consultants of removed files who are not published any more.
pub(super) fn withdrawn(site: &CompiledSite, published: &BuildChanges) -> BTreeSet<ConsultantId> {
    let removed = published.removed.iter().filter_map(|path| consultant_of(path));
    removed.filter(|id| site.entries.get(id.as_str()).is_none()).collect()
}

/// Summarizes what is published and what changed.
pub(super) fn summary(
    site: &CompiledSite,
    published: &BuildChanges,
    profiles: &Changed,
    out: &Path,
) -> String {
    let mut lines = vec![format!(
        "{} in {}: {} added, {} changed, {} unchanged, {} removed",
        plural(site.entries.len(), "profile"),
        out.to_slash(),
        plural(published.added.len(), "file"),
        published.changed.len(),
        published.unchanged,
        published.removed.len(),
    )];
    let added: BTreeSet<_> = published.added.iter().filter_map(|path| profile_at(path)).collect();
    let withdrawn = withdrawn(site, published);
    let mut changed = changes(published, profiles);
    changed.retain(|id, _| !added.contains(id) && !withdrawn.contains(id));
    let plain = |ids: BTreeSet<ConsultantId>| ids.into_iter().map(|id| id.to_string()).collect();
    let changed = changed.into_iter().map(|(id, what)| match what.is_empty() {
        true => id.to_string(),
        false => format!("{id} ({})", first_names(what, MAX_FIELDS)),
    });
    let named: [(&str, Vec<String>); 3] =
        [("added", plain(added)), ("changed", changed.collect()), ("withdrawn", plain(withdrawn))];
    for (verb, names) in named.into_iter().filter(|(_, names)| !names.is_empty()) {
        lines.push(format!("{verb}: {}", first_names(names, MAX_NAMED)));
    }
    for path in &published.unmanaged {
        lines.push(format!(
            "{} was not written by vitae; it was left unchanged and is deployed with the site",
            out.join(path).to_slash()
        ));
    }
    printable_lines(&lines)
}

/// Returns what changed of each consultant.
fn changes(published: &BuildChanges, profiles: &Changed) -> Changed {
    let mut changes = profiles.clone();
    let replaced: BTreeSet<ConsultantId> =
        published.changed.iter().filter_map(|path| profile_at(path)).collect();
    for path in [&published.added, &published.changed, &published.removed].into_iter().flatten() {
        let Some((id, is_photo)) = variant_of(path) else {
            continue;
        };
        // The JSON Resume changes with its profile.
        let what = if is_photo { "photo" } else { "JSON Resume" };
        if !is_photo && replaced.contains(&id) {
            continue;
        }
        let changed = changes.entry(id).or_default();
        if !changed.iter().any(|known| known == what) {
            changed.push(what.to_owned());
        }
    }
    changes
}

/// Joins the first names and counts the others.
fn first_names(mut names: Vec<String>, max: usize) -> String {
    let more = names.len().saturating_sub(max);
    names.truncate(max);
    if more > 0 {
        names.push(format!("and {more} more"));
    }
    names.join(", ")
}
