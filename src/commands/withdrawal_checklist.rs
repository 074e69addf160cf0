//! The checklist at the end of a build that withdraws consultants: what still serves the old files, and
//! the command that proves that they are gone.
//!
//! The log of a build can be public. The checklist has only identifiers of consultants who were public.

use std::collections::BTreeSet;

use vitae::characters::printable_lines;
use vitae::content::language_tag::is_language_tag;
use vitae::model::id::ConsultantId;
use vitae::model::settings::Settings;
use vitae::render::host::Host;
use vitae::source::Sources;

use super::build_summary::MAX_NAMED;

/// Returns the checklist for withdrawn consultants, or `None` if there are none. `host_option` is the
/// value of `--host`, if it was given. `sources` have the languages of the other sites: each one is built on its own.
pub(super) fn withdrawal_checklist(
    host: &Host,
    host_option: Option<&str>,
    settings: &Settings,
    sources: &Sources,
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
    let host_option = host_option.map(|name| format!(" --host {name}")).unwrap_or_default();
    let gone: String = withdrawn.iter().take(MAX_NAMED).map(|id| format!(" --gone {id}")).collect();
    let verify = |url: &str, language: Option<&str>| {
        let language = language.map(|it| format!(" --language {it}")).unwrap_or_default();
        format!("vitae verify{url}{language}{host_option}{gone}")
    };
    let own = sources.language();
    let url = if settings.base_url.is_none() { " '<URL of the site>'" } else { "" };
    let mut command = verify(url, own);
    if let Some(url) = &host.former_deploy {
        command += &format!(" --at '{url}'");
    }
    lines.push(format!("check: {command}"));
    let more = withdrawn.len().saturating_sub(MAX_NAMED);
    if more > 0 {
        lines.push(format!("  and --gone for {more} more"));
    }
    let languages = sources.languages().into_iter().filter(|it| is_language_tag(it)).map(Some);
    for language in std::iter::once(None).chain(languages).filter(|language| *language != own) {
        let (site, url) = match language {
            Some(language) => (format!("`{language}`"), format!(" '<URL of {language}>'")),
            None => ("the site of the profiles".to_owned(), " '<URL of the site>'".to_owned()),
        };
        lines.push(format!("build and deploy {site}, then check: {}", verify(&url, language)));
    }
    Some(printable_lines(&lines))
}
