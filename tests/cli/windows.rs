//! The program for Windows, under Wine: from a new project to a withdrawn profile.
//!
//! `tests/windows/build` builds it; its first lines name what it needs. This compiles every dependency again, so the tests
//! are skipped with a message unless `VITAE_REQUIRE_ALL` is 1. `.ci/run` also runs the fixtures with this program.

use std::io::{Cursor, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;
use std::{env, fs};

use crate::linters::{installed, required};
use crate::nginx::Nginx;
use crate::project::{Project, git, profile, repository, text};
use crate::serve::Preview;

const DAY: &str = "2026-05-04T08:00:00+02:00";

const PROFILE: &str = "content/consultants/asa-ostrom.yaml";

/// Builds the program, once, and returns the directory of its files.
fn programs() -> Option<&'static Path> {
    static PROGRAMS: OnceLock<Option<PathBuf>> = OnceLock::new();
    let build = || {
        let command = "VITAE_REQUIRE_ALL=1 cargo test --test cli -- windows::";
        let message = format!("the program for Windows takes minutes to compile: {command}");
        required(env::var_os("VITAE_REQUIRE_ALL"), &message)?;
        let sysroot = Command::new("rustc").args(["--print", "sysroot"]).output().expect("rustc");
        let sysroot = String::from_utf8(sysroot.stdout).expect("a path");
        let target = Path::new(sysroot.trim()).join("lib/rustlib/x86_64-pc-windows-gnu");
        installed(&target, "rustup target add x86_64-pc-windows-gnu")?;
        installed("/usr/bin/x86_64-w64-mingw32-gcc".as_ref(), "apt install gcc-mingw-w64-x86-64")?;
        installed("/usr/lib/wine/wine64".as_ref(), "apt install wine64")?;
        installed("/usr/sbin/nginx".as_ref(), "apt install nginx")?;
        let output = Command::new(repository().join("tests/windows/build")).output();
        let output = output.expect("a started script");
        assert!(output.status.success(), "{}", text(&output));
        Some(repository().join("target/windows"))
    };
    PROGRAMS.get_or_init(build).as_deref()
}

/// Creates a project with the program for Windows and commits it.
fn new_project(programs: &Path, name: &str) -> Project {
    let project = Project::empty(name);
    fs::remove_dir_all(project.root.join("content")).expect("removable");
    succeed(programs, &project, &["init", ".", "--host", "nginx"]);
    git(&project.root, DAY, &["init", "--quiet"]);
    commit(&project);
    project
}

fn commit(project: &Project) {
    git(&project.root, DAY, &["add", "--all"]);
    git(&project.root, DAY, &["commit", "--quiet", "--message", "Change the content"]);
}

fn run(programs: &Path, project: &Project, arguments: &[&str]) -> Output {
    let mut vitae = Command::new(programs.join("vitae"));
    vitae.current_dir(&project.root).args(arguments).output().expect("a started process")
}

/// Runs the program for Windows and returns what it printed. Panics if it fails.
fn succeed(programs: &Path, project: &Project, arguments: &[&str]) -> String {
    let output = run(programs, project, arguments);
    assert!(output.status.success(), "{}", text(&output));
    text(&output)
}

#[test]
fn a_profile_is_published_changed_and_withdrawn() {
    let Some(programs) = programs() else { return };
    let project = new_project(programs, "windows/profile");

    let printed = succeed(programs, &project, &["new", "Åsa Öström"]);
    assert!(printed.contains(&format!("wrote {PROFILE}\n")), "{printed}");
    let yaml = "active: true\r\nname: Åsa Öström\r\npersonal:\r\n\theadline: Arkitekt\r\n";
    project.write(PROFILE, yaml);
    let output = run(programs, &project, &["check"]);
    let printed = text(&output);
    assert_eq!(output.status.code(), Some(1), "{printed}");
    assert!(printed.contains(&format!("--> {PROFILE}:4:1\n")), "{printed}");
    succeed(programs, &project, &["check", "--fix"]);
    assert_eq!(project.read(PROFILE), yaml.replace('\t', "  "));

    let photo = repository().join("content/photos/henrik-tallbacka.png");
    fs::copy(photo, project.root.join("content/photos/asa-ostrom.png")).expect("a copied file");
    commit(&project);
    let printed = succeed(programs, &project, &["build"]);
    assert!(printed.contains("added: asa-ostrom, sample-consultant\n"), "{printed}");
    let published = project.files("dist");
    assert!(published.contains_key("_internal/photo/asa-ostrom.jpg"), "{:?}", published.keys());
    // The same files as on Linux, dates of git included.
    project.succeed("build --out linux");
    assert!(published == project.files("linux"));
    let printed = succeed(programs, &project, &["build"]);
    assert!(printed.contains(" 0 files added, 0 changed,"), "{printed}");

    project.write(PROFILE, yaml.replace('\t', "  ").replace("Arkitekt", "Utvecklare"));
    commit(&project);
    // Another program has a file open that the build replaces.
    let opened = "dist/api/consultant-public/asa-ostrom";
    let mut hold = Command::new(programs.join("hold"))
        .current_dir(&project.root)
        .args([opened, "200"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("a started program");
    hold.stdout.as_mut().expect("a pipe").read_exact(&mut [0; 4]).expect("an open file");
    succeed(programs, &project, &["build"]);
    assert!(project.read(opened).contains("Utvecklare"));
    assert!(hold.wait().is_ok_and(|status| status.success()));

    project.write(PROFILE, "active: false\r\nname: Åsa Öström\r\n");
    let nginx = Nginx::start(&project);
    let output = run(programs, &project, &["verify", &nginx.url]);
    let printed = text(&output);
    assert_eq!(output.status.code(), Some(1), "{printed}");
    assert!(printed.contains("/api/consultant-public/asa-ostrom"), "{printed}");
    let printed = succeed(programs, &project, &["build"]);
    assert!(printed.contains("withdrawn: asa-ostrom\n"), "{printed}");
    assert!(project.files("dist").keys().all(|path| !path.contains("asa-ostrom")));
    succeed(programs, &project, &["verify", &nginx.url, "--gone", "asa-ostrom"]);
}

#[test]
fn the_preview_follows_changes() {
    let Some(programs) = programs() else { return };
    let project = new_project(programs, "windows/preview");
    let program = Command::new(programs.join("vitae"));
    let arguments = ["--listen", "127.0.0.1:0"];
    let mut preview = Preview::start_program(program, &project.root, &arguments);
    let mut events = preview.events();
    events.revision();
    project.write(PROFILE, "active: true\r\nname: Åsa Öström\r\n");
    events.revision();
    let profile = preview.get("/api/consultant-public/asa-ostrom");
    assert!(profile.status == 200 && profile.text().contains("Åsa Öström"), "{}", profile.text());
    assert!(preview.interrupt().success());
}

/// Writes photos of every kind: their pixels are decoded, scaled, converted between colors and encoded.
fn write_photos(project: &Project) {
    let (width, height) = (700_u16, 500_u16);
    let pixels = image::RgbaImage::from_fn(width.into(), height.into(), |x, y| {
        image::Rgba([(x % 256) as u8, (y % 256) as u8, ((x * y) % 256) as u8, (x / 3) as u8])
    });
    let rgb = image::DynamicImage::from(pixels.clone()).into_rgb8();
    let gray = image::DynamicImage::from(pixels.clone()).into_luma8();
    let write = |id: &str, extension: &str, bytes: Vec<u8>| {
        project.write(&format!("content/consultants/{id}.yaml"), profile(id));
        project.write(&format!("content/photos/{id}.{extension}"), bytes);
    };
    let encoded = |image: &image::DynamicImage, format| {
        let mut bytes = Cursor::new(Vec::new());
        image.write_to(&mut bytes, format).expect("an encoded image");
        bytes.into_inner()
    };
    write("alpha", "png", encoded(&pixels.into(), image::ImageFormat::Png));
    write("lossless", "webp", encoded(&rgb.clone().into(), image::ImageFormat::WebP));
    for (id, pixels, color) in [
        ("progressive", rgb.as_raw(), jpeg_encoder::ColorType::Rgb),
        ("gray", gray.as_raw(), jpeg_encoder::ColorType::Luma),
    ] {
        let mut bytes = Vec::new();
        let mut encoder = jpeg_encoder::Encoder::new(&mut bytes, 90);
        encoder.set_progressive(id == "progressive");
        if id == "progressive" {
            let p3 = moxcms::ColorProfile::new_display_p3().encode().expect("a profile");
            encoder.add_icc_profile(&p3).expect("a small profile");
        }
        encoder.encode(pixels, width, height, color).expect("an encoded image");
        write(id, "jpg", bytes);
    }
}

#[test]
fn published_bytes_are_those_of_linux() {
    let Some(programs) = programs() else { return };
    let project = Project::sample("windows/bytes");
    write_photos(&project);
    succeed(programs, &project, &["build", "--out", "windows"]);
    project.succeed("build --out linux --no-cache");
    let (windows, linux) = (project.files("windows"), project.files("linux"));
    let differing = linux.iter().filter(|(path, bytes)| windows.get(*path) != Some(bytes));
    let differing: Vec<_> = differing.map(|(path, _)| path).collect();
    assert!(differing.is_empty() && windows.len() == linux.len(), "{differing:?}");
    assert_eq!(linux.keys().filter(|path| path.starts_with("_internal/photo/")).count(), 9);
}
