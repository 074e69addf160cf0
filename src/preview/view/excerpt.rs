//! The source line of a diagnostic.

use serde_json::{Value as Json, json};

use crate::characters::shortened;
use crate::diagnostic::Span;
use crate::source::Position;

/// How much of a long line is shown before the value, in characters.
const MAX_BEFORE: usize = 40;
/// How much of a long value, and of the line after it, is shown, in characters.
const MAX_AFTER: usize = 120;

/// Returns the line in which the span starts, split at the value and shortened if it is long. Only the part of the span
/// in this line is the value.
pub(super) fn excerpt(text: &str, span: Span) -> Json {
    let start = text.floor_char_boundary(span.start);
    let line_start = text[..start].rfind('\n').map_or(0, |newline| newline + 1);
    let rest = text[start..].lines().next().unwrap_or_default();
    let end = text.floor_char_boundary(span.end).saturating_sub(start).min(rest.len());
    let before = &text[line_start..start];
    let hidden = before.char_indices().nth_back(MAX_BEFORE).map(|(at, _)| at);
    json!({
        "line": Position::of(text, span.start).line,
        "before": hidden.map_or(before.to_owned(), |at| format!("…{}", &before[at..])),
        "value": shortened(&rest[..end], MAX_AFTER),
        "after": shortened(&rest[end..], MAX_AFTER),
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::excerpt;

    #[test]
    fn splits_the_line_at_the_value() {
        let text = "name: Anna\någe: old\nx: 1\n";
        let at = text.find("old").expect("there");
        let expected = json!({ "line": 2, "before": "åge: ", "value": "old", "after": "" });
        assert_eq!(excerpt(text, at..at + 3), expected);
    }

    #[test]
    fn shows_the_first_line_of_a_long_span() {
        let found = excerpt("a: [1,\n2]\n", 3..9);
        assert_eq!((&found["value"], &found["after"]), (&json!("[1,"), &json!("")));
    }

    #[test]
    fn shortens_long_lines() {
        let text = format!("{}value{}", "x".repeat(300), "y".repeat(300));
        let found = excerpt(&text, 300..305);
        let part = |name: &str| found[name].as_str().expect("a text");
        assert_eq!(part("value"), "value");
        assert!(part("before").starts_with('…') && part("before").chars().count() < 50);
        assert!(part("after").ends_with('…'));
    }

    #[test]
    fn accepts_spans_outside_the_text() {
        let found = excerpt("å", 1..99);
        assert_eq!((&found["line"], &found["value"]), (&json!(1), &json!("å")));
        assert_eq!(excerpt("", 5..9)["value"], "");
    }
}
