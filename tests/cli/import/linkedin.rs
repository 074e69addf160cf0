//! LinkedIn archives, as a ZIP and as an extracted directory.
//!
//! `tests/fixtures/linkedin/archive/` is an invented archive. What must stay in it contains the word "private".

mod archives;
mod tables;

use std::collections::BTreeMap;
use std::io::Write as _;

use flate2::Compression;
use flate2::write::DeflateEncoder;
use rawzip::path::EntryPath;
use rawzip::{CompressionMethod, ZipArchiveWriter};
use serde_json::Value as Json;
use vitae::import::{ImportOptions, Imported, import};
use vitae::yaml::parse;

use super::activated;
use crate::project::{Project, files, repository, text};

const PROFILE: &str = "First Name,Last Name\nAnna,Berg\n";

/// Files by their paths.
type Archive = BTreeMap<String, Vec<u8>>;

fn sample() -> Archive {
    files(&repository().join("tests/fixtures/linkedin/archive"))
}

fn archive<'a>(files: impl IntoIterator<Item = (&'a str, &'a str)>) -> Archive {
    files.into_iter().map(|(path, text)| (path.to_owned(), text.into())).collect()
}

/// Returns a ZIP with the files, in this order.
fn zip<'a>(files: impl IntoIterator<Item = (&'a str, &'a [u8])>) -> Vec<u8> {
    zip_with(CompressionMethod::DEFLATE, false, files)
}

fn zip_with<'a>(
    method: CompressionMethod,
    is_encrypted: bool,
    files: impl IntoIterator<Item = (&'a str, &'a [u8])>,
) -> Vec<u8> {
    let mut archive = ZipArchiveWriter::new(Vec::new());
    for (path, content) in files {
        let file = archive.new_file(EntryPath::verbatim(path.as_bytes()));
        let file = file.compression_method(method).encrypted(is_encrypted);
        let (mut entry, config) = file.start().expect("an entry");
        let descriptor = if method == CompressionMethod::DEFLATE {
            let encoder = DeflateEncoder::new(&mut entry, Compression::default());
            let mut writer = config.wrap(encoder);
            writer.write_all(content).expect("in memory");
            let (encoder, descriptor) = writer.finish().expect("in memory");
            encoder.finish().expect("in memory");
            descriptor
        } else {
            let mut writer = config.wrap(&mut entry);
            writer.write_all(content).expect("in memory");
            writer.finish().expect("in memory").1
        };
        entry.finish(descriptor).expect("in memory");
    }
    archive.finish().expect("in memory")
}

fn zip_of(archive: &Archive) -> Vec<u8> {
    zip(archive.iter().map(|(path, content)| (path.as_str(), content.as_slice())))
}

/// Imports a ZIP. The error is the message of the diagnostic.
fn imported(zip: &[u8]) -> Result<Imported, String> {
    let id = Some("anna-berg".to_owned());
    let options = ImportOptions { id, ..ImportOptions::default() };
    let imported = import("archive.zip", zip, &options).expect("no internal error");
    imported.map_err(|diagnostic| diagnostic.message)
}

/// Returns the profile that the files become.
fn profile(archive: &Archive) -> Json {
    let Imported { yaml, .. } = imported(&zip_of(archive)).expect("imported");
    parse("a.yaml", yaml.as_bytes(), &mut Vec::new()).expect("a profile").to_json()
}

fn write(project: &Project, directory: &str, archive: &Archive) {
    for (path, content) in archive {
        project.write(&format!("{directory}/{path}"), content);
    }
}

#[test]
fn becomes_a_profile_without_errors_in_two_commands() {
    let project = Project::empty("import/linkedin-new-project");
    std::fs::remove_dir_all(project.root.join("content")).expect("removable");
    project.succeed("init . --host nginx --title Profiles --base-url https://profiles.example.com");
    project.write("archive.zip", zip_of(&sample()));
    project.succeed("import archive.zip");
    project.succeed("check");
    let yaml = project.read("content/consultants/asa-oberg.yaml");
    project.write("content/consultants/asa-oberg.yaml", activated(&yaml));
    project.succeed("check asa-oberg");
}

#[test]
fn leaves_private_files_and_columns_out() {
    let project = Project::site("import/linkedin-private");
    write(&project, "extracted", &sample());
    project.write("archive.zip", zip_of(&sample()));
    let has_canary = |file: &str| {
        let content = String::from_utf8(sample()[file].clone()).expect("text").to_lowercase();
        ["private", "+46 70", "192.0.2"].into_iter().any(|canary| content.contains(canary))
    };
    for file in [
        "Profile.csv",
        "Email Addresses.csv",
        "messages.csv",
        "Connections.csv",
        "PhoneNumbers.csv",
        "Recommendations_Received.csv",
        "Registration.csv",
        "Ad_Targeting.csv",
    ] {
        assert!(has_canary(file), "{file}");
    }
    for source in ["archive.zip", "extracted"] {
        let output = project.succeed(&format!("import {source} --id a"));
        let yaml = project.read("content/consultants/a.yaml");
        let written = (output + &yaml).to_lowercase();
        for canary in ["private", "3 feb", "22222", "+46 70", "192.0.2"] {
            let written = written.replace("private,", "");
            assert!(!written.contains(canary), "{source}: {canary}: {written}");
        }
        std::fs::remove_file(project.root.join("content/consultants/a.yaml")).expect("written");
    }
}

#[test]
fn a_directory_and_a_zip_become_the_same_profile() {
    let project = Project::site("import/linkedin-same");
    let sample = sample();
    let nested = |directory: &str| -> Archive {
        let files = sample.iter();
        files.map(|(path, content)| (format!("{directory}/{path}"), content.clone())).collect()
    };
    let cases: Archive = sample.iter().map(|(p, c)| (p.to_uppercase(), c.clone())).collect();
    write(&project, "extracted", &sample);
    write(&project, "twice", &nested("Basic_LinkedInDataExport_01-02-2026"));
    project.write("a.zip", zip_of(&sample));
    project.write("b.zip", zip_of(&nested("Complete_LinkedInDataExport_01-02-2026")));
    project.write(
        "c.zip",
        zip_of(&nested("a\\").into_iter().map(|(p, c)| (p.replace("\\/", "\\"), c)).collect()),
    );
    project.write("d.zip", zip_of(&cases));
    let stored = sample.iter().rev().map(|(path, content)| (path.as_str(), content.as_slice()));
    project.write("e.zip", zip_with(CompressionMethod::STORE, false, stored));
    let mut written = Vec::new();
    for source in ["extracted", "twice", "a.zip", "b.zip", "c.zip", "d.zip", "e.zip", "a.zip"] {
        let id = format!("id-{}", written.len());
        let output = project.succeed(&format!("import {source} --id {id}"));
        let yaml = project.read(&format!("content/consultants/{id}.yaml"));
        written.push((source, yaml, output.replace(&id, "id")));
    }
    for (source, yaml, output) in &written {
        assert_eq!(*yaml, written[0].1, "{source}");
        assert_eq!(*output, written[0].2, "{source}");
    }
    let mut command = project.command("import - --id input");
    command.write_stdin(zip_of(&sample)).assert().success();
    assert_eq!(project.read("content/consultants/input.yaml"), written[0].1);
}

#[test]
fn explains_how_to_get_an_archive() {
    let project = Project::site("import/linkedin-messages");
    write(&project, "archive", &sample());
    project.write("other.zip", zip([("notes.txt", &b"x"[..])]));
    project.write("export.json", r#"{"publicIdentifier": "anna"}"#);
    for file in [
        "other.zip",
        "export.json",
        "content",
        "archive/Profile.csv",
        "archive/Positions.csv",
        "archive/Skills.csv",
        "archive/Email\\ Addresses.csv",
    ] {
        let file = file.replace("\\ ", " ");
        let output = project.command("import").arg(&file).output().expect("run");
        assert_eq!(output.status.code(), Some(1), "{file}");
        let output = text(&output);
        for words in [
            "error[other-format]",
            "import the ZIP from Settings & Privacy > Data privacy > Get a copy of your data",
            "nothing was imported",
        ] {
            assert!(output.contains(words), "{file}: {output}");
        }
    }
}

#[test]
fn explains_linkedin_only_for_files_of_linkedin() {
    let project = Project::site("import/linkedin-others");
    project.write("profile.pdf", "%PDF-1.7");
    project
        .write("cv.docx", zip([("[Content_Types].xml", &b"x"[..]), ("word/document.xml", b"y")]));
    let mimetype = &b"application/vnd.oasis.opendocument.text"[..];
    project.write("cv.odt", zip_with(CompressionMethod::STORE, false, [("mimetype", mimetype)]));
    for (file, name) in [
        ("profile.pdf", "a PDF"),
        ("cv.docx", "a Word document"),
        ("cv.odt", "an OpenDocument file"),
    ] {
        let output = text(&project.command("import").arg(file).output().expect("run"));
        assert!(output.contains(name) && output.contains("vitae new"), "{file}: {output}");
        assert!(!output.contains("LinkedIn"), "{file}: {output}");
    }
}
