//! Resolves scalars to null, booleans, numbers and strings (YAML 1.2.2, §10.3.2 "Tag Resolution").

use serde_json::{Number, Value as Json};

/// A scalar as written and as resolved.
#[derive(Debug, Clone, PartialEq)]
pub struct Scalar {
    /// The text, with escape sequences and line folding resolved.
    pub text: String,
    /// Whether it is a plain scalar: without quotes and not a block scalar.
    pub plain: bool,
    /// Whether it is a block scalar, which starts with `|` or `>`.
    pub block: bool,
    /// Whether it is a block scalar whose lines are joined, which starts with `>`.
    pub folded: bool,
    /// The type and value that it resolves to.
    pub kind: ScalarKind,
}

/// The type of a scalar, with the value.
#[derive(Debug, Clone, PartialEq)]
pub enum ScalarKind {
    /// Empty, `null` or `~`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number that JSON can represent.
    Number(Number),
    /// `.inf`, `.nan` or a number such as `1e400`, which JSON cannot represent.
    NotFinite,
    /// Any other text.
    String,
}

impl Scalar {
    /// Resolves a scalar. Quoted and block scalars are always strings.
    pub(crate) fn resolve(text: String, plain: bool) -> Self {
        let kind = if plain { resolve_plain(&text) } else { ScalarKind::String };
        Self { text, plain, block: false, folded: false, kind }
    }

    /// Converts the scalar to JSON. Infinity and not-a-number become the greatest number: they are not null,
    /// which some fields can be.
    pub fn to_json(&self) -> Json {
        match &self.kind {
            ScalarKind::Null => Json::Null,
            ScalarKind::NotFinite => f64::MAX.into(),
            ScalarKind::Bool(value) => Json::Bool(*value),
            ScalarKind::Number(number) => Json::Number(number.clone()),
            ScalarKind::String => Json::String(self.text.clone()),
        }
    }

    /// Describes how a plain scalar is read, if JSON does not keep its text (`0123` becomes 123,
    /// `1.10` becomes 1.1), programs read it as different numbers, or YAML 1.1 reads it differently (`yes` becomes true).
    pub fn ambiguity(&self) -> Option<String> {
        match &self.kind {
            ScalarKind::Number(number) if number.to_string() != self.text => {
                Some(format!("the number {number}"))
            }
            ScalarKind::Number(number) if !is_exact(number) => {
                Some("a rounded number by many programs".to_owned())
            }
            ScalarKind::NotFinite => Some("a number that JSON cannot represent".to_owned()),
            ScalarKind::String if self.plain => match self.text.to_ascii_lowercase().as_str() {
                "yes" | "on" | "y" => Some("true by some programs and as text by others".into()),
                "no" | "off" | "n" => Some("false by some programs and as text by others".into()),
                _ => None,
            },
            _ => None,
        }
    }
}

/// Returns whether all programs read a number alike: those with double precision only round whole numbers beyond
/// ±(2^53 − 1) (RFC 8259, §6).
fn is_exact(number: &Number) -> bool {
    const MAX: u64 = (1 << 53) - 1;
    number.is_f64() || number.as_i64().map(i64::unsigned_abs).or(number.as_u64()) <= Some(MAX)
}

fn resolve_plain(text: &str) -> ScalarKind {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    match text {
        "" | "~" | "null" | "Null" | "NULL" => return ScalarKind::Null,
        "true" | "True" | "TRUE" => return ScalarKind::Bool(true),
        "false" | "False" | "FALSE" => return ScalarKind::Bool(false),
        ".nan" | ".NaN" | ".NAN" => return ScalarKind::NotFinite,
        _ if matches!(unsigned, ".inf" | ".Inf" | ".INF") => return ScalarKind::NotFinite,
        _ => {}
    }
    if let Some(integer) = integer(text) {
        return ScalarKind::Number(integer);
    }
    // Rust also parses words such as `inf`.
    if !unsigned.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
        return ScalarKind::String;
    }
    text.parse().map_or(ScalarKind::String, |number| {
        Number::from_f64(number).map_or(ScalarKind::NotFinite, ScalarKind::Number)
    })
}

/// Parses a decimal, octal (`0o17`) or hexadecimal (`0x1F`) integer of at most 64 bits.
fn integer(text: &str) -> Option<Number> {
    let radix = |prefix, radix| {
        let digits = text.strip_prefix(prefix)?;
        u64::from_str_radix(digits, radix).ok().map(Number::from)
    };
    let decimal = || {
        let signed = text.parse::<i64>().ok().map(Number::from);
        signed.or_else(|| text.parse::<u64>().ok().map(Number::from))
    };
    radix("0o", 8).or_else(|| radix("0x", 16)).or_else(decimal)
}

#[cfg(test)]
mod tests {
    use super::{Scalar, ScalarKind};

    fn plain(text: &str) -> Scalar {
        Scalar::resolve(text.to_owned(), true)
    }

    #[test]
    fn resolves_plain_scalars_by_the_core_schema() {
        assert_eq!(plain("~").kind, ScalarKind::Null);
        assert_eq!(plain("True").kind, ScalarKind::Bool(true));
        for text in [
            "yes",
            "No",
            "2024-01-02",
            "1_000",
            "12:30",
            "+46 70",
            "0x",
            "1e",
            ".",
            "-",
            "0b1",
            "e3",
        ] {
            assert_eq!(plain(text).kind, ScalarKind::String, "{text}");
        }
        for (text, json) in [
            ("0123", "123"),
            ("+1", "1"),
            ("-0", "0"),
            ("0x1F", "31"),
            ("0o17", "15"),
            ("1e3", "1000.0"),
            ("1.10", "1.1"),
            (".5", "0.5"),
            ("18446744073709551615", "18446744073709551615"),
        ] {
            assert_eq!(plain(text).to_json().to_string(), json, "{text}");
        }
        assert_eq!(plain("-.inf").kind, ScalarKind::NotFinite);
        assert_eq!(plain("1e999").kind, ScalarKind::NotFinite);
    }

    #[test]
    fn plain_scalars_that_lose_their_text_are_ambiguous() {
        for text in [
            "0123",
            "1.10",
            "1e3",
            "yes",
            "NO",
            ".nan",
            "+46701740605",
            "9007199254740992",
            "-9007199254740992",
            "12345678901234567890",
            "123456789012345678901234567890",
        ] {
            assert!(plain(text).ambiguity().is_some(), "{text}");
            assert!(Scalar::resolve(text.to_owned(), false).ambiguity().is_none(), "{text}");
        }
        for text in [
            "12",
            "-3",
            "1.5",
            "9007199254740991",
            "-9007199254740991",
            "true",
            "Norway",
            "2024-01-02",
        ] {
            assert!(plain(text).ambiguity().is_none(), "{text}");
        }
    }
}
