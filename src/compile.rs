//! The program: from content and templates to every file that is published.

use crate::bundle::Bundle;
use crate::diagnostic::Diagnosed;
use crate::error::Result;
use crate::lower;
use crate::lower::content::Content;
use crate::model::id::ConsultantId;
use crate::model::site::{Settings, Site};
use crate::render::{self, render_cache::RenderCache};
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

/// What a compilation made, and what it was made from as far as a server's answers depend on it.
#[derive(Debug)]
pub struct Compiled {
    /// Every file to publish.
    pub bundle: Bundle,
    /// What holds for the whole site.
    pub settings: Settings,
    /// Who has a file in the content and is not published. The identifiers are all that is known
    /// of them from here on.
    pub inactive: Vec<ConsultantId>,
}

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
) -> Result<Diagnosed<Bundle>> {
    let report = compile_with_inactive(sources, templates, options)?;
    let bundle = report.output.map(|compiled| compiled.bundle);
    Ok(Diagnosed::new(bundle, report.diagnostics))
}

/// The same, with the identifiers of those who are not published: nobody is to be told of them, and
/// whoever asks for that needs their names.
///
/// # Errors
/// As [`compile()`].
pub fn compile_with_inactive(
    sources: &Sources,
    templates: &Templates,
    options: &Options,
) -> Result<Diagnosed<Compiled>> {
    let hosts = render::host::names(templates);
    let content = lower::lower(sources, &hosts, &Content::default())?;
    let inactive = content.inactive();
    let Diagnosed {
        output,
        mut diagnostics,
    } = content.into_site();
    let Some(site) = output else {
        return Ok(Diagnosed::new(None, diagnostics));
    };
    let settings = site.settings().clone();
    let rendered = bundle(
        site,
        sources,
        templates,
        options,
        &mut RenderCache::default(),
    )?;
    diagnostics.extend(rendered.diagnostics);
    let compiled = rendered.output.map(|bundle| Compiled {
        bundle,
        settings,
        inactive,
    });
    Ok(Diagnosed::new(compiled, diagnostics))
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
    kept: &mut RenderCache,
) -> Result<Diagnosed<Bundle>> {
    let settings = site.settings().clone();
    let bundle = render::render(site, templates, sources, kept)?;
    let host = options.host.as_ref().or(settings.host.as_ref());
    let default = || render::host::default_name(templates).map(str::to_owned);
    let host = host.cloned().or_else(default).unwrap_or_default();
    let folder = options.published_folder.as_deref().unwrap_or(PUBLISHED);
    render::host::render(&host, folder, &settings, templates, bundle, &mut kept.rules)
}
