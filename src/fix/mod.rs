//! Fixes the errors and warnings of YAML files whose diagnostics have a fix.
//!
//! A fix can uncover the next one, so fixes are applied in rounds until none is left. A fix is kept
//! only if the file proves it right: its diagnostic is gone, and no other key or value changed
//! (`outline.rs`).

mod doubt;
mod edits;
mod outline;

use std::cell::Cell;
use std::collections::BTreeSet;

use crate::diagnostic::{Diagnostic, MAX_PER_FILE, Replacement};
use crate::diagnostic_code::DiagnosticCode;
use crate::error::Result;
use crate::lower::{self, SITE_PATH};
use crate::model::id::ConsultantId;
use crate::source::{Modified, Source, Sources};
use crate::yaml;
use doubt::is_doubtful;
use edits::Edits;
use outline::{Outline, changed_places};

/// The most bytes that are parsed to fix a file: about ten seconds. Reading on after a syntax error
/// parses the file again. A file that needs more keeps the rest of its errors.
const MAX_PARSED: usize = 256 * 1024 * 1024;
/// The most bytes that are parsed to read a file once, if it has more than [`MAX_PER_FILE`] errors.
const MAX_PARSED_ONCE: usize = 32 * 1024 * 1024;
/// The most syntax errors of a file with fixes.
const MAX_ERRORS: usize = 500;
/// The most rounds, in case that fixes undo each other.
const MAX_ROUNDS: usize = 100;

const BYTE_ORDER_MARK: char = '\u{FEFF}';

/// Fixes the files of a site.
pub struct Fixer {
    /// The names of the supported hosts.
    hosts: Vec<String>,
}

/// A file with fixes.
#[derive(Debug)]
pub struct FixedFile {
    /// The path relative to the content directory.
    pub path: String,
    /// The bytes without the fixes.
    pub before: Vec<u8>,
    /// The bytes with the fixes: with the byte order mark and the line breaks of the file.
    pub after: Vec<u8>,
    /// The number of fixes.
    pub count: usize,
}

impl Fixer {
    /// Creates a fixer. `hosts` are the names of the supported hosts.
    pub fn new(hosts: Vec<String>) -> Self {
        Self { hosts }
    }

    /// Fixes a profile or `site.yaml`. Returns `None` if it has nothing to fix.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read.
    pub fn fix(&self, source: &Source) -> Result<Option<FixedFile>> {
        let before = source.read(yaml::MAX_BYTES)?.into_owned();
        let Some(text) = str::from_utf8(&before).ok().filter(|it| it.len() <= yaml::MAX_BYTES)
        else {
            return Ok(None);
        };
        let content = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
        if content.starts_with(BYTE_ORDER_MARK) {
            return Ok(None);
        }
        let mark = &text[..text.len() - content.len()];
        let session = Session { fixer: self, path: source.path(), parsed: Cell::new(0) };
        let Some((fixed, count)) = session.fix(content)? else {
            return Ok(None);
        };
        let after = [mark, &fixed].concat().into_bytes();
        let path = source.path().to_owned();
        Ok((count > 0).then_some(FixedFile { path, before, after, count }))
    }
}

/// The fixing of one file.
struct Session<'a> {
    fixer: &'a Fixer,
    path: &'a str,
    /// The number of parsed bytes.
    parsed: Cell<usize>,
}

/// A text and what it contains.
struct Reading {
    text: String,
    outline: Outline,
}

/// Which diagnostics are fixed.
#[derive(Clone, Copy)]
enum Phase {
    Syntax,
    All,
}

impl Session<'_> {
    /// Fixes a text in rounds. Returns the new text and the number of fixes, or `None` if the text
    /// cannot be read as a whole: then its values cannot be compared.
    fn fix(&self, text: &str) -> Result<Option<(String, usize)>> {
        let Some(mut reading) = self.read(text.to_owned()) else {
            return Ok(None);
        };
        let mut total = 0;
        for _ in 0..MAX_ROUNDS {
            let (next, count) = self.round(reading)?;
            (reading, total) = (next, total + count);
            if count == 0 {
                break;
            }
        }
        Ok(Some((reading.text, total)))
    }

    /// Applies the fixes of the syntax errors or, without any, those of other diagnostics. Returns the
    /// new text and the number of fixes.
    fn round(&self, reading: Reading) -> Result<(Reading, usize)> {
        let fixes = Fix::of(&reading.text, self.diagnostics(&reading, Phase::Syntax)?);
        let (reading, count) = self.apply(reading, &fixes, Phase::Syntax)?;
        if count > 0 {
            return Ok((reading, count));
        }
        let fixes = Fix::of(&reading.text, self.diagnostics(&reading, Phase::All)?);
        self.apply(reading, &fixes, Phase::All)
    }

    /// Reads a text. Returns `None` if it has too many syntax errors.
    fn read(&self, text: String) -> Option<Reading> {
        if self.parsed.get() > MAX_PARSED {
            return None;
        }
        let parses = MAX_PARSED_ONCE / text.len().max(1);
        let outline = Outline::read(self.path, &text, parses.clamp(MAX_PER_FILE, MAX_ERRORS));
        let errors = outline.as_ref().map_or(MAX_PER_FILE, |outline| outline.errors.len());
        self.parsed.set(self.parsed.get() + text.len() * (errors + 1));
        Some(Reading { text, outline: outline? })
    }

    fn diagnostics(&self, reading: &Reading, phase: Phase) -> Result<Vec<Diagnostic>> {
        let Reading { text, outline } = reading;
        if matches!(phase, Phase::Syntax) {
            return Ok(outline.errors.clone());
        }
        if self.path != SITE_PATH {
            let id = ConsultantId::parse("unknown").expect("a valid identifier");
            return lower::check_profile(self.path, &id, text.as_bytes());
        }
        let sources = Sources::from_memory([(self.path, text.as_str())], &Modified::Unknown);
        let mut diagnostics = Vec::new();
        lower::settings(&sources, &self.fixer.hosts, &mut diagnostics)?;
        Ok(diagnostics)
    }

    /// Applies those of the fixes that are certain to be right, and returns their number.
    fn apply(&self, reading: Reading, fixes: &[Fix], phase: Phase) -> Result<(Reading, usize)> {
        if let Some(fixed) = self.verified(&reading, fixes, phase)? {
            return Ok((fixed, fixes.len()));
        }
        if fixes.len() < 2 {
            return Ok((reading, 0));
        }
        let (first, last) = fixes.split_at(fixes.len() / 2);
        // Positions before a fix stay valid.
        let (reading, last) = self.apply(reading, last, phase)?;
        let (reading, first) = self.apply(reading, first, phase)?;
        Ok((reading, first + last))
    }

    /// Applies the fixes. Returns `None` if there are none, or if one is not certain to be right: its
    /// diagnostic remains, another key or value would change, or another error would follow.
    fn verified(&self, old: &Reading, fixes: &[Fix], phase: Phase) -> Result<Option<Reading>> {
        if fixes.is_empty() {
            return Ok(None);
        }
        let edits = Edits::new(fixes.iter().map(|fix| &fix.replacement));
        let Some(new) = self.read(edits.apply(&old.text)) else {
            return Ok(None);
        };
        let Some(mut places) = changed_places(&old.outline, &new.outline, &edits) else {
            return Ok(None);
        };
        places.extend(fixes.iter().map(|fix| fix.at));
        let codes: BTreeSet<&str> = fixes.iter().map(|fix| fix.code.id).collect();
        let remains = |diagnostic: &Diagnostic| {
            let start = diagnostic.span.as_ref().map(|span| edits.to_before(span.start));
            codes.contains(diagnostic.code.id) && start.is_some_and(|start| places.contains(&start))
        };
        let after = self.diagnostics(&new, phase)?;
        let errors = |found: &[Diagnostic]| found.iter().filter(|it| it.is_error()).count();
        let is_better = errors(&after) <= errors(&self.diagnostics(old, phase)?);
        let is_fixed = is_better && !after.iter().any(remains);
        Ok(is_fixed.then_some(new))
    }
}

/// The fix of a diagnostic.
struct Fix {
    code: &'static DiagnosticCode,
    /// The position of the diagnostic.
    at: usize,
    replacement: Replacement,
}

impl Fix {
    /// Returns the fixes of the diagnostics of a text in the order of the file, without those that overlap
    /// another and those that need a person.
    fn of(text: &str, diagnostics: Vec<Diagnostic>) -> Vec<Self> {
        let fixes = diagnostics.into_iter().filter_map(|diagnostic| {
            let replacement = diagnostic.replacement.filter(|it| !is_doubtful(text, it))?;
            let at = diagnostic.span.map_or(replacement.span.start, |span| span.start);
            Some(Self { code: diagnostic.code, at, replacement })
        });
        let mut fixes: Vec<Self> = fixes.collect();
        fixes.sort_by_key(|fix| (fix.replacement.span.start, fix.replacement.span.end));
        let mut end = 0;
        fixes.retain(|Self { replacement: Replacement { span, .. }, .. }| {
            let is_apart = span.start >= end;
            end = end.max(span.end + usize::from(span.is_empty()));
            is_apart
        });
        fixes
    }
}
