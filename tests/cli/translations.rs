//! A site in another language: `translations/<language>/`.

use std::collections::BTreeMap;
use std::time::Instant;

use proptest::prelude::*;
use proptest::sample::{Index, select};
use serde_json::{Value as Json, json};
use vitae::Options;
use vitae::source::{Modified, Sources};
use vitae::templates::Templates;

use crate::compilation::compile;
use crate::linters::installed;
use crate::nginx::Nginx;
use crate::project::{Project, SITE, day, profile, text};
use crate::sampling::sampled;
use crate::serve::Preview;

const PROFILE: &str = "content/consultants/anna-berg.yaml";
const TRANSLATION: &str = "content/translations/sv/consultants/anna-berg.yaml";
const PUBLISHED: &str = "dist/api/consultant-public/anna-berg";

/// Returns a project with one profile and its Swedish translation.
fn anna(name: &str, translation: &str) -> Project {
    let project = Project::site(&format!("translations/{name}"));
    let texts = "title: Architect\nskills: {categories: {cloud: [Azure, AWS]}}\nemployment: [{organization: Nordvik, role: Lead, url: https://nordvik.example.com}]\n";
    project.write(PROFILE, profile("Anna Berg") + texts);
    project.write(TRANSLATION, translation);
    project
}

/// Returns the published profile of a language; the language of the profiles is `""`.
fn published(project: &Project, language: &str) -> Json {
    let output = project.command("build").env("VITAE_LANGUAGE", language).output();
    let output = output.expect("the program runs");
    assert!(output.status.success(), "{}", text(&output));
    serde_json::from_str(&project.read(PUBLISHED)).expect("JSON")
}

#[test]
fn a_translation_replaces_texts_only() {
    let translation = "title: Arkitekt\nskills: {categories: {cloud: [Moln]}}\nemployment:\n  - of: Nordvik\n    role: Ledare\nattributes: {category_names: {cloud: Molnet}}\n";
    let project = anna("texts", translation);
    let original = published(&project, "");
    let mut expected = original.clone();
    expected["title"] = "Arkitekt".into();
    expected["skills"]["categories"]["cloud"] = json!(["Moln"]);
    expected["employment"][0]["role"] = "Ledare".into();
    // The card is derived.
    expected["card"]["headline"] = "Arkitekt".into();
    expected["card"]["top_skills"] = json!(["Moln"]);
    expected["attributes"] = json!({ "category_names": { "cloud": "Molnet" } });
    assert_eq!(published(&project, "sv"), expected);
    assert_eq!(published(&project, "SV"), expected);
    assert_eq!(published(&project, ""), original);
}

#[test]
fn a_translation_does_not_hide_errors_of_the_profile() {
    let project = anna("errors", "");
    for (original, translation, expected) in [
        ("title: [a, b]", "title: X", "anna-berg.yaml:4:1"),
        ("summary:", "summary: {short: X}", "error[empty-value]"),
        ("employment: text", "employment: [{of: Nordvik, role: Y}]", "must be a list"),
    ] {
        project.write(PROFILE, format!("{}{original}\n", profile("Anna Berg")));
        project.write(TRANSLATION, format!("{translation}\n"));
        let (alone, both) = (project.run("check"), project.run("build --language sv"));
        assert!(text(&alone).contains(expected), "{original}: {}", text(&alone));
        assert!(text(&both).contains(expected), "{original}: {}", text(&both));
        // What the profile lacks can be what its error hides.
        assert!(!text(&both).contains("unused-translation"), "{original}: {}", text(&both));
    }
    // These bytes are an error of the profile, and do not end it.
    project.write(TRANSLATION, "title: X\n");
    project.write(PROFILE, [profile("Anna Berg").as_bytes(), b"# \xFF\xFE\xFF\n"].concat());
    let both = text(&project.run("build --language sv"));
    assert!(both.contains("content/consultants/anna-berg.yaml:4:3"), "{both}");
}

#[test]
fn a_hint_never_reads_the_position_of_a_translated_text() {
    let project = anna("positions", "");
    let block = "|\n    X\n    Y\n";
    for (path, original, translation, expected) in [
        (PROFILE, "bio_short: X\ntitel: Y", format!("bio_short: {block}"), "did you mean `title`?"),
        (
            PROFILE,
            "summary:\n  short: X\ntitel: Y",
            format!("summary:\n  short: {block}"),
            "`title`?",
        ),
        (PROFILE, "bio_short: X\nand more: Y", format!("bio_short: {block}"), "the fields here"),
        ("content/site.yaml", "and more: X", format!("description: {block}"), "the fields here"),
    ] {
        project.write(PROFILE, profile("Anna Berg"));
        project.write("content/site.yaml", SITE);
        let before = project.read(path);
        project.write(path, format!("{before}{original}\n"));
        let translated = path.replace("content/", "content/translations/sv/");
        project.write(&translated, translation);
        let errors = ["check", "check --language sv", "check --fix --dry-run --language sv"]
            .map(|command| project.run(command));
        for output in &errors {
            assert_eq!(output.status.code(), Some(1), "{}", text(output));
            assert!(text(output).contains(expected), "{original}: {}", text(output));
        }
        std::fs::remove_file(project.root.join(translated)).expect("removable");
    }
}

/// Checks a profile and its translation in Swedish; returns the text for people and the diagnostics as JSON.
fn checked(project: &Project, profile: &str, translation: &str) -> (String, Vec<Json>) {
    project.write(PROFILE, profile);
    project.write(TRANSLATION, translation);
    let human = text(&project.run("check --language sv"));
    let json = project.run("check --language sv --format json").stdout;
    let json: Json = serde_json::from_slice(&json).expect("JSON");
    let mut diagnostics = json["diagnostics"].as_array().expect("a list").clone();
    diagnostics.retain(|diagnostic| diagnostic["code"] != "not-in-history");
    (human, diagnostics)
}

#[test]
fn each_diagnostic_shows_the_line_of_its_own_file() {
    let project = anna("lines", "");
    // Neither file ends with a line break.
    let country = "personal:\n  location:\n    country: Sverigee";
    let yaml = profile("Anna Berg") + country;
    let line = yaml.lines().count();
    for translation in ["title: Arkitekt", "titel: Arkitekt", "# nothing", ""] {
        let (human, diagnostics) = checked(&project, &yaml, translation);
        assert!(human.contains("|     country: Sverigee\n"), "{translation}: {human}");
        let of_profile = diagnostics.iter().find(|it| it["code"] == "unknown-country");
        let of_profile = of_profile.expect("a warning");
        assert_eq!(of_profile["source_line"], "    country: Sverigee", "{translation}");
        assert_eq!((&of_profile["line"], &of_profile["column"]), (&json!(line), &json!(14)));
        for other in diagnostics.iter().filter(|it| it["file"] == TRANSLATION) {
            assert_eq!(other["source_line"], translation);
            assert_eq!((&other["line"], &other["column"]), (&json!(1), &json!(1)));
        }
    }
}

#[test]
fn two_large_files_keep_their_lines() {
    let project = anna("large", "");
    let comments = format!("# {}\n", "x".repeat(76)).repeat(660_000 / 79);
    let yaml = profile("Anna Berg") + &comments + "titel: Architect\n";
    let translation = comments + "titel: Arkitekt\n";
    let (human, diagnostics) = checked(&project, &yaml, &translation);
    assert_eq!(diagnostics.len(), 2, "{diagnostics:?}");
    for (diagnostic, path, whole) in
        [(&diagnostics[0], PROFILE, &yaml), (&diagnostics[1], TRANSLATION, &translation)]
    {
        let (line, source_line) = whole.lines().enumerate().last().expect("a line");
        assert_eq!(diagnostic["file"], path);
        assert_eq!((&diagnostic["line"], &diagnostic["column"]), (&json!(line + 1), &json!(1)));
        assert_eq!(diagnostic["source_line"], source_line);
        assert!(human.contains(&format!("{path}:{}:1", line + 1)), "{human}");
        assert!(human.contains(&format!("{} | {source_line}\n", line + 1)), "{human}");
    }
}

#[test]
fn similar_names_are_searched_for_reported_items_only() {
    let project = anna("suggestions", "");
    let list = |count: usize, item: &dyn Fn(usize) -> String| {
        format!("employment:\n{}", (0..count).map(item).collect::<String>())
    };
    let items =
        list(4000, &|number| format!("  - {{organization: Company {number}, role: Dev}}\n"));
    project.write(PROFILE, profile("Anna Berg") + &items);
    let elapsed = |count: usize| {
        let texts = list(count, &|number| format!("  - {{of: Firm {number}, role: Utvecklare}}\n"));
        project.write(TRANSLATION, texts);
        let start = Instant::now();
        let output = text(&project.run("check --language sv --no-cache --format json"));
        assert_eq!(output.matches("\"unused-translation\"").count(), 50);
        start.elapsed()
    };
    // As many are reported.
    let (few, all) = (elapsed(50), elapsed(4000));
    assert!(all < few * 10, "{few:?} for 50 items, {all:?} for 4000");
}

#[test]
fn a_hint_says_what_to_write_in_a_translation() {
    let project = anna("hints", "");
    let profile = project.read(PROFILE);
    let (start, _) = profile.split_once("Lead,").expect("an item");
    let second = "Lead}, {organization: Svalöv Data AB, start_date: 2015-08, key_results: [One, Two]}]\nsummary: {short: A sentence.}\n";
    project.write(PROFILE, start.to_owned() + second);
    let item = |of: &str| format!("employment:\n  - of: {of}\n    role: Ledare\n");
    for (translation, expected) in [
        (item("Svalöv"), "did you mean `Svalöv Data AB`?"),
        (item("Nordvik (2021–)"), "did you mean `Nordvik`?"),
        (item("Ledare"), "write which item is translated: `of: Nordvik` or `of: Svalöv Data AB`"),
        (item("{organization: Vik, start_date: 2015}"), "`of: Nordvik` or `of: Svalöv Data AB`"),
        (
            "employment:\n  - of: Svalöv Data AB\n    key_results: [Ett]\n".into(),
            "has 2 items in the profile, and 1 here",
        ),
        ("Architect: Arkitekt\n".into(), "it is the text of `title`: write this key"),
        ("A sentence.: En mening.\n".into(), "it is the text of `summary.short`"),
        ("Projektledare: Ja\n".into(), "the fields here are name, title, bio_short"),
        ("title: \"\"\n".into(), "`title` has no value: the original is published"),
        ("summary:\n#  short: En mening.\n".into(), "the line `short: …` below it is a comment"),
        (
            "employment:\n#  - of: Nordvik\n    role: Ledare\n".into(),
            "the line `- of: Nordvik` that starts this item is a comment",
        ),
    ] {
        project.write(TRANSLATION, &translation);
        let printed = text(&project.run("check --language sv"));
        assert!(printed.contains(expected), "{translation}: {printed}");
        assert_eq!(printed.matches(" = help:").count(), 1, "{translation}: {printed}");
    }
}

#[test]
fn open_values_are_replaced_by_values_of_the_same_kind() {
    let project = anna("open", "");
    let original =
        "attributes:\n  own: {of: a, text: b, list: [{c: d}]}\n  group: {a: b}\n  single: e\n";
    project.write(PROFILE, profile("Anna Berg") + original);
    let translation =
        "attributes:\n  own: {of: A, list: [{c: D}, e]}\n  group: text\n  single: [e]\n";
    project.write(TRANSLATION, translation);
    let expected = json!({ "own": { "of": "A", "text": "b", "list": [{ "c": "D" }, "e"] }, "group": { "a": "b" }, "single": "e" });
    assert_eq!(published(&project, "sv")["attributes"], expected);
    let output = text(&project.run("check --language sv"));
    assert_eq!(output.matches("warning[unused-translation]").count(), 2, "{output}");
}

#[test]
fn a_name_of_a_category_is_published_with_its_category_only() {
    let names = "attributes: {category_names: {cloud: Molnet, gone: Borta}}\n";
    let project = anna("names", names);
    let original = project.read(PROFILE);
    let check = |count: usize| {
        let output = text(&project.run("check --language sv"));
        assert!(output.contains(&format!("{count} warning")), "{output}");
        output
    };
    assert!(check(1).contains("the profile has no category `gone`: its name is not used"));
    let published_names =
        |language| published(&project, language)["attributes"].get("category_names").cloned();
    assert_eq!(published_names("sv"), Some(json!({ "cloud": "Molnet" })));
    // The last name goes, too.
    project.write(PROFILE, original.replace("cloud:", "data:"));
    assert!(check(2).contains("no category `cloud`"));
    assert_eq!(published_names("sv"), None);
    // In the profile, too; names of an open place of its own stay.
    let others = "attributes: {category_names: {gone: Gone}, other: {gone: Gone}}\n";
    project.write(PROFILE, original + others);
    let output = check(2);
    assert!(output.contains("warning[unused-category-name]"), "{output}");
    assert_eq!(published(&project, "")["attributes"], json!({ "other": { "gone": "Gone" } }));
    assert_eq!(published_names("sv"), Some(json!({ "cloud": "Molnet" })));
    // A category without skills has no name.
    project.write(PROFILE, profile("Anna Berg") + "skills: {categories: {cloud: []}}\n");
    assert_eq!(published_names("sv"), None);
}

#[test]
fn a_translation_has_the_key_or_the_name_of_a_category() {
    let project = anna("written-names", "");
    let categories = "skills: {categories: {Cloud & DevOps: [Azure], c_sharp: [LINQ]}}\n";
    project.write(PROFILE, profile("Anna Berg") + categories);
    for name in ["Cloud & DevOps", "cloud_devops", "Cloud-devops"] {
        let skills = format!("skills: {{categories: {{{name}: [Moln], C#: [Frågor]}}}}\n");
        project.write(TRANSLATION, &skills);
        let translated = published(&project, "sv");
        let expected = json!({ "cloud_devops": ["Moln"], "c_sharp": ["Frågor"] });
        assert_eq!(translated["skills"]["categories"], expected, "{name}");
        assert_eq!(
            translated["attributes"],
            json!({ "category_names": { "cloud_devops": "Cloud & DevOps" } })
        );
        let names = "attributes: {category_names: {cloud_devops: Moln & drift}}\n";
        project.write(TRANSLATION, skills + names);
        assert_eq!(
            published(&project, "sv")["attributes"],
            json!({ "category_names": { "cloud_devops": "Moln & drift" } })
        );
    }
}

#[test]
fn withdrawals_name_the_sites_in_other_languages() {
    let project = anna("withdrawal", "title: Arkitekt\n");
    project.write("content/translations/en-GB/site.yaml", "title: Profiles\n");
    project.write("content/translations/notes/readme.txt", "");
    let build = |language: &str| {
        project.write(PROFILE, profile("Anna Berg"));
        project.succeed(&format!("build{language}"));
        project.write(PROFILE, profile("Anna Berg").replace("active: true", "active: false"));
        text(&project.run(&format!("build{language}")))
    };
    let of_profiles = build("");
    for line in [
        "check: vitae verify '<URL of the site>' --gone anna-berg --at",
        "build and deploy `en-GB`, then check: vitae verify '<URL of en-GB>' --language en-GB --gone anna-berg\n",
        "build and deploy `sv`, then check: vitae verify '<URL of sv>' --language sv --gone anna-berg\n",
    ] {
        assert!(of_profiles.contains(line), "{of_profiles}");
    }
    assert!(!of_profiles.contains("notes"), "{of_profiles}");
    let of_sv = build(" --language sv --host nginx");
    for line in [
        "\ncheck: vitae verify '<URL of the site>' --language sv --host nginx --gone anna-berg\n",
        "build and deploy the site of the profiles, then check: vitae verify '<URL of the site>' --host nginx --gone anna-berg\n",
        "build and deploy `en-GB`, then check: vitae verify '<URL of en-GB>' --language en-GB --host nginx --gone anna-berg\n",
    ] {
        assert!(of_sv.contains(line), "{of_sv}");
    }
    assert!(!of_sv.contains("`sv`"), "{of_sv}");
}

#[test]
fn an_unknown_language_is_an_error() {
    let project = anna("unknown", "title: Arkitekt\n");
    project.succeed("build");
    for command in ["build", "check", "diff dist", "due", "verify https://profiles.example.com"] {
        let output = project.run(&format!("{command} --language de"));
        assert_eq!(output.status.code(), Some(2), "{command}");
        assert!(text(&output).contains("no translations into"), "{command}: {}", text(&output));
    }
    // What the help says: the last translated profile can be withdrawn from its site.
    project.write("content/translations/de/site.yaml", "");
    project.succeed("build --language de");
}

#[test]
fn an_error_of_a_translation_never_depends_on_the_profile() {
    let project = anna("independent", "");
    let number = "attributes: {ref: 811228-9874}\n";
    let allowed = profile("Anna Berg") + number + "internal: {published: [attributes.ref]}\n";
    let errors = |profile: &str, translation| {
        let (human, diagnostics) = checked(&project, profile, translation);
        let errors = diagnostics.into_iter().filter(|it| it["severity"] == "error");
        (human, errors.map(|it| it["code"].clone()).collect::<Vec<_>>())
    };
    assert_eq!(errors(&allowed, "title: Arkitekt\n").1, [""; 0]);
    // The number of a translation is not hidden by the profile, which a withdrawal can reduce.
    for profile in [&allowed, "active: false\nname: Anna Berg\n"] {
        let (human, codes) = errors(profile, number);
        assert_eq!(codes, ["personal-number"], "{human}");
        assert!(human.contains("delete the number here"), "{human}");
    }
}

#[test]
fn an_error_of_the_profile_is_reported_once() {
    let project = anna("once", "bio_short: Text\n");
    project.write(PROFILE, "titel: Y\n");
    let output = text(&project.run("check"));
    assert!(output.contains("3 errors in "), "{output}");
}

#[test]
fn the_site_has_its_own_texts_and_address() {
    let project = anna("site", "title: Arkitekt\n");
    project.write("content/site.yaml", format!("{SITE}base_url: https://en.example.com\n"));
    let start = || project.read("dist/index.html");
    project.succeed("build --language sv");
    assert!(!start().contains("en.example.com"));
    let site = "title: Profiler\ndescription: Våra konsulter.\nbase_url: https://sv.example.com\n";
    project.write("content/translations/sv/site.yaml", site);
    project.succeed("build --language sv");
    assert!(start().contains("<h1 lang=\"sv\">Profiler</h1>"));
    assert!(project.read("dist/_internal/json-resume/anna-berg.json").contains("sv.example.com"));
    project.write("content/translations/sv/site.yaml", "cache_seconds: 1\n");
    assert!(text(&project.run("build --language sv")).contains("error[untranslatable-field]"));
}

#[test]
fn the_site_of_each_language_is_as_expected_on_nginx() {
    let Some(_) = installed("/usr/sbin/nginx".as_ref(), "apt install nginx") else { return };
    let project = Project::sample_with_one_photo("translations/nginx");
    for (language, other) in [("", " --language sv"), (" --language sv", "")] {
        project.succeed(&format!("build --host nginx{language}"));
        let nginx = Nginx::start(&project);
        let verify = format!("verify {} --host nginx", nginx.url);
        project.succeed(&format!("{verify}{language}"));
        assert_eq!(project.run(&format!("{verify}{other}")).status.code(), Some(1));
        let schema = project.read("dist/schemas/consultant-profile-1.0.json");
        let schema = serde_json::from_str(&schema).expect("JSON");
        let validator = jsonschema::validator_for(&schema).expect("a schema");
        let profiles = project.files("dist/api/consultant-public");
        assert!(profiles.len() > 3, "{:?}", profiles.keys());
        for (path, profile) in profiles {
            let profile = serde_json::from_slice(&profile).expect("JSON");
            assert!(validator.is_valid(&profile), "{path}{language}");
        }
    }
}

#[test]
fn profiles_without_a_translation_can_be_left_out() {
    let project = anna("left-out", "# title: Architect\n");
    assert_eq!(published(&project, "sv")["title"], "Architect");
    project.write("content/translations/sv/site.yaml", "untranslated: leave_out\n");
    let built = project.succeed("build --language sv");
    assert!(built.contains("withdrawn: anna-berg"), "{built}");
    project.write(TRANSLATION, "title: Arkitekt\n");
    assert_eq!(published(&project, "sv")["title"], "Arkitekt");
    assert_eq!(published(&project, "")["title"], "Architect");
}

#[test]
fn a_translator_needs_three_commands() {
    let project = anna("translator", "");
    std::fs::remove_file(project.root.join(TRANSLATION)).expect("removable");
    project.succeed("translate sv anna-berg");
    let skeleton = project.read(TRANSLATION);
    assert!(skeleton.contains("# title: Architect\n"), "{skeleton}");
    assert!(
        skeleton.contains("#   - of: Nordvik\n#     organization: Nordvik\n#     role: Lead\n")
    );
    assert!(!skeleton.contains("active") && !skeleton.contains("url"), "{skeleton}");
    // Deleting each `# ` leaves a valid translation, which is the original.
    let original = published(&project, "");
    let uncommented = skeleton.lines().map(|line| match line.strip_prefix("# ") {
        Some(line) if !line.starts_with("yaml-language-server") => format!("{line}\n"),
        _ => format!("{line}\n"),
    });
    project.write(TRANSLATION, uncommented.collect::<String>());
    assert_eq!(project.succeed("check anna-berg"), "no errors or warnings\n");
    assert_eq!(published(&project, "sv"), original);
    assert!(project.succeed("translate sv anna-berg").contains("every text"));
    project.write(TRANSLATION, "title: Arkitekt\n");
    let missing = project.succeed("translate sv anna-berg");
    assert!(missing.contains("#     role: Lead\n") && !missing.contains("title"), "{missing}");
}

#[test]
fn an_item_is_named_by_few_fields_without_translations() {
    let project = anna("named", "");
    let item = |more: &str| format!("  - {{organization: A, role: Dev, {more}}}\n");
    let items = item("start_date: 2019-03, summary: X") + &item("start_date: 2021-03");
    project.write(PROFILE, profile("Anna Berg") + "employment:\n" + &items);
    let missing = project.succeed("translate sv anna-berg");
    let of =
        "- of:\n#       organization: A\n#       start_date: \"2019-03\"\n#     organization: A\n";
    assert!(missing.contains(of), "{missing}");
}

#[test]
fn a_translation_can_repeat_the_sample_content() {
    let project = Project::site("translations/sample");
    project.succeed("init site");
    let run = |arguments: &str| project.succeed(&format!("{arguments} --content site/content"));
    let path = "site/content/consultants/sample-consultant.yaml";
    let name = project.read(path).lines().find(|line| line.starts_with("name:")).map(str::to_owned);
    let translation = "site/content/translations/sv/consultants/sample-consultant.yaml";
    project.write(translation, name.expect("a name"));
    for command in ["check", "check --language sv"] {
        let output = project.command(&format!("{command} --content site/content")).output();
        let printed = text(&output.expect("the program runs"));
        assert!(printed.contains("warning[sample-content]"), "{printed}");
    }
    run("build --language sv --out dist");
}

#[test]
fn each_file_in_the_directory_of_a_language_is_used_or_reported() {
    let project = anna("files", "title: Arkitekt\n");
    for (name, expected) in [
        ("anna-berg.yml", "the translation is `anna-berg.yaml`"),
        ("anna-berg.yaml.txt", "the translation is `anna-berg.yaml`"),
        ("bo.yaml", "no profile has the name"),
        ("../site.yml", "ignored"),
    ] {
        let path = format!("content/translations/sv/consultants/{name}");
        project.write(&path, "title: Arkitekt\n");
        let printed = text(&project.run("check"));
        assert!(printed.contains(expected), "{name}: {printed}");
        std::fs::remove_file(project.root.join(path)).expect("removable");
    }
    assert_eq!(project.succeed("check"), "no errors or warnings\n");
}

#[test]
fn the_cache_keeps_the_rows_of_each_language_until_the_profile_changes() {
    let project = anna("cache", "title: Arkitekt\n");
    let rows = || std::fs::read_to_string(project.root.join(".vitae/cache/rows")).expect("rows");
    published(&project, "");
    published(&project, "sv");
    let count = || rows().matches(",\"anna-berg\",").count();
    assert_eq!(count(), 2, "{}", rows());
    // The first two lines have the version and the time.
    let without_time = || rows().lines().skip(2).map(str::to_owned).collect::<Vec<_>>();
    let before = without_time();
    published(&project, "sv");
    assert_eq!(without_time(), before);
    // A translation changes the row of its language only.
    project.write(TRANSLATION, "title: Arkitekten\n");
    assert_eq!(published(&project, "sv")["title"], "Arkitekten");
    let yaml = project.read(PROFILE).replace("active: true", "active: false");
    project.write(PROFILE, yaml);
    project.succeed("check");
    assert_eq!(count(), 1, "{}", rows());
    assert!(!rows().contains("active\":{") && !rows().contains("date"), "{}", rows());
}

#[test]
fn a_translation_comes_moves_and_goes_with_a_warm_cache() {
    let project = anna("warm", "");
    let bo = "content/translations/sv/consultants/bo-lind.yaml";
    project.write("content/consultants/bo-lind.yaml", profile("Bo Lind") + "title: Architect\n");
    project.write("content/translations/sv/site.yaml", "title: Profiler\n");
    let path = |path: &str| project.root.join(path);
    let remove = |file: &str| std::fs::remove_file(path(file)).expect("removable");
    let titles = || {
        let first = published(&project, "sv")["title"].clone();
        let second = project.read("dist/api/consultant-public/bo-lind");
        let second: Json = serde_json::from_str(&second).expect("JSON");
        [first, second["title"].clone()]
    };
    remove(TRANSLATION);
    assert_eq!(titles(), ["Architect", "Architect"]);
    project.write(TRANSLATION, "title: Arkitekt\n");
    assert_eq!(titles(), ["Arkitekt", "Architect"]);
    // A rename keeps the size, the times and the inode of the file.
    std::fs::rename(path(TRANSLATION), path(bo)).expect("renamed");
    assert_eq!(titles(), ["Architect", "Arkitekt"]);
    std::fs::rename(path(bo), path(TRANSLATION)).expect("renamed");
    assert_eq!(titles(), ["Arkitekt", "Architect"]);
    // Text that moves from the end of one file to the start of the other.
    project.write(PROFILE, profile("Anna Berg") + "title: Architect\nbio_short: X\n");
    project.write(TRANSLATION, "");
    assert_eq!(titles(), ["Architect", "Architect"]);
    project.write(PROFILE, profile("Anna Berg") + "title: Architect\n");
    project.write(TRANSLATION, "bio_short: X\n");
    let output = text(&project.run("check --language sv"));
    assert!(output.contains("warning[unused-translation]"), "{output}");
    remove(TRANSLATION);
    assert_eq!(titles(), ["Architect", "Architect"]);
    assert_eq!(published(&project, "sv")["bio_short"], Json::Null);
}

#[test]
fn the_preview_shows_a_language_and_the_errors_of_its_translations() {
    let project = anna("preview", "title: Arkitekt\n");
    let mut preview = Preview::start(&project.root, &["--language", "sv"]);
    preview.line_with("no errors");
    assert!(preview.get("/_preview/anna-berg").text().contains("Arkitekt"));
    project.write(TRANSLATION, "active: false\n");
    preview.line_with("1 error");
    let page = preview.get("/_preview/anna-berg").text();
    assert!(page.contains("cannot be translated") && page.contains("Arkitekt"), "{page}");
    project.write(TRANSLATION, "title: Arkitekten\n");
    preview.line_with("no errors");
    assert!(preview.get("/api/consultant-public/anna-berg").text().contains("Arkitekten"));
}

#[test]
fn a_diff_compares_the_site_in_a_language() {
    let project = anna("diff", "title: Arkitekt\n");
    crate::project::git(&project.root, "2026-03-14T09:30:00+01:00", &["init", "--quiet"]);
    let commit = || {
        for arguments in [&["add", "."][..], &["commit", "--quiet", "--message=Translate"]] {
            crate::project::git(&project.root, "2026-03-14T09:30:00+01:00", arguments);
        }
    };
    std::fs::remove_dir_all(project.root.join("content/translations")).expect("removable");
    project.write("content/consultants/bo-lind.yaml", profile("Bo Lind"));
    commit();
    // The first translation starts a site with all consultants.
    project.write(TRANSLATION, "title: Arkitekt\n");
    let changes = project.succeed("diff HEAD --language sv");
    assert!(changes.contains("anna-berg") && changes.contains("bo-lind"), "{changes}");
    commit();
    project.write(TRANSLATION, "title: Arkitekten\n");
    let changes = project.succeed("diff HEAD --language sv");
    assert!(changes.contains("Arkitekten") && !changes.contains("Architect"), "{changes}");
    assert!(!project.succeed("diff HEAD").contains("anna-berg"));
    let of_language = project.succeed("diff HEAD --language sv --format markdown");
    assert!(of_language.starts_with("### Public profiles in <code>sv</code>: "), "{of_language}");
    // Without its last translation, a site ends, and no build of it withdraws its profiles.
    std::fs::remove_dir_all(project.root.join("content/translations")).expect("removable");
    let ended = project.succeed("diff HEAD --language sv");
    assert!(ended.contains("2 withdrawn") && ended.contains("take down the site"), "{ended}");
    assert!(!ended.contains("vitae verify") && !ended.contains("of the site\n"), "{ended}");
    let started = project.succeed("diff HEAD~1 --head HEAD --language sv");
    assert!(started.contains("Arkitekt"), "{started}");
    let ended = project.succeed("diff HEAD --head HEAD~1 --language SV");
    assert!(ended.contains("2 withdrawn"), "{ended}");
    // The settings of the head do not matter for this.
    let git = |arguments: &[&str]| {
        crate::project::git(&project.root, "2026-03-14T09:30:00+01:00", arguments);
    };
    for before in ["content/site.yaml", "content"] {
        git(&["rm", "-r", "--quiet", "--force", "content/translations", before]);
        git(&["commit", "--quiet", "--message=Remove"]);
        git(&["tag", "--force", "removed"]);
        git(&["reset", "--quiet", "--hard", "HEAD~1"]);
        let ended = project.succeed("diff HEAD --head removed --language sv");
        assert!(ended.contains("2 withdrawn") && ended.contains("into `sv`"), "{before}: {ended}");
    }
    let unknown = project.run("diff HEAD --language de");
    assert_eq!(unknown.status.code(), Some(2), "{}", text(&unknown));
    assert!(text(&unknown).contains("no translations into `de`"), "{}", text(&unknown));
}

#[cfg(unix)]
#[test]
fn a_symbolic_link_hides_no_translation() {
    let project = anna("link", "title: Arkitekt\n");
    let git = |arguments: &[&str]| {
        crate::project::git(&project.root, "2026-03-14T09:30:00+01:00", arguments);
    };
    git(&["init", "--quiet"]);
    git(&["add", "."]);
    git(&["commit", "--quiet", "--message=Translate"]);
    for link in [
        "content/consultants/anna-berg.yaml",
        "content/translations/sv/consultants/anna-berg.yaml",
        "content/translations/sv",
        "content/translations",
    ] {
        let (path, target) = (project.root.join(link), project.root.join("target of the link"));
        std::fs::rename(&path, &target).expect("movable");
        std::os::unix::fs::symlink(&target, &path).expect("a new link");
        for command in ["check", "build", "diff HEAD"] {
            let output = project.run(&format!("{command} --language SV"));
            assert_eq!(output.status.code(), Some(1), "{command} {link}: {}", text(&output));
            assert!(text(&output).contains("error[symbolic-link]"), "{link}: {}", text(&output));
        }
        std::fs::remove_file(&path).expect("the link");
        std::fs::rename(&target, &path).expect("movable");
    }
    project.succeed("check --language sv");
}

#[test]
fn nothing_private_of_a_translation_is_published() {
    let project = anna("privacy", "# canary in a comment\ntitle: Arkitekt # canary\n");
    project.write("content/consultants/bo-lind.yaml", "active: false\nname: Bo\ntitle: B\n");
    let inactive = "title: Canary\nname: Canary\n";
    project.write("content/translations/sv/consultants/bo-lind.yaml", inactive);
    let other = "title: Canary\nbio_short: Canary\n";
    project.write("content/translations/de/consultants/anna-berg.yaml", other);
    let unused = "employment: [{of: Canary, role: Canary}]\n";
    project.write(TRANSLATION, project.read(TRANSLATION) + unused);
    published(&project, "sv");
    published(&project, "");
    published(&project, "sv");
    for (path, bytes) in project.files("dist").into_iter().chain(project.files(".vitae")) {
        let text = String::from_utf8_lossy(&bytes).to_lowercase();
        assert!(!text.contains("canary"), "{path}");
        assert!(path.ends_with("rows") || !text.contains("bo-lind"), "{path}");
    }
}

/// An item of `employment`: a number that no translation changes, its organization, and its role.
type Item = (usize, String, String);

/// A change of a profile alone.
#[derive(Debug, Clone)]
enum Change {
    Add(Index),
    Remove(Index),
    Move(Index, Index),
    Duplicate(Index),
    Rename(Index),
    Retitle,
    Delete,
}

fn changes() -> impl Strategy<Value = Vec<Change>> {
    let change = prop_oneof![
        any::<Index>().prop_map(Change::Add),
        any::<Index>().prop_map(Change::Remove),
        any::<(Index, Index)>().prop_map(|(from, to)| Change::Move(from, to)),
        any::<Index>().prop_map(Change::Duplicate),
        any::<Index>().prop_map(Change::Rename),
        Just(Change::Retitle),
        Just(Change::Delete),
    ];
    prop::collection::vec(change, 0..4)
}

/// Changes a profile: its items, its title; `None` if it is deleted.
fn changed(mut items: Vec<Item>, changes: &[Change]) -> Option<(Vec<Item>, String)> {
    let mut title = "Title".to_owned();
    for (number, change) in changes.iter().enumerate() {
        let new = format!("New {number}");
        let length = items.len();
        match change {
            Change::Add(at) => items.insert(at.index(length + 1), (100 + number, new.clone(), new)),
            Change::Retitle => title = new,
            Change::Delete => return None,
            _ if items.is_empty() => {}
            Change::Remove(at) => drop(items.remove(at.index(length))),
            Change::Move(from, to) => items.swap(from.index(length), to.index(length)),
            Change::Duplicate(at) => items.push(items[at.index(length)].clone()),
            Change::Rename(at) => items[at.index(length)].1 = new,
        }
    }
    Some((items, title))
}

fn item_of_profile((number, organization, role): &Item) -> Json {
    let url = format!("https://example.com/{number}");
    json!({ "organization": organization, "role": role, "url": url, "key_results": [role] })
}

#[test]
fn each_published_text_is_that_of_its_item_or_its_translation() {
    let items =
        prop::collection::vec((select(vec!["Nordvik", "Ashwick", "Aspvik"]), any::<bool>()), 1..6);
    let strategy = (items, any::<bool>(), changes());
    let cases = u32::try_from(sampled(256)).expect("a small number");
    let config = ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() };
    proptest!(config, |((items, has_title, changes) in strategy)| {
        let translated: Vec<bool> = items.iter().map(|(_, translated)| *translated).collect();
        let items: Vec<Item> = items.iter().enumerate()
            .map(|(number, (name, _))| (number, (*name).to_owned(), format!("Role {number}"))).collect();
        let is_only = |name: &str| items.iter().filter(|(_, other, _)| other == name).count() == 1;
        let translation = |(number, name, role): &Item| {
            let of = if is_only(name) { json!(name) } else { json!({ "organization": name, "role": role }) };
            let text = format!("Roll {number}");
            translated[*number].then(|| json!({ "of": of, "role": text, "key_results": [text] }))
        };
        let mut texts = json!({ "employment": items.iter().filter_map(translation).collect::<Vec<_>>() });
        if has_title {
            texts["title"] = "Titel".into();
        }
        for changes in [&[][..], &changes] {
            let mut files = BTreeMap::from([
                ("site.yaml", SITE.to_owned()),
                ("translations/sv/consultants/anna-berg.yaml", texts.to_string()),
            ]);
            let now = changed(items.clone(), changes);
            if let Some((items, title)) = &now {
                let items: Vec<Json> = items.iter().map(item_of_profile).collect();
                let profile = json!({ "active": true, "name": "Anna Berg", "title": title, "employment": items });
                files.insert("consultants/anna-berg.yaml", profile.to_string());
            }
            let date = Modified::Committed("2026-03-14T09:30:00+01:00".into());
            let sources = Sources::from_memory(files, &date).in_language(Some("sv")).expect("a language");
            let (outcome, files) = compile(&sources, &Templates::embedded(), &Options::on(day())).expect("no error");
            prop_assert!(outcome.site.is_some(), "{:?}", outcome.diagnostics);
            let Some((items, title)) = now else {
                prop_assert!(files.is_empty());
                continue;
            };
            let profile = files.iter().find(|file| file.path.contains("consultant-public")).expect("a profile");
            let profile: Json = serde_json::from_slice(&profile.body.bytes().expect("bytes")).expect("JSON");
            prop_assert_eq!(&profile["title"], if has_title { "Titel" } else { title.as_str() });
            let published = profile["employment"].as_array().expect("a list");
            prop_assert_eq!(published.len(), items.len());
            for ((number, organization, role), item) in items.iter().zip(published) {
                let translation = format!("Roll {number}");
                let text = item["role"].as_str().expect("a text");
                let is_translated = translated.get(*number).is_some_and(|translated| *translated);
                prop_assert!(text == role || is_translated && text == translation, "{}: {}", number, item);
                prop_assert!(!changes.is_empty() || !is_translated || text == translation, "{}", item);
                prop_assert_eq!(&item["key_results"][0], text);
                prop_assert_eq!(&item["organization"], organization);
            }
        }
    });
}

#[test]
fn language_tags_ignore_case() {
    let project = Project::site("translations/tags");
    let anna = "active: true\nname: Anna Berg\nlast_modified: 2026-03-14T09:30:00+01:00\ntitle: Architect\n";
    project.write("content/consultants/anna-berg.yaml", anna);
    for (written, tag) in
        [("pt-br", "pt-BR"), ("SV", "sv"), ("sv_SE", "sv-SE"), ("zh_hant", "zh-Hant")]
    {
        let path = format!("content/translations/{written}/consultants/anna-berg.yaml");
        project.write(&path, "title: Arkitekt\n");
        let said = text(&project.run("check"));
        let hint = format!("rename the directory `{written}` to `{tag}`");
        assert!(said.contains(&hint), "{written}: {said}");
        std::fs::remove_dir_all(project.root.join("content/translations")).expect("removable");
        let said = project.succeed(&format!("translate {written} anna-berg"));
        assert!(said.contains(&format!("translations/{tag}/consultants/anna-berg.yaml")), "{said}");
        project.succeed(&format!("build --language {written} --out {tag}"));
    }
    project.write("content/translations/swedish/site.yaml", "title: Profiler\n");
    assert!(text(&project.run("check")).contains("with a language tag such as sv"));
}

#[test]
fn a_check_counts_the_texts_without_a_translation() {
    let project = anna(
        "count",
        "name: Anna Berg\ntitle: Arkitekt\nemployment: [{of: Nordvik, role: Ledare}]\n",
    );
    let draft = profile("Draft").replace("active: true", "active: false") + "title: Draft\n";
    project.write("content/consultants/draft.yaml", draft);
    let later = profile("Later") + "title: Later\npublish_from: 2999-01-01\n";
    project.write("content/consultants/later.yaml", later);
    let last = |command: &str| {
        let printed = project.succeed(command);
        printed.trim_end().lines().last().expect("a line").to_owned()
    };
    let lists = "`vitae translate sv <id>` lists them";
    // The organization, and the list of skills as a whole.
    let expected = format!("2 of 5 texts are not translated, in 1 profile: {lists}");
    for command in ["check --language sv", "check --language SV", "check --language sv anna-berg"] {
        for _ in 0..2 {
            assert_eq!(last(command), expected, "{command}");
            assert_eq!(last(&format!("{command} --no-cache")), expected, "{command}");
        }
    }
    for command in ["check", "check --language sv --format github", "check anna-berg"] {
        assert!(!project.succeed(command).contains("translated"), "{command}");
    }
    let counts = |options: &str| {
        let printed = project.succeed(&format!("check --format json {options}"));
        serde_json::from_str::<Json>(&printed).expect("JSON")["untranslated"].clone()
    };
    assert_eq!(counts("--language sv"), json!({ "texts": 2, "all": 5, "profiles": 1 }));
    assert_eq!(counts(""), Json::Null);

    // A warning keeps the row of the consultant out of the cache.
    let organization = "employment: [{of: Nordvik, organization: Norr, role: Ledare}]\n";
    project.write(
        TRANSLATION,
        format!("name: Anna Berg\ntitle: Arkitekt\nbio_short: X\n{organization}"),
    );
    for _ in 0..2 {
        let expected = format!("1 of 5 texts is not translated, in 1 profile: {lists}");
        assert_eq!(last("check --language sv"), expected);
    }
    let skills = "skills: {categories: {cloud: [Moln, AWS]}}\n";
    project.write(TRANSLATION, format!("name: Anna Berg\ntitle: Arkitekt\n{organization}{skills}"));
    assert_eq!(last("check --language sv"), "no errors or warnings");
    assert_eq!(counts("--language sv"), json!({ "texts": 0, "all": 5, "profiles": 0 }));

    // A profile without any translation is published in its original language, or left out.
    let categories: String = (0..1_400).map(|index| format!("    c{index}: [x]\n")).collect();
    let berta = format!("{}title: X\nskills:\n  categories:\n{categories}", profile("Berta"));
    project.write("content/consultants/berta.yaml", berta);
    let printed = last("check --language sv");
    assert!(
        printed.starts_with("1,402 of 1,407 texts are not translated, in 1 profile"),
        "{printed}"
    );
    project.write("content/translations/sv/site.yaml", "untranslated: leave_out\n");
    assert_eq!(last("check --language sv"), "no errors or warnings");
}
