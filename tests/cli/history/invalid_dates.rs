//! Dates that git accepts and RFC 3339 cannot express.

use std::io::Write;
use std::process::{Command, Stdio};
use std::sync::Arc;

use vitae::source::{History, Modified, Sources};

use super::PROFILE;
use super::remembered::{assert_same, stored};
use crate::project::{Project, git};

/// Runs git with a standard input and returns the line that it prints.
fn line(project: &Project, arguments: &[&str], input: &str) -> String {
    let mut git = Command::new("git");
    git.current_dir(&project.root).args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut git = git.spawn().expect("git");
    let mut stdin = git.stdin.take().expect("a pipe");
    stdin.write_all(input.as_bytes()).expect("writable");
    drop(stdin);
    let output = git.wait_with_output().expect("git ends");
    String::from_utf8(output.stdout).expect("UTF-8").trim_end().to_owned()
}

/// Commits all files with a committer date that git does not check.
fn commit(project: &Project, date: &str) {
    git(&project.root, "", &["add", "."]);
    let tree = line(project, &["write-tree"], "");
    let parent = match line(project, &["rev-parse", "--verify", "--quiet", "HEAD"], "") {
        none if none.is_empty() => String::new(),
        parent => format!("parent {parent}\n"),
    };
    let author = "Editor <editor@example.com>";
    let object = format!(
        "tree {tree}\n{parent}author {author} 1500000000 +0000\ncommitter {author} {date}\n\nChange\n"
    );
    let store = ["hash-object", "-t", "commit", "-w", "--literally", "--stdin"];
    let object = line(project, &store, &object);
    git(&project.root, "", &["update-ref", "HEAD", &object]);
}

/// Checks the dates of four files. The second of three commits has the date `second`, changes `b` and
/// adds `d`.
fn assert_dates(second: &str, b: &str, d: Option<&str>) {
    let project = Project::site(&format!("history/date [{second}]"));
    git(&project.root, "", &["init", "-q", "-b", "main"]);
    let path = |name: &str| format!("content/consultants/{name}.yaml");
    let content = project.root.join("content");
    let mut remembered = History::default();
    for (date, names) in [("1500000000 +0000", "abc"), (second, "bd"), ("1520000000 +0000", "a")] {
        for name in names.chars() {
            project.write(&path(&name.to_string()), format!("{PROFILE}title: {date}\n"));
        }
        commit(&project, date);
        assert_same(&content, remembered.clone());
        let sources = Sources::from_disk(&content, &Arc::new(remembered));
        remembered = stored(&sources.expect("readable"));
    }
    let sources = Sources::from_disk(&content, &Arc::default()).expect("readable");
    let date = |name: &str| {
        let path = format!("consultants/{name}.yaml");
        match sources.get(&path).expect("listed").modified().clone() {
            Modified::Committed(date) => Some(date),
            _ => None,
        }
    };
    assert_eq!(date("a").as_deref(), Some("2018-03-02T14:13:20+00:00"), "{second}");
    assert_eq!(date("b").as_deref(), Some(b), "{second}");
    assert_eq!(date("c").as_deref(), Some("2017-07-14T02:40:00+00:00"), "{second}");
    assert_eq!(date("d").as_deref(), d, "{second}");
}

#[test]
fn publishes_an_offset_outside_of_rfc_3339_in_utc() {
    for zone in ["+2400", "-0199", "+051800", "-32768", "-051800", "+2147483647"] {
        let instant = "2017-11-06T20:26:40+00:00";
        assert_dates(&format!("1510000000 {zone}"), instant, Some(instant));
    }
    let local = "2017-11-07T20:25:40+23:59";
    assert_dates("1510000000 +2359", local, Some(local));
}

#[test]
fn ignores_a_commit_without_a_valid_date() {
    for date in ["-5 +0000", "1510000000 junk", "1510000000", "junk", "", "253402214400 +0000"] {
        assert_dates(date, "2017-07-14T02:40:00+00:00", None);
    }
}

#[test]
fn ignores_a_file_name_that_resembles_a_commit() {
    let project = Project::site("history/commit_as_file_name");
    git(&project.root, "", &["init", "-q", "-b", "main"]);
    project.write("consultants/a.yaml", PROFILE);
    let name = format!("\u{1}{} 1600000000 +0000", "1".repeat(40));
    project.write(&format!("consultants/{name}"), "");
    project.write(&name, "");
    project.write("z.yaml", "");
    commit(&project, "1500000000 +0000");
    let sources = Sources::from_disk(&project.root, &Arc::default()).expect("readable");
    let expected = Modified::Committed("2017-07-14T02:40:00+00:00".to_owned());
    for path in ["consultants/a.yaml", &name, "z.yaml"] {
        assert_eq!(sources.get(path).expect("listed").modified(), &expected, "{path:?}");
    }
}
