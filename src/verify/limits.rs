//! Limits on what a server can make the program read, decode and parse.
//!
//! A site can serve anything, so every limit depends on the expected response, never on the
//! received one. With the most parallel jobs (64), all bodies in memory stay below 200 MB.

use serde_json::Value as Json;

/// The minimum number of bytes read beyond the expected length: enough to recognize an error page.
const MIN_EXCESS: usize = 64 << 10;
/// The maximum number of bytes read beyond the expected length. Each parallel job can have that
/// many in memory.
const MAX_EXCESS: usize = 1 << 20;
/// How many JSON values a document may have beyond a multiple of the expected number.
const EXCESS_VALUES: usize = 1_000;

/// Returns how many bytes to read or decode at most: ten times the `expected` number, but at least
/// [`MIN_EXCESS`] and at most [`MAX_EXCESS`] more than expected.
pub(super) fn max_length(expected: usize) -> usize {
    expected + (9 * expected).clamp(MIN_EXCESS, MAX_EXCESS)
}

/// Parses JSON unless it has far more values than the expected document: a parsed value takes up to
/// a hundred times its length in memory. The parser limits the depth to 128.
pub(super) fn parse_json(bytes: &[u8], expected: &[u8]) -> Option<Json> {
    let is_bounded = values(bytes) <= 4 * values(expected) + EXCESS_VALUES;
    is_bounded.then(|| serde_json::from_slice(bytes).ok())?
}

/// Returns an upper bound of the number of values in a JSON text.
fn values(bytes: &[u8]) -> usize {
    let starts_value = |byte: &&u8| matches!(byte, b'{' | b'[' | b',');
    1 + bytes.iter().filter(starts_value).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_documents_of_comparable_size_only() {
        let expected = br#"{"id": "anna"}"#;
        assert!(parse_json(br#"{"id": "berta", "name": null}"#, expected).is_some());
        let many = format!("[{}1]", "{},".repeat(2_000));
        assert!(parse_json(many.as_bytes(), expected).is_none());
        assert!(parse_json("[".repeat(500).as_bytes(), expected).is_none());
    }

    #[test]
    fn limits_lengths_in_both_directions() {
        assert_eq!(max_length(0), 64 << 10);
        assert_eq!(max_length(50_000), 500_000);
        assert_eq!(max_length(3_000_000), 3_000_000 + (1 << 20));
    }
}
