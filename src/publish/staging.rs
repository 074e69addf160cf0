//! The staging directory, in which files are written before they are renamed to their final path.
//! It is beside the output directory, never in it, and has the lock file that allows one build at a
//! time.

use std::error::Error as _;
use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::SystemTime;

use super::open_file::retry;
use super::symbolic_links::reject_links;
use crate::error::{Error, Result};
use crate::paths::ToSlash;
use crate::source::stamp::Identity;

/// The name of the lock file in the staging directory.
const LOCK: &str = "lock";

/// A disk, or the part of it that a user may use, has no space.
const FULL: [ErrorKind; 2] = [ErrorKind::StorageFull, ErrorKind::QuotaExceeded];

/// The name of the directory of the staged files.
const FILES: &str = "files";

/// How often locking is retried if another build removes the lock file at the same moment.
const ATTEMPTS: usize = 100;

/// The locked staging directory of an output directory. Dropping it removes it.
pub(super) struct Staging {
    root: PathBuf,
    pub(super) out: PathBuf,
    /// The staged files, at the same paths as in the output directory.
    pub(super) files: PathBuf,
    /// `None` on a full disk.
    lock: Option<File>,
    /// The error of a full disk, which ends the build when it has removed the withdrawn profiles.
    full: OnceLock<Error>,
}

impl Staging {
    /// Locks the output directory `out` and removes what a killed build staged. A full disk is no error yet.
    pub(super) fn open(out: PathBuf) -> Result<Self> {
        let name = out
            .file_name()
            .ok_or_else(|| Error::new(format!("{} cannot be an output directory", out.to_slash())))?
            .to_string_lossy();
        let root = out.with_file_name(format!(".{name}.vitae"));
        // A link could lead to any directory or file, which would be emptied.
        reject_links([&root, &root.join(LOCK)])?;
        let full = OnceLock::new();
        let lock = unless_full(&full, lock(&root, &out)).inspect_err(|_| {
            // Fails if another build uses the directory.
            let _ = fs::remove_dir(&root);
        })?;
        let files = root.join(FILES);
        let staging = Self { root, out, files, lock, full };
        staging.clear()?;
        staging.refuse_mount_point()?;
        Ok(staging)
    }

    /// Returns an error if staged files cannot be renamed into the output directory.
    fn refuse_mount_point(&self) -> Result<()> {
        // Linux compares the mounts before it finds that this file does not exist.
        let missing = "missing";
        match fs::rename(self.root.join(missing), self.out.join(missing)) {
            Err(error) if error.kind() == ErrorKind::CrossesDevices => Err(Error::new(format!(
                "{} is a mount point, so files cannot be renamed into it; choose a directory below it",
                self.out.to_slash()
            ))),
            _ => Ok(()),
        }
    }

    /// Writes the bytes to a new staged file. Sets its modification time if one is given. Returns whether the
    /// disk has space for it.
    pub(super) fn write(&self, path: &str, bytes: &[u8], time: Option<SystemTime>) -> Result<bool> {
        let path = self.files.join(path);
        let written = in_directory(&path, || File::create_new(&path)).and_then(|mut file| {
            file.write_all(bytes)?;
            time.map_or(Ok(()), |time| file.set_modified(time))
        });
        let written = written.map_err(|source| Error::io("write", &path, source));
        Ok(unless_full(&self.full, written)?.is_some())
    }

    /// Returns the error of a full disk, if it was full.
    pub(super) fn require_space(&mut self) -> Result<()> {
        let message = "the disk is full; only withdrawn profiles were removed";
        self.full.take().map_or(Ok(()), |cause| Err(Error::with_source(message, cause)))
    }

    /// Waits until the disk has everything that was written to the file system of the staging directory, so
    /// that a power failure after a rename leaves no file without its content. One call for all files takes
    /// milliseconds where a call for each would take seconds.
    #[cfg(target_os = "linux")]
    pub(super) fn sync(&self) -> Result<()> {
        let synced = File::open(&self.root)
            .and_then(|directory| rustix::fs::syncfs(directory).map_err(io::Error::from));
        synced.map_err(|source| Error::io("sync", &self.root, source))
    }

    /// Other systems cannot sync a file system. Waits for the manifest only, without which the next build
    /// would not recognize the output directory; it repairs all other files.
    #[cfg(not(target_os = "linux"))]
    pub(super) fn sync(&self) -> Result<()> {
        let path = self.files.join(super::manifest::PATH);
        // Windows requires that the file is open for writing.
        match File::options().write(true).open(&path).and_then(|file| file.sync_all()) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                Err(Error::io("sync", &path, error))
            }
            _ => Ok(()),
        }
    }

    /// Returns the time of the file system, or one that makes no stamp trusted. Truncating needs no space.
    pub(super) fn clock(&self) -> SystemTime {
        let time = |lock: &File| lock.set_len(0).and_then(|()| lock.metadata()?.modified()).ok();
        self.lock.as_ref().and_then(time).unwrap_or(SystemTime::UNIX_EPOCH)
    }

    /// Removes the staged files.
    fn clear(&self) -> Result<()> {
        removed(fs::remove_dir_all(&self.files))
            .map_err(|source| Error::io("remove", &self.files, source))
    }
}

impl Drop for Staging {
    /// Removes the staged files, whether publishing succeeded or not: they may contain profiles
    /// that are no longer public.
    fn drop(&mut self) {
        // The next build reports what cannot be removed now.
        let _ = self.clear();
        let _ = fs::remove_file(self.root.join(LOCK));
        // Fails if another build already uses the directory.
        let _ = fs::remove_dir(&self.root);
    }
}

/// Returns `None` and keeps the error if the disk is full.
fn unless_full<T>(full: &OnceLock<Error>, result: Result<T>) -> Result<Option<T>> {
    let kind = |error: &Error| Some(error.source()?.downcast_ref::<io::Error>()?.kind());
    match result {
        Err(error) if kind(&error).is_some_and(|it| FULL.contains(&it)) => {
            let _ = full.set(error);
            Ok(None)
        }
        result => result.map(Some),
    }
}

/// Creates and locks the file `lock` in `root`. Another build may remove the file between creating
/// and locking it; then the lock is void and a new file is created.
fn lock(root: &Path, out: &Path) -> Result<File> {
    let path = root.join(LOCK);
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
    Err(Error::new(format!("another vitae process is publishing to {}", out.to_slash())))
}

/// Returns whether the open file still has this path.
fn is_at(file: &File, path: &Path) -> bool {
    let (open, current) = (file.metadata(), fs::metadata(path));
    matches!((open, current), (Ok(a), Ok(b)) if Identity::of(&a) == Identity::of(&b))
}

/// Renames a staged file or directory to its final path and atomically replaces an existing file.
pub(super) fn put(staged: &Path, target: &Path) -> Result<()> {
    in_directory(target, || retry(|| fs::rename(staged, target)))
        .map_err(|source| Error::io("replace", target, source))
}

/// Returns the error of a removal, unless there was nothing to remove.
pub(super) fn removed(removal: io::Result<()>) -> io::Result<()> {
    match removal {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        outcome => outcome,
    }
}

/// Creates a file at `path` with `create`, and the directory of the file if it does not exist yet.
pub(super) fn in_directory<T>(path: &Path, create: impl Fn() -> io::Result<T>) -> io::Result<T> {
    match (create(), path.parent()) {
        (Err(error), Some(parent)) if error.kind() == ErrorKind::NotFound => {
            fs::create_dir_all(parent)?;
            create()
        }
        (result, _) => result,
    }
}
