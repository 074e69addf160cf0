//! Finds numbers as the document writes them. JSON parsers keep about 16 digits and drop trailing zeros
//! of fractions, but the identifier of a certificate can be a number of 30 digits.

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

#[cfg(test)]
mod tests {
    use super::numbers;

    #[test]
    fn finds_number_literals() {
        let text = r#"{"1": [-1.50, 2e+3,0], "a \" 7 \\": {"b\\\"8": 3}, "c": "9"} "#;
        assert_eq!(numbers(text).collect::<Vec<_>>(), ["-1.50", "2e+3", "0", "3"]);
        assert_eq!(numbers("\"open").count() + numbers("").count(), 0);
        assert_eq!(numbers("12").collect::<Vec<_>>(), ["12"]);
    }
}
