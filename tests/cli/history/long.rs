//! Two processes of git read a long history. The dates are those of one `git log`.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

use vitae::source::{Modified, Sources};

use super::remembered::stored;
use crate::project::{Project, git};

const BRANCHES: [&str; 3] = ["main", "other", "third"];

/// The commits of all branches. More than 500 of them are in the first-parent history of `main`.
const COMMITS: usize = 1300;

/// Pseudorandom numbers that are the same in each run (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % end
    }
}

/// Returns the input of `git fast-import` for a history with merges, renames and equal dates.
fn stream(random: &mut Random) -> String {
    let mut stream = String::new();
    let mut files: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for number in 0..COMMITS {
        let branch = BRANCHES[[0, 0, 0, 1, 2][random.below(5)]];
        let seconds = 1_700_000_000 + random.below(400) * 3600 + number * random.below(2) * 600;
        let zone = ["+0000", "+0200", "-0330"][random.below(3)];
        let _ = writeln!(stream, "commit refs/heads/{branch}");
        let _ = writeln!(stream, "committer Editor <editor@example.com> {seconds} {zone}");
        stream.push_str("data 0\n");
        let other = BRANCHES[random.below(3)];
        // The others have a first commit of their own.
        if !files.contains_key(branch) && random.below(2) == 0 && files.contains_key(other) {
            let _ = writeln!(stream, "from refs/heads/{other}");
            files.insert(branch, files[other].clone());
        }
        // A merge keeps the files of its branch, and changes some itself or none.
        let is_merge = random.below(6) == 0 && other != branch && files.contains_key(other);
        if is_merge {
            let _ = writeln!(stream, "merge refs/heads/{other}");
        }
        let files = files.entry(branch).or_default();
        for _ in 0..random.below(if is_merge { 2 } else { 3 }) {
            let directory = ["content/consultants", "content/photos", "notes"][random.below(3)];
            let path = format!("{directory}/{}.yaml", random.below(12));
            match (random.below(8), files.first().cloned()) {
                (0, _) if files.remove(&path) => {
                    let _ = writeln!(stream, "D {path}");
                }
                (1, Some(old)) if old != path => {
                    let _ = writeln!(stream, "R {old} {path}");
                    files.remove(&old);
                    files.insert(path);
                }
                _ => {
                    let text = format!("{number}\n");
                    let _ = write!(stream, "M 644 inline {path}\ndata {}\n{text}", text.len());
                    files.insert(path);
                }
            }
        }
    }
    stream
}

/// Creates a repository with a random history.
fn repository(seed: u64) -> PathBuf {
    let root = Project::empty(&format!("history/long-{seed}")).root;
    git(&root, "", &["init", "-q", "-b", "main"]);
    let mut import = Command::new("git");
    import.current_dir(&root).args(["fast-import", "--quiet"]).stdin(Stdio::piped());
    let mut import = import.spawn().expect("git");
    let stream = stream(&mut Random(seed));
    let stdin = import.stdin.take().expect("a pipe");
    { stdin }.write_all(stream.as_bytes()).expect("writable");
    assert!(import.wait().expect("git ends").success());
    git(&root, "", &["reset", "-q", "--hard", "main"]);
    root
}

fn lines(root: &Path, arguments: &[&str]) -> Vec<String> {
    let output = Command::new("git").current_dir(root).args(arguments).output().expect("git");
    String::from_utf8(output.stdout).expect("UTF-8").lines().map(str::to_owned).collect()
}

/// Returns the dates of one `git log`.
fn expected(root: &Path) -> BTreeMap<String, Modified> {
    let boundary = fs::read_to_string(root.join(".git/shallow")).unwrap_or_default();
    let log = ["log", "-c", "--no-renames", "--name-only", "--date=format:%z"];
    let format = "--format=/%H %ct %cd %cI";
    let mut newest: BTreeMap<String, (i64, i16, String)> = BTreeMap::new();
    let mut date = None;
    for line in lines(root, &[&log[..], &[format]].concat()) {
        if let Some(commit) = line.strip_prefix('/') {
            let [object, seconds, zone, text] = &commit.split(' ').collect::<Vec<_>>()[..] else {
                panic!("{commit}");
            };
            let text = text.replace('Z', "+00:00");
            let is_known = !boundary.lines().any(|cut_off| cut_off == *object);
            let known = (seconds.parse().expect("seconds"), zone.parse().expect("a zone"), text);
            date = Some(if is_known { known } else { (i64::MIN, 0, String::new()) });
        } else if let Some(path) = line.strip_prefix("content/") {
            let date = date.clone().expect("a commit");
            let newest = newest.entry(path.to_owned()).or_insert_with(|| date.clone());
            *newest = date.max(newest.clone());
        }
    }
    let modified = |(_, _, text): (i64, i16, String)| match text.is_empty() {
        true => Modified::CutOff,
        false => Modified::Committed(text),
    };
    newest.into_iter().map(|(path, date)| (path, modified(date))).collect()
}

/// Asserts that the history is long, and that vitae reads the dates of one log.
fn assert_dates(root: &Path, sources: &Sources) {
    let first_parents = lines(root, &["rev-list", "--first-parent", "HEAD"]).len();
    assert!(first_parents > 500, "{first_parents}");
    let expected = expected(root);
    assert!(sources.iter().count() > 5);
    for source in sources.iter() {
        assert_eq!(source.modified(), &expected[source.path()], "{}", source.path());
    }
}

#[test]
fn gives_the_dates_of_one_log() {
    for seed in 1..=6 {
        let root = repository(seed);
        let content = root.join("content");
        let read = || Sources::from_disk(&content, &Arc::default()).expect("readable");
        let complete = read();
        assert_dates(&root, &complete);
        // A remembered history is extended by as many commits.
        git(&root, "", &["checkout", "-q", "--detach", "main~520"]);
        let older = stored(&read());
        git(&root, "", &["checkout", "-q", "main"]);
        let extended = Sources::from_disk(&content, &Arc::new(older)).expect("readable");
        assert_dates(&root, &extended);
        assert_eq!(extended.history_to_store(), complete.history_to_store());

        let clone = Project::empty(&format!("history/long-{seed}-shallow"));
        fs::remove_dir_all(clone.root.join("content")).expect("removable");
        let url = format!("file://{}", root.display());
        git(&clone.root, "", &["clone", "-q", "--depth", "600", &url, "."]);
        let shallow =
            Sources::from_disk(&clone.root.join("content"), &Arc::default()).expect("readable");
        assert_dates(&clone.root, &shallow);
    }
}
