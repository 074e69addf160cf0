//! The cache of a project: `.vitae/cache/`.

#[cfg(unix)]
mod directory;
mod photos;
mod privacy;
mod random_edits;
mod reads;
mod shared;
#[cfg(unix)]
mod stamps;

use std::fs;

use sha2::{Digest, Sha256};

use crate::project::{Project, profile, repository};

/// The cache, relative to the project.
const CACHE: &str = ".vitae/cache";
const PROFILE: &str = "content/consultants/anna-berg.yaml";
const PHOTO: &str = "content/photos/anna-berg.jpg";

/// Creates a site with one consultant, who has a photo.
fn anna(name: &str) -> Project {
    let project = Project::site(&format!("cache/{name}"));
    project.write(PROFILE, profile("Anna Berg"));
    let photo = fs::read(repository().join("content/photos/amara-ndukwe.jpg"));
    project.write(PHOTO, photo.expect("readable"));
    project
}

/// Returns the JSON of the lines of a file in the cache.
fn lines(project: &Project, name: &str) -> Vec<String> {
    let text = project.read(&format!("{CACHE}/{name}"));
    let lines = text.lines().skip(1);
    lines.map(|line| line.split_once(' ').expect("a digest").1.to_owned()).collect()
}

/// Replaces the lines of a file in the cache.
fn write_lines(project: &Project, name: &str, lines: &[String]) {
    let lines = lines.iter().map(|line| format!("{} {line}\n", digest(line.as_bytes())));
    project
        .write(&format!("{CACHE}/{name}"), format!("vitae cache 4\n{}", lines.collect::<String>()));
}

fn digest(bytes: &[u8]) -> String {
    Sha256::digest(bytes)[..16].iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Returns the names of the cached photos.
fn cached_photos(project: &Project) -> Vec<String> {
    project.files(&format!("{CACHE}/photos")).into_keys().collect()
}
