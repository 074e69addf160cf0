//! Errors of the environment: a full disk, an unreadable directory, a missing program. Errors in the
//! content are reported as [`crate::diagnostic::Diagnostic`]s instead.

use std::error::Error as StdError;
use std::fmt;
use std::path::Path;

use crate::characters::printable_line;
use crate::paths::ToSlash;

/// An error of the environment: a message of one sentence, an optional line of help, and an optional cause.
#[derive(Debug)]
pub struct Error {
    message: String,
    source: Option<Box<dyn StdError + Send + Sync>>,
}

/// Shorthand for a result with an [`Error`].
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// Creates an error without a cause.
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: printable_line(&message.into()), source: None }
    }

    /// Creates an error with its cause.
    pub fn with_source(
        message: impl Into<String>,
        source: impl Into<Box<dyn StdError + Send + Sync>>,
    ) -> Self {
        Self { source: Some(source.into()), ..Self::new(message) }
    }

    /// Adds a line with an action that fixes the error.
    #[must_use]
    pub fn help(self, action: impl fmt::Display) -> Self {
        self.line(format!("help: {action}"))
    }

    /// Adds a line.
    #[must_use]
    pub fn line(mut self, text: impl AsRef<str>) -> Self {
        self.message += &format!("\n  {}", printable_line(text.as_ref()));
        self
    }

    /// Creates the error "cannot `verb` `path`", caused by `source`.
    pub fn io(verb: &str, path: &Path, source: std::io::Error) -> Self {
        Self::with_source(format!("cannot {verb} {}", path.to_slash()), source)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl StdError for Error {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        self.source.as_ref().map(|source| &**source as _)
    }
}
