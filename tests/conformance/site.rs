//! The site under test: this repository's content, published.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, Weak};

use vitae::publish::{Mode, Target, publish};
use vitae::source::Sources;
use vitae::templates::Templates;
use vitae::{Options, compile};

use crate::scratch::{Scratch, copy_folder};

/// The sites that tests hold, by host: those that run together share one.
static SITES: Mutex<BTreeMap<String, Weak<Site>>> = Mutex::new(BTreeMap::new());

/// A published site, and with it what its answers have to hold.
pub(crate) struct Site {
    scratch: Scratch,
}

impl Site {
    /// The site with the rules of `host`.
    pub(crate) fn of(host: &str) -> Arc<Self> {
        let mut sites = SITES.lock().expect("the site of another test is built");
        let held = sites.get(host).and_then(Weak::upgrade);
        held.unwrap_or_else(|| {
            let site = Arc::new(Self::build(host));
            sites.insert(host.to_owned(), Arc::downgrade(&site));
            site
        })
    }

    /// Publishes a copy of the content, which has no history.
    fn build(host: &str) -> Self {
        let scratch = Scratch::new(host);
        let content = scratch.path().join("content");
        copy_folder(
            &Path::new(env!("CARGO_MANIFEST_DIR")).join("content"),
            &content,
        );
        let site = Self { scratch };
        let target = Target::open(&site.dist(), &content).expect("the lock");
        let sources = Sources::from_disk(&content).expect("the content");
        let options = Options {
            host: Some(host.to_owned()),
            ..Options::default()
        };
        let report = compile(&sources, &Templates::embedded(), &options).expect("it compiles");
        let Some(bundle) = report.output else {
            panic!("the content has mistakes: {:#?}", report.diagnostics);
        };
        let published = publish(&bundle, target, Mode::InPlace, &|| {}).expect("it publishes");
        assert!(
            published.output.is_some(),
            "a photo cannot be published: {:#?}",
            published.diagnostics
        );
        site
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

/// Where the profile of `id` is published.
pub(crate) fn profile_file(id: &str) -> String {
    format!("api/consultant-public/{id}")
}

/// Where the JSON Resume of `id` is published.
pub(crate) fn resume_file(id: &str) -> String {
    format!("_internal/json-resume/{id}.json")
}
