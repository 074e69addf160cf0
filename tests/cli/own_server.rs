//! A host for tests, defined in the project: a server that sends files unchanged.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::SystemTime;

use crate::project::Project;

const HOST: &str = "\
title: Test server
summary: Sends files unchanged.
documentation: https://example.com/
precompressed: true
modification_times: content
";

/// Defines a host named `own` in the project and selects it in `site.yaml`.
pub(crate) fn serve_from_own_server(project: &Project, precompress: bool) {
    project.write("templates/hosts/own/host.yaml", HOST);
    project.write("templates/hosts/own/public/rules.txt.j2", "{{ title }}\n");
    let site: String = project
        .read("content/site.yaml")
        .lines()
        .filter(|line| !["host:", "precompress:"].iter().any(|key| line.starts_with(key)))
        .map(|line| format!("{line}\n"))
        .collect();
    let site = format!("{site}host: own\nprecompress: {precompress}\n");
    project.write("content/site.yaml", site);
}

/// Returns the modification times of the files below a directory, by path.
pub(crate) fn modification_times(directory: &Path) -> BTreeMap<String, SystemTime> {
    let entries =
        walkdir::WalkDir::new(directory).into_iter().map(|entry| entry.expect("listable"));
    let files = entries.filter(|entry| entry.file_type().is_file());
    let time = |entry: &walkdir::DirEntry| {
        let metadata = entry.metadata().expect("metadata");
        metadata.modified().expect("a modification time")
    };
    files
        .map(|entry| {
            let path = entry.path().strip_prefix(directory).expect("below");
            (path.display().to_string(), time(&entry))
        })
        .collect()
}

pub(crate) fn replace(project: &Project, path: &str, from: &str, to: &str) {
    let text = project.read(path);
    assert!(text.contains(from), "{path} has no {from:?}");
    project.write(path, text.replace(from, to));
}

/// Decompresses a file.
pub(crate) fn decompressed(bytes: &[u8]) -> Vec<u8> {
    let mut plain = Vec::new();
    let mut gzip = flate2::read::GzDecoder::new(bytes);
    std::io::copy(&mut gzip, &mut plain).expect("gzip");
    plain
}

/// Returns the compressed files in `dist/`, each with the path of its document.
pub(crate) fn compressed_files(project: &Project) -> BTreeMap<String, String> {
    let files = project.files("dist");
    let of = |path: &String| Some((path.clone(), path.strip_suffix(".gz")?.to_owned()));
    files.keys().filter_map(of).collect()
}

/// Sets the modification time of a file.
pub(crate) fn touch(path: &Path, time: SystemTime) {
    let file = fs::File::options().write(true).open(path).expect("a file");
    file.set_modified(time).expect("settable");
}
