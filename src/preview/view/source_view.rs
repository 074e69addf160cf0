//! A source file line by line, with its diagnostics below the lines they are about.

use std::ops::Range;

use serde_json::{Value as Json, json};

use super::diagnostic::DiagnosticViews;
use crate::diagnostic::Diagnostic;

/// How many lines of a file are shown; handwritten profiles are shorter.
const MAX_LINES: usize = 2_000;

/// Returns the rows that show `text`, the source of `diagnostics`: lines, and the range of omitted lines. A diagnostic
/// about the whole file is in the first line.
pub(super) fn rows(
    text: &str,
    diagnostics: &[&Diagnostic],
    views: &mut DiagnosticViews<'_>,
) -> Vec<Json> {
    let ranges = line_ranges(text);
    let line_at = |start: usize| ranges.partition_point(|line| line.start <= start).max(1) - 1;
    let internal = internal_lines(text);
    let mut rows = Vec::new();
    for (line, range) in ranges.iter().enumerate().take(MAX_LINES) {
        let end = range.start + text[range.clone()].trim_end_matches('\r').len();
        let starts_here = diagnostics.iter().filter(|d| line_at(start(d)) == line);
        rows.push(json!({
            "kind": "line",
            "number": line + 1,
            "parts": parts(text, range.start..end, diagnostics),
            "is_internal": internal[line],
            "diagnostics": starts_here.map(|d| views.view(d)).collect::<Vec<Json>>(),
        }));
    }
    if ranges.len() > MAX_LINES {
        rows.push(json!({ "kind": "omitted", "first": MAX_LINES + 1, "last": ranges.len() }));
    }
    rows
}

/// Returns the byte range of each line without its line feed. An empty text has one line.
fn line_ranges(text: &str) -> Vec<Range<usize>> {
    let mut start = 0;
    let lines = text.strip_suffix('\n').unwrap_or(text).split('\n').map(|line| {
        let range = start..start + line.len();
        start = range.end + 1;
        range
    });
    lines.collect()
}

/// Returns for each line whether it belongs to `internal`, which is never published.
fn internal_lines(text: &str) -> Vec<bool> {
    let mut is_internal = false;
    let lines = text.split('\n').map(|line| {
        if !line.is_empty() && !line.starts_with([' ', '\t', '#', '\r']) {
            is_internal = line.starts_with("internal:");
        }
        is_internal
    });
    lines.collect()
}

fn start(diagnostic: &Diagnostic) -> usize {
    diagnostic.span.as_ref().map_or(0, |span| span.start)
}

/// Splits a line at the values of diagnostics that start in it. Of overlapping values, the first is
/// marked with the severity of its diagnostic.
fn parts<'a>(
    text: &'a str,
    line: Range<usize>,
    diagnostics: &[&Diagnostic],
) -> Vec<(&'a str, Option<&'static str>)> {
    let mut marks: Vec<(Range<usize>, &'static str)> = diagnostics
        .iter()
        .filter_map(|diagnostic| {
            let span = diagnostic.span.clone().filter(|span| line.contains(&span.start))?;
            let start = text.floor_char_boundary(span.start);
            let end = text.ceil_char_boundary(span.end).min(line.end);
            Some((start..end.max(start), diagnostic.code.severity.word()))
        })
        .collect();
    marks.sort_by_key(|(range, _)| range.start);
    let mut parts = Vec::new();
    let mut position = line.start;
    for (range, severity) in marks {
        if range.start >= position {
            parts.push((&text[position..range.start], None));
            position = range.end;
            parts.push((&text[range], Some(severity)));
        }
    }
    parts.push((&text[position..line.end], None));
    parts.retain(|(text, _)| !text.is_empty());
    parts
}

#[cfg(test)]
mod tests {
    use super::{internal_lines, line_ranges, parts};
    use crate::diagnostic::Diagnostic;
    use crate::diagnostic_code::DiagnosticCode;

    static WRONG: DiagnosticCode = DiagnosticCode::error("wrong", "");

    #[test]
    fn marks_the_value_of_a_diagnostic() {
        let text = "a: b\nåäö: value # why\n";
        let start = text.find("value").expect("there");
        let diagnostic = Diagnostic::at(&WRONG, "x.yaml", start..start + 5, "wrong");
        let found = parts(text, 5..text.len() - 1, &[&diagnostic]);
        let expected = [("åäö: ", None), ("value", Some("error")), (" # why", None)];
        assert_eq!(found, expected);
    }

    #[test]
    fn overlapping_values_do_not_duplicate_text() {
        let text = "abcdef\nghi\n";
        let diagnostic = |span| Diagnostic::at(&WRONG, "x.yaml", span, "wrong");
        let (one, two, three) = (diagnostic(1..99), diagnostic(2..3), diagnostic(8..9));
        let found = parts(text, 0..6, &[&one, &two, &three]);
        let line: String = found.iter().map(|(text, _)| *text).collect();
        assert_eq!(line, "abcdef");
        assert_eq!(found.len(), 2);
    }

    #[test]
    fn internal_lines_end_at_the_next_key() {
        let text = "name: a\ninternal:\n  note: b\n\n# c\nactive: true\n";
        let expected = [false, true, true, true, true, false, false];
        assert_eq!(internal_lines(text), expected);
        assert_eq!(line_ranges("").len(), 1);
    }
}
