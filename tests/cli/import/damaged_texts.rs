//! Texts that were damaged before an import are reported by the check that follows it.

use crate::project::{Project, text};

#[test]
fn the_check_after_an_import_reports_damaged_texts() {
    let project = Project::site("import/damaged");
    for (index, (damaged, reported)) in [
        ("Malm\u{C3}\u{B6}", "`Ã¶` is `ö`, saved in the wrong encoding"),
        ("Malm\u{FFFD}", "in place of a character that was lost"),
        ("\u{F0A7} Malmö", "a private character that most fonts lack"),
        ("o\u{FB03}ce", "write `ffi`"),
        ("• Led a team", "this item starts with `•`"),
    ]
    .into_iter()
    .enumerate()
    {
        let resume = serde_json::json!({
            "basics": { "name": format!("Bo {index}") },
            "work": [{ "name": "Nordvik", "position": "Architect", "highlights": [damaged] }],
        });
        project.write("resume.json", resume.to_string());
        project.succeed("import resume.json");
        let said = text(&project.run("check"));
        assert!(said.contains(reported), "{damaged}: {said}");
    }
}
