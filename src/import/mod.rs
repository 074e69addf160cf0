//! From any JSON Resume to a profile in YAML that its editors will be glad to maintain.
//!
//! ```text
//! bytes  ->  JSON  ->  ResumeDraft  ->  YAML
//!           read       basics, work, skills ...   drop_invalid
//! ```
//!
//! Nothing is dropped silently: a value of the original stands in the profile, and from there at
//! its place in the JSON Resume that is made of it, or the [`ImportReport`] says what became of it.

mod basics;
mod consultant_id;
mod draft;
mod drop_invalid;
mod field_mapping;
mod format;
mod invisible_characters;
mod item;
mod meta;
mod number_literal;
mod path;
mod profile;
mod read;
mod repair;
mod report;
mod skills;
mod work;

pub use report::{ImportReport, Outcome, ReportEntry};

use serde_json::Value as Json;

use crate::diagnostic::{self, Diagnostic, Span};
use crate::diagnostic_code::{DiagnosticCode, diagnostic_codes};
use crate::error::Result;
use crate::model::id::ConsultantId;
use crate::source::Sources;
use crate::yaml::write::Comment;
use draft::ResumeDraft;

diagnostic_codes! {
    error NOT_JSON = "not-json";
    error OTHER_FORMAT = "other-format";
    error NOT_IMPORTED = "not-imported";
    error NO_NAME = "no-name";
}

/// The largest file that is read, in bytes. Some hold pictures.
pub const MAX_BYTES: usize = 16 * 1024 * 1024;
/// The deepest nesting that is read, in levels. YAML is read down to a few more.
const MAX_DEPTH: usize = 40;
/// The most values that are read, texts and groups alike. The largest résumé met in the wild has
/// 209 kB.
const MAX_VALUES: usize = 20_000;

/// A result whose error is told to the author of the file.
type Told<T> = std::result::Result<T, Box<Diagnostic>>;

/// What stands above the fields of an imported profile.
const COMMENTS: &[Comment<'_>] = &[
    (
        "",
        "yaml-language-server: $schema=../schema/consultant.json",
    ),
    (
        "active",
        "Read the profile through, add what a JSON Resume lacks (`title`, `bio_short`,\n`engagement`), then write `true` to publish it.",
    ),
    (
        "attributes.json_resume",
        "Further fields of the JSON Resume, published with the rest. Delete what nobody needs.",
    ),
    (
        "internal",
        "Never published. Delete what you have dealt with.",
    ),
];

/// How to import.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// The identifier, in place of the one that the document or the name gives.
    pub id: Option<String>,
    /// The content it is imported into.
    pub content: Sources,
}

/// A profile that was imported.
#[derive(Debug, Clone)]
pub struct Imported {
    /// The consultant's identifier.
    pub id: ConsultantId,
    /// The profile's file: inactive, and without a mistake.
    pub yaml: String,
    /// What became of values that are not in it as they are.
    pub report: ImportReport,
}

/// Imports the bytes of `file`. There is no output where a diagnostic says why.
///
/// # Errors
/// When the identifier is none, or another consultant's.
pub fn import(
    file: &str,
    bytes: &[u8],
    options: &Options,
) -> Result<diagnostic::Diagnosed<Imported>> {
    let imported = match document(file, bytes) {
        Ok((document, report)) => imported(file, &document, report, options)?,
        Err(told) => Err(told),
    };
    Ok(match imported {
        Ok(imported) => diagnostic::Diagnosed::new(Some(imported), Vec::new()),
        Err(told) => diagnostic::Diagnosed::new(None, vec![*told]),
    })
}

fn imported(
    file: &str,
    document: &Json,
    mut report: ImportReport,
    options: &Options,
) -> Result<Told<Imported>> {
    let fields = match format::recognise(document) {
        Ok(fields) => fields,
        Err((objection, hint)) => {
            let message = format!("the file {objection}");
            return Ok(refused(&OTHER_FORMAT, file, message, hint));
        }
    };
    let mut beyond = meta::beyond(fields, &mut report);
    let stated = beyond.take("id");
    let profile = profile::profile(fields, beyond, &mut report);
    let Some(name) = profile.text("name") else {
        let hint = "write it as `name` under `basics`, and import it again";
        return Ok(refused(&NO_NAME, file, "the résumé has no name", hint));
    };
    let text = stated.as_ref().and_then(ResumeDraft::text);
    let id = consultant_id::identity(options.id.as_deref(), text, name, &options.content)?;
    if let Some(stated) = stated
        && stated.text() != Some(id.as_str())
    {
        report.refused(&stated, format!("the identifier is {id}"));
    }
    let yaml = drop_invalid::drop_invalid(file, profile, &id, &mut report)?;
    Ok(yaml.map(|yaml| Imported { id, yaml, report }))
}

/// The document, and a report of what could not be read as it is.
fn document(file: &str, bytes: &[u8]) -> Told<(Json, ImportReport)> {
    if bytes.len() > MAX_BYTES {
        let message = format!("the file is larger than {} MiB", MAX_BYTES / 1024 / 1024);
        return refused(&NOT_IMPORTED, file, message, "remove pictures from it");
    }
    let Some(text) = read::text(bytes) else {
        let message = "the file is not text in UTF-8 or UTF-16";
        let hint = "save the file with the encoding \"UTF-8\"";
        return refused(&NOT_JSON, file, message, hint);
    };
    let (document, report) = read::json(&text).map_err(|error| {
        let hint = "correct it at this place, or export the résumé again";
        let message = "the file is not JSON from here on";
        let place = character_at(&text, error.line(), error.column());
        Diagnostic::at(&NOT_JSON, file, place, message).hint(hint)
    })?;
    if depth(&document) > MAX_DEPTH {
        let message = "the file is nested more deeply than any résumé";
        let hint = "remove what does not belong into it";
        return refused(&NOT_IMPORTED, file, message, hint);
    }
    if size(&document) > MAX_VALUES {
        let message = format!("the file has more than {MAX_VALUES} values");
        let hint = "remove what does not belong into a résumé";
        return refused(&NOT_IMPORTED, file, message, hint);
    }
    Ok((document, report))
}

fn refused<T>(
    code: &'static DiagnosticCode,
    file: &str,
    message: impl Into<String>,
    hint: &str,
) -> Told<T> {
    Err(Box::new(Diagnostic::file(code, file, message).hint(hint)))
}

/// The character at a line and a column, both counted from 1, the column in bytes.
fn character_at(text: &str, line: usize, column: usize) -> Span {
    let before = text.split_inclusive('\n').take(line.saturating_sub(1));
    let start = before.map(str::len).sum::<usize>() + column.saturating_sub(1);
    let start = text.floor_char_boundary(start);
    let length = text[start..].chars().next().map_or(0, char::len_utf8);
    start..start + length
}

fn depth(value: &Json) -> usize {
    match value {
        Json::Array(items) => 1 + items.iter().map(depth).max().unwrap_or(0),
        Json::Object(fields) => 1 + fields.values().map(depth).max().unwrap_or(0),
        _ => 0,
    }
}

fn size(value: &Json) -> usize {
    match value {
        Json::Array(items) => 1 + items.iter().map(size).sum::<usize>(),
        Json::Object(fields) => 1 + fields.values().map(size).sum::<usize>(),
        _ => 1,
    }
}
