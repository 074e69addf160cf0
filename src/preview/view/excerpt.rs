//! The source line of a diagnostic.

use serde::Serialize;

use crate::diagnostic::Span;
use crate::source::Position;

/// How much of a long line is shown before the value, in characters.
const MAX_BEFORE: usize = 32;

/// How much of a long value, and of the line after it, is shown, in characters.
const MAX_AFTER: usize = 120;

/// A line, split at the value of the diagnostic.
#[derive(Debug, Clone, Serialize, PartialEq)]
pub(super) struct Excerpt {
    line: usize,
    before: String,
    value: String,
    after: String,
}

impl Excerpt {
    /// Returns the line in which the span starts, shortened if it is long. Only the part of the span
    /// in this line is the value.
    pub(super) fn of(text: &str, span: Span) -> Self {
        let line = Position::of(text, span.start).line;
        let start = text.floor_char_boundary(span.start);
        let line_start = text[..start].rfind('\n').map_or(0, |newline| newline + 1);
        let line_end = text[start..].find('\n').map_or(text.len(), |end| start + end);
        let end = text.floor_char_boundary(span.end).clamp(start, line_end);
        let before = &text[line_start..start];
        let before = match before.chars().count() {
            count if count > MAX_BEFORE + 8 => {
                let end: String = before.chars().skip(count - MAX_BEFORE).collect();
                format!("…{end}")
            }
            _ => before.to_owned(),
        };
        let cut = |text: &str| match text.chars().count() > MAX_AFTER {
            true => format!("{}…", text.chars().take(MAX_AFTER).collect::<String>()),
            false => text.trim_end_matches('\r').to_owned(),
        };
        Self { line, before, value: cut(&text[start..end]), after: cut(&text[end..line_end]) }
    }
}

#[cfg(test)]
mod tests {
    use super::Excerpt;

    #[test]
    fn splits_the_line_at_the_value() {
        let text = "name: Anna\någe: old\nx: 1\n";
        let at = text.find("old").expect("there");
        let expected = Excerpt {
            line: 2,
            before: "åge: ".to_owned(),
            value: "old".to_owned(),
            after: String::new(),
        };
        assert_eq!(Excerpt::of(text, at..at + 3), expected);
    }

    #[test]
    fn shows_the_first_line_of_a_long_span() {
        let text = "a: [1,\n2]\n";
        let found = Excerpt::of(text, 3..9);
        assert_eq!((found.value.as_str(), found.after.as_str()), ("[1,", ""));
    }

    #[test]
    fn shortens_long_lines() {
        let text = format!("{}value{}", "x".repeat(300), "y".repeat(300));
        let found = Excerpt::of(&text, 300..305);
        assert_eq!(found.value, "value");
        assert!(found.before.starts_with('…') && found.before.chars().count() < 40);
        assert!(found.after.ends_with('…'));
    }

    #[test]
    fn accepts_spans_outside_the_text() {
        let found = Excerpt::of("å", 1..99);
        assert_eq!((found.line, found.value.as_str()), (1, "å"));
        assert_eq!(Excerpt::of("", 5..9).value, "");
    }
}
