//! Each fixture is one test: the program runs on an input and its output is compared with golden
//! files. `cargo test --test fixtures -- <name>` runs the fixtures whose names contain `<name>`.
//!
//! | test | input | golden files |
//! |---|---|---|
//! | `diagnostics/<name>` | the profile `tests/fixtures/diagnostics/<name>.yaml` | `<name>.txt`: output of `vitae check` |
//! | `generated/<name>` | a project created by [`GENERATED`] | `diagnostics/generated/<name>.txt`: output of `vitae check` |
//! | `refusals/<name>` | the résumé `tests/fixtures/refusals/<name>.json` | `<name>.txt`: output of `vitae import` |
//! | `cases/<name>` | `tests/cases/<name>/{content,templates}` | `expected/`: output and published files of `vitae build` |

#[path = "cli/golden.rs"]
#[expect(dead_code, reason = "the other test targets use the rest")]
mod golden;
#[path = "cli/project.rs"]
#[expect(dead_code, reason = "the other test targets use the rest")]
mod project;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::process::{ExitCode, Output};

use libtest_mimic::{Arguments, Failed, Trial};

use crate::project::{Project, SITE, copy, files, printed, profile, repository, text};

const DIAGNOSTICS: &str = "tests/fixtures/diagnostics";
const GENERATED_GOLDEN: &str = "tests/fixtures/diagnostics/generated";
const REFUSALS: &str = "tests/fixtures/refusals";
const CASES: &str = "tests/cases";

/// The only profile of a project.
const PROFILE: &str = "content/consultants/anna-berg.yaml";

/// Published files that are the same for every content, or that have tests of their own.
const NOT_COMPARED: [&str; 9] = [
    ".well-known/",
    "_internal/error/",
    "_internal/manifest",
    "_internal/not-found.json",
    "api/openapi.json",
    "index.html",
    "llms.txt",
    "robots.txt",
    "schemas/",
];

fn main() -> ExitCode {
    let trials = [
        trials("diagnostics", names(DIAGNOSTICS), diagnostic),
        trials("generated", generated_names(), generated),
        trials("refusals", names(REFUSALS), refusal),
        trials("cases", names(CASES), case),
    ];
    libtest_mimic::run(&Arguments::from_args(), trials.into_iter().flatten().collect()).exit_code()
}

type Outcome = Result<(), Failed>;

/// One test per name, called `<group>/<name>`.
fn trials(group: &str, names: BTreeSet<String>, test: fn(&str) -> Outcome) -> Vec<Trial> {
    assert!(names.len() > 3, "fixtures are missing: {group}");
    let trial = |name: String| Trial::test(format!("{group}/{name}"), move || test(&name));
    names.into_iter().map(trial).collect()
}

/// The names of the fixtures in a directory: file names without extensions, so that a golden file
/// without an input is a test as well, which fails.
fn names(directory: &str) -> BTreeSet<String> {
    fs::read_dir(repository().join(directory))
        .expect("a readable directory")
        .map(|entry| entry.expect("a readable entry").path())
        .filter(|path| directory == CASES || path.is_file())
        .map(|path| {
            let stem = path.file_stem().expect("a file name");
            stem.to_str().expect("a UTF-8 file name").to_owned()
        })
        .collect()
}

fn input(path: &str) -> Result<Vec<u8>, Failed> {
    fs::read(repository().join(path)).map_err(|error| {
        format!("{path}: {error}; a golden file without an input has to be removed").into()
    })
}

fn diagnostic(name: &str) -> Outcome {
    let profile = input(&format!("{DIAGNOSTICS}/{name}.yaml"))?;
    let project = Project::site(&format!("fixtures/diagnostics/{name}"));
    project.write(PROFILE, profile);
    check(&project, &format!("{DIAGNOSTICS}/{name}.txt"))
}

/// Runs the program. On a busy machine, Wine sometimes starts no second process, such as git: `ERROR_INTERNAL_ERROR`.
fn run(project: &Project, arguments: &str) -> Output {
    let output = project.run(arguments);
    match printed(&output).contains("(os error 1359)") {
        true => project.run(arguments),
        false => output,
    }
}

/// Runs `vitae check`, which has to report an error or a warning.
fn check(project: &Project, golden_file: &str) -> Outcome {
    let output = run(project, "check");
    let printed = printed(&output);
    let code = output.status.code();
    if code != Some(1) && !(code == Some(0) && printed.contains("warning[")) {
        return Err(format!("expected a diagnostic, exit code {code:?}\n{printed}").into());
    }
    Ok(golden::compare(golden_file, Some(printed.as_bytes()))?)
}

fn refusal(name: &str) -> Outcome {
    let resume = input(&format!("{REFUSALS}/{name}.json"))?;
    let project = Project::site(&format!("fixtures/refusals/{name}"));
    project.write("resume.json", resume);
    let output = run(&project, "import resume.json");
    let printed = printed(&output);
    assert_eq!(output.status.code(), Some(1), "{printed}");
    assert!(project.files("content/consultants").is_empty());
    let golden_file = format!("{REFUSALS}/{name}.txt");
    Ok(golden::compare(&golden_file, Some(printed.as_bytes()))?)
}

fn case(name: &str) -> Outcome {
    let directory = repository().join(CASES).join(name);
    assert!(directory.join("content").is_dir(), "no `content` directory");
    let project = Project::empty(&format!("fixtures/cases/{name}"));
    for input in ["content", "templates"] {
        copy(&directory.join(input), &project.root.join(input));
    }
    let printed = text(&run(&project, "build"));
    let mut actual: BTreeMap<String, Vec<u8>> = project.files("dist");
    actual.retain(|path, _| !NOT_COMPARED.iter().any(|start| path.starts_with(start)));
    actual.insert("output.txt".to_owned(), printed.into_bytes());
    let expected = files(&directory.join("expected"));
    let paths: BTreeSet<&String> = expected.keys().chain(actual.keys()).collect();
    let differences: String = paths
        .into_iter()
        .filter_map(|path| {
            let golden_file = format!("{CASES}/{name}/expected/{path}");
            golden::compare(&golden_file, actual.get(path).map(Vec::as_slice)).err()
        })
        .collect();
    if differences.is_empty() {
        return Ok(());
    }
    Err(differences.into())
}

type Create = fn(&Project);

/// Projects that a directory of fixtures cannot contain, such as one with a pipe.
#[cfg(not(unix))]
const GENERATED: [(&str, Create); 0] = [];
#[cfg(unix)]
const GENERATED: [(&str, Create); 12] = [
    ("file-name-encoding", |project| {
        use std::os::unix::ffi::OsStrExt;
        let name = std::ffi::OsStr::from_bytes(b"content/consultants/\xC5sa.yaml");
        fs::write(project.root.join(name), profile("Anna Berg")).expect("a written file");
    }),
    ("file-too-large", |project| {
        let notes = format!("internal:\n  notes: {}\n", "x".repeat(1 << 20));
        project.write(PROFILE, profile("Anna Berg") + &notes);
    }),
    ("misplaced-translations", |project| {
        project.write(PROFILE, profile("Anna Berg") + "title: Architect\n");
        for path in [
            "consultants/sv/anna-berg.yaml",
            "consultants/anna-berg.sv.yaml",
            "consultants/anna-berg_dk.yaml",
            "consultants/copies/anna-berg.yaml",
            "consultants/fr/bo-lind.yaml",
            "consultants/de/anna-berg.yaml",
            "translation/en-GB/consultants/anna-berg.yaml",
            "translations/de/consultants/anna-berg.yaml",
            "translations/fr/anna-berg.yaml",
            "translations/fr/consultants/anna-bergh.yaml",
            "translations/fr/consultants/anna-berg.yml",
            "translations/PT/consultants/anna-berg.yaml",
            "translations/se/consultants/anna-berg.yaml",
            "translations/se/consultants/anna-berg.yaml.txt",
        ] {
            project.write(&format!("content/{path}"), "title: Arkitekt\n");
        }
    }),
    ("not-a-file", |project| {
        let pipe = project.root.join("content/photos/anna-berg.jpg");
        let status = std::process::Command::new("mkfifo").arg(pipe).status();
        assert!(status.expect("mkfifo").success());
    }),
    ("not-in-history", |project| {
        project.write(PROFILE, "active: true\nname: Anna Berg\n");
    }),
    ("same-profile", |project| {
        for name in ["anna-berg", "anna-berg-2"] {
            project.write(&format!("content/consultants/{name}.yaml"), profile("Anna Berg"));
        }
        let inactive = profile("Anna Berg").replace("active: true", "active: false");
        for name in ["draft", "draft-2"] {
            project.write(&format!("content/consultants/{name}.yaml"), inactive.clone());
        }
    }),
    ("symbolic-link", |project| {
        let link = project.root.join("content/photos/anna-berg.jpg");
        std::os::unix::fs::symlink("/etc/hostname", link).expect("a link");
    }),
    ("translations", |project| {
        let employment =
            "employment: [{organization: Nordvik, role: Lead}, {organization: Nordvik}]\n";
        let skills = "skills: {categories: {cloud: [Azure, AWS]}}\n";
        project.write(PROFILE, profile("Anna Berg") + "title: Architect\n" + employment + skills);
        let file =
            |path: &str, text: &str| project.write(&format!("content/translations/{path}"), text);
        file("swedish/site.yaml", "title: Profiler\n");
        file("sv/consultants/anna-borg.yaml", "title: Arkitekt\n");
        let errors = "active: false\nphone: 1\nsumary: {short: Kort}\ntitle: [Arkitekt]\nemployment:\n  - role: Chef\n  - of: []\n";
        file("sv/consultants/anna-berg.yaml", errors);
        let unused = "titel: Architekt\nbio_short: Kurz\nemployment:\n  - {of: Nordvig, role: Leiter}\n  - {of: Nordvik, role: Leiter}\n";
        file("nb/consultants/anna-berg.yaml", "title: Architect → Arkitekt\n");
        let twice = "  - {of: {role: Lead}, role: Leiter}\n  - {of: {role: Lead}, role: Chef}\nattributes: {awards: []}\nskills: {categories: {cloud: [Cloud]}}\n";
        file("de/consultants/anna-berg.yaml", &(unused.replace("titel", "title") + twice));
    }),
    ("translated-items", |project| {
        let employment = "employment:\n  - {organization: Nordvik, role: Lead}\n  - {organization: Beta, start_date: 2015}\n  - {organization: \"Beta\", start_date: 2019-03, location: \"Malmö, Sweden\"}\n";
        let languages = "skills: {languages: [{name: Danish, level: fluent}]}\n";
        project
            .write(PROFILE, profile("Anna Berg") + "title: Architect\n" + employment + languages);
        let file = |language: &str, text: &str| {
            project.write(
                &format!("content/translations/{language}/consultants/anna-berg.yaml"),
                text,
            );
        };
        file(
            "sv",
            "title: # Arkitekt\nemployment:\n  - role: Chef\n  - Nordvik\nskills:\n  languages:\n    - of: Danish\n      level: modersmål\n",
        );
        file(
            "de",
            "title: #Architekt\nemployment:\n  - of: Beta\n    role: Leiter\ncertifications: [{of: CKA}]\n",
        );
        file(
            "fr",
            "employment:\n  organization: Nordvik\n  role: Chef\ncertifications:\n  - name: CKA\n",
        );
    }),
    ("too-many-rules", |project| {
        let host = "title: Tiny\nsummary: Small\ndocumentation: https://example.com\nlimits: {rules: {max: 1}}\n";
        project.write("templates/hosts/tiny/host.yaml", host);
        project.write("templates/hosts/tiny/public/rules.txt.j2", "rules\n");
        project.write("content/site.yaml", format!("{SITE}host: tiny\n"));
        project.write(PROFILE, profile("Anna Berg"));
    }),
    ("translated-categories", |project| {
        let categories = "skills: {categories: {cloud_platforms: [AWS], security: [TLS]}}\n";
        project.write(PROFILE, profile("Anna Berg") + categories);
        let file = |language: &str, text: &str| {
            let path = format!("content/translations/{language}/consultants/anna-berg.yaml");
            project.write(&path, text);
        };
        file("de", "skills: {categories: {cloud: [AWS]}}\n");
        file("fi", "attributes: {category_names: {Pilvi: cloud_platforms}}\n");
        file("sv", "attributes: {category_names: {moln: Moln, security: Säkerhet}}\n");
        file("da", "skills: {categories: {cloud_platforms: Sky}}\n");
    }),
    ("windows-file-name", |project| {
        project.write(
            "content/consultants/con.yaml",
            profile("Conny Berg") + "photo: \"conny: 1.jpg\"\n",
        );
        let photo =
            fs::read(repository().join("content/photos/amara-ndukwe.jpg")).expect("a photo");
        project.write("content/photos/conny: 1.jpg", photo);
    }),
];

fn generated_names() -> BTreeSet<String> {
    let mut names = names(GENERATED_GOLDEN);
    names.extend(GENERATED.map(|(name, _)| name.to_owned()));
    names
}

fn generated(name: &str) -> Outcome {
    let found = GENERATED.iter().find(|(known, _)| *known == name);
    let (_, create) =
        found.ok_or("not in GENERATED; a golden file without a project has to be removed")?;
    let project = Project::site(&format!("fixtures/generated/{name}"));
    create(&project);
    check(&project, &format!("{GENERATED_GOLDEN}/{name}.txt"))
}
