//! What is wrong with a text that is not valid for its type.

use crate::diagnostic_code::DiagnosticCode;

/// A text that is not valid for its type.
pub struct InvalidText {
    /// The code of the error.
    pub code: &'static DiagnosticCode,
    /// What is wrong, as the predicate of a sentence about the text.
    pub problem: String,
    /// An action that fixes it.
    pub hint: String,
    /// The fix, if one is certain to be right: YAML in place of the text.
    pub fix: Option<String>,
}

impl InvalidText {
    /// Describes an error without a fix.
    pub fn new(
        code: &'static DiagnosticCode,
        problem: impl Into<String>,
        hint: impl Into<String>,
    ) -> Self {
        Self { code, problem: problem.into(), hint: hint.into(), fix: None }
    }

    /// Describes an error with a fix.
    pub fn fixed(code: &'static DiagnosticCode, problem: impl Into<String>, fix: String) -> Self {
        Self { fix: Some(fix.clone()), ..Self::new(code, problem, format!("write {fix}")) }
    }
}
