//! `publish.yml` publishes a site in each language, and `verify.yml` verifies them.

use std::fs;

use serde_json::Value as Json;

use super::github_actions::{Finished, Run, Values, publish_sites, run, sites};
use super::other_hosts::{has_packages, with_npx};
use super::{Machine, has, is_open};
use crate::free_port::free_port;
use crate::linters::installed;
use crate::project::{profile, repository};
use crate::sampling::runs_slow_test;

const BOTH: [&str; 2] = ["publish", "publish sv"];
const PROFILE: &str = "content/consultants/anna-berg.yaml";
const TRANSLATION: &str = "content/translations/sv/consultants/anna-berg.yaml";

/// Creates a project with a profile and its translation.
fn translated(test: &str, host: &str) -> Machine {
    let machine = Machine::new(test, host);
    machine.past_runs(&[]);
    machine.project.write(PROFILE, profile("Anna Berg") + "title: Architect\n");
    machine.project.write(TRANSLATION, "title: Arkitekt\n");
    machine.project.write("content/translations/sv/site.yaml", "untranslated: leave_out\n");
    machine.run("git init --quiet && git add . && git commit --quiet --message Start");
    machine
}

/// Commits a change.
fn commit(machine: &Machine, message: &str) {
    machine.run(&format!("git add . && git commit --quiet --message '{message}'"));
}

/// Publishes, changes and withdraws a profile on both sites, at these URLs.
fn publishes_changes_and_withdraws(machine: &Machine, values: &mut Values, urls: [&str; 2]) {
    values.insert("vars.VITAE_LANGUAGES", "sv".to_owned());
    values.insert("vars.VITAE_SITE", urls[0].to_owned());
    values.insert("vars.VITAE_SITE_SV", urls[1].to_owned());
    let publish = || {
        let finished = publish_sites(machine, values).into_iter().map(Finished::succeeded);
        let [original, swedish] = finished.collect::<Vec<_>>().try_into().ok().expect("two sites");
        for (site, url) in [(&original, urls[0]), (&swedish, urls[1])] {
            assert!(site.printed.contains(&format!("{url} is as expected")), "{}", site.printed);
        }
        // Earlier runs published both sites.
        let jobs = BOTH.map(|job| (job, "success")).to_vec();
        machine.past_runs(&[Run { commit: &machine.head(), day: "2026-03-01", jobs }]);
        [original, swedish]
    };
    let verify = |options: &str| {
        for (url, language) in [(urls[0], ""), (urls[1], "--language sv")] {
            machine.run(&format!("vitae verify {url} {language} {options}"));
        }
    };
    let [original, swedish] = publish();
    for site in [original, swedish] {
        assert!(site.summary.contains("The last publication is unknown"), "{}", site.summary);
    }
    verify("");

    machine.project.write(PROFILE, profile("Anna Berg") + "title: Senior architect\n");
    machine.project.write(TRANSLATION, "title: Senior arkitekt\n");
    commit(machine, "Change the title");
    let [original, swedish] = publish();
    assert!(original.summary.contains("Senior architect"), "{}", original.summary);
    assert!(swedish.summary.contains("Senior arkitekt"), "{}", swedish.summary);
    verify("");

    // A profile that is withdrawn on one site only.
    fs::remove_file(machine.project.root.join(TRANSLATION)).expect("removable");
    commit(machine, "Remove the translation");
    let [original, swedish] = publish();
    assert!(!original.summary.contains("withdrawn"), "{}", original.summary);
    assert!(swedish.summary.contains("1 withdrawn"), "{}", swedish.summary);
    machine.project.write(TRANSLATION, "title: Arkitekt\n");
    commit(machine, "Translate the profile again");
    publish();

    let inactive = profile("Anna Berg").replace("active: true", "active: false");
    machine.project.write(PROFILE, inactive);
    commit(machine, "Withdraw the profile");
    let [original, swedish] = publish();
    for site in [original, swedish] {
        assert!(site.summary.contains("1 withdrawn"), "{}", site.summary);
    }
    verify("--gone anna-berg");
}

#[test]
fn nginx() {
    if !has(&["nginx", "rsync", "jq"]) {
        return;
    }
    let machine = translated("languages-nginx", "nginx");
    let mut values = Values::from([("secrets.VITAE_SSH_KEY", "a key".to_owned())]);
    let mut servers = Vec::new();
    let mut urls = Vec::new();
    let directories = ["srv/vitae", "srv/vitae-sv"].map(|path| machine.server.join(path));
    for ((directory, language), names) in directories.iter().zip(["''", "sv"]).zip([
        ["vars.VITAE_SSH_TARGET", "vars.VITAE_SSH_KNOWN_HOSTS", "vars.VITAE_DIRECTORY"],
        ["vars.VITAE_SSH_TARGET_SV", "vars.VITAE_SSH_KNOWN_HOSTS_SV", "vars.VITAE_DIRECTORY_SV"],
    ]) {
        let directory_name = directory.display().to_string();
        fs::create_dir_all(directory.join("dist")).expect("a directory");
        machine
            .run(&format!("vitae build --language {language} && cp -R deploy '{directory_name}'"));
        let port = free_port();
        servers.push(machine.serve_at(port, "nginx", directory));
        urls.push(format!("http://127.0.0.1:{port}"));
        let known = "profiles.example.com ssh-ed25519 AAAA".to_owned();
        let of_site = ["vitae@profiles.example.com".to_owned(), known, directory_name];
        values.extend(names.into_iter().zip(of_site));
    }
    publishes_changes_and_withdraws(&machine, &mut values, [&urls[0], &urls[1]]);

    // Each workflow finds a profile that stays public on one site, also one that another run withdrew.
    let profile = directories[1].join("dist/api/consultant-public/anna-berg");
    fs::create_dir_all(profile.parent().expect("a directory")).expect("a directory");
    fs::write(&profile, "{}").expect("writable");
    let (finished, _) = run(&machine, "verify.yml", "verify", &values);
    assert!(finished.failed.is_some(), "{}", finished.printed);
    assert!(
        finished.printed.contains(&format!("{} is as expected", urls[0])),
        "{}",
        finished.printed
    );
    // Lines of VITAE_SITE name the same sites.
    let mut lines = values.clone();
    lines.insert("vars.VITAE_SITE", format!("{}\nsv {}\n", urls[0], urls[1]));
    lines.remove("vars.VITAE_LANGUAGES");
    let (of_lines, _) = run(&machine, "verify.yml", "verify", &lines);
    assert!(of_lines.failed.is_some(), "{}", of_lines.printed);
    fs::remove_file(&profile).expect("removable");
    for values in [&values, &lines] {
        let (finished, _) = run(&machine, "verify.yml", "verify", values);
        let finished = finished.succeeded();
        for url in &urls {
            assert!(
                finished.printed.contains(&format!("{url} is as expected")),
                "{}",
                finished.printed
            );
        }
    }
    values.remove("vars.VITAE_SITE_SV");
    let (finished, _) = run(&machine, "verify.yml", "verify", &values);
    let warning =
        "::warning::the site in `sv` was not verified: set the repository variable VITAE_SITE_SV";
    assert!(finished.succeeded().printed.contains(warning));
}

#[test]
fn the_directories_of_the_guide_are_ignored() {
    let guide = fs::read_to_string(repository().join("docs/languages.md")).expect("readable");
    let build = guide.split("```sh\n").find(|block| block.contains("--out")).expect("a block");
    let build = build.split("```").next().expect("commands");
    let machine = translated("languages-ignored", "nginx");
    machine.run(build);
    machine.has_no_untracked_files();
    assert!(machine.project.root.join("sv/deploy/nginx/server.conf").exists());
    // The repository of vitae has its sample content in two languages, too.
    let ignored = fs::read(repository().join(".gitignore")).expect("readable");
    fs::write(machine.project.root.join(".gitignore"), ignored).expect("writable");
    commit(&machine, "Ignore what the repository of vitae ignores");
    machine.has_no_untracked_files();
    assert_eq!(machine.run("git ls-files en sv").lines().count(), 1);
}

#[test]
fn s3_with_cloudfront() {
    if !runs_slow_test("the files for S3", "s3_") {
        return;
    }
    let directory = repository().join("tests/conformance/s3-cloudfront");
    let install = "in tests/conformance/s3-cloudfront, run `python3 -m venv .venv` and \
                   `.venv/bin/pip install -r requirements.txt`";
    let Some(python) = installed(&directory.join(".venv/bin/python"), install) else {
        return;
    };
    if !has(&["node", "jq"]) {
        return;
    }
    let machine = translated("languages-s3", "s3-cloudfront");
    let stacks = machine.server.display();
    for language in ["", "sv"] {
        let copy = format!("cp deploy/s3-cloudfront/template.yaml '{stacks}/stack{language}.yaml'");
        machine.run(&format!("vitae build --language '{language}' && {copy}"));
    }
    let ports = [free_port(), free_port()];
    let script = format!(
        "exec '{}' '{}' '{stacks}/stack.yaml' '{stacks}/stacksv.yaml' {} {}",
        python.display(),
        directory.join("two_sites.py").display(),
        ports[0],
        ports[1],
    );
    let cloud = machine.start_at(ports[0], &script);
    while !is_open(ports[1]) {
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    let log = fs::read_to_string(machine.server.join("log")).expect("readable");
    let account = log.lines().find(|line| line.starts_with('{')).expect("the account");
    let account: Json = serde_json::from_str(account).expect("JSON");
    let string = |value: &Json| value.as_str().expect("a string").to_owned();
    let exports = account["environment"].as_object().expect("variables").iter();
    let exports: Vec<String> =
        exports.map(|(name, value)| format!("export {name}='{}'\n", string(value))).collect();
    let aws = format!("#!/bin/sh\n{}exec '{}' \"$@\"\n", exports.concat(), string(&account["aws"]));
    machine.program("aws", &aws);
    machine.program("curl", "#!/bin/sh\necho '{\"value\": \"a token\"}'\n");
    let role = "arn:aws:iam::123456789012:role/publisher".to_owned();
    let mut values = Values::from([
        ("vars.AWS_ROLE_ARN", role.clone()),
        ("vars.AWS_ROLE_ARN_SV", role),
        ("vars.VITAE_BUCKET", string(&account["sites"][0]["bucket"])),
        ("vars.VITAE_BUCKET_SV", string(&account["sites"][1]["bucket"])),
        ("vars.VITAE_DISTRIBUTION", string(&account["sites"][0]["distribution"])),
        ("vars.VITAE_DISTRIBUTION_SV", string(&account["sites"][1]["distribution"])),
    ]);
    let urls = ports.map(|port| format!("http://127.0.0.1:{port}"));
    publishes_changes_and_withdraws(&machine, &mut values, [&urls[0], &urls[1]]);
    drop(cloud);
}

#[test]
fn a_language_has_its_own_variables_and_shares_secrets() {
    if !has(&["jq"]) {
        return;
    }
    let machine = translated("languages-names", "nginx");
    let names = |languages: &str| -> Vec<[String; 3]> {
        let values = Values::from([("vars.VITAE_LANGUAGES", languages.to_owned())]);
        let sites = sites(&machine, &values).into_iter();
        let of_site = |site: Values| {
            ["matrix.job", "matrix.language", "matrix.suffix"].map(|name| site[name].clone())
        };
        sites.map(of_site).collect()
    };
    let original = ["publish", "", ""].map(str::to_owned);
    let site = |language: &str, suffix: &str| {
        [format!("publish {language}"), language.to_owned(), suffix.to_owned()]
    };
    for (languages, expected) in [
        ("", vec![]),
        (" \n", vec![]),
        ("sv", vec![site("sv", "_SV")]),
        ("sv de", vec![site("de", "_DE"), site("sv", "_SV")]),
        ("sv, de", vec![site("de", "_DE"), site("sv", "_SV")]),
        ("sv\nen-GB\r\n", vec![site("en-GB", "_EN_GB"), site("sv", "_SV")]),
        ("zh-Hant-TW", vec![site("zh-Hant-TW", "_ZH_HANT_TW")]),
        // One language has one job, which uses one set of names.
        ("sv sv SV", vec![site("sv", "_SV")]),
        // The job of this language fails, and no other.
        ("sv_SE", vec![site("sv_SE", "_SV_SE")]),
    ] {
        let expected: Vec<_> = [original.clone()].into_iter().chain(expected).collect();
        assert_eq!(names(languages), expected, "{languages:?}");
    }

    // A missing variable is named with its suffix, and stops only its own site.
    machine
        .project
        .write("content/translations/de/consultants/anna-berg.yaml", "title: Architektin\n");
    commit(&machine, "Translate into German");
    let home = machine.server.join("home").display().to_string();
    let mut values = Values::from([
        ("vars.VITAE_LANGUAGES", "de sv".to_owned()),
        ("secrets.VITAE_SSH_KEY", "shared".to_owned()),
        ("secrets.VITAE_SSH_KEY_SV", "of its own".to_owned()),
    ]);
    let missing = |values: &Values| -> Vec<String> {
        let failures = publish_sites(&machine, values).into_iter().map(|site| {
            let names = "set the repository variable ";
            let name = site.printed.split(names).nth(1).and_then(|rest| rest.lines().next());
            site.failed.map_or("none", |_| name.unwrap_or("unknown")).to_owned()
        });
        failures.collect()
    };
    values.insert("vars.VITAE_SSH_TARGET", "deploy@profiles.example.com".to_owned());
    values.insert("vars.VITAE_SSH_TARGET_SV", "deploy@profiles.example.com".to_owned());
    assert_eq!(
        missing(&values),
        ["VITAE_SSH_KNOWN_HOSTS", "VITAE_SSH_TARGET_DE", "VITAE_SSH_KNOWN_HOSTS_SV"]
    );
    // The stand-in records the key that ssh would use.
    machine.program(
        "rsync",
        "#!/bin/sh\nfor last; do :; done\necho \"$last $(cat \"$(dirname \"${RSYNC_RSH#ssh -F }\")/key\")\" >>\"$RECORD\"\n",
    );
    for (suffix, names) in [
        ("", ["vars.VITAE_SSH_KNOWN_HOSTS", "vars.VITAE_DIRECTORY", "vars.VITAE_SSH_TARGET"]),
        (
            "-sv",
            [
                "vars.VITAE_SSH_KNOWN_HOSTS_SV",
                "vars.VITAE_DIRECTORY_SV",
                "vars.VITAE_SSH_TARGET_SV",
            ],
        ),
        (
            "-de",
            [
                "vars.VITAE_SSH_KNOWN_HOSTS_DE",
                "vars.VITAE_DIRECTORY_DE",
                "vars.VITAE_SSH_TARGET_DE",
            ],
        ),
    ] {
        let of_site = ["a key".to_owned(), format!("{home}/site{suffix}"), "host".to_owned()];
        values.extend(names.into_iter().zip(of_site));
    }
    for site in publish_sites(&machine, &values) {
        site.succeeded();
    }
    let record = machine.record();
    let uploads: Vec<&str> = record.lines().collect();
    let expected = [
        format!("host:{home}/site/ shared"),
        format!("host:{home}/site-de/ shared"),
        format!("host:{home}/site-sv/ of its own"),
    ];
    assert_eq!(uploads, expected);
}

#[test]
fn warns_about_languages_without_a_site() {
    if !has(&["jq", "rsync"]) {
        return;
    }
    let machine = translated("languages-unlisted", "nginx");
    machine.project.write("content/translations/en-GB/site.yaml", "title: Our consultants\n");
    machine.project.write("content/translations/notes.md", "Of the translators.\n");
    commit(&machine, "Translate into British English");
    let warned = |languages: &str| -> Vec<String> {
        let values = Values::from([("vars.VITAE_LANGUAGES", languages.to_owned())]);
        let sites = publish_sites(&machine, &values);
        let printed = sites.iter().flat_map(|site| site.printed.lines());
        let warnings = printed.filter(|line| line.starts_with("::warning::this workflow neither"));
        warnings.map(|line| line.split('`').nth(1).expect("a language").to_owned()).collect()
    };
    assert_eq!(warned(""), ["en-GB", "sv"]);
    assert_eq!(warned("sv"), ["en-GB"]);
    assert_eq!(warned("EN-gb"), ["sv"]);
    assert_eq!(warned("en-GB\nsv"), [""; 0]);
    assert!(!machine.project.read(".github/workflows/check.yml").contains("VITAE_LANGUAGES"));
}

#[test]
fn the_last_publication_is_that_of_the_language() {
    if !has(&["jq", "rsync"]) {
        return;
    }
    let machine = translated("languages-last", "nginx");
    let first = machine.head();
    machine.project.write(PROFILE, profile("Anna Berg").replace("true", "false"));
    commit(&machine, "Withdraw the profile");
    let second = machine.head();
    machine.project.write("notes.txt", "Of the editors.\n");
    commit(&machine, "Take notes");
    let summaries = |runs: &[Run<'_>]| {
        machine.past_runs(runs);
        let values = Values::from([("vars.VITAE_LANGUAGES", "sv".to_owned())]);
        let sites = publish_sites(&machine, &values);
        let withdrawn = sites.iter().map(|site| match &site.summary {
            summary if summary.contains("is unknown") => "unknown",
            summary if summary.contains("1 withdrawn") => "withdrawn",
            _ => "nothing",
        });
        withdrawn.collect::<Vec<_>>()
    };
    let run = |commit, original: &'static str, swedish: &'static str| {
        let jobs = BOTH.into_iter().zip([original, swedish]);
        let jobs = jobs.filter(|(_, conclusion)| !conclusion.is_empty()).collect();
        Run { commit, day: "2026-03-01", jobs }
    };
    let runs = [run(&second, "success", "failure"), run(&first, "success", "success")];
    assert_eq!(summaries(&runs), ["nothing", "withdrawn"]);
    let runs = [run(&second, "failure", "success"), run(&first, "success", "success")];
    assert_eq!(summaries(&runs), ["withdrawn", "nothing"]);
    // Runs from before the language had a site.
    let runs = [run(&second, "success", ""), run(&first, "success", "")];
    assert_eq!(summaries(&runs), ["nothing", "unknown"]);
    let runs = [run(&second, "success", ""), run(&first, "success", "success")];
    assert_eq!(summaries(&runs), ["nothing", "withdrawn"]);
}

#[test]
fn cloudflare_does_not_replace_the_worker_of_the_profiles() {
    if !has(&["jq"]) || !has_packages("cloudflare", "wrangler") {
        return;
    }
    let machine = with_npx("languages-cloudflare", "cloudflare");
    machine.program("gh", "#!/bin/sh\n");
    machine.program("sleep", "#!/bin/sh\n");
    machine.project.write("content/translations/sv/site.yaml", "title: Våra konsulter\n");
    machine.run("git init --quiet && git add . && git commit --quiet --message Start");
    let mut values = Values::from([
        ("vars.VITAE_LANGUAGES", "sv".to_owned()),
        ("vars.CLOUDFLARE_ACCOUNT_ID", "account".to_owned()),
        ("vars.CLOUDFLARE_ACCOUNT_ID_SV", "account".to_owned()),
        ("secrets.CLOUDFLARE_API_TOKEN", "a token".to_owned()),
    ]);
    let sites = publish_sites(&machine, &values);
    let [original, swedish] = <[Finished; 2]>::try_from(sites).ok().expect("two sites");
    original.succeeded();
    assert_eq!(swedish.failed.as_deref(), Some("deploy"));
    assert!(
        swedish.printed.contains("set the repository variable VITAE_WORKER_SV"),
        "{}",
        swedish.printed
    );
    values.insert("vars.VITAE_WORKER_SV", "swedish-profiles".to_owned());
    for site in publish_sites(&machine, &values) {
        site.succeeded();
    }
    let record = machine.record();
    let deploys = record.lines().filter(|line| line.contains(" deploy "));
    let names: Vec<bool> = deploys.map(|line| line.contains("--name swedish-profiles")).collect();
    assert_eq!(names, [false, false, true], "{record}");
}
