//! Photos that did not change are not decoded again.

use std::fs;
use std::path::Path;
use std::process::Command;

use assert_cmd::cargo::cargo_bin;
use sha2::{Digest, Sha256};

use super::{CACHE, PHOTO, PROFILE, anna, cached_photos};
use crate::linters::installed;
use crate::own_server::replace;
use crate::project::{Project, SITE, copy, git, profile, repository, text};

const TRANSPARENT_PHOTO: &str = "content/photos/bo-lind.png";

/// Creates a site with an opaque and a transparent photo.
fn two_photos(name: &str) -> Project {
    let project = anna(name);
    project.write("content/consultants/bo-lind.yaml", profile("Bo Lind"));
    let mut image = image::RgbaImage::from_pixel(8, 8, image::Rgba([200, 0, 0, 255]));
    image.put_pixel(0, 0, image::Rgba([0, 0, 0, 0]));
    image.save(project.root.join(TRANSPARENT_PHOTO)).expect("a PNG");
    project
}

/// Replaces each cached photo by another valid one of the same format. A build that decodes no photo
/// publishes it. Returns the planted photos.
fn plant_photos(project: &Project) -> [Vec<u8>; 2] {
    let jpeg = fs::read(repository().join("content/photos/linnea-sjoqvist.jpg")).expect("a photo");
    let mut png = fs::read(project.root.join(TRANSPARENT_PHOTO)).expect("a photo");
    png.extend(b"planted");
    let names = cached_photos(project);
    assert_eq!(names.len(), 2);
    for name in names {
        let path = format!("{CACHE}/photos/{name}");
        let is_png =
            fs::read(project.root.join(&path)).expect("a photo")[16..].starts_with(b"\x89P");
        let photo = if is_png { &png } else { &jpeg };
        project.write(&path, [&Sha256::digest(photo)[..16], photo].concat());
    }
    [jpeg, png]
}

fn published_photos(project: &Project) -> [Vec<u8>; 2] {
    let photo = |name: &str| fs::read(project.root.join("dist/_internal/photo").join(name));
    ["anna-berg.jpg", "bo-lind.png"].map(|name| photo(name).expect("a published photo"))
}

/// Asserts that a command opens each of the two photos once.
fn assert_reads_photos_once(project: &Project, command: &str, strace: &Path) {
    let mut traced = Command::new(strace);
    traced.current_dir(&project.root).args(["-f", "-o", "trace", "-e", "trace=openat"]);
    traced.arg(cargo_bin("vitae")).args(command.split(' '));
    let output = traced.output().expect("strace runs");
    let trace = project.read("trace");
    for photo in [PHOTO, TRANSPARENT_PHOTO] {
        assert_eq!(trace.matches(photo).count(), 1, "{command}: {photo}: {}", text(&output));
    }
}

#[test]
fn commands_read_each_photo_once() {
    let Some(strace) = installed(Path::new("/usr/bin/strace"), "apt-get install strace") else {
        return;
    };
    let project = two_photos("reads");
    let assert_once = |command: &str| {
        // Files that changed a moment before are compared by their digests.
        for photo in [PHOTO, TRANSPARENT_PHOTO] {
            let bytes = fs::read(project.root.join(photo)).expect("a photo");
            project.write(photo, bytes);
        }
        assert_reads_photos_once(&project, command, &strace);
    };
    for command in ["check --no-cache", "build --no-cache", "check", "build --out other", "build"] {
        assert_once(command);
    }
    fs::remove_dir_all(project.root.join("dist")).expect("removable");
    assert_once("build");
    for photo in [PHOTO, TRANSPARENT_PHOTO] {
        let mut bytes = fs::read(project.root.join(photo)).expect("a photo");
        bytes.push(0);
        project.write(photo, bytes);
    }
    assert_once("build");
}

#[test]
fn unchanged_commands_decode_no_photo() {
    let project = two_photos("unchanged");
    project.succeed("check");
    project.succeed("build");
    // A photo that was decoded would be in the cache again.
    for command in ["check", "build"] {
        fs::remove_dir_all(project.root.join(CACHE).join("photos")).unwrap_or_default();
        project.succeed(command);
        assert!(cached_photos(&project).is_empty(), "{command}");
    }
}

#[test]
fn first_build_after_a_check_decodes_no_photo() {
    let project = two_photos("after-check");
    project.succeed("check");
    let planted = plant_photos(&project);
    project.succeed("build");
    assert!(published_photos(&project) == planted);
}

#[test]
fn fresh_clone_with_a_restored_cache_decodes_no_photo() {
    let date = "2026-03-14T09:30:00+01:00";
    let project = two_photos("restored/original");
    git(&project.root, date, &["init", "-q"]);
    git(&project.root, date, &["add", "."]);
    git(&project.root, date, &["commit", "-qm", "Profiles"]);
    project.succeed("build");
    let planted = plant_photos(&project);
    let clone = Project::empty("cache/restored/clone");
    fs::remove_dir_all(clone.root.join("content")).expect("removable");
    git(&clone.root, date, &["clone", "-q", &project.root.display().to_string(), "."]);
    copy(&project.root.join(".vitae"), &clone.root.join(".vitae"));
    clone.succeed("build");
    assert!(published_photos(&clone) == planted);
}

/// A consultant who is compiled again, such as one with a warning, has the cached photo.
#[test]
fn changed_profile_keeps_its_photo() {
    let project = two_photos("changed-profile");
    project.succeed("build");
    let planted = plant_photos(&project);
    fs::remove_dir_all(project.root.join("dist")).expect("removable");
    replace(&project, PROFILE, "Anna", "Anne");
    replace(&project, "content/consultants/bo-lind.yaml", "Bo", "Bosse");
    project.succeed("build");
    assert!(published_photos(&project) == planted);
}

/// A consultant with a warning is compiled each time, but not by a command that ends before, or that
/// compiles other consultants only.
#[test]
fn photos_of_consultants_with_diagnostics_stay() {
    let project = two_photos("diagnostics");
    let warning = profile("Bo Lind") + "engagement: {work_arrangements: [remotee]}\n";
    project.write("content/consultants/bo-lind.yaml", &warning);
    project.write(PROFILE, profile("Anna Berg") + "titel: Architect\n");
    let commands = ["check", "check anna-berg", "check --host nowhere", "build --out content"];
    for (site, error) in [(SITE, ""), ("title: [\n", ""), (SITE, "nme: Bo\n")] {
        project.write("content/site.yaml", SITE);
        project.write(PROFILE, profile("Anna Berg"));
        project.succeed("check");
        let photos = cached_photos(&project);
        assert_eq!(photos.len(), 2);
        project.write("content/site.yaml", site);
        project.write(PROFILE, profile("Anna Berg") + error);
        for command in commands {
            project.run(command);
            assert_eq!(cached_photos(&project), photos, "{command}");
        }
    }
    project.write("content/consultants/bo-lind.yaml", warning.replace("true", "false"));
    project.run("check anna-berg");
    assert_eq!(cached_photos(&project).len(), 1);
}

#[test]
fn damaged_cached_photo_is_made_again() {
    let project = two_photos("damaged");
    project.succeed("build");
    let whole = project.files("dist");
    for name in cached_photos(&project) {
        let path = format!("{CACHE}/photos/{name}");
        let mut bytes = fs::read(project.root.join(&path)).expect("readable");
        let end = bytes.len() - 1;
        bytes[end] ^= 1;
        project.write(&path, bytes);
    }
    fs::remove_dir_all(project.root.join("dist")).expect("removable");
    project.succeed("build");
    assert!(project.files("dist") == whole);
}

/// Only rendering finds the error of a photo that is cut off.
#[test]
fn commands_without_photos_do_not_hide_their_errors() {
    let project = anna("cut_off");
    let mut image = image::RgbImage::new(200, 200);
    image.pixels_mut().enumerate().for_each(|(at, pixel)| pixel.0[0] = (at * at % 251) as u8);
    let photo = project.root.join("content/photos/anna-berg.png");
    fs::remove_file(project.root.join(PHOTO)).expect("removable");
    image.save(&photo).expect("a PNG");
    let bytes = fs::read(&photo).expect("a photo");
    fs::write(&photo, &bytes[..bytes.len() / 2]).expect("writable");
    for command in ["due", "verify http://127.0.0.1:9"] {
        project.run(command);
        assert_eq!(project.run("check").status.code(), Some(1), "{command}");
    }
}

/// The photo of an inactive consultant is decoded to find errors, but not stored.
#[test]
fn photos_of_inactive_consultants_are_not_stored() {
    let project = two_photos("inactive");
    for path in [PROFILE, "content/consultants/bo-lind.yaml"] {
        replace(&project, path, "active: true", "active: false");
    }
    project.succeed("check");
    project.succeed("build");
    assert!(project.root.join(PHOTO).exists() && cached_photos(&project).is_empty());
}
