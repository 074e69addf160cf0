//! The kinds of values a field can hold, as written: their shape is checked, their meaning not yet.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{self, Deserialize, Deserializer, Visitor};

use crate::characters::NOT_BLANK;
use crate::yaml::deserialize::Spanned;

/// An optional field. Unlike `Option` it does not allow `null`: a key without a value is more
/// often a forgotten value than a statement.
#[derive(Debug, Clone)]
pub struct Field<T>(pub Option<Spanned<T>>);

impl<T> Default for Field<T> {
    fn default() -> Self {
        Self(None)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Field<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Spanned::deserialize(deserializer).map(|value| Self(Some(value)))
    }
}

impl<T: JsonSchema> JsonSchema for Field<T> {
    fn inline_schema() -> bool {
        T::inline_schema()
    }
    fn schema_name() -> Cow<'static, str> {
        T::schema_name()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        T::json_schema(generator)
    }
}

impl<T: JsonSchema> JsonSchema for Spanned<T> {
    fn inline_schema() -> bool {
        T::inline_schema()
    }
    fn schema_name() -> Cow<'static, str> {
        T::schema_name()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        T::json_schema(generator)
    }
}

/// A word of an open vocabulary.
const WORD: &str = "^[a-z0-9_]+$";

/// A list of texts.
pub type Texts = Vec<Spanned<Text>>;

/// Declares the kinds of text: a name and the schema.
macro_rules! text_kinds {
    ($($(#[$doc:meta])+ $name:ident = $schema:tt;)+) => {$(
        $(#[$doc])+
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub struct $name(pub String);

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserializer.deserialize_str(AsWritten).map(Self)
            }
        }

        impl JsonSchema for $name {
            fn inline_schema() -> bool {
                true
            }
            fn schema_name() -> Cow<'static, str> {
                stringify!($name).into()
            }
            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!($schema)
            }
        }
    )+};
}

/// The host of a URL: an address in brackets, or a name (RFC 3986, §3.2.2).
macro_rules! host {
    () => {
        r"(\[[0-9A-Za-z:.~!$&'()*+,;=_-]+\]|([A-Za-z0-9._~!$&'()*+,;=-]|%[0-9A-Fa-f]{2})+)(:[0-9]*)?"
    };
}

// Beside what validates, each kind says for editor programs what is wrong when it does not, in
// place of the pattern (`errorMessage`, a keyword of the YAML language server).
text_kinds! {
    /// Any text with something on it.
    Text = {
        "type": "string",
        "pattern": NOT_BLANK,
        "errorMessage": "This is a text. Put a number, true or false in quotes. If there is nothing to say, delete the line."
    };
    /// `YYYY`, `YYYY-MM` or `YYYY-MM-DD`; a year may go without quotes.
    DateText = {
        "type": ["string", "integer"],
        "pattern": "^[12][0-9]{3}(-(0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01]))?)?$",
        "minimum": 1000,
        "maximum": 2999,
        "examples": ["2024-03", "2024-03-15", "2024"],
        "errorMessage": "Write a year, a month or a day: 2024, 2024-03 or 2024-03-15."
    };
    /// `YYYY-MM-DD`.
    DayText = {
        "type": "string",
        "pattern": "^[12][0-9]{3}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$",
        "examples": ["2027-01-11", "2027-03-01"],
        "errorMessage": "Write year, month and day: 2024-03-15."
    };
    /// RFC 3339 with an offset.
    TimestampText = {
        "type": "string",
        "pattern": "^[12][0-9]{3}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])[Tt ]([01][0-9]|2[0-3]):[0-5][0-9]:([0-5][0-9]|60)(\\.[0-9]{1,9})?([Zz]|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$",
        "examples": ["2026-03-14T09:30:00+01:00", "2026-09-01T12:00:00Z"],
        "errorMessage": "Write date, time and offset from UTC: 2026-03-14T09:30:00+01:00."
    };
    /// An absolute http or https URL (RFC 3986).
    UrlText = {
        "type": "string",
        "format": "uri",
        "pattern": concat!(
            // Without a user name or password: it would be published.
            r"^[Hh][Tt][Tt][Pp][Ss]?://",
            host!(),
            r"(/([A-Za-z0-9._~!$&'()*+,;=:@/-]|%[0-9A-Fa-f]{2})*)?",
            r"(\?([A-Za-z0-9._~!$&'()*+,;=:@/?-]|%[0-9A-Fa-f]{2})*)?",
            r"(#([A-Za-z0-9._~!$&'()*+,;=:@/?-]|%[0-9A-Fa-f]{2})*)?$"
        ),
        "examples": ["https://example.com", "https://www.example.org/about"],
        "errorMessage": "Write a complete web address, beginning with https://; copy it from the browser's address bar."
    };
    /// An absolute http or https URL of a host alone.
    OriginText = {
        "type": "string",
        "format": "uri",
        "pattern": concat!(r"^[Hh][Tt][Tt][Pp][Ss]?://", host!(), "/*$"),
        "examples": ["https://profiles.example.com", "https://cv.example.org"],
        "errorMessage": "Write only https:// and the host's name, without a path: https://profiles.example.com."
    };
    /// A mail address, as the model takes it.
    EmailText = {
        "type": "string",
        "pattern": concat!(
            r"^(?=[^@]{1,64}@)[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*",
            r"@[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?)+$"
        ),
        "examples": ["anna.berg@example.com", "hello@example.org"],
        "errorMessage": "Write a mail address, as in name@example.com."
    };
    /// A way of working; other words than the known ones are allowed.
    WorkArrangement = {
        "type": "string",
        "pattern": WORD,
        "examples": ["remote", "hybrid", "onsite"],
        "errorMessage": "Write a word of lower case letters, digits and underscores, such as remote."
    };
    /// How the price is told; other words than the known ones are allowed.
    Pricing = {
        "type": "string",
        "pattern": WORD,
        "examples": ["contact_directly", "hourly_rate", "daily_rate", "fixed_price"],
        "errorMessage": "Write a word of lower case letters, digits and underscores, such as contact_directly."
    };
    /// How well a language is spoken; other words than the known ones are allowed.
    LanguageLevel = {
        "type": "string",
        "pattern": WORD,
        "examples": ["native", "bilingual", "fluent", "professional", "intermediate", "basic"],
        "errorMessage": "Write a word of lower case letters, digits and underscores, such as fluent."
    };
}

/// A kind whose values come from an open vocabulary.
pub trait Vocabulary: JsonSchema {
    /// The word as written.
    fn word(&self) -> &str;

    /// The known words: the schema's examples.
    fn known() -> Vec<String> {
        let schema = Self::json_schema(&mut SchemaGenerator::default());
        let examples = schema
            .get("examples")
            .and_then(|examples| examples.as_array());
        let words = examples
            .into_iter()
            .flatten()
            .filter_map(|word| word.as_str());
        words.map(str::to_owned).collect()
    }
}

impl Vocabulary for WorkArrangement {
    fn word(&self) -> &str {
        &self.0
    }
}
impl Vocabulary for Pricing {
    fn word(&self) -> &str {
        &self.0
    }
}
impl Vocabulary for LanguageLevel {
    fn word(&self) -> &str {
        &self.0
    }
}

/// The text of a scalar as it was written, whatever it means.
struct AsWritten;

impl Visitor<'_> for AsWritten {
    type Value = String;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text")
    }
    fn visit_str<E: de::Error>(self, text: &str) -> Result<String, E> {
        Ok(text.to_owned())
    }
}

/// A text that may be given as `null`, which says the same as leaving it out.
#[derive(Debug, Clone)]
pub struct NullableText(pub Option<String>);

impl<'de> Deserialize<'de> for NullableText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Option::deserialize(deserializer).map(Self)
    }
}

impl JsonSchema for NullableText {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> Cow<'static, str> {
        "NullableText".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": ["string", "null"],
            "pattern": NOT_BLANK,
            "errorMessage": "This is a text. Put a number, true or false in quotes. If there is nothing to say, delete the line."
        })
    }
}
