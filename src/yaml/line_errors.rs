//! Errors that a line shows without its neighbors being parsed: all of them are found at once.

use super::repaired_text::Repair;
use super::scanned_line::{Role, ScannedLine, key};
use super::source_lines::{EntryLine, indentation, is_block_scalar_header, lines};
use super::surrounding_lines::{ScannedText, SurroundingLines, SyntaxError};
use super::unclosed_quote::after_colon;
use super::{indentation as indent, spacing};
use crate::diagnostic::{Diagnostic, MAX_PER_FILE, Replacement, Span};
use crate::diagnostic_code::diagnostic_codes;

diagnostic_codes! {
    error MERGE_CONFLICT = "merge-conflict";
    error INVALID_CHARACTER = "invalid-character";
}

/// The most control characters of a line in a file that is read on.
const MAX_CONTROLS: usize = 3;

/// Returns the errors that single lines show, in no order: one more than `limit` at most.
pub(super) fn line_errors(scanned: &ScannedText<'_>, limit: usize) -> Vec<SyntaxError> {
    let ScannedText { file, text, .. } = *scanned;
    let mut controls: Vec<SyntaxError> = control_characters(file, text).collect();
    // The file is not text in UTF-8.
    if let Some(at) = controls.iter().position(|error| error.repairs.len() > MAX_CONTROLS) {
        return vec![SyntaxError::unrepaired(controls.swap_remove(at).diagnostic)];
    }
    let places = (0..scanned.lines.len()).map(|at| scanned.place(at));
    let spacing = places.flat_map(|place| place.spacing_errors());
    merge_conflicts(file, text).into_iter().chain(controls).chain(spacing).take(limit + 1).collect()
}

impl SurroundingLines<'_> {
    /// Returns the errors of the white space of a line.
    fn spacing_errors(&self) -> Vec<SyntaxError> {
        // A tab and a no-break space in the same indentation cannot be repaired independently.
        let white = self.tab().or_else(|| {
            let is_entry = self.line().role == Role::Entry;
            is_entry.then(|| self.check(spacing::check_unusual_space)).flatten()
        });
        let colon = self.lacks_space_after_colon().then(|| {
            after_colon(self.file, self.text, &self.line().span)
                .or_else(|| self.check(spacing::check_colon))
        });
        let dash = self.lacks_space_after_dash().then(|| {
            self.repaired(spacing::missing_space_after_dash(self.file, self.line().start))
        });
        [white, colon.flatten(), dash].into_iter().flatten().collect()
    }

    /// Reports a tab in the indentation of a line. The repair replaces it with `step` spaces.
    fn tab(&self) -> Option<SyntaxError> {
        let line = self.line();
        let white = indentation(&self.text[line.span.clone()]);
        let spaces = white.len() - white.trim_start_matches(' ').len();
        let may_have_tab = match line.role {
            Role::Entry => false,
            Role::BlockText(content) => spaces >= content,
            // A key without the space after its colon has no text that this line continues.
            Role::Continuation(owner) => {
                !spacing::lacks_space_after_colon(self.lines[owner].entry(self.text))
            }
        };
        if may_have_tab {
            return None;
        }
        let mut diagnostic = indent::tab(self.file, self.text, &line.span)?;
        let span = line.span.start..line.span.start + white.len();
        let text = match self.item_column().or_else(|| self.child_column()) {
            Some(column) => " ".repeat(column),
            None => white.replace('\t', &" ".repeat(self.step)),
        };
        let is_certain = self.is_column_certain(text.len());
        let fix = Replacement { span, text };
        diagnostic.replacement = is_certain.then(|| fix.clone());
        let repair = Repair::replace(fix.span, fix.text);
        Some(SyntaxError { diagnostic, repairs: vec![repair] })
    }

    /// Returns whether a line with tabs can only be meant to start in this column: the lines above
    /// have tabs too, or it is next to the line above, or its child.
    fn is_column_certain(&self, column: usize) -> bool {
        let line = self.line();
        self.above().find(|above| above.role == Role::Entry).is_some_and(|above| {
            if self.has_tab_after_dash {
                return false;
            }
            if matches!(line.role, Role::BlockText(_)) {
                let has_spaces = self.text[above.span.start..].starts_with(' ');
                return !has_spaces && column >= above.column + self.step;
            }
            let is_parent = above.entry(self.text).ends_with(':');
            let is_sibling = above.has_dash() == line.has_dash() && column == above.depth;
            indentation(&self.text[above.span.clone()]).contains('\t')
                || (is_parent && column == above.column + self.step)
                || (!is_parent && (is_sibling || column == above.column))
        })
    }

    /// Returns the column of the children or the text of the key above, if the key has no other value
    /// and the lines below it have the same tabs.
    fn child_column(&self) -> Option<usize> {
        let white = |line: &ScannedLine| indentation(&self.text[line.span.clone()]);
        let line = self.line();
        let parent = self.above().take(MAX_PER_FILE).find(|above| white(above) != white(line))?;
        let header = EntryLine::parse(&self.text[parent.span.clone()]);
        let has_text = header.is_some_and(|header| is_block_scalar_header(header.value));
        let is_parent = has_text || parent.entry(self.text).ends_with(':');
        (is_parent && !white(parent).contains('\t') && parent.depth == line.depth)
            .then_some(parent.column + self.step)
    }

    /// Returns the column of the keys of an item if a line seems to be a key in the column of its
    /// dash.
    fn item_column(&self) -> Option<usize> {
        let line = self.line();
        let mut same = self
            .above()
            .take(MAX_PER_FILE)
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
    fn lacks_space_after_colon(&self) -> bool {
        let (line, entry) = (self.line(), self.entry());
        if line.role != Role::Entry || !spacing::lacks_space_after_colon(entry) {
            return false;
        }
        let is_key = |other: &ScannedLine| {
            let entry = other.entry(self.text);
            key(entry).is_some() || spacing::lacks_space_after_colon(entry)
        };
        let above = self.above().filter(|_| !line.has_dash());
        let above = nearest(above, line.column, |other| other.column);
        let below = nearest(self.below().iter(), line.column, |other| other.depth);
        let siblings = [above, below];
        let mut siblings = siblings.iter().flatten().peekable();
        let starts_key = entry.starts_with(|c: char| c.is_ascii_lowercase());
        let has_siblings = siblings.peek().is_some() && siblings.all(|other| is_key(other));
        starts_key && (line.column == 0 || has_siblings)
    }

    /// Returns whether a line is `-item` in a sequence or `-key: value`.
    fn lacks_space_after_dash(&self) -> bool {
        let (line, entry) = (self.line(), self.entry());
        let lacks_space = |line: &ScannedLine| {
            let item = line.entry(self.text).strip_prefix('-');
            item.is_some_and(spacing::is_item)
        };
        if line.role != Role::Entry || line.has_dash() || !lacks_space(line) {
            return false;
        }
        let above = nearest(self.above(), line.depth, |other| other.depth);
        let below = nearest(self.below().iter(), line.depth, |other| other.depth);
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
            conflicts.push(SyntaxError::unrepaired(diagnostic));
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
