//! The names of a group's fields in JSON Resume.

/// Fields that JSON Resume calls differently: the name in vitae, the name in JSON Resume.
pub const SPELLINGS: [(&str, &str); 5] = [
    ("role", "position"),
    ("start_date", "startDate"),
    ("end_date", "endDate"),
    ("release_date", "releaseDate"),
    ("key_results", "highlights"),
];

/// The names of [`SPELLINGS`] in JSON Resume.
pub const THEIR_SPELLINGS: [&str; SPELLINGS.len()] =
    [SPELLINGS[0].1, SPELLINGS[1].1, SPELLINGS[2].1, SPELLINGS[3].1, SPELLINGS[4].1];

/// Returns the name of a field in JSON Resume.
pub fn json_resume_spelling(key: &str) -> &str {
    SPELLINGS.iter().find(|(ours, _)| *ours == key).map_or(key, |(_, theirs)| theirs)
}

/// A field of a group, and its names in JSON Resume.
#[derive(Debug, Clone, Copy)]
pub struct ResumeField {
    name: &'static str,
    keys: &'static [&'static str],
    /// What an import converts the value to.
    pub kind: Kind,
}

/// What an import converts a value to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A text.
    Text,
    /// A list of texts.
    Texts,
    /// A year, a month or a day.
    Date,
    /// A web address.
    Url,
    /// An email address.
    Email,
    /// The name or code of a country.
    Country,
    /// Any other value.
    Other,
    /// Values under keys of the author's choice, which are no field in JSON Resume.
    Open,
}

impl ResumeField {
    /// Declares a field. The first of the `keys` is the one in JSON Resume, if it is not the usual one; the others are
    /// names in older versions of JSON Resume, and variants, that an import reads.
    pub const fn new(name: &'static str, keys: &'static [&'static str], kind: Kind) -> Self {
        Self { name, keys, kind }
    }

    /// Returns the key in the profile.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Returns the key in JSON Resume.
    pub fn key(&self) -> &'static str {
        self.keys.first().copied().unwrap_or_else(|| json_resume_spelling(self.name()))
    }

    /// Returns whether the key is the usual one.
    pub fn is_usual(&self) -> bool {
        self.keys.is_empty()
    }

    /// Returns other keys that an import reads.
    pub fn aliases(&self) -> &'static [&'static str] {
        self.keys.get(1..).unwrap_or_default()
    }
}
