//! The folder in which files become whole before they are renamed to where they belong. It lies
//! beside the published folder, never in it, and holds the lock: one build at a time.

use std::fs::{self, File, TryLockError};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use crate::error::{Error, Result};

pub(super) struct Staging {
    folder: PathBuf,
    count: AtomicU64,
    _lock: File,
}

impl Staging {
    /// Takes the lock for `out` and clears what a killed build left.
    pub(super) fn open(out: &Path) -> Result<Self> {
        let name = out
            .file_name()
            .map(|name| name.to_string_lossy().into_owned());
        let name = name
            .ok_or_else(|| Error::new(format!("{} is no folder to publish into", out.display())))?;
        let root = out.with_file_name(format!(".{name}.vitae"));
        fs::create_dir_all(&root).map_err(|source| Error::io("create", &root, source))?;
        let lock_path = root.join("lock");
        let lock =
            File::create(&lock_path).map_err(|source| Error::io("create", &lock_path, source))?;
        lock.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => Error::new(format!(
                "another vitae is publishing into {} at this moment",
                out.display()
            )),
            TryLockError::Error(source) => Error::io("lock", &lock_path, source),
        })?;
        let folder = root.join("files");
        if folder.exists() {
            fs::remove_dir_all(&folder).map_err(|source| Error::io("clear", &folder, source))?;
        }
        fs::create_dir(&folder).map_err(|source| Error::io("create", &folder, source))?;
        Ok(Self {
            folder,
            count: AtomicU64::new(0),
            _lock: lock,
        })
    }

    /// Writes the bytes to a new file of the staging folder.
    pub(super) fn write(&self, bytes: &[u8]) -> Result<PathBuf> {
        let path = self.path();
        let mut file = File::create(&path).map_err(|source| Error::io("create", &path, source))?;
        file.write_all(bytes)
            .map_err(|source| Error::io("write", &path, source))?;
        Ok(path)
    }

    /// A path in the staging folder that nothing has yet.
    pub(super) fn path(&self) -> PathBuf {
        let number = self.count.fetch_add(1, Ordering::Relaxed);
        self.folder.join(number.to_string())
    }

    /// Removes the staging folder.
    pub(super) fn close(self) -> Result<()> {
        let root = self.folder.parent().unwrap_or(&self.folder);
        fs::remove_dir_all(root).map_err(|source| Error::io("remove", root, source))
    }
}

/// Renames a staged file to where it belongs, replacing what is there at once.
pub(super) fn put(staged: &Path, target: &Path) -> Result<()> {
    fs::rename(staged, target).map_err(|source| Error::io("replace", target, source))
}
