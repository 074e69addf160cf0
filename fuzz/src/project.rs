//! A small project on disk and in memory.

use std::sync::{Arc, LazyLock};
use std::{env, fs, process};

use vitae::compile::Options;
use vitae::model::day::Day;
use vitae::preview::incremental::{Compiler, PreviewedProject};
use vitae::preview::state::PreviewState;
use vitae::render::photo::NoPhotoStore;
use vitae::source::published_directory::PublishedDirectory;

/// The smallest `site.yaml`.
pub(super) const SITE: &str = "\
title: Nordvik Profiles
description: Public profiles of consultants.
contact: {name: Nordvik AB, email: profiles@example.com}
license: {name: Terms of use, url: https://example.com/terms}
";
/// An active profile.
pub(super) const ACTIVE: &str = "\
active: true
name: Anna Berg
title: Architect
bio_short: Helps banks.
last_modified: 2026-03-14T09:30:00+01:00
";
/// An inactive profile.
pub(super) const INACTIVE: &str = "\
active: false
name: Canary Eva Glad
last_modified: 2026-03-14T09:30:00+01:00
";
/// A word of the inactive profile that nothing published contains.
pub(super) const CANARY: &str = "Canary";

/// The files of the content.
pub const FILES: [(&str, &str); 3] = [
    ("site.yaml", SITE),
    ("consultants/anna-berg.yaml", ACTIVE),
    ("consultants/eva-glad.yaml", INACTIVE),
];

/// Returns the day of all compilations.
pub(super) fn day() -> Day {
    "2026-11-24".parse().expect("a day")
}

/// Returns the default options.
pub(super) fn options() -> Options {
    Options::on(day())
}

/// The state of a preview of the project. The preview reads from the disk, into a new directory.
pub(super) static STATE: LazyLock<Arc<PreviewState>> = LazyLock::new(|| {
    let root = env::temp_dir().join(format!("vitae-fuzz-{}", process::id()));
    fs::create_dir_all(root.join("content/consultants")).expect("a writable directory");
    for (path, text) in FILES {
        fs::write(root.join("content").join(path), text).expect("a writable directory");
    }
    let project = PreviewedProject {
        language: None,
        content: root.join("content"),
        templates: None,
        host: None,
        day: Arc::new(day),
        published: PublishedDirectory::new(&root.join("dist")),
        photos: Arc::new(NoPhotoStore),
    };
    let mut compiler = Compiler::new(project).expect("a readable project");
    let state = compiler.compile(&|_| ()).expect("a new state").clone();
    fs::remove_dir_all(root).expect("a removable directory");
    state
});
