//! The GitHub format: workflow commands that the runner shows as annotations in the source.

use std::fmt::Write as _;

use vitae::diagnostic::Diagnostic;

use super::location::SourceTexts;

pub(super) fn render(diagnostics: &[Diagnostic], texts: &mut SourceTexts<'_>) -> String {
    let mut commands = String::new();
    for diagnostic in diagnostics {
        let located = texts.locate(diagnostic);
        let _ = write!(
            commands,
            "::{} file={},",
            diagnostic.code.severity.word(),
            property(&located.file)
        );
        if let Some([start, end]) = located.region {
            let _ = write!(commands, "line={},endLine={},", start.line, end.line);
            // GitHub rejects columns for a range of several lines.
            if start.line == end.line {
                let _ = write!(commands, "col={},endColumn={},", start.column, end.column);
            }
        }
        let mut text = diagnostic.message.clone();
        if let Some(hint) = &diagnostic.hint {
            let _ = write!(text, "\n{hint}");
        }
        let title = property(diagnostic.code.id);
        let _ = writeln!(commands, "title={title}::{}", data(&text));
    }
    commands
}

/// Escapes the message of a workflow command.
pub(super) fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes a property of a workflow command.
pub(super) fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
