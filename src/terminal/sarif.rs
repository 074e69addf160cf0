//! The form for code scanning: the Static Analysis Results Interchange Format, OASIS SARIF 2.1.0.

use fluent_uri::pct_enc::{EString, encoder};
use serde_json::{Value as Json, json};
use vitae::diagnostic::Diagnostic;
use vitae::rule::Rule;

use super::located::{Region, Texts};

const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// The diagnostics as a SARIF log with one run.
pub(super) fn render(diagnostics: &[Diagnostic], texts: &mut Texts<'_>) -> String {
    let rules = vitae::rules();
    let results: Vec<Json> = diagnostics
        .iter()
        .map(|diagnostic| result(diagnostic, &rules, texts))
        .collect();
    let log = json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": env!("CARGO_PKG_NAME"),
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": rules.iter().map(|rule| descriptor(rule)).collect::<Vec<_>>(),
            }},
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    });
    // A document of texts and numbers is always JSON.
    serde_json::to_string_pretty(&log).unwrap_or_default()
}

/// §3.49.
fn descriptor(rule: &Rule) -> Json {
    json!({
        "id": rule.code,
        "shortDescription": { "text": rule.summary() },
        "help": { "text": rule.page, "markdown": rule.page },
        "defaultConfiguration": { "level": rule.severity.word() },
    })
}

/// §3.27.
fn result(diagnostic: &Diagnostic, rules: &[&Rule], texts: &mut Texts<'_>) -> Json {
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
        "ruleId": diagnostic.rule.code,
        "level": diagnostic.rule.severity.word(),
        "message": { "text": text },
        "locations": [{ "physicalLocation": location }],
    });
    if let Some(index) = rules.iter().position(|rule| *rule == diagnostic.rule) {
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

/// §3.30.
fn region(Region { start, end }: Region) -> Json {
    json!({
        "startLine": start.line,
        "startColumn": start.column,
        "endLine": end.line,
        "endColumn": end.column,
    })
}

/// The path as a URI reference, §3.4.3: relative as the user named it.
fn uri(path: &str) -> String {
    let mut uri = EString::<encoder::Path>::new();
    for (index, part) in path.split('/').enumerate() {
        if index > 0 {
            uri.push('/');
        }
        uri.encode_str::<encoder::Data>(part);
    }
    match path.starts_with('/') {
        true => format!("file://{uri}"),
        false => uri.into_string(),
    }
}
