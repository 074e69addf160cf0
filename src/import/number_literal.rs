//! Numbers as a document writes them. A program that reads JSON keeps about sixteen digits of a
//! number, and no zero at the end of a fraction; a certificate's number can have thirty.

use std::collections::HashMap;

use serde_json::{Number, Value as Json};

use super::path;

/// How many digits each number keeps that has no more.
const KEPT_DIGITS: usize = 15;

/// The numbers of a JSON text, in their order.
pub(super) fn numbers(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        loop {
            let begins = |c: char| c == '"' || c == '-' || c.is_ascii_digit();
            rest = &rest[rest.find(begins)?..];
            if let Some(inside) = rest.strip_prefix('"') {
                rest = &inside[string_end(inside)..];
                continue;
            }
            let goes_on = |c: char| c.is_ascii_digit() || "+-.eE".contains(c);
            let end = rest.find(|c| !goes_on(c)).unwrap_or(rest.len());
            let (number, behind) = rest.split_at(end);
            rest = behind;
            return Some(number);
        }
    })
}

/// Where the string ends whose inside `text` begins with, behind its closing quote.
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

/// The numbers that a program would write in another way, by their places.
#[derive(Debug, Clone, Default)]
pub(super) struct Literals(HashMap<String, Vec<String>>);

impl Literals {
    /// Notes how the number at `path` is written.
    pub(super) fn note(&mut self, path: &str, number: &Number, literal: &str) {
        if number.to_string() != literal {
            let at = self.0.entry(path.to_owned()).or_default();
            at.push(literal.to_owned());
        }
    }

    /// How the number at `path` is written.
    pub(super) fn of(&self, path: &str, number: &Number) -> String {
        // More than one if a key stands twice.
        let at = self.0.get(path).into_iter().flatten();
        let is_it = |literal: &&String| literal.parse().is_ok_and(|known: Number| known == *number);
        let literal = at.rev().find(is_it).cloned();
        literal.unwrap_or_else(|| number.to_string())
    }

    /// The value at `path` with texts in place of the numbers that a program would write in
    /// another way.
    pub(super) fn kept(&self, path: &str, value: &Json) -> Json {
        match value {
            Json::Number(number) => {
                let literal = self.of(path, number);
                match literal == number.to_string() {
                    true => value.clone(),
                    false => literal.into(),
                }
            }
            Json::Array(items) => {
                let items = items.iter().enumerate();
                let kept = items.map(|(at, item)| self.kept(&path::item(path, at), item));
                kept.collect()
            }
            Json::Object(fields) => {
                let kept = |(key, value): (&String, &Json)| {
                    (key.clone(), self.kept(&path::child(path, key), value))
                };
                Json::Object(fields.iter().map(kept).collect())
            }
            _ => value.clone(),
        }
    }
}

/// Whether the number that was read is the one that is written.
pub(super) fn is_exact(number: &Number, literal: &str) -> bool {
    if !number.is_f64() {
        return true;
    }
    let mantissa = literal.split(['e', 'E']).next().unwrap_or_default();
    let digits: String = mantissa.chars().filter(char::is_ascii_digit).collect();
    let digits = digits.trim_matches('0').len();
    let is_zero = number.as_f64() == Some(0.0);
    number.to_string() == literal || digits <= KEPT_DIGITS && is_zero == (digits == 0)
}

#[cfg(test)]
mod tests {
    use serde_json::{Number, json};

    use super::{Literals, is_exact, numbers};

    fn number(literal: &str) -> Number {
        literal.parse().expect("a number")
    }

    #[test]
    fn numbers_are_found_as_they_are_written() {
        let text = r#"{"1": [-1.50, 2e+3,0], "a \" 7 \\": {"b\\\"8": 3}, "c": "9"} "#;
        assert_eq!(
            numbers(text).collect::<Vec<_>>(),
            ["-1.50", "2e+3", "0", "3"]
        );
        assert_eq!(numbers("\"open").count() + numbers("").count(), 0);
        assert_eq!(numbers("12").collect::<Vec<_>>(), ["12"]);
    }

    #[test]
    fn literals_come_back() {
        let mut literals = Literals::default();
        let long = "123456789012345678901234567890";
        for (path, literal) in [
            ("a", "1.10"),
            ("a", long),
            ("b[0].c", "2.0"),
            ("b[1]", long),
        ] {
            literals.note(path, &number(literal), literal);
        }
        assert_eq!(literals.of("a", &number(long)), long);
        assert_eq!(literals.of("a", &number("1.1")), "1.10");
        assert_eq!(literals.of("a", &number("7")), "7");
        let value = json!([{"c": 2.0}, number(long), "x"]);
        assert_eq!(literals.kept("b", &value), json!([{"c": 2.0}, long, "x"]));
    }

    #[test]
    fn what_a_number_loses() {
        for exact in [
            "1",
            "18446744073709551615",
            "1.10",
            "1e3",
            "0.10",
            "-0",
            "0e5",
            "4.0",
        ] {
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
