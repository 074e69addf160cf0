//! The types of values as written. The schema checks their form, the model their meaning.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer};

use crate::characters::NOT_BLANK;
use crate::yaml::deserialize::Spanned;

/// An optional field. Unlike `Option` it does not allow `null`: a key without a value is usually a
/// forgotten value.
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

/// Declares groups of fields, all of which can be missing: each field with its type, and `=` before
/// its examples. Examples that are `invented` must be replaced; the others are values that many
/// consultants share, such as cities. A group that ends with `..others` allows any other keys.
macro_rules! groups {
    ($($(#[$attribute:meta])+ $name:ident $fields:tt)+) => {
        $(groups!(@ $fields $(#[$attribute])+ $name);)+
    };
    (@ {
        $($(#[$attribute:meta])+ $field:ident: $type:ty $(= $examples:tt $($invented:ident)?)?,)+
    } $(#[$group_attribute:meta])+ $name:ident) => {
        #[derive(Debug, Default, Deserialize, JsonSchema)]
        $(#[$group_attribute])+
        #[serde(default, deny_unknown_fields)]
        pub struct $name {
            $(
                $(#[$attribute])+
                $(
                    #[schemars(extend("examples" = $examples))]
                    $(#[schemars(extend("examples_are" = stringify!($invented)))])?
                )?
                pub $field: $type,
            )+
        }
    };
    (@ {
        $($(#[$attribute:meta])+ $field:ident: $type:ty $(= $examples:tt $($invented:ident)?)?,)+ ..others
    } $(#[$group_attribute:meta])+ $name:ident) => {
        #[derive(Debug, Default, Deserialize, JsonSchema)]
        $(#[$group_attribute])+
        #[serde(default)]
        pub struct $name {
            $(
                $(#[$attribute])+
                $(
                    #[schemars(extend("examples" = $examples))]
                    $(#[schemars(extend("examples_are" = stringify!($invented)))])?
                )?
                pub $field: $type,
            )+
            /// Any other keys.
            #[serde(flatten)]
            pub others: Map<String, Json>,
        }
    };
}
pub(super) use groups;

/// Gives a wrapper the schema of the value in it.
macro_rules! schema_of_value {
    ($($wrapper:ident)+) => {$(
        impl<T: JsonSchema> JsonSchema for $wrapper<T> {
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
    )+};
}
schema_of_value!(Field Spanned);

/// What editor programs say about a value that is not text.
pub(super) const NOT_TEXT: &str = "This must be text. Put a number, true or false in quotes. If there is nothing to say, delete the line.";

/// The pattern of a word from an open vocabulary.
pub(super) const WORD: &str = "^[a-z0-9_]+$";

/// The start of the pattern of a date: a year that the JSON Resume schema allows.
pub(super) const YEAR: &str = "^[12][0-9]{3}";

/// A list of texts.
pub type Texts = Vec<Spanned<Text>>;

/// Declares types of text with their schemas.
macro_rules! text_types {
    ($($(#[$doc:meta])+ $name:ident($text:ty) = $schema:tt;)+) => {$(
        $(#[$doc])+
        #[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
        pub struct $name(pub $text);

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

/// The host of a URL: an IP address in brackets, or a name (RFC 3986, §3.2.2).
macro_rules! host {
    () => {
        r"(\[[0-9A-Za-z:.~!$&'()*+,;=_-]+\]|([A-Za-z0-9._~!$&'()*+,;=-]|%[0-9A-Fa-f]{2})+)(:[0-9]*)?"
    };
}

// `errorMessage` is a keyword of the YAML language server: it shows the text in place of the pattern.
text_types! {
    /// Any text with a visible character.
    Text(String) = {
        "type": "string",
        "pattern": NOT_BLANK,
        "errorMessage": NOT_TEXT
    };
    /// A text that may be `null`, which means the same as leaving it out.
    NullableText(Option<String>) = {
        "type": ["string", "null"],
        "pattern": NOT_BLANK,
        "errorMessage": NOT_TEXT
    };
    /// `YYYY`, `YYYY-MM` or `YYYY-MM-DD`; a year needs no quotes.
    DateText(String) = {
        "type": ["string", "integer"],
        "pattern": "^[12][0-9]{3}(-(0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01]))?)?$",
        "minimum": 1000,
        "maximum": 2999,
        "examples": ["2024-03", "2024-03-15", "2024"],
        "errorMessage": "Write a year, a month or a day: 2024, 2024-03 or 2024-03-15."
    };
    /// `YYYY-MM-DD`.
    DayText(String) = {
        "type": "string",
        "pattern": "^[12][0-9]{3}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$",
        "examples": ["2027-01-11", "2027-03-01"],
        "errorMessage": "Write year, month and day: 2024-03-15."
    };
    /// A date and time with an offset (RFC 3339).
    TimestampText(String) = {
        "type": "string",
        "pattern": "^[12][0-9]{3}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])[Tt ]([01][0-9]|2[0-3]):[0-5][0-9]:([0-5][0-9]|60)(\\.[0-9]{1,9})?([Zz]|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$",
        "examples": ["2026-03-14T09:30:00+01:00", "2026-09-01T12:00:00Z"],
        "errorMessage": "Write date, time and offset from UTC: 2026-03-14T09:30:00+01:00."
    };
    /// An absolute http or https URL (RFC 3986).
    UrlText(String) = {
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
        "errorMessage": "Write a complete web address that starts with https://. Copy it from the browser's address bar."
    };
    /// An absolute http or https URL without a path.
    OriginText(String) = {
        "type": "string",
        "format": "uri",
        "pattern": concat!(r"^[Hh][Tt][Tt][Pp][Ss]?://", host!(), "/*$"),
        "examples": ["https://profiles.example.com", "https://cv.example.org"],
        "errorMessage": "Write only https:// and the host name, without a path: https://profiles.example.com."
    };
    /// An email address.
    EmailText(String) = {
        "type": "string",
        "pattern": concat!(
            r"^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*",
            r"@[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?)+$"
        ),
        // The part before the `@` has at most 64 bytes (RFC 5321, §4.5.3.1.1).
        "not": { "pattern": "^[^@]{65}" },
        "examples": ["anna.berg@example.com", "hello@example.org"],
        "errorMessage": "Write an email address, such as name@example.com."
    };
}

/// A type whose values come from an open vocabulary.
pub trait Vocabulary: JsonSchema {
    /// Returns the word as written.
    fn word(&self) -> &str;

    /// The known words.
    const KNOWN: &'static [&'static str];
}

/// Declares vocabularies with their known words.
macro_rules! vocabularies {
    ($($(#[$doc:meta])+ $name:ident = $known:tt, such as $word:literal;)+) => {$(
        text_types! {
            $(#[$doc])+
            $name(String) = {
                "type": "string",
                "pattern": WORD,
                "examples": $known,
                "errorMessage": concat!(
                    "Write a word in lowercase letters, digits and underscores, such as ", $word, "."
                )
            };
        }
        impl Vocabulary for $name {
            const KNOWN: &'static [&'static str] = &$known;

            fn word(&self) -> &str {
                &self.0
            }
        }
    )+};
}

vocabularies! {
    /// A way of working. Unknown words are allowed.
    WorkArrangement = ["remote", "hybrid", "onsite"], such as "remote";
    /// How prices are stated. Unknown words are allowed.
    Pricing = ["contact_directly", "hourly_rate", "daily_rate", "fixed_price"],
        such as "contact_directly";
    /// How well the consultant speaks a language. Unknown words are allowed.
    LanguageLevel = ["native", "bilingual", "fluent", "professional", "intermediate", "basic"],
        such as "fluent";
}
