//! The JSON format, described in `docs/formats.md`.

use serde::Serialize;
use vitae::diagnostic::Diagnostic;
use vitae::source::Position;

use super::location::{Located, Region, Texts};

/// Version of the format, increased by every breaking change.
const VERSION: u32 = 1;

#[derive(Serialize)]
struct DiagnosticsJson<'a> {
    version: u32,
    summary: &'a str,
    diagnostics: Vec<DiagnosticJson<'a>>,
}

#[derive(Serialize)]
struct DiagnosticJson<'a> {
    code: &'static str,
    severity: &'static str,
    message: &'a str,
    hint: Option<&'a str>,
    file: String,
    #[serde(flatten)]
    place: Place,
    source_line: String,
    replacement: Option<Replacement<'a>>,
}

#[derive(Serialize)]
struct Replacement<'a> {
    text: &'a str,
    #[serde(flatten)]
    place: Place,
}

/// Lines and columns start at 1; columns count characters.
#[derive(Serialize)]
struct Place {
    line: usize,
    column: usize,
    end_line: usize,
    end_column: usize,
}

impl From<Region> for Place {
    fn from(Region { start, end }: Region) -> Self {
        Self { line: start.line, column: start.column, end_line: end.line, end_column: end.column }
    }
}

pub(super) fn render(diagnostics: &[Diagnostic], texts: &mut Texts<'_>, summary: &str) -> String {
    let entries = diagnostics.iter().map(|diagnostic| {
        let Located { diagnostic, file, region, source_line, replacement } =
            texts.locate(diagnostic);
        let first = Position { line: 1, column: 1 };
        let whole_file = Region { start: first, end: first };
        DiagnosticJson {
            code: diagnostic.code.id,
            severity: diagnostic.code.severity.word(),
            message: &diagnostic.message,
            hint: diagnostic.hint.as_deref(),
            file,
            place: region.unwrap_or(whole_file).into(),
            source_line,
            replacement: replacement
                .map(|(region, text)| Replacement { text, place: region.into() }),
        }
    });
    let document = DiagnosticsJson { version: VERSION, summary, diagnostics: entries.collect() };
    serde_json::to_string_pretty(&document).expect("strings and numbers are serializable")
}
