//! Files that were made already, remembered as long as there is room: they outlive what they were
//! made from, so that the last good version is whole while a newer one is being mended.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

use hyper::body::Bytes;

use crate::bundle::{Artifact, Body, Fingerprint, GenerateError};

/// At most so many bytes are remembered: some thousand photos.
const MAX_BYTES: usize = 128 << 20;

/// What recipes gave, by their fingerprints.
pub struct Made {
    memory: Mutex<Memory>,
}

struct Memory {
    files: HashMap<Fingerprint, File>,
    /// Of all files, in bytes.
    length: usize,
    most: usize,
    /// Counts what is put in or asked for.
    turn: u64,
}

struct File {
    bytes: Bytes,
    /// Whether somebody asked for it, and when it was last asked for or put in: the smallest goes
    /// first.
    worth: (bool, u64),
}

/// For whom a file is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    /// Somebody wants to see it.
    Answer,
    /// It is to be known whether it can be made.
    PhotoDryRun,
}

impl Made {
    /// Remembers at most `most` bytes.
    fn with_room_for(most: usize) -> Self {
        let memory = Memory {
            files: HashMap::new(),
            length: 0,
            most,
            turn: 0,
        };
        Self {
            memory: Mutex::new(memory),
        }
    }

    /// The bytes of an artifact.
    ///
    /// # Errors
    /// When they have to be made and cannot.
    pub(super) fn bytes(
        &self,
        artifact: &Artifact,
        purpose: Purpose,
    ) -> Result<Bytes, GenerateError> {
        let generator = match &artifact.body {
            Body::Bytes(bytes) => return Ok(Bytes::copy_from_slice(bytes)),
            Body::Generated(generator) => generator,
        };
        let fingerprint = generator.fingerprint();
        if let Some(bytes) = self.locked().get(&fingerprint, purpose) {
            return Ok(bytes);
        }
        let bytes = Bytes::from(generator.generate()?);
        self.locked().insert(fingerprint, bytes.clone(), purpose);
        Ok(bytes)
    }

    /// The memory, also after a panic elsewhere: a file that is missing in it is made again.
    fn locked(&self) -> MutexGuard<'_, Memory> {
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Memory {
    fn get(&mut self, fingerprint: &Fingerprint, purpose: Purpose) -> Option<Bytes> {
        self.turn += 1;
        let file = self.files.get_mut(fingerprint)?;
        let was_asked_for = file.worth.0 || purpose == Purpose::Answer;
        file.worth = (was_asked_for, self.turn);
        Some(file.bytes.clone())
    }

    fn insert(&mut self, fingerprint: Fingerprint, bytes: Bytes, purpose: Purpose) {
        self.turn += 1;
        self.length += bytes.len();
        let worth = (purpose == Purpose::Answer, self.turn);
        if let Some(before) = self.files.insert(fingerprint, File { bytes, worth }) {
            self.length -= before.bytes.len();
        }
        while self.length > self.most {
            let least = self.files.iter().min_by_key(|(_, file)| file.worth);
            let Some(least) = least.map(|(fingerprint, _)| *fingerprint) else {
                return;
            };
            let gone = self.files.remove(&least);
            self.length -= gone.map_or(0, |file| file.bytes.len());
        }
    }
}

impl Default for Made {
    fn default() -> Self {
        Self::with_room_for(MAX_BYTES)
    }
}

impl fmt::Debug for Made {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} files", self.locked().files.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_asked_for_goes_first_and_the_room_is_kept() {
        let made = Made::with_room_for(30);
        let mut memory = made.locked();
        let ten = || Bytes::from_static(&[0; 10]);
        memory.insert([1; 32], ten(), Purpose::Answer);
        memory.insert([2; 32], ten(), Purpose::PhotoDryRun);
        memory.insert([3; 32], ten(), Purpose::PhotoDryRun);
        assert!(memory.get(&[2; 32], Purpose::Answer).is_some());
        memory.insert([4; 32], ten(), Purpose::PhotoDryRun);
        assert!(memory.get(&[3; 32], Purpose::Answer).is_none());
        memory.insert([5; 32], ten(), Purpose::Answer);
        memory.insert([6; 32], ten(), Purpose::Answer);
        let known: Vec<u8> = (1..=6)
            .filter(|n| memory.files.contains_key(&[*n; 32]))
            .collect();
        assert_eq!((known, memory.length), (vec![2, 5, 6], 30));
        memory.insert([7; 32], Bytes::from_static(&[0; 31]), Purpose::Answer);
        assert_eq!((memory.files.len(), memory.length), (0, 0));
    }
}
