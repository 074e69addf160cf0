//! The kinds of errors and warnings: each has a stable code and a page that explains it.

/// Whether a diagnostic prevents publishing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The content cannot be published as it is.
    Error,
    /// The content can be published, but its author may have meant something else.
    Warning,
}

impl Severity {
    /// Returns `error` or `warning`.
    pub fn word(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
        }
    }
}

/// A kind of error or warning. People look up its code, and tools filter by it.
///
/// Each file declares the codes that it reports with `diagnostic_codes!`.
#[derive(Debug, PartialEq, Eq)]
pub struct DiagnosticCode {
    /// Stable, in kebab case: `unknown-field`.
    pub id: &'static str,
    /// Whether it prevents publishing.
    pub severity: Severity,
    /// Markdown with the sections "What it does", "Why it matters", "Wrong" and "Right". Tests check
    /// the examples: the wrong one has this code, the right one has no diagnostics.
    pub page: &'static str,
}

impl DiagnosticCode {
    /// Creates the code of an error.
    pub const fn error(id: &'static str, page: &'static str) -> Self {
        Self { id, severity: Severity::Error, page }
    }

    /// Creates the code of a warning.
    pub const fn warning(id: &'static str, page: &'static str) -> Self {
        Self { id, severity: Severity::Warning, page }
    }

    /// Returns the section "What it does" of the page.
    pub fn summary(&self) -> &'static str {
        let body = self.page.split_once("\n\n").map_or("", |(_, body)| body);
        body.split_once("\n\n## ").map_or(body, |(summary, _)| summary)
    }
}

/// Declares the codes that a file reports, `error NAME = "code";` or `warning NAME = "code";`, and
/// `CODES`, the list of them. The page of each is `codes/<code>.md` next to the file.
macro_rules! diagnostic_codes {
    ($($severity:ident $name:ident = $code:literal;)+) => {
        $(
            pub(crate) static $name: $crate::diagnostic_code::DiagnosticCode = $crate::diagnostic_code::DiagnosticCode::$severity(
                $code,
                include_str!(concat!("codes/", $code, ".md")),
            );
        )+
        /// The codes that this file reports.
        pub(crate) const CODES: &[&$crate::diagnostic_code::DiagnosticCode] = &[$(&$name),+];
    };
}
pub(crate) use diagnostic_codes;
