//! What is true of the fixes of any profile, by an independent parser of YAML (`tests/linters/yaml_leaves.py`): the
//! fixed file can be read, its comments are the same, and so are all keys and values on other lines than the fixed
//! ones.

use std::collections::BTreeSet;
use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::{Value as Json, json};

use super::fixed::fixed;
use super::fixer;
use crate::linters::installed;
use crate::project::repository;
use crate::sampling::sampled;

/// The number of profiles of each test.
const PROFILES: usize = 3000;

/// A profile without errors, a broken one with the same lines, and the fixed one.
struct Case {
    /// The profile that was broken; equal to `broken` if it is not known.
    original: String,
    broken: String,
    fixed: String,
}

/// A linear congruential generator (Knuth's MMIX).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("31 bits") % limit
    }

    fn of<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        choices[self.below(choices.len())]
    }
}

/// Lines of a profile without errors, in groups that can be left out.
const GROUPS: [&str; 14] = [
    "title: Arkitekt # title",
    "bio_short: Bygger broar\n  och hus", // a text of two lines
    "# contact\npersonal:\n  headline: Moln # ask Bo\n  # city\n  location:\n    city: Lund\n    country: SE\n  \
     contact:\n    email: anna@example.com # private?\n    website: https://example.com/a#b # site",
    "engagement:\n  f_skatt: true # since 2020\n  work_arrangements:\n    - remote # mostly\n    - hybrid\n  \
     pricing: hourly_rate",
    "skills:\n  categories:\n    cloud:\n      - AWS # old\n      - Azure\n    code: [Rust, Go] # new\n    csharp:\n      \
     - C# # C sharp\n  languages:\n  - name: Svenska\n    level: native # of course\n  # second\n  - name: Engelska",
    "employment:\n  # first\n  - organization: Region\n    role: Arkitekt # lead\n    start_date: 2020-01\n    \
     technologies: [Rust]\n    key_results:\n      - \"Sparade: mycket\" # much\n      - Ledde ett lag",
    "contracts:\n-   organization: Nordvik\n    # no end\n    start_date: 2021-02",
    "education:\n  - institution: LTH # Lund\n    end_date: 2010-06",
    "certifications:\n  - name: Cloud\n    url: \"https://example.com/c\" # c\n    date: 2024-05",
    "summary:\n  short: 'Moln # inte en kommentar' # short\n  full: | # full\n    Text: ett.\n\n    - Text två # i texten",
    "attributes:\n  hobbies: [Segling, \"Schack\"] # hobbies\n  talks:\n    - title: Moln\n      date: 2024-05-01",
    "publish_from: 2026-01-01 # not before",
    "internal:\n  notes: ring Bo # soon\n  # salary\n  list: [a, b]",
    "card:\n  headline: Kort\n  top_skills: [Rust, Go]",
];

/// What a typo makes of a line without its comment, if the line has a place for it.
const TYPOS: [fn(&str) -> Option<String>; 34] = [
    |line| replaced(line, ": ", ":"),
    |line| replaced(line, ": ", ":\u{A0}"),
    |line| replaced(line, ": ", ":\t"),
    |line| replaced(line, "- ", "-"),
    |line| replaced(line, "- ", "-\t"),
    |line| replaced(line, "- ", "-\u{A0}"),
    |line| replaced(line, "- ", "- \u{2003}"),
    |line| replaced(line, "  ", "\t"),
    |line| Some(line.replace("  ", "\t")),
    |line| Some(line.replace("    ", "\t")),
    |line| replaced(line, "  ", "\u{A0} "),
    |line| replaced(line, "  ", "\u{200B}  "),
    |line| replaced(line, "  ", "   "),
    |line| replaced(line, "  ", ""),
    |line| replaced(line, ": ", " = "),
    |line| replaced(line, ": ", " :"),
    |line| replaced(line, ": ", " "),
    |line| replaced(line, ": ", ": @"),
    |line| replaced(line, ": ", ": *"),
    |line| replaced(line, ": ", ": \""),
    |line| replaced(line, ": ", ": ["),
    |line| replaced(line, ": ", ": Motto: "),
    |line| replaced(line, "- ", "* "),
    |line| replaced(line, "- ", "– "),
    |line| replaced(line, "https://", ""),
    |line| replaced(line, "true", "ja"),
    |line| replaced(line, "e:", ":"),
    |line| replaced(line, "at", "ta"),
    |line| Some(line.to_uppercase()),
    |line| Some(format!("{line},")),
    |line| Some(format!("{line};")),
    |line| line.strip_suffix(':').map(str::to_owned),
    |line| Some(format!("// {line}")),
    |line| line.split_once(": ").map(|(key, _)| format!("{key}:")),
];

fn replaced(line: &str, from: &str, to: &str) -> Option<String> {
    line.contains(from).then(|| line.replacen(from, to, 1))
}

/// Returns a profile without errors.
fn profile(random: &mut Random) -> String {
    let mut lines =
        vec!["active: true # yes", "name: Anna Berg", "last_modified: 2026-03-14T09:30:00+01:00"];
    lines.extend(GROUPS.iter().filter(|_| random.below(3) == 0));
    lines.join("\n") + "\n"
}

/// Returns a profile with typos in its lines, most of them of one kind, and without line breaks of another kind.
fn with_typos(profile: &str, random: &mut Random) -> String {
    let mut lines: Vec<String> = profile.lines().map(str::to_owned).collect();
    let usual = random.below(TYPOS.len());
    for _ in 0..=random.below(5) {
        let at = random.below(lines.len());
        let kind = if random.below(2) == 0 { usual } else { random.below(TYPOS.len()) };
        let (code, comment) = match lines[at].split_once(" #") {
            Some((code, comment)) => (code.to_owned(), format!(" #{comment}")),
            None => (lines[at].clone(), String::new()),
        };
        if code.trim_start().starts_with('#') && !(7..12).contains(&kind) {
            continue;
        }
        if let Some(typo) = TYPOS[kind](&code) {
            lines[at] = typo + &comment;
        }
    }
    lines.join("\n") + "\n"
}

/// Returns lines of random parts of YAML.
fn random_lines(random: &mut Random) -> String {
    let mut text = "active: true\nname: Anna Berg\n".to_owned();
    for _ in 0..=random.below(3) {
        text += random.of(&["", "", "", "", "  ", "  ", "    ", "\t", "\u{A0}\u{A0}", "      "]);
        text += random.of(&["", "", "", "- ", "-", "-\t", "-\u{A0}", "- - ", "–\u{A0}"]);
        text += random.of(&[
            "", "personal", "headline", "skills", "cloud", "full", "titel", "Title", "a", "\"b\"",
            "internal",
        ]);
        text += random.of(&["", ":", ": ", ": ", ": ", ":\u{A0}", ":\t", " = "]);
        text += random.of(&[
            "",
            "",
            "x",
            "AWS,",
            "ja",
            "\"A # b\"",
            "\"A",
            "'B'",
            "[C, D]",
            "[E",
            "|",
            ">-",
            "example.com",
            "*k",
            "&k",
            "06/2010",
            "#1",
            "Text: x",
            "-",
            "{}",
            "~",
            "\u{A0}y",
        ]);
        text +=
            random.of(&["", "", "", " # secret", "# secret", "\u{A0}# secret", "\t# secret", ","]);
        text += "\n";
    }
    text
}

/// Returns what the independent parser reads in texts.
fn leaves<'a>(texts: impl Iterator<Item = &'a str>) -> Option<Vec<Json>> {
    let directory = repository().join("tests/linters");
    let install =
        "python3 -m venv .venv && .venv/bin/pip install -r requirements.txt, in tests/linters";
    let python = installed(&directory.join(".venv/bin/python"), install)?;
    let mut child = Command::new(python)
        .arg(directory.join("yaml_leaves.py"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("Python");
    let texts = json!(texts.collect::<Vec<_>>()).to_string();
    child.stdin.take().expect("a pipe").write_all(texts.as_bytes()).expect("a reading program");
    let output = child.wait_with_output().expect("an output");
    assert!(output.status.success());
    Some(serde_json::from_slice(&output.stdout).expect("JSON"))
}

/// Returns the keys and values that are on none of these lines, with the lines of the keys and items around them up
/// to the innermost of these: what is below it gets another place with it.
fn outside<'a>(read: &'a Json, touched: &BTreeSet<u64>) -> Vec<(Vec<u64>, &'a Json)> {
    let line = |line: &Json| line.as_u64().expect("a line");
    let leaf = |leaf: &'a Json| {
        let is_touched = touched.range(line(&leaf[1])..=line(&leaf[2])).next().is_some();
        let around = leaf[0].as_array().expect("a list").iter().map(line);
        let mut around: Vec<u64> =
            around.rev().take_while(|line| !touched.contains(line)).collect();
        around.reverse();
        // Lines that get an indentation become the value of the key above.
        (!is_touched && leaf[3] != "").then_some((around, &leaf[3]))
    };
    read["leaves"].as_array().expect("a list").iter().filter_map(leaf).collect()
}

fn different_lines(one: &str, other: &str) -> BTreeSet<u64> {
    let lines = (0..).zip(one.lines().zip(other.lines()));
    lines.filter(|(_, (one, other))| one != other).map(|(line, _)| line).collect()
}

/// Asserts that the fixes of these cases change nothing else. Returns how many of them have fixes.
fn assert_only_fixes(cases: &[Case]) -> usize {
    let changed: Vec<&Case> = cases.iter().filter(|case| case.fixed != case.broken).collect();
    let texts = changed.iter().flat_map(|case| [&case.original, &case.broken, &case.fixed]);
    let Some(read) = leaves(texts.map(String::as_str)) else { return usize::MAX };
    for (case, read) in changed.iter().zip(read.chunks(3)) {
        let Case { original, broken, fixed } = case;
        let context = || format!("--- broken\n{broken}\n--- fixed\n{fixed}\n{broken:?}");
        assert_eq!(broken.lines().count(), fixed.lines().count(), "{}", context());
        assert!(!read[2].is_null(), "the fixed file cannot be read\n{}", context());
        let fixes = different_lines(broken, fixed);
        // What cannot be read is compared with the profile before the typos.
        let (before, touched) = match read[1].is_null() {
            true => (&read[0], &different_lines(original, broken) | &fixes),
            false => (&read[1], fixes),
        };
        if !before.is_null() {
            assert_eq!(outside(before, &touched), outside(&read[2], &touched), "{}", context());
            assert_eq!(before["comments"], read[2]["comments"], "{}", context());
        }
    }
    changed.len()
}

/// Fixes a profile, also with other line breaks and a byte order mark, which stay.
fn case(original: String, broken: String) -> Case {
    let fixer = fixer();
    let after = fixed(&fixer, &broken);
    let windows = |text: &str| "\u{FEFF}".to_owned() + &text.replace('\n', "\r\n");
    assert_eq!(fixed(&fixer, &windows(&broken)), windows(&after));
    Case { original, broken, fixed: after }
}

#[test]
fn fixes_of_typos_change_nothing_else() {
    let cases = (0..).take(sampled(PROFILES)).map(|seed| {
        let mut random = Random(seed);
        random.below(1);
        let original = profile(&mut random);
        let broken = with_typos(&original, &mut random);
        case(original, broken)
    });
    let cases: Vec<Case> = cases.collect();
    let changed = assert_only_fixes(&cases);
    assert!(changed > cases.len() / 10, "only {changed} profiles were fixed");
}

#[test]
fn fixes_of_random_lines_change_nothing_else() {
    let cases = (0..).take(sampled(PROFILES)).map(|seed| {
        let mut random = Random(seed);
        random.below(1);
        let broken = random_lines(&mut random);
        case(broken.clone(), broken)
    });
    let cases: Vec<Case> = cases.collect();
    let changed = assert_only_fixes(&cases);
    assert!(changed > cases.len() / 300, "only {changed} profiles were fixed");
}

#[test]
fn fixes_of_the_fixtures_change_nothing_else() {
    let mut cases = Vec::new();
    for directory in ["tests/fixtures/diagnostics", "tests/fixtures/rounds"] {
        for (path, bytes) in crate::project::files(&repository().join(directory)) {
            let text = String::from_utf8(bytes).ok().filter(|it| !it.contains(['\r', '\u{FEFF}']));
            if let Some(yaml) = text.filter(|_| path.ends_with(".yaml")) {
                cases.push(case(yaml.clone(), yaml));
            }
        }
    }
    let changed = assert_only_fixes(&cases);
    assert!(changed > 30, "only {changed} files were fixed");
}
