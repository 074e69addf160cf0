//! The staging directory, in which files are written before they are renamed to their final path.
//! It is beside the output directory, never in it, and has the lock file that allows one build at a
//! time.

use std::fs::{self, File, TryLockError};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::SystemTime;

use crate::error::{Error, Result};
use crate::source::stamp::Identity;

/// How often locking is retried if another build removes the lock file at the same moment.
const ATTEMPTS: usize = 100;

/// The locked staging directory of an output directory. Dropping it removes it.
pub(super) struct Staging {
    root: PathBuf,
    count: AtomicU64,
    _lock: File,
}

impl Staging {
    /// Locks the output directory `out` and removes the staged files of a killed build.
    pub(super) fn open(out: &Path) -> Result<Self> {
        let name = out
            .file_name()
            .ok_or_else(|| Error::new(format!("{} cannot be an output directory", out.display())))?
            .to_string_lossy();
        let root = out.with_file_name(format!(".{name}.vitae"));
        let lock = lock(&root, out)?;
        let staging = Self { root, count: AtomicU64::new(0), _lock: lock };
        let files = staging.files();
        if files.exists() {
            fs::remove_dir_all(&files).map_err(|source| Error::io("clear", &files, source))?;
        }
        fs::create_dir(&files).map_err(|source| Error::io("create", &files, source))?;
        if out.exists() && !same_file_system(&files, out) {
            return Err(Error::new(format!(
                "{} is a mount point, so files cannot be renamed into it; choose a directory below it",
                out.display()
            )));
        }
        Ok(staging)
    }

    fn files(&self) -> PathBuf {
        self.root.join("files")
    }

    /// Writes the bytes to a new file in the staging directory. Sets its modification time if one
    /// is given.
    pub(super) fn write(&self, bytes: &[u8], time: Option<SystemTime>) -> Result<PathBuf> {
        let path = self.new_path();
        let mut file = File::create(&path).map_err(|source| Error::io("create", &path, source))?;
        file.write_all(bytes)
            .and_then(|()| time.map_or(Ok(()), |time| file.set_modified(time)))
            .map_err(|source| Error::io("write", &path, source))?;
        Ok(path)
    }

    /// Returns an unused path in the staging directory.
    pub(super) fn new_path(&self) -> PathBuf {
        let number = self.count.fetch_add(1, Ordering::Relaxed);
        self.files().join(number.to_string())
    }
}

impl Drop for Staging {
    /// Removes the staged files, whether publishing succeeded or not: they may contain profiles
    /// that are no longer public.
    fn drop(&mut self) {
        // The next build removes what cannot be removed now.
        let _ = fs::remove_dir_all(self.files());
        let _ = fs::remove_file(self.root.join("lock"));
        // Fails if another build already uses the directory.
        let _ = fs::remove_dir(&self.root);
    }
}

/// Creates and locks the file `lock` in `root`. Another build may remove the file between creating
/// and locking it; then the lock is void and a new file is created.
fn lock(root: &Path, out: &Path) -> Result<File> {
    let path = root.join("lock");
    for _ in 0..ATTEMPTS {
        fs::create_dir_all(root).map_err(|source| Error::io("create", root, source))?;
        let file = match File::create(&path) {
            Ok(file) => file,
            Err(error) if error.kind() == ErrorKind::NotFound => continue,
            Err(source) => return Err(Error::io("create", &path, source)),
        };
        match file.try_lock() {
            Ok(()) if is_at(&file, &path) => return Ok(file),
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => break,
            Err(TryLockError::Error(source)) => return Err(Error::io("lock", &path, source)),
        }
    }
    Err(Error::new(format!("another vitae process is publishing to {}", out.display())))
}

/// Returns whether the open file still has this path.
fn is_at(file: &File, path: &Path) -> bool {
    let (open, current) = (file.metadata(), fs::metadata(path));
    matches!((open, current), (Ok(a), Ok(b)) if Identity::of(&a) == Identity::of(&b))
}

/// Returns whether files can be renamed from one directory to the other.
#[cfg(unix)]
pub(super) fn same_file_system(a: &Path, b: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    matches!((fs::metadata(a), fs::metadata(b)), (Ok(a), Ok(b)) if a.dev() == b.dev())
}

#[cfg(not(unix))]
pub(super) fn same_file_system(_: &Path, _: &Path) -> bool {
    true
}

/// Renames a staged file to its final path and atomically replaces an existing file.
pub(super) fn put(staged: &Path, target: &Path) -> Result<()> {
    fs::rename(staged, target).map_err(|source| Error::io("replace", target, source))
}
