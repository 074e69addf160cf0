//! `vitae check --fix` and `vitae check <id>`.

mod only_fixes;

use std::fs;

use serde_json::Value as Json;
use vitae::fix::Fixer;
use vitae::yaml::parse_up_to;

use only_fixes::{COMMENT, assert_only_fixes, fixed};

use crate::project::{Project, printed, profile, repository, text};

const PROFILE: &str = "content/consultants/anna-berg.yaml";

fn fixer() -> Fixer {
    Fixer::new(vec!["nginx".to_owned()])
}

#[test]
fn fixes_of_the_fixtures_change_nothing_else() {
    let fixer = fixer();
    let mut count = 0;
    for directory in ["tests/fixtures/diagnostics", "tests/fixtures/rounds"] {
        for (path, bytes) in crate::project::files(&repository().join(directory)) {
            let Ok(yaml) = String::from_utf8(bytes) else {
                continue;
            };
            if path.ends_with(".yaml") {
                let fixed = fixed(&fixer, &yaml);
                assert_only_fixes(&yaml, &fixed);
                count += usize::from(fixed != yaml);
            }
        }
    }
    assert!(count > 50, "only {count} files were fixed");
}

/// What a typo makes of a line, if the line has a place for it.
const TYPOS: [fn(&str) -> Option<String>; 22] = [
    |line| replaced(line, ": ", ":"),
    |line| replaced(line, ": ", " = "),
    |line| replaced(line, ": ", " "),
    |line| replaced(line, ": ", ": @"),
    |line| replaced(line, ": ", ": *"),
    |line| replaced(line, ": ", ": \""),
    |line| replaced(line, ": ", ": '"),
    |line| replaced(line, ": ", ": ["),
    |line| replaced(line, ": ", ": Motto: "),
    |line| replaced(line, ": ", ":\u{A0}"),
    |line| replaced(line, ": ", ": “").map(|line| line + "”"),
    |line| replaced(line, "- ", "-"),
    |line| replaced(line, "- ", "* "),
    |line| replaced(line, "  ", "\t"),
    |line| replaced(line, "  ", "   "),
    |line| replaced(line, "https://", ""),
    |line| replaced(line, "true", "ja"),
    |line| replaced(line, "ti", "t"),
    |line| replaced(line, "e:", ":"),
    |line| replaced(line, "ame", "mae"),
    |line| line.strip_suffix(':').map(str::to_owned),
    |line| Some(format!("// {line}")),
];

fn replaced(line: &str, from: &str, to: &str) -> Option<String> {
    line.contains(from).then(|| line.replacen(from, to, 1))
}

/// Returns the sample profiles with a comment above and after each line that can have one.
fn commented_profiles() -> Vec<String> {
    let files = crate::project::files(&repository().join("content/consultants"));
    let commented = |line: &str| {
        let indent = &line[..line.len() - line.trim_start().len()];
        let is_plain = line.contains(": ") && !line.contains(['|', '>', '"', '\'', '#']);
        match is_plain {
            true => format!("{indent}# {COMMENT}: above\n{line} # {COMMENT} after"),
            false => line.to_owned(),
        }
    };
    let yaml = |bytes: Vec<u8>| {
        let text = String::from_utf8(bytes).expect("UTF-8");
        text.lines().take(60).map(commented).collect::<Vec<_>>().join("\n") + "\n"
    };
    files.into_values().map(yaml).collect()
}

#[test]
fn fixes_of_typos_change_nothing_else() {
    let fixer = fixer();
    let profiles = commented_profiles();
    let mut state = 1_u64;
    let mut random = |below: usize| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).expect("31 bits") % below
    };
    let mut changed = 0;
    for case in 0..200 {
        let original = &profiles[case % profiles.len()];
        let mut lines: Vec<String> = original.lines().map(str::to_owned).collect();
        for _ in 0..=random(4) {
            let at = random(lines.len());
            if let Some(typo) = TYPOS[random(TYPOS.len())](&lines[at]) {
                lines[at] = typo;
            }
        }
        let broken = lines.join("\n") + "\n";
        let fixed = fixed(&fixer, &broken);
        assert_only_fixes(&broken, &fixed);
        changed += usize::from(fixed != broken);
    }
    assert!(changed > 50, "only {changed} profiles were fixed");
}

#[test]
fn fixes_a_profile_that_is_indented_with_tabs() {
    let fixer = fixer();
    for profile in commented_profiles() {
        let tabs: Vec<String> = profile
            .lines()
            .map(|line| {
                let code = line.trim_start();
                let depth = line.len() - code.len();
                "\t".repeat(depth / 2) + &" ".repeat(depth % 2) + code
            })
            .collect();
        let fixed = fixed(&fixer, &(tabs.join("\n") + "\n"));
        let values =
            |yaml: &str| parse_up_to("a.yaml", yaml.as_bytes(), 1).0.map(|it| it.tree.to_json());
        assert_eq!(values(&fixed), values(&profile), "{fixed}");
    }
}

#[test]
fn each_kind_of_certain_fix_is_applied() {
    let fixer = fixer();
    let lines = [
        ("active = ja", "active: true"),
        ("name:Anna Berg", "name: Anna Berg"),
        ("titel: @home", "title: \"@home\""),
        ("bio_short: Motto: less", "bio_short: \"Motto: less\""),
        ("// Kommentar", "# Kommentar"),
        ("personal", "personal:"),
        ("\theadline: *Calm*", "  headline: \"*Calm*\""),
        ("\tcontact:", "  contact:"),
        ("\t\twebsite: example.com", "    website: \"https://example.com\""),
        ("engagement:", "engagement:"),
        ("  f_skatt: yes", "  f_skatt: true"),
        ("  work_arrangements: remote", "  work_arrangements: [remote]"),
        ("  pricing: Daily Rate", "  pricing: daily_rate"),
        ("skills:", "skills:"),
        ("  categories:", "  categories:"),
        ("    cloud: [AWS, Azure", "    cloud: [AWS, Azure]"),
        ("    code:", "    code:"),
        ("      -Rust", "      - Rust"),
        ("      - Java", "      - Java"),
        ("      * Go", "      - Go"),
        ("  languages:", "  languages:"),
        ("    - name: 'Svenska", "    - name: 'Svenska'"),
        ("      level: native", "      level: native"),
        ("education:", "education:"),
        ("  - Institutoin: KTH", "  - institution: KTH"),
        ("    end_date: 06/2010", "    end_date: 2010-06"),
        ("summary:", "summary:"),
        ("  short: 2026", "  short: 2026"),
        ("  full: |", "  full: |"),
        ("    First.", "    First."),
        ("Second.", "    Second."),
    ];
    let [before, after] = [0, 1].map(|side| {
        let line = |line: &(&'static str, &'static str)| if side == 0 { line.0 } else { line.1 };
        lines.iter().map(line).collect::<Vec<_>>().join("\n") + "\n"
    });
    assert_eq!(fixed(&fixer, &before), after);
}

#[test]
fn leaves_what_has_several_meanings() {
    let fixer = fixer();
    for line in [
        "title: C #1 developer",
        "title: Cobol #developer",
        "bio_short: name: Anna",
        "title: \"Anna # Kommentar",
        "title: \"C:\\Users\"",
        "personal: {headlin: A, headline: B}",
        "engagement: {available_from: 03/04/2027}",
        "engagement: {available_from: 03/2027}",
        "engagement: {pricing: hourlyrates}",
        "skills: {categories: {cloud: AWS och Azure}}",
        "skills: {categories: {C#: [LINQ]}}",
        "title Architect",
        "summary: {full: {text: Anna builds.}}",
        "personal:\n  contact:\n    phone: \"+46 70\"\n\temail: anna@example.com",
        "<<<<<<< HEAD\ntitle: A\n=======\ntitle: B\n>>>>>>> b",
        "nam: Anna",
        "bio_short: Leads teams\n  // salary: 55000, do not publish",
        "bio_short: Leads teams\n  OBS privat: byter jobb",
        "title:\n  internal: fired in 2020",
        "title:\n  salary: 55000",
        "summary:\n  full: |\n    First.\nSecond paragraph # salary 55000",
        "summary:\n  full: |\n    First.\ninternal\n  short: salary 55000",
        "summary:\n  full: |\n    First.\nengagement\n  f_skatt: true",
        "employment:\n\t- organization: A\n\t  role: B\n\t-\torganization: C\n\t\trole: D",
        "summary:\n  full: |\n\tText.",
        "engagement: {a_skatt: true}",
        "engagement: {unavailable_from: 2027-01-01}",
        "engagement: {pricing: 950}",
        "engagement:\n  work_arrangements: nej",
        "personal: {contact: {mail: jobb@example.com}}",
        "education:\n  - school: KTH",
        "bio_short: | Text in one line",
        "engagement: {f_skatt: \"-\u{a0}:\"}",
        "engagement:\n  f_skatt: --\n   \u{a0}x",
        "title: \"Arkitekt”",
        "skills:\n  categories:\n    cloud:\n      - Azure\n      -- AWS",
        "summary:\n  full: |\nShe leads.\n# Not yet public.\nShe rocks.",
        "summary:\n  full: |\nShe leads.\n<<<<<<< HEAD\nA.\n=======\nB.\n>>>>>>> x\nShe wins.",
        "summary:\n  full: |\n\"    Anna leads.\n    More.",
        "skills:\n  categories:\n    a: [X]\n# employment:\n  - organization: A\n    summary: Led a team",
        "skills:\n  categories:\n    code:\n    - Rust\n    go\n    - SQL",
        "summary:\n  full: |\n    One.\n\tTwo.\n\tMore.",
    ] {
        let yaml = profile("Anna Berg") + line + "\n";
        assert_eq!(fixed(&fixer, &yaml), yaml);
    }
}

#[test]
fn an_inactive_profile_stays_inactive() {
    let fixer = fixer();
    for line in ["inactive: true", "unactive: yes", "aktiv: nej\npublished: true"] {
        let yaml = profile("Anna Berg").replace("active: true", line);
        let fixed = fixed(&fixer, &yaml);
        assert!(!fixed.contains("\nactive:") && !fixed.starts_with("active:"), "{fixed}");
    }
}

#[test]
fn shows_and_writes_the_fixes() {
    let project = Project::site("fix/write");
    let broken = profile("Anna Berg").replace("true", "ja") + "titel: Architect # Kommentar\n";
    let broken = "\u{FEFF}".to_owned() + &broken.replace('\n', "\r\n");
    project.write(PROFILE, &broken);
    let path = project.root.join(PROFILE);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).expect("a mode");
    }
    let dry_run = project.run("check --fix --dry-run");
    assert_eq!(project.read(PROFILE), broken);
    assert_eq!(dry_run.status.code(), Some(1), "{}", text(&dry_run));
    let stdout = String::from_utf8_lossy(&dry_run.stdout).into_owned();
    for line in ["-titel: Architect", "+title: Architect", "--- content/consultants/anna-berg.yaml"]
    {
        assert!(stdout.contains(line), "{stdout}");
    }
    assert!(stdout.contains("2 diagnostics would be fixed in 1 file; 2 errors in 1 of 2 files"));
    let output = project.run("check --fix");
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(stdout.ends_with("2 diagnostics fixed in 1 file; no errors or warnings\n"), "{stdout}");
    let expected = broken.replace("active: ja", "active: true").replace("titel", "title");
    assert_eq!(project.read(PROFILE), expected);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(fs::metadata(&path).expect("a file").permissions().mode() & 0o777, 0o640);
    }
    let names: Vec<String> = project.files("content/consultants").into_keys().collect();
    assert_eq!(names, ["anna-berg.yaml"]);
    assert!(project.succeed("check --fix").starts_with("nothing to fix; no errors"));
}

#[test]
fn leaves_the_rest_as_errors() {
    let project = Project::site("fix/rest");
    project.write(PROFILE, profile("Anna Berg") + "titel: Architect\npersonal: {city: Lund}\n");
    let site = project.read("content/site.yaml").replace("title:", "titel:");
    project.write("content/site.yaml", site);
    let output = project.run("check --fix --format json");
    assert_eq!(output.status.code(), Some(1));
    let document: Json = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(document["diagnostics"].as_array().expect("a list").len(), 1, "{document:#}");
    assert!(String::from_utf8_lossy(&output.stderr).contains("+title: Nordvik Profiles"));
    assert!(project.read("content/site.yaml").starts_with("title: Nordvik"));
    assert!(project.read(PROFILE).contains("title: Architect\npersonal: {city: Lund}\n"));
}

#[test]
fn does_not_write_a_file_that_changed() {
    let project = Project::site("fix/changed");
    project.write(PROFILE, "new");
    let path = project.root.join(PROFILE);
    let error = vitae::publish::change_file(&path, b"old", b"fixed").expect_err("a changed file");
    assert!(error.to_string().contains("changed in the meantime"), "{error}");
    assert_eq!(project.read(PROFILE), "new");
    assert_eq!(project.files("content/consultants").len(), 1);
}

#[cfg(unix)]
#[test]
fn does_not_write_a_read_only_file() {
    use std::os::unix::fs::PermissionsExt;
    let project = Project::site("fix/read-only");
    let broken = profile("Anna Berg").replace("true", "ja");
    project.write(PROFILE, &broken);
    let path = project.root.join(PROFILE);
    fs::set_permissions(&path, fs::Permissions::from_mode(0o444)).expect("a mode");
    let output = project.run("check --fix");
    assert_eq!(output.status.code(), Some(2), "{}", text(&output));
    assert!(text(&output).contains("is read-only"), "{}", text(&output));
    assert_eq!(project.read(PROFILE), broken);
}

#[test]
fn checks_and_fixes_only_the_given_consultants() {
    let project = Project::site("fix/selected");
    for id in ["anna-berg", "kalle-anka", "liv-sand"] {
        let yaml = profile("Anna Berg") + "titel: Architect\n";
        project.write(&format!("content/consultants/{id}.yaml"), yaml);
    }
    project.write("content/photos/unknown.jpg", "no photo");
    let output = project.run("check liv-sand");
    assert_eq!(output.status.code(), Some(1));
    assert!(printed(&output).ends_with("1 error\n"), "{}", printed(&output));
    let output = project.run("check --fix kalle-anka liv-sand");
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    assert!(project.read(PROFILE).contains("titel"));
    assert_eq!(project.run("check kalle-anka").status.code(), Some(0));
    for path in ["kalle-anka.yaml", "content/consultants/kalle-anka.yaml"] {
        assert_eq!(project.run(&format!("check {path}")).status.code(), Some(0));
    }
    let unknown = project.run("check kale-anka");
    assert_eq!(unknown.status.code(), Some(2));
    let message = "`kale-anka` is not the identifier of a profile; did you mean `kalle-anka`?";
    assert!(printed(&unknown).contains(message), "{}", printed(&unknown));
}

#[test]
fn explain_lists_the_codes() {
    let project = Project::site("fix/explain");
    let list = project.succeed("check --explain");
    let codes = vitae::diagnostic_codes();
    assert_eq!(list.lines().count(), codes.len());
    assert!(list.lines().zip(codes).all(|(line, code)| line.starts_with(code.id)), "{list}");
    let unknown = project.run("check --explain invalid-ulr");
    assert_eq!(unknown.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&unknown.stdout).starts_with(&list[..40]));
    assert!(String::from_utf8_lossy(&unknown.stderr).contains("did you mean `invalid-url`?"));
}

/// A profile in which everything is empty, with comments of the author.
const EMPTY: &str = "\
active: # to do
name: \"\"
title:
last_modified:
publish_from: [] # not before May
publish_until: {}
photo: ~
# Contact details
personal:
  headline: # to do
  # Ask Anna
  contact:
    email: \"\"
    phone: # ask Anna
engagement: {}
summary:
  full: |

skills:
  categories: {azure, aws}
  languages:
    - name:
      level:
employment:
  - organization: # still secret
    role: # to do
    technologies: []
    end_date:
    extra:
contracts: []
card:
  top_skills:
internal:
bio_short: fired in May
";

#[test]
fn deletes_nothing_that_is_empty() {
    assert_eq!(fixed(&fixer(), EMPTY), EMPTY);
}
