//! The pages of the preview: their HTML, and their behavior in Chromium.
//!
//! `.ci/run` installs Chromium and the packages in `tests/preview`. Without them, the browser tests
//! are skipped; with `VITAE_REQUIRE_ALL=1` they fail.

use std::env;
use std::io::{Write, stderr};
use std::path::PathBuf;
use std::process::Command;

use assert_cmd::cargo::cargo_bin;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Value as Json, json};
use vitae::document::Document;
use vitae::model::profile::Profile;
use vitae::preview::response::respond;

use crate::linters::required;
use crate::privacy::full;
use crate::project::{Project, profile, repository, text};
use crate::sampling::runs_slow_test;
use crate::serve::{compiled, previewed};
use vitae::preview::incremental::{Compiler, PreviewedProject};

/// Chromium without a user interface takes half of the CPU time.
const CHROMIUM: [&str; 4] =
    ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"];

/// Text that is dangerous unless it is escaped, and too long for a narrow column.
const HOSTILE: &str =
    "<script>window.pwned=1</script>\"'><img src=x onerror=window.pwned=1>{{7*7}}";

pub(crate) fn chromium() -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let directories: Vec<PathBuf> = env::split_paths(&path).collect();
    let programs = CHROMIUM
        .iter()
        .flat_map(|name| directories.iter().map(move |directory| directory.join(name)));
    programs.into_iter().find(|program| program.is_file())
}

/// Runs a script of `tests/preview` on a project; skips it if Chromium is missing.
fn in_browser(script: &str, project: &Project) {
    let directory = repository().join("tests/preview");
    let has_packages = directory.join("node_modules/playwright-core").exists();
    let (Some(chromium), true) = (chromium(), has_packages) else {
        let message = "Chromium or the packages of tests/preview are missing; to install them: \
                       apt-get install chromium-headless-shell, and npm ci --ignore-scripts in tests/preview";
        assert!(env::var_os("VITAE_REQUIRE_ALL").is_none(), "{message}");
        // The test harness hides the output of `eprintln!` in successful tests.
        let _ = writeln!(stderr(), "skipped: {script}: {message}");
        return;
    };
    let output = Command::new("node")
        .arg(directory.join(script))
        .arg(cargo_bin("vitae"))
        .arg(&project.root)
        .env("VITAE_CHROMIUM", chromium)
        .output()
        .expect("node runs");
    let output_text = text(&output);
    assert!(output.status.success(), "{output_text}");
    assert!(output_text.contains("checks passed"), "{output_text}");
}

/// Returns a profile with every field, each with dangerous text.
fn hostile() -> String {
    let mut document = full(&Profile::editor_schema(), "profile");
    make_hostile(&mut document);
    document["active"] = true.into();
    document["attributes"][HOSTILE] = json!([{ HOSTILE: HOSTILE, "name": "javascript:alert(1)" }]);
    document["attributes"]["links"] = json!([
        "javascript:window.pwned=1",
        "data:text/html,x",
        "https://example.com/".to_owned() + &"long".repeat(60),
    ]);
    document["summary"]["full"] = format!("{HOSTILE}\n\n{}", "Word".repeat(120)).into();
    serde_json::to_string_pretty(&document).expect("JSON")
}

fn make_hostile(json: &mut Json) {
    match json {
        Json::String(text) if text.starts_with("Canary") => *text = format!("{HOSTILE} {text}"),
        Json::Array(list) => list.iter_mut().for_each(make_hostile),
        Json::Object(object) => object.values_mut().for_each(make_hostile),
        _ => {}
    }
}

/// Creates a project with the sample content and builds it.
fn published(name: &str) -> Project {
    let project = Project::sample(name);
    project.succeed("build");
    project
}

fn get(project: &Project, target: &str) -> (u16, String) {
    let compiler = compiled(previewed(project));
    response(&compiler, target)
}

/// Returns the status and the text of the page at a path with an optional query.
fn response(compiler: &Compiler, target: &str) -> (u16, String) {
    let request = hyper::Request::get(target).body(()).expect("a request");
    let response = respond(&request.into_parts().0, compiler.state());
    let text = String::from_utf8(response.body().to_vec()).expect("text");
    (response.status().as_u16(), text)
}

/// Returns the identifiers of the cards on a page.
fn cards(html: &str) -> Vec<&str> {
    let cards = html.split("<li class=\"card").skip(1);
    cards.filter_map(|card| card.split("id=\"c-").nth(1)?.split('"').next()).collect()
}

#[test]
fn pages_follow_the_content() {
    let project = published("pages/live");
    std::fs::create_dir_all(project.root.join("templates/pages")).expect("a new directory");
    std::fs::create_dir_all(project.root.join("templates/preview/assets"))
        .expect("a new directory");
    in_browser("live.mjs", &project);
}

#[test]
fn pages_are_usable() {
    if !runs_slow_test("the pages of the preview", "pages::") {
        return;
    }
    let project = published("pages/pages");
    let linnea = project.read("content/consultants/linnea-sjoqvist.yaml");
    let changed = linnea
        .replace("available_from: 2027-01-11", "available_from: 2027-03-01")
        .replace("      - KQL\n", "");
    project.write("content/consultants/linnea-sjoqvist.yaml", changed);
    project.write("content/consultants/hostile.yaml", hostile());
    project.succeed("check");
    in_browser("pages.mjs", &project);
}

#[test]
fn the_published_page_runs_no_scripts() {
    let project = published("pages/published_page");
    std::fs::create_dir_all(project.root.join("templates/pages")).expect("a new directory");
    in_browser("published_page.mjs", &project);
}

#[test]
fn a_thousand_consultants_are_usable() {
    let project = Project::site("pages/many");
    let photo = repository().join("content/photos/amara-ndukwe.jpg");
    let photo = std::fs::read(photo).expect("a photo");
    for number in 0..1000 {
        let yaml = profile(&format!("Consultant {number}"));
        project.write(&format!("content/consultants/consultant-{number:04}.yaml"), yaml);
        project.write(&format!("content/photos/consultant-{number:04}.jpg"), &photo);
    }
    in_browser("many.mjs", &project);
}

#[test]
fn the_first_page_follows_the_first_compilation() {
    let message = "without optimization, 10,000 profiles take minutes: `.ci/run` compiles them";
    if required(env::var_os("VITAE_REQUIRE_ALL"), message).is_none() {
        return;
    }
    let project = Project::site("pages/first-compilation");
    // The compilation must take longer than a page.
    let text = "Architect of systems for hospitals. ".repeat(200);
    for number in 0..10_000 {
        let yaml = profile(&format!("Consultant {number}"));
        let yaml = format!("{yaml}summary:\n  full: {text}\n");
        project.write(&format!("content/consultants/consultant-{number}.yaml"), yaml);
    }
    let wrong = "active: true\nname: Consultant 5000\nbio_shrt: Architect.\n";
    project.write("content/consultants/consultant-5000.yaml", wrong);
    in_browser("first.mjs", &project);
}

#[test]
fn errors_open_on_the_page_of_their_consultant_only() {
    let project = Project::site("pages/errors");
    project.write("content/consultants/anna-berg.yaml", profile("Anna Berg"));
    let damaged = format!("{}photo: holiday.jpg\n", profile("Bo Ek"));
    project.write("content/consultants/bo-ek.yaml", damaged);
    project.write("content/photos/holiday.jpg", b"no photo");
    let (_, other) = get(&project, "/_preview/anna-berg");
    assert!(other.contains("1 error.") && other.contains("<a class=\"bar-line\""), "{other}");
    assert!(!other.contains("error-bar-details") && !other.contains("holiday.jpg"), "{other}");
    let (_, own) = get(&project, "/_preview/bo-ek");
    assert!(own.contains("error-bar-details"), "{own}");
    // In the list of errors and beside the profile.
    assert!(own.matches("holiday.jpg").count() > 1, "{own}");
    std::fs::remove_file(project.root.join("content/photos/holiday.jpg")).expect("removable");
    project.write("content/consultants/bo-ek.yaml", profile("Bo Ek"));
    project.succeed("build");
    project.write("content/consultants/cy-dahl.yaml", format!("{}titel: x\n", profile("Cy Dahl")));
    let (_, new) = get(&project, "/_preview/cy-dahl");
    assert!(new.contains("A build would publish nothing"), "{new}");
    assert!(new.contains("The next build without errors will publish this profile"), "{new}");
}

#[test]
fn a_file_that_cannot_be_read_shows_the_last_build() {
    let project = Project::site("pages/unreadable");
    project.write("content/consultants/anna-berg.yaml", profile("Anna Berg"));
    project.succeed("build");
    let broken = "active: true\nname: [\n";
    project.write("content/consultants/anna-berg.yaml", broken);
    let (_, page) = get(&project, "/_preview/anna-berg");
    assert!(page.contains("<strong>The file cannot be read.</strong>"), "{page}");
    assert!(page.contains("; the other tabs show the last build."), "{page}");
    assert!(page.contains("<h1 dir=\"auto\">Anna Berg</h1>"), "{page}");
    // Nothing is shown of a consultant who is not in the last build.
    project.write("content/consultants/bo-ek.yaml", broken);
    let (_, page) = get(&project, "/_preview/bo-ek");
    assert!(!page.contains("last build.") && page.contains("Nothing to show yet."), "{page}");
}

#[test]
fn errors_come_before_warnings() {
    let project = Project::site("pages/order");
    let warning = format!("{}title:\n", profile("Anna Berg"));
    project.write("content/consultants/anna-berg.yaml", warning);
    let error = format!("{}bio_short:\ntittle: x\n", profile("Bo Ek"));
    project.write("content/consultants/bo-ek.yaml", error);
    let (_, page) = get(&project, "/_preview/_diagnostics");
    let place = |text: &str| page.find(text).unwrap_or_else(|| panic!("{text}: {page}"));
    assert!(place("tittle") < place("bio_short"), "{page}");
    assert!(place("bo-ek.yaml") < place("anna-berg.yaml"), "{page}");
}

#[test]
fn each_profile_that_is_not_committed_has_a_mark() {
    let project = Project::site("pages/uncommitted");
    for (id, name) in [("anna-berg", "Anna Berg"), ("bo-ek", "Bo Ek"), ("cy-dahl", "Cy Dahl")] {
        let yaml = profile(name);
        let undated = yaml.lines().filter(|line| !line.starts_with("last_modified"));
        let yaml =
            if id == "cy-dahl" { yaml.clone() } else { undated.collect::<Vec<_>>().join("\n") };
        project.write(&format!("content/consultants/{id}.yaml"), yaml);
    }
    let (_, page) = get(&project, "/_preview/");
    assert_eq!(page.matches("class=\"badge warning\"").count(), 2, "{page}");
    let (_, page) = get(&project, "/_preview/bo-ek");
    assert!(page.contains("2 profiles have files that are not committed"), "{page}");
}

#[test]
fn texts_without_a_translation_are_marked() {
    let project = Project::site("pages/language");
    let texts = "title: Architect\nbio_short: Builds systems.\ninternal: {note: Secret}\n";
    project.write("content/consultants/anna-berg.yaml", profile("Anna Berg") + texts);
    let translation = "content/translations/sv/consultants/anna-berg.yaml";
    project.write(translation, "title: Arkitekt\n");
    let preview = || {
        let language = Some("sv".to_owned());
        let state = compiled(PreviewedProject { language, ..previewed(&project) });
        response(&state, "/_preview/anna-berg").1
    };
    let page = preview();
    assert!(page.contains("Preview in <bdi id=\"language\">sv</bdi>"), "{page}");
    assert!(page.contains("data-untranslated title=\"Not translated\">Builds systems."), "{page}");
    assert!(page.contains("dir=\"auto\">Arkitekt<"), "{page}");
    project.write(translation, "title: Arkitekt\nbio_short: Bygger system.\n");
    let page = preview();
    assert!(!page.contains("ntranslated") && !page.contains("not translated"), "{page}");
    std::fs::remove_file(project.root.join(translation)).expect("removable");
    project.write("content/translations/sv/site.yaml", "title: Profiler\n");
    let page = preview();
    assert!(page.contains("This profile is not translated."), "{page}");
    assert!(!page.contains("data-untranslated"), "{page}");
    let (_, original) = get(&project, "/_preview/anna-berg");
    assert!(
        !original.contains("ntranslated") && !original.contains("id=\"language\""),
        "{original}"
    );
}

#[test]
fn profile_text_is_escaped() {
    let project = Project::sample("pages/escaped");
    project.write("content/consultants/hostile.yaml", hostile());
    project.write(
        "content/consultants/wrong.yaml",
        format!("active: true\nname: Anna\n{}: 1\n", serde_json::to_string(HOSTILE).expect("JSON")),
    );
    const RESERVED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'/');
    let missing = format!("_files/{}", utf8_percent_encode(HOSTILE, RESERVED));
    for path in ["", "hostile", "wrong", "_diagnostics", &missing] {
        let (_, html) = get(&project, &format!("/_preview/{path}"));
        for dangerous in ["<script>", "<img src=x", "onerror=window.pwned=1>", "49"] {
            let found = html.matches(dangerous).count();
            // 49 would be the result of an evaluated `7*7`, but may also be part of another value.
            assert!(
                found == 0 || dangerous == "49" && html.contains("{{7*7}}"),
                "{path}: {dangerous}"
            );
        }
        for (index, _) in html.match_indices("href=\"") {
            let href = &html[index + 6..][..24.min(html.len() - index - 6)];
            let allowed =
                ["&#x2f;", "/", "#", "http:", "https:", "mailto:", "tel:", "vscode:", "?"];
            assert!(allowed.iter().any(|start| href.starts_with(start)), "{path}: {href}");
        }
    }
}

#[test]
fn searched_text_is_escaped() {
    let project = Project::sample("pages/searched");
    let encoded: String = HOSTILE.bytes().map(|byte| format!("%{byte:02x}")).collect();
    let (status, html) = get(&project, &format!("/_preview/?q={encoded}&show={encoded}"));
    assert_eq!(status, 200);
    assert!(html.contains("No consultant matches"));
    assert!(html.contains("{{7*7}}") && !html.contains("<script>") && !html.contains("<img src=x"));
}

#[test]
fn pages_of_the_start_page_contain_every_consultant_once() {
    let project = Project::site("pages/paged");
    for number in 0..250 {
        let active = number % 2 == 0;
        let yaml = format!(
            "active: {active}\nname: Åsa {number}\n\
             contracts:\n  - {{organization: A, role: B, technologies: [Tech-{}]}}\n",
            number % 5
        );
        project.write(&format!("content/consultants/c-{number:03}.yaml"), yaml);
    }
    let compiler = compiled(previewed(&project));
    let get = |query: &str| response(&compiler, &format!("/_preview/{query}")).1;
    let mut found = Vec::new();
    let mut next = Some(String::new());
    while let Some(query) = next {
        let html = get(&query);
        found.extend(cards(&html).into_iter().map(str::to_owned));
        let link = html.split("rel=\"next\" href=\"").nth(1);
        next = link.and_then(|link| link.split('"').next()).map(|link| {
            let link = link.replace("&#x2f;", "/").replace("&amp;", "&");
            link.trim_start_matches("/_preview/").to_owned()
        });
    }
    let expected: Vec<String> = (0..250).map(|number| format!("c-{number:03}")).collect();
    assert_eq!(found, expected);
    assert_eq!(cards(&get("?page=99")).first(), Some(&"c-200"));
    assert_eq!(cards(&get("?page=0")).first(), Some(&"c-000"));
    // The search covers all pages, technologies of contracts included.
    assert_eq!(cards(&get("?q=asa+249")), ["c-249"]);
    let technology = get("?q=TECH-3&show=inactive");
    assert_eq!(cards(&technology).len(), 25);
    assert!(technology.contains("25 of 250 shown"), "{technology}");
    assert!(get("?show=active&page=2").contains("101 to 125 of 125 shown"));
    assert_eq!(cards(&get("?show=errors")), [""; 0]);
}

/// Each response is built from the file as it was compiled.
#[test]
fn pages_show_the_compiled_text() {
    let project = Project::site("pages/compiled");
    project.write("content/consultants/anna.yaml", profile("Anna Berg"));
    let compiler = compiled(previewed(&project));
    project.write("content/consultants/anna.yaml", profile("Anna Later"));
    for path in ["/_preview/anna", "/_preview/"] {
        let (_, html) = response(&compiler, path);
        assert!(html.contains("Anna Berg") && !html.contains("Anna Later"), "{path}");
    }
}

#[test]
fn start_page_selects_by_the_next_build() {
    let project = Project::site("pages/next_build");
    let file = |id: &str| format!("content/consultants/{id}.yaml");
    for id in ["changed", "withdrawn", "same", "removed"] {
        project.write(&file(id), profile("Anna Berg"));
    }
    project.succeed("build");
    project.write(&file("changed"), profile("Anna Nyberg"));
    project
        .write(&file("withdrawn"), profile("Anna Berg").replace("active: true", "active: false"));
    // Only the date of the last change differs.
    project.write(&file("same"), profile("Anna Berg"));
    project.write(&file("new"), profile("Anna Berg"));
    std::fs::remove_file(project.root.join(file("removed"))).expect("removed");
    let compiler = compiled(previewed(&project));
    for name in ["changed", "withdrawn", "new"] {
        let (_, html) = response(&compiler, &format!("/_preview/?show={name}"));
        assert_eq!(cards(&html), [name], "{html}");
        assert!(html.contains("<li>removed</li>"));
        for change in ["adds 1 profile, ", "changes 1 profile and ", "withdraws 2 profiles"] {
            assert!(html.contains(change), "{html}");
        }
    }
}

/// As `vitae diff` does.
#[test]
fn shows_what_becomes_public_of_a_new_consultant() {
    let project = Project::site("pages/first");
    let contact = "personal:\n  contact: {email: anna@example.com, phone: +46 70 174 06 58}\n";
    project.write("content/consultants/anna.yaml", profile("Anna Berg") + contact);
    let photo = repository().join("content/photos/amara-ndukwe.jpg");
    project.write("content/photos/anna.jpg", std::fs::read(photo).expect("a photo"));
    for is_first_build in [true, false] {
        let (_, html) = get(&project, "/_preview/anna");
        let start = html.find("id=\"panel-changes\"").expect("the changes");
        let end = html.find("id=\"panel-yaml\"").expect("the YAML");
        let changes = &html[start..end];
        for text in [
            "An email address becomes public.",
            "A phone number becomes public.",
            "A photo becomes public.",
            "anna<wbr>@example.com",
            "+46 70 174 06 58",
        ] {
            assert!(changes.contains(text), "{is_first_build}: {text}: {changes}");
        }
        std::fs::create_dir_all(project.root.join("dist")).expect("a new directory");
    }
    std::fs::remove_dir(project.root.join("dist")).expect("an empty directory");
    project.succeed("build");
    let (_, html) = get(&project, "/_preview/anna");
    assert!(!html.contains("becomes public"), "{html}");
}

#[test]
fn internal_notes_are_in_the_yaml_only() {
    let project = Project::site("pages/notes");
    let note = "internal:\n  consent: Canary consent\n";
    project.write("content/consultants/anna.yaml", profile("Anna Berg") + note);
    let (status, html) = get(&project, "/_preview/anna");
    assert_eq!(status, 200);
    let yaml = html.find("id=\"panel-yaml\"").expect("the YAML");
    let json = html.find("id=\"panel-json\"").expect("the JSON");
    assert!(html[yaml..json].contains("Canary consent"));
    assert!(!html[..yaml].contains("Canary") && !html[json..].contains("Canary"));
}

#[test]
fn the_preview_is_not_published() {
    let project = Project::sample_with_one_photo("pages/published");
    let overlay = "templates/preview/overview.html.j2";
    project.write(overlay, "overlay of the preview");
    project.succeed("build");
    let (_, html) = get(&project, "/_preview/");
    assert_eq!(html, "overlay of the preview");
    let files = project.files("dist");
    assert!(files.len() > 20);
    for (path, bytes) in files {
        let text = String::from_utf8_lossy(&bytes);
        assert!(!path.contains("preview"), "{path}");
        assert!(!text.contains("_preview") && !text.contains("overlay of the preview"), "{path}");
    }
}

#[test]
fn other_content_files_have_pages() {
    let project = Project::site("pages/files");
    project.write("content/consultants/Anna Berg.yaml", profile("Anna Berg"));
    let (_, html) = get(&project, "/_preview/_diagnostics");
    assert!(html.contains("Anna%20Berg.yaml"), "{html}");
    let (status, html) = get(&project, "/_preview/_files/consultants/Anna%20Berg.yaml");
    assert_eq!(status, 200);
    assert!(html.contains("Anna Berg") && html.contains("id=\"L1\""));
    for path in ["_files/../../Cargo.toml", "_files/", "_files/photos"] {
        assert_eq!(get(&project, &format!("/_preview/{path}")).0, 404, "{path}");
    }
}
