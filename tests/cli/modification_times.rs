//! Modification times derived from the content, for servers that compute entity tags from them. `tests/conformance/`
//! tests these servers.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant, SystemTime};

use assert_cmd::cargo::cargo_bin;

use crate::own_server::{modification_times, replace, serve_from_own_server, touch};
use crate::project::{Project, copy, profile, text};

const FILE: &str = "content/consultants/anna-berg.yaml";
const PROFILE: &str = "api/consultant-public/anna-berg";

/// Returns a site with one consultant, for a server that sends files, precompressed ones included.
fn anna(name: &str) -> Project {
    let project = Project::site(&format!("modification-times/{name}"));
    project.write(FILE, profile("Anna Berg"));
    serve_from_own_server(&project, true);
    project
}

fn times(project: &Project) -> BTreeMap<String, SystemTime> {
    modification_times(&project.root.join("dist"))
}

/// Returns the inode numbers of the files in `dist/`: a rewritten file gets a new one.
fn inodes(project: &Project) -> BTreeMap<String, u64> {
    let number = |path: &String| {
        let metadata = fs::metadata(project.root.join("dist").join(path));
        (path.clone(), metadata.expect("metadata").ino())
    };
    project.files("dist").keys().map(number).collect()
}

#[test]
fn times_do_not_depend_on_machine_or_threads() {
    let [one, another] = [("one", "1"), ("another", "7")].map(|(name, threads)| {
        let project = Project::sample_with_one_photo(&format!("modification-times/{name}"));
        for (path, bytes) in project.files("content") {
            let text = String::from_utf8_lossy(&bytes);
            if path.starts_with("consultants/") && !text.contains("last_modified:") {
                let dated = format!("last_modified: 2026-03-14T09:30:00+01:00\n{text}");
                project.write(&format!("content/{path}"), dated);
            }
        }
        serve_from_own_server(&project, true);
        let output = project.command("build").env("RAYON_NUM_THREADS", threads).output();
        let output = output.expect("it runs");
        assert!(output.status.success(), "{}", text(&output));
        project
    });
    assert_eq!(one.files("dist"), another.files("dist"));
    assert!(times(&one).len() > 40);
    assert_eq!(times(&one), times(&another));
    let now = fs::metadata(&one.root).and_then(|metadata| metadata.modified());
    let now = now.expect("a modification time");
    for (path, time) in times(&one) {
        let since_1970 = time.duration_since(SystemTime::UNIX_EPOCH).expect("later");
        assert!(time < now && since_1970.subsec_nanos() == 0, "{path}");
    }
}

#[test]
fn a_change_of_the_same_length_changes_the_time() {
    let project = anna("same-length");
    project.succeed("build");
    let (before, files) = (times(&project), project.files("dist"));
    replace(&project, FILE, "Anna Berg", "Anna Borg");
    project.succeed("build");
    let (after, changed) = (times(&project), project.files("dist"));
    assert_eq!(files[PROFILE].len(), changed[PROFILE].len());
    for (path, bytes) in &files {
        let (is_same, has_same) = (bytes == &changed[path], before[path] == after[path]);
        assert_eq!(is_same, has_same, "{path}");
    }
    assert_ne!(before[PROFILE], after[PROFILE]);
    replace(&project, FILE, "Anna Borg", "Anna Berg");
    project.succeed("build");
    assert_eq!(before, times(&project));
}

#[test]
fn a_second_build_changes_nothing() {
    let project = anna("second");
    project.succeed("build");
    let before = (times(&project), inodes(&project));
    let directory = |project: &Project| {
        let metadata = fs::metadata(project.root.join("dist"));
        metadata.expect("metadata").ino()
    };
    let inode = directory(&project);
    project.succeed("build");
    assert_eq!(before, (times(&project), inodes(&project)));
    assert_eq!(inode, directory(&project), "nothing was exchanged");
}

#[test]
fn corrects_the_times_of_a_copy_without_rewriting_files() {
    let project = anna("copy");
    project.succeed("build");
    let right = times(&project);
    // Wrong times of all files (as in a copy), of one file, of the manifest.
    let now = SystemTime::UNIX_EPOCH + Duration::from_secs(1_800_000_000);
    let all: Vec<&String> = right.keys().collect();
    let one = ["_internal/json-resume/anna-berg.json.gz".to_owned()];
    let manifest = ["_internal/manifest".to_owned()];
    for paths in [all, one.iter().collect(), manifest.iter().collect()] {
        for path in paths {
            touch(&project.root.join("dist").join(path), now);
        }
        assert_ne!(right, times(&project));
        let written = inodes(&project);
        let output = project.succeed("build");
        assert!(output.contains("0 files added, 0 changed"), "{output}");
        assert_eq!(right, times(&project));
        assert_eq!(written, inodes(&project), "no file was rewritten");
    }
    // A copy on another disk has other inode numbers and times, but the same content.
    let copied = anna("copied");
    copy(&project.root.join("dist"), &copied.root.join("dist"));
    copied.succeed("build");
    assert_eq!(right, times(&copied));
}

#[test]
fn other_hosts_keep_the_time_of_writing() {
    let project = anna("written");
    let start = fs::metadata(project.root.join(FILE)).and_then(|file| file.modified());
    let start = start.expect("a modification time");
    project.succeed("build --host netlify");
    let written = times(&project);
    assert!(written.values().all(|time| *time >= start));
    // A second build does not change them.
    project.succeed("build --host netlify");
    assert_eq!(written, times(&project));
    project.succeed("build");
    let made = times(&project);
    assert!(made.values().all(|time| *time < start));
    project.succeed("build --host netlify");
    assert_eq!(made[PROFILE], times(&project)[PROFILE]);
}

#[test]
fn files_of_other_programs_keep_their_times() {
    let project = anna("foreign");
    project.succeed("build");
    project.write("dist/robots-of-ours.txt", "mine");
    let path = project.root.join("dist/robots-of-ours.txt");
    let time = SystemTime::UNIX_EPOCH + Duration::from_secs(1_700_000_000);
    touch(&path, time);
    replace(&project, FILE, "Anna ", "Anna X ");
    project.succeed("build");
    assert_eq!(times(&project)["robots-of-ours.txt"], time);
}

#[test]
fn a_killed_build_leaves_no_wrong_times() {
    const MOMENTS: u32 = 20;
    let project = anna("killed");
    serve_from_own_server(&project, false);
    for number in 0..200 {
        project.write(&format!("content/consultants/consultant-{number}.yaml"), profile("Bo Lind"));
    }
    let write = |name: &str| {
        for number in 0..100 {
            let path = format!("content/consultants/consultant-{number}.yaml");
            project.write(&path, profile(name));
        }
    };
    // The two possible states of all files, with content and times.
    let mut known = Vec::new();
    let mut longest = Duration::ZERO;
    for name in ["Bo Lind", "Bo Lund"] {
        write(name);
        let _ = fs::remove_dir_all(project.root.join("dist"));
        let started = Instant::now();
        project.succeed("build");
        longest = longest.max(started.elapsed());
        known.push((project.files("dist"), times(&project)));
    }
    let mut interrupted = 0;
    for moment in 0..MOMENTS {
        write(if moment % 2 == 0 { "Bo Lind" } else { "Bo Lund" });
        let mut running = Command::new(cargo_bin("vitae"))
            .current_dir(&project.root)
            .arg("build")
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("it runs");
        std::thread::sleep(longest * moment / MOMENTS);
        running.kill().expect("killable");
        interrupted += usize::from(!running.wait().expect("it ends").success());
        let times = times(&project);
        for (path, bytes) in project.files("dist") {
            let is_known = known.iter().any(|(files, dates)| {
                files.get(&path) == Some(&bytes) && dates.get(&path) == times.get(&path)
            });
            assert!(is_known || path == "_internal/manifest", "moment {moment}: {path}");
        }
    }
    assert!(interrupted > 5, "only {interrupted} builds were interrupted");
    write("Bo Lund");
    project.succeed("build");
    assert_eq!((project.files("dist"), times(&project)), known[1]);
}
