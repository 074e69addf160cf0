//! After a deactivation, the cache has no photo and no content of the consultant, even if the command fails.

use std::fs;

use super::{CACHE, PHOTO, PROFILE, anna, cached_photos, lines};
use crate::own_server::replace;
use crate::project::{Project, SITE, profile, repository, text};
use crate::serve::Preview;

fn deactivate(project: &Project) {
    replace(project, PROFILE, "active: true", "active: false");
}

/// Asserts that the cache has at most the path, stamp and digest of the consultant's files.
fn assert_nothing_of_anna(project: &Project, context: &str) {
    assert_eq!(cached_photos(project), Vec::<String>::new(), "{context}");
    let rows = project.root.join(CACHE).join("rows").exists().then(|| lines(project, "rows"));
    for row in rows.into_iter().flatten().filter(|row| row.contains("anna")) {
        assert!(
            row.ends_with(r#""result":"inactive"}]"#) && !row.contains("date"),
            "{context}: {row}"
        );
    }
}

#[test]
fn nothing_stays_after_a_deactivation_and_a_failing_command() {
    type Break = fn(&Project);
    let scenarios: [(&str, &str, i32, Break); 12] = [
        ("no-error", "check", 0, |_| {}),
        ("error-in-another-profile", "build", 1, |project| {
            project.write("content/consultants/bo-lind.yaml", "active: [\n");
        }),
        ("error-in-the-profile", "build", 1, |project| {
            replace(project, PROFILE, "name:", "nme:");
        }),
        ("denied-warning", "build --deny warnings", 1, |project| {
            let yaml = format!("{}engagement: {{pricing: daily_rat}}\n", profile("Bo Lind"));
            project.write("content/consultants/bo-lind.yaml", yaml);
        }),
        ("invalid-site", "build", 1, |project| project.write("content/site.yaml", "title: [\n")),
        ("invalid-settings", "check", 1, |project| {
            project.write("content/site.yaml", format!("{SITE}photo: {{max_px: none}}\n"));
        }),
        ("unknown-host", "check", 1, |project| {
            project.write("content/site.yaml", format!("{SITE}host: nowhere\n"));
        }),
        ("missing-site", "build", 1, |project| {
            fs::remove_file(project.root.join("content/site.yaml")).expect("removable");
        }),
        ("unknown-host-option", "build --host nowhere", 2, |_| {}),
        ("template-syntax", "check", 2, |project| {
            project.write("templates/pages/llms.txt.j2", "{% if %}\n");
        }),
        ("template-error", "build", 2, |project| {
            project.write("templates/pages/llms.txt.j2", "{{ nothing }}\n");
        }),
        ("conflict", "build --host apache-htaccess", 2, |project| {
            project.write("dist/.htaccess", "not written by vitae");
        }),
    ];
    for (name, command, code, break_project) in scenarios {
        let project = anna(&format!("privacy/{name}"));
        project.succeed("build");
        assert_eq!(cached_photos(&project).len(), 1);
        deactivate(&project);
        break_project(&project);
        let output = project.run(command);
        assert_eq!(output.status.code(), Some(code), "{name}: {}", text(&output));
        assert_nothing_of_anna(&project, name);
    }
}

/// The name is a value of the profile, and so is the name of the file that has it.
#[test]
fn no_name_of_a_photo_stays() {
    let project = anna("privacy-named");
    let named = format!("{}photo: Secret Portrait.jpg\n", profile("Anna Berg"));
    fs::rename(project.root.join(PHOTO), project.root.join("content/photos/Secret Portrait.jpg"))
        .expect("movable");
    let assert_no_name = |profile: &str| {
        project.write(PROFILE, profile);
        for command in ["check", "check anna-berg", "due", "build", "build"] {
            project.run(command);
            for (path, bytes) in project.files(".vitae") {
                let text = format!("{path} {}", String::from_utf8_lossy(&bytes));
                assert!(!text.contains("Secret"), "{command}: {text}");
            }
            assert!(!project.root.join("dist/_internal/photo/anna-berg.jpg").exists());
        }
    };
    let inactive = named.replace("active: true", "active: false");
    assert_no_name(&inactive);
    assert_nothing_of_anna(&project, "inactive");
    assert!(lines(&project, "rows").iter().any(|row| row.contains("photo")));
    assert_no_name(&format!("{inactive}title: no such field\ntitel: no such field\n"));
    assert_no_name(&inactive.replace("Portrait", "Holiday"));
    project.write(PROFILE, named);
    project.succeed("build");
    assert!(project.root.join("dist/_internal/photo/anna-berg.jpg").exists());
    deactivate(&project);
    project.succeed("build");
    assert_nothing_of_anna(&project, "deactivated");
}

/// Exceeding a limit of the host ends the compilation before the last profiles.
#[test]
fn nothing_stays_of_profiles_above_the_limits_of_the_host() {
    let project = anna("privacy-limits");
    project.write("content/consultants/zoe-ek.yaml", profile("Zoe Ek"));
    project.succeed("build");
    for number in 0..600 {
        project.write(&format!("content/consultants/b-{number}.yaml"), profile("Bo Lind"));
    }
    project.write(
        "templates/hosts/tiny/host.yaml",
        "title: Tiny\nsummary: Small.\ndocumentation: https://example.com/\nlimits: {files: 50}\n",
    );
    project.write("templates/hosts/tiny/public/rules.txt.j2", "{{ title }}\n");
    replace(&project, "content/consultants/zoe-ek.yaml", "active: true", "active: false");
    let output = project.run("check --host tiny");
    assert_eq!(output.status.code(), Some(1), "{}", text(&output));
    let rows = lines(&project, "rows");
    assert!(rows.iter().any(|row| row.contains("anna-berg")), "{rows:?}");
    assert!(!rows.iter().any(|row| row.contains("zoe-ek")), "{rows:?}");
}

/// A killed command or a preview can have stored photos that no row has.
#[test]
fn removes_photos_and_temporary_files_that_no_row_has() {
    let project = anna("leftovers");
    project.succeed("build");
    let name = "0123456789abcdef".repeat(4);
    let left = [format!("photos/{name}"), format!("photos/.{name}.new"), ".rows.new".to_owned()];
    for command in ["check", "build"] {
        for path in &left {
            project.write(&format!("{CACHE}/{path}"), "a part of a photo");
        }
        project.succeed(command);
        for path in &left {
            assert!(!project.root.join(CACHE).join(path).exists(), "{command}: {path}");
        }
        assert_eq!(cached_photos(&project).len(), 1);
    }
}

#[test]
fn preview_removes_the_photo_of_a_deactivated_consultant() {
    let project = anna("privacy-serve");
    let preview = Preview::start(&project.root, &[]);
    let mut events = preview.events();
    assert_eq!(preview.get("/api/consultant-photo/anna-berg").status, 200);
    assert_eq!(cached_photos(&project).len(), 1);
    deactivate(&project);
    events.until(|| preview.get("/api/consultant-photo/anna-berg").status == 404);
    // The preview itself shows the photo, but does not store it.
    assert_eq!(preview.get("/_preview/photo/anna-berg").status, 200);
    assert_nothing_of_anna(&project, "preview");
    project.succeed("build");
    assert_nothing_of_anna(&project, "build beside the preview");
    assert!(project.root.join(PHOTO).exists());
}

#[test]
fn preview_removes_earlier_photos_of_a_deactivated_consultant() {
    type Remove = fn(&Project);
    let removals: [(&str, Remove); 3] = [
        ("settings", |project| {
            project.write("content/site.yaml", format!("{SITE}photo: {{max_px: 300}}\n"));
        }),
        ("file", |project| fs::remove_file(project.root.join(PHOTO)).expect("removable")),
        ("profile", |project| {
            fs::remove_file(project.root.join(PROFILE)).expect("removable");
            fs::remove_file(project.root.join(PHOTO)).expect("removable");
        }),
    ];
    for (name, remove) in removals {
        let project = anna(&format!("privacy-serve-earlier/{name}"));
        project.succeed("build");
        assert_eq!(cached_photos(&project).len(), 1);
        if name != "profile" {
            deactivate(&project);
        }
        remove(&project);
        let preview = Preview::start(&project.root, &[]);
        preview.events().until(|| preview.get("/api/consultant-photo/anna-berg").status == 404);
        assert_eq!(cached_photos(&project), Vec::<String>::new(), "{name}");
    }
}

/// While another profile has errors, the preview also shows photos that were never published.
#[test]
fn preview_removes_replaced_photos() {
    let project = anna("privacy-serve-replaced");
    let photo = |name: &str| fs::read(repository().join("content/photos").join(name));
    project.succeed("build");
    let preview = Preview::start(&project.root, &[]);
    let mut events = preview.events();
    project.write("content/consultants/bo-lind.yaml", "active: [\n");
    let shown = || preview.get("/_preview/photo/anna-berg");
    let mut last = shown().body;
    for name in ["linnea-sjoqvist.jpg", "karin-ostlund-berg.jpg"] {
        project.write(PHOTO, photo(name).expect("readable"));
        events.until(|| shown().body != last);
        last = shown().body;
    }
    assert_eq!(cached_photos(&project).len(), 1);
    deactivate(&project);
    events.until(|| cached_photos(&project).is_empty());
}
