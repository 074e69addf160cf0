//! The checklist at the end of a build that withdraws consultants: what still serves the old files, and
//! the command that proves that they are gone.
//!
//! The log of a build can be public. The checklist has only identifiers of consultants who were public.

use std::collections::BTreeSet;

use vitae::characters::printable_lines;
use vitae::model::id::ConsultantId;
use vitae::model::settings::Settings;
use vitae::render::host::Host;

use super::build_summary::MAX_NAMED;

/// Returns the checklist for withdrawn consultants, or `None` if there are none. `host_option` is the
/// value of `--host`, if it was given.
pub(super) fn withdrawal_checklist(
    host: &Host,
    host_option: Option<&str>,
    settings: &Settings,
    withdrawn: &BTreeSet<ConsultantId>,
) -> Option<String> {
    if withdrawn.is_empty() {
        return None;
    }
    let mut lines = vec!["after you publish, these can still serve withdrawn profiles:".to_owned()];
    let steps = host.withdrawal.iter().map(|step| format!("  - {}", step.trim()));
    lines.extend(steps);
    lines.push(format!(
        "  - caches, for up to {} seconds (`cache_seconds`)",
        settings.cache_seconds.0
    ));
    let mut command = "vitae verify".to_owned();
    if settings.base_url.is_none() {
        command += " '<URL of the site>'";
    }
    if let Some(name) = host_option {
        command += &format!(" --host {name}");
    }
    for id in withdrawn.iter().take(MAX_NAMED) {
        command += &format!(" --gone {id}");
    }
    if let Some(url) = &host.former_deploy {
        command += &format!(" --at '{url}'");
    }
    lines.push(format!("check: {command}"));
    let more = withdrawn.len().saturating_sub(MAX_NAMED);
    if more > 0 {
        lines.push(format!("  and --gone for {more} more"));
    }
    Some(printable_lines(&lines))
}
