//! Input made to break the program: a clear message, a non-zero exit, bounded memory.

use std::process::{Command, Output};

use crate::project::{Project, profile, text};

/// The program with so much address space and no more, in KiB: 300 MB. Address space is an upper
/// bound of memory. One thread each reserves its own, so there are two.
const LIMIT: u32 = 300_000;

fn check_within_limit(project: &Project) -> Output {
    Command::new("sh")
        .current_dir(&project.root)
        .args(["-c", &format!("ulimit -v {LIMIT} && exec \"$0\" check")])
        .arg(env!("CARGO_BIN_EXE_vitae"))
        .env("RAYON_NUM_THREADS", "2")
        .env("MALLOC_ARENA_MAX", "1")
        .output()
        .expect("it runs")
}

fn told(project: &Project, expected: &[&str]) {
    let output = check_within_limit(project);
    let said = text(&output);
    assert_eq!(output.status.code(), Some(1), "{said}");
    for expected in expected {
        assert!(said.contains(expected), "{expected:?} is not in:\n{said}");
    }
    assert!(!said.contains("panicked"), "{said}");
}

fn with_profile(name: &str, more: &str) -> Project {
    let project = Project::site(&format!("hostile/{name}"));
    project.write(
        "content/consultants/anna-berg.yaml",
        profile("Anna Berg") + more,
    );
    project
}

#[test]
fn billion_laughs() {
    let mut yaml =
        "attributes:\n  a: &a [lol, lol, lol, lol, lol, lol, lol, lol, lol]\n".to_owned();
    for (key, before) in "bcdefghijklmnop".chars().zip("abcdefghijklmno".chars()) {
        let nine = vec![format!("*{before}"); 9].join(", ");
        yaml.push_str(&format!("  {key}: &{key} [{nine}]\n"));
    }
    told(
        &with_profile("laughs", &yaml),
        &["error[alias]", "anna-berg.yaml:5:6"],
    );
}

#[test]
fn ten_thousand_levels() {
    let flow = format!("attributes: {}{}\n", "[".repeat(10_000), "]".repeat(10_000));
    told(&with_profile("flow", &flow), &["error[too-deep]"]);
    let maps = format!(
        "attributes: {}1{}\n",
        "{a: ".repeat(10_000),
        "}".repeat(10_000)
    );
    told(&with_profile("maps", &maps), &["error[too-deep]"]);
    let block: String = (0..1_200)
        .map(|level| format!("{}a:\n", " ".repeat(level)))
        .collect();
    told(
        &with_profile("block", &format!("attributes:\n{block}")),
        &["error[too-deep]"],
    );
    let dashes = format!("attributes:\n  {}x\n", "- ".repeat(10_000));
    told(&with_profile("dashes", &dashes), &["error[too-deep]"]);
}

#[test]
fn a_hundred_megabytes_of_yaml() {
    let project = with_profile("large", "");
    let path = project.root.join("content/consultants/anna-berg.yaml");
    let file = std::fs::File::create(path).expect("a file");
    file.set_len(100 * 1024 * 1024).expect("sparse");
    told(&project, &["error[file-too-large]", "anna-berg.yaml"]);
}

#[test]
fn a_megabyte_of_one_line() {
    let text = "x".repeat(1_000_000);
    let project = with_profile("line", &format!("title: [{text}]\n"));
    told(&project, &["error[wrong-type]"]);
    let text = "- x\n".repeat(250_000);
    let project = with_profile("items", &format!("title:\n{text}"));
    told(&project, &["error[wrong-type]"]);
}

#[test]
fn a_megabyte_of_mistakes() {
    let keys = |indentation: &str| -> String {
        (0..60_000)
            .map(|key| format!("{indentation}k{key}: 1\n"))
            .collect()
    };
    let project = with_profile("unknown-keys", &keys(""));
    told(
        &project,
        &["error[unknown-field]", "warning[more-mistakes]"],
    );
    let same = "  a: 1\n".repeat(140_000);
    let project = with_profile("same-keys", &format!("internal:\n{same}"));
    told(
        &project,
        &["error[duplicate-key]", "warning[more-mistakes]"],
    );
    let wrong = "    - {}\n".repeat(100_000);
    let project = with_profile("wrong-items", &format!("skills:\n  languages:\n{wrong}"));
    told(
        &project,
        &["error[missing-field]", "warning[more-mistakes]"],
    );
    let many = with_profile("many-keys", &format!("internal:\n{}", keys("  ")));
    assert!(check_within_limit(&many).status.success());
}

#[test]
fn what_is_no_file() {
    for path in [
        "content/consultants/pipe.yaml",
        "content/photos/anna-berg.jpg",
    ] {
        let project = with_profile("pipe", "");
        let status = Command::new("mkfifo")
            .arg(project.root.join(path))
            .status()
            .expect("mkfifo");
        assert!(status.success());
        told(&project, &["error[not-a-file]", path]);
    }
    let project = with_profile("pipe-template", "");
    std::fs::create_dir_all(project.root.join("templates/pages")).expect("a folder");
    let pipe = project.root.join("templates/pages/index.html.j2");
    assert!(
        Command::new("mkfifo")
            .arg(pipe)
            .status()
            .expect("mkfifo")
            .success()
    );
    assert_eq!(project.run("check").status.code(), Some(2));
}

/// A PNG whose header promises the most pixels, and whose data compress to nothing.
fn bomb(side: u32) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, side, side);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Sixteen);
    encoder.set_compression(png::Compression::Fastest);
    let mut writer = encoder.write_header().expect("a header");
    // Too few rows for the header's promise; whoever believes it allocates for all of them.
    writer
        .write_chunk(png::chunk::IDAT, &[0x78, 0x9C, 3, 0, 0, 0, 0, 1])
        .expect("a chunk");
    drop(writer);
    bytes
}

#[test]
fn photos_that_are_none() {
    let cases: [(&str, Vec<u8>); 7] = [
        ("bomb", bomb(30_000)),
        ("small-bomb", bomb(6_000)),
        ("empty", Vec::new()),
        ("html", b"<!doctype html><title>Not found</title>".to_vec()),
        ("truncated", {
            let path = crate::project::repository().join("content/photos/linnea-sjoqvist.jpg");
            let photo = std::fs::read(path).expect("a photo");
            photo[..photo.len() * 2 / 3].to_vec()
        }),
        ("heic", b"\0\0\0\x18ftypheic\0\0\0\0mif1heic".to_vec()),
        ("signature-only", vec![0xFF, 0xD8, 0xFF, 0xD9]),
    ];
    for (name, bytes) in cases {
        let project = with_profile(&format!("photo-{name}"), "");
        project.write("content/photos/anna-berg.jpg", bytes);
        told(
            &project,
            &["error[unreadable-photo]", "content/photos/anna-berg.jpg"],
        );
    }
}

#[test]
fn paths_that_are_none() {
    let project = Project::empty("hostile/paths");
    for arguments in [
        "check --content nowhere",
        "check --templates nowhere",
        "build --host nowhere",
        "schema --content nowhere",
        "build --out /dev/null",
        "build --nonsense",
    ] {
        let project = if arguments.contains("--content") {
            &project
        } else {
            &with_profile("paths-site", "")
        };
        let output = project.run(arguments);
        assert_eq!(
            output.status.code(),
            Some(2),
            "{arguments}: {}",
            text(&output)
        );
        assert!(
            !text(&output).contains("panicked"),
            "{arguments}: {}",
            text(&output)
        );
    }
}

#[test]
fn templates_that_are_wrong() {
    for (template, expected) in [
        ("api/openapi.json.j2", "{{ nothing }}"),
        ("api/openapi.json.j2", "{\"openapi\": }"),
        ("pages/index.html.j2", "{% if %}"),
        (
            "hosts/netlify/public/_redirects.j2",
            "{{ rules.nothing.at.all }}",
        ),
        ("hosts/netlify/host.yaml", "title: [unclosed"),
        ("hosts/netlify/host.yaml", "title: Netlify\nunknown: true\n"),
        ("hosts/netlify/public/index.html", "two files of one path"),
        (
            "hosts/netlify/public/api/consultant-public/anna-berg/x",
            "below a file",
        ),
    ] {
        let project = with_profile("templates", "");
        project.write(&format!("templates/{template}"), expected);
        let output = project.run("build");
        let said = text(&output);
        assert_eq!(output.status.code(), Some(2), "{template}: {said}");
        assert!(said.contains("error: "), "{template}: {said}");
        assert!(!project.root.join("dist").exists(), "{template}");
    }
}
