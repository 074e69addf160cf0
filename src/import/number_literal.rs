//! Preserves numbers as the document writes them. JSON parsers keep about 16 digits and drop trailing
//! zeros of fractions, but the identifier of a certificate can be a number of 30 digits.

use std::collections::HashMap;

use serde_json::{Number, Value as Json};

use super::path;

/// The number of significant digits that a 64-bit float always preserves.
const EXACT_DIGITS: usize = 15;

/// Returns the numbers of a JSON text, in order.
pub(super) fn numbers(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        loop {
            let starts = |c: char| c == '"' || c == '-' || c.is_ascii_digit();
            rest = &rest[rest.find(starts)?..];
            if let Some(inside) = rest.strip_prefix('"') {
                rest = &inside[string_end(inside)..];
                continue;
            }
            let continues = |c: char| c.is_ascii_digit() || "+-.eE".contains(c);
            let end = rest.find(|c| !continues(c)).unwrap_or(rest.len());
            let (number, after) = rest.split_at(end);
            rest = after;
            return Some(number);
        }
    })
}

/// Returns the offset after the closing quote of the string whose content `text` starts with.
fn string_end(text: &str) -> usize {
    let mut escaped = false;
    let closes = |byte: u8| {
        let closes = byte == b'"' && !escaped;
        escaped = byte == b'\\' && !escaped;
        closes
    };
    let quote = text.bytes().position(closes);
    quote.map_or(text.len(), |at| at + 1)
}

/// The literals of numbers that JSON serializers would write differently, by path.
#[derive(Debug, Clone, Default)]
pub(super) struct Literals(HashMap<String, Vec<String>>);

impl Literals {
    pub(super) fn record(&mut self, path: &str, number: &Number, literal: &str) {
        if number.to_string() != literal {
            let at = self.0.entry(path.to_owned()).or_default();
            at.push(literal.to_owned());
        }
    }

    /// Returns the number at `path` as the document writes it.
    pub(super) fn get(&self, path: &str, number: &Number) -> String {
        // A repeated key has more than one literal.
        let at = self.0.get(path).into_iter().flatten();
        let is_it = |literal: &&String| literal.parse().is_ok_and(|known: Number| known == *number);
        let literal = at.rev().find(is_it).cloned();
        literal.unwrap_or_else(|| number.to_string())
    }

    /// Replaces the numbers in the value at `path` by their literals as text, if JSON serializers would
    /// write them differently.
    pub(super) fn restore(&self, path: &str, value: &Json) -> Json {
        match value {
            Json::Number(number) => {
                let literal = self.get(path, number);
                match literal == number.to_string() {
                    true => value.clone(),
                    false => literal.into(),
                }
            }
            Json::Array(items) => {
                let items = items.iter().enumerate();
                let items = items.map(|(at, item)| self.restore(&path::item(path, at), item));
                items.collect()
            }
            Json::Object(fields) => {
                let restore = |(key, value): (&String, &Json)| {
                    (key.clone(), self.restore(&path::child(path, key), value))
                };
                Json::Object(fields.iter().map(restore).collect())
            }
            _ => value.clone(),
        }
    }
}

/// Returns whether the parsed number has the value of the literal.
pub(super) fn is_exact(number: &Number, literal: &str) -> bool {
    if !number.is_f64() {
        return true;
    }
    let mantissa = literal.split(['e', 'E']).next().unwrap_or_default();
    let digits: String = mantissa.chars().filter(char::is_ascii_digit).collect();
    let digits = digits.trim_matches('0').len();
    let is_zero = number.as_f64() == Some(0.0);
    number.to_string() == literal || digits <= EXACT_DIGITS && is_zero == (digits == 0)
}

#[cfg(test)]
mod tests {
    use serde_json::{Number, json};

    use super::{Literals, is_exact, numbers};

    fn number(literal: &str) -> Number {
        literal.parse().expect("a number")
    }

    #[test]
    fn finds_number_literals() {
        let text = r#"{"1": [-1.50, 2e+3,0], "a \" 7 \\": {"b\\\"8": 3}, "c": "9"} "#;
        assert_eq!(numbers(text).collect::<Vec<_>>(), ["-1.50", "2e+3", "0", "3"]);
        assert_eq!(numbers("\"open").count() + numbers("").count(), 0);
        assert_eq!(numbers("12").collect::<Vec<_>>(), ["12"]);
    }

    #[test]
    fn restores_number_literals() {
        let mut literals = Literals::default();
        let long = "123456789012345678901234567890";
        for (path, literal) in [("a", "1.10"), ("a", long), ("b[0].c", "2.0"), ("b[1]", long)] {
            literals.record(path, &number(literal), literal);
        }
        assert_eq!(literals.get("a", &number(long)), long);
        assert_eq!(literals.get("a", &number("1.1")), "1.10");
        assert_eq!(literals.get("a", &number("7")), "7");
        let value = json!([{"c": 2.0}, number(long), "x"]);
        assert_eq!(literals.restore("b", &value), json!([{"c": 2.0}, long, "x"]));
    }

    #[test]
    fn detects_rounded_numbers() {
        for exact in ["1", "18446744073709551615", "1.10", "1e3", "0.10", "-0", "0e5", "4.0"] {
            assert!(is_exact(&number(exact), exact), "{exact}");
        }
        for rounded in [
            "123456789012345678901234567890",
            "1.2345678901234567890",
            "18446744073709551616",
            "1e-400",
        ] {
            assert!(!is_exact(&number(rounded), rounded), "{rounded}");
        }
    }
}
