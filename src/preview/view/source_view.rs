//! The text of a file line by line, with its mistakes where they are.

use std::ops::Range;

use serde::Serialize;

use super::diagnostics::{DiagnosticView, DiagnosticViews, MOST};
use crate::diagnostic::Diagnostic;

/// So many lines from the first one are shown in any case: no profile that people wrote is longer.
const FIRST: usize = 2_000;

/// Of what follows, so many before and after each mistake.
const AROUND: usize = 10;

/// A row of the listing.
#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(super) enum Row {
    /// A line of the file.
    Line(Line),
    /// Lines that are left out, 1-based and inclusive.
    Gap { first: usize, last: usize },
    /// Mistakes that are left out.
    More { mistakes: usize },
}

/// One line.
#[derive(Debug, Serialize)]
pub(super) struct Line {
    /// 1-based.
    number: usize,
    pieces: Vec<Piece>,
    /// Whether it belongs to what is never published.
    is_internal: bool,
    /// The mistakes that start in it.
    mistakes: Vec<DiagnosticView>,
}

/// A part of a line.
#[derive(Debug, Serialize, PartialEq)]
struct Piece {
    text: String,
    /// `error` or `warning` if it is what a mistake is about.
    mark: Option<&'static str>,
}

/// The lines of `text`; `diagnostics` are those of its file. What is wrong with the file as a
/// whole stands at its first line. Of a text too long to be shown, its start and what is around
/// mistakes.
pub(super) fn lines(
    text: &str,
    diagnostics: &[&Diagnostic],
    teller: &mut DiagnosticViews<'_>,
) -> Vec<Row> {
    let ranges = ranges(text);
    let more = diagnostics.len().saturating_sub(MOST);
    let diagnostics = &diagnostics[..diagnostics.len() - more];
    let at = |start: usize| ranges.partition_point(|line| line.start <= start).max(1) - 1;
    let is_shown = shown(ranges.len(), diagnostics, at);
    let mut rows = Vec::new();
    let mut is_internal = false;
    for (index, range) in ranges.iter().enumerate() {
        let line = &text[range.clone()];
        if !line.starts_with([' ', '\t', '#', '\r', '\n']) {
            is_internal = line.starts_with("internal:");
        }
        let number = index + 1;
        if !is_shown[index] {
            match rows.last_mut() {
                Some(Row::Gap { last, .. }) => *last = number,
                _ => rows.push(Row::Gap {
                    first: number,
                    last: number,
                }),
            }
            continue;
        }
        let end = range.start + line.trim_end_matches(['\n', '\r']).len();
        let starts_here = |told: &&&Diagnostic| at(start(told)) == index;
        let mistakes = diagnostics.iter().filter(starts_here);
        rows.push(Row::Line(Line {
            number,
            pieces: pieces(text, range.start..end, diagnostics),
            is_internal,
            mistakes: mistakes.map(|told| teller.view(told)).collect(),
        }));
    }
    if more > 0 {
        rows.push(Row::More { mistakes: more });
    }
    rows
}

/// Where each line is, with its end; a text without any has an empty one.
fn ranges(text: &str) -> Vec<Range<usize>> {
    let mut start = 0;
    let lines = text.split_inclusive('\n').map(|line| {
        let range = start..start + line.len();
        start = range.end;
        range
    });
    let mut ranges: Vec<Range<usize>> = lines.collect();
    if ranges.is_empty() {
        ranges.push(0..0);
    }
    ranges
}

fn start(diagnostic: &Diagnostic) -> usize {
    diagnostic.span.as_ref().map_or(0, |span| span.start)
}

/// Which of `count` lines are shown; `at` says in which one a place is.
fn shown(count: usize, diagnostics: &[&Diagnostic], at: impl Fn(usize) -> usize) -> Vec<bool> {
    let mut is_shown = vec![false; count];
    is_shown[..count.min(FIRST)].fill(true);
    for told in diagnostics {
        let related = told.related.iter().map(|related| related.span.start);
        for place in related.chain([start(told)]) {
            let line = at(place);
            is_shown[line.saturating_sub(AROUND)..count.min(line + AROUND + 1)].fill(true);
        }
    }
    is_shown
}

/// The line in pieces: what mistakes are about, and the rest. A mistake is marked in the line in
/// which it starts; of two about one place the first is.
fn pieces(text: &str, line: Range<usize>, diagnostics: &[&Diagnostic]) -> Vec<Piece> {
    let mut marks: Vec<(usize, usize, &'static str)> = diagnostics
        .iter()
        .filter_map(|told| Some((told.span.clone()?, told.code.severity.word())))
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
    use super::{Piece, pieces, ranges, shown};
    use crate::diagnostic::Diagnostic;
    use crate::diagnostic_code::DiagnosticCode;

    static WRONG: DiagnosticCode = DiagnosticCode::error("wrong", "");

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

    #[test]
    fn of_a_long_text_the_start_and_what_is_around_mistakes_is_shown() {
        let text = "x\n".repeat(9_000);
        let ranges = ranges(&text);
        let at = |start: usize| start / 2;
        let told = Diagnostic::at(&WRONG, "x.yaml", 10_000..10_001, "wrong");
        let is_shown = shown(ranges.len(), &[&told], at);
        let edges = [1_999, 2_000, 4_989, 4_990, 5_010, 5_011, 8_999];
        let expected = [true, false, false, true, true, false, false];
        assert_eq!(edges.map(|line| is_shown[line]), expected);
        assert_eq!(super::ranges("").len(), 1);
    }
}
