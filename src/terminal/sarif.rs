//! The format for code scanning: Static Analysis Results Interchange Format, OASIS SARIF 2.1.0.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Value as Json, json};
use vitae::diagnostic::Diagnostic;
use vitae::diagnostic_code::DiagnosticCode;

use super::location::{Region, SourceTexts};

const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// What a path cannot contain unencoded (RFC 3986, §2.3); slashes separate its segments.
const RESERVED: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~').remove(b'/');

/// Renders a SARIF log with one run.
pub(super) fn render(diagnostics: &[Diagnostic], texts: &mut SourceTexts<'_>) -> Json {
    let codes = vitae::diagnostic_codes();
    let results: Vec<Json> =
        diagnostics.iter().map(|diagnostic| result(diagnostic, &codes, texts)).collect();
    json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": env!("CARGO_PKG_NAME"),
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": codes.iter().map(|code| descriptor(code)).collect::<Vec<_>>(),
            }},
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    })
}

/// A `reportingDescriptor` object (§3.49).
fn descriptor(code: &DiagnosticCode) -> Json {
    json!({
        "id": code.id,
        "shortDescription": { "text": code.summary() },
        "help": { "text": code.page, "markdown": code.page },
        "defaultConfiguration": { "level": code.severity.word() },
    })
}

/// A `result` object (§3.27).
fn result(diagnostic: &Diagnostic, codes: &[&DiagnosticCode], texts: &mut SourceTexts<'_>) -> Json {
    let located = texts.locate(diagnostic);
    let artifact = json!({ "uri": uri(&located.file) });
    let mut location = json!({ "artifactLocation": artifact });
    if let Some(region) = located.region {
        location["region"] = self::region(region);
    }
    let text = match &diagnostic.hint {
        Some(hint) => format!("{}: {hint}", diagnostic.message),
        None => diagnostic.message.clone(),
    };
    let mut result = json!({
        "ruleId": diagnostic.code.id,
        "level": diagnostic.code.severity.word(),
        "message": { "text": text },
        "locations": [{ "physicalLocation": location }],
    });
    if let Some(index) = codes.iter().position(|code| *code == diagnostic.code) {
        result["ruleIndex"] = index.into();
    }
    if let Some((place, text)) = located.replacement {
        result["fixes"] = json!([{
            "description": { "text": diagnostic.hint },
            "artifactChanges": [{
                "artifactLocation": artifact,
                "replacements": [{
                    "deletedRegion": region(place),
                    "insertedContent": { "text": text },
                }],
            }],
        }]);
    }
    result
}

/// A `region` object (§3.30).
fn region(Region { start, end }: Region) -> Json {
    json!({
        "startLine": start.line,
        "startColumn": start.column,
        "endLine": end.line,
        "endColumn": end.column,
    })
}

/// Converts the path to a URI reference (§3.4.3): a relative path stays relative.
fn uri(path: &str) -> String {
    let uri = utf8_percent_encode(path, RESERVED);
    let scheme = if path.starts_with('/') { "file://" } else { "" };
    format!("{scheme}{uri}")
}
