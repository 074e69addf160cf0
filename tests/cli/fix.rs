//! `vitae check --fix` and `vitae check <id>`.

mod fixed;
mod random_profiles;

use std::fs;

use serde_json::Value as Json;
use vitae::fix::Fixer;

use fixed::fixed;

use crate::project::{Project, printed, profile, repository, text};

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
        ("\t\tlinkedin: <example.com/in>", "    linkedin: \"https://example.com/in\""),
        ("\t\tphone: 'tel:+46 8 1' # desk", "    phone: \"+46 8 1\" # desk"),
        ("\t\temail: <Mailto:a@example.com>", "    email: \"a@example.com\""),
        ("engagement:", "engagement:"),
        ("\u{A0}\u{A0}f_skatt: yes", "  f_skatt: true"),
        ("  work_arrangements: remote", "  work_arrangements: [remote]"),
        ("  pricing: Daily Rate", "  pricing: daily_rate"),
        ("skills:", "skills:"),
        ("  categories:", "  categories:"),
        ("    Cloud & DevOps: [AWS, Azure]", "    Cloud & DevOps: [AWS, Azure]"),
        ("    code:", "    code:"),
        ("      -Rust", "      - Rust"),
        ("      - Java;", "      - Java"),
        ("      -\u{A0}Go,", "      - Go"),
        ("    data:", "    data:"),
        ("      -\u{A0}SQL", "      - SQL"),
        ("      -\u{2003}Kafka", "      - Kafka"),
        ("summary:", "summary:"),
        ("  full: |", "  full: |"),
        ("\u{A0}\u{A0}\u{A0}\u{A0}One: text.", "    One: text."),
        ("    #1 of two.", "    #1 of two."),
        ("employment:", "employment:"),
        ("\t- organization: A", "  - organization: A"),
        ("\t  role: B", "    role: B"),
        ("\t-\torganization: C", "  - organization: C"),
        ("\t\trole: D", "    role: D"),
        ("education\u{A0}:", "education:"),
        ("  - Institutoin: KTH", "  - institution: KTH"),
        ("    url\u{A0}: https://example.com", "    url: https://example.com"),
        ("    area: R&amp;D f&ouml;r KTH # new", "    area: \"R&D för KTH\" # new"),
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
        "title:Architect# secret",
        "skills:\n  categories:\n    cloud:\n      -AWS# secret",
        "skills:\n  categories:\n    cloud:\n      -\u{A0}AWS\u{A0}# secret",
        "summary:\n  full: |\n\t# secret\n\tText.",
        "bio_short: |\n\tText.\n\t# secret",
        "bio_short: |\n\tText.\n  # secret",
        "bio_short: Leads teams\n\tsalary 55000",
        "bio_short: Leads teams\n\u{A0}\u{A0}salary 55000",
        "attributes:\n\ttalks:\n\t\t- title: Cloud\n\t\t\t\tdate = 2024",
        "summary:\n  full: |\n    Text.\n\u{A0}\u{A0}\u{A0}\u{A0}# secret\n    More.",
        "employment:\n\t- organization: A\n\t  summary: |\n\t    Text. # secret",
        // Lines that can belong to what is above them.
        "bio_short: >\nTitle: Architect",
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
        "summary:\n  full: |\nShe leads.\n<<<<<<< HEAD\nA.\n=======\nB.\n>>>>>>> x\nShe wins.",
        "summary:\n  full: |\n\"    Anna leads.\n    More.",
        "skills:\n  categories:\n    a: [X]\n# employment:\n  - organization: A\n    summary: Led a team",
        "skills:\n  categories:\n    code:\n    - Rust\n    go\n    - SQL",
        "skills:\n  categories:\n    cloud:\n      - Azure\n      -- AWS",
        "skills:\n  categories:\n    cloud:\n      - Azure\n        - AWS",
        "<<<<<<< HEAD\ntitle: A\n=======\ntitle: B\n>>>>>>> b",
        // Values without one meaning, and keys without one candidate.
        "publish_from: [] # not before May",
        "publish_until: {}",
        "personal: {headlin: A, headline: B}",
        "titel: A\ntitl: B",
        "engagement: {available_from: 03/04/2027}",
        "engagement: {available_from: 03/2027}",
        "engagement: {pricing: hourlyrates}",
        "engagement: {pricing: 950}",
        "engagement: {a_skatt: true}",
        "engagement: {unavailable_from: 2027-01-01}",
        "engagement: {f_skatt: \"-\u{a0}:\"}",
        "engagement:\n  f_skatt: --\n   \u{a0}x",
        "engagement:\n  work_arrangements: nej",
        "skills: {categories: {cloud: AWS och Azure}}",
        "skills: {categories: {C#: [LINQ]}}",
        "summary: {full: {text: Anna builds.}}",
        "nam: Anna",
        "title_: set aside",
        "_title: set aside",
        "(title): set aside",
        "titles: Architect",
        "engagement: {pricing_note2: at least 900}",
        "certifications:\n  - issued: 2024-03",
        "attributes:\n  // salary: 55000",
        "attributes:\n  – salary: 55000",
        "personal: {contact: {mail: jobb@example.com}}",
        "education:\n  - school: KTH",
        "bio_short: | Text in one line",
    ] {
        let yaml = profile("Anna Berg") + line + "\n";
        assert_eq!(fixed(&fixer, &yaml), yaml);
    }
}

#[test]
fn all_lines_of_a_long_file_are_fixed() {
    let fixer = fixer();
    for (before, after) in [
        ("skills:\n  categories:\n    cloud:\n@      -\u{A0}AWS\n", "      - AWS\n"),
        ("skills:\n  categories:\n    cloud:\n@      -AWS,\n", "      - AWS\n"),
        ("employment:\n@\t- organisation: A\n", "  - organization: A\n"),
    ] {
        let (start, line) = before.split_once('@').expect("a place");
        let yaml = |line: &str| profile("Anna Berg") + start + &line.repeat(4000);
        assert_eq!(fixed(&fixer, &yaml(line)), yaml(after));
    }
    let missing = "employment:\n".to_owned() + &"  - organization:\n".repeat(4000);
    let yaml = profile("Anna Berg") + &missing + "  - organization\n";
    assert_eq!(fixed(&fixer, &yaml), yaml);
}

#[test]
fn fixes_the_case_of_the_name_of_a_photo() {
    let project = Project::site("fix/photo");
    let yaml = profile("Anna Berg");
    project.write(PROFILE, format!("{yaml}photo: IMG_2041.JPG # ask Bo\n"));
    let photo = fs::read(repository().join("content/photos/amara-ndukwe.jpg"));
    project.write("content/photos/img_2041.jpg", photo.expect("a photo"));
    project.succeed("check --fix");
    assert_eq!(project.read(PROFILE), format!("{yaml}photo: \"img_2041.jpg\" # ask Bo\n"));
    // Two files differ in the case only.
    project.write(PROFILE, format!("{yaml}photo: IMG_2041.JPG\n"));
    project.write("content/photos/Img_2041.jpg", "");
    project.run("check --fix");
    assert_eq!(project.read(PROFILE), format!("{yaml}photo: IMG_2041.JPG\n"));
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
