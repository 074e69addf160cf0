//! The text of a file line by line, with its mistakes where they are.

use serde::Serialize;

use super::mistakes::{Mistake, Teller};
use crate::diagnostic::Diagnostic;
use crate::source::Position;

/// One line.
#[derive(Debug, Serialize)]
pub(super) struct Line {
    /// 1-based.
    number: usize,
    pieces: Vec<Piece>,
    /// Whether it belongs to what is never published.
    is_internal: bool,
    /// The mistakes that start in it.
    mistakes: Vec<Mistake>,
}

/// A part of a line.
#[derive(Debug, Serialize, PartialEq)]
struct Piece {
    text: String,
    /// `error` or `warning` if it is what a mistake is about.
    mark: Option<&'static str>,
}

/// The lines of `text`; `diagnostics` are those of its file. What is wrong with the file as a
/// whole stands at its first line.
pub(super) fn lines(text: &str, diagnostics: &[&Diagnostic], teller: &mut Teller<'_>) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    let mut is_internal = false;
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let end = start + line.len();
        if !line.starts_with([' ', '\t', '#', '\r', '\n']) {
            is_internal = line.starts_with("internal:");
        }
        lines.push(Line {
            number: lines.len() + 1,
            pieces: pieces(
                text,
                start..start + line.trim_end_matches(['\n', '\r']).len(),
                diagnostics,
            ),
            is_internal,
            mistakes: Vec::new(),
        });
        start = end;
    }
    if lines.is_empty() {
        lines.push(Line {
            number: 1,
            pieces: Vec::new(),
            is_internal: false,
            mistakes: Vec::new(),
        });
    }
    let last = lines.len() - 1;
    for diagnostic in diagnostics {
        let span = diagnostic.span.clone().unwrap_or_default();
        let at = (Position::of(text, span.start).line - 1).min(last);
        lines[at].mistakes.push(teller.tell(diagnostic));
    }
    lines
}

/// The line in pieces: what mistakes are about, and the rest. A mistake is marked in the line in
/// which it starts; of two about one place the first is.
fn pieces(text: &str, line: std::ops::Range<usize>, diagnostics: &[&Diagnostic]) -> Vec<Piece> {
    let mut marks: Vec<(usize, usize, &'static str)> = diagnostics
        .iter()
        .filter_map(|told| Some((told.span.clone()?, told.rule.severity.word())))
        .filter(|(span, _)| line.contains(&span.start))
        .map(|(span, severity)| {
            let end = text.ceil_char_boundary(span.end).min(line.end);
            (text.floor_char_boundary(span.start), end, severity)
        })
        .collect();
    marks.sort_by_key(|(start, ..)| *start);
    let mut pieces = Vec::new();
    let mut piece = |from: usize, to: usize, mark| {
        if from < to {
            let text = text[from..to].to_owned();
            pieces.push(Piece { text, mark });
        }
    };
    let mut at = line.start;
    for (start, end, severity) in marks {
        if start >= at {
            piece(at, start, None);
            piece(start, end, Some(severity));
            at = end.max(start);
        }
    }
    piece(at, line.end, None);
    pieces
}

#[cfg(test)]
mod tests {
    use super::{Piece, pieces};
    use crate::diagnostic::Diagnostic;
    use crate::rule::Rule;

    static WRONG: Rule = Rule::error("wrong", "");

    #[test]
    fn the_value_is_marked_in_its_line() {
        let text = "a: b\nåäö: value # why\n";
        let at = text.find("value").expect("there");
        let told = Diagnostic::at(&WRONG, "x.yaml", at..at + 5, "wrong");
        let found = pieces(text, 5..text.len() - 1, &[&told]);
        let piece = |text: &str, mark| Piece {
            text: text.to_owned(),
            mark,
        };
        let expected = [
            piece("åäö: ", None),
            piece("value", Some("error")),
            piece(" # why", None),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn overlapping_and_overlong_marks_keep_the_line_whole() {
        let text = "abcdef\nghi\n";
        let told = |span| Diagnostic::at(&WRONG, "x.yaml", span, "wrong");
        let (one, two, three) = (told(1..99), told(2..3), told(8..9));
        let found = pieces(text, 0..6, &[&one, &two, &three]);
        let whole: String = found.iter().map(|piece| piece.text.as_str()).collect();
        assert_eq!(whole, "abcdef");
        assert_eq!(found.len(), 2);
    }
}
