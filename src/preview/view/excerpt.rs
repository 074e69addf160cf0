//! The line a mistake is in.

use serde::Serialize;

use crate::diagnostic::Span;
use crate::source::Position;

/// Where a value stands too far to the right to be seen, this much of what is before it is shown,
/// in characters.
const BEFORE: usize = 32;

/// As much of what follows the value.
const AFTER: usize = 120;

/// A line with a value in it.
#[derive(Debug, Clone, Serialize, PartialEq)]
pub(super) struct Excerpt {
    line: usize,
    before: String,
    value: String,
    after: String,
}

impl Excerpt {
    /// The line in which the span starts, cut where it is too long to be seen. Of a span of several
    /// lines, what is in the first one.
    pub(super) fn of(text: &str, span: Span) -> Self {
        let line = Position::of(text, span.start).line;
        let start = text.floor_char_boundary(span.start);
        let line_start = text[..start].rfind('\n').map_or(0, |newline| newline + 1);
        let line_end = text[start..]
            .find('\n')
            .map_or(text.len(), |end| start + end);
        let end = text.floor_char_boundary(span.end).clamp(start, line_end);
        let before = text[line_start..start].chars().count();
        let before = match before > BEFORE + 8 {
            true => {
                let shown = text[line_start..start].chars().skip(before - BEFORE);
                format!("…{}", shown.collect::<String>())
            }
            false => text[line_start..start].to_owned(),
        };
        let cut = |text: &str| match text.chars().count() > AFTER {
            true => format!("{}…", text.chars().take(AFTER).collect::<String>()),
            false => text.trim_end_matches('\r').to_owned(),
        };
        Self {
            line,
            before,
            value: cut(&text[start..end]),
            after: cut(&text[end..line_end]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Excerpt;

    #[test]
    fn the_value_is_cut_out_of_its_line() {
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
    fn of_several_lines_the_first_is_shown() {
        let text = "a: [1,\n2]\n";
        let found = Excerpt::of(text, 3..9);
        assert_eq!((found.value.as_str(), found.after.as_str()), ("[1,", ""));
    }

    #[test]
    fn a_value_far_to_the_right_is_brought_near() {
        let text = format!("{}value{}", "x".repeat(300), "y".repeat(300));
        let found = Excerpt::of(&text, 300..305);
        assert_eq!(found.value, "value");
        assert!(found.before.starts_with('…') && found.before.chars().count() < 40);
        assert!(found.after.ends_with('…'));
    }

    #[test]
    fn spans_beyond_the_text_are_harmless() {
        let found = Excerpt::of("å", 1..99);
        assert_eq!((found.line, found.value.as_str()), (1, "å"));
        assert_eq!(Excerpt::of("", 5..9).value, "");
    }
}
