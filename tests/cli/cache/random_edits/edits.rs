//! Random edits of the content, the templates and the git history.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use super::workspace::Workspace;
use crate::project::{SITE, git};

const IDS: [&str; 5] = ["anna-berg", "bo-lind", "cy-dahl", "dee-holm", "eve-ek"];
/// The names of photos: also those that profiles name.
const PHOTOS: [&str; 7] =
    ["anna-berg", "bo-lind", "cy-dahl", "dee-holm", "eve-ek", "holiday", "portrait"];

const EXTENSIONS: [&str; 3] = ["png", "jpg", "webp"];

/// Settings of the site: the last ones are invalid.
const SITES: [&str; 8] = [
    "photo: {max_px: 16}\n",
    "photo: {max_px: 24}\n",
    "base_url: https://profiles.example.com\n",
    "host: nginx\nprecompress: true\n",
    "host: caddy\n",
    "cache_seconds: 60\n",
    "host: nowhere\n",
    "photo: {max_px: none}\n",
];

/// Overlays of templates: the last ones fail.
const OVERLAYS: [(&str, &str); 4] = [
    ("templates/pages/llms.txt.j2", "Profiles\n"),
    ("templates/hosts/nginx/config/nginx.conf.j2", "# {{ title }}\n"),
    ("templates/pages/llms.txt.j2", "{{ nothing }}\n"),
    ("templates/pages/llms.txt.j2", "{% if %}\n"),
];

const DATES: [&str; 3] =
    ["2026-01-02T03:04:05+02:00", "2025-06-02T03:04:05+00:00", "2026-03-02T03:04:05-03:30"];

impl Workspace {
    pub(super) fn random_edit(&mut self) -> String {
        let edits: [fn(&mut Self) -> String; 28] = [
            Self::edit_profile,
            Self::edit_profile,
            Self::change_activity,
            Self::change_activity,
            Self::break_profile,
            Self::add_photo,
            Self::add_photo,
            Self::damage_photo,
            Self::remove_photo,
            Self::rename,
            Self::remove_profile,
            Self::edit_site,
            Self::translate,
            Self::translate,
            Self::remove_translation,
            Self::rename_translation,
            Self::edit_templates,
            Self::change_history,
            Self::change_history,
            Self::restore_version,
            Self::restore_version,
            Self::touch,
            Self::edit_during_command,
            Self::edit_output,
            Self::edit_output,
            Self::damage_cache,
            Self::move_project,
            Self::kill,
        ];
        self.random.pick(&edits)(self)
    }

    pub(super) fn path(&self, path: impl AsRef<Path>) -> PathBuf {
        self.project.root.join(path)
    }

    /// Writes a file of the content and keeps its old version.
    fn write(&mut self, path: &str, bytes: impl AsRef<[u8]>) -> String {
        self.keep_version(path);
        self.project.write(path, bytes);
        format!("write {path}")
    }

    fn keep_version(&mut self, path: &str) {
        let full = self.path(path);
        if let Ok(bytes) = fs::read(&full) {
            let modified = fs::metadata(full).and_then(|metadata| metadata.modified());
            self.versions.push((path.into(), bytes, modified.expect("a time")));
        }
    }

    /// Returns a profile. Those with the same `extra` have the same length.
    fn profile(&mut self, is_active: bool, extra: &str) -> String {
        self.edits += 1;
        // The space makes both states equally long.
        let active = if is_active { "true " } else { "false" };
        format!("active: {active}\nname: Person {:06}\n{extra}", self.edits)
    }

    pub(super) fn write_valid_site(&mut self) {
        self.write("content/site.yaml", SITE);
    }

    pub(super) fn write_valid_profiles(&mut self) {
        for id in IDS {
            let is_active = !self.random.one_in(4);
            let extra = self.random.pick(&["", "last_modified: 2026-03-14T09:30:00+01:00\n"]);
            let profile = self.profile(is_active, extra);
            self.write(&format!("content/consultants/{id}.yaml"), profile);
            if self.random.one_in(2) {
                let photo = self.photo(false);
                self.write(&format!("content/photos/{id}.png"), photo);
            }
        }
    }

    /// Returns the path of one of the files below `directory`.
    pub(super) fn any_file(&mut self, directory: &str) -> Option<String> {
        let files: Vec<String> = self.project.files(directory).into_keys().collect();
        let name = (!files.is_empty()).then(|| self.random.pick(&files))?;
        Some(format!("{directory}/{name}"))
    }

    fn any_profile(&mut self) -> String {
        format!("content/consultants/{}.yaml", self.random.pick(&IDS))
    }

    fn edit_profile(&mut self) -> String {
        let path = self.any_profile();
        let extra = self.random.pick(&[
            "",
            "",
            "title: Architect\n",
            "title: Developer\n",
            "last_modified: 2026-03-14T09:30:00+01:00\n",
            "engagement: {work_arrangements: [remotee]}\n",
            "photo: holiday.png\n",
            "photo: portrait.png\n",
            "engagement: {available_from: 2026-02-01}\n",
            "certifications: [{name: CKA, expires: 2026-06}]\n",
            "publish_until: 2026-06-30\n",
        ]);
        let is_active = !self.random.one_in(4);
        let profile = self.profile(is_active, extra);
        self.write(&path, profile)
    }

    /// Adds or changes a translation into Swedish, or the settings of the Swedish site: the last ones are invalid.
    fn translate(&mut self) -> String {
        let directory = "content/translations/sv";
        let (path, texts) = match self.random.one_in(4) {
            true => {
                let site = ["title: Profiler\n", "untranslated: leave_out\n", "cache_seconds: 1\n"];
                (format!("{directory}/site.yaml"), self.random.pick(&site))
            }
            false => {
                let texts = ["name: Namn\n", "title: Arkitekt\n", "# nothing\n", "active: true\n"];
                let id = self.random.pick(&IDS);
                (format!("{directory}/consultants/{id}.yaml"), self.random.pick(&texts))
            }
        };
        self.write(&path, texts)
    }

    fn remove_translation(&mut self) -> String {
        let path = self.any_file("content/translations");
        self.remove_file(path)
    }

    /// Gives a translation to another consultant: its size, times and inode stay.
    fn rename_translation(&mut self) -> String {
        let directory = "content/translations/sv/consultants";
        let Some(from) = self.any_file(directory) else {
            return "nothing".to_owned();
        };
        let to = format!("{directory}/{}.yaml", self.random.pick(&IDS));
        self.keep_version(&to);
        fs::rename(self.path(&from), self.path(&to)).expect("renamed");
        format!("rename {from} to {to}")
    }

    fn change_activity(&mut self) -> String {
        let path = self.any_profile();
        let Ok(text) = fs::read_to_string(self.path(&path)) else {
            return "nothing".to_owned();
        };
        let changed = match text.contains("active: true ") {
            true => text.replace("active: true ", "active: false"),
            false => text.replace("active: false", "active: true "),
        };
        format!("(de)activate: {}", self.write(&path, changed))
    }

    fn break_profile(&mut self) -> String {
        let path = self.any_profile();
        let broken =
            self.random.pick(&["active: [\n", "nme: Anna\n", "active: false\nname: 7: 8\n"]);
        format!("break: {}", self.write(&path, broken))
    }

    /// Returns a photo: all opaque ones have the same length, and all transparent ones.
    fn photo(&mut self, has_alpha: bool) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, 20, 30);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_deflate_compression(png::DeflateCompression::NoCompression);
        encoder.set_filter(png::Filter::NoFilter);
        let channels = if has_alpha { 4 } else { 3 };
        encoder.set_color(if has_alpha { png::ColorType::Rgba } else { png::ColorType::Rgb });
        let mut pixel: Vec<u8> = (0..3).map(|_| self.random.below(6) as u8 * 50).collect();
        pixel.push(self.random.pick(&[0, 255]));
        let pixels = pixel[..channels].repeat(20 * 30);
        let mut writer = encoder.write_header().expect("a header");
        writer.write_image_data(&pixels).expect("pixels");
        writer.finish().expect("an end");
        bytes
    }

    fn add_photo(&mut self) -> String {
        let id = self.random.pick(&PHOTOS);
        // Two photos of a consultant are an error.
        for extension in EXTENSIONS {
            let path = format!("content/photos/{id}.{extension}");
            if self.path(&path).exists() && !self.random.one_in(8) {
                let has_alpha = self.random.one_in(3);
                let photo = self.photo(has_alpha);
                return format!("replace (alpha: {has_alpha}): {}", self.write(&path, photo));
            }
        }
        let has_alpha = self.random.one_in(3);
        let (photo, extension) = (self.photo(has_alpha), self.random.pick(&EXTENSIONS));
        self.write(&format!("content/photos/{id}.{extension}"), photo)
    }

    fn damage_photo(&mut self) -> String {
        let Some(path) = self.any_file("content/photos") else {
            return "nothing".to_owned();
        };
        let mut photo = fs::read(self.path(&path)).expect("readable");
        let at = self.random.below(photo.len().max(1));
        match self.random.one_in(2) {
            true => photo.truncate(at),
            false => photo.iter_mut().skip(at).take(3).for_each(|byte| *byte ^= 0x55),
        }
        format!("damage at {at}: {}", self.write(&path, photo))
    }

    fn remove_photo(&mut self) -> String {
        let path = self.any_file("content/photos");
        self.remove_file(path)
    }

    fn remove_file(&mut self, path: Option<String>) -> String {
        let Some(path) = path else {
            return "nothing".to_owned();
        };
        self.keep_version(&path);
        let _ = fs::remove_file(self.path(&path));
        format!("remove {path}")
    }

    fn remove_profile(&mut self) -> String {
        let path = self.any_file("content/consultants");
        if let Some(path) = &path {
            let photo = path.replace("consultants/", "photos/").replace(".yaml", ".png");
            self.remove_file(Some(photo));
        }
        self.remove_file(path)
    }

    /// Renames a consultant, mostly together with the photo.
    fn rename(&mut self) -> String {
        let (from, to) = (self.random.pick(&IDS), self.random.pick(&IDS));
        let with_photo = !self.random.one_in(4);
        let photo = |id: &str| format!("content/photos/{id}.png");
        let profile = |id: &str| format!("content/consultants/{id}.yaml");
        let _ = fs::rename(self.path(profile(from)), self.path(profile(to)));
        if with_photo {
            let _ = fs::rename(self.path(photo(from)), self.path(photo(to)));
        }
        format!("rename {from} to {to}, with its photo: {with_photo}")
    }

    fn edit_site(&mut self) -> String {
        let settings = self.random.pick(&SITES);
        let site = format!("{SITE}{settings}");
        format!("{}: {settings:?}", self.write("content/site.yaml", site))
    }

    fn edit_templates(&mut self) -> String {
        let _ = fs::remove_dir_all(self.path("templates"));
        if self.random.one_in(3) {
            return "remove the templates".to_owned();
        }
        let (path, template) = self.random.pick(&OVERLAYS);
        self.project.write(path, template);
        format!("write {path}: {template:?}")
    }

    fn change_history(&mut self) -> String {
        if !self.has_git {
            return "nothing".to_owned();
        }
        let date = self.random.pick(&DATES);
        let commands: [&[&str]; 6] = [
            &["commit", "-qm", "Change", "--allow-empty"],
            &["commit", "-qm", "Change", "--allow-empty"],
            &["commit", "-q", "--amend", "--no-edit", "--allow-empty"],
            &["reset", "-q", "--hard", "HEAD~1"],
            &["reset", "-q", "--soft", "HEAD~1"],
            &["stash", "-q"],
        ];
        let arguments = self.random.pick(&commands);
        git(&self.project.root, date, &["add", "-A", "content"]);
        let mut command = Command::new("git");
        command.args(["-c", "user.name=Editor", "-c", "user.email=editor@example.com"]);
        command.current_dir(&self.project.root).args(arguments).env("GIT_COMMITTER_DATE", date);
        // Amending needs a commit.
        let succeeded = command.output().expect("git").status.success();
        fs::create_dir_all(self.path("content/photos")).expect("creatable");
        format!("git {arguments:?} at {date}: {succeeded}")
    }

    /// Restores an old file, mostly with its modification time.
    fn restore_version(&mut self) -> String {
        if self.versions.is_empty() {
            return "nothing".to_owned();
        }
        let (path, bytes, modified) = self.random.pick(&self.versions.clone());
        self.write(path.to_str().expect("UTF-8"), bytes);
        let with_time = !self.random.one_in(4);
        if with_time {
            let file = File::options().write(true).open(self.path(&path)).expect("writable");
            file.set_modified(modified).expect("settable");
        }
        format!("restore {}, with its time: {with_time}", path.display())
    }

    fn touch(&mut self) -> String {
        let Some(path) = self.any_file("content") else {
            return "nothing".to_owned();
        };
        let file = File::options().append(true).open(self.path(&path)).expect("writable");
        let modified = file.metadata().and_then(|metadata| metadata.modified()).expect("a time");
        file.set_modified(modified + Duration::from_secs(1)).expect("settable");
        format!("touch {path}")
    }

    /// Rewrites a profile with the same length, many times while a command runs.
    fn edit_during_command(&mut self) -> String {
        let path = self.any_profile();
        let versions = [true, false, true].map(|is_active| self.profile(is_active, ""));
        let mut running = self.start();
        while running.try_wait().expect("vitae runs").is_none() {
            versions.iter().for_each(|version| self.project.write(&path, version));
        }
        format!("write {path} while a command runs")
    }

    /// Makes the content valid again.
    pub(super) fn repair(&mut self) -> String {
        for directory in
            ["templates", "content/photos", "content/consultants", "content/translations"]
        {
            let _ = fs::remove_dir_all(self.path(directory));
        }
        self.write_valid_site();
        self.write_valid_profiles();
        "repair the content".to_owned()
    }
}
