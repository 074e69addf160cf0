//! Generated content without warnings: every profile has the same fields and texts of its own.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{fs, io};

pub(crate) const SITE: &str = "\
title: Nordvik Profiles
description: Public profiles of consultants.
contact: {name: Nordvik AB, email: profiles@example.com}
license: {name: Terms of use, url: https://example.com/terms}
";

/// The sentences of the texts; each profile starts at a different one.
const SENTENCES: [&str; 7] = [
    "Designs and introduces cloud environments for organizations that report to a supervisory authority.",
    "Led the move from two local data centers to a shared platform, on schedule and below budget.",
    "Documents decisions so that a team can continue without further help.",
    "Reduced the time to a new environment from five weeks to one hour.",
    "Works with product owners, auditors and technicians, and explains each to the others.",
    "Replaced a custom sign-in solution for 6,000 employees with smart cards and federation.",
    "Trained 60 local coordinators in three languages over nine months.",
];

/// One profile in ten is inactive.
const INACTIVE: usize = 10;

/// Writes `consultants` profiles and the settings below `root/content`.
pub(crate) fn write(root: &Path, consultants: usize) -> io::Result<()> {
    fs::create_dir_all(root.join("content/consultants"))?;
    fs::create_dir_all(root.join("content/photos"))?;
    fs::write(root.join("content/site.yaml"), SITE)?;
    fs::write(root.join(".gitignore"), "/dist\n/deploy\n/.vitae\n/plain\n/copy\n")?;
    (0..consultants).try_for_each(|number| fs::write(path(root, number), profile(number, 0)))
}

/// Changes one profile.
pub(crate) fn change(root: &Path, number: usize) -> io::Result<()> {
    let path = path(root, number);
    let text = fs::read_to_string(&path)?;
    let changes = text.matches("Changed").count();
    fs::write(&path, profile(number, changes + 1))
}

/// Commits everything.
pub(crate) fn commit(root: &Path) -> io::Result<()> {
    for arguments in [
        &["init", "--quiet"][..],
        &["add", "."],
        &[
            "-c",
            // It would run beside what is measured.
            "gc.auto=0",
            "-c",
            "user.name=Editor",
            "-c",
            "user.email=editor@example.com",
            "commit",
            "--quiet",
            "--allow-empty",
            "--message=Change the content",
        ],
    ] {
        git(root, arguments)?;
    }
    Ok(())
}

/// Runs git, which must succeed.
pub(crate) fn git(root: &Path, arguments: &[&str]) -> io::Result<()> {
    let status = Command::new("git").current_dir(root).args(arguments).status()?;
    assert!(status.success(), "git {arguments:?} failed");
    Ok(())
}

fn path(root: &Path, number: usize) -> PathBuf {
    root.join(format!("content/consultants/consultant-{number}.yaml"))
}

pub(crate) fn text(number: usize, sentences: usize) -> String {
    let sentences = (number..number + sentences).map(|at| SENTENCES[at % SENTENCES.len()]);
    sentences.collect::<Vec<_>>().join(" ")
}

/// The YAML of one profile, some 7 kB; `changes` sentences are appended to its summary.
pub(crate) fn profile(number: usize, changes: usize) -> String {
    let active = !number.is_multiple_of(INACTIVE);
    let mut yaml = format!(
        "active: {active}
name: Alex Berg {number}
title: Cloud architect
bio_short: Architect number {number} of a large consultancy.
last_modified: 2026-03-14T09:30:00+01:00
personal:
  headline: Cloud and security architect {number}
  location: {{city: Uppsala, region: Uppland, country: Sweden}}
  company: {{name: Nordvik, legal_name: Nordvik AB}}
  contact:
    email: alex.{number}@example.com
    phone: \"+46 70 000 {:02} {:02}\"
    website: https://example.com/people/{number}
engagement:
  available_from: 2027-01-11
  available_from_note: Full time from January.
  work_arrangements: [remote, hybrid]
  f_skatt: true
  pricing: contact_directly
summary:
  short: {}
  full: |
    {}{}

    {}
",
        number / 100 % 100,
        number % 100,
        text(number, 1),
        text(number + 1, 3),
        " Changed.".repeat(changes),
        text(number + 2, 3),
    );
    yaml.push_str("skills:\n  categories:\n");
    for (category, skills) in [
        ("cloud", ["Azure", "Landing zones", "Kubernetes", "Terraform"]),
        ("security", ["Zero trust", "Threat models", "Sentinel", "Audits"]),
        ("automation", ["PowerShell", "Pipelines", "Bicep", "Python"]),
    ] {
        let _ = writeln!(yaml, "    {category}: [{}]", skills.join(", "));
    }
    yaml.push_str("  languages:\n    - {name: Swedish, level: native}\n    - {name: English, level: fluent}\n");
    yaml.push_str("certifications:\n");
    for year in 2020..2024 {
        let _ = writeln!(
            yaml,
            "  - name: Certified architect {year}\n    issuer: Example Institute\n    date: {year}-05-22"
        );
    }
    for (list, end) in [("employment", 2016), ("contracts", 2026)] {
        let _ = writeln!(yaml, "{list}:");
        for item in 0..5 {
            let year = end - 2 * item;
            let _ = write!(
                yaml,
                "  - organization: Example {item} AB
    role: Architect
    location: Uppsala, Sweden
    start_date: {}-08
    end_date: {year}-06
    summary: {}
    technologies: [Azure, Terraform, Kubernetes]
    key_results:
      - {}
      - {}
",
                year - 2,
                text(number + 7 * item + 3, 2),
                text(number + item, 1),
                text(number + item + 4, 1),
            );
        }
    }
    let _ = write!(
        yaml,
        "education:
  - institution: Example University
    area: Information technology
    study_type: Master of Science
    start_date: 2000-08
    end_date: 2005-06
    courses: [Cryptography, Networks, Databases]
attributes:
  industries: [Banking, Energy, Public sector]
  mentoring: {{since: 2019, mentees: 4}}
  workshops:
    - {{topic: Landing zones, participants: 12, duration_in_days: 2}}
    - {{topic: Threat models, participants: 8, duration_in_days: 1}}
"
    );
    yaml
}
