//! Errors about lines in a wrong column, which name the lines beside which they can belong.
//!
//! What belongs where follows from the blocks that are open above the line and from the declared fields, never from what
//! is likely: of several possible columns, the hint names the nearest two. The parts that read a file report such a line
//! without a hint; it is added at the end, only for the errors that are shown.

use std::collections::HashSet;

use super::cause::{Cause, DUPLICATE_KEY, INDENTATION, SYNTAX, Text};
use super::declared_fields::{DeclaredFields, KnownKey};
use super::head::{EntryHead, head};
use super::lines::{
    Line, bullet, entry_of, has_other_comment, indentation, key_end, line_at, lines, value_of,
};
use super::misplaced_line::{LineKind, MisplacedLine};
use super::open_blocks::OpenBlock;
use super::possible_place::PossiblePlace;
use super::white_space::colon_hint;
use crate::diagnostic::{Diagnostic, MAX_PER_FILE, Span};
use crate::slug::is_word;

/// The most places that a hint names.
const MAX_NAMED: usize = 2;

/// Names the places of the first lines in a wrong column, of which the errors have no hint yet. No more are shown. One
/// error stands for the lines that are in the right column without the one above them.
pub(super) fn name_places(
    text: Text<'_>,
    fields: &dyn DeclaredFields,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let misplaced =
        diagnostics.iter_mut().filter(|it| it.code == &INDENTATION && it.hint.is_none());
    for diagnostic in misplaced.take(MAX_PER_FILE) {
        let span = diagnostic.span.clone().expect("the line");
        *diagnostic = MisplacedLine::read(text, fields, span).diagnostic();
    }
    let mut known = HashSet::new();
    diagnostics.retain(|it| it.code != &INDENTATION || known.insert(it.span.clone()));
    let misplaced =
        diagnostics.iter().take(MAX_PER_FILE).filter_map(|it| misplaced_lines(&text, it));
    let misplaced: Vec<Span> = misplaced.collect();
    diagnostics.retain(|it| !misplaced.iter().any(|lines| follows_from(lines, it)));
}

/// Returns whether an error follows from misplaced lines: their key is in a wrong column, too, or joins two groups to one.
fn follows_from(lines: &Span, error: &Diagnostic) -> bool {
    let start = error.span.as_ref().map_or(0, |span| span.start);
    let first = error.related.first().map_or(0, |first| first.span.start);
    match error.code {
        code if code == &INDENTATION => lines.start < start && start < lines.end,
        code if code == &DUPLICATE_KEY => first < lines.start && lines.start < start,
        _ => false,
    }
}

/// Returns the lines in a wrong column that an error is about: a line, and those that belong to its key, up to one in the
/// column in which the key belongs. Returns `None` for another error.
pub(crate) fn misplaced_lines(text: &str, error: &Diagnostic) -> Option<Span> {
    let span = error.span.clone().filter(|_| error.code == &INDENTATION)?;
    let line = line_at(text, span.start);
    let entry = &text[line.clone()];
    let is_key = key_end(entry_of(entry)).is_some() && value_of(entry).is_empty();
    let Some(beside) = error.related.first().filter(|_| is_key) else { return Some(span) };
    let column = beside.span.start - line_at(text, beside.span.start).start;
    let mut below =
        lines(&text[line.end..]).skip(1).map(|it| line.end + it.start..line.end + it.end);
    let is_outside = |it: &Span| {
        let white = indentation(&text[it.clone()]).len();
        !it.is_empty() && white <= column
    };
    let end = below.find(is_outside).map_or(text.len(), |it| it.start);
    Some(span.start..end)
}

/// Returns the error about the key or item at byte `at`, which the block of its line cannot have, if another open block
/// has it, or if the line can continue the text above.
pub(crate) fn misplaced_entry(
    file: &str,
    text: &str,
    fields: &dyn DeclaredFields,
    at: usize,
) -> Option<Diagnostic> {
    let text = Text { file, text };
    let line = Line::read(&text, &line_at(&text, at))?;
    let entry = MisplacedLine::read(text, fields, line.span());
    let mut places = entry.certain_places();
    // A field of an outer group can have another meaning here, unless its own fields follow.
    let is_certain = entry.kind == LineKind::Item || entry.has_fields_below();
    places.retain(|it| it.column >= entry.line.column || is_certain);
    if places.is_empty() && entry.kind == LineKind::Key && !is_word(entry.key) {
        places.extend(entry.text_above());
    }
    (!places.is_empty()).then(|| entry.error(places))
}

impl MisplacedLine<'_> {
    /// Returns whether it is the key of a group or a list of an outer block, and the line below it is one of its fields.
    fn has_fields_below(&self) -> bool {
        let Some(below) = self.lines_below().next() else { return false };
        let below = Self::read(self.text, self.fields, below.span());
        let mut blocks = self.blocks_with(KnownKey::Field);
        value_of(&self.text[self.line.span()]).is_empty()
            && blocks.any(|block| {
                let path: Vec<&str> = block.path.iter().copied().chain([self.key]).collect();
                self.fields.key(&path, below.key) == KnownKey::Field
            })
    }

    fn diagnostic(&self) -> Diagnostic {
        if let Some(cause) = self.broken_below().or_else(|| self.cause_above()) {
            return cause.diagnostic();
        }
        if [r#"""""#, "'''"].contains(&&self.text[self.line.span()]) {
            return self.text.error(&Cause::REST_OF_QUOTES, self.line.span());
        }
        let places = self.places();
        match (places.is_empty(), &self.kind) {
            (false, _) => self.error(places),
            (_, LineKind::Text) => {
                let text = &self.text[self.span.clone()];
                let cause = match has_other_comment(text) {
                    true => Cause::OTHER_COMMENT,
                    false if self.is_emphasis() => Cause::EMPHASIS,
                    false => Cause::NOT_AN_ENTRY,
                };
                let error = self.text.error(&cause, self.span.clone());
                self.sign_to_replace().into_iter().fold(error, Diagnostic::hint)
            }
            (_, LineKind::Item) => self.text.error(&Cause::NO_LIST, self.span.clone()),
            (_, LineKind::Key) => self.text.error(&Cause::MISALIGNED, self.span.clone()),
        }
    }

    /// Returns whether it is an item that starts with words between asterisks.
    fn is_emphasis(&self) -> bool {
        let line = self.text[self.span.clone()].lines().next().unwrap_or_default();
        let words = line.strip_prefix('*').map(|rest| rest.trim_start_matches('*'));
        self.span.start > self.line.start && words.is_some_and(|it| it.contains('*'))
    }

    /// Says what to write in place of a sign of another notation.
    fn sign_to_replace(&self) -> Option<String> {
        let line = self.text[self.span.clone()].lines().next()?;
        // Asterisks around words are emphasis.
        let bullet = bullet(line).filter(|it| !line[it.len()..].contains('*'));
        if self.span.start > self.line.start {
            return bullet.map(|it| format!("delete the `{it}`: the dash marks the item"));
        }
        let is_in_list = |it: &OpenBlock<'_>| it.is_list || self.fields.is_list(&it.path_below());
        let bullet = bullet.filter(|_| self.blocks.last().is_some_and(is_in_list));
        let hint = |it| format!("an item starts with `- `: write it in place of `{it}`");
        bullet.map(hint).or_else(|| colon_hint(line))
    }

    /// Returns the line below a text after a dash that the text cannot contain, unless it is a field of the item: then
    /// the text is wrong.
    fn broken_below(&self) -> Option<Self> {
        let lines = self.lines_below().filter(|_| self.span.start > self.line.start);
        let mut lines = lines.take_while(|line| line.column > self.line.column);
        let is_entry = |line: &Line| !matches!(head(self.text, line, true).0, EntryHead::Text);
        let broken = Self::read(self.text, self.fields, lines.find(is_entry)?.span());
        let list = broken.blocks.last()?;
        let known = self.fields.key(&list.path, broken.key);
        (broken.kind == LineKind::Item || known != KnownKey::Field).then_some(broken)
    }

    /// Returns the places of the line, as few as the declarations of the fields allow.
    fn places(&self) -> Vec<PossiblePlace> {
        if self.kind == LineKind::Text {
            let (field, is_certain) = self.meant_field().unzip();
            let text = if is_certain == Some(true) { None } else { self.text_above() };
            return field.into_iter().chain(text).collect();
        }
        let certain = self.certain_places();
        if self.kind == LineKind::Item && !certain.is_empty() {
            return certain;
        }
        let mut places: Vec<PossiblePlace> = self.beside(KnownKey::Chosen).collect();
        if certain.is_empty() {
            places.extend(self.beside(KnownKey::Misspelled).chain(self.text_above()));
            places.extend(self.below_value().or_else(|| self.elsewhere()));
        }
        places.extend(certain);
        places
    }

    /// Returns the places of which the declarations of the fields say that the line belongs there.
    fn certain_places(&self) -> Vec<PossiblePlace> {
        if self.key.is_empty() {
            return Vec::new();
        }
        let (new, used): (Vec<_>, Vec<_>) = self
            .blocks_with(KnownKey::Field)
            .partition(|it| it.is_list || it.entries.iter().all(|entry| entry.key != self.key));
        let places = new.into_iter().map(|block| self.beside_last(block));
        let places = places.chain(self.below_empty_key()).chain(self.below_comment());
        let places: Vec<_> = places.chain(self.first_line()).collect();
        let again = used.last().filter(|_| places.is_empty());
        places.into_iter().chain(again.map(|block| self.again(block))).collect()
    }

    /// Returns the places beside the entries of the blocks in which the key is `known` as this.
    fn beside(&self, known: KnownKey) -> impl Iterator<Item = PossiblePlace> {
        self.blocks_with(known).map(|block| self.beside_last(block))
    }

    fn error(&self, mut places: Vec<PossiblePlace>) -> Diagnostic {
        places.sort_by_key(|place| place.column.abs_diff(self.line.column));
        places.truncate(MAX_NAMED);
        let error = |message, hint| {
            // A field without its colon has no line beside which it belongs.
            let is_field = self.kind == LineKind::Text && places[0].above.is_none();
            let code = if is_field { &SYNTAX } else { &INDENTATION };
            Diagnostic::at(code, self.text.file, self.span.clone(), message).hint(hint)
        };
        let error = match &places[..] {
            [place] => error(place.message.clone(), place.hint.clone()),
            _ => {
                let hints = places.iter().map(|it| format!("if {}, {}", it.condition, it.action));
                let message = match self.kind {
                    LineKind::Text => "this is neither `key: value` nor `- item`",
                    _ => "the indentation of this line does not match the lines above",
                };
                error(message.to_owned(), hints.collect::<Vec<_>>().join("; "))
            }
        };
        let above = places.into_iter().filter_map(|place| place.above);
        above.fold(error, |error, (span, label)| error.related(span, label))
    }
}
