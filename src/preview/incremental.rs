//! Incremental compilation: reads, checks and renders only what changed since the last state.

use std::borrow::Cow;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use super::active_photos::ActivePhotos;
use super::consultant::{Collector, Consultants, ProfileVersion};
use super::last_build::LastBuild;
use super::state::{PreviewState, error_chain};
use crate::compile::{Compilation, ConsultantCompiler, Options, Rows};
use crate::content::{self, SITE_PATH};
use crate::diagnostic::{Diagnostic, order};
use crate::error::Result;
use crate::model::day::Day;
use crate::model::settings::Settings;
use crate::render::host;
use crate::render::photo::PhotoStore;
use crate::source::published_directory::PublishedDirectory;
use crate::source::{self, Sources};
use crate::templates::Templates;
use crate::yaml;

/// How often pages show the progress of the first compilation.
const SHOWN_EVERY: Duration = Duration::from_millis(500);

/// The pause after a comparison of the files with the newest state, as a multiple of its duration.
const PAUSE: u32 = 20;

/// The project that the preview shows.
#[derive(Clone)]
pub struct PreviewedProject {
    /// The content directory.
    pub content: PathBuf,
    /// The language of the site, if it is another one than the language of the profiles.
    pub language: Option<String>,
    /// The directory of overlay templates; `None` for the default one.
    pub templates: Option<PathBuf>,
    /// The host to render rules for, instead of the one in `site.yaml`.
    pub host: Option<String>,
    /// Returns the day that the preview shows.
    pub day: Arc<dyn Fn() -> Day + Send + Sync>,
    /// The directory of the last build.
    pub published: PublishedDirectory,
    /// Where published photos are stored.
    pub photos: Arc<dyn PhotoStore>,
}

/// Compiles a project again after each change.
pub struct Compiler {
    pub(super) project: PreviewedProject,
    /// The results of the last compilation.
    rows: Rows,
    state: Arc<PreviewState>,
    /// The newest `site.yaml` without errors.
    good_site_yaml: Option<Vec<u8>>,
    /// Whether the newest templates could not be read.
    are_templates_unreadable: bool,
    /// When the files are compared with the state again.
    next_comparison: Instant,
}

impl Compiler {
    /// Creates the compiler of `project`, whose state is empty until the first compilation.
    ///
    /// # Errors
    /// Returns an error if the content directory does not exist or the templates cannot be read.
    pub fn new(project: PreviewedProject) -> Result<Self> {
        let photos: Arc<dyn PhotoStore> = Arc::new(ActivePhotos::new(project.photos.clone()));
        let templates = Templates::of_project(project.templates.as_deref())?;
        source::existing(&project.content)?;
        let day = (project.day)();
        Ok(Self {
            rows: Rows::default(),
            state: Arc::new(PreviewState {
                revision: 0,
                first_total: Some(0),
                consultants: Arc::default(),
                compiler: Arc::new(ConsultantCompiler::new(None, day, Arc::clone(&photos))),
                photos,
                day,
                sources: Arc::default(),
                templates: Arc::new(templates),
                diagnostics: Vec::new(),
                failure: None,
                site: None,
                last_build: Arc::new(LastBuild::unread(project.published.clone())),
            }),
            good_site_yaml: None,
            are_templates_unreadable: false,
            next_comparison: Instant::now(),
            project,
        })
    }

    /// Returns the newest state.
    pub fn state(&self) -> &Arc<PreviewState> {
        &self.state
    }

    /// Compiles the project if it changed, and returns the new state. During the first compilation,
    /// calls `show` with states of the consultants that are compiled so far.
    ///
    /// An error of the environment becomes the failure of a state that is otherwise unchanged.
    pub fn compile(&mut self, show: &(dyn Fn(PreviewState) + Sync)) -> Option<&Arc<PreviewState>> {
        match self.next(show) {
            Ok(next) => {
                self.state = Arc::new(next?);
                Some(&self.state)
            }
            Err(error) => self.fail(error_chain(&error)),
        }
    }

    /// Returns whether the day of the newest state is over.
    pub fn is_another_day(&self) -> bool {
        (self.project.day)() != self.state.day
    }

    /// Compares the stamps of the content, and the templates, with those of the newest state. Returns whether they differ;
    /// `false` if it compared them a moment ago.
    pub fn is_outdated(&mut self) -> bool {
        let started = Instant::now();
        if started < self.next_comparison {
            return false;
        }
        let templates = Templates::of_project(self.project.templates.as_deref());
        let other_templates = match templates {
            Ok(templates) => self.are_templates_unreadable || templates != *self.state.templates,
            Err(_) => !self.are_templates_unreadable,
        };
        let is_outdated = other_templates || self.state.sources.have_changed();
        self.next_comparison = Instant::now() + PAUSE * started.elapsed();
        is_outdated
    }

    /// Returns the state with a new failure; `None` if it already has this failure.
    pub(super) fn fail(&mut self, failure: String) -> Option<&Arc<PreviewState>> {
        if self.state.failure.as_ref() == Some(&failure) {
            return None;
        }
        let state = Arc::make_mut(&mut self.state);
        state.revision += 1;
        state.failure = Some(failure);
        Some(&self.state)
    }

    /// Returns the next state, or `None` if nothing changed.
    fn next(&mut self, show: &(dyn Fn(PreviewState) + Sync)) -> Result<Option<PreviewState>> {
        let sources = Sources::from_disk(&self.project.content, &self.state.sources.history)?;
        let sources = sources.in_language(self.project.language.as_deref())?;
        let (templates, failure) = match Templates::of_project(self.project.templates.as_deref()) {
            Ok(templates) => (Arc::new(templates), None),
            Err(error) => (Arc::clone(&self.state.templates), Some(error_chain(&error))),
        };
        self.are_templates_unreadable = failure.is_some();
        let sources = Arc::new(sources.sharing(&self.state.sources));
        let (last_build, day) = (self.state.last_build.next(), (self.project.day)());
        if self.state.first_total.is_none()
            && day == self.state.day
            && failure == self.state.failure
            && sources.is_unchanged_since(&self.state.sources)
            && templates == self.state.templates
            && Arc::ptr_eq(&last_build, &self.state.last_build)
        {
            return Ok(None);
        }
        let replaced = self.replace_invalid_site_yaml(&sources, &templates)?;
        let options = Options { host: self.project.host.clone(), ..Options::on(day) };
        let store = &self.project.photos;
        let content = replaced.as_ref().map_or(&*sources, |(content, _)| content);
        // Compiling stores only photos of active consultants.
        let compilation =
            Compilation::new(content, &templates, &options, Arc::clone(store), &self.rows)?;
        let settings = compilation.compiler().settings().cloned();
        let photos = Arc::clone(&self.state.photos);
        let mut state = PreviewState {
            first_total: self.state.first_total.map(|_| compilation.inventory().len()),
            compiler: Arc::new(ConsultantCompiler::new(settings.clone(), day, photos)),
            failure,
            last_build,
            day,
            templates: Arc::clone(&templates),
            sources: Arc::clone(&sources),
            ..PreviewState::clone(&self.state)
        };
        let collector = Collector::after(&self.state.consultants);
        let shown = Mutex::new(None::<Instant>);
        let show_some = || {
            if state.first_total.is_some()
                && let Ok(mut shown) = shown.try_lock()
                && shown.is_none_or(|time| time.elapsed() > SHOWN_EVERY)
            {
                show(PreviewState { consultants: Arc::new(collector.compiled()), ..state.clone() });
                *shown = Some(Instant::now());
            }
        };
        let compiled = compilation.consultants(&self.rows, &collector, &show_some)?;
        self.rows = compiled.rows.clone();
        let mut consultants = collector.finish();
        let is_over =
            |version: &ProfileVersion| version.entry.is_some() && !version.period.contains(day);
        for consultant in consultants.values_mut() {
            if consultant.last_good.as_deref().is_some_and(is_over) {
                Arc::make_mut(consultant).last_good = None;
            }
        }
        let mut diagnostics = compiled.diagnostics;
        let entries = consultants.values().filter_map(|consultant| consultant.published());
        let site = compilation.site_with(entries.cloned().collect(), &mut diagnostics);
        let site = site.unwrap_or_else(|error| {
            state.failure = Some(error_chain(&error));
            None
        });
        if let Some((_, of_site_yaml)) = replaced {
            diagnostics.retain(|diagnostic| diagnostic.file != SITE_PATH);
            diagnostics.extend(of_site_yaml);
        }
        order(&mut diagnostics);
        self.retain_photos(&consultants, settings.as_ref());
        state.revision += 1;
        state.first_total = None;
        state.consultants = Arc::new(consultants);
        state.diagnostics = diagnostics;
        state.site = site.map(Arc::new);
        Ok(Some(state))
    }

    /// Remembers a valid `site.yaml`. Returns the sources with the last valid one in place of an invalid
    /// one, and the diagnostics of the invalid one.
    fn replace_invalid_site_yaml(
        &mut self,
        sources: &Sources,
        templates: &Templates,
    ) -> Result<Option<(Sources, Vec<Diagnostic>)>> {
        let newest = sources.get(SITE_PATH).map(|source| source.read(yaml::MAX_BYTES));
        let newest = newest.transpose()?;
        let (_, _, diagnostics) = content::settings(sources, &host::names(templates))?;
        if !diagnostics.iter().any(Diagnostic::is_error) {
            self.good_site_yaml = newest.map(Cow::into_owned);
            return Ok(None);
        }
        let replace = |good: &Vec<u8>| sources.clone().with_bytes(SITE_PATH, good.clone());
        Ok(self.good_site_yaml.as_ref().map(replace).map(|sources| (sources, diagnostics)))
    }

    /// Removes the stored photos of inactive consultants.
    fn retain_photos(&self, consultants: &Consultants, settings: Option<&Settings>) {
        let is_active = |version: &&ProfileVersion| version.active != Some(false);
        let active = consultants.values().filter(|consultant| is_active(&&*consultant.newest));
        let versions = active.flat_map(|consultant| [&*consultant.newest, consultant.displayed()]);
        let photos = settings.into_iter().flat_map(|settings| {
            let photos = versions.clone().filter(is_active);
            photos.filter_map(|version| version.photo_fingerprint(settings))
        });
        self.state.photos.retain(&photos.collect());
    }
}
