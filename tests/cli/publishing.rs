//! `vitae build` and the output directory.

mod changing_content;
mod damaged_manifest;
#[cfg(target_os = "linux")]
mod full_disk;
#[cfg(unix)]
mod interrupted_build;
#[cfg(unix)]
mod irremovable_files;
mod killed_build;
#[cfg(unix)]
mod publication;
#[cfg(target_os = "linux")]
mod releases;
#[cfg(unix)]
mod withdrawals;

use std::fs;
use std::process::{Command, Stdio};

use assert_cmd::cargo::cargo_bin;

use crate::own_server::{modification_times, replace};
use crate::project::{Project, SITE, UNDECODABLE_END, files, git, profile, text};

#[test]
fn second_build_changes_no_file() {
    let project = Project::sample_with_one_photo("second-build");
    project.succeed("build");
    let before = modification_times(&project.root.join("dist"));
    assert!(before.len() > 20);
    let said = project.succeed("build");
    assert_eq!(before, modification_times(&project.root.join("dist")));
    assert!(said.contains("0 files added, 0 changed"), "{said}");
}

#[test]
fn deactivating_removes_every_trace() {
    let project = Project::sample("deactivating");
    project.succeed("build");
    let traces = ["lukasz", "brzezniak", "Łukasz", "Brzeźniak"];
    let found = |trace: &str| {
        let mut files = project.files("dist");
        // The cache may hold the name of a consultant's file, but nothing else.
        let name = trace == "lukasz" || trace == "brzezniak";
        files.extend(project.files(".vitae").into_iter().filter(|_| !name));
        let holds = |bytes: &[u8]| bytes.windows(trace.len()).any(|w| w == trace.as_bytes());
        let paths = files.into_iter().filter(|(path, bytes)| path.contains(trace) || holds(bytes));
        paths.map(|(path, _)| path).collect::<Vec<_>>()
    };
    assert!(traces.iter().all(|trace| !found(trace).is_empty()));
    let photo = fs::read(project.root.join("dist/_internal/photo/lukasz-brzezniak.jpg"));
    let photo = photo.expect("the photo");
    let yaml = "content/consultants/lukasz-brzezniak.yaml";
    replace(&project, yaml, "active: true", "active: false");
    let said = project.succeed("build");
    assert!(said.contains("withdrawn: lukasz-brzezniak"), "{said}");
    for trace in traces {
        assert_eq!(found(trace), Vec::<String>::new(), "{trace}");
    }
    for directory in ["dist", ".vitae"] {
        assert!(!project.files(directory).values().any(|bytes| bytes.ends_with(&photo)));
    }
    let entries: Vec<_> = fs::read_dir(&project.root).expect("listable").collect();
    assert_eq!(entries.len(), 3, "only content, dist and .vitae are left: {entries:?}");
    let row = String::from_utf8(project.files(".vitae")["cache/rows"].clone()).expect("UTF-8");
    let row = row.lines().find(|line| line.contains("lukasz")).expect("a row");
    assert!(row.ends_with("\"result\":\"inactive\"}]") && !row.contains("date"), "{row}");
}

#[test]
fn errors_in_the_content_change_nothing() {
    let project = Project::sample_with_one_photo("error");
    project.succeed("build");
    let before = project.files("dist");
    // One consultant is withdrawn, another has an error, and a photo has an error that only decoding
    // finds.
    let yaml = "content/consultants/lukasz-brzezniak.yaml";
    replace(&project, yaml, "active: true", "active: false");
    replace(&project, "content/consultants/rosalind-pike.yaml", "name: ", "nme: ");
    let output = project.run("build");
    assert_eq!(output.status.code(), Some(1), "{}", text(&output));
    assert!(text(&output).contains("nothing was published"), "{}", text(&output));
    assert_eq!(before, project.files("dist"));
    replace(&project, "content/consultants/rosalind-pike.yaml", "nme: ", "name: ");
    let photo = project.root.join("content/photos/amara-ndukwe.jpg");
    let mut bytes = fs::read(&photo).expect("readable");
    bytes.truncate(bytes.len() / 2);
    bytes.extend(UNDECODABLE_END);
    fs::write(&photo, bytes).expect("writable");
    let output = project.run("build");
    assert_eq!(output.status.code(), Some(1), "{}", text(&output));
    assert!(text(&output).contains("content/photos/amara-ndukwe.jpg"), "{}", text(&output));
    assert_eq!(before, project.files("dist"));
    assert_eq!(project.run("check").status.code(), Some(1));
}

#[test]
fn rejects_a_directory_with_unmanaged_files() {
    let project = Project::sample_with_one_photo("unmanaged");
    project.write("dist/thesis.txt", "ten years of work");
    let output = project.run("build");
    assert_eq!(output.status.code(), Some(2), "{}", text(&output));
    assert_eq!(project.files("dist").len(), 1);
    for out in ["content", "content/photos/published", "."] {
        let output = project.run(&format!("build --out {out}"));
        assert_eq!(output.status.code(), Some(2), "{}", text(&output));
    }
}

/// Scripts and server configurations contain the name of the directory.
#[test]
fn rejects_directory_names_that_scripts_would_have_to_escape() {
    let project = Project::sample_with_one_photo("meaningful-names");
    let names = ["my out", "a`touch x`", "o'q\"z", "x;y{z}", "$HOME", "å", "-x"];
    let hosts =
        ["caddy", "apache", "lighttpd", "vercel", "s3-cloudfront"].map(|host| (host, names[0]));
    for (host, name) in names.map(|name| ("nginx", name)).into_iter().chain(hosts) {
        let out = format!("--out=below/{name}");
        let mut build = project.command("build --host");
        let output = build.args([host, &out]).output().expect("vitae runs");
        assert_eq!(output.status.code(), Some(2), "{host}: {}", text(&output));
        assert!(text(&output).contains("letters a to z"), "{}", text(&output));
    }
    for path in ["below/deploy", "below/my out"] {
        assert!(!project.root.join(path).exists(), "{path}");
    }
    project.succeed("build --host vercel --out below/My_out-2.0");
    // No file of this host contains the name.
    let mut build = project.command("build --host netlify --out");
    let output = build.arg("my out").output().expect("vitae runs");
    assert!(output.status.success(), "{}", text(&output));
}

#[test]
fn a_failed_deployment_write_is_reported_with_the_summary_and_leaves_no_temporary_file() {
    let project = Project::site("failed-deployment");
    let path = "content/consultants/bo-lind.yaml";
    project.write(path, profile("Bo Lind"));
    project.succeed("build");
    fs::remove_file(project.root.join(path)).expect("removable");
    project.write("deploy/nginx/nginx.conf/in-the-way.txt", "mine");
    let output = project.run("build --host nginx");
    let said = text(&output);
    assert_eq!(output.status.code(), Some(2), "{said}");
    let expected = [
        "withdrawn: bo-lind\n",
        "--gone bo-lind\n",
        "error: the site was published, but the build is incomplete\n",
        "deploy/nginx/nginx.conf",
    ];
    assert!(expected.iter().all(|part| said.contains(part)), "{said}");
    let names = project.files("deploy/nginx").into_keys();
    let temporary: Vec<String> = names.filter(|name| name.ends_with(".new")).collect();
    assert!(temporary.is_empty(), "{temporary:?}");
}

#[cfg(unix)]
#[test]
fn rejects_output_and_content_directories_that_contain_each_other() {
    let project = Project::sample_with_one_photo("nested-directories");
    std::os::unix::fs::symlink("content", project.root.join("link")).expect("linkable");
    project.write("site/content/site.yaml", SITE);
    for arguments in [
        "build --out content/dist",
        "build --out link/dist",
        "build --out link/not/yet/../there",
        "build --content site/content --out site",
    ] {
        let output = project.run(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments}: {}", text(&output));
    }
    assert!(!project.root.join("content/dist").exists());
    std::os::unix::fs::symlink("nowhere", project.root.join("dangling")).expect("linkable");
    let output = project.run("build --out dangling");
    assert!(text(&output).contains("a broken symbolic link"), "{}", text(&output));
}

#[test]
fn leaves_unmanaged_files_unchanged() {
    let project = Project::sample_with_one_photo("unmanaged-file");
    project.succeed("build");
    project.write("dist/well-known.txt", "kept");
    replace(&project, "content/site.yaml", "cache_seconds: 300", "cache_seconds: 60");
    let said = project.succeed("build");
    assert!(said.contains("dist/well-known.txt was not written by vitae"), "{said}");
    assert_eq!(project.read("dist/well-known.txt"), "kept");
    assert!(project.read("dist/_headers").contains("max-age=60"));
    project.write("dist/.htaccess", "mine");
    let output = project.run("build --host apache-htaccess");
    assert_eq!(output.status.code(), Some(2), "{}", text(&output));
    assert_eq!(project.read("dist/.htaccess"), "mine");
}

#[test]
fn repairs_damaged_files() {
    let project = Project::sample_with_one_photo("damaged");
    project.succeed("build");
    let whole = project.files("dist");
    for path in ["api/openapi.json", "_internal/photo/amara-ndukwe.jpg"] {
        project.write(&format!("dist/{path}"), "damaged");
    }
    fs::remove_file(project.root.join("dist/index.html")).expect("removable");
    project.succeed("build");
    assert_eq!(whole, project.files("dist"));
}

#[cfg(unix)]
#[test]
fn does_not_follow_symbolic_links_in_the_output_directory() {
    let project = Project::sample_with_one_photo("link");
    project.succeed("build");
    let outside = project.root.join("outside");
    fs::rename(project.root.join("dist/api"), &outside).expect("movable");
    std::os::unix::fs::symlink(&outside, project.root.join("dist/api")).expect("linkable");
    let before = files(&outside);
    let output = project.run("build");
    assert_eq!(output.status.code(), Some(2), "{}", text(&output));
    assert_eq!(before, files(&outside));
}

#[test]
fn allows_one_build_at_a_time() {
    let project = Project::sample_with_one_photo("lock");
    project.succeed("build");
    fs::create_dir(project.root.join(".dist.vitae")).expect("a directory");
    let lock = fs::File::create(project.root.join(".dist.vitae/lock")).expect("a file");
    lock.lock().expect("lockable");
    let output = project.run("build");
    assert_eq!(output.status.code(), Some(2), "{}", text(&output));
    assert!(text(&output).contains("another vitae process is publishing"), "{}", text(&output));
}

#[test]
fn concurrent_builds_leave_no_trace_of_a_withdrawn_consultant() {
    let project = Project::site("at-the-same-time");
    for content in ["with", "without"] {
        project.write(&format!("{content}/site.yaml"), SITE);
        project.write(&format!("{content}/consultants/bo-lind.yaml"), profile("Bo Lind"));
    }
    project.write("with/consultants/anna-berg.yaml", profile("Anna Berg"));
    let start = |content: &str| {
        Command::new(cargo_bin("vitae"))
            .current_dir(&project.root)
            .args(["build", "--content", content])
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("vitae runs")
    };
    for _ in 0..20 {
        let running = ["with", "without", "with", "without"].map(start);
        for child in running {
            let output = child.wait_with_output().expect("vitae exits");
            let said = text(&output);
            let refused = output.status.code() == Some(2)
                && said.contains("another vitae process is publishing");
            assert!(output.status.success() || refused, "{said}");
        }
    }
    project.succeed("build --content without");
    let left = project.files("dist").into_keys().filter(|path| path.contains("anna"));
    assert_eq!(left.collect::<Vec<_>>(), Vec::<String>::new());
    assert!(!project.root.join(".dist.vitae").exists());
}

#[test]
fn two_clones_give_the_same_bytes_with_any_number_of_threads() {
    let date = "2026-03-14T09:30:00+01:00";
    let original = Project::sample("determinism/original");
    git(&original.root, date, &["init", "-q"]);
    git(&original.root, date, &["add", "."]);
    git(&original.root, date, &["commit", "-qm", "Profiles"]);
    let clones = ["one", "another/and/deeper"].map(|name| {
        let project = Project::empty(&format!("determinism/{name}"));
        fs::remove_dir_all(project.root.join("content")).expect("removable");
        git(&project.root, date, &["clone", "-q", &original.root.display().to_string(), "."]);
        project
    });
    let threads = ["1", "7"];
    for (project, threads) in clones.iter().zip(threads) {
        let output = project.command("build").env("RAYON_NUM_THREADS", threads).output();
        let output = output.expect("vitae runs");
        assert!(output.status.success(), "{}", text(&output));
        assert!(!text(&output).contains("warning"), "{}", text(&output));
    }
    let [one, another] = clones.map(|project| project.files("dist"));
    assert_eq!(one, another);
    let profile = &one["api/consultant-public/linnea-sjoqvist"];
    assert!(String::from_utf8_lossy(profile).contains("2026-03-14T09:30:00+01:00"));
}
