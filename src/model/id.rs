//! The consultant identifier.

use std::fmt;

use crate::slug::slug;

/// The consultant identifier: lower-case letters, digits and hyphens (interface, "Consultant
/// identifier"), at most [`ConsultantId::MAX_LENGTH`] characters.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ConsultantId(String);

impl ConsultantId {
    /// The interface's pattern.
    pub const PATTERN: &'static str = "^[a-z0-9-]+$";
    /// In characters. Longer names meet limits of file systems and of hosts' rules.
    pub const MAX_LENGTH: usize = 64;

    /// The identifier, if `text` is one.
    pub fn parse(text: &str) -> Option<Self> {
        let valid = !text.is_empty()
            && text.len() <= Self::MAX_LENGTH
            && text
                .bytes()
                .all(|b| matches!(b, b'a'..=b'z' | b'0'..=b'9' | b'-'));
        valid.then(|| Self(text.to_owned()))
    }

    /// What an author who wrote `text` probably wants as an identifier: lower case, everything
    /// else a hyphen. Two file names that fold to one identifier are one consultant twice.
    pub fn fold(text: &str) -> String {
        slug(text, '-')
    }

    /// As text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for ConsultantId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl serde::Serialize for ConsultantId {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::ConsultantId;

    #[test]
    fn accepts_what_the_interface_accepts() {
        for id in ["a", "0", "-", "anna-berg", "anna-berg-2"] {
            assert!(ConsultantId::parse(id).is_some(), "{id}");
        }
        let long = "a".repeat(65);
        for id in [
            "",
            "Anna",
            "anna_berg",
            "anna.berg",
            "ånna",
            "anna berg",
            &long,
        ] {
            assert!(ConsultantId::parse(id).is_none(), "{id}");
        }
    }

    #[test]
    fn folds_to_an_identifier() {
        assert_eq!(ConsultantId::fold("Åsa Öberg"), "asa-oberg");
        assert_eq!(ConsultantId::fold("Anna_Berg.v2"), "anna-berg-v2");
        assert_eq!(ConsultantId::fold("José García İçöz"), "jose-garcia-icoz");
        assert_eq!(ConsultantId::fold("Zoe\u{308} Weiß"), "zoe-weiss");
        assert_eq!(ConsultantId::fold("山田 太郎"), "");
    }
}
