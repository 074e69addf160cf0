//! Imports a JSON Resume as a profile in YAML that editors can maintain. A LinkedIn archive is converted to a JSON
//! Resume first.
//!
//! ```text
//! bytes  ->  JSON  ->  ResumeDraft  ->  YAML
//!           read       basics, work, skills ...   drop_invalid
//! ```
//!
//! Nothing is dropped silently: each value of the original is in the profile, and therefore at the
//! same path in the published JSON Resume, or the [`ImportReport`] has an entry for it. Only the indexes of
//! items can differ: empty items are left out, `work` is ordered by start date, and the LinkedIn profile comes last.
//!
//! # Decisions
//!
//! - **The check decides what is invalid.** Values are repaired by their meaning. The draft is then written
//!   and checked like any profile; what the check rejects is removed and reported, until nothing is
//!   rejected. An import therefore never creates a file with errors, and no rule exists twice.
//! - Each value knows its path in the original. The report lists every value that is not at its place;
//!   values that are not imported are kept under `internal`, which is never published. Embedded pictures
//!   are shortened there.
//! - A number that JSON programs write with other digits, such as an identifier of 30 digits, is read as
//!   text. `serde_json`'s `arbitrary_precision` would change every number of the program. A number with a
//!   fraction is not a date: 2019.1 can be 2019.10.
//! - Invisible characters are removed while the file is read, so that no later step can write them. A key
//!   that contains some is not imported: without them it can equal another key.
//! - An ambiguous date is not imported. `2021–12` is a month; `2010–12` can be three years.
//! - An `employmentType` that means a contract decides the list of an item of `work`; any other one stays in
//!   `extra`.
//! - The names of skills stay if the check makes their keys of them (`C#` becomes `c_sharp`). Other names become keys,
//!   numbered if two are equal, and `category_names` keeps what a key does not give back.
//! - Private values are found by their keys, by labels beside them and by their form; the words are in
//!   `src/private_keys.tsv`. A text that contains one is private as a whole.
//! - A key that JSON Resume does not define is published only in an item of one of its lists, where it describes
//!   the item. At the top level, in `basics` and in `meta`, such keys have job applications, data of other persons
//!   and settings of programs: their values are only under `internal`, apart from `meta.theme`. Of 288 published
//!   résumés, 2.4 % of the useful values are there; without any unknown key, it would be 17 %.
//! - A text takes a text; a group in its place, and a group inside an item, is only under `internal`. So is what the
//!   file marks as not public. A JSON Resume has no texts in several languages: no file of 319 had one, and a key such
//!   as `sr-Latn` is not a language by its form.
//! - The values of a document that vitae published stay as they are, because they were public.
//! - FRESH, Europass and other formats are rejected by name, by keys that no JSON Resume has.

mod basics;
mod consultant_id;
mod convert;
mod derived;
mod draft;
mod drop_invalid;
mod empty_values;
mod field_mapping;
mod format;
mod invisible_characters;
mod item;
mod item_fields;
mod linkedin;
mod meta;
mod not_public;
mod notation;
mod notes;
mod open_items;
mod path;
mod person;
mod private_fields;
mod private_text;
mod profile;
mod read;
mod report;
mod report_lines;
mod skills;
mod unknown_keys;
mod work;

pub use report::{ImportOutcome, ImportReport, ReportEntry};

use std::path::Path;

use serde_json::Value as Json;

use crate::content::available_id::lost_letters_note;
use crate::diagnostic::{Diagnostic, Span};
use crate::diagnostic_code::{DiagnosticCode, diagnostic_codes};
use crate::error::Result;
use crate::model::id::ConsultantId;
use crate::paths::ToSlash;
use crate::source::Sources;
use crate::yaml::write::Comment;
use draft::ResumeDraft;

diagnostic_codes! {
    error NOT_JSON = "not-json";
    error OTHER_FORMAT = "other-format";
    error NOT_IMPORTED = "not-imported";
    error NO_NAME = "no-name";
}

/// The size of the largest file that can be imported, in bytes. Some files have embedded pictures.
pub const MAX_BYTES: usize = 16 * 1024 * 1024;
/// The maximum number of values, including lists and groups. The largest real résumé found has
/// 209 kB, which is far below this limit.
const MAX_VALUES: usize = 20_000;

/// A result whose error is a diagnostic for the author of the file.
pub type ImportResult<T> = std::result::Result<T, Box<Diagnostic>>;

/// The comments in the YAML of an imported profile, by field.
const COMMENTS: &[Comment<'_>] = &[
    ("", "yaml-language-server: $schema=../schema/consultant.json"),
    (
        "active",
        "Review the profile and add what JSON Resume does not have (`title`, `bio_short`,\n`engagement`). Then change this to `true` to publish the profile.",
    ),
    (
        "attributes.json_resume",
        "Other fields of the JSON Resume, published with the profile. Delete the ones you do not need.",
    ),
    ("internal", "Never published. Delete each note when you have dealt with it."),
];

/// The options of an import.
#[derive(Debug, Clone, Default)]
pub struct ImportOptions {
    /// The identifier; by default the identifier in the document, or one derived from the name.
    pub id: Option<String>,
    /// The file extension of the photo that the profile names.
    pub photo: Option<&'static str>,
    /// The content that the profile is added to.
    pub content: Sources,
}

/// An imported profile.
#[derive(Debug, Clone)]
pub struct Imported {
    /// The consultant's identifier.
    pub id: ConsultantId,
    /// The YAML of the profile, which is inactive and has no errors.
    pub yaml: String,
    /// The changes to the values of the original.
    pub report: ImportReport,
}

/// Imports `bytes`, a JSON Resume or the ZIP of a LinkedIn archive. A diagnostic refers to it as `file`.
///
/// # Errors
/// Returns an error if the identifier is not valid or not available.
pub fn import(file: &str, bytes: &[u8], options: &ImportOptions) -> Result<ImportResult<Imported>> {
    import_document(file, read_document(file, bytes), options)
}

/// Imports the directory of a LinkedIn archive.
///
/// # Errors
/// Returns an error if a file cannot be read, or if the identifier is not valid or not available.
pub fn import_directory(
    directory: &Path,
    options: &ImportOptions,
) -> Result<ImportResult<Imported>> {
    let file = directory.to_slash();
    let document = read_archive(&file, linkedin::from_directory(directory)?);
    import_document(&file, document, options)
}

fn import_document(
    file: &str,
    document: ImportResult<(Json, ImportReport)>,
    options: &ImportOptions,
) -> Result<ImportResult<Imported>> {
    let (mut document, mut report) = match document {
        Ok(document) => document,
        Err(diagnostic) => return Ok(Err(diagnostic)),
    };
    if let Err(diagnostic) = require_json_resume(file, &document) {
        return Ok(Err(diagnostic));
    }
    report.is_by_vitae = document.as_object().is_some_and(meta::is_by_vitae);
    if report.is_by_vitae {
        derived::remove_derived(&mut document, &mut report);
    } else {
        not_public::remove_not_public(&mut document, "", &mut report);
        person::join_name(&mut document, &mut report);
        basics::list_linkedin(&mut document, &mut report);
        skills::list_categories(&mut document, &mut report);
        unknown_keys::remove_unknown_keys(&mut document, &mut report);
        private_fields::remove_private_values(&mut document, &mut report);
    }
    let fields = document.as_object().expect("a JSON Resume is a group");
    let mut meta = meta::meta(fields, &mut report);
    let id_in_document = meta.take("id");
    let profile = profile::profile(fields, meta, &mut report);
    report.public_contact(&profile);
    let Some(name) = profile.text("name") else {
        let hint = "add it as `name` in `basics`, then import the file again";
        return Ok(not_imported(&NO_NAME, file, "the résumé has no name", hint));
    };
    if let Err(diagnostic) = drop_invalid::check_name(file, name) {
        return Ok(Err(diagnostic));
    }
    let from_document = id_in_document.as_ref().and_then(ResumeDraft::text);
    let option = options.id.as_deref();
    let id = consultant_id::choose_id(option, from_document, name, &options.content)?;
    if option.is_none()
        && from_document != Some(id.as_str())
        && let Some(note) = lost_letters_note(&id, name)
    {
        report.converted("basics.name", &name.into(), note);
    }
    if let Some(draft) = id_in_document
        && draft.text() != Some(id.as_str())
    {
        report.rejected_draft(&draft, format!("is replaced by the identifier {id}"));
    }
    let photo = options.photo.map(|extension| format!("{id}.{extension}"));
    let yaml = drop_invalid::drop_invalid(file, profile, photo, &mut report);
    if report.is_by_vitae {
        // They were public before.
        report.entries.retain(|entry| entry.outcome != ImportOutcome::PublishedUnknownKey);
    }
    // A value that moved twice.
    report.entries.dedup();
    Ok(yaml.map(|yaml| Imported { id, yaml, report }))
}

/// Returns an error if a document is in another format.
fn require_json_resume(file: &str, document: &Json) -> ImportResult<()> {
    format::recognize(document).or_else(|(problem, hint)| {
        not_imported(&OTHER_FORMAT, file, format!("the file {problem}"), hint)
    })
}

/// Parses the file, and reports the values that JSON cannot represent.
fn read_document(file: &str, bytes: &[u8]) -> ImportResult<(Json, ImportReport)> {
    if bytes.len() > MAX_BYTES {
        let message = format!("the file is larger than {} MiB", MAX_BYTES / 1024 / 1024);
        let hint = "remove embedded pictures; extract a ZIP archive, and import the directory";
        return not_imported(&NOT_IMPORTED, file, message, hint);
    }
    if let Err((problem, hint)) = format::recognize_file(bytes) {
        return not_imported(&OTHER_FORMAT, file, format!("the file {problem}"), hint);
    }
    if linkedin::is_zip(bytes) {
        return read_archive(file, linkedin::from_zip(bytes));
    }
    let Some(text) = read::text(bytes) else {
        let message = "the file is not UTF-8 or UTF-16 text";
        let hint = "save the file with the encoding UTF-8";
        return not_imported(&NOT_JSON, file, message, hint);
    };
    let (document, report) = match read::json(&text) {
        Ok(read) => read,
        Err(error) => match read::yaml(file, &text)? {
            Some(json) => return read_document(file, json.as_bytes()),
            None => return Err(Box::new(not_json(file, &text, &error))),
        },
    };
    if size(&document) > MAX_VALUES {
        let message = format!("the file has more than {MAX_VALUES} values");
        return not_imported(
            &NOT_IMPORTED,
            file,
            message,
            "remove what does not belong in a résumé",
        );
    }
    Ok((document, report))
}

fn not_json(file: &str, text: &str, error: &serde_json::Error) -> Diagnostic {
    let span = character_at(text, error.line(), error.column());
    if text[span.start..].starts_with("//") || text[span.start..].starts_with("/*") {
        let message = "the file is JSON with comments, not a JSON Resume";
        return Diagnostic::at(&NOT_JSON, file, span, message).hint("remove the comments");
    }
    let reason = error.to_string();
    let reason = reason.split(" at line ").next().unwrap_or_default();
    let message = format!("the file is not valid JSON: {reason}");
    let hint = "fix the syntax here, or export the résumé again";
    Diagnostic::at(&NOT_JSON, file, span, message).hint(hint)
}

fn read_archive(
    file: &str,
    resume: std::result::Result<linkedin::Converted, String>,
) -> ImportResult<(Json, ImportReport)> {
    match resume {
        Ok((resume, notes)) => {
            let (document, mut report) = read_document(file, resume.as_bytes())?;
            report.entries.splice(0..0, notes);
            Ok((document, report))
        }
        Err(problem) => {
            let message = format!("the archive {problem}");
            not_imported(&OTHER_FORMAT, file, message, linkedin::GET_ARCHIVE)
        }
    }
}

fn not_imported<T>(
    code: &'static DiagnosticCode,
    file: &str,
    message: impl Into<String>,
    hint: &str,
) -> ImportResult<T> {
    Err(Box::new(Diagnostic::file(code, file, message).hint(hint)))
}

/// Returns the span of the character at a line and a column in bytes, both counted from 1.
fn character_at(text: &str, line: usize, column: usize) -> Span {
    let before = text.split_inclusive('\n').take(line.saturating_sub(1));
    let start = before.map(str::len).sum::<usize>() + column.saturating_sub(1);
    let start = text.floor_char_boundary(start);
    let length = text[start..].chars().next().map_or(0, char::len_utf8);
    start..start + length
}

/// Returns the number of values, including lists and groups.
fn size(value: &Json) -> usize {
    1 + match value {
        Json::Array(items) => items.iter().map(size).sum(),
        Json::Object(fields) => fields.values().map(size).sum(),
        _ => 0,
    }
}
