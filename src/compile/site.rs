//! Renders the files that belong to no consultant.

use std::sync::Arc;

use crate::bundle::{Bundle, Deployment};
use crate::diagnostic::Diagnostic;
use crate::entry::{Entries, conflicts_with_consultants};
use crate::error::{Error, Result};
use crate::model::id::ConsultantId;
use crate::model::settings::Settings;
use crate::render;
use crate::render::host::{self, Counts, Host, RulesInput};
use crate::route::{Header, Routes, api_headers};
use crate::templates::Templates;

/// The host of a site, and what its rules are rendered from.
pub(super) struct SiteHost<'a> {
    name: String,
    pub(super) host: Host,
    /// The language of the site, and that of its title and description, if it is another one than that of the profiles.
    languages: [Option<String>; 2],
    templates: &'a Templates,
    output_name: &'a str,
}

/// A compiled site. The files of consultants went to the sink.
#[derive(Debug)]
pub struct CompiledSite {
    /// The settings of the site.
    pub settings: Settings,
    /// The name of the host.
    pub host: String,
    /// The active consultants.
    pub entries: Arc<Entries>,
    /// The inactive consultants, in order. After the compilation only their identifiers are known.
    pub inactive: Vec<ConsultantId>,
    /// The headers of every response.
    pub headers: Vec<Header>,
    /// The published files that belong to no consultant, rules of the host included.
    pub files: Bundle,
    /// The files that the host reads from outside the output directory.
    pub deployment: Deployment,
    /// What clients see.
    pub routes: Arc<Routes>,
}

impl<'a> SiteHost<'a> {
    pub(super) fn new(
        settings: &Settings,
        languages: [Option<&str>; 2],
        templates: &'a Templates,
        chosen: Option<&str>,
        output_name: &'a str,
    ) -> Result<Self> {
        let name = chosen.or(settings.host.as_deref());
        let name = name.or_else(|| host::default_name(templates));
        let name = name.ok_or_else(|| Error::new("no default host; set `host` in site.yaml"))?;
        let host = host::read(name, templates)?;
        let languages = languages.map(|language| language.map(str::to_owned));
        Ok(Self { name: name.to_owned(), host, languages, templates, output_name })
    }

    /// Renders the files that belong to no consultant. `entries` are the active consultants, `inactive`
    /// the others, and `counts` what both need.
    ///
    /// # Errors
    /// Returns an error if a template fails or two files have the same path.
    pub(super) fn compile(
        &self,
        settings: &Settings,
        entries: Entries,
        inactive: Vec<ConsultantId>,
        mut counts: Counts,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Result<CompiledSite> {
        let Self { name, host, languages: [language, of_texts], templates, output_name } = self;
        let headers = api_headers(settings, language.as_deref());
        let entries = Arc::new(entries);
        let mut files = render::site_files(settings, &headers, of_texts.as_deref(), templates)?;
        let routes = Arc::new(Routes::new(&files, Arc::clone(&entries)));
        files.iter().for_each(|artifact| counts.add_artifact(artifact));
        let input = RulesInput {
            name,
            host,
            output_name,
            settings,
            headers: &headers,
            templates,
            routes: &routes,
            compact: host::needs_compact_rules(host, &counts),
        };
        let (published, deployment) = host::render(&input)?;
        for artifact in published {
            counts.add_artifact(&artifact);
            files.insert(artifact)?;
        }
        if let Some(artifact) = files.iter().find(|file| conflicts_with_consultants(&file.path)) {
            let path = &artifact.path;
            return Err(Error::new(format!("`{path}` conflicts with the files of a consultant")));
        }
        diagnostics.extend(host::check_counts(host, &counts));
        diagnostics.extend(files.iter().filter_map(|file| host::check_size(host, file)));
        Ok(CompiledSite {
            settings: settings.clone(),
            host: name.clone(),
            entries,
            inactive,
            headers,
            files,
            deployment,
            routes,
        })
    }
}
