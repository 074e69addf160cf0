//! The summary of a build: the consultants that it added, changed and withdrew.
//!
//! The log of a build can be public. It has the identifiers of consultants who are or were public. `vitae diff` has the
//! changed fields.

use std::collections::BTreeSet;
use std::path::Path;

use rayon::prelude::*;
use vitae::characters::printable_lines;
use vitae::compile::CompiledSite;
use vitae::diff::PublicDigest;
use vitae::entry::{PROFILES, consultant_of, variant_of};
use vitae::error::Result;
use vitae::model::id::ConsultantId;
use vitae::paths::ToSlash;
use vitae::publish::{BuildChanges, Publication};

use crate::terminal::plural;

/// The most consultants that a line names.
pub(super) const MAX_NAMED: usize = 20;

/// Returns the consultants whose profiles the publication changes, apart from their dates.
pub(super) fn changed_profiles(publication: &Publication) -> Result<BTreeSet<ConsultantId>> {
    let change = |path: String| {
        let Some(id) = profile_at(&path) else { return Ok(None) };
        let digest =
            |profile: &[u8]| PublicDigest::of(&serde_json::from_slice(profile).unwrap_or_default());
        let [base, head] = publication.versions(&path)?;
        Ok((digest(&base) != digest(&head)).then_some(id))
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
    profiles: &BTreeSet<ConsultantId>,
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
    changed.retain(|id| !added.contains(id) && !withdrawn.contains(id));
    let named = [("added", added), ("changed", changed), ("withdrawn", withdrawn)];
    for (verb, ids) in named.into_iter().filter(|(_, ids)| !ids.is_empty()) {
        lines.push(format!("{verb}: {}", first_names(&ids)));
    }
    for path in &published.unmanaged {
        lines.push(format!(
            "{} was not written by vitae; it was left unchanged and is deployed with the site",
            out.join(path).to_slash()
        ));
    }
    printable_lines(&lines)
}

/// Returns the consultants whose files changed, apart from dates.
fn changes(published: &BuildChanges, profiles: &BTreeSet<ConsultantId>) -> BTreeSet<ConsultantId> {
    let replaced: BTreeSet<ConsultantId> =
        published.changed.iter().filter_map(|path| profile_at(path)).collect();
    let paths = [&published.added, &published.changed, &published.removed].into_iter().flatten();
    let variants = paths.filter_map(|path| variant_of(path));
    // The JSON Resume changes with its profile.
    let variants = variants.filter(|(id, is_photo)| *is_photo || !replaced.contains(id));
    profiles.iter().cloned().chain(variants.map(|(id, _)| id)).collect()
}

/// Joins the first identifiers and counts the others.
fn first_names(ids: &BTreeSet<ConsultantId>) -> String {
    let mut names: Vec<String> = ids.iter().take(MAX_NAMED).map(ToString::to_string).collect();
    if ids.len() > MAX_NAMED {
        names.push(format!("and {} more", ids.len() - MAX_NAMED));
    }
    names.join(", ")
}
