//! The folder in which files become whole before they are renamed to where they belong. It lies
//! beside the published folder, never in it, and holds the lock: one build at a time.

use std::fs::{self, File, TryLockError};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::SystemTime;

use crate::error::{Error, Result};

/// How often the lock is tried anew when another build takes its file away at that moment.
const TRIES: usize = 100;

/// The staging folder of a published folder, as long as it is held. Dropping it removes it.
pub(super) struct Staging {
    root: PathBuf,
    count: AtomicU64,
    _lock: File,
}

impl Staging {
    /// Takes the lock for `out` and clears what a killed build left.
    pub(super) fn open(out: &Path) -> Result<Self> {
        let name = out.file_name().map(|name| name.to_string_lossy());
        let name = name
            .ok_or_else(|| Error::new(format!("{} is no folder to publish into", out.display())))?;
        let root = out.with_file_name(format!(".{name}.vitae"));
        let lock = lock(&root, out)?;
        let staging = Self {
            root,
            count: AtomicU64::new(0),
            _lock: lock,
        };
        let files = staging.files();
        if files.exists() {
            fs::remove_dir_all(&files).map_err(|source| Error::io("clear", &files, source))?;
        }
        fs::create_dir(&files).map_err(|source| Error::io("create", &files, source))?;
        if out.exists() && !same_file_system(&files, out) {
            return Err(Error::new(format!(
                "{} is a file system of its own, and files have to become whole beside it; \
                 publish into a folder in it",
                out.display()
            )));
        }
        Ok(staging)
    }

    fn files(&self) -> PathBuf {
        self.root.join("files")
    }

    /// Writes the bytes to a new file of the staging folder, with this modification time if not
    /// any will do.
    pub(super) fn write(&self, bytes: &[u8], time: Option<SystemTime>) -> Result<PathBuf> {
        let path = self.path();
        let mut file = File::create(&path).map_err(|source| Error::io("create", &path, source))?;
        let written = file.write_all(bytes).and_then(|()| match time {
            Some(time) => file.set_modified(time),
            None => Ok(()),
        });
        written.map_err(|source| Error::io("write", &path, source))?;
        Ok(path)
    }

    /// A path in the staging folder that nothing has yet.
    pub(super) fn path(&self) -> PathBuf {
        let number = self.count.fetch_add(1, Ordering::Relaxed);
        self.files().join(number.to_string())
    }
}

impl Drop for Staging {
    /// Leaves nothing behind, whether publishing succeeded or not: staged files are profiles too.
    fn drop(&mut self) {
        // What cannot be removed now is cleared by the next build.
        let _ = fs::remove_dir_all(self.files());
        let _ = fs::remove_file(self.root.join("lock"));
        // Another build may have begun in it at this moment; then it stays.
        let _ = fs::remove_dir(&self.root);
    }
}

/// The locked file `lock` in `root`. A build that ends removes it, so whoever got the lock of a
/// file that is no longer there has got nothing, and tries again.
fn lock(root: &Path, out: &Path) -> Result<File> {
    let path = root.join("lock");
    for _ in 0..TRIES {
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
    Err(Error::new(format!(
        "another vitae is publishing into {} at this moment",
        out.display()
    )))
}

/// Whether the open file is the one at `path`.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let identity = |metadata: &fs::Metadata| (metadata.dev(), metadata.ino());
    let (open, there) = (file.metadata(), fs::metadata(path));
    matches!((open, there), (Ok(a), Ok(b)) if identity(&a) == identity(&b))
}

#[cfg(not(unix))]
fn is_at(_: &File, path: &Path) -> bool {
    path.exists()
}

/// Whether a file can be renamed from one folder to the other.
#[cfg(unix)]
pub(super) fn same_file_system(a: &Path, b: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    matches!((fs::metadata(a), fs::metadata(b)), (Ok(a), Ok(b)) if a.dev() == b.dev())
}

#[cfg(not(unix))]
pub(super) fn same_file_system(_: &Path, _: &Path) -> bool {
    true
}

/// Renames a staged file to where it belongs, replacing what is there at once.
pub(super) fn put(staged: &Path, target: &Path) -> Result<()> {
    fs::rename(staged, target).map_err(|source| Error::io("replace", target, source))
}
