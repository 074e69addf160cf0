//! The JSON format, described in `docs/formats.md`.

use serde_json::{Value as Json, json};
use vitae::diagnostic::Diagnostic;
use vitae::source::Position;

use super::UntranslatedTexts;
use super::location::SourceTexts;

/// Version of the format, increased by every breaking change.
const VERSION: u32 = 1;

pub(super) fn render(
    diagnostics: &[Diagnostic],
    texts: &mut SourceTexts<'_>,
    summary: &str,
    untranslated: Option<UntranslatedTexts>,
) -> Json {
    let entries = diagnostics.iter().map(|diagnostic| entry(diagnostic, texts));
    let mut json = json!({
        "version": VERSION,
        "summary": summary,
        "diagnostics": entries.collect::<Vec<_>>(),
    });
    if let Some(untranslated) = untranslated {
        json["untranslated"] = json!(untranslated);
    }
    json
}

/// Lines and columns start at 1; columns count characters.
fn entry(diagnostic: &Diagnostic, texts: &mut SourceTexts<'_>) -> Json {
    let located = texts.locate(diagnostic);
    let first = Position { line: 1, column: 1 };
    let [start, end] = located.region.unwrap_or([first; 2]);
    let replacement = |([start, end], text): ([Position; 2], &str)| {
        json!({
            "text": text,
            "line": start.line,
            "column": start.column,
            "end_line": end.line,
            "end_column": end.column,
        })
    };
    json!({
        "code": diagnostic.code.id,
        "severity": diagnostic.code.severity.word(),
        "message": diagnostic.message,
        "hint": diagnostic.hint,
        "file": located.file,
        "line": start.line,
        "column": start.column,
        "end_line": end.line,
        "end_column": end.column,
        "source_line": located.source_line,
        "replacement": located.replacement.map(replacement),
    })
}
