//! Files that contain no lines `key: value`: documents of other programs, and text that was copied with a sign before
//! each line.

use super::cause::{SYNTAX, Text};
use super::lines::key_end;
use crate::diagnostic::Diagnostic;

/// Formats of files by their start, in any case. The first match decides.
const STARTS: [(&[u8], &str); 8] = [
    (b"+++", "a Markdown page with front matter in TOML"),
    (b"%PDF", "a PDF document"),
    (b"{\\rtf", "an RTF document"),
    (b"\xD0\xCF\x11\xE0", "a Word document or an Excel workbook"),
    (b"<!DOCTYPE html", "an HTML page"),
    (b"<html", "an HTML page"),
    (b"<?xml", "an XML document, such as a Europass CV"),
    (b"BEGIN:VCARD", "a vCard"),
];
/// Formats of ZIP files, by the name or the content of a file in them.
const ARCHIVES: [(&[u8], &str); 4] = [
    (b"word/document.xml", "a Word document"),
    (b"xl/workbook.xml", "an Excel workbook"),
    (b"ppt/presentation.xml", "a PowerPoint presentation"),
    (b"application/vnd.oasis.opendocument", "an OpenDocument file"),
];

/// Returns the format of a document of another program, if it is known.
pub(crate) fn format_of(bytes: &[u8]) -> Option<&'static str> {
    let text = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes).trim_ascii_start();
    let has_start =
        |start: &[u8]| text.get(..start.len()).is_some_and(|text| text.eq_ignore_ascii_case(start));
    let contains = |part: &[u8]| bytes.windows(part.len()).any(|window| window == part);
    let archives = ARCHIVES.iter().filter(|(part, _)| bytes.starts_with(b"PK") && contains(part));
    let mut formats = STARTS.iter().filter(|(start, _)| has_start(start)).chain(archives);
    formats.next().map(|(_, name)| *name)
}

/// Reports a document of another program.
pub(super) fn other_format(file: &str, bytes: &[u8]) -> Option<Diagnostic> {
    let message = format!("the file is {}, not plain text", format_of(bytes)?);
    let hint = "save it as plain text (in TextEdit: Format > Make Plain Text), or copy its text into a new file";
    Some(Diagnostic::file(&SYNTAX, file, message).hint(hint))
}

/// Reports the same sign before each line, as in a quoted email or in the changes of a file.
pub(super) fn sign_before_lines(text: Text<'_>) -> Option<Diagnostic> {
    let mut lines = text.lines().map(str::trim_end).filter(|line| !line.is_empty());
    let first = lines.next()?;
    let rest = first.trim_start_matches([' ', '>', '+', '-', '|', '*']);
    let sign = &first[..first.len() - rest.len()];
    let has_sign = |line: &str| line.starts_with(sign) || line == sign.trim_end();
    let is_entry = key_end(rest).is_some() || rest.starts_with('#');
    if sign.trim().is_empty() || !is_entry || !lines.next().is_some_and(has_sign) {
        return None;
    }
    let start = text.find(first).unwrap_or_default();
    let message = format!("each line of the file starts with `{sign}`");
    let hint = format!("delete the `{sign}` at the start of each line");
    let error = Diagnostic::at(&SYNTAX, text.file, start..start + sign.len(), message).hint(hint);
    lines.all(has_sign).then_some(error)
}
