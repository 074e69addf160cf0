//! `photo` in a profile names a file in `content/photos`.

use crate::project::{Project, git, profile, repository, text};

const ANNA: &str = "content/consultants/anna-berg.yaml";
const BO: &str = "content/consultants/bo-ek.yaml";
const PUBLISHED: &str = "dist/_internal/photo/anna-berg.png";

/// A photo of one transparent color.
fn photo(color: u8) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, 2, 2);
    encoder.set_color(png::ColorType::Rgba);
    let mut writer = encoder.write_header().expect("a header");
    writer.write_image_data(&[color; 16]).expect("pixels");
    writer.finish().expect("an end");
    bytes
}

fn named(name: &str, photo: &str) -> String {
    format!("{}photo: {photo}\n", profile(name))
}

#[test]
fn publishes_the_named_photo_and_not_its_name() {
    let project = Project::site("named-photo/publish");
    project.write(ANNA, named("Anna Berg", "Holiday 2026.PNG"));
    project.write(BO, profile("Bo Ek"));
    project.write("content/photos/Holiday 2026.PNG", photo(90));
    project.write("content/photos/bo-ek.png", photo(91));
    let read = || std::fs::read(project.root.join(PUBLISHED)).expect("a photo");
    let said = project.succeed("build");
    let first = read();
    // Another file with the same name, and another name.
    project.write("content/photos/Holiday 2026.PNG", photo(92));
    project.succeed("build");
    let second = read();
    project.write("content/photos/portrait.png", photo(90));
    project.write(ANNA, named("Anna Berg", "portrait.png"));
    std::fs::remove_file(project.root.join("content/photos/Holiday 2026.PNG")).expect("removable");
    project.succeed("build");
    assert!(first != second && read() == first);
    project.succeed("build --no-cache --out uncached");
    assert_eq!(project.files("dist"), project.files("uncached"));
    for (path, bytes) in project.files("dist") {
        let text = format!("{path} {}", String::from_utf8_lossy(&bytes)).to_lowercase();
        assert!(!text.contains("holiday") && !text.contains("portrait.png"), "{path}");
    }
    assert!(!said.contains("Holiday"), "{said}");
}

#[test]
fn a_photo_belongs_to_one_profile() {
    let project = Project::site("named-photo/errors");
    project.write("content/photos/holiday.png", photo(90));
    project.write("content/photos/bo-ek.png", photo(91));
    let unknown = |name: &str| format!("`photos` has no photo `{name}`");
    let other = |name: &str, user: &str| format!("`{name}` is the photo of `{user}`");
    let inactive = |text: String| text.replace("active: true", "active: false");
    for (case, anna, bo, errors) in [
        ("own", named("Anna Berg", "holiday.png"), named("Bo Ek", "bo-ek.png"), vec![]),
        (
            "missing",
            named("Anna Berg", "beach.png"),
            profile("Bo Ek"),
            vec![unknown("beach.png"), "photo-without-consultant".to_owned()],
        ),
        (
            "path",
            named("Anna Berg", "photos/holiday.png"),
            profile("Bo Ek"),
            vec![unknown("photos/holiday.png")],
        ),
        (
            "twice",
            named("Anna Berg", "holiday.png"),
            inactive(named("Bo Ek", "holiday.png")),
            vec![
                other("holiday.png", "anna-berg"),
                other("holiday.png", "bo-ek"),
                "bo-ek.yaml:4:8".to_owned(),
                "anna-berg.yaml:4:8".to_owned(),
            ],
        ),
        (
            "of-another",
            named("Anna Berg", "bo-ek.png"),
            inactive(profile("Bo Ek")),
            vec![other("bo-ek.png", "bo-ek")],
        ),
        (
            "two",
            named("Anna Berg", "holiday.png"),
            named("Bo Ek", "holiday.png").replace("Bo", "Bo L"),
            vec![other("holiday.png", "bo-ek")],
        ),
    ] {
        project.write(ANNA, anna);
        project.write(BO, bo);
        for options in ["", "--no-cache"] {
            let output = project.run(&format!("check {options}"));
            let code = i32::from(!errors.is_empty());
            assert_eq!(output.status.code(), Some(code), "{case}: {}", text(&output));
            for error in &errors {
                assert!(text(&output).contains(error), "{case}: {error}: {}", text(&output));
            }
        }
    }
}

#[test]
fn the_named_photo_wins_and_unused_photos_are_warnings() {
    let project = Project::site("named-photo/unused");
    project.write(ANNA, profile("Anna Berg"));
    project.write(BO, profile("Bo Ek"));
    project.write("content/photos/bo-ek.png", photo(90));
    project.write("content/photos/anna-berg.png", photo(91));
    project.succeed("build");
    let published = || std::fs::read(project.root.join(PUBLISHED)).expect("a photo");
    let own = published();
    // An editor replaces the photo in the form, and deletes the profile with the photo `carl.png`.
    project.write(ANNA, named("Anna Berg", "portrait.png"));
    project.write("content/photos/portrait.png", photo(92));
    project.write("content/photos/carl.png", photo(93));
    for options in ["", "--no-cache", ""] {
        let output = project.run(&format!("build {options}"));
        let said = text(&output);
        assert_eq!(output.status.code(), Some(0), "{said}");
        let warnings = [
            "warning[photo-without-consultant]: `anna-berg.png` is not used: the profile names `portrait.png`",
            "warning[photo-without-consultant]: `carl` is not the identifier of a profile",
        ];
        assert!(warnings.iter().all(|warning| said.contains(warning)), "{said}");
        assert_ne!(published(), own);
    }
    assert_eq!(project.run("check --deny warnings").status.code(), Some(1));
    // Of two photos with the name of the profile, the named one counts.
    project.write("content/photos/anna-berg.jpeg", photo(94));
    project.write(ANNA, named("Anna Berg", "anna-berg.png"));
    let said = text(&project.run("build"));
    assert!(
        said.contains("`anna-berg.jpeg` is not used: the profile names `anna-berg.png`"),
        "{said}"
    );
    assert_eq!(published(), own);
    project.write(ANNA, profile("Anna Berg"));
    let duplicate = project.run("check");
    assert!(text(&duplicate).contains("error[duplicate-photo]"), "{}", text(&duplicate));
}

#[test]
fn a_value_without_a_name_is_one_error() {
    let project = Project::site("named-photo/values");
    project.write("content/photos/holiday.png", photo(90));
    for (value, code) in [
        ("", "empty-value"),
        ("~", "empty-value"),
        ("' '", "empty-value"),
        ("2026", "unknown-photo"),
        ("Null", "empty-value"),
        ("[holiday.png]", "wrong-type"),
    ] {
        project.write(ANNA, named("Anna Berg", value));
        let said = text(&project.run("check"));
        assert!(said.contains(code) && said.contains("\n1 error, 1 warning"), "{value}: {said}");
    }
    project.write(ANNA, named("Anna Berg", "' holiday.png '"));
    project.succeed("check --deny warnings");
}

#[test]
fn a_changed_photo_changes_the_profile_that_names_it() {
    let project = Project::site("named-photo/diff");
    project.write(ANNA, "active: true\nname: Anna Berg\nphoto: holiday.png\n");
    project.write("content/photos/holiday.png", photo(90));
    let date = "2026-03-04T12:00:00Z";
    git(&project.root, date, &["init", "--quiet"]);
    git(&project.root, date, &["add", "."]);
    git(&project.root, date, &["commit", "--quiet", "-m", "Start"]);
    project.write("content/photos/holiday.png", photo(91));
    let changes = project.succeed("diff HEAD");
    assert!(changes.contains("anna-berg"), "{changes}");
}

#[test]
fn names_who_has_the_photo_of_another_profile() {
    let project = Project::site("named-photo/owner");
    project.write("content/photos/bo-ek.png", photo(90));
    project.write(ANNA, named("Anna Berg", "bo-ek.png"));
    project.write(BO, profile("Bo Ek"));
    // Each photo has the name of a profile, so that no profile has to be read to assign them.
    let said = text(&project.run("check"));
    assert!(said.contains("`bo-ek.png` is the photo of `bo-ek`\n"), "{said}");
    assert!(said.contains("\n1 error"), "{said}");
}

#[test]
fn names_are_compared_in_one_unicode_form() {
    let project = Project::site("named-photo/unicode");
    let (composed, decomposed) = ("\u{E5}sa.png", "a\u{30A}sa.png");
    project.write(ANNA, named("Anna Berg", composed));
    project.write(&format!("content/photos/{decomposed}"), photo(90));
    for options in ["", "--no-cache", ""] {
        project.succeed(&format!("build {options}"));
        assert!(project.root.join(PUBLISHED).exists());
    }
    project.write(&format!("content/photos/{composed}"), photo(91));
    let said = text(&project.run("check"));
    assert!(said.contains("error[duplicate-photo]"), "{said}");
    project.write(ANNA, profile("Anna Berg"));
    let said = text(&project.run("check"));
    assert!(said.contains("error[duplicate-photo]"), "{said}");
}

#[test]
fn photos_can_have_all_extensions_of_their_formats() {
    let jpeg =
        std::fs::read(repository().join("content/photos/amara-ndukwe.jpg")).expect("a photo");
    for extension in ["jfif", "jpe", "pjpeg", "JFIF", "jpeg"] {
        let project = Project::site("named-photo/extensions");
        project.write(ANNA, profile("Anna Berg"));
        project.write(&format!("content/photos/anna-berg.{extension}"), &jpeg);
        project.succeed("build");
        assert!(project.root.join("dist/_internal/photo/anna-berg.jpg").exists(), "{extension}");
    }
}

#[test]
fn suggests_a_photo_with_another_extension() {
    let project = Project::site("named-photo/suggestions");
    for name in
        ["portrait.jpeg", "Strand 2026.PNG", "two.jpg", "two.png", "anna.berg.webp", "notes.txt"]
    {
        project.write(&format!("content/photos/{name}"), photo(90));
    }
    for (name, meant) in [
        ("portrait.jpg", "portrait.jpeg"),
        ("portrait", "portrait.jpeg"),
        ("Portrait.png", "portrait.jpeg"),
        ("photos/portrait.jpeg", "portrait.jpeg"),
        ("C:\\Photos\\portrait.jpg", "portrait.jpeg"),
        ("strand 2026", "Strand 2026.PNG"),
        ("strand 2026.heic", "Strand 2026.PNG"),
        ("anna.berg", "anna.berg.webp"),
        ("anna.berg.jpg", "anna.berg.webp"),
        ("two", ""),
        ("notes", ""),
        ("landscape.jpg", ""),
        ("", ""),
    ] {
        project.write(ANNA, named("Anna Berg", &format!("'{name}'")));
        let said = text(&project.run("check anna-berg"));
        let hint = match meant {
            _ if name.is_empty() => "has no value".to_owned(),
            "" => "write only the name of a file in `photos`".to_owned(),
            meant => format!("did you mean `{meant}`?"),
        };
        assert!(said.contains(&hint), "{name}: {said}");
    }
}
