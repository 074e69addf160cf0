//! The lines of a text around a syntax error, and the repairs that let the parser read on.

use std::ops::Deref;

use super::repaired_text::{Removed, Repair};
use super::scanned_line::{ScannedLine, indentation_step, key, scan};
use super::source_lines::{EntryLine, closing_quote, indentation};
use crate::diagnostic::{Diagnostic, Span};

/// A syntax error and the repairs that let the parser read on.
pub(super) struct SyntaxError {
    pub(super) diagnostic: Diagnostic,
    pub(super) repairs: Vec<Repair>,
}

impl SyntaxError {
    /// An error after which the parser cannot read on.
    pub(super) fn unrepaired(diagnostic: Diagnostic) -> Self {
        Self { diagnostic, repairs: Vec::new() }
    }
}

/// The text of a file by lines.
pub(super) struct ScannedText<'a> {
    pub(super) file: &'a str,
    pub(super) text: &'a str,
    pub(super) lines: Vec<ScannedLine>,
    /// The width of one level of indentation.
    pub(super) step: usize,
    /// Whether a tab follows a dash: the columns of the lines below it depend on its width.
    pub(super) has_tab_after_dash: bool,
}

/// A line of a text.
pub(super) struct SurroundingLines<'a> {
    pub(super) scanned: &'a ScannedText<'a>,
    /// The index of the line.
    pub(super) at: usize,
    /// Whether the parser stopped in a line next to this one.
    pub(super) is_neighbor: bool,
}

impl<'a> Deref for SurroundingLines<'a> {
    type Target = ScannedText<'a>;
    fn deref(&self) -> &ScannedText<'a> {
        self.scanned
    }
}

impl<'a> SurroundingLines<'a> {
    pub(super) fn line(&self) -> &'a ScannedLine {
        &self.scanned.lines[self.at]
    }

    /// The text of the line after its dashes.
    pub(super) fn entry(&self) -> &'a str {
        self.line().entry(self.scanned.text)
    }

    /// The lines above, the nearest first.
    pub(super) fn above(&self) -> impl Iterator<Item = &'a ScannedLine> + use<'a> {
        self.scanned.lines[..self.at].iter().rev()
    }

    pub(super) fn below(&self) -> &'a [ScannedLine] {
        &self.scanned.lines[self.at + 1..]
    }

    /// Returns whether the lines above allow an item here: a key without a value, or another item.
    pub(super) fn is_in_list(&self) -> bool {
        let line = self.line();
        let is_sibling = |above: &&ScannedLine| {
            above.depth > line.depth
                || above.depth == line.depth && list_marker(above.entry(self.text)).is_some()
        };
        self.above().find(|above| !is_sibling(above)).is_some_and(|above| {
            let is_parent = above.entry(self.text).ends_with(':') && above.column <= line.depth;
            is_parent || above.has_dash() && above.depth == line.depth
        })
    }

    /// Returns whether the value is an anchor, alias or tag: the parser stops there itself.
    pub(super) fn is_reported_later(&self) -> bool {
        let entry = EntryLine::parse(&self.text[self.line().span.clone()]);
        self.is_neighbor && entry.is_some_and(|entry| entry.value.starts_with(['&', '*', '!']))
    }

    /// Returns the error that `check` finds in the line.
    pub(super) fn check(
        &self,
        check: impl Fn(&str, &str, &Span) -> Option<Diagnostic>,
    ) -> Option<SyntaxError> {
        check(self.file, self.text, &self.line().span).map(|it| self.repaired(it))
    }
}

/// Returns the marker of a list item in other programs, if an entry starts with one: `*`, `1.` or `1)`.
pub(super) fn list_marker(entry: &str) -> Option<&str> {
    let (marker, _) = entry.split_once(' ')?;
    let number = marker.strip_suffix(['.', ')']).unwrap_or_default();
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    (marker == "*" || is_number).then_some(marker)
}

impl<'a> ScannedText<'a> {
    pub(super) fn new(file: &'a str, text: &'a str) -> Self {
        let has_tab_after_dash = text.contains("-\t");
        Self { file, text, lines: scan(text), step: indentation_step(text), has_tab_after_dash }
    }

    pub(super) fn place(&'a self, at: usize) -> SurroundingLines<'a> {
        SurroundingLines { scanned: self, at, is_neighbor: false }
    }

    /// Returns a line and the nearest ones above and below it.
    pub(super) fn near(&'a self, line: &Span) -> Vec<SurroundingLines<'a>> {
        let at = self.lines.partition_point(|other| other.span.start < line.start);
        let is_line = self.lines.get(at).is_some_and(|other| other.span.start == line.start);
        let own = is_line.then_some(at);
        let indices = [own, at.checked_sub(1), Some(at + usize::from(is_line))];
        let indices = indices.into_iter().flatten().filter(|at| *at < self.lines.len());
        indices
            .map(|at| SurroundingLines { is_neighbor: Some(at) != own, ..self.place(at) })
            .collect()
    }

    /// Returns the error of a diagnostic. The repair is its fix, or else removes the value or entry.
    pub(super) fn repaired(&self, diagnostic: Diagnostic) -> SyntaxError {
        match &diagnostic.replacement {
            Some(fix) => {
                let repairs = vec![Repair::replace(fix.span.clone(), fix.text.clone())];
                SyntaxError { diagnostic, repairs }
            }
            None => self.removing(diagnostic, true),
        }
    }

    /// Returns the error of a diagnostic. The repair removes the entry.
    pub(super) fn removed(&self, diagnostic: Diagnostic) -> SyntaxError {
        self.removing(diagnostic, false)
    }

    fn removing(&self, diagnostic: Diagnostic, keep_key: bool) -> SyntaxError {
        let repair = diagnostic.span.as_ref().and_then(|span| self.removal(span.start, keep_key));
        SyntaxError { diagnostic, repairs: repair.into_iter().collect() }
    }

    /// Returns the repair that removes the entry of the line at byte `at`: its value if its key is
    /// certain, else the whole entry. `None` if nothing is left to remove.
    pub(super) fn removal(&self, at: usize, keep_key: bool) -> Option<Repair> {
        let Self { text, lines: scanned, .. } = self;
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
            let below = scanned[index + 1..].iter().find(|below| !belongs(below));
            let below = below.filter(|below| below.entry(text).starts_with(closing));
            below.or_else(|| rest.find(|below| below.entry(text).contains(closing)))
        });
        let last = [Some(line), indented, closed].into_iter().flatten();
        let last = last.max_by_key(|line| line.span.end).expect("a line");
        let span = start..last.span.end;
        let is_empty = text.get(span.clone())?.trim().is_empty();
        (!is_empty).then(|| Repair::remove(text, span, removed))
    }
}
