//! Content that an editor saves, in pieces, while a build reads it.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{scope, sleep};
use std::time::Duration;

use crate::project::{Project, profile, text};

#[test]
fn a_profile_is_published_whole() {
    let project = Project::site("changing-content");
    for number in 0..40 {
        project.write(&format!("content/consultants/other-{number}.yaml"), profile("Bo Ek"));
    }
    let start = profile("Anna Berg");
    let end = "title: Architect\nbio_short: Designs systems.\n";
    let path = project.root.join("content/consultants/anna-berg.yaml");
    fs::write(&path, format!("{start}{end}")).expect("writable");
    let is_done = AtomicBool::new(false);
    let builds: Vec<_> = scope(|threads| {
        threads.spawn(|| {
            while !is_done.load(Ordering::Relaxed) {
                let mut file = OpenOptions::new().write(true).truncate(true).open(&path);
                let file = file.as_mut().expect("writable");
                for piece in [start.as_str(), end] {
                    file.write_all(piece.as_bytes()).expect("writable");
                    sleep(Duration::from_millis(2));
                }
                sleep(Duration::from_millis(300));
            }
        });
        let build = |_| {
            let output = project.run("build");
            (output, fs::read_to_string(project.root.join("dist/api/consultant-public/anna-berg")))
        };
        let builds = (0..40).map(build).collect();
        is_done.store(true, Ordering::Relaxed);
        builds
    });
    let mut published = 0;
    for (output, profile) in builds {
        let said = text(&output);
        match output.status.code() {
            Some(0) => published += 1,
            code => assert!(code == Some(2) && said.contains("keeps changing"), "{said}"),
        }
        let profile = profile.expect("a published profile");
        assert!(profile.contains("Designs systems."), "a part was published: {said}");
    }
    assert!(published > 20, "{published} of 40 builds published the content");
}
