//! Errors that a line shows without its neighbors being parsed: all of them are found at once.

use super::repaired_text::{Removed, Repair};
use super::scanned_line::{Role, ScannedLine, indentation_step, key};
use super::source_lines::{closing_quote, indentation, lines};
use super::syntax_error::{INVALID_CHARACTER, MERGE_CONFLICT};
use super::unclosed_quote::after_colon;
use super::{indentation as indent, spacing};
use crate::diagnostic::{Diagnostic, MAX_PER_FILE, Replacement, Span};

/// A syntax error and the repairs that let the parser read on.
pub(super) struct SyntaxError {
    pub(super) diagnostic: Diagnostic,
    pub(super) repairs: Vec<Repair>,
}

/// The most control characters of a line in a file that is read on.
const MAX_CONTROLS: usize = 3;

/// Returns the errors that single lines show, in no order: one more than `limit` at most.
pub(super) fn line_errors(
    file: &str,
    text: &str,
    scanned: &[ScannedLine],
    limit: usize,
) -> Vec<SyntaxError> {
    let step = indentation_step(text);
    let siblings = Siblings { text, lines: scanned };
    let spacing = scanned.iter().enumerate().flat_map(|(at, line)| {
        let tab = siblings.tab(file, at, step);
        let is_entry = line.role == Role::Entry;
        // A tab and a no-break space in the same indentation cannot be repaired independently.
        let space = (is_entry && tab.is_none())
            .then(|| spacing::check_unusual_space(file, text, &line.span))
            .flatten();
        let lacks_space = siblings.lacks_space_after_colon(at);
        let quote = lacks_space.then(|| after_colon(file, text, &line.span)).flatten();
        let colon = (lacks_space && quote.is_none())
            .then(|| spacing::check_colon(file, text, &line.span))
            .flatten();
        let dash = siblings
            .lacks_space_after_dash(at)
            .then(|| spacing::missing_space_after_dash(file, line.start));
        let others = [space, colon, dash].into_iter().flatten();
        tab.into_iter()
            .chain(quote)
            .chain(others.map(|it| repaired(text, scanned, it)))
            .collect::<Vec<_>>()
    });
    let mut controls: Vec<SyntaxError> = control_characters(file, text).collect();
    // The file is not text in UTF-8.
    if let Some(at) = controls.iter().position(|error| error.repairs.len() > MAX_CONTROLS) {
        let SyntaxError { diagnostic, .. } = controls.swap_remove(at);
        return vec![SyntaxError { diagnostic, repairs: Vec::new() }];
    }
    merge_conflicts(file, text).into_iter().chain(controls).chain(spacing).take(limit + 1).collect()
}

/// Returns the error of a diagnostic. The repair is its fix, or else removes the entry.
pub(super) fn repaired(text: &str, scanned: &[ScannedLine], diagnostic: Diagnostic) -> SyntaxError {
    let repair = match (&diagnostic.replacement, &diagnostic.span) {
        (Some(fix), _) => Some(Repair::replace(fix.span.clone(), fix.text.clone())),
        (None, Some(span)) => removal(text, scanned, span.start, true),
        (None, None) => None,
    };
    SyntaxError { diagnostic, repairs: repair.into_iter().collect() }
}

/// The lines of a file, to find those that belong to the same mapping or sequence.
struct Siblings<'a> {
    text: &'a str,
    lines: &'a [ScannedLine],
}

impl Siblings<'_> {
    /// Reports a tab in the indentation of a line. The repair replaces it with `step` spaces.
    fn tab(&self, file: &str, at: usize, step: usize) -> Option<SyntaxError> {
        let line = &self.lines[at];
        let white = indentation(&self.text[line.span.clone()]);
        let spaces = white.len() - white.trim_start_matches(' ').len();
        let may_have_tab = match line.role {
            Role::Entry => false,
            Role::BlockText(content) => spaces >= content,
            Role::Continuation(_) => true,
        };
        if may_have_tab {
            return None;
        }
        let mut diagnostic = indent::tab(file, self.text, &line.span)?;
        let span = line.span.start..line.span.start + white.len();
        let column = self.item_column(at).or_else(|| self.child_column(at, step));
        let text = match column {
            Some(column) => " ".repeat(column),
            None => white.replace('\t', &" ".repeat(step)),
        };
        let is_certain = self.is_column_certain(at, text.len(), step);
        let fix = Replacement { span, text };
        diagnostic.replacement = is_certain.then(|| fix.clone());
        let repair = Repair::replace(fix.span, fix.text);
        Some(SyntaxError { diagnostic, repairs: vec![repair] })
    }

    /// Returns whether a line with tabs can only be meant to start in this column: the lines above
    /// have tabs too, or it is next to the line above, or its child.
    fn is_column_certain(&self, at: usize, column: usize, step: usize) -> bool {
        let line = &self.lines[at];
        let mut above = self.lines[..at].iter().rev().filter(|above| above.role == Role::Entry);
        above.next().is_some_and(|above| {
            if matches!(line.role, Role::BlockText(_)) {
                return column >= above.column + step;
            }
            let is_parent = above.entry(self.text).ends_with(':');
            let is_sibling = above.has_dash() == line.has_dash() && column == above.depth;
            indentation(&self.text[above.span.clone()]).contains('\t')
                || (is_parent && column == above.column + step)
                || (!is_parent && (is_sibling || column == above.column))
        })
    }

    /// Returns the column of the children of the key above, if the key has no other value and the
    /// lines below it have the same tabs.
    fn child_column(&self, at: usize, step: usize) -> Option<usize> {
        let white = |line: &ScannedLine| indentation(&self.text[line.span.clone()]);
        let line = &self.lines[at];
        let mut above = self.lines[..at].iter().rev().take(MAX_PER_FILE);
        let parent = above.find(|above| white(above) != white(line))?;
        let is_parent = parent.entry(self.text).ends_with(':') && !white(parent).contains('\t');
        (is_parent && parent.depth == line.depth).then_some(parent.column + step)
    }

    /// Returns the column of the keys of an item if a line seems to be a key in the column of its
    /// dash.
    fn item_column(&self, at: usize) -> Option<usize> {
        let line = &self.lines[at];
        let above = self.lines[..at].iter().rev().take(MAX_PER_FILE);
        let mut same = above
            .filter(|above| above.role == Role::Entry)
            .take_while(|above| above.depth >= line.depth)
            .filter(|above| above.depth == line.depth);
        let item = same.find(|above| above.has_dash()).filter(|_| !line.has_dash())?;
        // The key of a list can be in the column of its dashes.
        let is_in_list = same.all(|above| above.has_dash());
        is_in_list.then_some(item.column)
    }

    /// Returns whether a line is `key:value` in a mapping: at the start of a line, or next to
    /// another key.
    fn lacks_space_after_colon(&self, at: usize) -> bool {
        let line = &self.lines[at];
        if line.role != Role::Entry || !spacing::lacks_space_after_colon(line.entry(self.text)) {
            return false;
        }
        let is_key = |other: &ScannedLine| {
            let entry = other.entry(self.text);
            key(entry).is_some() || spacing::lacks_space_after_colon(entry)
        };
        let above = self.lines[..at].iter().rev().filter(|_| !line.has_dash());
        let above = nearest(above, line.column, |other| other.column);
        let below = nearest(self.lines[at + 1..].iter(), line.column, |other| other.depth);
        let siblings = [above, below];
        let mut siblings = siblings.iter().flatten().peekable();
        let starts_key = line.entry(self.text).starts_with(|c: char| c.is_ascii_lowercase());
        let has_siblings = siblings.peek().is_some() && siblings.all(|other| is_key(other));
        starts_key && (line.column == 0 || has_siblings)
    }

    /// Returns whether a line is `-item` in a sequence or `-key: value`.
    fn lacks_space_after_dash(&self, at: usize) -> bool {
        let line = &self.lines[at];
        let entry = line.entry(self.text);
        let lacks_space = |line: &ScannedLine| {
            let item = line.entry(self.text).strip_prefix('-');
            item.is_some_and(spacing::is_item)
        };
        if line.role != Role::Entry || line.has_dash() || !lacks_space(line) {
            return false;
        }
        let above = nearest(self.lines[..at].iter().rev(), line.depth, |other| other.depth);
        let below = nearest(self.lines[at + 1..].iter(), line.depth, |other| other.depth);
        let mut siblings = [above, below].into_iter().flatten();
        key(entry).is_some() || siblings.any(|other| other.has_dash() || lacks_space(other))
    }
}

/// Returns the first of `lines` in this column, if it comes before a line further to the left.
fn nearest<'a>(
    mut lines: impl Iterator<Item = &'a ScannedLine>,
    column: usize,
    column_of: impl Fn(&ScannedLine) -> usize,
) -> Option<&'a ScannedLine> {
    let line = lines.find(|line| line.depth < column || column_of(line) <= column)?;
    (line.role == Role::Entry && column_of(line) == column).then_some(line)
}

/// Reports each git merge conflict, and keeps the first version of its lines.
fn merge_conflicts(file: &str, text: &str) -> Vec<SyntaxError> {
    let mut conflicts: Vec<SyntaxError> = Vec::new();
    let mut is_open = false;
    let mut is_second_version = false;
    for span in lines(text) {
        let line = &text[span.clone()];
        let is_start = line.starts_with("<<<<<<< ");
        let is_end = line.starts_with(">>>>>>> ");
        let is_separator = is_open && line == "=======";
        if is_start || (is_end && !is_open) {
            let message = "the file contains a git merge conflict: two versions of the same lines";
            let hint = "keep the lines you want, delete the others and the lines with <<<<<<<, ======= and >>>>>>>";
            let diagnostic =
                Diagnostic::at(&MERGE_CONFLICT, file, span.clone(), message).hint(hint);
            conflicts.push(SyntaxError { diagnostic, repairs: Vec::new() });
        }
        is_open = (is_open || is_start) && !is_end;
        is_second_version = is_open && (is_second_version || is_separator);
        let is_removed = is_start || is_end || is_separator || is_second_version;
        if let Some(conflict) = conflicts.last_mut().filter(|_| is_removed) {
            conflict.repairs.push(Repair::replace(span, ""));
        }
    }
    conflicts
}

/// Reports each line with control characters.
fn control_characters<'a>(file: &'a str, text: &'a str) -> impl Iterator<Item = SyntaxError> + 'a {
    // YAML 1.2.2, §5.1.
    let is_allowed = |c: char| !c.is_control() || matches!(c, '\t' | '\n' | '\r' | '\u{85}');
    let spans = move |line: &Span| {
        let start = line.start;
        let characters = text[line.clone()].char_indices();
        let controls = characters.filter(move |(_, c)| !is_allowed(*c));
        controls.map(move |(at, c)| start + at..start + at + c.len_utf8())
    };
    lines(text).filter_map(move |line| {
        let first = spans(&line).next()?;
        let character = text[first.clone()].chars().next().expect("a control character");
        let message = format!("the file contains a control character ({character:?})");
        let hint = "delete it; if there are many, save the file with the encoding \"UTF-8\"";
        let diagnostic = Diagnostic::at(&INVALID_CHARACTER, file, first, message).hint(hint);
        let repairs = spans(&line).map(|span| Repair::replace(span, " ")).collect();
        Some(SyntaxError { diagnostic, repairs })
    })
}

/// Returns the repair that removes the entry of the line at byte `at`: its value if its key is
/// certain, else the whole entry. `None` if nothing is left to remove.
pub(super) fn removal(
    text: &str,
    scanned: &[ScannedLine],
    at: usize,
    keep_key: bool,
) -> Option<Repair> {
    let index =
        scanned.partition_point(|line| line.span.end < at).min(scanned.len().checked_sub(1)?);
    let line = &scanned[index];
    let entry = line.entry(text);
    let word = entry.split(':').next().filter(|word| {
        key(entry).is_some() && word.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
    });
    let (start, depth, removed) = match word {
        Some(word) if keep_key => (line.start + word.len() + 1, line.column, Removed::Value),
        _ if keep_key && line.has_dash() => (line.start, line.depth, Removed::Value),
        _ => (
            line.span.start + indentation(&text[line.span.clone()]).len(),
            line.depth,
            Removed::Entry(line.depth),
        ),
    };
    let is_key_only = entry.ends_with(':');
    let value = text[start..line.span.end].trim_start();
    let is_closed = removed == Removed::Value && closing_quote(value).is_some();
    let belongs = |below: &&ScannedLine| {
        let is_item = is_key_only && removed != Removed::Value && below.has_dash();
        !is_closed && (below.depth > depth || (is_item && below.depth == depth))
    };
    let indented = scanned[index + 1..].iter().take_while(belongs).last();
    // The end of a text or list that is open at the end of the line.
    let closing = match value.chars().next() {
        Some(quote @ ('"' | '\'')) if !is_closed => Some(quote),
        Some('[') => Some(']'),
        Some('{') => Some('}'),
        _ => None,
    };
    let is_rest = |below: &&ScannedLine| !below.is_entry(text);
    let closed = closing.filter(|_| removed == Removed::Value).and_then(|closing| {
        let mut rest = scanned[index + 1..].iter().take_while(is_rest);
        rest.find(|below| below.entry(text).contains(closing))
    });
    let last = [Some(line), indented, closed].into_iter().flatten();
    let last = last.max_by_key(|line| line.span.end).expect("a line");
    let span = start..last.span.end;
    let is_empty = text.get(span.clone())?.trim().is_empty();
    (!is_empty).then(|| Repair::remove(text, span, removed))
}
