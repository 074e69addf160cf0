//! What an author wrote wrong: where it is, what is wrong in the author's words, what to do.

use std::ops::Range;

/// How bad it is. An error stops the publishing, a warning does not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The content cannot be published as it is.
    Error,
    /// The content can be published, but probably says something else than its author meant.
    Warning,
}

/// A kind of mistake, with the stable code by which people look it up and tools filter it.
/// Every rule is a constant beside the code that checks it.
#[derive(Debug, PartialEq, Eq)]
pub struct Rule {
    /// Stable, in kebab case: `unknown-field`.
    pub code: &'static str,
    /// How bad it is.
    pub severity: Severity,
}

impl Rule {
    /// A rule whose breach stops the publishing.
    pub const fn error(code: &'static str) -> Self {
        let severity = Severity::Error;
        Self { code, severity }
    }

    /// A rule whose breach is only told.
    pub const fn warning(code: &'static str) -> Self {
        let severity = Severity::Warning;
        Self { code, severity }
    }
}

/// Half-open range of bytes in a source, counted from its first byte.
pub type Span = Range<usize>;

/// Another place that helps to understand a diagnostic, in the same file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Related {
    /// Where.
    pub span: Span,
    /// What is there, a few words.
    pub label: String,
}

/// One mistake.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// Which kind of mistake.
    pub rule: &'static Rule,
    /// What is wrong, one sentence without a full stop.
    pub message: String,
    /// The file's path as [`crate::source::Sources`] names it: relative, with `/`.
    pub file: String,
    /// The value to underline; `None` when the file as a whole is meant.
    pub span: Option<Span>,
    /// A few words beside the underlined value.
    pub label: Option<String>,
    /// What to do.
    pub hint: Option<String>,
    /// Other places in the same file.
    pub related: Vec<Related>,
}

impl Diagnostic {
    /// A diagnostic about a whole file.
    pub fn file(rule: &'static Rule, file: &str, message: impl Into<String>) -> Self {
        Self {
            rule,
            message: message.into(),
            file: file.to_owned(),
            span: None,
            label: None,
            hint: None,
            related: Vec::new(),
        }
    }

    /// A diagnostic about a value in a file.
    pub fn at(rule: &'static Rule, file: &str, span: Span, message: impl Into<String>) -> Self {
        Self {
            span: Some(span),
            ..Self::file(rule, file, message)
        }
    }

    /// The same with a few words beside the underlined value.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = Some(label.into());
        self
    }

    /// The same with what to do about it.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// The same with another place pointed out.
    #[must_use]
    pub fn related(mut self, span: Span, label: impl Into<String>) -> Self {
        let label = label.into();
        self.related.push(Related { span, label });
        self
    }

    /// Whether it stops the publishing.
    pub fn is_error(&self) -> bool {
        self.rule.severity == Severity::Error
    }
}

/// What a phase made of its input, and every mistake it met on the way. `output` is `None` when
/// a mistake stops the publishing.
#[derive(Debug)]
pub struct Report<T> {
    /// The result.
    pub output: Option<T>,
    /// All mistakes, ordered by file and place.
    pub diagnostics: Vec<Diagnostic>,
}

impl<T> Report<T> {
    /// Orders the diagnostics, and withholds `output` if one of them is an error.
    pub fn new(output: Option<T>, mut diagnostics: Vec<Diagnostic>) -> Self {
        diagnostics.sort_by(|a, b| {
            let key = |d: &Diagnostic| (d.span.clone().map_or(0, |span| span.start), d.rule.code);
            a.file.cmp(&b.file).then_with(|| key(a).cmp(&key(b)))
        });
        diagnostics.dedup();
        let output = output.filter(|_| !diagnostics.iter().any(Diagnostic::is_error));
        Self {
            output,
            diagnostics,
        }
    }
}

/// The candidate nearest to what was written, if it is near enough to be what was meant.
pub fn did_you_mean<'a>(
    written: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let folded = fold(written);
    candidates
        .into_iter()
        .map(|candidate| {
            (
                strsim::damerau_levenshtein(&folded, &fold(candidate)),
                candidate,
            )
        })
        .filter(|(distance, candidate)| *distance <= (candidate.chars().count() / 3).max(1))
        .min()
        .map(|(_, candidate)| candidate)
}

/// Letter case, hyphens and spaces are what people vary most; they count as no difference.
fn fold(word: &str) -> String {
    word.to_lowercase().replace(['-', ' '], "_")
}
