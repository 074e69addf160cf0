//! Photos of the served version, also while newer ones are invalid.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write;
use std::sync::{Arc, Mutex};
use std::thread::sleep;
use std::time::Duration;

use vitae::bundle::Fingerprint;
use vitae::preview::response::respond;
use vitae::preview::state::PreviewState;
use vitae::render::photo::PhotoStore;

use vitae::preview::incremental::{Compiler, PreviewedProject};

use super::{FILE, PROFILE, Preview, anna, compiled, is_not_found, previewed};
use crate::project::{Project, SITE, UNDECODABLE_END, profile, repository, text};

const PHOTO: &str = "/api/consultant-photo/anna-berg";

fn sample(name: &str) -> Vec<u8> {
    fs::read(repository().join("content/photos").join(name)).expect("a photo")
}

#[test]
fn follows_replaced_photos() {
    let project = anna("serve_photo");
    let preview = Preview::start(&project.root, &[]);
    let mut events = preview.events();
    let target = "/api/consultant-photo/anna-berg";
    assert!(is_not_found(&preview.get(target)));
    project.write("content/photos/anna-berg.jpg", sample("amara-ndukwe.jpg"));
    events.until(|| preview.get(target).status == 200);
    let first = preview.get(target).body;
    assert_eq!(preview.get("/_preview/photo/anna-berg").body, first);

    // The preview waits until a slowly written photo is complete.
    let slow = sample("linnea-sjoqvist.jpg");
    let path = project.root.join("content/photos/anna-berg.jpg");
    let mut file = fs::File::create(path).expect("writable");
    for part in slow.chunks(slow.len() / 5) {
        file.write_all(part).expect("writable");
        sleep(Duration::from_millis(40));
    }
    drop(file);
    events.until(|| {
        let response = preview.get(target);
        response.status == 200 && response.body != first
    });
    fs::remove_file(project.root.join("content/photos/anna-berg.jpg")).expect("removed");
    events.until(|| is_not_found(&preview.get(target)));
}

#[test]
fn reports_photos_that_cannot_be_decoded() {
    let project = anna("serve_damaged_photo");
    let mut preview = Preview::start(&project.root, &[]);
    let photo = sample("linnea-sjoqvist.jpg");
    project.write("content/photos/anna-berg.jpg", &photo[..photo.len() / 2]);
    preview.line_with(": 1 error");
    let page = preview.get("/_preview/anna-berg").text();
    assert!(
        page.contains("The photo has an error.") && !page.contains("The file contains errors.")
    );
    fs::remove_file(project.root.join("content/photos/anna-berg.jpg")).expect("removed");
    preview.line_with(": no errors or warnings");
}

/// The structure of the file is valid, so that only encoding reveals the missing pixels.
#[test]
fn leaves_photos_that_cannot_be_encoded_to_check() {
    let project = anna("serve_missing_pixels");
    let photo = sample("linnea-sjoqvist.jpg");
    let damaged = [&photo[..photo.len() / 2], &UNDECODABLE_END].concat();
    project.write("content/photos/anna-berg.jpg", damaged);
    let preview = Preview::start(&project.root, &[]);
    for target in [PHOTO, "/_preview/photo/anna-berg"] {
        assert_eq!(preview.get(target).status, 500);
    }
    let check = project.run("check");
    assert_eq!(check.status.code(), Some(1), "{}", text(&check));
}

/// The last good version stays complete, whatever happens to its photos on disk.
#[test]
fn serves_the_photos_of_the_served_version() {
    let project = anna("serve_last_good_photo");
    let (first, second) = (sample("amara-ndukwe.jpg"), sample("linnea-sjoqvist.jpg"));
    let path = "content/photos/anna-berg.jpg";
    project.write(path, &first);
    let photos: Arc<dyn PhotoStore> = Arc::new(Stored::default());
    let mut compiler = compiled(PreviewedProject { photos, ..previewed(&project) });
    let get = |compiler: &Compiler, target: &str| {
        let request = hyper::Request::get(target).body(()).expect("a request");
        let response = respond(&request.into_parts().0, compiler.state());
        let status = response.status().as_u16();
        (status, response.into_body().to_vec())
    };
    let targets = ["/api/consultant-photo/anna-berg", "/_preview/photo/anna-berg"];
    let photos = |compiler: &Compiler| targets.map(|target| get(compiler, target));
    let compile = |compiler: &mut Compiler| {
        compiler.compile(&|_| ()).expect("a change");
    };
    let last_good = photos(&compiler);
    assert_eq!(last_good[0].0, 200, "{}", String::from_utf8_lossy(&last_good[0].1));
    assert!(last_good[0] == last_good[1]);
    let mut truncated = first.clone();
    truncated.truncate(first.len() / 2);
    project.write(path, &truncated);
    compile(&mut compiler);
    assert!(!compiler.state().is_publishable());
    assert!(photos(&compiler) == last_good);
    // Another change does not publish the invalid photo either.
    project.write(FILE, profile("Anna Nyberg"));
    compile(&mut compiler);
    assert_eq!(compiler.state().diagnostics.len(), 1);
    assert!(photos(&compiler) == last_good);
    assert!(get(&compiler, PROFILE).1 != get(&compiler, "/nothing").1);
    assert!(!String::from_utf8_lossy(&get(&compiler, PROFILE).1).contains("Nyberg"));

    project.write(path, &first);
    compile(&mut compiler);
    assert!(photos(&compiler) == last_good);
    assert!(String::from_utf8_lossy(&get(&compiler, PROFILE).1).contains("Nyberg"));

    // An error in `site.yaml` changes nothing for photos.
    project.write("content/site.yaml", "title: [");
    project.write(path, &second);
    compile(&mut compiler);
    let newest = photos(&compiler);
    assert!(newest[0].0 == 200 && newest[0] == newest[1] && newest != last_good);
    fs::remove_file(project.root.join(path)).expect("removed");
    compile(&mut compiler);
    assert_eq!(photos(&compiler).map(|(status, _)| status), [404, 404]);
}

/// A store of photos in memory.
#[derive(Debug, Default)]
struct Stored(Mutex<BTreeMap<Fingerprint, Vec<u8>>>);

impl PhotoStore for Stored {
    fn get(&self, fingerprint: &Fingerprint) -> Option<Vec<u8>> {
        self.0.lock().expect("no panic").get(fingerprint).cloned()
    }

    fn put(&self, fingerprint: &Fingerprint, photo: &[u8]) {
        self.0.lock().expect("no panic").insert(*fingerprint, photo.to_vec());
    }

    fn retain(&self, photos: &BTreeSet<Fingerprint>) {
        self.0.lock().expect("no panic").retain(|fingerprint, _| photos.contains(fingerprint));
    }
}

/// The photo of a consultant who was active is neither stored nor served any more, whatever errors the
/// content has.
#[test]
fn stores_no_photo_of_an_inactive_consultant() {
    let site = |project: &Project, text: &str| project.write("content/site.yaml", text);
    for is_rendered_before in [true, false] {
        let project = anna("serve_withdrawn_photo");
        project.write("content/photos/anna-berg.jpg", sample("amara-ndukwe.jpg"));
        let stored = Arc::new(Stored::default());
        let photos: Arc<dyn PhotoStore> = stored.clone();
        let previewed = PreviewedProject { photos, ..previewed(&project) };
        let mut compiler = compiled(previewed.clone());
        let get = |path: &str, state: &PreviewState| {
            let request = hyper::Request::get(path).body(()).expect("a request");
            respond(&request.into_parts().0, state).status().as_u16()
        };
        let number = || stored.0.lock().expect("no panic").len();
        let mut before = BTreeMap::new();
        if is_rendered_before {
            assert_eq!(get(PHOTO, compiler.state()), 200);
            assert_eq!(number(), 1);
            before.clone_from(&stored.0.lock().expect("no panic"));
        }
        let active = Arc::clone(compiler.state());
        site(&project, "title: [");
        project.write(FILE, profile("Anna Berg").replace("active: true", "active: false"));
        compiler.compile(&|_| ()).expect("a change");
        assert!(!compiler.state().is_publishable());
        assert_eq!(number(), 0);
        // A response to an earlier request can be ready only now.
        assert_eq!(get(PHOTO, &active), 200);
        assert_eq!(get(PHOTO, compiler.state()), 404);
        assert_eq!(get("/_preview/photo/anna-berg", compiler.state()), 200);
        assert_eq!(number(), 0);

        site(&project, SITE);
        compiler.compile(&|_| ()).expect("a change");
        assert_eq!(get(PHOTO, compiler.state()), 404);
        // A photo that was stored before this run is removed at the start.
        *stored.0.lock().expect("no panic") = before;
        compiled(previewed);
        assert_eq!(number(), 0);
        project.write(FILE, profile("Anna Berg"));
        compiler.compile(&|_| ()).expect("a change");
        assert_eq!(get(PHOTO, compiler.state()), 200);
    }
}
