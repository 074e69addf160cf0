//! Random edits of the files that vitae wrote.

use std::fs::{self, File};

use super::workspace::Workspace;

impl Workspace {
    pub(super) fn edit_output(&mut self) -> String {
        let out = self.random.pick(&["a/dist", "b/dist"]);
        let path = self.any_file(out).filter(|path| !path.ends_with("/manifest"));
        let Some(path) = path.filter(|_| !self.random.one_in(6)) else {
            let _ = fs::remove_dir_all(self.path(out));
            return format!("remove {out}");
        };
        let full = self.path(&path);
        let modified = fs::metadata(&full).and_then(|metadata| metadata.modified());
        let mut bytes = fs::read(&full).expect("readable");
        let how = self.random.pick(&["edit", "replace", "remove"]);
        bytes.iter_mut().take(1).for_each(|byte| *byte ^= 1);
        if how != "edit" {
            fs::remove_file(&full).expect("removable");
        }
        if how != "remove" {
            fs::write(&full, bytes).expect("writable");
            let file = File::options().append(true).open(&full).expect("writable");
            file.set_modified(modified.expect("a time")).expect("settable");
        }
        format!("{how} {path}, with its old time")
    }

    pub(super) fn move_project(&mut self) -> String {
        let name = if self.project.root.ends_with("one") { "two" } else { "one" };
        let to = self.project.root.with_file_name(name);
        fs::rename(&self.project.root, &to).expect("movable");
        self.project.root = to;
        format!("move the project to {name}")
    }

    pub(super) fn damage_cache(&mut self) -> String {
        if self.random.one_in(4) {
            return self.restore_cache();
        }
        let Some(path) = self.any_file(".vitae").filter(|_| !self.random.one_in(6)) else {
            let _ = fs::remove_dir_all(self.path(".vitae"));
            return "remove the cache".to_owned();
        };
        let full = self.path(&path);
        let mut bytes = fs::read(&full).expect("readable");
        let at = self.random.below(bytes.len().max(1));
        let how =
            self.random.pick(&["truncate", "overwrite", "remove", "directory", "text", "lock"]);
        match how {
            "truncate" => bytes.truncate(at),
            "overwrite" => {
                bytes
                    .iter_mut()
                    .skip(at)
                    .take(40)
                    .for_each(|byte| *byte = byte.wrapping_mul(5) ^ 7);
            }
            "text" => bytes = b"something else\n".to_vec(),
            _ => {}
        }
        fs::remove_file(&full).expect("removable");
        if how == "directory" {
            fs::create_dir_all(full.join("other")).expect("creatable");
        } else if how != "remove" {
            fs::write(&full, bytes).expect("writable");
            let mut permissions = fs::metadata(&full).expect("metadata").permissions();
            permissions.set_readonly(how == "lock");
            fs::set_permissions(&full, permissions).expect("settable");
        }
        format!("{how} {path} at {at}")
    }

    /// Restores an earlier state of the cache, or a part of it.
    fn restore_cache(&mut self) -> String {
        let is_whole = self.random.one_in(2);
        if is_whole {
            let _ = fs::remove_dir_all(self.path(".vitae"));
        }
        for (path, bytes) in self.old_cache.clone() {
            let full = self.path(".vitae").join(path);
            if (is_whole || self.random.one_in(3)) && !full.is_dir() {
                fs::create_dir_all(full.parent().expect("a parent")).expect("creatable");
                fs::write(full, bytes).expect("writable");
            }
        }
        format!("restore an earlier cache, completely: {is_whole}")
    }
}
