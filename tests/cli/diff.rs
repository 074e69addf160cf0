//! `vitae diff`. Each kind of change has golden files in its three formats: `tests/fixtures/changes/`.

use std::fs;

use regex::Regex;
use serde_json::Value as Json;
use vitae::document::Document;
use vitae::model::profile::Profile;

use crate::golden;
use crate::privacy::full;
use crate::project::{Project, SITE, git, printed, profile, repository, text};
use crate::sampling::every;

const FIXTURES: &str = "tests/fixtures/changes";
const DATE: &str = "2026-03-14T09:30:00+01:00";
const KALLE: &str = "content/consultants/kalle-anka.yaml";
const BO: &str = "content/consultants/bo-ek.yaml";

/// The profile that most cases change.
fn base() -> String {
    fs::read_to_string(repository().join(FIXTURES).join("base.yaml")).expect("the profile")
}

/// Replaces a part of Kalle's profile, which must be there.
fn edit(project: &Project, from: &str, to: &str) {
    let yaml = project.read(KALLE);
    assert!(yaml.contains(from), "{from}");
    project.write(KALLE, yaml.replacen(from, to, 1));
}

fn site(project: &Project, line: &str) {
    project.write("content/site.yaml", format!("{SITE}{line}\n"));
}

fn commit(project: &Project, tag: &str) {
    git(&project.root, DATE, &["add", "-A", "."]);
    git(&project.root, DATE, &["commit", "-q", "--allow-empty", "-m", tag]);
    git(&project.root, DATE, &["tag", tag]);
}

/// Creates a repository with Kalle, Liv with a photo, and Bo, who is inactive.
fn project(name: &str) -> Project {
    let project = Project::site(&format!("diff/{name}"));
    project.write(KALLE, base());
    project.write("content/consultants/liv-sand.yaml", profile("Liv Sand"));
    let photo = repository().join("content/photos/amara-ndukwe.jpg");
    fs::copy(photo, project.root.join("content/photos/liv-sand.jpg")).expect("a photo");
    project.write(BO, profile("Bo Ek").replace("active: true", "active: false"));
    git(&project.root, DATE, &["init", "-q", "-b", "main"]);
    commit(&project, "base");
    project
}

type Case = (&'static str, fn(&Project));

const CASES: [Case; 45] = [
    ("added", |it| it.write("content/consultants/ada-lind.yaml", profile("Ada Lind"))),
    ("withdrawn", |it| edit(it, "active: true", "active: false")),
    ("deleted", |it| fs::remove_file(it.root.join(KALLE)).expect("removable")),
    ("activated", |it| it.write(BO, profile("Bo Ek"))),
    ("renamed", |it| {
        let path = it.root.join("content/consultants/kalle-a.yaml");
        fs::rename(it.root.join(KALLE), path).expect("a renamed file");
    }),
    ("renamed-with-photo", |it| {
        for [from, to] in [
            ["content/consultants/liv-sand.yaml", "content/consultants/liv.yaml"],
            ["content/photos/liv-sand.jpg", "content/photos/liv.jpg"],
        ] {
            fs::rename(it.root.join(from), it.root.join(to)).expect("a renamed file");
        }
    }),
    ("renamed-and-edited", |it| {
        let yaml = base().replace("Data engineer\nbio", "Data architect\nbio");
        it.write("content/consultants/kalle-a.yaml", yaml);
        fs::remove_file(it.root.join(KALLE)).expect("removable");
    }),
    ("field-added", |it| edit(it, "engagement:\n", "engagement:\n  pricing: hourly_rate\n")),
    ("field-removed", |it| edit(it, "  available_from: 2027-03-01\n", "")),
    ("field-replaced", |it| edit(it, "title: Data engineer", "title: Data architect")),
    ("boolean", |it| edit(it, "f_skatt: true", "f_skatt: false")),
    ("words", |it| edit(it, "energy companies", "banks in three countries")),
    ("paragraph-removed", |it| {
        edit(it, "\n    He works with small teams and writes documentation that stays true.\n", "");
    }),
    ("entries", |it| edit(it, "[Kafka, dbt, Airflow]", "[Kafka, Flink, Airflow, Trino]")),
    ("category-added", |it| edit(it, "    cloud:", "    bi: [Metabase]\n    cloud:")),
    ("item-added", |it| {
        edit(
            it,
            "contracts:\n",
            "contracts:\n  - organization: Nordlys\n    start_date: 2026-01\n",
        );
    }),
    ("item-removed", |it| {
        edit(it, "    - name: English\n      level: fluent\n", "");
    }),
    ("item-changed", |it| edit(it, "end_date: 2024-04", "end_date: 2024-03")),
    ("item-renamed", |it| edit(it, "organization: Fossa Energi", "organization: Fossa")),
    ("attribute-added", |it| edit(it, "internal:", "attributes:\n  hobbies: [Sailing]\ninternal:")),
    ("new-email", |it| edit(it, "kalle@example.com", "kalle.anka@example.net")),
    ("email-in-text", |it| edit(it, "stays true.", "stays true. Write to k@example.org.")),
    ("phone-in-text", |it| edit(it, "stays true.", "stays true. Call 070-174 06 05.")),
    ("new-phone", |it| edit(it, "  contact:\n", "  contact:\n    phone: \"+46 70 174 06 58\"\n")),
    ("new-location", |it| edit(it, "city: Göteborg", "city: Malmö")),
    ("new-private-value", |it| edit(it, "internal:", "attributes:\n  salary: 900000\ninternal:")),
    ("private-key", |it| {
        edit(it, "internal:", "attributes:\n  \"8112189876\": Employee\ninternal:");
    }),
    ("private-words", |it| {
        edit(it, "stays true.", "stays true. The names of his customers: do not publish.");
    }),
    ("card", |it| {
        edit(it, "title: Data engineer", "title: Data architect");
        edit(it, "internal:", "card: {location: 14 Home Street}\ninternal:");
    }),
    ("card-skills", |it| {
        edit(it, "[Kafka, dbt, Airflow]", "[Kafka, Flink]");
        edit(it, "internal:", "card: {top_skills: [Payroll]}\ninternal:");
    }),
    ("card-of-a-new-profile", |it| {
        let card = "card: {name: Kalle A, location: 14 Home Street}\n";
        it.write(BO, profile("Bo Ek") + card);
    }),
    ("card-of-a-renamed-profile", |it| {
        let yaml = base() + "card: {headline: Ask for his address}\n";
        it.write("content/consultants/kalle-a.yaml", yaml);
        fs::remove_file(it.root.join(KALLE)).expect("removable");
    }),
    ("date", |it| edit(it, "2026-03-14T", "2026-05-02T")),
    ("another-person", |it| edit(it, "name: Kalle Anka", "name: Ada Lind")),
    ("markdown", |it| {
        edit(it, "title: Data engineer", "title: \"@all <b>#1</b> `x` | [a](b) ~~c~~\"");
    }),
    ("photo-added", |it| {
        let photo = it.root.join("content/photos/liv-sand.jpg");
        fs::copy(photo, it.root.join("content/photos/kalle-anka.jpg")).expect("a photo");
    }),
    ("photo-removed", |it| {
        fs::remove_file(it.root.join("content/photos/liv-sand.jpg")).expect("removable");
    }),
    ("photo-replaced", |it| {
        let photo = repository().join("content/photos/lukasz-brzezniak.jpg");
        fs::copy(photo, it.root.join("content/photos/liv-sand.jpg")).expect("a photo");
    }),
    ("photo-size", |it| site(it, "photo: {max_px: 300}")),
    ("site-title", |it| {
        it.write("content/site.yaml", SITE.replace("Nordvik Profiles", "Nordvik Consultants"));
    }),
    ("cache", |it| site(it, "cache_seconds: 600\nindexing: true")),
    ("host", |it| site(it, "host: caddy")),
    ("template", |it| it.write("templates/pages/robots.txt.j2", "User-agent: *\nDisallow: /\n")),
    ("only-private", |it| {
        edit(it, "a higher rate", "a much higher rate");
        edit(it, "active: true", "# A comment.\nactive: true");
        it.write(BO, profile("Bo Berg").replace("active: true", "active: false"));
    }),
    ("several", |it| {
        edit(it, "title: Data engineer", "title: Data architect");
        it.write(BO, profile("Bo Ek"));
        it.write("content/site.yaml", SITE.replace("Public profiles", "Profiles"));
    }),
];

/// Returns what a command prints, without the names of commits.
fn output(project: &Project, arguments: &str, code: i32) -> String {
    let output = project.run(arguments);
    assert_eq!(output.status.code(), Some(code), "{arguments}: {}", text(&output));
    let commit = Regex::new("[0-9a-f]{12}").expect("a valid pattern");
    commit.replace_all(&printed(&output), "<commit>").into_owned()
}

#[test]
fn each_kind_of_change_is_shown() {
    for (number, (name, change)) in CASES.into_iter().enumerate() {
        let project = project(name);
        change(&project);
        let code = if name == "only-private" { 0 } else { 3 };
        let formats = [("human", "txt"), ("markdown", "md"), ("json", "json")];
        let [_, _, working_tree] = formats.map(|(format, extension)| {
            let printed =
                output(&project, &format!("diff base --format {format} --exit-code"), code);
            golden::assert_matches(&format!("{FIXTURES}/{name}.{extension}"), &printed);
            printed
        });
        if number % every(1) != 0 {
            continue;
        }
        // A committed change is the same.
        commit(&project, "head");
        let head = output(&project, "diff base --head head --format json", 0);
        let [mut working_tree, mut head] =
            [working_tree, head].map(|text| serde_json::from_str::<Json>(&text).expect("JSON"));
        for document in [&mut working_tree, &mut head] {
            document["head"] = Json::Null;
        }
        assert_eq!(working_tree, head, "{name}");
    }
}

const NY: &str = "content/consultants/ny-person.yaml";

/// Returns a profile that becomes public in 2099.
fn coming() -> String {
    let from = "active: true\npublish_from: 2099-12-01\n";
    base().replace("Kalle Anka", "Ny Person").replace("active: true\n", from)
}

#[test]
fn shows_what_becomes_public_later() {
    let project = project("coming");
    project.write(NY, coming());
    // Never public: inactive, and ended before it can begin.
    let hidden = coming().replace("Ny Person", "Canary");
    project.write(BO, hidden.replace("active: true", "active: false"));
    let ended = hidden.replace("publish_from: 2099-12-01", "publish_until: 2020-01-01");
    project.write("content/consultants/ended-person.yaml", ended);
    for (format, extension) in [("human", "txt"), ("markdown", "md"), ("json", "json")] {
        let plain = output(&project, &format!("diff base --format {format}"), 0);
        assert!(!plain.contains("coming") && !plain.contains("ny-person"), "{plain}");
        let shown = output(&project, &format!("diff base --coming --format {format}"), 0);
        golden::assert_matches(&format!("{FIXTURES}/coming.{extension}"), &shown);
        let is_private = |word| shown.to_lowercase().contains(word);
        assert!(![CANARY, "higher rate"].into_iter().any(is_private), "{shown}");
    }
    output(&project, "diff base --coming --exit-code", 3);
    let json = |arguments: &str| {
        serde_json::from_str::<Json>(&output(&project, arguments, 0)).expect("JSON")
    };
    let coming_json = json("diff base --coming --format json");
    project.succeed("build");
    let built = json("diff dist --coming --format json");
    assert_eq!(built["coming"], coming_json["coming"]);
    // Exactly what the first day publishes.
    let mut shown = coming_json["coming"][0].clone();
    assert_eq!(shown.as_object_mut().expect("a group").remove("date"), Some("2099-12-01".into()));
    let first_day = json("diff base --as-of 2099-12-01 --format json");
    assert_eq!(first_day["consultants"][0], shown);
    // What has been reviewed is not shown again, also on another day.
    commit(&project, "reviewed");
    project.write(NY, coming().replace("2099-12-01", "2099-12-24"));
    assert_eq!(json("diff reviewed --coming --format json")["coming"], serde_json::json!([]));
    project.write(NY, coming().replace("Ny Person", "Nyare Person"));
    let renamed = json("diff reviewed --coming --format json");
    assert_eq!(renamed["coming"][0]["fields"][0]["path"], "name");
}

#[test]
fn a_built_site_is_a_base() {
    let project = project("built");
    project.succeed("build");
    assert!(output(&project, "diff dist --exit-code", 0).contains("nothing changes in public"));
    edit(&project, "title: Data engineer", "title: Data architect");
    fs::remove_file(project.root.join("content/photos/liv-sand.jpg")).expect("removable");
    project.write(BO, profile("Bo Ek"));
    let expected = "1 added, 2 changed";
    let printed = output(&project, "diff dist --exit-code", 3);
    for line in [
        "changed kalle-anka",
        "~ title: Data engineer -> Data architect",
        "added bo-ek",
        "~ photo: removed",
        expected,
    ] {
        assert!(printed.contains(line), "{printed}");
    }
    project.succeed("build");
    assert!(output(&project, "diff dist", 0).contains("nothing changes in public"));
    let error = project.run("diff dist --head HEAD");
    assert_eq!(error.status.code(), Some(2), "{}", text(&error));
}

#[test]
fn the_default_base_is_the_commit_in_common_with_the_default_branch() {
    let origin = project("default/origin");
    let project = Project::empty("diff/default/clone");
    fs::remove_dir_all(&project.root).expect("removable");
    let url = origin.root.display().to_string();
    git(&origin.root, DATE, &["clone", "-q", &url, &project.root.display().to_string()]);
    git(&project.root, DATE, &["checkout", "-q", "-b", "topic"]);
    edit(&project, "title: Data engineer", "title: Data architect");
    git(&project.root, DATE, &["commit", "-q", "-am", "topic"]);
    // What others change meanwhile is not shown.
    origin.write(BO, profile("Bo Ek"));
    git(&origin.root, DATE, &["commit", "-q", "-am", "others"]);
    git(&project.root, DATE, &["fetch", "-q"]);
    let printed = output(&project, "diff", 0);
    assert!(printed.contains("~ title: Data engineer -> Data architect"), "{printed}");
    assert!(!printed.contains("bo-ek"), "{printed}");
    // A shallow clone without the commit in common.
    let shallow = Project::empty("diff/default/shallow");
    fs::remove_dir_all(&shallow.root).expect("removable");
    let url = format!("file://{}", project.root.display());
    git(
        &origin.root,
        DATE,
        &["clone", "-q", "--depth", "1", &url, &shallow.root.display().to_string()],
    );
    git(&shallow.root, DATE, &["remote", "add", "other", &origin.root.display().to_string()]);
    let missing = shallow.run("diff base");
    assert_eq!(missing.status.code(), Some(2), "{}", text(&missing));
    assert!(text(&missing).contains("git fetch --unshallow"), "{}", text(&missing));
}

#[test]
fn errors_are_reported_instead_of_changes() {
    let project = project("errors");
    edit(&project, "2027-03-01", "soon");
    let printed = output(&project, "diff base", 1);
    assert!(printed.contains("error[invalid-date]") && printed.contains("nothing was compared"));
    let json: Json =
        serde_json::from_str(&output(&project, "diff base --format json", 1)).expect("JSON");
    assert_eq!(json["diagnostics"][0]["code"], "invalid-date");
    let unknown = output(&project, "diff no-such-branch", 2);
    assert!(unknown.contains("`no-such-branch` is neither a commit nor a built site"), "{unknown}");
    edit(&project, "soon", "2027-03-01");
    project.write("content/site.yaml", "title: [");
    commit(&project, "broken");
    project.write("content/site.yaml", SITE);
    assert!(output(&project, "diff broken", 2).contains("site.yaml has errors in <commit>"));
}

#[test]
fn names_consultants_with_errors_in_the_base() {
    let project = project("base-errors");
    edit(&project, "2027-03-01", "soon");
    project.write(BO, "active: false\nname: [\n");
    commit(&project, "broken");
    for change in ["deleted", "fixed"] {
        match change {
            "deleted" => fs::remove_file(project.root.join(KALLE)).expect("removable"),
            _ => project.write(KALLE, base()),
        }
        project.write(BO, profile("Bo Ek").replace("active: true", "active: false"));
        let human = output(&project, "diff broken", 0);
        assert!(human.contains("! kalle-anka: the file has errors in the base"), "{human}");
        // An inactive consultant is not named.
        assert!(!human.contains("bo-ek"), "{human}");
        let markdown = output(&project, "diff broken --format markdown", 0);
        assert!(
            markdown.contains("**<code>kalle&#45;anka</code>: the file has errors"),
            "{markdown}"
        );
        let json = output(&project, "diff broken --format json --exit-code", 3);
        let json: Json = serde_json::from_str(&json).expect("JSON");
        assert_eq!(json["unknown"], serde_json::json!(["kalle-anka"]), "{change}");
    }
}

/// The unique word of the private values.
const CANARY: &str = "canary";

#[test]
fn shows_nothing_private() {
    let schema = Profile::editor_schema();
    let document = full(&serde_json::to_value(schema).expect("a schema"), "canary");
    let mut inactive = document.clone();
    inactive["active"] = Json::Bool(false);
    let project = project("private");
    project.write("content/consultants/ines-vik.yaml", inactive.to_string());
    let mut public = serde_yaml::from_str::<Json>(&base()).expect("YAML");
    public["internal"] = document["internal"].clone();
    project.write(KALLE, public.to_string());
    commit(&project, "private");
    // Private values change, and a public one with them.
    inactive["name"] = Json::String("Canary Two".to_owned());
    inactive["internal"] = serde_json::json!({ "canary": "canary two" });
    project.write("content/consultants/ines-vik.yaml", inactive.to_string());
    public["title"] = Json::String("Data architect".to_owned());
    public["internal"] = inactive["internal"].clone();
    project.write(KALLE, public.to_string());
    // A person who was public, and is not any more.
    project.write("content/consultants/canary-liv.yaml", profile("Canary Liv"));
    commit(&project, "public");
    project.write(
        "content/consultants/canary-liv.yaml",
        profile("Canary Liv").replace("active: true", "active: false"),
    );
    for format in ["human", "markdown", "json"] {
        let run = |base: &str| printed(&project.run(&format!("diff {base} --format {format}")));
        let shown = run("private");
        assert!(shown.contains("Data architect"), "{shown}");
        assert!(!shown.to_lowercase().contains(CANARY), "{shown}");
        // Only the identifier of a withdrawn consultant is shown.
        let withdrawn = run("public").replace("canary-liv", "").replace("canary&#45;liv", "");
        assert!(withdrawn.contains("withdrawn"), "{withdrawn}");
        assert!(!withdrawn.to_lowercase().contains(CANARY), "{withdrawn}");
    }
}
