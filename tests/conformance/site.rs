//! The site under test: this repository's content, published.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use vitae::Options;
use vitae::compile::compile_with_inactive;
use vitae::publish::{Mode, Target, publish, write_files};
use vitae::render::host;
use vitae::source::Sources;
use vitae::templates::Templates;
use vitae::verify::expected_site::ExpectedSite;

use crate::temp_directory::{Scratch, copy_folder};

/// The sites that were built, by host and settings.
static SITES: Mutex<BTreeMap<(String, String), Arc<Site>>> = Mutex::new(BTreeMap::new());

/// A published site, and what its server has to answer.
pub(crate) struct Site {
    scratch: Scratch,
    pub(crate) expectation: ExpectedSite,
}

impl Site {
    /// The site with the rules of `host`, and with `settings` added to its `site.yaml`.
    pub(crate) fn of(host: &str, settings: &str) -> Arc<Self> {
        // A test that failed while it built its site has left no half of one here.
        let mut sites = SITES.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (host.to_owned(), settings.to_owned());
        let site = sites.entry(key);
        Arc::clone(site.or_insert_with(|| Arc::new(Self::build(host, settings))))
    }

    /// Removes all sites that nobody holds.
    pub(crate) fn forget() {
        SITES.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// Publishes a copy of the content, which has no history.
    fn build(host: &str, settings: &str) -> Self {
        let scratch = Scratch::new(host);
        let content = scratch.path().join("content");
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        copy_folder(&root.join("content"), &content);
        let site_yaml = content.join("site.yaml");
        let text = fs::read_to_string(&site_yaml).expect("the settings");
        fs::write(&site_yaml, format!("{text}{settings}")).expect("writable");
        let dist = scratch.path().join("dist");
        let target = Target::open(&dist, &content).expect("the lock");
        let sources = Sources::from_disk(&content).expect("the content");
        let options = Options {
            host: Some(host.to_owned()),
            ..Options::default()
        };
        let templates = templates();
        let report = compile_with_inactive(&sources, &templates, &options).expect("it compiles");
        let Some(compiled) = report.output else {
            panic!("the content has mistakes: {:#?}", report.diagnostics);
        };
        let deployment = target.deployment(&compiled.bundle);
        let published = publish(&compiled.bundle, target, Mode::InPlace, &|| {});
        let published = published.expect("it publishes");
        assert!(
            published.output.is_some(),
            "a photo cannot be published: {:#?}",
            published.diagnostics
        );
        write_files(&deployment).expect("it writes what the host reads");
        let host = host::read(host, &templates).expect("the host's folder");
        Self {
            expectation: ExpectedSite::new(compiled, &host),
            scratch,
        }
    }

    /// The folder of the project: the content, and what is made of it.
    pub(crate) fn folder(&self) -> &Path {
        self.scratch.path()
    }

    /// The published folder.
    pub(crate) fn dist(&self) -> PathBuf {
        self.scratch.path().join("dist")
    }

    /// The bytes of the published file at `path`.
    pub(crate) fn read(&self, path: &str) -> Vec<u8> {
        fs::read(self.dist().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
    }
}

/// The templates of this repository, read now, so that a change of them needs no compilation.
pub(crate) fn templates() -> Templates {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("templates");
    let templates = Templates::embedded().overlaid(&folder);
    templates.expect("the templates")
}
