//! A diagnostic: an error or warning about the content, with its position, a message in the author's
//! words and a hint.

use std::ops::Range;

use crate::diagnostic_code::{DiagnosticCode, Severity, diagnostic_codes};

/// A half-open range of bytes in a file.
pub type Span = Range<usize>;

/// Another position in the same file that helps to understand a diagnostic.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Related {
    /// The position.
    pub span: Span,
    /// A few words about it.
    pub label: String,
}

/// A fix that has one meaning: of white space, or of the text of one value or key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replacement {
    /// The bytes to replace.
    pub span: Span,
    /// The new text as YAML, with quotes if it needs them.
    pub text: String,
}

impl Replacement {
    /// Returns the fixes of diagnostics in the order of the file, without those that overlap another.
    pub fn all(diagnostics: &[Diagnostic]) -> Vec<&Self> {
        let fixes = diagnostics.iter().filter_map(|diagnostic| diagnostic.replacement.as_ref());
        let mut fixes: Vec<&Self> = fixes.collect();
        fixes.sort_by_key(|fix| (fix.span.start, fix.span.end));
        let mut end = 0;
        fixes.retain(|fix| {
            let is_apart = fix.span.start >= end;
            end = end.max(fix.span.end);
            is_apart
        });
        fixes
    }

    /// Returns a text with the fixes, which are in its order. `edit` returns the text of each.
    pub fn apply(fixes: &[&Self], text: &str, edit: impl Fn(&Self) -> String) -> String {
        let mut edited = String::with_capacity(text.len());
        let mut copied = 0;
        for fix in fixes {
            edited.push_str(&text[copied..fix.span.start]);
            edited.push_str(&edit(fix));
            copied = fix.span.end;
        }
        edited + &text[copied..]
    }
}

/// The most characters of a message.
const MAX_MESSAGE: usize = 100;

/// An error or warning about the content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// The kind of error or warning.
    pub code: &'static DiagnosticCode,
    /// What is wrong: at most 100 characters, in lower case, without a full stop.
    pub message: String,
    /// The path of the file as in [`crate::source::Sources`]: relative, with `/`.
    pub file: String,
    /// The bytes to underline; `None` if the diagnostic is about the whole file.
    pub span: Option<Span>,
    /// A few words next to the underlined value.
    pub label: Option<String>,
    /// An action that fixes the problem.
    pub hint: Option<String>,
    /// The fix, if one is certain to be right.
    pub replacement: Option<Replacement>,
    /// Other positions in the same file.
    pub related: Vec<Related>,
    /// The other files that it is about.
    pub other_files: Vec<String>,
}

impl Diagnostic {
    /// Creates a diagnostic about a whole file. Shortens what the author wrote if the message is too long.
    pub fn file(code: &'static DiagnosticCode, file: &str, message: impl Into<String>) -> Self {
        Self {
            code,
            message: with_short_quotes(message.into()),
            file: file.to_owned(),
            span: None,
            label: None,
            hint: None,
            replacement: None,
            related: Vec::new(),
            other_files: Vec::new(),
        }
    }

    /// Creates a diagnostic about a value in a file.
    pub fn at(
        code: &'static DiagnosticCode,
        file: &str,
        span: Span,
        message: impl Into<String>,
    ) -> Self {
        Self { span: Some(span), ..Self::file(code, file, message) }
    }

    /// Adds a few words next to the underlined value.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = Some(label.into());
        self
    }

    /// Adds a hint: the action that fixes the problem.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Adds a fix: the text to write in place of the underlined value.
    #[must_use]
    pub fn replace(self, text: impl Into<String>) -> Self {
        let span = self.span.clone().expect("a fix is about a value");
        self.replace_at(span, text)
    }

    /// Adds a fix: the text to write in place of `span`.
    #[must_use]
    pub fn replace_at(mut self, span: Span, text: impl Into<String>) -> Self {
        self.replacement = Some(Replacement { span, text: text.into() });
        self
    }

    /// Adds another position in the same file.
    #[must_use]
    pub fn related(mut self, span: Span, label: impl Into<String>) -> Self {
        let label = label.into();
        self.related.push(Related { span, label });
        self
    }

    /// Returns whether it prevents publishing.
    pub fn is_error(&self) -> bool {
        self.code.severity == Severity::Error
    }
}

/// Shortens the longest quoted texts of a message with more than [`MAX_MESSAGE`] characters.
fn with_short_quotes(mut message: String) -> String {
    // No message quotes more than three texts.
    for _ in 0..3 {
        let excess = message.chars().count().saturating_sub(MAX_MESSAGE);
        if excess == 0 {
            return message;
        }
        let mut parts: Vec<&str> = message.split('`').collect();
        let longest = parts.iter_mut().max_by_key(|part| part.len()).expect("a part");
        // The ellipsis takes the place of a character.
        let kept = longest.chars().count().saturating_sub(excess + 1);
        let text: String = longest.chars().take(kept).chain(['…']).collect();
        *longest = &text;
        message = parts.join("`");
    }
    // A quoted text has many backticks.
    if message.chars().count() > MAX_MESSAGE {
        message = message.chars().take(MAX_MESSAGE - 1).chain(['…']).collect();
    }
    message
}

/// The most diagnostics that are reported for one file: more than an author reads at a time, and
/// few enough to keep a run with a broken file fast.
pub const MAX_PER_FILE: usize = 50;

diagnostic_codes! {
    warning MORE_DIAGNOSTICS = "more-diagnostics";
}

/// Adds a diagnostic to the diagnostics of its file. At the `limit`, an error replaces the last warning, and other
/// diagnostics are dropped.
pub fn report(diagnostics: &mut Vec<Diagnostic>, diagnostic: Diagnostic, limit: usize) {
    if diagnostics.len() < limit {
        diagnostics.push(diagnostic);
        return;
    }
    report_truncation(diagnostics, &diagnostic.file);
    let is_warning = |other: &Diagnostic| !other.is_error() && other.code != &MORE_DIAGNOSTICS;
    if diagnostic.is_error()
        && let Some(warning) = diagnostics.iter().rposition(is_warning)
    {
        diagnostics[warning] = diagnostic;
    }
}

/// Reports once that `file` has more diagnostics than are reported.
pub fn report_truncation(diagnostics: &mut Vec<Diagnostic>, file: &str) {
    let is_truncation = |other: &Diagnostic| other.code == &MORE_DIAGNOSTICS;
    if !diagnostics.iter().any(is_truncation) {
        let message = format!("only {MAX_PER_FILE} errors and warnings of this file are reported");
        let diagnostic = Diagnostic::file(&MORE_DIAGNOSTICS, file, message);
        diagnostics.push(diagnostic.hint("fix these and check again"));
    }
}

/// Orders diagnostics by file and position, and removes duplicates.
pub fn order(diagnostics: &mut Vec<Diagnostic>) {
    diagnostics.sort_by(|a, b| {
        let key = |d: &Diagnostic| {
            let start = d.span.as_ref().map_or(0, |span| span.start);
            (d.code == &MORE_DIAGNOSTICS, start, d.code.id)
        };
        // Equal ones are next to each other.
        let by_place = a.file.cmp(&b.file).then_with(|| key(a).cmp(&key(b)));
        by_place.then_with(|| a.message.cmp(&b.message))
    });
    diagnostics.dedup();
}

#[cfg(test)]
mod tests {
    use super::{MAX_MESSAGE, with_short_quotes};

    #[test]
    fn long_quoted_texts_are_shortened() {
        let key = "å".repeat(80);
        let message = with_short_quotes(format!("`{key}` is not a field of the profile"));
        assert_eq!(message.chars().count(), MAX_MESSAGE);
        assert!(message.starts_with("`å") && message.ends_with("…` is not a field of the profile"));
        for (a, b) in [(60, 60), (200, 40), (90, 1000), (1, 1_000_000)] {
            let message =
                with_short_quotes(format!("`{}` and `{}` are equal", "a".repeat(a), "b".repeat(b)));
            assert!(
                message.chars().count() <= MAX_MESSAGE && message.ends_with("` are equal"),
                "{message}"
            );
        }
        for text in ["`a", "\u{1F600}", "`"].map(|part| part.repeat(300)) {
            assert!(with_short_quotes(text.clone()).chars().count() <= MAX_MESSAGE, "{text}");
        }
        let short = "`tittle` is not a field of the profile";
        assert_eq!(with_short_quotes(short.to_owned()), short);
    }
}
