//! A manifest without its content, as after a power failure.

use std::fs;

use crate::project::{Project, profile, text};

fn built(name: &str) -> Project {
    let project = Project::site(&format!("damaged-manifest/{name}"));
    project.write("content/site.yaml", crate::project::SITE.to_owned() + "host: nginx\n");
    project.write("content/consultants/anna-berg.yaml", profile("Anna Berg"));
    project.write("content/consultants/bo-ek.yaml", profile("Bo Ek"));
    project.succeed("build");
    project
}

#[test]
fn the_next_build_repairs_it_and_withdraws_profiles() {
    for name in
        ["empty", "null-characters", "cut", "cut-at-line", "cut-and-filled", "damaged-lines"]
    {
        let project = built(name);
        project.write("dist/notes.txt", "mine");
        let manifest = project.read("dist/_internal/manifest");
        let damaged = match name {
            "empty" => String::new(),
            "null-characters" => "\0".repeat(manifest.len()),
            "damaged-lines" => {
                let (header, lines) = manifest.split_once('\n').expect("lines");
                format!("{header}\n{}", lines.replacen(|c| c != '\n' && c != ' ', "\0", 400))
            }
            "cut" => manifest[..manifest.len() / 2].to_owned(),
            "cut-at-line" => manifest.split_inclusive('\n').take(3).collect(),
            _ => manifest[..100].to_owned() + &"\0".repeat(100),
        };
        project.write("dist/_internal/manifest", damaged);
        let inactive = profile("Bo Ek").replace("active: true", "active: false");
        project.write("content/consultants/bo-ek.yaml", inactive);
        for cache in ["", " --no-cache"] {
            let said = project.succeed(&format!("build{cache}"));
            assert!(!said.contains("openapi.json") && said.contains("notes.txt"), "{said}");
            let mut published = project.files("dist");
            assert_eq!(published.remove("notes.txt"), Some(b"mine".to_vec()), "{name}");
            project.succeed("build --out fresh");
            assert_eq!(published, project.files("fresh"), "{name}");
            fs::remove_dir_all(project.root.join("fresh")).expect("removable");
        }
    }
}

#[test]
fn a_directory_with_another_file_at_its_path_is_foreign() {
    let project = built("foreign");
    project.write("dist/_internal/manifest", "a list of goods\n");
    let output = project.run("build");
    assert_eq!(output.status.code(), Some(2), "{}", text(&output));
    assert!(text(&output).contains("has files that vitae did not write"), "{}", text(&output));
}
