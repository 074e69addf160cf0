//! How to move a line in a wrong column, and the lines that belong to it.

use super::head::{EntryHead, head};
use super::lines::{Line, is_block_scalar_header, value_of};
use super::misplaced_line::{LineKind, MisplacedLine};

impl MisplacedLine<'_> {
    /// Returns whether a line below it that starts further to the right belongs to it. Below a line with a value, only
    /// text does.
    fn has(&self, below: &Line) -> bool {
        let value = value_of(&self.text[self.line.span()]);
        let is_item_with_fields = self.kind == LineKind::Item && !self.key.is_empty();
        let is_parent = is_item_with_fields || value.is_empty() || is_block_scalar_header(value);
        is_parent || matches!(head(self.text, below, true).0, EntryHead::Text)
    }

    /// Says how to move the line to a column.
    pub(super) fn shift(&self, column: usize) -> String {
        let is_inside = |below: Line| below.column >= self.line.column;
        let lines = match self.lines_below().next() {
            Some(below) if below.column > self.line.column && self.has(&below) => {
                ", and of the lines that belong to it"
            }
            Some(below) if below.column == self.line.column && self.blocks.is_empty() => {
                ", and of the lines below it in the same column"
            }
            Some(below)
                if below.column == self.line.column
                    && column < below.column
                    && !self.has(&below)
                    && self.lines_below().all(is_inside) =>
            {
                ", and of all lines below it"
            }
            _ => "",
        };
        let verb = if column > self.line.column { "add" } else { "delete" };
        let spaces = spaces(column.abs_diff(self.line.column));
        format!("{verb} {spaces} at the start of this line{lines}")
    }
}

/// Names a column as editor programs count it.
pub(super) fn in_column(column: usize) -> String {
    match column {
        0 => "in the first column".to_owned(),
        _ => format!("in column {}", column + 1),
    }
}

/// Names a number of spaces.
pub(super) fn spaces(count: usize) -> String {
    const WORDS: [&str; 9] = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight"];
    let number = WORDS.get(count).map_or_else(|| count.to_string(), |word| (*word).to_owned());
    format!("{number} space{}", if count == 1 { "" } else { "s" })
}
