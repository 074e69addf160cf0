//! Fixes the errors and warnings of YAML files whose diagnostics have a fix.
//!
//! A fix changes white space, or the text of one value or key. All fixes of a file are applied together: those of
//! its syntax errors, and then those that the readable file shows. If another key or value changes
//! (`same_values.rs`), the file stays as it is, and the hints of its diagnostics say what to do.

mod same_values;

use crate::content::{self, SITE_PATH};
use crate::diagnostic::{Diagnostic, Replacement};
use crate::error::Result;
use crate::source::{Source, Sources};
use crate::yaml::{self, Node};
use same_values::Edits;

/// The most diagnostics of a file that are read at a time. A file with more syntax errors stays as it is.
const MAX_DIAGNOSTICS: usize = 10_000;
/// The most times that the fixes of a file are applied: a fix can uncover the next one.
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

    /// Fixes a profile or `site.yaml` of `sources`. Returns `None` if it has nothing to fix.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read.
    pub fn fix(&self, sources: &Sources, source: &Source) -> Result<Option<FixedFile>> {
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
        let Some((fixed, count)) = self.fixed(sources, source.path(), content) else {
            return Ok(None);
        };
        let after = [mark, &fixed].concat().into_bytes();
        Ok(Some(FixedFile { path: source.path().to_owned(), before, after, count }))
    }

    /// Returns the text with all fixes and their number; `None` if the text has no fixes, or if they are not
    /// certain to be right.
    fn fixed(&self, sources: &Sources, path: &str, text: &str) -> Option<(String, usize)> {
        let (mut text, mut count) = (text.to_owned(), 0);
        for _ in 0..MAX_ROUNDS {
            let (old, syntax) = yaml::parse_up_to(path, text.as_bytes(), MAX_DIAGNOSTICS);
            let is_whole = !syntax.iter().any(Diagnostic::is_error);
            let found = if is_whole { self.check(sources, path, &text) } else { syntax };
            let mut fixes = Replacement::all(&found);
            // No line is deleted.
            fixes.retain(|fix| !text[fix.span.clone()].contains('\n'));
            if fixes.is_empty() {
                return (count > 0).then_some((text, count));
            }
            let fixed = Replacement::apply(&fixes, &text, |fix| fix.text.clone());
            let new = tree(path, &fixed)?;
            if is_whole && !Edits(&fixes).change_nothing_else(&old?, &new) {
                return None;
            }
            count += fixes.len();
            text = fixed;
        }
        None
    }

    /// Returns the diagnostics of a text.
    fn check(&self, sources: &Sources, path: &str, text: &str) -> Vec<Diagnostic> {
        match path {
            SITE_PATH => content::check_site(text, &self.hosts),
            _ => content::check_profile_in(sources, path, text.as_bytes(), MAX_DIAGNOSTICS),
        }
    }
}

/// Returns what a text without syntax errors contains.
fn tree(path: &str, text: &str) -> Option<Node> {
    let (tree, found) = yaml::parse_up_to(path, text.as_bytes(), 1);
    tree.filter(|_| !found.iter().any(Diagnostic::is_error))
}
