//! Lines that start in a column where they do not mean what they look like.

use super::quoting::is_block_header;
use super::source_lines::{Written, above, indentation, line};
use crate::diagnostic::{Diagnostic, Span};
use crate::diagnostic_code::diagnostic_codes;

diagnostic_codes! {
    error TAB = "tab";
    error INDENTATION = "indentation";
}

/// Tells the tab before the text of the line at `line`.
pub(super) fn tab(file: &str, text: &str, line: &Span) -> Option<Diagnostic> {
    let tab = line.start + indentation(&text[line.clone()]).find('\t')?;
    let message = "there is a tab before the text of this line";
    let diagnostic = Diagnostic::at(&TAB, file, tab..tab + 1, message)
        .hint("replace it by spaces: YAML indents with spaces only, two for each level");
    Some(if two_spaces_fit(text, line) {
        diagnostic.replace("  ")
    } else {
        diagnostic
    })
}

/// Whether the line's indentation is one tab that stands for two spaces: the line above is the key
/// it belongs to, or its neighbour.
fn two_spaces_fit(text: &str, line: &Span) -> bool {
    let is_code = |line: &Span| !text[line.clone()].trim_start().starts_with('#');
    let Some(above) = above(text, line.start).find(is_code) else {
        return false;
    };
    let (above, line) = (&text[above], &text[line.clone()]);
    let code = above.split(" #").next().unwrap_or(above).trim_end();
    let is_item = |line: &str| line.trim_start().starts_with("- ");
    let fits = match indentation(above) {
        "" => code.ends_with(':'),
        "  " => !code.ends_with([':', '|', '>']) && is_item(above) == is_item(line),
        _ => false,
    };
    fits && indentation(line) == "\t"
}

/// The line whose first text stands at `at`, if it is indented by a tab.
pub(super) fn tabbed(text: &str, at: usize) -> Option<Span> {
    let line = line(text, at);
    let before = &text[line.start..at];
    let is_first = before
        .trim_start()
        .chars()
        .all(|c| c == '-' || c.is_whitespace());
    (is_first && indentation(before).contains('\t')).then_some(line)
}

/// Tells a `- ` line that has become a part of the plain item at `span`, being indented more.
pub(super) fn melted(file: &str, text: &str, span: &Span) -> Option<Diagnostic> {
    let item = line(text, span.start);
    let before = text[item.start..span.start].trim_end().strip_suffix('-')?;
    let breaks = text[span.clone()].match_indices('\n');
    let mut below = breaks.map(|(at, _)| line(text, span.start + at + 1));
    let dashed = |line: &Span| text[line.clone()].trim_start().starts_with("- ");
    let melted = below.find(dashed)?;
    let dash = melted.start + indentation(&text[melted.clone()]).len();
    let message = "this line is taken for a part of the item above, since it is indented more";
    let diagnostic = Diagnostic::at(&INDENTATION, file, melted.start..dash + 1, message)
        .hint("start it in the same column as the `-` of the item above");
    // Behind another dash, or a key, the column is not spaces alone.
    Some(if before.chars().all(|c| c == ' ') {
        diagnostic.replace(format!("{before}-"))
    } else {
        diagnostic
    })
}

/// Tells that the line at `here` does not fit to the ones above it.
pub(super) fn misfit(file: &str, text: &str, here: &Span) -> Diagnostic {
    let depth = indentation(&text[here.clone()]).len();
    let place = here.start + depth..here.end;
    let report = |message: &str| Diagnostic::at(&INDENTATION, file, place.clone(), message);
    if let Some((parent, key)) = commented_parent(text, here.start, depth) {
        return report("the group this line belongs to is commented out")
            .related(parent, "this line")
            .hint(format!("delete the `#` before `{key}:` above, too"));
    }
    if let Some(first) = first_of_text(text, here.start, depth) {
        return report("this line of a text is indented less than the first one")
            .related(first, "the first line of the text")
            .hint(
                "give all lines of the text the same indentation, that of the lines with the least",
            );
    }
    report("this line does not fit to the ones above it")
        .hint("check its indentation: keys that belong together start in the same column")
}

/// The commented-out key right above a line: its place and its name.
fn commented_parent(text: &str, start: usize, depth: usize) -> Option<(Span, &str)> {
    let comments = above(text, start).map_while(|line| {
        let hash = line.start + indentation(&text[line.clone()]).len();
        let comment = text[hash..line.end].strip_prefix('#')?;
        Some((line.start, hash, line.end, comment))
    });
    for (start, hash, end, comment) in comments {
        let own = comment.strip_prefix(' ').unwrap_or(comment);
        let indented = hash - start + indentation(own).len();
        let code = own.split(" #").next().unwrap_or(own).trim();
        let is_key = |key: &&str| {
            !key.is_empty() && key.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
        };
        if let Some(key) = code.strip_suffix(':').filter(is_key)
            && indented < depth
        {
            return Some((hash..end, key));
        }
    }
    None
}

/// The first line of the text of several lines above, if it is indented by more than `depth`.
fn first_of_text(text: &str, start: usize, depth: usize) -> Option<Span> {
    let mut first = None;
    for line in above(text, start) {
        if indentation(&text[line.clone()]).len() < depth {
            let header = Written::read(&text[line])?;
            let deeper = |first: &Span| indentation(&text[first.clone()]).len() > depth;
            return first
                .filter(deeper)
                .filter(|_| is_block_header(header.value));
        }
        first = Some(line);
    }
    None
}
