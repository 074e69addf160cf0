//! `vitae due`: what editors should look at. Starts and ends of publications are in `publication_period.rs`.

use serde_json::{Value as Json, json};

use crate::project::{Project, git, profile, text};
use crate::scratch::Scratch;

const AVAILABLE: &str = "engagement: {available_from: 2026-11-20}\n";
const CERTIFICATIONS: &str = "certifications:
  - {name: CKA, expires: 2026-12}
  - {name: Unlimited, issuer: Microsoft}
  - {name: Azure, expires: 2027}
";

fn write(project: &Project, id: &str, fields: &str) {
    project
        .write(&format!("content/consultants/{id}.yaml"), profile(&format!("Name {id}")) + fields);
}

#[test]
fn lists_dates_that_passed_and_certifications_that_expire() {
    let project = Project::site("due/dates");
    write(&project, "anna-berg", &format!("{AVAILABLE}{CERTIFICATIONS}"));
    // A certification without a name is a warning.
    write(&project, "bo-ek", "certifications: [{issuer: Microsoft, expires: 2026-11-01}]\n");
    let all = "\
2026-11-01  bo-ek  expires
2026-11-20  anna-berg  available
2026-12-31  anna-berg  expires  CKA
2027-12-31  anna-berg  expires  Azure
";
    let due = |options: &str| project.succeed(&format!("due --as-of 2026-11-24 {options}"));
    // The list is the same before and after a command that stores rows.
    assert_eq!(due(""), all);
    project.succeed("check");
    assert!(project.read(".vitae/cache/rows").contains("CKA"));
    assert_eq!(due(""), all);
    assert_eq!(due("--within 4d"), "2026-11-20  anna-berg  available\n");
    assert_eq!(due("--within 3d"), "nothing is due\n");
    assert_eq!(
        due("--within 37d"),
        all.split_inclusive('\n').take(3).collect::<String>(),
        "the last day of a month"
    );
    assert_eq!(due("--within 4294967295d"), all);
    // The first available day has not passed on that day.
    assert_eq!(project.succeed("due --as-of 2026-11-20 --within 1d"), "nothing is due\n");
    let json: Json = serde_json::from_str(&due("--format json")).expect("JSON");
    let expires = |date: &str, id: &str, name: Option<&str>| json!({"date": date, "id": id, "event": "expires", "certification": name});
    let expected = json!([
        expires("2026-11-01", "bo-ek", None),
        {"date": "2026-11-20", "id": "anna-berg", "event": "available"},
        expires("2026-12-31", "anna-berg", Some("CKA")),
        expires("2027-12-31", "anna-berg", Some("Azure")),
    ]);
    assert_eq!(json, json!({ "version": 1, "events": expected }));
    let code = |arguments: &str| project.run(arguments).status.code();
    assert_eq!(code("due --as-of 2026-11-24 --within 4d --exit-code"), Some(3));
    assert_eq!(code("due --as-of 2026-11-24 --within 3d --exit-code"), Some(0));
}

#[test]
fn nothing_of_an_inactive_consultant_is_listed_or_cached() {
    let project = Project::site("due/inactive");
    let fields = format!("{AVAILABLE}certifications: [{{name: Canary, expires: 2026-12}}]\n");
    write(&project, "anna-berg", &fields);
    let inactive = |text: &str| profile("Bo Ek").replace("active: true", "active: false") + text;
    let states = [
        (inactive(&fields), "2026-11-24"),
        (profile("Anna Berg") + &fields + "publish_until: 2026-11-23\n", "2026-11-24"),
        (profile("Anna Berg") + &fields + "publish_from: 2026-11-25\n", "2026-11-24"),
        // With a warning, the profile is published, but its row is not stored.
        (profile("Anna Berg") + &fields + "personal: {headline: \"\"}\n", "2026-11-24"),
    ];
    for (text, day) in states {
        project.succeed(&format!("check --as-of {day}"));
        project.write("content/consultants/anna-berg.yaml", &text);
        let is_public = text.contains("headline");
        for options in ["", "", "--no-cache"] {
            let printed = project.succeed(&format!("due --as-of {day} {options}"));
            assert_eq!(printed.contains("Canary"), is_public, "{printed}");
            assert_eq!(printed.contains("available"), is_public, "{printed}");
        }
        project.succeed(&format!("check --as-of {day}"));
        for (path, bytes) in project.files(".vitae") {
            assert!(!String::from_utf8_lossy(&bytes).contains("Canary"), "{path}: {text}");
        }
        write(&project, "anna-berg", &fields);
    }
}

#[test]
fn a_name_stays_on_its_line() {
    let project = Project::site("due/lines");
    let fields = "certifications: [{name: \"A\\nB\", expires: 2026-12}]\n";
    write(&project, "anna-berg", fields);
    let printed = project.succeed("due --as-of 2026-11-24");
    assert_eq!(printed.lines().count(), 1, "{printed}");
}

const PROFILE: &str = "content/consultants/anna-berg.yaml";
const TRANSLATION: &str = "content/translations/sv/consultants/anna-berg.yaml";
const TEXTS: &str = "active: true
name: Anna Berg
title: Architect
personal: {contact: {phone: \"+46 8 111 11 11\"}}
summary:
  short: Moves hospitals to the cloud.
skills: {categories: {cloud: [Azure, AWS]}}
employment:
  - {organization: Nordvik, role: Lead, start_date: 2019, summary: Led the move.}
  - {organization: Aspvik, role: Developer, url: https://aspvik.example.com}
attributes: {motto: {text: Less, by: [a, b]}}
";
const TRANSLATED: &str = "title: Arkitekt
summary: {short: Flyttar sjukhus till molnet.}
skills: {categories: {cloud: [Azure, AWS]}}
employment:
  - {of: Nordvik, role: Ledare}
  - {of: {organization: Aspvik, role: Developer}, role: Utvecklare}
attributes: {motto: {text: Mindre, by: [a, b]}}
";

fn commit(project: &Project, day: &str) {
    let date = format!("{day}T12:00:00Z");
    git(&project.root, &date, &["add", "."]);
    git(&project.root, &date, &["commit", "-qm", "Change", "--allow-empty"]);
}

/// Returns a repository with a profile and its translation.
fn translated(name: &str) -> Project {
    let project = Project::site(&format!("due/{name}"));
    git(&project.root, "", &["init", "-q", "-b", "main"]);
    project.write(".gitignore", ".vitae\n");
    project.write(PROFILE, TEXTS);
    project.write(TRANSLATION, TRANSLATED);
    commit(&project, "2026-02-01");
    project
}

/// Returns the list, which is the same without the cache, of all or of one language.
fn due(project: &Project) -> String {
    let run = |options: &str| text(&project.run(&format!("due --as-of 2026-11-24 {options}")));
    let list = run("");
    assert_eq!(run("--no-cache"), list);
    assert_eq!(run("--language sv"), list);
    list
}

fn outdated(day: &str, fields: &str) -> String {
    format!("exit code Some(0)\n{day}  anna-berg  outdated  sv: {fields}\n")
}

const NOTHING: &str = "exit code Some(0)\nnothing is due\n";

#[test]
fn lists_translations_whose_originals_changed() {
    let project = translated("texts");
    let changed = |from: &str, to: &str| {
        assert!(TEXTS.contains(from), "{from}");
        TEXTS.replace(from, to)
    };
    for (from, to, fields) in [
        ("Architect", "Solution architect", Some("title")),
        ("to the cloud", "and clinics to the cloud", Some("summary.short")),
        ("[Azure, AWS]", "[AWS, Azure]", Some("skills.categories.cloud")),
        ("[Azure, AWS]", "[Azure]", Some("skills.categories.cloud")),
        ("role: Lead", "role: Leader", Some("employment[Nordvik].role")),
        ("text: Less", "text: More", Some("attributes.motto.text")),
        ("by: [a, b]", "by: [a, c]", Some("attributes.motto.by")),
        ("111 11", "222 22", None),
        ("2019", "2020", None),
        ("name: Anna Berg", "name: Anna Ek", None),
        ("Led the move", "Led all moves", None),
        ("aspvik.example", "www.aspvik.example", None),
        ("attributes", "# A note\ninternal: {note: Canary}\nattributes", None),
        ("short: Moves hospitals to", "short: >-\n    Moves hospitals\n    to", None),
        // The translation of what is not there is a warning of `vitae check`.
        ("title: Architect\n", "", None),
    ] {
        project.write(PROFILE, changed(from, to));
        commit(&project, "2026-03-01");
        let expected = fields.map_or(NOTHING.to_owned(), |it| outdated("2026-03-01", it));
        assert_eq!(due(&project), expected, "{from} -> {to}");
        project.write(PROFILE, TEXTS);
        project.write(TRANSLATION, format!("{TRANSLATED}# checked {to:?}\n"));
        commit(&project, "2026-03-02");
        assert_eq!(due(&project), NOTHING, "{from} -> {to}");
    }
}

#[test]
fn names_the_day_of_the_last_changed_text_until_somebody_looks() {
    let project = translated("days");
    let write =
        |from: &str, to: &str| project.write(PROFILE, project.read(PROFILE).replace(from, to));
    write("Architect", "Solution architect");
    // What is not committed is of today.
    assert_eq!(due(&project), outdated("2026-11-24", "title"));
    commit(&project, "2026-03-01");
    write("hospitals", "clinics");
    commit(&project, "2026-04-01");
    write("111 11", "222 22");
    commit(&project, "2026-05-01");
    write("222 22", "333 33");
    let both = outdated("2026-04-01", "title, summary.short");
    assert_eq!(due(&project), both);
    let options = ["--within 7d", "--within 237d --exit-code"];
    let codes =
        options.map(|it| project.run(&format!("due --as-of 2026-11-24 {it}")).status.code());
    assert_eq!(codes, [Some(0), Some(3)]);
    let json = project.succeed("due --as-of 2026-11-24 --format json");
    let json: Json = serde_json::from_str(&json).expect("JSON");
    let expected = json!([{"date": "2026-04-01", "id": "anna-berg", "event": "outdated", "language": "sv", "fields": ["title", "summary.short"]}]);
    assert_eq!(json["events"], expected);
    // A text that changes back is as it was.
    write("clinics", "hospitals");
    commit(&project, "2026-06-01");
    assert_eq!(due(&project), outdated("2026-03-01", "title"));
    // A comment says that somebody has looked, also before it is committed.
    project.write(TRANSLATION, format!("{TRANSLATED}# checked\n"));
    assert_eq!(due(&project), NOTHING);
    commit(&project, "2026-07-01");
    assert_eq!(due(&project), NOTHING);
    // Only profiles that are published are listed.
    write("Solution", "Cloud");
    commit(&project, "2026-08-01");
    assert_eq!(due(&project), outdated("2026-08-01", "title"));
    for inactive in ["active: false", "active: true\npublish_until: 2026-11-23"] {
        write("active: true", inactive);
        assert_eq!(due(&project), NOTHING);
        write(inactive, "active: true");
    }
}

/// The dates of commits do not order them: a rebase gives many of them the same one, and clocks are wrong.
#[test]
fn dates_do_not_order_commits() {
    let project = translated("dates-of-commits");
    for day in ["2026-02-01", "2025-02-01"] {
        project.write(PROFILE, TEXTS.replace("Architect", &format!("Architect of {day}")));
        commit(&project, day);
        assert_eq!(due(&project), outdated(day, "title"));
        project.write(TRANSLATION, format!("{TRANSLATED}# checked {day}\n"));
        commit(&project, day);
        assert_eq!(due(&project), NOTHING);
    }
}

#[test]
fn a_branch_compares_with_the_profile_that_it_had() {
    // Whichever branch has the newer date, and with the history in the cache or not.
    for (of_profile, of_texts) in [("2026-03-01", "2026-03-02"), ("2026-03-02", "2026-03-01")] {
        let project = translated(&format!("branch-{of_profile}"));
        assert_eq!(due(&project), NOTHING);
        let git = |arguments: &[&str]| git(&project.root, "2026-03-03T12:00:00Z", arguments);
        git(&["checkout", "-qb", "translation"]);
        project.write(TRANSLATION, format!("{TRANSLATED}# checked\n"));
        commit(&project, of_texts);
        git(&["checkout", "-q", "main"]);
        project.write(PROFILE, TEXTS.replace("Architect", "Solution architect"));
        commit(&project, of_profile);
        assert_eq!(due(&project), outdated(of_profile, "title"));
        git(&["merge", "-q", "-m", "Merge", "translation"]);
        assert_eq!(due(&project), outdated(of_profile, "title"));
    }
}

#[test]
fn says_why_it_cannot_compare() {
    let project = translated("no-history");
    project.write(PROFILE, format!("{TEXTS}last_modified: 2026-03-14T09:30:00+01:00\n"));
    project.write(PROFILE, project.read(PROFILE).replace("Architect", "Solution architect"));
    commit(&project, "2026-03-01");
    let clone = |name: &str, options: &[&str]| {
        let copy = Project::empty(&format!("due/no-history-{name}"));
        let url = format!("file://{}", project.root.display());
        git(&copy.root, "", &[&["clone", "-q"], options, &[&url, "copy"]].concat());
        copy
    };
    git(&project.root, "", &["config", "uploadpack.allowFilter", "true"]);
    let shallow = clone("shallow", &["--depth=1"]);
    let partial = clone("partial", &["--filter=blob:none"]);
    let none = Scratch::new("due");
    crate::project::copy(&project.root.join("content"), &none.path().join("copy/content"));
    for (copy, reason) in [
        (shallow.root.as_path(), "this clone is shallow; fetch the history"),
        (&partial.root, "this is a partial clone: fetch all objects"),
        (none.path(), "is in no git repository"),
    ] {
        for options in ["", "--no-cache"] {
            let arguments = format!("due --as-of 2026-11-24 --content copy/content {options}");
            let output = project.command(&arguments).current_dir(copy).output();
            let output = output.expect("the program runs");
            let stderr = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{}", text(&output));
            assert_eq!(output.stdout, b"nothing is due\n", "{}", text(&output));
            assert_eq!(stderr.lines().count(), 1, "{reason}: {stderr}");
            assert!(stderr.contains(reason), "{stderr}");
        }
    }
}

/// What vitae says to an editor who changes a sentence, until the Swedish site is right.
#[test]
fn an_editor_sees_what_changed_until_the_translation_is_right() {
    let project = translated("editor");
    let page = || {
        let options = ["--as-of", "2026-11-24"];
        let preview = crate::serve::Preview::start(&project.root, &options);
        let page = preview.get("/_preview/anna-berg").text();
        page.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let outdated = "the translation into sv is outdated: <code>summary.short</code>";
    assert!(!project.succeed("translate sv anna-berg").contains("changed"));
    assert!(!page().contains("Due:"));
    project.write(PROFILE, TEXTS.replace("Moves hospitals to the cloud", "Moves clinics"));
    let question = "! has translations into sv: do they still fit?";
    assert!(project.succeed("diff").contains(question));
    assert!(!project.succeed("diff --language sv").contains(question));
    assert!(page().contains(outdated), "{}", page());
    commit(&project, "2026-03-01");
    assert!(page().contains(outdated));
    project.succeed("check --deny warnings");
    let printed = project.succeed("translate sv anna-berg");
    let changed = "summary.short\n  before: Moves hospitals to the cloud.\n  now: Moves clinics.\n";
    assert!(printed.contains(changed), "{printed}");
    project
        .write(TRANSLATION, TRANSLATED.replace("Flyttar sjukhus till molnet", "Flyttar kliniker"));
    for is_committed in [false, true] {
        if is_committed {
            commit(&project, "2026-03-02");
        }
        assert_eq!(due(&project), NOTHING);
        assert!(!project.succeed("translate sv anna-berg").contains("changed"));
        assert!(!page().contains("Due:"));
    }
}

#[test]
fn the_page_of_a_consultant_lists_what_is_due() {
    let project = Project::site("due/page");
    let fields = "publish_until: 2026-12-01\ncertifications: [{name: <b>CKA, expires: 2026-10}, {name: Azure, expires: 2026-12}, {name: Later, expires: 2027}]\n";
    write(&project, "anna-berg", &format!("{AVAILABLE}{fields}"));
    write(&project, "bo-ek", &format!("{AVAILABLE}{fields}").replace("12-01", "11-01"));
    let preview = crate::serve::Preview::start(&project.root, &["--as-of", "2026-11-24"]);
    let page = preview.get("/_preview/anna-berg").text();
    let items = page.lines().filter(|line| line.starts_with("<li>2026-"));
    let expected = [
        "<li>2026-10-31: &lt;b&gt;CKA expired</li>",
        "<li>2026-11-20: <code>available_from</code> has passed</li>",
        "<li>2026-12-01: the publication ends</li>",
    ];
    assert_eq!(items.collect::<Vec<_>>(), expected);
    assert!(!preview.get("/_preview/bo-ek").text().contains("Due:"));
}
