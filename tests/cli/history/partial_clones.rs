//! Clones that lack objects.

use std::fs;

use super::{PROFILE, commit, last_modified, merged};
use crate::project::{Project, git, text};

const COMPLETE: [&str; 3] = ["fetch", "--refetch", "--no-filter"];

/// Clones the repository of [`merged`] without what `filter` excludes. Returns the original and the clone.
fn partial_clone(name: &str, filter: &str) -> (Project, Project) {
    let original = merged(&format!("history/partial/{name}-original"));
    original.write("content/consultants/bo.yaml", format!("{PROFILE}title: Manager\n"));
    commit(&original, "2026-01-08T00:00:00Z");
    git(&original.root, "", &["config", "uploadpack.allowFilter", "true"]);
    let clone = Project::empty(&format!("history/partial/{name}"));
    fs::remove_dir_all(clone.root.join("content")).expect("removable");
    let url = format!("file://{}", original.root.display());
    git(&clone.root, "", &["clone", "-q", &format!("--filter={filter}"), &url, "."]);
    (original, clone)
}

/// Runs `work` while the clone cannot reach the original.
fn without_remote(original: &Project, work: impl FnOnce()) {
    let gone = original.root.with_extension("gone");
    let _ = fs::remove_dir_all(&gone);
    fs::rename(&original.root, &gone).expect("movable");
    work();
    fs::rename(&gone, &original.root).expect("movable");
}

/// Asserts that a command names the partial clone and how to complete it.
fn assert_incomplete(clone: &Project, command: &str) {
    let output = clone.run(command);
    let printed = text(&output);
    assert_eq!(output.status.code(), Some(2), "{command}: {printed}");
    assert!(printed.contains("this is a partial clone"), "{command}: {printed}");
    assert!(printed.contains(&format!("`git {}`", COMPLETE.join(" "))), "{command}: {printed}");
    assert!(!printed.contains("fsck"), "{command}: {printed}");
    assert!(!clone.root.join("dist").exists(), "{command}");
}

/// Hosts such as Netlify clone without the blobs of old commits. Reading such a blob sends a request.
#[test]
fn reads_no_blobs_from_a_blobless_clone() {
    let (original, clone) = partial_clone("blobless", "blob:none");
    without_remote(&original, || {
        assert_eq!(last_modified(&clone), "2026-01-04T00:00:00+00:00");
        clone.succeed("check");
        clone.succeed("diff HEAD");
        fs::remove_dir_all(clone.root.join("dist")).expect("removable");
        assert_incomplete(&clone, "diff HEAD~1");
    });
    // git itself fetches the missing blobs.
    let changes = clone.succeed("diff HEAD~1");
    assert!(changes.contains("bo") && changes.contains("Manager"), "{changes}");
}

/// git would fetch each tree of the history on its own.
#[test]
fn fetches_nothing_for_the_dates_of_a_treeless_clone() {
    let (original, clone) = partial_clone("treeless", "tree:0");
    let commands = ["build", "check", "due", "verify http://127.0.0.1:9"];
    let requested = clone.root.join("requested");
    let upload_pack = format!("touch '{}'; git-upload-pack", requested.display());
    git(&clone.root, "", &["config", "remote.origin.uploadpack", &upload_pack]);
    commands.iter().for_each(|command| assert_incomplete(&clone, command));
    assert!(!requested.exists());
    without_remote(&original, || {
        commands.iter().for_each(|command| assert_incomplete(&clone, command));
        // Not "every consultant is new".
        assert_incomplete(&clone, "diff HEAD~1");
        clone.succeed("diff HEAD");
    });
    clone.succeed("diff HEAD~1");
    assert!(requested.exists());
    git(&clone.root, "", &COMPLETE);
    assert_eq!(last_modified(&clone), "2026-01-04T00:00:00+00:00");
}
