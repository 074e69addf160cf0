//! Content with a long history.

use std::fs;
use std::io::{self, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};

use super::content::{SITE, git, profile};

/// Creates a repository with `consultants` profiles and `commits` commits, each of which changes one profile.
pub(crate) fn write(root: &Path, consultants: usize, commits: usize) -> io::Result<()> {
    fs::create_dir_all(root)?;
    git(root, &["init", "--quiet", "--initial-branch=main"])?;
    let mut import = Command::new("git");
    import.current_dir(root).args(["fast-import", "--quiet"]).stdin(Stdio::piped());
    let mut import = import.spawn()?;
    let mut stream = io::BufWriter::new(import.stdin.take().expect("a pipe"));
    for number in 0..commits {
        let seconds = 1_600_000_000 + 600 * number;
        writeln!(stream, "commit refs/heads/main")?;
        writeln!(stream, "committer Editor <editor@example.com> {seconds} +0000\ndata 0")?;
        let mut add = |path: &str, text: &str| {
            writeln!(stream, "M 644 inline content/{path}\ndata {}\n{text}", text.len())
        };
        // The first commit has all profiles; a prime number then changes each of them in turn.
        let changed = if number == 0 { 0..consultants } else { number * 7919..number * 7919 + 1 };
        for consultant in changed {
            let consultant = consultant % consultants;
            let path = format!("consultants/consultant-{consultant}.yaml");
            add(&path, &profile(consultant, number.div_ceil(consultants)))?;
        }
        if number == 0 {
            add("site.yaml", SITE)?;
        }
    }
    drop(stream);
    assert!(import.wait()?.success(), "git fast-import failed");
    git(root, &["reset", "--quiet", "--hard", "main"])
}
