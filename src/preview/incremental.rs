//! From the disk to a state, again and again: only what changed is read, checked and rendered.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use super::dry_run::PhotoDryRun;
use super::state::{Release, State, in_words};
use crate::compile::{Options, bundle};
use crate::diagnostic::{Diagnostic, order};
use crate::error::Result;
use crate::lower::content::Content;
use crate::lower::lower;
use crate::render::{PROFILES, host, render_cache::RenderCache};
use crate::route::routes;
use crate::source::Sources;
use crate::source::published_directory::PublishedDirectory;
use crate::source::stamp::Stamp;
use crate::templates::Templates;

/// What is previewed.
#[derive(Debug, Clone)]
pub struct Project {
    /// The content folder.
    pub content: PathBuf,
    /// A folder of templates; by default the one that is used without being named.
    pub templates: Option<PathBuf>,
    /// As for every compilation.
    pub options: Options,
    /// What was last published.
    pub published: PublishedDirectory,
}

/// Compiles a project whenever it changed.
#[derive(Debug)]
pub struct Compiler {
    project: Project,
    kept: RenderCache,
    state: Arc<State>,
    rehearsal: PhotoDryRun,
    /// What is served again if a photo of the release turns out not to be publishable: the last
    /// one before it of which that is not known.
    good: Option<Arc<Release>>,
    /// That of the published profiles, with which pages compare.
    published: Option<Stamp>,
}

/// The sources, the templates, and the stamp of the published profiles.
type Input = (Sources, Templates, Option<Stamp>);

/// Where the profiles lie in a published folder.
pub(super) fn published_profiles() -> &'static str {
    PROFILES.trim_matches('/')
}

impl Compiler {
    /// Compiles `project` for the first time.
    ///
    /// # Errors
    /// When the content or the templates cannot be read, or a shallow clone lacks the history the
    /// content needs. A template that is wrong is a failure in the state.
    pub fn new(project: Project) -> Result<Self> {
        let mut compiler = Self {
            kept: RenderCache::default(),
            rehearsal: PhotoDryRun::default(),
            good: None,
            published: None,
            state: Arc::new(State {
                revision: 0,
                content: Arc::default(),
                sources: Arc::default(),
                templates: Arc::new(Templates::embedded()),
                diagnostics: Vec::new(),
                failure: None,
                release: None,
                published: project.published.clone(),
                made: Arc::default(),
            }),
            project,
        };
        let input = compiler.read()?;
        compiler.state = Arc::new(compiler.next(input, &BTreeSet::new())?);
        Ok(compiler)
    }

    /// What is compiled.
    pub fn project(&self) -> &Project {
        &self.project
    }

    /// The newest state.
    pub fn state(&self) -> &Arc<State> {
        &self.state
    }

    /// Compiles the project as it is now, if it changed. The files at `paths`, relative to the
    /// content folder, are read again even if they look as before.
    ///
    /// What the environment does becomes a failure in the state, beside all that is still known.
    pub fn compile(&mut self, paths: &BTreeSet<String>) -> Option<&Arc<State>> {
        let next = self.read().and_then(|input| {
            let (sources, templates, published) = &input;
            let is_as_before = paths.iter().all(|path| sources.get(path).is_none())
                && self.state.failure.is_none()
                && sources.is_unchanged_since(&self.state.sources)
                && *templates == *self.state.templates
                && *published == self.published;
            if is_as_before {
                return Ok(None);
            }
            self.next(input, paths).map(Some)
        });
        match next {
            Ok(next) => {
                self.state = Arc::new(next?);
                Some(&self.state)
            }
            Err(error) => self.fail(in_words(&error)),
        }
    }

    /// Whether there are photos of which it is not known yet whether they can be published.
    pub fn is_dry_run_pending(&self) -> bool {
        !self.rehearsal.is_over()
    }

    /// Makes a few of the photos that are to be published; a state in which those that cannot be
    /// are told as mistakes, and what was good before is served.
    pub fn dry_run(&mut self) -> Option<&Arc<State>> {
        let found = self.rehearsal.step(&self.state.made);
        if found.is_empty() {
            if self.rehearsal.is_over() && self.is_good(self.state.release.as_ref()) {
                self.good.clone_from(&self.state.release);
            }
            return None;
        }
        let mut state = State::clone(&self.state);
        state.revision += 1;
        report(&mut state, found);
        if !self.is_good(self.good.as_ref()) {
            self.good = None;
        }
        state.release.clone_from(&self.good);
        self.state = Arc::new(state);
        Some(&self.state)
    }

    /// Whether there is a release of which no photo is known not to be publishable.
    fn is_good(&self, release: Option<&Arc<Release>>) -> bool {
        release.is_some_and(|release| self.rehearsal.refuses_none_of(&release.bundle))
    }

    /// A state that is as before but for a failure, unless it is known already.
    pub(super) fn fail(&mut self, failure: String) -> Option<&Arc<State>> {
        let failure = Some(failure);
        if failure == self.state.failure {
            return None;
        }
        self.state = Arc::new(State {
            revision: self.state.revision + 1,
            failure,
            ..State::clone(&self.state)
        });
        Some(&self.state)
    }

    fn read(&self) -> Result<Input> {
        let sources = Sources::from_disk_after(&self.project.content, &self.state.sources)?;
        let templates = Templates::of_project(self.project.templates.as_deref())?;
        let published = &self.project.published;
        let published = published.stamp_of_directory(published_profiles());
        Ok((sources, templates, published))
    }

    fn next(
        &mut self,
        (sources, templates, published): Input,
        paths: &BTreeSet<String>,
    ) -> Result<State> {
        self.published = published;
        let mut before = Content::clone(&self.state.content);
        before.forget(paths);
        let content = lower(&sources, &host::names(&templates), &before)?;
        let mut state = State {
            revision: self.state.revision + 1,
            diagnostics: content.diagnostics.clone(),
            content: Arc::new(content),
            sources: Arc::new(sources),
            templates: Arc::new(templates),
            failure: None,
            release: self.state.release.clone(),
            published: self.project.published.clone(),
            made: Arc::clone(&self.state.made),
        };
        match self.release(&state) {
            Ok((release, diagnostics)) => {
                state.diagnostics.extend(diagnostics);
                order(&mut state.diagnostics);
                if let Some(release) = release {
                    self.exchange(&mut state, release);
                }
            }
            Err(error) => state.failure = Some(in_words(&error)),
        }
        Ok(state)
    }

    /// Serves `release`, unless a photo in it is known not to be publishable, which is told.
    fn exchange(&mut self, state: &mut State, release: Release) {
        let is_known = self.rehearsal.is_over() || self.good.is_none();
        if is_known && self.is_good(state.release.as_ref()) {
            self.good.clone_from(&state.release);
        }
        self.rehearsal.prepare(&release.bundle);
        let refused = self.rehearsal.refused(&release.bundle, &state.made);
        if refused.is_empty() {
            state.release = Some(Arc::new(release));
        } else {
            report(state, refused);
        }
    }

    /// What would be published of the state's content, if no mistake stops it; and what was found
    /// on the way.
    fn release(&mut self, state: &State) -> Result<(Option<Release>, Vec<Diagnostic>)> {
        let Some(site) = Content::clone(&state.content).into_site().output else {
            return Ok((None, Vec::new()));
        };
        let settings = site.settings().clone();
        let options = &self.project.options;
        let (sources, templates) = (&state.sources, &state.templates);
        let report = bundle(site, sources, templates, options, &mut self.kept)?;
        let release = report.output.map(|bundle| Release {
            revision: state.revision,
            settings,
            routes: routes(&bundle),
            bundle,
        });
        Ok((release, report.diagnostics))
    }
}

/// Adds mistakes to a state that were found when its content was lowered already.
fn report(state: &mut State, found: Vec<Diagnostic>) {
    let mut content = Content::clone(&state.content);
    for diagnostic in found {
        state.diagnostics.push(diagnostic.clone());
        content.report(diagnostic);
    }
    order(&mut state.diagnostics);
    state.content = Arc::new(content);
}
