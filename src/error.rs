//! What the environment did: a disk that is full, a folder that is not ours, a program that is
//! missing. What an author wrote wrong is a [`crate::diagnostic::Diagnostic`] instead.

use std::error::Error as StdError;
use std::fmt;
use std::path::Path;

/// An error of the environment: one sentence, and the error that caused it.
#[derive(Debug)]
pub struct Error {
    message: String,
    source: Option<Box<dyn StdError + Send + Sync>>,
}

/// A result whose error is an [`Error`].
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// An error nothing else caused.
    pub fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            source: None,
        }
    }

    /// An error with the one that caused it.
    pub fn with_source(
        message: impl Into<String>,
        source: impl Into<Box<dyn StdError + Send + Sync>>,
    ) -> Self {
        Self {
            message: message.into(),
            source: Some(source.into()),
        }
    }

    /// "cannot `verb` `path`", caused by `source`.
    pub fn io(verb: &str, path: &Path, source: std::io::Error) -> Self {
        Self::with_source(format!("cannot {verb} {}", path.display()), source)
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
