//! Templates of a project that are empty, such as after an interrupted save. Without the rules of its
//! host, a site would lose its 404s, media types and headers.

use crate::project::{Project, profile, text};

fn project(name: &str, path: &str, template: &str) -> Project {
    let project = Project::site(&format!("empty_templates/{name}"));
    project.write("content/consultants/anna-berg.yaml", profile("Anna Berg"));
    project.write(&format!("templates/{path}"), template);
    project
}

fn assert_refused(project: &Project, arguments: &str, reason: &str) {
    let output = project.run(arguments);
    let printed = text(&output);
    assert_eq!(output.status.code(), Some(2), "{printed}");
    assert!(printed.contains(reason), "{reason}: {printed}");
    assert!(!project.root.join("dist").exists(), "{printed}");
}

#[test]
fn rejects_an_empty_template() {
    for (number, (path, host)) in [
        ("hosts/netlify/public/_headers.j2", "netlify"),
        ("hosts/netlify/public/_redirects.j2", "netlify"),
        ("hosts/apache/shared/headers.conf.j2", "apache"),
        ("hosts/apache/config/vitae-rules.conf.j2", "apache"),
        ("pages/index.html.j2", "nginx"),
        ("pages/llms.txt.j2", "nginx"),
        ("pages/robots.txt.j2", "nginx"),
        ("api/api-catalog.json.j2", "nginx"),
        ("api/openapi.json.j2", "nginx"),
    ]
    .into_iter()
    .enumerate()
    {
        let kinds = [("empty", ""), ("space", " \n\t\n"), ("mark", "\u{FEFF}"), ("null", "\0\0")];
        for (kind, template) in kinds {
            let project = project(&format!("{kind}/{number}"), path, template);
            let reason = format!("the template templates/{path} is empty; restore or remove it");
            assert_refused(&project, &format!("build --host {host}"), &reason);
            assert_refused(&project, "check", &reason);
        }
    }
}

#[test]
fn rejects_a_template_that_renders_nothing() {
    const NOTHING: &str = "{# nothing #}\n{% if false %}\ntext\n{% endif %}\n";
    let cases = [
        ("headers", "hosts/netlify/public/_headers.j2", NOTHING, "an empty file"),
        ("copied", "hosts/netlify/public/_redirects", "\n", "an empty file"),
        ("copied_mark", "hosts/netlify/public/_redirects", "\u{FEFF}", "an empty file"),
        ("added", "hosts/netlify/public/added.txt.j2", NOTHING, "an empty file"),
        ("index", "pages/index.html.j2", NOTHING, "an empty document"),
        ("llms", "pages/llms.txt.j2", NOTHING, "an empty document"),
        ("robots", "pages/robots.txt.j2", NOTHING, "an empty document"),
        ("robots_copied", "pages/robots.txt", "", "an empty document"),
        ("catalog", "api/api-catalog.json.j2", NOTHING, "invalid JSON"),
    ];
    for (name, path, template, reason) in cases {
        let project = project(&format!("nothing/{name}"), path, template);
        assert_refused(&project, "build", reason);
        let name = path.trim_end_matches(".j2");
        assert_refused(&project, "build", name);
    }
}

#[test]
fn a_template_can_produce_no_file() {
    const TEMPLATE: &str = "{% if not compact %}\n{{ no_file }}\n{% endif %}\n";
    let project = project("no_file", "hosts/netlify/public/no.txt.j2", TEMPLATE);
    let added = ["no.txt", "no.json", "no.yaml", "no.html"];
    for file in added {
        project.write(&format!("templates/hosts/netlify/public/{file}.j2"), TEMPLATE);
    }
    project.succeed("build");
    let files = project.files("dist");
    assert!(files.contains_key("_headers") && files.contains_key("_redirects"));
    for file in added.into_iter().chain(["404.html"]) {
        assert!(!files.contains_key(file), "{file}");
    }
}
