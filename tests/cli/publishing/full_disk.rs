//! A full disk does not keep withdrawn profiles public.

use std::process::{Command, Output};

use assert_cmd::cargo::cargo_bin;

use crate::linters::required;
use crate::project::{Project, profile, text};
use crate::scratch::Scratch;

/// Runs a shell script in a copy of the project on a small file system of its own, which vanishes afterwards.
/// `fill` uses all of its space. Returns `None` if a file system cannot be mounted.
fn on_small_disk(project: &Project, script: &str) -> Option<Output> {
    let name = project.root.file_name().expect("a name").display();
    let disk = Scratch::new(&format!("full-disk-{name}"));
    let script = format!(
        "fill() {{ dd if=/dev/zero of=filler bs=4k 2>/dev/null; test $(stat -f -c %a .) = 0; }}
         VITAE=$0 DISK=$1
         mount -t tmpfs -o size=600k,nr_inodes=200 tmpfs \"$DISK\" && cp -r content \"$DISK\" &&
         cd \"$DISK\" && echo mounted && {script}"
    );
    // Some systems let only root do this.
    let run = |program: &[&str]| {
        let mut command = Command::new(program[0]);
        command
            .current_dir(&project.root)
            .args(&program[1..])
            .args(["--mount", "sh", "-c", &script])
            .args([&cargo_bin("vitae"), disk.path()]);
        command.output().ok().filter(|output| text(output).contains("mounted\n"))
    };
    let output = run(&["unshare", "--map-root-user"]).or_else(|| run(&["sudo", "-n", "unshare"]));
    required(output, "a file system cannot be mounted: run the tests as root")
}

fn site(name: &str) -> Project {
    let project = Project::site(&format!("full-disk/{name}"));
    project.write("content/consultants/anna-berg.yaml", profile("Anna Berg"));
    project.write("content/consultants/bo-ek.yaml", profile("Bo Ek"));
    project
}

const WITHDRAW: &str = "sed -i 's/active: true/active: false/' content/consultants/anna-berg.yaml
    echo 'title: Manager' >> content/consultants/bo-ek.yaml";

/// Asserts that Anna's files are gone, that Bo's are those of the first build, and what the build says.
fn assert_withdrawn(output: &Output) {
    let printed = text(output);
    for expected in [
        "the disk is full; only withdrawn profiles were removed",
        "No space left on device",
        "code 2\n",
        "bo-ek unchanged\n",
        "complete\n",
    ] {
        assert!(printed.contains(expected), "{expected}: {printed}");
    }
    assert!(!printed.contains("STILL PUBLIC"), "{printed}");
}

/// Builds on the full disk, and again when it has space.
const BUILD: &str = "\"$VITAE\" build; echo code $?
    find dist -name 'anna-berg*' -exec echo STILL PUBLIC {} ';'
    cmp before dist/api/consultant-public/bo-ek && echo bo-ek unchanged
    rm filler && \"$VITAE\" build -q && grep -q Manager dist/api/consultant-public/bo-ek &&
    \"$VITAE\" build -q --no-cache --out fresh && diff -r dist fresh && test ! -e .dist.vitae && echo complete";

const FIRST: &str = "\"$VITAE\" build -q && cp dist/api/consultant-public/bo-ek before";

#[test]
fn withdraws_profiles_on_a_full_disk() {
    let project = site("full");
    let script = format!("{FIRST} && {WITHDRAW}\nfill && {BUILD}");
    if let Some(output) = on_small_disk(&project, &script) {
        assert_withdrawn(&output);
    }
}

/// Without a free inode, not even the lock can be created.
#[test]
fn withdraws_profiles_without_space_for_the_lock() {
    let project = site("inodes");
    let use_inodes =
        "mkdir names && for n in $(seq 200); do touch names/$n || break; done 2>/dev/null";
    let script = format!(
        "{FIRST} && {WITHDRAW}\ntouch filler; {use_inodes}\ntest $(stat -f -c %d .) = 0 && {}",
        BUILD.replace("rm filler", "rm -r filler names")
    );
    if let Some(output) = on_small_disk(&project, &script) {
        assert_withdrawn(&output);
    }
}
