//! The site under test: this repository's content, published.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use vitae::publish::{Mode, Target, publish, write_files};
use vitae::source::Sources;
use vitae::templates::Templates;
use vitae::{Options, compile};

use crate::scratch::{Scratch, copy_folder};

/// The sites that tests hold, by host and settings: those that run together share one.
static SITES: Mutex<BTreeMap<(String, String), Weak<Site>>> = Mutex::new(BTreeMap::new());

/// A published site, and with it what its answers have to hold.
pub(crate) struct Site {
    scratch: Scratch,
}

impl Site {
    /// The site with the rules of `host`, and with `settings` added to its `site.yaml`.
    pub(crate) fn of(host: &str, settings: &str) -> Arc<Self> {
        // A test that failed while it built its site has left no half of one here.
        let mut sites = SITES.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (host.to_owned(), settings.to_owned());
        let held = sites.get(&key).and_then(Weak::upgrade);
        held.unwrap_or_else(|| {
            let site = Arc::new(Self::build(host, settings));
            sites.insert(key, Arc::downgrade(&site));
            site
        })
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
        let site = Self { scratch };
        let target = Target::open(&site.dist(), &content).expect("the lock");
        let sources = Sources::from_disk(&content).expect("the content");
        let options = Options {
            host: Some(host.to_owned()),
            ..Options::default()
        };
        let report = compile(&sources, &templates(), &options).expect("it compiles");
        let Some(bundle) = report.output else {
            panic!("the content has mistakes: {:#?}", report.diagnostics);
        };
        let deployment = target.deployment(&bundle);
        let published = publish(&bundle, target, Mode::InPlace, &|| {}).expect("it publishes");
        assert!(
            published.output.is_some(),
            "a photo cannot be published: {:#?}",
            published.diagnostics
        );
        write_files(&deployment).expect("it writes what the host reads");
        site
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

    /// The paths of all files below a published folder, in order.
    pub(crate) fn files_below(&self, folder: &str) -> Vec<String> {
        let mut files = Vec::new();
        let mut folders = vec![folder.to_owned()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(self.dist().join(&folder)).expect("a published folder") {
                let entry = entry.expect("an entry");
                let name = entry.file_name().into_string().expect("a name in UTF-8");
                let path = format!("{folder}/{name}");
                if entry.file_type().expect("a file type").is_dir() {
                    folders.push(path);
                } else {
                    files.push(path);
                }
            }
        }
        files.sort();
        files
    }
}

/// The templates of this repository, read now, so that a change of them needs no compilation.
pub(crate) fn templates() -> Templates {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("templates");
    let templates = Templates::embedded().overlaid(&folder);
    templates.expect("the templates")
}

/// Where the profile of `id` is published.
pub(crate) fn profile_file(id: &str) -> String {
    format!("api/consultant-public/{id}")
}

/// Where the JSON Resume of `id` is published.
pub(crate) fn resume_file(id: &str) -> String {
    format!("_internal/json-resume/{id}.json")
}
