//! Digests of bytes.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest as _, Sha256};

/// The first 128 bits of a SHA-256. Written as 32 hexadecimal digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest([u8; 16]);

impl Digest {
    /// Returns the digest of `bytes`.
    pub fn of(bytes: &[u8]) -> Self {
        Self::truncated(&Sha256::digest(bytes).into())
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
        write!(f, "{:032x}", u128::from_be_bytes(self.0))
    }
}

impl FromStr for Digest {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        let is_digest = text.len() == 32 && text.bytes().all(is_digit);
        let number = is_digest.then(|| u128::from_str_radix(text, 16).expect("32 digits"));
        number.map(|number| Self(number.to_be_bytes())).ok_or("not 32 hexadecimal digits")
    }
}

impl Serialize for Digest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
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
            assert!(invalid.parse::<Digest>().is_err(), "{invalid}");
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
