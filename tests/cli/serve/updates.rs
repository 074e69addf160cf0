//! The preview follows changes of the content and the templates.

use std::fs;
use std::time::Duration;

use super::{FILE, PROFILE, Preview, anna, is_not_found};
use crate::project::{Project, SITE, profile};

/// Replaces a file in one step: the preview can read a file that `Project::write` has only emptied.
fn replace(project: &Project, path: &str, text: &str) {
    project.write("complete", text);
    fs::rename(project.root.join("complete"), project.root.join(path)).expect("renamed");
}

#[test]
fn follows_an_edit() {
    let project = anna("serve_edit");
    let mut preview = Preview::start(&project.root, &[]);
    let mut events = preview.events();
    assert_eq!(events.revision(), 1);
    assert!(preview.get(PROFILE).text().contains("Anna Berg"));
    replace(&project, FILE, &profile("Anna Nyberg"));
    events.until(|| preview.get(PROFILE).text().contains("Anna Nyberg"));
    assert!(preview.get("/_preview/").text().contains("Anna Nyberg"));

    // A new event stream starts with the newest revision.
    assert!(preview.events().revision() > 1);
    assert!(preview.line().starts_with("revision 1: no errors or warnings"));
    assert!(preview.line().starts_with("revision 2: no errors or warnings ("));
}

#[test]
fn follows_a_save_by_rename() {
    let project = anna("serve_rename");
    let preview = Preview::start(&project.root, &[]);
    let mut events = preview.events();
    for name in ["Anna A", "Anna B", "Anna C"] {
        project.write("content/consultants/.anna-berg.yaml.swp", profile(name));
        let from = project.root.join("content/consultants/.anna-berg.yaml.swp");
        fs::rename(from, project.root.join(FILE)).expect("renamed");
        events.until(|| preview.get(PROFILE).text().contains(name));
    }
}

#[test]
fn serves_the_last_good_state_while_the_content_has_errors() {
    let project = anna("serve_broken");
    let preview = Preview::start(&project.root, &[]);
    let mut events = preview.events();
    events.revision();
    let good = preview.get(PROFILE).without_date();
    project.write(FILE, "active: true\nname: [\n");
    events.revision();
    assert_eq!(preview.get(PROFILE).without_date(), good);
    let page = preview.get("/_preview/");
    assert_eq!(page.status, 200);
    assert!(page.text().contains("anna-berg"));
    project.write(FILE, profile("Anna Fixed"));
    events.until(|| preview.get(PROFILE).text().contains("Anna Fixed"));
}

/// Returns the text of the error bar.
fn error_bar(preview: &Preview) -> String {
    let page = preview.get("/_preview/").text();
    page.split("id=\"error-bar\"").nth(1).unwrap_or_default().to_owned()
}

/// A file with an error keeps its last version without errors; the preview follows the other files.
#[test]
fn follows_the_other_files_while_one_has_an_error() {
    let project = anna("serve_one_broken");
    let bo = "content/consultants/bo-ek.yaml";
    let bo_path = "/api/consultant-public/bo-ek";
    let site = "content/site.yaml";
    let robots = "templates/pages/robots.txt.j2";
    project.write(bo, profile("Bo Ek"));
    project.write("templates/pages/index.html.j2", "<p>{{ title }} of ours</p>");
    let preview = Preview::start(&project.root, &[]);
    let mut events = preview.events();
    let errors: [(&str, &str, &str); 4] = [
        (FILE, "active: true\nname: [\n", "anna-berg.yaml"),
        (site, "title: [\n", "site.yaml"),
        (site, &SITE.replace("license", "licence"), "site.yaml"),
        // An editor that is interrupted while saving leaves an empty file.
        (robots, "", "robots.txt.j2"),
    ];
    for (number, (file, text, message)) in errors.into_iter().enumerate() {
        let before = fs::read_to_string(project.root.join(file)).ok();
        replace(&project, file, text);
        events.until(|| error_bar(&preview).contains(message));
        let bar = error_bar(&preview);
        let texts = ["A build would publish nothing.", "The newest version cannot be built."];
        assert!(texts.iter().any(|text| bar.contains(text)), "{message}");
        let name = format!("Bo Ek{}", "o".repeat(number));
        replace(&project, bo, &profile(&name));
        events.until(|| preview.get(bo_path).text().contains(&format!("{name}\"")));
        assert!(preview.get(PROFILE).text().contains("Anna Berg"), "{message}");
        assert_eq!(preview.get("/").text(), "<p>Nordvik Profiles of ours</p>", "{message}");
        assert!(error_bar(&preview).contains(message));
        match before {
            Some(before) => replace(&project, file, &before),
            None => fs::remove_file(project.root.join(file)).expect("removed"),
        }
        events.until(|| error_bar(&preview).is_empty());
    }
}

/// Whatever errors its file or others have.
#[test]
fn withdraws_a_consultant_who_becomes_inactive() {
    let project = anna("serve_inactive");
    project.write("content/consultants/bo-ek.yaml", profile("Bo Ek"));
    let preview = Preview::start(&project.root, &[]);
    let mut events = preview.events();
    replace(&project, "content/site.yaml", "title: [");
    let inactive = profile("Anna Berg").replace("active: true", "active: false");
    for text in [inactive.clone(), inactive + "tittle: x\n"] {
        replace(&project, FILE, &profile("Anna Berg"));
        events.until(|| preview.get(PROFILE).status == 200);
        replace(&project, FILE, &text);
        events.until(|| is_not_found(&preview.get(PROFILE)));
        assert!(is_not_found(&preview.get(&format!("{PROFILE}?format=jsonresume"))));
        assert_eq!(preview.get("/_preview/anna-berg").status, 200);
        // The version before the inactive one does not return.
        replace(&project, FILE, "active: true\nname: [\n");
        events.until(|| error_bar(&preview).contains("anna-berg.yaml:2"));
        assert!(is_not_found(&preview.get(PROFILE)));
    }
}

#[test]
fn serves_404_until_the_content_is_valid() {
    let project = anna("serve_never_good");
    replace(&project, FILE, "active: true\n");
    replace(&project, "content/site.yaml", "title: [");
    let preview = Preview::start(&project.root, &[]);
    for target in ["/", PROFILE, "/api/openapi.json", "/nothing"] {
        assert!(is_not_found(&preview.get(target)), "{target}");
    }
    assert_eq!(preview.get("/_preview/").status, 200);
    let mut events = preview.events();
    replace(&project, "content/site.yaml", SITE);
    events.until(|| preview.get("/api/openapi.json").status == 200);
    assert!(is_not_found(&preview.get(PROFILE)));
    replace(&project, FILE, &profile("Anna Berg"));
    events.until(|| preview.get(PROFILE).status == 200);
}

#[test]
fn follows_bursts_and_new_directories() {
    let project = Project::site("serve_burst");
    let consultants = project.root.join("content/consultants");
    fs::remove_dir_all(&consultants).expect("removed");
    let preview = Preview::start(&project.root, &[]);
    let mut events = preview.events();
    for round in 0..3 {
        for number in 0..200 {
            let path = format!("content/consultants/c-{number}.yaml");
            project.write(&path, profile(&format!("Name {number} of {round}")));
        }
        for number in [0, 99, 199] {
            let target = format!("/api/consultant-public/c-{number}");
            let name = format!("Name {number} of {round}");
            events.until(|| preview.get(&target).text().contains(&name));
        }
        fs::remove_dir_all(&consultants).expect("removed");
        events.until(|| is_not_found(&preview.get("/api/consultant-public/c-0")));
    }
}

#[test]
fn survives_a_missing_content_directory() {
    let project = anna("serve_vanished");
    let mut preview = Preview::start(&project.root, &[]);
    let (content, moved) = (project.root.join("content"), project.root.join("moved"));
    fs::rename(&content, &moved).expect("renamed");
    preview.line_with("; a build would publish nothing");
    assert_eq!(preview.get(PROFILE).status, 200);
    assert_eq!(preview.get("/_preview/").status, 200);
    fs::rename(&moved, &content).expect("renamed");
    preview.line_with(": no errors or warnings");
    let mut events = preview.events();
    project.write(FILE, profile("Anna Nyberg"));
    events.until(|| preview.get(PROFILE).text().contains("Anna Nyberg"));
    fs::remove_dir_all(&content).expect("removed");
    preview.line_with("; a build would publish nothing");
    project.write("content/site.yaml", SITE);
    project.write(FILE, profile("Anna Again"));
    events.until(|| preview.get(PROFILE).text().contains("Anna Again"));
}

/// The new directory can have the inode of the old one.
#[test]
fn follows_a_content_directory_that_is_replaced_at_once() {
    let project = anna("serve_replaced_content");
    let preview = Preview::start(&project.root, &[]);
    let mut events = preview.events();
    for round in 0..3 {
        fs::remove_dir_all(project.root.join("content")).expect("removed");
        project.write("content/site.yaml", SITE);
        for name in [format!("Anna {round}"), format!("Berg {round}")] {
            project.write(FILE, profile(&name));
            events.until(|| preview.get(PROFILE).text().contains(&name));
        }
    }
}

#[test]
fn follows_templates_and_reports_invalid_ones() {
    let project = anna("serve_templates");
    let mut preview = Preview::start(&project.root, &[]);
    let mut events = preview.events();
    let index = "templates/pages/index.html.j2";
    project.write(index, "<p>{{ title }} of ours</p>");
    events.until(|| preview.get("/").text() == "<p>Nordvik Profiles of ours</p>");
    replace(&project, index, "{{ undefined_name }}");
    preview.line_with("pages/index.html.j2");
    assert!(is_not_found(&preview.get(PROFILE)));
    replace(&project, index, "<p>fixed</p>");
    events.until(|| preview.get("/").text() == "<p>fixed</p>");
}

/// Changes a file at a second path, outside of the watched directories: the system does not report it there.
#[cfg(target_os = "linux")]
#[test]
fn follows_changes_that_the_system_does_not_report() {
    let project = anna("serve_unreported");
    let title = "templates/pages/index.html.j2";
    project.write(title, "<p>first</p>");
    let sv = "content/translations/sv/consultants/anna-berg.yaml";
    project.write(sv, "title: Arkitekt\n");
    let unreported = |path: &str| {
        let link = path.replace('/', "-");
        fs::hard_link(project.root.join(path), project.root.join(&link)).expect("a link");
        link
    };
    let [file, site, title, sv] = [FILE, "content/site.yaml", title, sv].map(unreported);
    let preview = Preview::start(&project.root, &["--language", "sv"]);
    let eventually = |condition: &dyn Fn() -> bool| {
        // A comparison can have been a moment ago.
        let mut tries = (0..200).map(|_| std::thread::sleep(Duration::from_millis(50)));
        assert!(tries.any(|()| condition()));
    };
    let shows =
        |target: &str, text: &str| eventually(&|| preview.get(target).text().contains(text));
    let titled = profile("Anna Nyberg") + "title: Architect\n";
    project.write(&file, titled);
    shows(PROFILE, "Anna Nyberg");
    shows(PROFILE, "Arkitekt");
    project.write(&sv, "title: Molnarkitekt\n");
    shows(PROFILE, "Molnarkitekt");
    project.write(&site, SITE.replace("Nordvik Profiles", "Profiles of Nordvik"));
    shows("/_preview/", "Profiles of Nordvik");
    project.write(&title, "");
    shows("/_preview/", "The newest version cannot be built.");
    project.write(&title, "<p>first</p>");
    eventually(&|| error_bar(&preview).is_empty());

    // Open pages follow without a request.
    let mut events = preview.events();
    events.revision();
    project.write(&file, profile("Anna Öberg"));
    events.revision();
    assert!(preview.get(PROFILE).text().contains("Anna Öberg"));
}
