//! Reads a YAML file: checks its size and encoding, and rejects the parts of YAML that profiles do
//! not use.

use super::cause::Text;
use super::certain_fixes;
use super::commented_notes::commented_notes;
use super::declared_fields::DeclaredFields;
use super::indentation;
use super::lines::line_at;
use super::node::{Node, YamlValue};
use super::other_format::{other_format, sign_before_lines};
use super::part::{control_character, parse_part};
use super::pieces::read_pieces;
use crate::diagnostic::{Diagnostic, MAX_PER_FILE, report_truncation};
use crate::diagnostic_code::diagnostic_codes;
use crate::source::{FETCH_FROM_GIT_LFS, is_git_lfs_pointer, text_of};

/// The largest YAML file that is read, in bytes. The largest known résumé has 209 kB.
pub const MAX_BYTES: usize = 1024 * 1024;
diagnostic_codes! {
    error FILE_TOO_LARGE = "file-too-large";
    error NOT_UTF8 = "not-utf8";
    error EMPTY_FILE = "empty-file";
    error GIT_LFS_POINTER = "git-lfs-pointer";
}

/// Parses a YAML file like [`parse_up_to`], adds its errors and warnings to `diagnostics`, and returns the tree.
pub fn parse(file: &str, bytes: &[u8], diagnostics: &mut Vec<Diagnostic>) -> Option<Node> {
    let (tree, found) = parse_up_to(file, bytes, MAX_PER_FILE);
    diagnostics.extend(found);
    tree
}

/// Parses a YAML file up to `limit` syntax errors. After one, reads on without the entry that has it. Returns no
/// tree if the rest of the file is unreadable, and the errors and warnings.
pub fn parse_up_to(file: &str, bytes: &[u8], limit: usize) -> (Option<Node>, Vec<Diagnostic>) {
    parse_document(file, bytes, &(), limit)
}

/// Parses a file like [`parse_up_to`]. The errors about lines in a wrong column say which of its `fields` belongs where.
pub fn parse_document(
    file: &str,
    bytes: &[u8],
    fields: &dyn DeclaredFields,
    limit: usize,
) -> (Option<Node>, Vec<Diagnostic>) {
    if let Err(fatal) = check_bytes(file, bytes) {
        return (None, vec![*fatal]);
    }
    let mut found = Vec::new();
    let text = Text { file, text: &text_of(bytes) };
    if let Some(fatal) = sign_before_lines(text).or_else(|| commented_notes(text, fields)) {
        return (None, vec![fatal]);
    }
    let tree = parse_text(text, limit, &mut found);
    certain_fixes::keep(text, &mut found);
    indentation::name_places(text, fields, &mut found);
    (tree, found)
}

fn check_bytes(file: &str, bytes: &[u8]) -> Result<(), Box<Diagnostic>> {
    if bytes.len() > MAX_BYTES {
        let message = format!("the file is larger than {} MiB", MAX_BYTES / 1024 / 1024);
        let hint = "a profile is a few kilobytes of text; remove what does not belong in it";
        return Err(Diagnostic::file(&FILE_TOO_LARGE, file, message).hint(hint).into());
    }
    if is_git_lfs_pointer(bytes) {
        let message = "this is a Git LFS placeholder, not the file itself";
        let pointer = Diagnostic::file(&GIT_LFS_POINTER, file, message);
        return Err(pointer.hint(FETCH_FROM_GIT_LFS).into());
    }
    if let Some(error) = other_format(file, bytes) {
        return Err(error.into());
    }
    // Spans count from the start of the text, which is after the byte order mark.
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let Err(error) = std::str::from_utf8(bytes) else {
        return Ok(());
    };
    let start = error.valid_up_to();
    let end = start + char::REPLACEMENT_CHARACTER.len_utf8();
    Err(Diagnostic::at(&NOT_UTF8, file, start..end, "the file is not UTF-8 text")
        .label("this character is in another encoding")
        .hint("in your editor, save the file with the encoding \"UTF-8\"")
        .into())
}

fn parse_text(text: Text<'_>, limit: usize, diagnostics: &mut Vec<Diagnostic>) -> Option<Node> {
    let tree = match parse_part(text, 0..text.len(), limit) {
        Ok((tree, found)) => {
            diagnostics.extend(found);
            tree
        }
        // A text in another encoding, such as UTF-16.
        Err(_) if text.contains('\0') => {
            diagnostics.extend(control_character(text, 0..text.len()));
            return None;
        }
        Err(failure) => {
            let tree = read_pieces(text, limit, diagnostics);
            if diagnostics.is_empty() {
                let misplaced = || text.misplaced(line_at(&text, failure.at));
                diagnostics.push(failure.known.map_or_else(misplaced, |it| *it));
            }
            if diagnostics.len() > limit {
                diagnostics.truncate(limit);
                report_truncation(diagnostics, text.file);
                return None;
            }
            tree
        }
    };
    if tree.is_none() && diagnostics.is_empty() {
        let diagnostic = Diagnostic::file(&EMPTY_FILE, text.file, "the file is empty")
            .hint("write at least `active: false` and `name:`, or delete the file");
        diagnostics.push(diagnostic);
    }
    // Without its broken entries, the file may not be a mapping.
    tree.filter(|tree| diagnostics.is_empty() || matches!(tree.value, YamlValue::Mapping(_)))
}

#[cfg(test)]
mod tests;
