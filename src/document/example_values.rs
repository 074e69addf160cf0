//! Examples of fields that are published as if they were the consultant's own values.

use std::borrow::Cow;
use std::collections::HashSet;

use serde_json::Value as Json;

use super::shape::{GroupShape, Shape};
use super::written_text::WrittenText;
use crate::diagnostic::Diagnostic;
use crate::diagnostic_code::diagnostic_codes;

diagnostic_codes! {
    error EXAMPLE_VALUE = "example-value";
}

/// The longest value that is repeated in a message, in characters.
const MAX_SHOWN: usize = 60;

/// The invented examples of a document: names, addresses, phone numbers and sentences that no two
/// consultants share.
#[derive(Debug, Default)]
pub(super) struct ExampleValues {
    values: HashSet<String>,
}

impl ExampleValues {
    /// Collects the invented examples of a group and of those below it.
    pub(super) fn of(group: &GroupShape) -> Self {
        let mut examples = Self::default();
        examples.add_from(group);
        examples
    }

    fn add_from(&mut self, group: &GroupShape) {
        for field in group.fields {
            if field.is_invented {
                field.examples().iter().for_each(|example| self.add(example));
            }
            if let Shape::Group(group) | Shape::List(Shape::Group(group)) = field.shape {
                self.add_from(group);
            }
        }
    }

    fn add(&mut self, example: &Json) {
        match example {
            Json::String(text) => drop(self.values.insert(normalized(text).into_owned())),
            Json::Array(examples) => examples.iter().for_each(|example| self.add(example)),
            Json::Object(fields) => fields.values().for_each(|example| self.add(example)),
            _ => {}
        }
    }

    /// Reports a text that is an example.
    pub(super) fn check(&self, text: &WrittenText<'_>) -> Option<Diagnostic> {
        if !self.values.contains(normalized(text.value()).as_ref()) {
            return None;
        }
        let shown = text.value().trim();
        let message = match shown.chars().count() {
            ..=MAX_SHOWN => format!("`{shown}` is the example that `vitae new` writes"),
            _ => "this text is the example that `vitae new` writes".to_owned(),
        };
        let hint = "write the consultant's own value, or delete the line";
        Some(text.diagnostic(&EXAMPLE_VALUE, message).hint(hint))
    }
}

/// Returns the text with single spaces between its words, a phone number without spaces, and an address
/// in lower case without a slash at its end.
fn normalized(text: &str) -> Cow<'_, str> {
    let text = text.trim();
    if text.starts_with('+') {
        return text.chars().filter(|c| *c == '+' || c.is_ascii_alphanumeric()).collect();
    }
    let is_word = |byte: u8| !byte.is_ascii_whitespace();
    if text.bytes().all(is_word) && text.contains(['@', '/']) {
        return text.trim_end_matches('/').to_ascii_lowercase().into();
    }
    match text.contains("  ") || text.contains('\n') {
        true => text.split_whitespace().collect::<Vec<_>>().join(" ").into(),
        false => text.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::normalized;

    #[test]
    fn other_spellings_of_an_address_are_the_same() {
        assert_eq!(normalized("+46 70 174-06 05"), normalized("+46701740605"));
        assert_eq!(normalized("https://A.example.com/"), normalized("https://a.example.com"));
        assert_eq!(normalized("Anna.Berg@Example.com"), normalized("anna.berg@example.com"));
        assert_eq!(normalized("one  two\nthree"), "one two three");
        assert_eq!(normalized("TCP/IP at night "), "TCP/IP at night");
    }
}
