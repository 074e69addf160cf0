//! Consultant identifiers.

use std::fmt;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::slug;

/// A valid consultant identifier: lowercase letters a to z, digits and hyphens (interface,
/// "Consultant identifier"), at most [`ConsultantId::MAX_LENGTH`] characters.
#[derive(
    Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[schemars(inline)]
#[serde(try_from = "String")]
pub struct ConsultantId(Arc<str>);

impl ConsultantId {
    /// The pattern that the interface defines.
    pub const PATTERN: &'static str = "^[a-z0-9-]+$";
    /// The maximum length, in characters. File systems and host rules limit the length of names.
    pub const MAX_LENGTH: usize = 64;

    /// Returns the identifier if `text` is valid.
    pub fn parse(text: &str) -> Option<Self> {
        let valid = !text.is_empty()
            && text.len() <= Self::MAX_LENGTH
            && text.bytes().all(|b| matches!(b, b'a'..=b'z' | b'0'..=b'9' | b'-'));
        valid.then(|| Self(text.into()))
    }

    /// Converts `text` to a slug: lower case, without accents, with hyphens for other characters.
    ///
    /// The result can be empty or too long. Two file names with the same slug are duplicates of one
    /// consultant.
    pub fn slug(text: &str) -> String {
        slug::slug(text, '-')
    }

    /// Returns the identifier as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for ConsultantId {
    type Error = String;

    /// Returns the identifier, or a message if `text` is not a valid one.
    fn try_from(text: String) -> Result<Self, String> {
        Self::parse(&text).ok_or_else(|| format!("`{text}` is not an identifier"))
    }
}

impl fmt::Display for ConsultantId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::ConsultantId;

    #[test]
    fn accepts_only_the_pattern_of_the_interface() {
        for id in ["a", "0", "-", "anna-berg", "anna-berg-2"] {
            assert!(ConsultantId::parse(id).is_some(), "{id}");
        }
        let long = "a".repeat(65);
        for id in ["", "Anna", "anna_berg", "anna.berg", "ånna", "anna berg", &long] {
            assert!(ConsultantId::parse(id).is_none(), "{id}");
        }
    }

    #[test]
    fn folds_names_to_slugs() {
        assert_eq!(ConsultantId::slug("Åsa Öberg"), "asa-oberg");
        assert_eq!(ConsultantId::slug("Anna_Berg.v2"), "anna-berg-v2");
        assert_eq!(ConsultantId::slug("José García İçöz"), "jose-garcia-icoz");
        assert_eq!(ConsultantId::slug("Zoe\u{308} Weiß"), "zoe-weiss");
        assert_eq!(ConsultantId::slug("山田 太郎"), "");
    }
}
