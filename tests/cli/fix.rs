//! `vitae check --fix` and `vitae check <id>`.

mod fixed;
mod random_profiles;

use std::fs;

use serde_json::Value as Json;
use vitae::fix::Fixer;

use fixed::fixed;

use crate::project::{Project, printed, profile, text};

const PROFILE: &str = "content/consultants/anna-berg.yaml";

fn fixer() -> Fixer {
    Fixer::new(vec!["nginx".to_owned()])
}

#[test]
fn each_kind_of_certain_fix_is_applied() {
    let fixer = fixer();
    let lines = [
        ("active:ja", "active: true"),
        ("name:\u{A0}Anna Berg", "name: Anna Berg"),
        ("titel: Architect", "title: Architect"),
        ("personal:", "personal:"),
        ("\theadline: Cloud # ask Bo", "  headline: Cloud # ask Bo"),
        ("\t# contact", "  # contact"),
        ("\tcontact:", "  contact:"),
        ("\t\twebsite: example.com", "    website: \"https://example.com\""),
        ("engagement:", "engagement:"),
        ("\u{A0}\u{A0}f_skatt: yes", "  f_skatt: true"),
        ("  work_arrangements: remote", "  work_arrangements: [remote]"),
        ("  pricing: Daily Rate", "  pricing: daily_rate"),
        ("skills:", "skills:"),
        ("  categories:", "  categories:"),
        ("    Cloud: [AWS, Azure]", "    cloud: [AWS, Azure]"),
        ("    code:", "    code:"),
        ("      -Rust", "      - Rust"),
        ("      - Java;", "      - Java"),
        ("      -\u{A0}Go,", "      - Go"),
        ("    data:", "    data:"),
        ("      -\u{A0}SQL", "      - SQL"),
        ("      -\u{2003}Kafka", "      - Kafka"),
        ("employment:", "employment:"),
        ("\t- organization: A", "  - organization: A"),
        ("\t  role: B", "    role: B"),
        ("\t-\torganization: C", "  - organization: C"),
        ("\t\trole: D", "    role: D"),
        ("education:", "education:"),
        ("  - Institutoin: KTH", "  - institution: KTH"),
        ("    end_date: 06/2010 # June", "    end_date: 2010-06 # June"),
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
        // Quotes, brackets, colons and comments.
        "personal:\n  headline: \"Senior consultant\"# ask Bo about the rate",
        "skills:\n  categories:\n    cloud: [AWS, Azure]# ask Bo",
        "title: C #1 developer",
        "title: Cobol #developer",
        "title: \"Anna # Kommentar",
        "title: \"Arkitekt”",
        "title: ”Arkitekt”",
        "title: \"C:\\Users\"",
        "title: @home",
        "title: *Calm*",
        "title: 'Svenska",
        "title = Arkitekt",
        "title Architect",
        "title :Architect",
        "bio_short: name: Anna",
        "bio_short: Motto: less",
        "skills: {categories: {cloud: [AWS, Azure}}",
        "education:\n  - institution: KTH\n    courses:\n      - Led: a team",
        "// Kommentar",
        "skills:\n  categories:\n    code:\n      - Rust\n      * Go\n      1. SQL",
        "personal\n  headline: Cloud",
        "employment:\n  - organization: &k Region Skåne\n  - organization: *k",
        "certifications:\n- name: C\n  url: https://x.example/c\n    -",
        "certifications:\n  - name: C\n    url: https://x.example/å",
        "personal: {contact: {email: Anna <anna@example.net>}}",
        // White space before or in what can be a comment or a text.
        "title:#1 in Sweden",
        "title:\u{A0}# secret",
        "title:\"Architect # secret\"",
        "title:|\n  Architect\n  # secret",
        "skills:\n  categories:\n    cloud:\n      -\u{A0}# secret",
        "skills:\n  categories:\n    cloud:;\n      - AWS",
        "summary:\n  full: |\n\u{A0}   Text.\n    More. # secret",
        "summary:\n  full: |\n\tshort: Text.",
        "summary:\n  full: |\n    One.\n\t# secret",
        "summary:\n  full: |\n    One.\n\tTwo.\n\tMore.",
        "personal:\n  contact:\n    phone: \"+46 8 1\"\n\temail: anna@example.com",
        "personal:\n\u{200B} headline: Cloud",
        // Lines that can belong to what is above them.
        "internal:\nbio_short: fired in May",
        "bio_short: |\nErfarenhet: 20 år",
        "bio_short: Leads teams\n  // salary: 55000, do not publish",
        "bio_short: Leads teams\n  OBS privat: byter jobb",
        "title:\n  internal: fired in 2020",
        "title:\n  salary: 55000",
        "summary:\n  full: |\n    First.\nSecond.",
        "summary:\n  full: |\n    First.\nSecond paragraph # salary 55000",
        "summary:\n  full: |\n    First.\ninternal\n  short: salary 55000",
        "summary:\n  full: |\nShe leads.\n# Not yet public.\nShe rocks.",
        "summary:\n  full: |\nShe leads.\n