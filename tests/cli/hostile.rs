//! Hostile input: vitae reports an error, exits with a non-zero code and uses bounded memory and processor time.

use std::process::{Command, Output};

use assert_cmd::cargo::cargo_bin;

use crate::project::{Project, profile, text};

/// The limit of the address space in KiB (300 MB), which bounds the memory. Each thread reserves
/// address space, so the program runs with two.
const LIMIT: u32 = 300_000;
/// The limit of the processor time in seconds: several times what any input takes without optimization.
const SECONDS: u32 = 60;

fn check_within_limit(project: &Project) -> Output {
    Command::new("sh")
        .current_dir(&project.root)
        .args(["-c", &format!("ulimit -v {LIMIT} && ulimit -t {SECONDS} && exec \"$0\" check")])
        .arg(cargo_bin("vitae"))
        .env("RAYON_NUM_THREADS", "2")
        .env("MALLOC_ARENA_MAX", "1")
        .output()
        .expect("it runs")
}

fn assert_rejected(project: &Project, expected: &[&str]) {
    let output = check_within_limit(project);
    let printed = text(&output);
    assert_eq!(output.status.code(), Some(1), "{printed}");
    for expected in expected {
        assert!(printed.contains(expected), "{expected:?} is not in:\n{printed}");
    }
    assert!(!printed.contains("panicked"), "{printed}");
}

fn with_profile(name: &str, more: &str) -> Project {
    let project = Project::site(&format!("hostile/{name}"));
    project.write("content/consultants/anna-berg.yaml", profile("Anna Berg") + more);
    project
}

#[test]
fn a_small_stack_of_the_main_thread_is_enough() {
    let project = Project::sample("hostile/stack");
    let deep = format!("attributes: {}1{}\n", "{a: ".repeat(10_000), "}".repeat(10_000));
    project.write("content/consultants/anna-berg.yaml", profile("Anna Berg") + &deep);
    for (command, code) in [("check", 1), ("build", 1), ("diff", 1), ("hosts", 0), ("man", 0)] {
        let output = Command::new("bash")
            .current_dir(&project.root)
            .args(["-c", &format!("ulimit -s 64 && exec \"$0\" {command}")])
            .arg(cargo_bin("vitae"))
            .output()
            .expect("it runs");
        assert_eq!(output.status.code(), Some(code), "{command}: {}", text(&output));
    }
}

#[test]
fn rejects_nested_aliases() {
    let mut yaml =
        "attributes:\n  a: &a [lol, lol, lol, lol, lol, lol, lol, lol, lol]\n".to_owned();
    for (key, before) in "bcdefghijklmnop".chars().zip("abcdefghijklmno".chars()) {
        let nine = vec![format!("*{before}"); 9].join(", ");
        yaml.push_str(&format!("  {key}: &{key} [{nine}]\n"));
    }
    assert_rejected(&with_profile("laughs", &yaml), &["error[alias]", "anna-berg.yaml:5:6"]);
}

#[test]
fn rejects_ten_thousand_levels_of_nesting() {
    let flow = format!("attributes: {}{}\n", "[".repeat(10_000), "]".repeat(10_000));
    assert_rejected(&with_profile("flow", &flow), &["error[too-deep]"]);
    let maps = format!("attributes: {}1{}\n", "{a: ".repeat(10_000), "}".repeat(10_000));
    assert_rejected(&with_profile("maps", &maps), &["error[too-deep]"]);
    let block: String = (0..1_200).map(|level| format!("{}a:\n", " ".repeat(level))).collect();
    assert_rejected(&with_profile("block", &format!("attributes:\n{block}")), &["error[too-deep]"]);
    let dashes = format!("attributes:\n  {}x\n", "- ".repeat(10_000));
    assert_rejected(&with_profile("dashes", &dashes), &["error[too-deep]"]);
}

#[test]
fn rejects_a_file_of_a_hundred_megabytes() {
    let project = with_profile("large", "");
    let path = project.root.join("content/consultants/anna-berg.yaml");
    let file = std::fs::File::create(path).expect("a file");
    file.set_len(100 * 1024 * 1024).expect("sparse");
    assert_rejected(&project, &["error[file-too-large]", "anna-berg.yaml"]);
}

#[test]
fn reports_a_wrong_type_in_a_megabyte_of_text() {
    let text = "x".repeat(1_000_000);
    let project = with_profile("line", &format!("title: [{text}]\n"));
    assert_rejected(&project, &["error[wrong-type]"]);
    let text = "- x\n".repeat(250_000);
    let project = with_profile("items", &format!("title:\n{text}"));
    assert_rejected(&project, &["error[wrong-type]"]);
}

#[test]
fn limits_the_diagnostics_of_a_megabyte_of_errors() {
    let keys = |indentation: &str| -> String {
        (0..60_000).map(|key| format!("{indentation}k{key}: 1\n")).collect()
    };
    let project = with_profile("unknown-keys", &keys(""));
    assert_rejected(&project, &["error[unknown-field]", "warning[more-diagnostics]"]);
    let same = "  a: 1\n".repeat(140_000);
    let project = with_profile("same-keys", &format!("internal:\n{same}"));
    assert_rejected(&project, &["error[duplicate-key]", "warning[more-diagnostics]"]);
    let wrong = "    - {}\n".repeat(100_000);
    let project = with_profile("wrong-items", &format!("skills:\n  languages:\n{wrong}"));
    assert_rejected(&project, &["error[missing-field]", "warning[more-diagnostics]"]);
    let many = with_profile("many-keys", &format!("internal:\n{}", keys("  ")));
    assert!(check_within_limit(&many).status.success());
}

#[test]
fn reads_long_texts_in_linear_time() {
    let items = "      - item\n\n".repeat(30_000);
    let names: String = (0..40_000).map(|key| format!("    k{key}: Name\n")).collect();
    let private: Vec<String> = (0..8_000).map(|key| format!("salary_{key}")).collect();
    let published: String = private.iter().map(|key| format!("    - attributes.{key}\n")).collect();
    let values: String = private.iter().map(|key| format!("  {key}: 1\n")).collect();
    for (name, more) in [
        ("folded-items", format!("summary:\n  full: >\n{items}")),
        ("parentheses", format!("bio_short: \"{}\"\n", "(".repeat(500_000))),
        ("unused-names", format!("attributes:\n  category_names:\n{names}")),
        ("published-paths", format!("attributes:\n{values}internal:\n  published:\n{published}")),
    ] {
        let output = check_within_limit(&with_profile(name, &more));
        assert!(output.status.success(), "{name}: {}", text(&output));
    }
    let tabs = with_profile("tabs", &format!("summary:\n{}full: Text\n", "\t".repeat(200_000)));
    assert_rejected(&tabs, &["error[tab]"]);
}

#[test]
fn rejects_named_pipes() {
    for path in ["content/consultants/pipe.yaml", "content/photos/anna-berg.jpg"] {
        let project = with_profile("pipe", "");
        let status = Command::new("mkfifo").arg(project.root.join(path)).status().expect("mkfifo");
        assert!(status.success());
        assert_rejected(&project, &["error[not-a-file]", path]);
    }
    let project = with_profile("pipe-template", "");
    std::fs::create_dir_all(project.root.join("templates/pages")).expect("a directory");
    let pipe = project.root.join("templates/pages/index.html.j2");
    assert!(Command::new("mkfifo").arg(pipe).status().expect("mkfifo").success());
    assert_eq!(project.run("check").status.code(), Some(2));
}

/// A PNG with a large size in its header and almost no data.
fn decompression_bomb(side: u32) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, side, side);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Sixteen);
    encoder.set_compression(png::Compression::Fastest);
    let mut writer = encoder.write_header().expect("a header");
    // A decoder that trusts the header allocates memory for all rows.
    writer.write_chunk(png::chunk::IDAT, &[0x78, 0x9C, 3, 0, 0, 0, 0, 1]).expect("a chunk");
    drop(writer);
    bytes
}

#[test]
fn rejects_invalid_photos() {
    let cases: [(&str, Vec<u8>); 7] = [
        ("bomb", decompression_bomb(30_000)),
        ("small-bomb", decompression_bomb(6_000)),
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
        assert_rejected(&project, &["error[unreadable-photo]", "content/photos/anna-berg.jpg"]);
    }
}

#[test]
fn rejects_paths_that_do_not_exist() {
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
        assert_eq!(output.status.code(), Some(2), "{arguments}: {}", text(&output));
        assert!(!text(&output).contains("panicked"), "{arguments}: {}", text(&output));
    }
}

#[test]
fn rejects_invalid_templates() {
    for (template, expected) in [
        ("api/openapi.json.j2", "{{ nothing }}"),
        ("api/openapi.json.j2", "{\"openapi\": }"),
        ("pages/index.html.j2", "{% if %}"),
        ("hosts/netlify/public/_redirects.j2", "{{ rules.nothing.at.all }}"),
        ("hosts/netlify/host.yaml", "title: [unclosed"),
        ("hosts/netlify/host.yaml", "title: Netlify\nunknown: true\n"),
        ("hosts/netlify/public/index.html", "two files of one path"),
        ("hosts/netlify/public/api/consultant-public/anna-berg/x", "below a file"),
    ] {
        let project = with_profile("templates", "");
        project.write(&format!("templates/{template}"), expected);
        let output = project.run("build");
        let printed = text(&output);
        assert_eq!(output.status.code(), Some(2), "{template}: {printed}");
        assert!(printed.contains("error: "), "{template}: {printed}");
        assert!(!project.root.join("dist").exists(), "{template}");
    }
}
