//! What a scalar means (YAML 1.2.2, §10.3.2 "Tag Resolution").

use serde_json::{Number, Value as Json};

/// A scalar: its text, whether it was written without quotes, and what it means.
#[derive(Debug, Clone, PartialEq)]
pub struct Scalar {
    /// The text, escapes and line folding resolved.
    pub text: String,
    /// Written without quotes and not as a block.
    pub plain: bool,
    /// What it means.
    pub kind: Kind,
}

/// What a scalar means.
#[derive(Debug, Clone, PartialEq)]
pub enum Kind {
    /// Nothing, `null` or `~`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number JSON has.
    Number(Number),
    /// `.inf` or `.nan`, which JSON has not.
    NotFinite,
    /// A text.
    String,
}

impl Scalar {
    /// Resolves a scalar: only plain ones mean something else than their text.
    pub(super) fn resolve(text: String, plain: bool) -> Self {
        let kind = if plain {
            resolve_plain(&text)
        } else {
            Kind::String
        };
        Self { text, plain, kind }
    }

    /// As JSON.
    pub fn to_json(&self) -> Json {
        match &self.kind {
            Kind::Null | Kind::NotFinite => Json::Null,
            Kind::Bool(value) => Json::Bool(*value),
            Kind::Number(number) => Json::Number(number.clone()),
            Kind::String => Json::String(self.text.clone()),
        }
    }

    /// What an unquoted value is read as, if another reader of YAML, or JSON after it, would not
    /// give its text back: `0123` is 123, `1.10` is 1.1, `yes` is true for YAML 1.1. `None` if
    /// there is no doubt.
    pub fn doubt(&self) -> Option<String> {
        match &self.kind {
            Kind::Number(number) if number.to_string() != self.text => {
                Some(format!("the number {number}"))
            }
            Kind::NotFinite => Some("a number that JSON does not have".to_owned()),
            Kind::String if self.plain => match self.text.to_ascii_lowercase().as_str() {
                "yes" | "on" | "y" => Some("true by some programs and as a text by others".into()),
                "no" | "off" | "n" => Some("false by some programs and as a text by others".into()),
                _ => None,
            },
            _ => None,
        }
    }
}

fn resolve_plain(text: &str) -> Kind {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => return Kind::Null,
        "true" | "True" | "TRUE" => return Kind::Bool(true),
        "false" | "False" | "FALSE" => return Kind::Bool(false),
        _ => {}
    }
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    match unsigned {
        ".inf" | ".Inf" | ".INF" => return Kind::NotFinite,
        ".nan" | ".NaN" | ".NAN" if unsigned.len() == text.len() => return Kind::NotFinite,
        _ => {}
    }
    let radix = |prefix, radix| {
        let digits = text.strip_prefix(prefix)?;
        u64::from_str_radix(digits, radix).ok().map(Number::from)
    };
    let all_digits = |part: &str| part.bytes().all(|b| b.is_ascii_digit());
    let number = if let Some(number) = radix("0o", 8).or_else(|| radix("0x", 16)) {
        Some(number)
    } else if !unsigned.is_empty() && all_digits(unsigned) {
        let text = text.strip_prefix('+').unwrap_or(text);
        let integer = text.parse::<i64>().map(Number::from);
        let integer = integer.or_else(|_| text.parse::<u64>().map(Number::from));
        integer
            .ok()
            .or_else(|| text.parse().ok().and_then(Number::from_f64))
    } else {
        let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, Some(exponent)),
            None => (unsigned, None),
        };
        let exponent_fits = exponent.is_none_or(|exponent| {
            let digits = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
            !digits.is_empty() && all_digits(digits)
        });
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let digits = all_digits(whole) && all_digits(fraction);
        let some_digit = whole.len() + fraction.len() > 0;
        if !(digits && some_digit && exponent_fits) {
            return Kind::String;
        }
        match text.parse::<f64>().ok().and_then(Number::from_f64) {
            Some(number) => Some(number),
            None => return Kind::NotFinite,
        }
    };
    number.map_or(Kind::String, Kind::Number)
}

#[cfg(test)]
mod tests {
    use super::{Kind, Scalar};

    fn plain(text: &str) -> Scalar {
        Scalar::resolve(text.to_owned(), true)
    }

    #[test]
    fn resolves_by_the_core_schema() {
        assert_eq!(plain("~").kind, Kind::Null);
        assert_eq!(plain("True").kind, Kind::Bool(true));
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
            assert_eq!(plain(text).kind, Kind::String, "{text}");
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
        assert_eq!(plain("-.inf").kind, Kind::NotFinite);
        assert_eq!(plain("1e999").kind, Kind::NotFinite);
    }

    #[test]
    fn doubts_what_does_not_give_its_text_back() {
        for text in ["0123", "1.10", "1e3", "yes", "NO", ".nan", "+46701740605"] {
            assert!(plain(text).doubt().is_some(), "{text}");
            assert!(
                Scalar::resolve(text.to_owned(), false).doubt().is_none(),
                "{text}"
            );
        }
        for text in ["12", "-3", "1.5", "true", "Norway", "2024-01-02"] {
            assert!(plain(text).doubt().is_none(), "{text}");
        }
    }
}
