//! The program: from content and templates to every file that is published.

use crate::bundle::Bundle;
use crate::diagnostic::Report;
use crate::error::Result;
use crate::lower;
use crate::lower::content::Content;
use crate::model::site::Site;
use crate::render::{self, kept::Kept};
use crate::source::Sources;
use crate::templates::Templates;

/// What a compilation depends on beside content and templates.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// The host whose rules are rendered, in place of the one that `site.yaml` names.
    pub host: Option<String>,
    /// The name of the folder into which is published, if it is not [`PUBLISHED`].
    pub published_folder: Option<String>,
}

/// The name of the folder into which is published unless somebody says otherwise.
pub const PUBLISHED: &str = "dist";

/// Compiles the content: every mistake of every file, and, if none of them stops the publishing,
/// every file to publish. The same content gives the same bytes, on any machine and with any
/// number of threads.
///
/// # Errors
/// When a source cannot be read, a template is wrong, there is no such host, or a shallow clone
/// lacks the history the content needs.
pub fn compile(
    sources: &Sources,
    templates: &Templates,
    options: &Options,
) -> Result<Report<Bundle>> {
    let hosts = render::host::names(templates);
    let Report {
        output,
        mut diagnostics,
    } = lower::lower(sources, &hosts, &Content::default())?.into_site();
    let Some(site) = output else {
        return Ok(Report::new(None, diagnostics));
    };
    let rendered = bundle(site, sources, templates, options, &mut Kept::default())?;
    diagnostics.extend(rendered.diagnostics);
    Ok(Report::new(rendered.output, diagnostics))
}

/// Renders the site and the rules of its host; `kept` are the files of the last time.
///
/// # Errors
/// When a template is wrong, or there is no such host.
pub fn bundle(
    site: Site,
    sources: &Sources,
    templates: &Templates,
    options: &Options,
    kept: &mut Kept,
) -> Result<Report<Bundle>> {
    let settings = site.settings().clone();
    let bundle = render::render(site, templates, sources, kept)?;
    let host = options.host.as_ref().or(settings.host.as_ref());
    let default = || render::host::default_name(templates).map(str::to_owned);
    let host = host.cloned().or_else(default).unwrap_or_default();
    let folder = options.published_folder.as_deref().unwrap_or(PUBLISHED);
    render::host::render(&host, folder, &settings, templates, bundle, &mut kept.rules)
}
