//! Incremental compilation: reads, checks and renders only what changed since the last state.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

use super::active_photos::ActivePhotos;
use super::consultant::{Collector, Consultant, Content};
use super::dry_run::PhotoDryRun;
use super::last_build::LastBuild;
use super::state::{Release, State, error_chain};
use crate::bundle::Fingerprint;
use crate::compile::{Compilation, ConsultantCompiler, Options, Outcome, Rows};
use crate::diagnostic::{Diagnostic, order};
use crate::error::Result;
use crate::model::id::ConsultantId;
use crate::render::photo::PhotoStore;
use crate::source::Sources;
use crate::source::published_directory::PublishedDirectory;
use crate::templates::Templates;

/// The project that the preview shows.
#[derive(Debug, Clone)]
pub struct Project {
    /// The content directory.
    pub content: PathBuf,
    /// The directory of overlay templates; `None` for the default one.
    pub templates: Option<PathBuf>,
    /// The options of the compilation.
    pub options: Options,
    /// The directory of the last build.
    pub published: PublishedDirectory,
    /// Where published photos are stored.
    pub photos: Arc<dyn PhotoStore>,
}

/// Compiles a project again after each change.
pub struct Compiler {
    pub(super) project: Project,
    /// The results of the last compilation.
    rows: Rows,
    state: Arc<State>,
    photos: Arc<ActivePhotos>,
    photo_dry_run: PhotoDryRun,
    /// The fallback if a photo of the current release turns out to be invalid: the last release
    /// before it without a photo that is known to be invalid.
    last_good: Option<Arc<Release>>,
}

/// What a compilation reads.
type Input = (Sources, Templates, Arc<LastBuild>);

impl Compiler {
    /// Compiles `project` for the first time.
    ///
    /// # Errors
    /// Returns an error if the content or the templates cannot be read, or if a shallow clone lacks
    /// the history that the content needs. An invalid template is a failure in the state instead.
    pub fn new(project: Project) -> Result<Self> {
        let active_photos = Arc::new(ActivePhotos::new(Arc::clone(&project.photos)));
        let photos: Arc<dyn PhotoStore> = active_photos.clone();
        let nothing = Arc::new(ConsultantCompiler::new(None, Arc::clone(&photos)));
        let mut compiler = Self {
            rows: Rows::default(),
            photos: active_photos,
            photo_dry_run: PhotoDryRun::default(),
            last_good: None,
            state: Arc::new(State {
                revision: 0,
                content: Arc::new(Content {
                    compiler: nothing,
                    photos,
                    consultants: BTreeMap::new(),
                }),
                renamed: Arc::default(),
                damaged_photos: BTreeSet::new(),
                sources: Arc::default(),
                templates: Arc::new(Templates::embedded()),
                diagnostics: Vec::new(),
                failure: None,
                release: None,
                last_build: Arc::new(LastBuild::unread(project.published.clone())),
                photo_cache: Arc::default(),
            }),
            project,
        };
        let input = compiler.read()?;
        compiler.state = Arc::new(compiler.next(input, &BTreeSet::new())?);
        Ok(compiler)
    }

    /// Returns the newest state.
    pub fn state(&self) -> &Arc<State> {
        &self.state
    }

    /// Compiles the project if it changed, and returns the new state. Reads the files at `paths`,
    /// relative to the content directory, even if their stamps are unchanged.
    ///
    /// An error of the environment becomes the failure of a state that is otherwise unchanged.
    pub fn compile(&mut self, paths: &BTreeSet<String>) -> Option<&Arc<State>> {
        let next = self.read().and_then(|input| {
            let (sources, templates, last_build) = &input;
            let is_unchanged = paths.iter().all(|path| sources.get(path).is_none())
                && self.state.failure.is_none()
                && sources.is_unchanged_since(&self.state.sources)
                && *templates == *self.state.templates
                && Arc::ptr_eq(last_build, &self.state.last_build);
            if is_unchanged {
                return Ok(None);
            }
            self.next(input, paths).map(Some)
        });
        match next {
            Ok(next) => {
                self.state = Arc::new(next?);
                Some(&self.state)
            }
            Err(error) => self.fail(error_chain(&error)),
        }
    }

    /// Returns whether photos of the release have not been encoded yet.
    pub fn is_dry_run_pending(&self) -> bool {
        !self.photo_dry_run.is_finished()
    }

    /// Encodes a few of the release's photos. If some of them are invalid, returns a state with
    /// their diagnostics that serves the last good release.
    pub fn dry_run(&mut self) -> Option<&Arc<State>> {
        let found = self.photo_dry_run.step(&self.state.photo_cache);
        if found.is_empty() {
            if self.photo_dry_run.is_finished() && self.is_good(self.state.release.as_ref()) {
                self.last_good.clone_from(&self.state.release);
            }
            return None;
        }
        if !self.is_good(self.last_good.as_ref()) {
            self.last_good = None;
        }
        let state = Arc::make_mut(&mut self.state);
        state.revision += 1;
        state.release.clone_from(&self.last_good);
        add_diagnostics(state, found);
        Some(&self.state)
    }

    /// Returns whether `release` exists and no photo of it is known to be invalid.
    fn is_good(&self, release: Option<&Arc<Release>>) -> bool {
        release.is_some_and(|release| !self.photo_dry_run.has_invalid(release))
    }

    /// Returns the state with a new failure; `None` if it already has this failure.
    pub(super) fn fail(&mut self, failure: String) -> Option<&Arc<State>> {
        if self.state.failure.as_ref() == Some(&failure) {
            return None;
        }
        let state = Arc::make_mut(&mut self.state);
        state.revision += 1;
        state.failure = Some(failure);
        Some(&self.state)
    }

    fn read(&self) -> Result<Input> {
        let sources = Sources::from_disk_after(&self.project.content, &self.state.sources.history)?;
        let templates = Templates::of_project(self.project.templates.as_deref())?;
        Ok((sources, templates, self.state.last_build.next()))
    }

    fn next(&mut self, input: Input, paths: &BTreeSet<String>) -> Result<State> {
        self.rows.forget(paths);
        let (sources, templates, last_build) = input;
        let options = &self.project.options;
        // Compiling stores only photos of active consultants.
        let store = Arc::clone(&self.project.photos);
        let compilation = Compilation::new(&sources, &templates, options, store)?;
        let collector = Collector::after(&self.state.content);
        let compiled = compilation.consultants(&self.rows, &collector, &|| {})?;
        let photos: Arc<dyn PhotoStore> = self.photos.clone();
        let settings = compilation.compiler().settings().cloned();
        let compiler = Arc::new(ConsultantCompiler::new(settings, Arc::clone(&photos)));
        let content = Arc::new(Content { compiler, photos, consultants: collector.finish() });
        self.rows = compiled.rows().clone();
        let (Outcome { site, diagnostics }, failure) = match compilation.finish(&compiled) {
            Ok(outcome) => (outcome, None),
            Err(error) => {
                let diagnostics = compiled.diagnostics;
                (Outcome { site: None, diagnostics }, Some(error_chain(&error)))
            }
        };
        let mut state = State {
            revision: self.state.revision + 1,
            diagnostics,
            renamed: self.renamed(&content),
            content: Arc::clone(&content),
            damaged_photos: BTreeSet::new(),
            sources: Arc::new(sources),
            templates: Arc::new(templates),
            failure,
            release: self.state.release.clone(),
            last_build,
            photo_cache: Arc::clone(&self.state.photo_cache),
        };
        if let Some(site) = site {
            let release = Release { revision: state.revision, site, content: Arc::clone(&content) };
            self.replace_release(&mut state, release);
        }
        self.photos.retain(&Self::active_photos(&content, state.release.as_ref()));
        Ok(state)
    }

    /// Returns all renamed consultants, with those that have a new identifier in `content`.
    fn renamed(&self, content: &Content) -> Arc<BTreeMap<ConsultantId, ConsultantId>> {
        let before = &self.state.content;
        let is_new = |consultant: &&Consultant| before.get(&consultant.id).is_none();
        let new: Vec<&Consultant> = content.iter().filter(is_new).collect();
        if self.state.revision == 0 || new.is_empty() {
            return Arc::clone(&self.state.renamed);
        }
        let mut renamed = BTreeMap::clone(&self.state.renamed);
        renamed.retain(|id, _| content.get(id).is_none());
        for old in before.iter().filter(|consultant| content.get(&consultant.id).is_none()) {
            if let Some(new) = new.iter().find(|new| new.has_same_bytes(old)) {
                renamed.insert(old.id.clone(), new.id.clone());
            }
        }
        Arc::new(renamed)
    }

    /// Returns the photos of consultants that are not inactive, also those of the `release`, which can be
    /// older.
    fn active_photos(content: &Content, release: Option<&Arc<Release>>) -> BTreeSet<Fingerprint> {
        let is_active = |consultant: &&Consultant| consultant.active != Some(false);
        let settings = content.settings().into_iter();
        let photos = settings.flat_map(|settings| {
            let active = content.iter().filter(is_active);
            active.filter_map(|consultant| consultant.photo_fingerprint(settings))
        });
        let earlier = release.into_iter().flat_map(|release| release.photos());
        let earlier = earlier.filter(|(id, _)| content.get(id).as_ref().is_some_and(is_active));
        photos.chain(earlier.map(|(_, photo)| photo)).collect()
    }

    /// Serves `release`, or reports its photos that are known to be invalid.
    fn replace_release(&mut self, state: &mut State, release: Release) {
        let is_known = self.photo_dry_run.is_finished() || self.last_good.is_none();
        if is_known && self.is_good(state.release.as_ref()) {
            self.last_good.clone_from(&state.release);
        }
        self.photo_dry_run.prepare(&release);
        let found = (self.photo_dry_run).diagnostics(&release, &state.photo_cache);
        if found.is_empty() {
            state.release = Some(Arc::new(release));
        } else {
            add_diagnostics(state, found);
        }
    }
}

/// Adds the diagnostics of photos that cannot be encoded.
fn add_diagnostics(state: &mut State, found: Vec<(ConsultantId, Diagnostic)>) {
    for (id, diagnostic) in found {
        state.diagnostics.push(diagnostic);
        state.damaged_photos.insert(id);
    }
    order(&mut state.diagnostics);
}
