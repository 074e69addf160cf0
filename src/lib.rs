//! `vitae` compiles consultant profiles written in YAML into a public, read-only API made of
//! plain files, and into the rules with which a host answers it exactly as specified.
//!
//! ```text
//! content/  ->  Sources  ->  Documents  ->  Site  ->  Bundle  ->  dist/
//!               read         as written     valid     files as     published
//!                                                     values
//! ```
//!
//! [`compile`] is the program; the commands are thin shells around it. `ARCHITECTURE.md` has the
//! map and the invariants.

pub mod bundle;
pub mod diagnostic;
pub mod document;
pub mod error;
pub mod import;
pub mod lower;
pub mod model;
pub mod photo;
pub mod publish;
pub mod render;
pub mod route;
pub mod source;
pub mod templates;
pub mod yaml;

use bundle::Bundle;
use diagnostic::Report;
use error::Result;
use model::site::Site;
use source::Sources;
use templates::Templates;

/// What a compilation depends on beside content and templates.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// The host whose rules are rendered, in place of the one that `site.yaml` names.
    pub host: Option<String>,
}

/// The file that names the host for sites that do not.
const DEFAULT_HOST: &str = "hosts/default";

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
    } = lower::lower(sources, &hosts)?;
    let Some(Site {
        settings,
        consultants,
    }) = output
    else {
        return Ok(Report::new(None, diagnostics));
    };
    let bundle = render::render(&settings, consultants, templates, sources)?;
    let host = options.host.as_ref().or(settings.host.as_ref());
    let default = || {
        templates
            .get(DEFAULT_HOST)
            .map(|name| name.trim().to_owned())
    };
    let host = host.cloned().or_else(default).unwrap_or_default();
    let hosted = render::host::render(&host, &settings, templates, bundle)?;
    diagnostics.extend(hosted.diagnostics);
    Ok(Report::new(hosted.output, diagnostics))
}
