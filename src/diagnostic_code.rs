//! The kinds of mistakes: each has a stable code and a page that explains it.

/// How bad it is. An error stops the publishing, a warning does not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The content cannot be published as it is.
    Error,
    /// The content can be published, but probably says something else than its author meant.
    Warning,
}

impl Severity {
    /// The word for it, in lower case.
    pub fn word(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
        }
    }
}

/// A kind of mistake, with the stable code by which people look it up and tools filter it.
/// Every rule is a constant beside the code that checks it, declared by `diagnostic_codes!`.
#[derive(Debug, PartialEq, Eq)]
pub struct DiagnosticCode {
    /// Stable, in kebab case: `unknown-field`.
    pub id: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// Markdown with the sections "What it does", "Why it matters", "Wrong" and "Right". The
    /// examples are run by the tests: the wrong one breaks this rule, the right one none.
    pub page: &'static str,
}

impl DiagnosticCode {
    /// A rule whose breach stops the publishing.
    pub const fn error(id: &'static str, page: &'static str) -> Self {
        let severity = Severity::Error;
        Self { id, severity, page }
    }

    /// A rule whose breach is only told.
    pub const fn warning(id: &'static str, page: &'static str) -> Self {
        let severity = Severity::Warning;
        Self { id, severity, page }
    }

    /// What the rule does: the first section of its page.
    pub fn summary(&self) -> &'static str {
        let body = self.page.split_once("\n\n").map_or("", |(_, body)| body);
        body.split_once("\n\n## ")
            .map_or(body, |(summary, _)| summary)
    }
}

/// Declares the rules that a file checks, `error NAME = "code";` or `warning NAME = "code";`, and
/// `CODES`, the list of them. The page of each is `rules/<code>.md` beside the file.
macro_rules! diagnostic_codes {
    ($($severity:ident $name:ident = $code:literal;)+) => {
        $(
            pub(crate) static $name: $crate::diagnostic_code::DiagnosticCode = $crate::diagnostic_code::DiagnosticCode::$severity(
                $code,
                include_str!(concat!("codes/", $code, ".md")),
            );
        )+
        /// The rules that this file checks.
        pub(crate) const CODES: &[&$crate::diagnostic_code::DiagnosticCode] = &[$(&$name),+];
    };
}
pub(crate) use diagnostic_codes;
