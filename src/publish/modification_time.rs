//! Modification times derived from the content of files.
//!
//! Servers of static files compute the entity tag from the length and the modification time. With a time
//! derived from the content, different content has a different tag, and the same content has the same tag on
//! every machine.

use std::fs::File;
use std::path::Path;
use std::time::{Duration, SystemTime};

use crate::digest::Digest;
use crate::error::{Error, Result};

/// The earliest time, in seconds since 1970: January 1987. File systems, archive formats and HTTP
/// dates all support it.
const FIRST: u64 = 1 << 29;
/// The number of different times. The last one is in January 2021.
const COUNT: u64 = 1 << 29;
/// The distance between two times in seconds: FAT and ZIP store even seconds only.
const STEP: u64 = 2;

/// Returns the time of a file whose content has this digest.
pub(super) fn of(digest: Digest) -> SystemTime {
    let bytes = digest.as_bytes();
    let number = u64::from_be_bytes(*bytes.first_chunk().expect("16 bytes"));
    SystemTime::UNIX_EPOCH + Duration::from_secs(FIRST + STEP * (number % COUNT))
}

pub(super) fn set(path: &Path, time: SystemTime) -> Result<()> {
    // Unix requires ownership of the file, other systems require that it is open for writing.
    let file = File::options().read(true).write(!cfg!(unix)).open(path);
    file.and_then(|file| file.set_modified(time))
        .map_err(|source| Error::io("set the modification time of", path, source))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn derives_different_times_that_every_system_supports() {
        let seconds = |bytes: &[u8]| {
            let time = of(Digest::of(bytes)).duration_since(SystemTime::UNIX_EPOCH);
            time.expect("after 1970").as_secs()
        };
        let times: std::collections::BTreeSet<u64> =
            (0..10_000_u32).map(|n| seconds(&n.to_le_bytes())).collect();
        // With 10,000 of 2^29 times, a collision occurs in one of ten such sets.
        assert!(times.len() > 9_990, "{}", times.len());
        let (first, last) = (times.first(), times.last());
        assert!(first >= Some(&FIRST) && last < Some(&(FIRST + STEP * COUNT)));
        // FAT and ZIP start in 1980; signed 32-bit times end in 2038.
        assert!(first > Some(&315_532_800) && last < Some(&0x7FFF_FFFF));
        assert!(times.iter().all(|time| time % STEP == 0));
        assert_eq!(seconds(b"the same bytes"), seconds(b"the same bytes"));
    }
}
