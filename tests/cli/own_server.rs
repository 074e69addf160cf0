//! A host that serves a folder as it lies, as a folder of templates in the project.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::SystemTime;

use crate::project::Project;

const HOST: &str = "\
title: A server of our own
summary: It sends files as they lie.
documentation: https://example.com/
precompressed: true
modification_times: content
";

/// Gives the project a host named `own`, and makes it the site's; with `precompress` if so said.
pub(crate) fn serve_from_own_server(project: &Project, precompress: bool) {
    project.write("templates/hosts/own/host.yaml", HOST);
    project.write("templates/hosts/own/public/rules.txt.j2", "{{ title }}\n");
    let site: String = project
        .read("content/site.yaml")
        .lines()
        .filter(|line| {
            !["host:", "precompress:", "accepted_gaps:"]
                .iter()
                .any(|key| line.starts_with(key))
        })
        .map(|line| format!("{line}\n"))
        .collect();
    let site = format!("{site}host: own\nprecompress: {precompress}\n");
    project.write("content/site.yaml", site);
}

/// When each file below `folder` was last changed, by its path.
pub(crate) fn modification_times(folder: &Path) -> BTreeMap<String, SystemTime> {
    let entries = walkdir::WalkDir::new(folder)
        .into_iter()
        .map(|entry| entry.expect("listable"));
    let files = entries.filter(|entry| entry.file_type().is_file());
    let time = |entry: &walkdir::DirEntry| {
        let metadata = entry.metadata().expect("metadata");
        metadata.modified().expect("a modification time")
    };
    files
        .map(|entry| {
            let path = entry.path().strip_prefix(folder).expect("below");
            (path.display().to_string(), time(&entry))
        })
        .collect()
}

pub(crate) fn replace(project: &Project, path: &str, from: &str, to: &str) {
    let text = project.read(path);
    assert!(text.contains(from), "{path} has no {from:?}");
    project.write(path, text.replace(from, to));
}

/// What a compressed file holds, known by the ending of its name.
pub(crate) fn decompressed(path: &str, bytes: &[u8]) -> Vec<u8> {
    let mut plain = Vec::new();
    if path.ends_with(".gz") {
        let mut gzip = flate2::read::GzDecoder::new(bytes);
        std::io::copy(&mut gzip, &mut plain).expect("gzip");
    } else {
        let mut brotli = brotli_decompressor::Decompressor::new(bytes, 4096);
        std::io::copy(&mut brotli, &mut plain).expect("brotli");
    }
    plain
}

/// The files of the published folder that are compressed forms, each with its document's path.
pub(crate) fn compressed_files(project: &Project) -> BTreeMap<String, String> {
    let files = project.files("dist");
    let of = |path: &String| {
        let document = path.strip_suffix(".gz").or(path.strip_suffix(".br"))?;
        Some((path.clone(), document.to_owned()))
    };
    files.keys().filter_map(of).collect()
}

/// Sets the modification time of a file.
pub(crate) fn touch(path: &Path, time: SystemTime) {
    let file = fs::File::options().write(true).open(path).expect("a file");
    file.set_modified(time).expect("settable");
}
