//! Digests of bytes.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest as _, Sha256};

/// The first 128 bits of a SHA-256. Written as 32 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest([u8; 16]);

impl Digest {
    /// Returns the digest of `bytes`.
    pub fn of(bytes: &[u8]) -> Self {
        Self::finish(Sha256::new_with_prefix(bytes))
    }

    /// Returns the digest of everything that was fed to `hash`.
    pub fn finish(hash: Sha256) -> Self {
        Self::truncated(&hash.finalize().into())
    }

    /// Returns the first half of a complete SHA-256.
    pub fn truncated(sha256: &[u8; 32]) -> Self {
        let (half, _) = sha256.split_first_chunk().expect("16 is less than 32");
        Self(*half)
    }

    /// Returns the bytes.
    pub fn as_bytes(&self) -> &[u8; 16] {
        &self.0
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not a digest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InvalidDigest;

impl fmt::Display for InvalidDigest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not 32 hexadecimal digits")
    }
}

impl FromStr for Digest {
    type Err = InvalidDigest;

    fn from_str(text: &str) -> Result<Self, InvalidDigest> {
        let digit = |byte: u8| char::from(byte).to_digit(16).filter(|_| !byte.is_ascii_uppercase());
        let mut digest = [0; 16];
        if text.len() != 2 * digest.len() {
            return Err(InvalidDigest);
        }
        for (byte, pair) in digest.iter_mut().zip(text.as_bytes().chunks_exact(2)) {
            let (high, low) = (digit(pair[0]), digit(pair[1]));
            let value = high.zip(low).map(|(high, low)| high << 4 | low);
            *byte = u8::try_from(value.ok_or(InvalidDigest)?).expect("two digits are one byte");
        }
        Ok(Self(digest))
    }
}

impl Serialize for Digest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut text = [0; 32];
        for (pair, byte) in text.chunks_exact_mut(2).zip(self.0) {
            const DIGITS: &[u8; 16] = b"0123456789abcdef";
            pair.copy_from_slice(&[DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 15)]]);
        }
        serializer.serialize_str(std::str::from_utf8(&text).expect("ASCII"))
    }
}

impl<'de> Deserialize<'de> for Digest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_parsed_back() {
        let digest = Digest::of(b"abc");
        assert_eq!(digest.to_string(), "ba7816bf8f01cfea414140de5dae2223");
        assert_eq!(digest.to_string().parse(), Ok(digest));
        for invalid in
            ["", "ba78", "BA7816BF8F01CFEA414140DE5DAE2223", "å!7816bf8f01cfea414140de5dae222"]
        {
            assert_eq!(invalid.parse::<Digest>(), Err(InvalidDigest), "{invalid}");
        }
    }

    #[test]
    fn json_has_the_same_text() {
        let digest = Digest::of(b"abc");
        let json = serde_json::to_string(&digest).expect("JSON");
        assert_eq!(json, format!("\"{digest}\""));
        assert_eq!(serde_json::from_str::<Digest>(&json).expect("a digest"), digest);
    }
}
