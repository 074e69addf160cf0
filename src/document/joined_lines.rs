//! Lists in texts whose lines YAML joins.

use super::written_text::WrittenText;
use crate::diagnostic::Diagnostic;
use crate::diagnostic_code::diagnostic_codes;

diagnostic_codes! {
    warning JOINED_LINES = "joined-lines";
}

/// Reports a line of a plain text, or of a text after `>`, that looks like an item of a list, but does not start a line of
/// the published text.
pub(super) fn check(text: &WrittenText<'_>) -> Option<Diagnostic> {
    let (scalar, written) = (text.scalar, text.written());
    if !(scalar.plain || scalar.folded) || !written.contains('\n') {
        return None;
    }
    // A line of prose can start with a number.
    let has_numbers = text.lines().filter(|(line, _)| is_numbered(line)).count() > 1;
    let has_bullet = |line: &str| ["- ", "* ", "• "].iter().any(|bullet| line.starts_with(bullet));
    let is_item = |line: &str| has_bullet(line) || has_numbers && is_numbered(line);
    let mut published = text.value().lines();
    let mut is_joined = |line: &str| !published.any(|it| it.trim_start().starts_with(line));
    let (line, start) = text.lines().find(|(line, _)| is_item(line) && is_joined(line))?;
    let message = "this line is joined to the one above it";
    let hint = match scalar.folded {
        true => "write `|` in place of `>`: then each line stays a line of its own",
        false => {
            "write `|` after the colon or dash, and the text below it: then each line stays a line of its own"
        }
    };
    let span = start..start + line.len();
    Some(Diagnostic::at(&JOINED_LINES, text.file, span, message).hint(hint))
}

/// Returns whether a line starts with a number and a period or parenthesis.
fn is_numbered(line: &str) -> bool {
    let after = line.trim_start_matches(|c: char| c.is_ascii_digit());
    after.len() < line.len() && [". ", ") "].iter().any(|mark| after.starts_with(mark))
}
