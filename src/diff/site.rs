//! What changes in the files that belong to no consultant.

use std::collections::{BTreeMap, BTreeSet};

use super::words::{SegmentKind, compare_entries};
use crate::bundle::{Artifact, Body};
use crate::compile::CompiledSite;

/// A file of the site that changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SiteChange {
    /// The path below the output directory, or in `deploy/<host>/`.
    pub path: String,
    /// Whether the base has the file.
    pub before: bool,
    /// Whether the head has the file.
    pub after: bool,
    /// The lines that only one of them has, in the order of the file, each with whether it is new. Empty for a
    /// new or removed file.
    pub lines: Vec<(bool, String)>,
}

/// The texts of the files of a site by their paths.
pub type SiteTexts = BTreeMap<String, String>;

/// Returns the files that differ between two sites.
pub fn site_changes(base: &SiteTexts, head: &SiteTexts) -> Vec<SiteChange> {
    let paths: BTreeSet<&String> = base.keys().chain(head.keys()).collect();
    let compare = |path: &String| {
        let (before, after) = (base.get(path), head.get(path));
        (before != after).then(|| SiteChange {
            path: path.clone(),
            before: before.is_some(),
            after: after.is_some(),
            lines: before.zip(after).map_or_else(Vec::new, |(old, new)| changed_lines(old, new)),
        })
    };
    paths.into_iter().filter_map(compare).collect()
}

fn changed_lines(before: &str, after: &str) -> Vec<(bool, String)> {
    let [before, after] = [before, after].map(|text| text.lines().collect::<Vec<_>>());
    let segments = compare_entries(&before, &after).into_iter();
    let changed = segments.filter(|segment| segment.kind != SegmentKind::Unchanged);
    changed.map(|line| (line.kind == SegmentKind::Added, line.text)).collect()
}

/// Returns the texts of the files that belong to no consultant: the published ones, and the ones that
/// the host reads from elsewhere.
pub fn site_texts(site: &CompiledSite) -> SiteTexts {
    let text = |artifact: &Artifact| match &artifact.body {
        Body::Document(document) => String::from_utf8_lossy(document).into_owned(),
        Body::Generated(_) => unreachable!("only photos are generated"),
    };
    let published = site.files.iter().map(|file| (file.path.clone(), text(file)));
    let deployment = &site.deployment;
    let path = |file: &Artifact| format!("deploy/{}/{}", deployment.host, file.path);
    published.chain(deployment.files.iter().map(|file| (path(file), text(file)))).collect()
}
