//! Builds the site under test from this repository's content.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use vitae::Options;
use vitae::compile::{Compilation, Rows};
use vitae::model::day::Day;
use vitae::publish::{KnownDigests, Target, write_deployment};
use vitae::render::host;
use vitae::source::Sources;
use vitae::templates::Templates;
use vitae::verify::check::Check;
use vitae::verify::expected_site::ExpectedSite;
use vitae::verify::table;

use crate::copied_directory::copy_directory;
use crate::scratch::Scratch;
use crate::shared_photos::SharedPhotos;

/// Host, settings and language of a site.
type Key = (String, String, Option<&'static str>);

/// The built sites.
static SITES: Mutex<BTreeMap<Key, Arc<Site>>> = Mutex::new(BTreeMap::new());

/// A built site and the expected responses.
pub(crate) struct Site {
    scratch: Scratch,
    pub(crate) expectation: ExpectedSite,
}

/// Returns all checks of all consultants.
pub(crate) fn all_checks(site: &ExpectedSite) -> Vec<Check> {
    let active = site.compiled.entries.iter();
    let active = active.flat_map(|consultant| table::active(site, consultant));
    let inactive = site.compiled.inactive.iter().flat_map(|id| table::inactive(site, id));
    let mut checks: Vec<Check> = active.chain(inactive).chain(table::contract(site)).collect();
    let further = further_checks(&checks);
    checks.extend(further);
    checks
}

/// Returns checks that `vitae verify` does not send: other methods are refused, and the body of an error is whole,
/// whatever conditions the request has.
fn further_checks(checks: &[Check]) -> Vec<Check> {
    let named = |name: &str| checks.iter().find(|check| check.name == name).expect(name).clone();
    let methods = ["PROPFIND", "QUERY", "PURGE", "REPORT"].into_iter().map(|method| {
        let mut check = named("POST to the profile");
        check.name = format!("{method} to the profile");
        check.request.method = method;
        check
    });
    let conditions = [
        ("Range", "bytes=0-3"),
        ("Range", "bytes=9999-"),
        ("If-Match", "\"x\""),
        ("If-Unmodified-Since", "Thu, 01 Jan 1970 00:00:00 GMT"),
    ];
    let conditions = conditions.into_iter().map(|(header, value)| {
        let mut check = named("profile of nobody-here");
        check.name += &format!(", {header}: {value}");
        check.request = check.request.with(header, value);
        check
    });
    methods.chain(conditions).collect()
}

impl Site {
    /// Returns the site with the rules of `host` and with `settings` appended to `site.yaml`, in a language.
    pub(crate) fn of(host: &str, settings: &str, language: Option<&'static str>) -> Arc<Self> {
        // A test that panicked while it built its site inserted nothing.
        let mut sites = SITES.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (host.to_owned(), settings.to_owned(), language);
        let site = sites.entry(key);
        Arc::clone(site.or_insert_with(|| Arc::new(Self::build(host, settings, language))))
    }

    /// Removes all sites that are no longer in use.
    pub(crate) fn forget() {
        SITES.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// Builds a copy of the content, without git history.
    fn build(host: &str, settings: &str, language: Option<&str>) -> Self {
        let scratch = Scratch::new(host);
        let content = scratch.path().join("content");
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        copy_directory(&root.join("content"), &content);
        let site_yaml = content.join("site.yaml");
        let text = fs::read_to_string(&site_yaml).expect("the settings");
        fs::write(&site_yaml, format!("{text}{settings}")).expect("writable");
        let dist = scratch.path().join("dist");
        let target = Target::open(&dist, &content).expect("the lock");
        let sources = Sources::from_disk(&content, &Arc::default()).expect("the content");
        let sources = sources.in_language(language).expect("translations");
        let options = Options { host: Some(host.to_owned()), ..Options::on(Day::today()) };
        let templates = templates();
        let photos = Arc::new(SharedPhotos);
        let previous = Rows::default();
        let compilation = Compilation::new(&sources, &templates, &options, photos, &previous);
        let compilation = compilation.expect("valid settings");
        let publication = target.begin(compilation.encoding(), KnownDigests::default, || false);
        let publication = publication.expect("the output directory");
        let outcome = compilation.run(&previous, &publication, &|| {});
        let outcome = outcome.expect("it compiles");
        let Some(compiled) = outcome.site else {
            panic!("the content has errors: {:#?}", outcome.diagnostics);
        };
        publication.accept_site(&compiled.files).expect("it publishes");
        let deploy = publication.deploy_directory();
        publication.commit().expect("it publishes").1.expect("it completes");
        write_deployment(&deploy, &compiled.deployment).expect("the deploy files are writable");
        let host = host::read(host, &templates).expect("a valid host.yaml");
        let expectation =
            ExpectedSite::new(compiled, sources, options.day, &host, Arc::new(SharedPhotos));
        Self { expectation, scratch }
    }

    /// Returns the project directory with `content/`, `dist/` and `deploy/`.
    pub(crate) fn directory(&self) -> &Path {
        self.scratch.path()
    }

    /// Returns the output directory.
    pub(crate) fn dist(&self) -> PathBuf {
        self.scratch.path().join("dist")
    }

    /// Returns the content of the published file at `path`.
    pub(crate) fn read(&self, path: &str) -> Vec<u8> {
        fs::read(self.dist().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
    }
}

/// Reads the templates of this repository from the disk, so that changes need no compilation.
pub(crate) fn templates() -> Templates {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("templates");
    let templates = Templates::embedded().overlaid(&directory);
    templates.expect("the templates")
}
