//! Builds that end at any moment.

use std::fs;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use assert_cmd::cargo::cargo_bin;

use crate::own_server::replace;
use crate::project::{Project, SITE, profile, repository};
use crate::sampling::sampled;

#[test]
fn leaves_no_partial_files_and_the_next_build_completes_it() {
    let moments = 2 * u32::try_from(sampled(25)).expect("a small number");
    let project = Project::site("killed");
    project.write("content/site.yaml", format!("{SITE}cache_seconds: 300\n"));
    project.write("content/consultants/amara-ndukwe.yaml", profile("Amara Ndukwe"));
    let photo = repository().join("content/photos/amara-ndukwe.jpg");
    project.write("content/photos/amara-ndukwe.jpg", fs::read(photo).expect("readable"));
    for number in 0..300 {
        project
            .write(&format!("content/consultants/consultant-{number}.yaml"), profile("Anna Berg"));
    }
    let versions = ["cache_seconds: 300", "cache_seconds: 60"];
    let build = |out: &str| {
        let mut command = Command::new(cargo_bin("vitae"));
        command.current_dir(&project.root).args(["build", "--out", out]);
        command.stdout(Stdio::null()).stderr(Stdio::null());
        command.spawn().expect("vitae runs")
    };
    // Publish both states of the content to separate directories.
    let mut states = Vec::new();
    let mut longest = Duration::ZERO;
    for (from, to) in [(0, 1), (1, 0)] {
        replace(&project, "content/site.yaml", versions[from], versions[to]);
        let yaml = "content/consultants/consultant-7.yaml";
        project.write(yaml, profile(if to == 1 { "Bo Lind" } else { "Anna Berg" }));
        let started = Instant::now();
        assert!(build(&format!("state-{to}")).wait().expect("vitae exits").success());
        longest = longest.max(started.elapsed());
        states.push(project.files(&format!("state-{to}")));
    }
    let is_complete = |path: &str, bytes: &Vec<u8>| {
        path == "_internal/manifest" || states.iter().any(|state| state.get(path) == Some(bytes))
    };
    let mut interrupted = 0;
    for moment in 0..moments {
        let target = usize::from(moment % 2 == 0);
        let yaml = "content/consultants/consultant-7.yaml";
        replace(&project, "content/site.yaml", versions[1 - target], versions[target]);
        project.write(yaml, profile(if target == 1 { "Bo Lind" } else { "Anna Berg" }));
        if moment % 5 == 0 {
            let _ = fs::remove_dir_all(project.root.join("dist"));
        }
        let mut running = build("dist");
        std::thread::sleep(longest * moment / moments);
        running.kill().expect("killable");
        interrupted += usize::from(!running.wait().expect("vitae exits").success());
        for (path, bytes) in project.files("dist") {
            assert!(is_complete(&path, &bytes), "moment {moment}: {path} is incomplete");
        }
    }
    assert!(interrupted > sampled(10), "only {interrupted} builds were interrupted");
    project.succeed("build");
    assert_eq!(project.files("dist"), states[1]);
}
