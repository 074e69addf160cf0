//! Fixes the errors and warnings of YAML files whose diagnostics have a fix.
//!
//! A fix can uncover the next one, so fixes are applied in rounds until none is left. A fix is kept
//! only if the file proves it right: its diagnostic is gone, and no other key or value changed
//! ([`outline`]).

mod edits;
mod outline;

use std::collections::BTreeSet;

use crate::diagnostic::{Diagnostic, Replacement};
use crate::diagnostic_code::DiagnosticCode;
use crate::document::profile::ProfileDocument;
use crate::document::validate::DocumentValidator;
use crate::error::Result;
use crate::lower::{self, SITE_PATH};
use crate::model::id::ConsultantId;
use crate::source::{Modified, Source, Sources};
use crate::yaml;
use edits::Edits;
use outline::{Outline, changed_places};

/// The most syntax errors of a file that are fixed in one round.
const MAX_ERRORS: usize = 500;
/// The most rounds, in case that fixes undo each other.
const MAX_ROUNDS: usize = 100;

const BYTE_ORDER_MARK: char = '\u{FEFF}';

/// Fixes the files of a site.
pub struct Fixer {
    profiles: DocumentValidator,
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

/// Returns the diagnostics of a text.
type Check<'a> = &'a dyn Fn(&str) -> Result<Vec<Diagnostic>>;

impl Fixer {
    /// Creates a fixer. `hosts` are the names of the supported hosts.
    ///
    /// # Errors
    /// Returns an internal error if the schema of profiles is invalid.
    pub fn new(hosts: Vec<String>) -> Result<Self> {
        Ok(Self { profiles: DocumentValidator::new::<ProfileDocument>()?, hosts })
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
        let (mut fixed, mut count) = (content.to_owned(), 0);
        for _ in 0..MAX_ROUNDS {
            let Some((next, fixes)) = self.round(source.path(), &fixed)? else {
                break;
            };
            (fixed, count) = (next, count + fixes);
        }
        let after = [mark, &fixed].concat().into_bytes();
        let path = source.path().to_owned();
        Ok((count > 0).then_some(FixedFile { path, before, after, count }))
    }

    /// Applies the fixes of the syntax errors or, without any, those of other diagnostics. Returns the
    /// new text and the number of fixes, or `None` if no fix is left.
    fn round(&self, path: &str, text: &str) -> Result<Option<(String, usize)>> {
        let syntax = |text: &str| Ok(yaml::parse_up_to(path, text.as_bytes(), MAX_ERRORS).1);
        let all = |text: &str| self.check(path, text);
        // A file that cannot be read as a whole cannot be compared.
        if Outline::read(text, MAX_ERRORS).is_none() {
            return Ok(None);
        }
        for check in [&syntax as Check<'_>, &all] {
            let fixes = Fix::of(check(text)?);
            let (fixed, count) = applied(text, &fixes, check)?;
            if count > 0 {
                return Ok(Some((fixed, count)));
            }
        }
        Ok(None)
    }

    fn check(&self, path: &str, text: &str) -> Result<Vec<Diagnostic>> {
        if path != SITE_PATH {
            let id = ConsultantId::parse("unknown").expect("a valid identifier");
            return lower::check_profile(path, &id, text.as_bytes(), &self.profiles);
        }
        let sources = Sources::from_memory([(path, text)], &Modified::Unknown);
        let mut diagnostics = Vec::new();
        lower::settings(&sources, &self.hosts, &mut diagnostics)?;
        Ok(diagnostics)
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
    fn of(diagnostics: Vec<Diagnostic>) -> Vec<Self> {
        let fixes = diagnostics.into_iter().filter_map(|diagnostic| {
            let replacement = diagnostic.replacement?;
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

/// Applies those of the fixes that are certain to be right, and returns their number.
fn applied(text: &str, fixes: &[Fix], check: Check<'_>) -> Result<(String, usize)> {
    if let Some(fixed) = verified(text, fixes, check)? {
        return Ok((fixed, fixes.len()));
    }
    if fixes.len() < 2 {
        return Ok((text.to_owned(), 0));
    }
    let (first, last) = fixes.split_at(fixes.len() / 2);
    // Positions before a fix stay valid.
    let (text, last) = applied(text, last, check)?;
    let (text, first) = applied(&text, first, check)?;
    Ok((text, first + last))
}

/// Applies the fixes. Returns `None` if there are none, or if one is not certain to be right: its
/// diagnostic remains, another key or value would change, or a syntax error would follow.
fn verified(text: &str, fixes: &[Fix], check: Check<'_>) -> Result<Option<String>> {
    if fixes.is_empty() {
        return Ok(None);
    }
    let edits = Edits::new(fixes.iter().map(|fix| &fix.replacement));
    let fixed = edits.apply(text);
    let outline = |text| Outline::read(text, MAX_ERRORS);
    let (Some(old), Some(new)) = (outline(text), outline(&fixed)) else {
        return Ok(None);
    };
    let Some(mut places) = changed_places(&old, &new, &edits) else {
        return Ok(None);
    };
    places.extend(fixes.iter().map(|fix| fix.at));
    let codes: BTreeSet<&str> = fixes.iter().map(|fix| fix.code.id).collect();
    let remains = |diagnostic: &Diagnostic| {
        let start = diagnostic.span.as_ref().map(|span| edits.to_before(span.start));
        codes.contains(diagnostic.code.id) && start.is_some_and(|start| places.contains(&start))
    };
    let is_fixed = !check(&fixed)?.iter().any(remains);
    Ok(is_fixed.then_some(fixed))
}
