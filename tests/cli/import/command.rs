//! The command: written files, output and errors.

use std::fs;

use crate::project::{Project, files, printed, repository, text};

const RESUME: &str = r#"{"basics": {"name": "Åsa Öberg", "email": "unknown_id"}, "work": [{"company": "Nordvik AB"}]}"#;

fn project(name: &str) -> Project {
    let project = Project::site(&format!("import/command-{name}"));
    project.write("resume.json", RESUME);
    project
}

/// Runs the program, which must fail and leave all files unchanged.
fn fails(project: &Project, arguments: &str, code: i32, words: &[&str]) {
    let before = project.files(".");
    let output = project.run(arguments);
    let output_text = text(&output);
    assert_eq!(output.status.code(), Some(code), "{output_text}");
    for word in words {
        assert!(output_text.contains(word), "{word}: {output_text}");
    }
    assert_eq!(project.files("."), before, "{output_text}");
}

#[test]
fn writes_the_profile_and_prints_the_report() {
    let project = project("report");
    let output = project.succeed("import resume.json");
    assert_eq!(
        output,
        "\
wrote content/consultants/asa-oberg.yaml
check these dates:
  work[0]: has no date, so the item reads as current
not imported, but kept under `internal` in the file:
  basics.email: \"unknown_id\": is missing the @
at another path in the published JSON Resume:
  work[*].company -> work[*].name
next: run `vitae check`, review content/consultants/asa-oberg.yaml, and set `active: true` to publish it
"
    );
    assert_eq!(
        project.read("content/consultants/asa-oberg.yaml"),
        "\
# yaml-language-server: $schema=../schema/consultant.json
# Review the profile and add what JSON Resume does not have (`title`, `bio_short`,
# `engagement`). Then change this to `true` to publish the profile.
active: false
name: Åsa Öberg

employment:
  # The original has no date here.
  # Add `end_date`: without it, this item reads as current.
  - organization: Nordvik AB

# Never published. Delete each note when you have dealt with it.
internal:
  import:
    not_taken_over:
      - path: basics.email
        value: unknown_id
"
    );
    assert_eq!(project.succeed("check"), "no errors or warnings\n");
}

#[test]
fn reads_the_standard_input_and_other_encodings() {
    let project = project("encodings");
    let utf16 = RESUME.encode_utf16().flat_map(u16::to_le_bytes);
    let utf16 = [0xFF, 0xFE].into_iter().chain(utf16).collect::<Vec<u8>>();
    let crlf = format!("\u{FEFF}{}", RESUME.replace(", ", ",\r\n"));
    let mut written = Vec::new();
    for (id, bytes) in [("a", RESUME.as_bytes()), ("b", &utf16), ("c", crlf.as_bytes())] {
        let mut command = project.command(&format!("import - --id {id}"));
        command.write_stdin(bytes).assert().success();
        written.push(project.read(&format!("content/consultants/{id}.yaml")));
    }
    assert!(written.iter().all(|yaml| *yaml == written[0]));
}

#[test]
fn rejects_unavailable_identifiers_with_a_suggestion() {
    let project = project("id");
    project.succeed("import resume.json");
    fails(&project, "import resume.json", 2, &["is taken by", "use `asa-oberg-2` with `--id`"]);
    fails(
        &project,
        "import resume.json --id Åsa",
        2,
        &["not an identifier", "`asa` is available with `--id`"],
    );
    project.write("content/consultants/Bo_Lind.yml", "active: false\nname: Bo Lind\n");
    fails(&project, "import resume.json --id bo-lind", 2, &["is taken by"]);
    project.write("resume.json", RESUME.replace("Åsa Öberg", "山田 太郎"));
    fails(&project, "import resume.json", 2, &["山田 太郎", "--id"]);
    project.succeed("import resume.json --id taro-yamada");
}

#[test]
fn rejects_other_formats() {
    let project = project("formats");
    for (content, words) in [
        ("{\n  \"basics\": {,\n}", &["not-json", "resume.json:2:14", "not valid JSON"][..]),
        ("", &["not-json"]),
        ("[1]", &["other-format"]),
        (r#"{"meta": {"format": "FRESH@0.6.0"}, "employment": {"history": []}}"#, &["FRESH"]),
        (r#"{"SkillsPassport": {}}"#, &["Europass"]),
        (r#"{"basics": {}}"#, &["no name"]),
        (r#"{"basics": {"name": "811218-9876 Åsa"}}"#, &["name is not valid", "personal identity"]),
        (
            r#"{"basics": {"firstName": "Åsa", "lastName": "19811218-9876", "email": "x"}}"#,
            &["not-imported", "personal identity number", "correct the name"],
        ),
        (
            r#"{"basics": {"name": "811218-9876"}, "meta": {"consultantProfile": {"id": "a"}}}"#,
            &["name is not valid", "personal identity number"],
        ),
        ("%PDF-1.7", &["other-format", "a PDF document"]),
        ("PK\u{3}\u{4}", &["other-format", "the archive is damaged"]),
        ("<?xml version='1.0'?><SkillsPassport/>", &["other-format", "XML", "Europass"]),
        ("<!DOCTYPE html><html>", &["other-format", "HTML"]),
        ("First Name,Last Name\nAnna,Berg\n", &["other-format", "CSV", "LinkedIn"]),
        ("cv:\n  name: Anna\n", &["other-format", "a RenderCV document", "vitae new"]),
        ("content:\n  basics: {}\n", &["other-format", "a YAMLResume document"]),
        ("basics:\n  name: [Anna\n", &["resume.json:2:"]),
        ("BEGIN:VCARD\r\nFN:Anna\r\n", &["other-format", "a vCard"]),
        (
            "{\n  // mine\n  \"basics\": {}\n}",
            &["not-json", "resume.json:2:3", "remove the comments"],
        ),
        ("# Anna Berg\n\nArchitect\n", &["other-format", "neither `basics` nor `work`"]),
        ("Anna Berg\nPhone: +46 70 123 45 67\ncontent: none\n", &["other-format", "neither"]),
        ("// Typst\n#set page()\n", &["other-format", "neither"]),
        ("// mine\n\n{\"basics\": {}}", &["not-json", "remove the comments"]),
        ("- Anna Berg\n- Architect\n", &["other-format", "is a list"]),
        ("% A résumé\n\n\\documentclass{moderncv}\n", &["other-format", "a TeX document"]),
        ("cv:\n  name: Anna\n    phone: 1\n", &["other-format", "a RenderCV document"]),
        ("# Anna\n---\n\"cv\":\r\n\tname: Anna\n", &["other-format", "a RenderCV document"]),
        ("design:\n  theme: x\n    y: 1\ncv:\n  name: Anna\n", &["other-format", "a RenderCV"]),
        ("content:\n- a\n b: [\n", &["other-format", "a YAMLResume document"]),
        ("meta:\n  a: b: c\n\nText.\nbasics:\n  name: Anna\n", &["needs-quotes", "resume.json:2"]),
        ("work:\n- name: A\n  - position: B\n", &["indentation", "resume.json:3"]),
        (
            r#"{"basics": {"name": "A"}, "sections": {}, "metadata": {}}"#,
            &["other-format", "a Reactive Resume document"],
        ),
        (r#"{"resume": {"profile": {}}}"#, &["other-format", "an OpenResume document"]),
        (r#"{"responsibilities": [], "qualifications": []}"#, &["other-format", "job schema"]),
        (&"[".repeat(500), &["recursion limit"]),
        (r#"{"basics": {"name": "\ud83d"}}"#, &["hex escape"]),
        (r#"{"basics": {"name": "\ud83dx"}}"#, &["hex escape"]),
        (r#"{"basics": {"name": 1e999}}"#, &["number out of range"]),
        (r#"{"profile": {"full_name": "Anna"}, "jobs": []}"#, &["neither `basics` nor `work`"]),
    ] {
        project.write("resume.json", content);
        fails(&project, "import resume.json", 1, &[words, &["nothing was imported"]].concat());
    }
    project.write("resume.json", [b'{', 0xC3, 0x28, b'}']);
    fails(&project, "import resume.json", 1, &["UTF-8"]);
    fails(&project, "import missing.json", 2, &["cannot read missing.json"]);
    fails(&project, "import .", 1, &["other-format", "no `Profile.csv`"]);
    fails(
        &project,
        "import resume.json --content missing",
        2,
        &["the content directory missing does not exist"],
    );
}

#[test]
fn imports_a_photo() {
    let project = project("photo");
    let photos = repository().join("content/photos");
    for (name, id, kind) in [("amara-ndukwe.jpg", "a", "jpg"), ("henrik-tallbacka.png", "b", "png")]
    {
        let bytes = fs::read(photos.join(name)).expect("a photo");
        project.write("photo", &bytes);
        project.succeed(&format!("import resume.json --id {id} --photo photo"));
        assert_eq!(project.files("content/photos")[&format!("{id}.{kind}")], bytes);
        let yaml = project.read(&format!("content/consultants/{id}.yaml"));
        assert!(yaml.contains(&format!("\nactive: false\nphoto: {id}.{kind}\nname: ")), "{yaml}");
    }
    assert_eq!(project.succeed("check"), "no errors or warnings\n");
    let damaged = fs::read(photos.join("amara-ndukwe.jpg")).expect("a photo");
    project.write("damaged.jpg", &damaged[..damaged.len() / 2]);
    fails(
        &project,
        "import resume.json --id c --photo damaged.jpg",
        1,
        &["unreadable-photo", "damaged.jpg"],
    );
    fails(&project, "import resume.json --id c --photo missing.jpg", 2, &["missing.jpg"]);
    project.write("content/photos/c.png", "");
    fails(
        &project,
        "import resume.json --id c --photo photo",
        2,
        &["`c` already has a photo", "content/photos/c.png"],
    );
    // A file name with the same slug is a photo of the same consultant.
    project.write("content/photos/Bo_Lind.jpg", "");
    fails(
        &project,
        "import resume.json --id bo-lind --photo photo",
        2,
        &["`bo-lind` already has a photo", "content/photos/Bo_Lind.jpg"],
    );
}

#[test]
fn removes_the_profile_if_the_photo_cannot_be_written() {
    let project = project("half");
    let photo = fs::read(repository().join("content/photos/amara-ndukwe.jpg")).expect("a photo");
    project.write("photo.jpg", photo);
    // A file in place of the directory: the profile can be written, the photo cannot.
    fs::remove_dir(project.root.join("content/photos")).expect("empty");
    project.write("content/photos", "");
    fails(&project, "import resume.json --photo photo.jpg", 2, &["content/photos"]);
    assert!(files(&project.root.join("content/consultants")).is_empty());
}

/// A template of another program can have a section `work`, so that it looks like a JSON Resume without a name.
#[test]
fn names_the_formats_of_other_programs() {
    let project = Project::site("import/other-formats");
    for (file, content, name) in [
        ("cv.yml", "- title: Work\n  type: time_table\n  contents: []\n", "a cv.yml of al-folio"),
        ("skills.yml", "- Rust\n- Go\n", "a list"),
        ("list.json", "[{\"name\": \"Anna\"}]", "a list"),
        (
            "_index.md",
            "---\ntitle: Anna\nsuperuser: true\nwork: []\n---\n# Me\n",
            "a HugoBlox author",
        ),
        ("about.md", "---\nlayout: cv\n---\n# Anna\n", "a Markdown page with front matter"),
        (
            "data.yml",
            "# all\nsidebar:\n  name: A\n  tagline: B\nexperiences:\n  title: C\n",
            "an online-cv document",
        ),
        ("resume.toml", "[basics]\nname = \"Anna\"\n", "TOML"),
        ("config.toml", "title = 'Anna'\n[params]\n", "TOML"),
    ] {
        project.write(file, content);
        let output = project.run(&format!("import {file}"));
        assert_eq!(output.status.code(), Some(1));
        let message = format!("error[other-format]: the file is {name}, not a JSON Resume");
        assert!(printed(&output).contains(&message), "{file}: {}", printed(&output));
    }
    project.write("resume.md", "---\nbasics: {name: Anna}\n---\nText\n");
    let said = printed(&project.run("import resume.md"));
    assert!(said.contains("only the lines between the two lines `---`"), "{said}");
    project.write("resume.yml", "---\nbasics: {name: Anna}\n");
    project.succeed("import resume.yml");
}
