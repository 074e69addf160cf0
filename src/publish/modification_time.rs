//! Modification times made of bytes.
//!
//! Servers that send files as they lie make a file's entity tag of its length and its modification
//! time, often in whole seconds. Of a change that keeps the length, within one second, such a tag
//! tells nothing, and two machines with the same files have different ones. With a time made of the
//! bytes other bytes have another tag, and the same bytes have the same one everywhere.
//!
//! Such a time says nothing about when a file changed: whoever sends it must not be asked by it
//! (`If-Modified-Since`), only by the tag.

use std::fs::{self, File};
use std::path::Path;
use std::time::{Duration, SystemTime};

use super::manifest::Digest;
use crate::error::{Error, Result};

/// The earliest time, in seconds since 1970: in January 1987, when every file system, archive and
/// header has its beginning behind it.
const FIRST: u64 = 1 << 29;
/// So many times are there, in steps of two seconds, which is what FAT and ZIP can carry. The
/// last is in January 2021.
const COUNT: u64 = 1 << 29;
const STEP: u64 = 2;

/// The time of a file whose bytes have this digest.
pub(super) fn of(digest: &Digest) -> SystemTime {
    // Digests are hexadecimal; sixteen digits are a u64.
    let number = digest.get(..16).unwrap_or_default();
    let number = u64::from_str_radix(number, 16).unwrap_or_default();
    SystemTime::UNIX_EPOCH + Duration::from_secs(FIRST + STEP * (number % COUNT))
}

/// Whether the file has just this time.
pub(super) fn is_of(path: &Path, time: SystemTime) -> bool {
    fs::metadata(path)
        .and_then(|metadata| metadata.modified())
        .is_ok_and(|found| found == time)
}

/// Gives the file this time, and leaves its bytes alone.
pub(super) fn set(path: &Path, time: SystemTime) -> Result<()> {
    // Unix asks who owns the file, other systems whether it was opened to be written to.
    let file = File::options().read(true).write(!cfg!(unix)).open(path);
    file.and_then(|file| file.set_modified(time))
        .map_err(|source| Error::io("set the modification time of", path, source))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::publish::manifest::digest;

    #[test]
    fn times_are_past_everywhere_and_differ() {
        let seconds = |bytes: &[u8]| {
            let time = of(&digest(bytes)).duration_since(SystemTime::UNIX_EPOCH);
            time.expect("after 1970").as_secs()
        };
        let times: std::collections::BTreeSet<u64> =
            (0..10_000_u32).map(|n| seconds(&n.to_le_bytes())).collect();
        // Of 10,000 out of 2^29, one pair in ten such sets is equal.
        assert!(times.len() > 9_990, "{}", times.len());
        let (first, last) = (times.first(), times.last());
        assert!(first >= Some(&FIRST) && last < Some(&(FIRST + STEP * COUNT)));
        // 1980, where FAT and ZIP begin, and 2038, where 32 bits with a sign end.
        assert!(first > Some(&315_532_800) && last < Some(&0x7FFF_FFFF));
        assert!(times.iter().all(|time| time % STEP == 0));
        assert_eq!(seconds(b"the same bytes"), seconds(b"the same bytes"));
    }
}
