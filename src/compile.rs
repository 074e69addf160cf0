//! Compiles content and templates into the files to publish.

use crate::bundle::Bundle;
use crate::diagnostic::Diagnosed;
use crate::error::{Error, Result};
use crate::lower;
use crate::lower::content::Content;
use crate::model::id::ConsultantId;
use crate::model::site::{Settings, Site};
use crate::render::{self, render_cache::RenderCache};
use crate::source::Sources;
use crate::templates::Templates;

/// Options of a compilation.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// The host to render rules for, instead of the one in `site.yaml`.
    pub host: Option<String>,
    /// The name of the output directory, instead of [`DEFAULT_OUTPUT`].
    pub output_name: Option<String>,
}

/// The default name of the output directory.
pub const DEFAULT_OUTPUT: &str = "dist";

/// The result of a compilation, with the settings and identifiers that a server's responses depend
/// on.
#[derive(Debug)]
pub struct Compiled {
    /// The files to publish.
    pub bundle: Bundle,
    /// The settings of the site.
    pub settings: Settings,
    /// The inactive consultants. After the compilation only their identifiers are known.
    pub inactive: Vec<ConsultantId>,
}

/// Compiles the content. Returns the diagnostics of all files and, unless one of them is an error,
/// the files to publish. The same content gives the same bytes on any machine and with any number
/// of threads.
///
/// # Errors
/// Returns an error if a source cannot be read, a template fails, the host does not exist, or a
/// shallow clone lacks the history that the content needs.
pub fn compile(
    sources: &Sources,
    templates: &Templates,
    options: &Options,
) -> Result<Diagnosed<Bundle>> {
    let report = compile_with_inactive(sources, templates, options)?;
    let bundle = report.output.map(|compiled| compiled.bundle);
    Ok(Diagnosed::new(bundle, report.diagnostics))
}

/// Compiles the content like [`compile()`] and returns the settings and the inactive consultants,
/// too: `verify` has to check that the server does not publish them.
///
/// # Errors
/// Fails in the same cases as [`compile()`].
pub fn compile_with_inactive(
    sources: &Sources,
    templates: &Templates,
    options: &Options,
) -> Result<Diagnosed<Compiled>> {
    let hosts = render::host::names(templates);
    let content = lower::lower(sources, &hosts, &Content::default())?;
    let inactive = content.inactive();
    let Diagnosed { output, mut diagnostics } = content.into_site();
    let Some(site) = output else {
        return Ok(Diagnosed::new(None, diagnostics));
    };
    let settings = site.settings().clone();
    let rendered = bundle(site, sources, templates, options, &mut RenderCache::default())?;
    diagnostics.extend(rendered.diagnostics);
    let compiled = rendered.output.map(|bundle| Compiled { bundle, settings, inactive });
    Ok(Diagnosed::new(compiled, diagnostics))
}

/// Renders the site and the rules of its host. Unchanged files are taken from the cache.
///
/// # Errors
/// Returns an error if a template fails or the host does not exist.
pub fn bundle(
    site: Site,
    sources: &Sources,
    templates: &Templates,
    options: &Options,
    cache: &mut RenderCache,
) -> Result<Diagnosed<Bundle>> {
    let settings = site.settings().clone();
    let bundle = render::render(site, templates, sources, cache)?;
    let host = options.host.as_ref().or(settings.host.as_ref());
    let default = || render::host::default_name(templates).map(str::to_owned);
    let host = host.cloned().or_else(default);
    let host = host.ok_or_else(|| Error::new("no default host; set `host` in site.yaml"))?;
    let output_name = options.output_name.as_deref().unwrap_or(DEFAULT_OUTPUT);
    render::host::render(&host, output_name, &settings, templates, bundle, &mut cache.rules)
}
