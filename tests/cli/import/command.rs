//! The command: what it writes, what it says, and what it refuses.

use std::fs;

use crate::project::{Project, files, repository, text};

const RESUME: &str = r#"{"basics": {"name": "Åsa Öberg", "email": "unknown_id"}, "work": [{"company": "Nordvik AB"}]}"#;

fn project(name: &str) -> Project {
    let project = Project::site(&format!("import/command-{name}"));
    project.write("resume.json", RESUME);
    project
}

/// Runs the program, which has to refuse and to leave everything as it was.
fn refuses(project: &Project, arguments: &str, code: i32, words: &[&str]) {
    let before = project.files(".");
    let output = project.run(arguments);
    let said = text(&output);
    assert_eq!(output.status.code(), Some(code), "{said}");
    for word in words {
        assert!(said.contains(word), "{word}: {said}");
    }
    assert_eq!(project.files("."), before, "{said}");
}

#[test]
fn writes_the_profile_and_says_what_became_of_it() {
    let project = project("says");
    let said = project.succeed("import resume.json");
    assert_eq!(
        said,
        "\
wrote content/consultants/asa-oberg.yaml
not taken over, but kept under `internal` in the file:
  basics.email: \"unknown_id\": is missing the @
at another place in JSON Resume:
  work[0].company -> work[0].name
next: run `vitae check`, review content/consultants/asa-oberg.yaml, and set `active: true` to publish it
"
    );
    assert_eq!(
        project.read("content/consultants/asa-oberg.yaml"),
        "\
# yaml-language-server: $schema=../schema/consultant.json
# Read the profile through, add what a JSON Resume lacks (`title`, `bio_short`,
# `engagement`), then write `true` to publish it.
active: false
name: Åsa Öberg

employment:
  - organization: Nordvik AB

# Never published. Delete what you have dealt with.
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
    for (id, bytes) in [
        ("a", RESUME.as_bytes()),
        ("b", &utf16),
        ("c", crlf.as_bytes()),
    ] {
        let mut command = project.command(&format!("import - --id {id}"));
        command.write_stdin(bytes).assert().success();
        written.push(project.read(&format!("content/consultants/{id}.yaml")));
    }
    assert!(written.iter().all(|yaml| *yaml == written[0]));
}

#[test]
fn identifiers_are_refused_with_a_proposal() {
    let project = project("id");
    project.succeed("import resume.json");
    refuses(
        &project,
        "import resume.json",
        2,
        &["is taken by", "use `asa-oberg-2` with `--id`"],
    );
    refuses(
        &project,
        "import resume.json --id Åsa",
        2,
        &["not an identifier", "`asa` is available with `--id`"],
    );
    project.write(
        "content/consultants/Bo_Lind.yml",
        "active: false\nname: Bo Lind\n",
    );
    refuses(
        &project,
        "import resume.json --id bo-lind",
        2,
        &["is taken by"],
    );
    project.write("resume.json", RESUME.replace("Åsa Öberg", "山田 太郎"));
    refuses(&project, "import resume.json", 2, &["山田 太郎", "--id"]);
    project.succeed("import resume.json --id taro-yamada");
}

#[test]
fn what_is_no_json_resume_is_refused_by_name() {
    let project = project("formats");
    for (content, words) in [
        (
            "{\n  \"basics\": {,\n}",
            &["not-json", "resume.json:2:14", "not JSON"][..],
        ),
        ("", &["not-json"]),
        ("[1]", &["other-format"]),
        (
            r#"{"meta": {"format": "FRESH@0.6.0"}, "employment": {"history": []}}"#,
            &["FRESH"],
        ),
        (r#"{"SkillsPassport": {}}"#, &["Europass"]),
        (r#"{"basics": {}}"#, &["no name"]),
    ] {
        project.write("resume.json", content);
        refuses(
            &project,
            "import resume.json",
            1,
            &[words, &["nothing was imported"]].concat(),
        );
    }
    project.write("resume.json", [b'{', 0xC3, 0x28, b'}']);
    refuses(&project, "import resume.json", 1, &["UTF-8"]);
    refuses(
        &project,
        "import missing.json",
        2,
        &["cannot read missing.json"],
    );
    refuses(&project, "import .", 2, &["cannot read"]);
    refuses(
        &project,
        "import resume.json --content missing",
        2,
        &["no content directory"],
    );
}

#[test]
fn a_photo_comes_along() {
    let project = project("photo");
    let photos = repository().join("content/photos");
    for (name, id, kind) in [
        ("amara-ndukwe.jpg", "a", "jpg"),
        ("henrik-tallbacka.png", "b", "png"),
    ] {
        let bytes = fs::read(photos.join(name)).expect("a photo");
        project.write("photo", &bytes);
        project.succeed(&format!("import resume.json --id {id} --photo photo"));
        assert_eq!(
            project.files("content/photos")[&format!("{id}.{kind}")],
            bytes
        );
    }
    assert_eq!(project.succeed("check"), "no errors or warnings\n");
    let damaged = fs::read(photos.join("amara-ndukwe.jpg")).expect("a photo");
    project.write("damaged.jpg", &damaged[..damaged.len() / 2]);
    refuses(
        &project,
        "import resume.json --id c --photo damaged.jpg",
        1,
        &["unreadable-photo", "damaged.jpg"],
    );
    refuses(
        &project,
        "import resume.json --id c --photo missing.jpg",
        2,
        &["missing.jpg"],
    );
    project.write("content/photos/c.png", "");
    refuses(
        &project,
        "import resume.json --id c --photo photo",
        2,
        &["`c` already has a photo", "content/photos/c.png"],
    );
    // By the rules for consultants' names, it is one.
    project.write("content/photos/Bo_Lind.jpg", "");
    refuses(
        &project,
        "import resume.json --id bo-lind --photo photo",
        2,
        &[
            "`bo-lind` already has a photo",
            "content/photos/Bo_Lind.jpg",
        ],
    );
}

#[test]
fn nothing_is_left_where_it_fails_half_way() {
    let project = project("half");
    let photo = fs::read(repository().join("content/photos/amara-ndukwe.jpg")).expect("a photo");
    project.write("photo.jpg", photo);
    // A file in place of the folder: the profile is written, the photo cannot be.
    fs::remove_dir(project.root.join("content/photos")).expect("empty");
    project.write("content/photos", "");
    refuses(
        &project,
        "import resume.json --photo photo.jpg",
        2,
        &["content/photos"],
    );
    assert!(files(&project.root.join("content/consultants")).is_empty());
}
