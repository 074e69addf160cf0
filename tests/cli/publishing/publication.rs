//! Publications: the new state of an output directory, file by file.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use sha2::{Digest as _, Sha256};
use vitae::bundle::Encoding;
use vitae::bundle::{
    Artifact, Body, Endpoint, Fingerprint, GenerateError, Generator, ModificationTimes,
};
use vitae::error::Error;
use vitae::publish::{BuildChanges, ExpectedFile, KnownDigests, Publication, Target};

use crate::own_server::{compressed_files, touch};
use crate::project::Project;

const PROFILE: &str = "api/consultant-public/anna-berg";
const PHOTO: &str = "_internal/photo/anna-berg.jpg";

/// Generates its input and counts how often it does so; fails without input.
#[derive(Debug)]
struct Copier(&'static str, Arc<AtomicUsize>);

impl Generator for Copier {
    fn fingerprint(&self) -> Fingerprint {
        Fingerprint(Sha256::digest(self.0).into())
    }

    fn generate(&self) -> Result<Vec<u8>, GenerateError> {
        self.1.fetch_add(1, Ordering::Relaxed);
        match self.0 {
            "" => Err(GenerateError::Environment(Error::new("no input"))),
            input => Ok(input.into()),
        }
    }
}

fn artifact(path: &str, body: Body) -> Artifact {
    let endpoints = vec![Endpoint::ok(format!("/{path}"))];
    Artifact { path: path.to_owned(), media_type: "application/json", endpoints, body }
}

fn document(path: &str, text: &str) -> Artifact {
    artifact(path, text.repeat(100).into())
}

fn begin(project: &Project, known: KnownDigests) -> Publication {
    let target = Target::open(&project.root.join("dist"), &project.root.join("content"));
    let modification_times = ModificationTimes::Written;
    let encoding = Encoding { precompressed: true, modification_times };
    target.and_then(|target| target.begin(encoding, || known, || false)).expect("a publication")
}

/// Publishes a profile and a photo, and returns their descriptions.
fn publish(project: &Project) -> (Vec<ExpectedFile>, KnownDigests) {
    let publication = begin(project, KnownDigests::default());
    let photo = Body::Generated(Box::new(Copier("photo", Arc::default())));
    let artifacts = [document(PROFILE, "Anna"), artifact(PHOTO, photo)];
    artifacts.iter().for_each(|artifact| publication.accept(artifact).expect("accepted"));
    (artifacts.iter().map(ExpectedFile::of).collect(), commit(publication).1)
}

fn commit(publication: Publication) -> (BuildChanges, KnownDigests) {
    let (changes, known) = publication.commit().expect("published");
    (changes, known.expect("complete"))
}

/// Returns the number of known files.
fn count(known: &KnownDigests) -> usize {
    let json = serde_json::to_value(known).expect("JSON");
    json.as_object().expect("a table").len()
}

#[test]
fn keeps_published_files_without_generating_them() {
    let project = Project::site("publication/kept");
    let (files, _) = publish(&project);
    let published = project.files("dist");
    assert_eq!(published.len(), 4, "with the manifest and a compressed form");
    let publication = begin(&project, KnownDigests::default());
    assert!(publication.keep(&files));
    let (changes, known) = commit(publication);
    assert_eq!(changes, BuildChanges { unchanged: 3, ..BuildChanges::default() });
    assert_eq!(published, project.files("dist"));
    // The files have not changed since the publication began, so that all are known now.
    let json = serde_json::to_string(&known).expect("JSON");
    assert!(json.len() < 110 * 4 && !json.contains("anna"), "{json}");
    let read: KnownDigests = serde_json::from_str(&json).expect("a table");
    assert_eq!((count(&known), serde_json::to_string(&read).expect("JSON")), (4, json));
}

#[test]
fn keeps_all_files_or_none() {
    let project = Project::site("publication/all-or-none");
    let (files, _) = publish(&project);
    let whole = project.files("dist");
    for path in compressed_files(&project).into_keys().chain([PROFILE.into(), PHOTO.into()]) {
        project.write(&format!("dist/{path}"), "damaged");
        let publication = begin(&project, KnownDigests::default());
        assert!(!publication.keep(&files), "{path}");
        // No file was kept, so that all of them can be added, and nothing is withdrawn.
        drop(publication);
        publish(&project);
        assert_eq!(whole, project.files("dist"), "{path}");
    }
    let publication = begin(&project, KnownDigests::default());
    let mut other = files.clone();
    other[0].path.push('x');
    assert!(!publication.keep(&other));
    assert!(publication.keep(&files) && !publication.keep(&files), "each path once");
}

#[test]
fn does_not_read_files_with_known_digests() {
    let project = Project::site("publication/known");
    let (files, known) = publish(&project);
    let publication = begin(&project, known);
    assert!(publication.keep(&files));
    let (_, known) = commit(publication);
    // In this table, the digest of the profile is wrong. A build that read the file would notice.
    let Body::Document(anna) = document(PROFILE, "Anna").body else { unreachable!("a document") };
    let digest = anna.digest().to_string();
    let json = serde_json::to_string(&known).expect("JSON");
    assert!(json.contains(&digest), "{json}");
    let wrong = json.replace(&digest, &"0".repeat(32));
    let wrong = serde_json::from_str(&wrong).expect("a table");
    for (known, is_kept) in [(wrong, false), (known, true), (KnownDigests::default(), true)] {
        assert_eq!(begin(&project, known).keep(&files), is_kept);
    }
}

/// A file can change twice in one tick of the file system's clock and keep its length.
#[test]
fn notices_changes_right_after_a_publication() {
    let project = Project::site("publication/changed-at-once");
    for _ in 0..50 {
        let (files, known) = publish(&project);
        let path = project.root.join("dist").join(PROFILE);
        let modified = fs::metadata(&path).and_then(|file| file.modified()).expect("a time");
        let changed = fs::read_to_string(&path).expect("readable").replace("Anna", "Anno");
        fs::write(&path, changed).expect("writable");
        touch(&path, modified);
        assert!(!begin(&project, known).keep(&files));
    }
}

#[test]
fn forgets_withdrawn_files() {
    let project = Project::site("publication/withdrawn");
    let (files, known) = publish(&project);
    let publication = begin(&project, known);
    assert!(publication.keep(&files[1..]));
    let (changes, known) = commit(publication);
    let removed = vec![PROFILE.to_owned(), format!("{PROFILE}.gz")];
    assert_eq!(changes, BuildChanges { removed, unchanged: 1, ..BuildChanges::default() });
    assert!(count(&known) <= 2, "the photo and the manifest");
    assert_eq!(project.files("dist").len(), 2);
}

#[test]
fn keeps_files_that_another_program_creates_during_the_build() {
    let project = Project::site("publication/late");
    publish(&project);
    let publication = begin(&project, KnownDigests::default());
    publication.accept(&document(PROFILE, "Other")).expect("accepted");
    project.write("dist/late/note.txt", "late");
    commit(publication);
    assert_eq!(project.read("dist/late/note.txt"), "late");
    assert!(project.read(&format!("dist/{PROFILE}")).contains("Other"));
}

#[test]
fn publishes_nothing_after_an_error() {
    let project = Project::site("publication/error");
    publish(&project);
    let before = project.files("dist");
    let generated = Arc::new(AtomicUsize::new(0));
    let fails = |bodies: Vec<(&str, Body)>| {
        let publication = begin(&project, KnownDigests::default());
        let results =
            bodies.into_iter().map(|(path, body)| publication.accept(&artifact(path, body)));
        assert!(results.filter(Result::is_err).count() == 1);
        assert!(publication.commit().is_err());
        assert_eq!(before, project.files("dist"));
        assert!(!project.root.join(".dist.vitae").exists());
    };
    let text = |text: &str| Body::from(text.to_owned());
    fails(vec![("new", text("new")), ("photo", Body::Generated(Box::new(Copier("", generated))))]);
    fails(vec![("twice", text("one")), ("twice", text("another"))]);
    fails(vec![("../outside", text("new"))]);
    let publication = begin(&project, KnownDigests::default());
    publication.accept(&document(PROFILE, "Other")).expect("accepted");
    drop(publication);
    assert_eq!(before, project.files("dist"));
}

#[test]
fn the_first_build_keeps_an_empty_directory() {
    let project = Project::site("publication/first");
    publish(&project);
    let published = project.files("dist");
    let dist = project.root.join("dist");
    fs::remove_dir_all(&dist).expect("removable");
    fs::create_dir(&dist).expect("a directory");
    let inode = || fs::metadata(&dist).expect("metadata").ino();
    let before = inode();
    publish(&project);
    assert_eq!(published, project.files("dist"));
    assert_eq!(inode(), before);
    assert!(!project.root.join(".dist.vitae").exists());
}
