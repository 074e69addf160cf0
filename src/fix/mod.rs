//! Fixes the errors and warnings of YAML files whose diagnostics have a fix.
//!
//! All fixes of a file are applied together: those of its syntax errors, and then those that the readable
//! file shows. If another key or value changes (`outline.rs`), or a fix does not help, the file stays as it
//! is, and the hints of its diagnostics say what to do.

mod edits;
mod outline;

use crate::content::{self, SITE_PATH};
use crate::diagnostic::{Diagnostic, Replacement};
use crate::diagnostic_code::DiagnosticCode;
use crate::error::Result;
use crate::source::Source;
use crate::yaml;
use edits::Edits;
use outline::{Outline, changes_nothing_else};

/// The most syntax errors of a file with fixes.
const MAX_ERRORS: usize = 500;
/// The most times that the fixes of a file are applied: a fix can uncover the next one.
const MAX_ROUNDS: usize = 20;

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
        let Some((fixed, count)) = self.fixed(source.path(), content) else {
            return Ok(None);
        };
        let after = [mark, &fixed].concat().into_bytes();
        Ok(Some(FixedFile { path: source.path().to_owned(), before, after, count }))
    }

    /// Returns the text with all fixes and their number; `None` if the text has no fixes, or if they are not
    /// certain to be right.
    fn fixed(&self, path: &str, text: &str) -> Option<(String, usize)> {
        let (mut text, mut count) = (text.to_owned(), 0);
        for _ in 0..MAX_ROUNDS {
            let outline = Outline::read(path, &text, MAX_ERRORS)?;
            let syntax = Fix::of(&outline.errors);
            let is_syntax = !syntax.is_empty();
            let before = if is_syntax { outline.errors.clone() } else { self.check(path, &text) };
            let fixes = if is_syntax { syntax } else { Fix::of(&before) };
            if fixes.is_empty() {
                break;
            }
            let edits = Edits::new(fixes.iter().map(|fix| &fix.replacement));
            let fixed = edits.apply(&text);
            let new = Outline::read(path, &fixed, MAX_ERRORS)
                .filter(|new| changes_nothing_else(&outline, new, &edits))?;
            let after = if is_syntax { new.errors } else { self.check(path, &fixed) };
            let errors = |found: &[Diagnostic]| found.iter().filter(|it| it.is_error()).count();
            let remains = |found: &Diagnostic| {
                let start = found.span.as_ref().map(|span| edits.to_before(span.start));
                fixes.iter().any(|fix| fix.code == found.code && Some(fix.at) == start)
            };
            if errors(&after) > errors(&before) || after.iter().any(remains) {
                return None;
            }
            count += fixes.len();
            text = fixed;
        }
        (count > 0).then_some((text, count))
    }

    /// Returns the diagnostics of a text.
    fn check(&self, path: &str, text: &str) -> Vec<Diagnostic> {
        match path {
            SITE_PATH => content::check_site(text, &self.hosts),
            _ => content::check_profile(path, text.as_bytes()),
        }
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
    /// Returns the fixes of diagnostics in the order of the file, without those that overlap another.
    fn of(diagnostics: &[Diagnostic]) -> Vec<Self> {
        let fixes = diagnostics.iter().filter_map(|diagnostic| {
            let replacement = diagnostic.replacement.clone()?;
            let start = diagnostic.span.as_ref().map(|span| span.start);
            let at = start.unwrap_or(replacement.span.start);
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
